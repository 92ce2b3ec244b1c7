"""The two baselines. Which of them one measures against matters more than most bots do."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .. import editions
from ..errors import InvalidOption
from ..moves import Move
from ..texts import PLACEHOLDER
from ..view import View
from . import OUT_OF_TURN, may_decline


class RandomBot:
    """Uniform over the legal moves, but it draws only when it cannot play and calls UNO with the card or at once.

    A chance out of turn is taken half of the time. It judges nobody: it abstains, calls no dare failed, does none, and knows
    no lines.
    """

    name = "random"
    about = "Plays any card that fits, draws only when it must, and never forgets to call UNO."

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        """At random, with the exceptions above."""
        call = next((move for move in moves if move.verb == "uno"), None)
        if call is not None:
            return call
        if may_decline(view, moves):
            chances = [move for move in moves if move.verb != "failed"]
            return rng.choice(chances) if chances and rng.random() < 0.5 else None
        moves = [move for move in moves if move.verb not in OUT_OF_TURN]
        social = without_people(view, moves, rng)
        if social is not None:
            return social
        if any(move.verb == "play" for move in moves):
            calls = any(move.uno for move in moves)
            moves = [move for move in moves if move.verb != "draw" and (move.uno or not calls or move.verb != "play")]
        return rng.choice(moves)


class ChaosBot:
    """Uniform over everything that it may do; where it may decline, doing nothing is one of the things."""

    name = "chaos"
    about = "Does anything that the rules allow, in turn and out of turn."

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        """Anything."""
        number = rng.randrange(len(moves) + may_decline(view, moves))
        return spoken(view, moves[number], rng) if number < len(moves) else None


def spoken(view: View, move: Move, rng: Random) -> Move:
    """A move of free text with one of the edition's suggestions in it, where there is any."""
    if move.said != PLACEHOLDER:
        return move
    said = rng.choice(_suggestions(view.edition).get(move.verb, (PLACEHOLDER,)))
    return Move(f"{move.verb} {said}", verb=move.verb, said=said)


def _suggestions(edition: str) -> dict[str, tuple[str, ...]]:
    try:
        return dict(editions.get(edition).suggestions)
    except InvalidOption:  # an edition that is not installed but made on the spot
        return {}


def without_people(view: View, moves: Sequence[Move], rng: Random) -> Move | None:
    """What a bot does where people would judge, perform or quote; None where nothing of that is asked.

    It abstains, takes cards in place of a dare, and says that it cannot where a text is asked for that nobody suggests.
    """
    for move in moves:
        if move.word == "abstain" or move.verb in ("take", "cannot"):
            return move
    texts = [move for move in moves if move.said == PLACEHOLDER]
    return spoken(view, texts[0], rng) if texts else None


RANDOM = RandomBot()
CHAOS = ChaosBot()
