"""Draws cards, players, piles and choices as text. Each color is a color, a shape and a word (rule color-symbols).

Nothing is lost without color: cards you can choose show a number, and the selected one has a double frame or an arrow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from rich.cells import cell_len
from rich.text import Text

from .. import repl_display
from ..cards import WILD_SYMBOL, color_of, label
from ..edition import Edition
from ..view import View
from .words import Choice, color_label, direction, styled, team_mark

T = TypeVar("T")

INKS = {color: f"bold {ink} on {paper}" for color, (ink, paper) in repl_display.INKS.items()}
TINTS = {"red": "#f0655c", "yellow": "#f2c230", "green": "#5fc27e", "blue": "#6fa8ff", "gold": "#e0b23a", "silver": "#c3cad1"}
WILD_INK = f"bold {repl_display.WILD_INK[0]} on {repl_display.WILD_INK[1]}"
BACK_INK = "white on #2b3550"
BACK_TINT = "#8fa0d0"
FRAME, PICKED = "╭─╮│╰╯", "╔═╗║╚╝"
CARD_ROWS = 4
WITH_BRINGS = 80  # columns from which a move has room for what it brings


def tinted(line: str, style: str = "") -> Text:
    """A line whose cards and colors are tinted so that they read well on the table."""
    return styled(line, style, TINTS)


def ink(card: str) -> str:
    """The Rich style of a card."""
    return INKS.get(color_of(card) or "", WILD_INK)


def face(edition: Edition, card: str) -> tuple[str, str, str]:
    """Return what a card shows on its two lines and its lower edge."""
    kind = next(kind for kind in edition.kinds if kind.text == card)
    color, extra = color_of(card), card.partition("@")[2]
    title = f"{kind.title} {kind.number}" if kind.number else kind.title
    if color:
        return color_label(color), title, extra
    return f"{WILD_SYMBOL.glyph} wild", title.removeprefix("Wild").strip(), extra


def box(lines: tuple[str, str, str], style: str, *, mark: str = "", picked: bool = False) -> list[Text]:
    """A card of four rows, with ``mark`` on its upper edge."""
    width = max(cell_len(line) for line in (*lines, mark, "     "))
    left, dash, right, side, low, end = list(PICKED if picked else FRAME)
    upper = f"{left}{_padded(mark, width, dash)}{right}"
    lower = f"{low}{_padded(lines[2], width, dash)}{end}"
    inner = [f"{side}{_padded(line, width, ' ')}{side}" for line in lines[:2]]
    return [Text(row, style) for row in (upper, *inner, lower)]


def _padded(text: str, width: int, fill: str) -> str:
    return text + fill * (width - cell_len(text))


def beside(boxes: Sequence[Sequence[Text]], gap: str = " ") -> list[Text]:
    """Put boxes of equal height side by side."""
    return [Text(gap).join(rows) for rows in zip(*boxes, strict=True)]


def clicked(text: Text, action: str) -> Text:
    """A text that stands for an action of the screen when it is clicked."""
    text.apply_meta({"@click": f"screen.{action}"})
    return text


def keys(before: str, found: Sequence[tuple[str, str, str]]) -> Text:
    """The line of keys. A click on one does the same."""
    return Text(before) + Text(" · ").join(clicked(Text(f"{key} {does}"), action) for key, does, action in found)


def hand(edition: Edition, cards: Sequence[str], marks: Mapping[str, str], picked: int | None, width: int, height: int) -> Text:
    """A hand that fits a space of this size: as cards, or as a list if there are too many. The picked card always shows."""
    boxes = [
        [clicked(row, f"click_card({i})") for row in drawn]
        for i, card in enumerate(cards)
        for drawn in [box(face(edition, card), _ink(card, marks), mark=marks.get(card, ""), picked=i == picked)]
    ]
    rows = _wrapped(boxes, [cell_len(each[0].plain) for each in boxes], width)
    if len(rows) * CARD_ROWS <= height:
        return Text("\n").join(line for row in rows for line in beside(row))
    chips = [
        clicked(_chip(edition, card, marks.get(card, ""), picked=i == picked), f"click_card({i})")
        for i, card in enumerate(cards)
    ]
    lines = [Text(" ").join(row) for row in _wrapped(chips, [cell_len(chip.plain) for chip in chips], width)]
    shown = [line.copy() for line in _window(lines, _line_of(picked, chips, width), height)]
    if len(shown) < len(lines):
        shown[-1].truncate(width - 4)
        shown[-1].append(" ← →", "bold")
    return Text("\n").join(shown)


def _ink(card: str, marks: Mapping[str, str]) -> str:
    """A card's style, dimmed if it cannot be played."""
    return ink(card) if card in marks else f"{ink(card)} dim"


