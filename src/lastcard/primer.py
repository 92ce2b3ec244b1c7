"""The game in a few sentences, for people who have never played it, with an example from an arranged position."""

from __future__ import annotations

from typing import NamedTuple

from .bits import color_of_kind
from .cards import FIRST_WILD, Kind
from .edition import Edition
from .errors import InvalidPosition
from .game import Game

GOAL = "Be the first to get rid of all your cards. You then score the cards that the others still hold."
TURN = "Play one card that matches the top card of the pile by color, number or symbol. A wild goes on anything."
DRAW = "Can't play, or don't want to? Draw a card. If it matches, you may play it right away."
UNO = "Call it when you play your second-to-last card. If you forget and someone catches you, you draw."
SAME_COLOR, SAME_SYMBOL, ALWAYS, NO_MATCH = "same color", "same number", "wild: always", "no match"


class Example(NamedTuple):
    """A card of a hand, whether it may be played on the top card, and why."""

    card: str
    plays: bool
    says: str


class Primer(NamedTuple):
    """What a beginner needs to know. Without plain number cards, there is no example, and ``top`` is empty."""

    goal: str = GOAL
    turn: str = TURN
    draw: str = DRAW
    uno: str = UNO
    top: str = ""
    examples: tuple[Example, ...] = ()

    def lines(self) -> list[str]:
        """Return the same in sentences."""
        return [self.goal, self.turn, self.draw, f"UNO: {self.uno[0].lower()}{self.uno[1:]}"]


def primer(edition: Edition) -> Primer:
    """Return what a beginner needs to know about an edition. Its game decides which cards of the example match."""
    dealt = [kind for kind in edition.kinds if kind.copies]
    plain = [kind for kind in dealt if kind.code < FIRST_WILD and kind.digits and 5 <= kind.value <= 9]
    if not plain:
        return Primer()
    top, *others = plain
    color = color_of_kind(top.code)
    far = [kind for kind in others if color_of_kind(kind.code) != color]
    twins = [kind for kind in far if kind.digits == top.digits]
    strangers = [kind for kind in far if kind.digits != top.digits and color_of_kind(kind.code) != _color(twins)]
    near = [kind for kind in others if color_of_kind(kind.code) == color and kind.digits != top.digits]
    wilds = [kind for kind in dealt if kind.code >= FIRST_WILD]
    hand = [kind for kinds in (near, twins, wilds, strangers) for kind in kinds[:1]]
    rest = [kind.text for kind in plain if kind not in hand]
    try:
        game = Game.arrange(edition, hands=[[kind.text for kind in hand], rest[-1:]], top=top.text)
    except InvalidPosition:  # an unusual deck
        return Primer()
    playable = {move.card for move in game.moves(0)}
    return Primer(top=top.text, examples=tuple(_example(kind, color, kind.text in playable) for kind in hand))


def _color(kinds: list[Kind]) -> int:
    return color_of_kind(kinds[0].code) if kinds else -1


def _example(kind: Kind, color: int, plays: bool) -> Example:  # noqa: FBT001
    if not plays:
        says = NO_MATCH
    elif kind.code >= FIRST_WILD:
        says = ALWAYS
    else:
        says = SAME_COLOR if color_of_kind(kind.code) == color else SAME_SYMBOL
    return Example(kind.text, plays, says)
