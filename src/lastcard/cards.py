"""Cards as they are printed: colors and their symbols, kinds and their texts.

A *kind* is what is printed on a card, and a deck holds some copies of each. Codes (:mod:`~lastcard.bits`) have four colors of
sixteen ranks each, then the wilds as a fifth color. Only the rules use codes. Everything else uses the text (``red-5``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from .bits import kind_at
from .sentence_type import Sentence, sentence

WILD = 4
FIRST_WILD = kind_at(WILD, 0)

# What a card does when it is played.
FX_NONE, FX_SKIP, FX_REVERSE, FX_DRAW_TWO, FX_DRAW_FOUR, FX_SPECIAL = range(6)
EFFECT_DRAWS = {FX_DRAW_TWO: 2, FX_DRAW_FOUR: 4}
EFFECT_DRAWINGS = {FX_SKIP: "skip", FX_REVERSE: "reverse"}
EFFECT_TEXTS = {
    FX_SKIP: "The next player loses a turn.",
    FX_REVERSE: "Play goes the other way around. With two players, you play again.",
    FX_DRAW_TWO: "The next player draws {n} and loses a turn.",
    FX_DRAW_FOUR: "Pick the color. The next player draws {n} and loses a turn, or challenges you. "
    "You're only allowed to play it if you have no card of the current color and no other wild.",
    FX_SPECIAL: "A special card of this edition. Look it up in the rules.",
}
# The same where another wild doesn't count (wd4-wilds-match).
DRAW_FOUR_COLORS = (
    "Pick the color. The next player draws {n} and loses a turn, or challenges you. "
    "You're only allowed to play it if you have no card of the current color."
)
PLAIN_TEXT, WILD_TEXT = "Playable on the same color or the same number.", "Play it on any card and pick the color."
DRAWINGS = (
    *("skip", "reverse", "wild", "shield", "pencil", "flame", "pair", "bubble", "union"),
    *("swap", "gift", "eye", "bolt", "crown", "heart", "clock", "hand"),
)


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
    """One printed card: its code, text, copies in the deck, effect, points, and the symbol by which it matches.

    ``drawing`` is one of :data:`DRAWINGS`. A card without one shows the drawing of its effect, or its initials. ``makes_draw``
    is how many cards an edition's own effect may make the next player draw. ``does`` tells players in a sentence
    or two what the card does, with {n} for ``makes_draw``. Without it, they are told about the effect.
    """

    code: int
    text: str
    copies: int
    effect: int
    value: int
    symbol: str
    emblem: str = ""
    number: int = 0
    name: str = ""
    drawing: str = ""
    makes_draw: int = 0
    does: str = ""

    @property
    def color(self) -> str | None:
        """The color printed on it, or None for a wild."""
        return color_of(self.text)

    @property
    def draws(self) -> int:
        """The number of cards the next player draws, possibly only if they don't choose something else."""
        return EFFECT_DRAWS.get(self.effect, self.makes_draw)

    @property
    def info(self) -> Sentence:
        """A sentence about what the card does, for players who look at it."""
        says = self.does or EFFECT_TEXTS.get(self.effect) or (WILD_TEXT if self.color is None else PLAIN_TEXT)
        return sentence(says, n=self.draws) if "{n}" in says else Sentence(says)

    @property
    def skips(self) -> bool:
        """Whether the next player loses the turn."""
        return self.effect == FX_SKIP or self.effect in EFFECT_DRAWS

    @property
    def face(self) -> str:
        """The text without the color, the emblem and the number of a special card: ``7``, ``draw-two``, ``wild-draw-four``."""
        face = self.text.partition("@")[0].removeprefix(f"{self.color}-")
        return face.removesuffix(f"-{self.number}") if self.number else face

    @property
    def title(self) -> str:
        """The face as the leaflet calls it: ``Wild Draw Four``."""
        return self.name or " ".join(word if word == "of" else word.capitalize() for word in self.face.split("-"))

    @property
    def full_name(self) -> str:
        """The color, emblem, face and number in words: ``red 7``, ``Batman Hero``, ``blue Dare 5``."""
        emblem = self.text.partition("@")[2].capitalize()
        return " ".join(word for word in (self.color, emblem, self.title, str(self.number or "")) if word)

    @property
    def in_a_sentence(self) -> str:
        """The full name with an article: ``a red 7``, ``the Batman Hero``."""
        article = "the" if self.color is None and self.copies == 1 else "an" if self.full_name[0] in "AEIOUaeiou" else "a"
        return f"{article} {self.full_name}"

    @property
    def digits(self) -> str:
        """The digits printed on it, such as ``7``, ``+2`` or the number of a special card. Empty if there are none."""
        if self.effect in EFFECT_DRAWS:
            return f"+{self.draws}"
        if self.number or self.face.isdigit():
            return str(self.number or self.face)
        return f"+{self.makes_draw}" if self.makes_draw and not self.drawing else ""

    @property
    def glyph(self) -> str:
        """The drawing on it. Empty if it shows only digits or initials."""
        return self.drawing or EFFECT_DRAWINGS.get(self.effect, "wild" if self.face == "wild" else "")


