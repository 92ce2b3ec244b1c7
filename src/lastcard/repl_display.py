"""Pictures of games, views and hands: one line in a REPL, cards on a Rich console and in a notebook.

Each color is a color, a shape and a word, never a color alone (rule color-symbols).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Self

from .cards import SYMBOLS, Kind, color_of, label, printed_on, symbol_of

if TYPE_CHECKING:
    from rich.columns import Columns
    from rich.console import RenderableType
    from rich.text import Text

# The ink and the paper of each color; wilds have their own.
INKS = {
    "red": ("white", "#b3261e"),
    "yellow": ("black", "#f2c230"),
    "green": ("white", "#1f7a3d"),
    "blue": ("white", "#1f5fbf"),
    "gold": ("black", "#d9a521"),
    "silver": ("black", "#b4bcc4"),
}
WILD_INK = ("white", "#33313b")
CARD_STYLE = (
    "display:inline-block;box-sizing:border-box;width:4.2em;height:6em;margin:.15em;padding:.3em;border-radius:.5em;"
    "border:2px solid #fff;box-shadow:0 0 0 1px #8888;vertical-align:top;text-align:center;line-height:1.2;overflow:hidden;"
)


Kinds = Mapping[str, Kind]


def faces(card: str, kinds: Kinds) -> tuple[str, str, str]:
    """Return what a card shows: its shape, its color's word, and its number or name."""
    kind, emblem = printed_on(card, kinds), card.partition("@")[2].capitalize()
    title = kind.title if kind.color else kind.title.removeprefix("Wild").strip()
    words = (title, str(kind.number or ""), emblem)
    return symbol_of(card).glyph, kind.color or "wild", " ".join(word for word in words if word)


def card_html(card: str, kinds: Kinds) -> str:
    """A card for a notebook. A screen reader says its name, and pointing at it shows the text that stands for it in moves."""
    glyph, color, title = faces(card, kinds)
    ink, paper = INKS.get(color, WILD_INK)
    size = "1.8em" if title.isdigit() else ".85em"
    name = escape(printed_on(card, kinds).full_name)
    return (
        f'<span role="img" aria-label="{name}" title="{escape(card)}" style="{CARD_STYLE}color:{ink};background:{paper}">'
        f"{glyph}<br><small>{escape(color)}</small><br>"
        f'<b style="font-size:{size}">{escape(title)}</b></span>'
    )


def card_text(card: str, kinds: Kinds) -> Text:
    """A card for a Rich console."""
    from rich.text import Text

    glyph, color, title = faces(card, kinds)
    ink, paper = INKS.get(color, WILD_INK)
    return Text(f" {' '.join(part for part in (glyph, color, title) if part)} ", f"bold {ink} on {paper}")


def cards_text(cards: Iterable[str], kinds: Kinds) -> Columns:
    """Cards in rows for a Rich console."""
    from rich.columns import Columns

    return Columns([card_text(card, kinds) for card in cards], padding=(0, 1))


class _Cards:
    """Cards, as texts, that a notebook and a Rich console draw."""

    kinds: Kinds = MappingProxyType({})
    __iter__: Callable[[], Iterator[str]]

    def named(self, kinds: Kinds) -> Self:
        """Set what is printed on the cards, and return them."""
        self.kinds = kinds
        return self

    def __rich__(self) -> Columns:
        return cards_text(self, self.kinds)

    def _repr_html_(self) -> str:
        return "".join(map(partial(card_html, kinds=self.kinds), self)) or "no cards"


class Hand(tuple[str, ...], _Cards):  # noqa: SLOT001 - it remembers what is printed on the cards
    """A hand as a view shows it: a tuple of texts that a notebook and a Rich console draw as cards."""


class OpenHand(list[str], _Cards):
    """A hand of a game: a list of texts that a notebook and a Rich console draw as cards."""


class Picture(NamedTuple):
    """Everything to see at a table. ``hands`` holds the cards that may be shown, for each seat."""

    what: str
    edition: str
    title: str
    round: int
    names: Sequence[str]
    to_move: Sequence[int]
    direction: int
    top: str
    color: str | None
    draw_count: int
    counts: Sequence[int]
    hands: Sequence[Sequence[str]]
    scores: Sequence[int]
    round_over: bool
    winners: Sequence[int]
    kinds: Kinds

    @property
    def stage(self) -> str:
        """The players to move, or how it ended."""
        if self.winners:
            return f"over, {_listed(self.names, self.winners)} won"
        if self.round_over:
            return f"round {self.round + 1} over"
        return f"round {self.round + 1}, {_listed(self.names, self.to_move)} to move"

    @property
    def pile(self) -> str:
        """The top card, with the color in force if it doesn't show it."""
        named = f" ({self.color})" if self.color and color_of(self.top) is None else ""
        return f"{label(self.top, self.kinds)}{named}"

    @property
    def line(self) -> str:
        """Everything in one line."""
        if self.round_over:
            return f"<{self.what} of {self.edition}: {self.stage}, scores {' '.join(map(str, self.scores))}>"
        return f"<{self.what} of {self.edition}: {self.stage}, {self.pile} on top, cards {' '.join(map(str, self.counts))}>"

    @property
    def facts(self) -> str:
        """The piles and the direction, in words."""
        direction = "clockwise" if self.direction == 1 else "counterclockwise"
        color = f"{SYMBOLS[self.color].glyph} {self.color}" if self.color else "not picked"
        return f"on top · color: {color} · {self.draw_count} to draw · {direction}"

    def _seats(self) -> list[tuple[str, str]]:
        marks = ["▶" if seat in self.to_move else "" for seat in range(len(self.names))]
        return [
            (f"{mark} {name}".strip(), f"{count} {'card' if count == 1 else 'cards'}, {score} p")
            for mark, name, count, score in zip(marks, self.names, self.counts, self.scores, strict=True)
        ]

    def html(self) -> str:
        """The table for a notebook."""
        cell = '<td style="text-align:left;vertical-align:middle;padding:.2em .6em">'
        rows = "".join(
            f"<tr>{cell}<b>{escape(name)}</b><br><small>{escape(told)}</small></td>"
            f"{cell}{''.join(card_html(card, self.kinds) for card in cards)}</td></tr>"
            for (name, told), cards in zip(self._seats(), self.hands, strict=True)
        )
        return (
            f"<div><b>{escape(self.title)}</b> · {escape(self.stage)}<br>{card_html(self.top, self.kinds)} "
            f"{escape(self.facts)}"
            f"<table>{rows}</table></div>"
        )

    def rich(self) -> RenderableType:
        """The table for a Rich console."""
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        rows = Table.grid(padding=(0, 2))
        for (name, told), cards in zip(self._seats(), self.hands, strict=True):
            rows.add_row(Text(name, "bold"), Text(told), cards_text(cards, self.kinds))
        heading = Text.assemble((self.title, "bold"), f" · {self.stage}")
        return Group(heading, card_text(self.top, self.kinds) + Text(f" {self.facts}"), rows)


class Drawn:
    """Something with a picture, which a REPL, a Rich console and a notebook show."""

    def _picture(self) -> Picture:
        raise NotImplementedError

    def __repr__(self) -> str:
        return self._picture().line

    def __rich__(self) -> RenderableType:
        return self._picture().rich()

    def _repr_html_(self) -> str:
        return self._picture().html()


def _listed(names: Sequence[str], seats: Sequence[int]) -> str:
    *first, last = (names[seat] for seat in seats) if seats else ["nobody"]
    return f"{', '.join(first)} and {last}" if first else last
