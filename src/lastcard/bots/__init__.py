"""Players that are programs.

A bot is an object with a ``name``, a sentence ``about`` it, and ``choose(view, moves, rng)``. It gets a
:class:`~lastcard.view.View` and its seat's legal moves, never the game, and keeps nothing between calls, so one object can
play any number of seats. Returning None declines moves that are optional (:func:`may_decline`). Bots are found through the
entry points of the group ``lastcard.bots``, each of which names such an object. Other distributions can add their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Protocol, runtime_checkable

from ..errors import InvalidOption
from ..game import Game
from ..moves import Move
from ..plugins import entries, leave_out
from ..typed_text import meant, quoted
from ..view import View
from .asking import Question, heard, one_by_one

GROUP = "lastcard.bots"


class Bot(Protocol):
    """A player that the table asks for a move."""

    name: str
    about: str

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        """Return one of the moves, with any free text filled in, or None to decline if that is possible."""


@runtime_checkable
class Timed(Protocol):
    """A bot that can be told how long it may think. Until it is ready to search, it plays something simpler at once."""

    def timed(self, milliseconds: float) -> Bot:
        """Return the same bot with this much time for each choice."""


def may_decline(view: View, moves: Sequence[Move]) -> bool:
    """Whether None is a valid answer: all the moves are out of turn, and the game is not waiting for the call."""
    if view.seat not in view.to_move:
        return True
    return view.seat not in view.owes_uno and not duties(moves)


def duties(moves: Sequence[Move]) -> list[Move]:
    """Return the moves without those made out of turn, which the game never waits for."""
    return [move for move in moves if not move.meaning.chance]


def calling(moves: Sequence[Move]) -> list[Move]:
    """Return the moves, leaving out any that could include the call but do not."""
    calls = {str(move) for move in moves if move.uno}
    return [move for move in moves if f"{move} uno" not in calls]


def names() -> list[str]:
    """Return the names of all installed bots: ours first, then those of other distributions."""
    return list(_found())


def get(name: str) -> Bot:
    """Return the bot with this name."""
    if name not in (found := _found()):
        others = f"; there are {', '.join(found)}"
        raise InvalidOption(f"there is no bot {quoted(name)}{meant(name, found, others)}")
    return found[name]


@cache
def _found() -> dict[str, Bot]:
    found: dict[str, Bot] = {}
    for distribution, entry in entries(GROUP):
        if entry.name in found:
            leave_out(f"the bot {entry.name!r}", distribution, "there is another bot with that name")
            continue
        try:
            bot = entry.load()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - other people's code may raise anything
            leave_out(f"the bot {entry.name!r}", distribution, error)
            continue
        if trouble := _trouble_with(bot):
            leave_out(f"the bot {entry.name!r}", distribution, f"{entry.value} {trouble}")
        else:
            found[entry.name] = bot
    return found


def _trouble_with(bot: object) -> str:
    """Explain why an object is not a bot, or return nothing if it is one."""
    if isinstance(bot, type):
        return "is a class; the entry point names an object of it"
    missing = [name for name in ("name", "about") if not isinstance(getattr(bot, name, None), str)]
    if not callable(getattr(bot, "choose", None)):
        missing.append("choose")
    return f"has no {' and no '.join(missing)}" if missing else ""


def play(game: Game, bots: Sequence[Bot], rng: Random) -> None:
    """Play a game to its end, with one bot for each seat."""
    play_round(game, bots, rng)
    while not game.over:
        game.next_round()
        play_round(game, bots, rng)


def play_round(game: Game, bots: Sequence[Bot], rng: Random) -> None:
    """Play a round to its end. Before each move the game waits for, other seats may act out of turn (:mod:`.asking`)."""
    while not game.round_over:
        answered = heard((asked, _answer(game, bots[asked.seat], asked, rng)) for asked in one_by_one(game))
        if answered is not None and answered[1] is not None:
            game.move(answered[0].seat, answered[1])


def _answer(game: Game, bot: Bot, asked: Question, rng: Random) -> Move | None:
    """Return the bot's choice."""
    view = game.view(asked.seat)
    move = bot.choose(view, asked.moves, rng)
    if move is None and not may_decline(view, asked.moves):
        choices = ", ".join(asked.moves)
        raise RuntimeError(f"the bot {bot.name} at seat {asked.seat} declined, but had to choose from: {choices}")
    return move