@lru_cache(maxsize=1024)
def color_of(card: str) -> str | None:
    """Return the color in a card's text, or None for a wild."""
    color, _, rest = card.partition("-")
    return color if rest and color in SYMBOLS else None


def symbol_of(card: str) -> Symbol:
    """Return the color symbol that a card shows (rule color-symbols)."""
    color = color_of(card)
    return SYMBOLS[color] if color else WILD_SYMBOL


def label(card: str, kinds: Mapping[str, Kind] | None = None) -> str:
    """Return a card as every text interface shows it, with its color's symbol before its name: ``● red 7``.

    ``kinds`` gives the names that editions print on their cards. Without them, the name is made from the text.
    """
    return f"{symbol_of(card).glyph} {printed_on(card, kinds).full_name}"


def printed_on(card: str, kinds: Mapping[str, Kind] | None = None) -> Kind:
    """Return what is printed on a card. Without its edition's ``kinds``, only what the text says is known."""
    return (kinds or {}).get(card) or Kind(0, card, 1, FX_NONE, 0, "")


def number_kinds(colors: Iterable[str]) -> tuple[Kind, ...]:
    """Make the number cards: one 0 and two each of 1 to 9 in every color (rule deck-numbers)."""
    return tuple(
        Kind(kind_at(c, n), f"{color}-{n}", 1 if n == 0 else 2, FX_NONE, n, str(n))
        for c, color in enumerate(colors)
        for n in range(10)
    )


def action_kinds(colors: Iterable[str], rank: int, name: str, effect: int) -> tuple[Kind, ...]:
    """Make two of this action card in every color (rule deck-actions)."""
    return tuple(Kind(kind_at(c, rank), f"{color}-{name}", 2, effect, 20, name) for c, color in enumerate(colors))


def wild_kind(
    rank: int,
    text: str,
    copies: int,
    effect: int,
    emblem: str = "",
    number: int = 0,
    name: str = "",
    drawing: str = "",
    makes_draw: int = 0,
    does: str = "",
) -> Kind:
    """Make a wild: fifty points, any color, and no symbol that another card could match."""
    return Kind(kind_at(WILD, rank), text, copies, effect, 50, "", emblem, number, name, drawing, makes_draw, does)


def standard_kinds(colors: tuple[str, ...]) -> tuple[Kind, ...]:
    """Make the 108 cards that the 2023 leaflets share: numbers, Skip, Reverse, Draw Two, Wild and Wild Draw Four."""
    return (
        *number_kinds(colors),
        *action_kinds(colors, 10, "skip", FX_SKIP),
        *action_kinds(colors, 11, "reverse", FX_REVERSE),
        *action_kinds(colors, 12, "draw-two", FX_DRAW_TWO),
        wild_kind(0, "wild", 4, FX_NONE),
        wild_kind(1, "wild-draw-four", 4, FX_DRAW_FOUR),
    )
