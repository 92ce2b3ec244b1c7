"""The two baselines. Which one you measure against matters more than the choice among most bots."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .. import editions
from ..errors import InvalidOption
from ..moves import DRAW, PLAY, UNO, Move
from ..typed_text import PLACEHOLDER
from ..view import View
from . import calling, duties, may_decline


class RandomBot:
    """Picks any legal move at random, but draws only when it cannot play, and calls UNO with the card or at once.

    It takes a chance out of turn half of the time. It judges nobody: it abstains, never says that a dare failed, does no
    dares, and knows no lines.
    """

    name = "random"
    about = "Plays any card that fits, draws only when it must, and never forgets to call UNO."

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        """Choose at random, with the exceptions above."""
        call = next((move for move in moves if move.does == UNO), None)
        if call is not None:
            return call
        if may_decline(view, moves):
            return _perhaps(moves, rng)
        owed = duties(moves)
        return without_people(view, owed, rng) or rng.choice(calling(_playing(owed)))


def _perhaps(moves: Sequence[Move], rng: Random) -> Move | None:
    """Return one of the chances half of the time, but never one that judges somebody."""
    chances = [move for move in calling(moves) if not move.meaning.social]
    return rng.choice(chances) if chances and rng.random() < 0.5 else None


def _playing(moves: Sequence[Move]) -> Sequence[Move]:
    """Return the moves without drawing, if there is a card to play."""
    can_play = any(move.does == PLAY for move in moves)
    return [move for move in moves if move.does != DRAW] if can_play else moves


class ChaosBot:
    """Picks any of its moves at random. If it may decline, doing nothing is one of the options."""

    name = "chaos"
    about = "Does anything that the rules allow, in turn and out of turn."

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        """Choose any move, or none if declining is possible."""
        number = rng.randrange(len(moves) + may_decline(view, moves))
        return spoken(view, moves[number], rng) if number < len(moves) else None


def spoken(view: View, move: Move, rng: Random) -> Move:
    """Fill a free-text move with one of the edition's suggestions, if there are any."""
    if move.said != PLACEHOLDER:
        return move
    said = rng.choice(_suggestions(view.edition).get(move.verb, (PLACEHOLDER,)))
    return Move(f"{move.verb} {said}", verb=move.verb, said=said, meaning=move.meaning)


def _suggestions(edition: str) -> dict[str, tuple[str, ...]]:
    try:
        return dict(editions.get(edition).suggestions)
    except InvalidOption:  # an edition that is not installed but made on the spot
        return {}


def without_people(view: View, moves: Sequence[Move], rng: Random) -> Move | None:
    """Return what a bot does when people would judge, perform or quote, or None if nothing like that is asked.

    It does whatever is mildest: it abstains, takes cards instead of doing a dare, and says that it cannot when a text is asked
    for and none is suggested.
    """
    bows_out = next((move for move in moves if leaves_to_people(move)), None)
    if bows_out is not None:
        return bows_out
    text = next((move for move in moves if move.said == PLACEHOLDER), None)
    return None if text is None else spoken(view, text, rng)


def leaves_to_people(move: Move) -> bool:
    """Whether a move is a way to stay out of what people say, do or judge."""
    return move.meaning.social and move.is_mild


RANDOM = RandomBot()
CHAOS = ChaosBot()
