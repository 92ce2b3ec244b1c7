"""Players that are programs.

A bot is an object with a ``name``, a sentence ``about`` it, and ``choose(view, moves, rng)``: it sees a
:class:`~lastcard.view.View` and its seat's legal moves, never the game, and keeps nothing between calls, so that one object
may play any number of seats. None declines moves that are optional (:func:`may_decline`). Bots are found by the entry
points of the group ``lastcard.bots``, each of which names such an object: ours, and anybody else's.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Protocol, runtime_checkable

from ..errors import InvalidOption
from ..game import Game
from ..moves import Move
from ..texts import quoted
from ..view import View

GROUP = "lastcard.bots"
# What a seat may do out of turn and is never waited for.
OUT_OF_TURN = frozenset({"uno", "catch", "block", "failed"})


class Bot(Protocol):
    """What the table asks for a move."""

    name: str
    about: str

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        """One of the moves, a free text filled in; None declines where that is possible."""


@runtime_checkable
class Timed(Protocol):
    """A bot that can be told how long it may think; until it is able to, it plays something simpler at once."""

    def timed(self, milliseconds: float) -> Bot:
        """The same bot with so much time for a choice."""


def may_decline(view: View, moves: Sequence[Move]) -> bool:
    """Whether None is an answer: all the moves are out of turn, and the game does not wait for the call."""
    if view.seat not in view.to_move:
        return True
    return view.seat not in view.owes_uno and all(move.verb in OUT_OF_TURN for move in moves)


def names() -> list[str]:
    """The names of all bots that are installed."""
    return sorted(_found())


def get(name: str) -> Bot:
    """A bot by its name."""
    if name not in (found := _found()):
        raise InvalidOption(f"there is no bot {quoted(name)}; there are {', '.join(names())}")
    return found[name]


@cache
def _found() -> dict[str, Bot]:
    from importlib.metadata import entry_points

    return {entry.name: entry.load() for entry in entry_points(group=GROUP)}


def play(game: Game, bots: Sequence[Bot], rng: Random) -> None:
    """Play a game to its end, each seat by the bot of its place."""
    play_round(game, bots, rng)
    while not game.over:
        game.next_round()
        play_round(game, bots, rng)


def play_round(game: Game, bots: Sequence[Bot], rng: Random) -> None:
    """Play a round to its end: before each move of the seats it waits for, those of ``game.offers()`` may come between.

    Who owes a call is asked first, as people call in the same breath; the others in order.
    """
    while not game.round_over:
        if not _take_chance(game, bots, rng):
            seat = game.to_move[0]
            _ask(game, bots, seat, game.moves(seat), rng)


def _take_chance(game: Game, bots: Sequence[Bot], rng: Random) -> bool:
    """Whether somebody has made a move out of turn."""
    offered = game.offers()
    if not offered:
        return False
    asked = [(seat, moves) for seat in offered if (moves := game.chances(seat))]
    owing = game.owes_uno
    asked.sort(key=lambda seat_and_moves: seat_and_moves[0] not in owing)
    return any(_ask(game, bots, seat, moves, rng) for seat, moves in asked)


def _ask(game: Game, bots: Sequence[Bot], seat: int, moves: list[Move], rng: Random) -> bool:
    """Let a bot move; whether it did."""
    view = game.view(seat)
    move = bots[seat].choose(view, moves, rng)
    if move is not None:
        game.move(seat, move)
        return True
    if not may_decline(view, moves):
        raise RuntimeError(f"the bot {bots[seat].name} at seat {seat} declined, but had to choose from: {', '.join(moves)}")
    return False
