"""Cards as they are printed: colors and their symbols, kinds and their texts.

A *kind* is what is printed on a card; a deck holds some copies of each. Its code is ``color << 4 | rank``: four colors of
sixteen ranks, then the wilds as a fifth color. Codes are for the rules; everybody else uses the text (``red-5``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

WILD = 4
FIRST_WILD = WILD << 4

# What a card does when it is played.
FX_NONE, FX_SKIP, FX_REVERSE, FX_DRAW_TWO, FX_DRAW_FOUR, FX_SPECIAL = range(6)


class Symbol(NamedTuple):
    """The shape that stands for a color wherever a card is shown (rule color-symbols)."""

    name: str
    glyph: str


SYMBOLS = {
    "red": Symbol("circle", "●"),
    "blue": Symbol("square", "■"),
    "green": Symbol("triangle", "▲"),
    "yellow": Symbol("star", "★"),
    "gold": Symbol("diamond", "◆"),
    "silver": Symbol("hexagon", "⬢"),
}
WILD_SYMBOL = Symbol("all", "✱")

RED_YELLOW_GREEN_BLUE = ("red", "yellow", "green", "blue")


class Kind(NamedTuple):
    """One printed card: code, text, copies in the deck, effect, points, and the symbol it matches by."""

    code: int
    text: str
    copies: int
    effect: int
    value: int
    symbol: str
    emblem: str = ""
    number: int = 0
    name: str = ""

    @property
    def face(self) -> str:
        """What is printed besides color, emblem and number: ``7``, ``draw-two``, ``wild-draw-four``."""
        color = color_of(self.text)
        face = self.text.partition("@")[0].removeprefix(f"{color}-")
        return face.removesuffix(f"-{self.number}") if self.number else face

    @property
    def title(self) -> str:
        """The face as the leaflet calls it: ``Wild Draw Four``."""
        return self.name or " ".join(word if word == "of" else word.capitalize() for word in self.face.split("-"))


def color_of(card: str) -> str | None:
    """The color printed on a card text, None for a wild."""
    color, _, rest = card.partition("-")
    return color if rest and color in SYMBOLS else None


def symbol_of(card: str) -> Symbol:
    """The color symbol that a card shows (rule color-symbols)."""
    color = color_of(card)
    return SYMBOLS[color] if color else WILD_SYMBOL


def label(card: str) -> str:
    """A card as every text interface shows it: its color's symbol before its text."""
    return f"{symbol_of(card).glyph} {card}"


def number_kinds(colors: Iterable[str]) -> tuple[Kind, ...]:
    """Rule deck-numbers: one 0 and two each of 1 to 9, in every color."""
    return tuple(
        Kind(c << 4 | n, f"{color}-{n}", 1 if n == 0 else 2, FX_NONE, n, str(n))
        for c, color in enumerate(colors)
        for n in range(10)
    )


def action_kinds(colors: Iterable[str], rank: int, name: str, effect: int) -> tuple[Kind, ...]:
    """Rule deck-actions: two of this action card in every color."""
    return tuple(Kind(c << 4 | rank, f"{color}-{name}", 2, effect, 20, name) for c, color in enumerate(colors))


def wild_kind(rank: int, text: str, copies: int, effect: int, emblem: str = "", number: int = 0, name: str = "") -> Kind:
    """A wild: fifty points, any color, no symbol that another card could match."""
    return Kind(FIRST_WILD | rank, text, copies, effect, 50, "", emblem, number, name)


def standard_kinds(colors: tuple[str, ...]) -> tuple[Kind, ...]:
    """The 108 cards that the 2023 leaflets share: numbers, Skip, Reverse, Draw Two, Wild, Wild Draw Four."""
    return (
        *number_kinds(colors),
        *action_kinds(colors, 10, "skip", FX_SKIP),
        *action_kinds(colors, 11, "reverse", FX_REVERSE),
        *action_kinds(colors, 12, "draw-two", FX_DRAW_TWO),
        wild_kind(0, "wild", 4, FX_NONE),
        wild_kind(1, "wild-draw-four", 4, FX_DRAW_FOUR),
    )