def _chip(edition: Edition, card: str, mark: str, *, picked: bool) -> Text:
    color, title, extra = face(edition, card)
    words = " ".join(part for part in (color, title, f"({extra})" if extra else "") if part)
    ends = "[]" if picked else "  "
    return Text(f"{ends[0]}{f'{mark} ' if mark else ''}{words}{ends[1]}", ink(card) if mark else f"{ink(card)} dim")


def _wrapped(things: Sequence[T], widths: Sequence[int], width: int) -> list[list[T]]:
    rows: list[list[T]] = []
    used = width + 1
    for thing, needed in zip(things, widths, strict=True):
        if used + needed > width:
            rows.append([])
            used = 0
        rows[-1].append(thing)
        used += needed + 1
    return rows


def _line_of(picked: int | None, chips: Sequence[Text], width: int) -> int:
    rows = _wrapped(list(range(len(chips))), [cell_len(chip.plain) for chip in chips], width)
    return next((number for number, row in enumerate(rows) if picked in row), 0)


def _window(lines: Sequence[T], wanted: int, height: int) -> Sequence[T]:
    """As many of the lines as fit, including the wanted one."""
    start = max(0, min(wanted - height // 2, len(lines) - height))
    return lines[start : start + height]


def choices(found: Sequence[Choice], cursor: int | None, width: int, height: int) -> Text:
    """The numbered list in columns, with an arrow at the selected entry. The last line says what it has no room for.

    In a single column, the list says beside each move what it costs or brings.
    """
    if not found:
        return Text("")
    if len(found) <= height and width >= WITH_BRINGS:
        return Text("\n").join(_with_brings(choice, i, cursor, width) for i, choice in enumerate(found))
    entries = [f"{'▶' if i == cursor else ' '}{i + 1:>2} {choice.text}" for i, choice in enumerate(found)]
    column = min(max(cell_len(entry) for entry in entries) + 2, width)
    columns = max(1, min(width // column, -(-len(entries) // height)))
    per_column = -(-len(entries) // columns)
    texts = [tinted(entry, "bold reverse" if i == cursor else "") for i, entry in enumerate(entries)]
    lines = []
    for row in range(per_column):
        line = Text()
        for i in range(row, len(entries), per_column):
            entry = texts[i]
            entry.truncate(column - 1, overflow="ellipsis", pad=True)
            line += clicked(entry, f"click_entry({i})") + " "
        lines.append(line)
    wanted = (cursor or 0) % per_column
    if per_column <= height:
        return Text("\n").join(lines)
    seen = _window(lines, wanted, height - 1)
    return Text("\n").join([*seen, Text(f"   ↑ ↓ for all {len(entries)}", "italic")])


def _with_brings(choice: Choice, i: int, cursor: int | None, width: int) -> Text:
    entry = tinted(f"{'▶' if i == cursor else ' '}{i + 1:>2} {choice.text}", "bold reverse" if i == cursor else "")
    if choice.brings:
        entry += Text("  ") + tinted(choice.brings, "italic dim")
    entry.truncate(width, overflow="ellipsis")
    return clicked(entry, f"click_entry({i})")


class People(NamedTuple):
    """The players as a view shows them, with their names, clocks and marks."""

    view: View
    names: Sequence[str]
    seconds: Mapping[int, int]
    away: Mapping[int, str]

    def marks(self, seat: int) -> str:
        """Return everything else there is to say about a seat."""
        found = ["UNO?"] * (seat in self.view.owes_uno) + [team_mark(self.view, seat)]
        found += ["you"] * (seat == self.view.seat) + [self.away.get(seat, "")]
        found += [f"{self.seconds[seat]} s"] if seat in self.seconds else []
        return " ".join(filter(None, found))


def players(people: People, width: int) -> Text:
    """All players with their cards and points, in as many columns as fit. Play runs down, column by column."""
    rows = [_player(people, seat) for seat in range(len(people.names))]
    columns = max(1, min(3, width // 38))
    per_column = -(-len(rows) // columns)
    column = width // columns
    lines = []
    for row in range(per_column):
        line = Text()
        for i in range(row, len(rows), per_column):
            rows[i].truncate(column - 1, overflow="ellipsis", pad=True)
            line += rows[i] + " "
        lines.append(line)
    return Text("\n").join(lines)


def _player(people: People, seat: int, backs: int = 0) -> Text:
    """A player in a row, with up to this many card backs."""
    view = people.view
    moves, count = seat in view.to_move, view.counts[seat]
    text = Text(f"{'▶' if moves else ' '} ", "bold" if moves else "")
    text += Text(f"{people.names[seat][:12]:<12}", "bold" if moves or seat == view.seat else "")
    if backs:
        text += Text(f" {_padded('▮' * min(count, backs), backs, ' ')}", BACK_TINT)
    text += Text(f" {count:>2} card{'s' if count != 1 else ' '} {view.scores[seat]:>4} p")
    return text + Text(f" {people.marks(seat)}", "italic")


def few_lines(people: People, width: int) -> Text:
    """All players in as few lines as possible: who is to move, everyone's cards, and who forgot to call."""
    chips = []
    for seat, name in enumerate(people.names):
        shown = "you" if seat == people.view.seat else name[:8]
        marks = people.marks(seat).removesuffix("you").strip()
        moves = seat in people.view.to_move
        told = f"{'▶' if moves else ''}{shown} {people.view.counts[seat]}{f' {marks}' if marks else ''}"
        chips.append(Text(told, "bold reverse" if moves else "bold" if seat == people.view.seat else ""))
    rows = _wrapped(chips, [cell_len(chip.plain) + 1 for chip in chips], width)
    return Text("\n").join(Text("  ").join(row) for row in rows)


def side(people: People, piles: Text) -> Text:
    """The panel of a large screen: every player in a line with the backs of their cards, and the piles."""
    rows = [_player(people, seat, backs=10) for seat in range(len(people.names))]
    return Text("\n").join([*rows, Text(""), *piles.split("\n")])


def pile(view: View) -> Text:
    """The piles in one line."""
    color = color_label(view.color) if view.color else "not picked"
    arrow = "↓" if view.direction == 1 else "↑"
    top = tinted(f"Top: {label(view.top, view.kinds)} · color: {color} · ")
    return top + clicked(Text(f"draw pile {view.draw_count}"), "verb('pile')") + Text(f" · {arrow}")


def piles(edition: Edition, view: View) -> Text:
    """The discard pile, the draw pile, the current color and the direction of play."""
    top = box(face(edition, view.top), ink(view.top))
    draw = [clicked(row, "verb('pile')") for row in box(("draw", f"{view.draw_count:>3}", ""), BACK_INK)]
    color = color_label(view.color) if view.color else "not picked"
    style = INKS.get(view.color or "", "")
    arrow = "↓" if view.direction == 1 else "↑"
    facts = [Text("color", "dim"), Text(f" {color} ", style), Text("play runs", "dim"), Text(f"{arrow} {direction(view)}")]
    return Text("\n").join(beside([top, draw, facts]))
