"""Which seats a game asks for a move, in which order, and whose answer counts. Servers, screens and arenas all use it.

A seat that owes a call comes first, because people call in the same breath. The seats that may act out of turn follow,
starting to the left of the last mover, and the seats that the game waits for come last. Nothing here depends on anyone's
cards, so being asked reveals nothing (rule hero-secret).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple, TypeVar

from ..game import Game
from ..moves import Move

Answer = TypeVar("Answer")


class Question(NamedTuple):
    """A seat may make one of these moves, or must make one if it owes one. The list of moves may be empty."""

    seat: int
    moves: list[Move]
    is_owed: bool


def order(game: Game, seats: Collection[int]) -> list[int]:
    """Return the seats among these that are asked now, in order."""
    owing = game.owes_uno
    asked = [seat for seat in dict.fromkeys((*game.offers(), *game.to_move)) if seat in seats]
    return sorted(asked, key=lambda seat: seat not in owing) if owing else asked


def is_window_open(game: Game) -> bool:
    """Whether people need time now: a card waits for an answer that others may come before, or somebody may jump in."""
    if game.phase == "answer":
        return bool(game.offers())
    inside = game.inside()
    return bool(game.edition.kernels.jumpers(inside.rules, inside.round))


def question(game: Game, seat: int) -> Question:
    """Return a seat's question: any of its moves if the game waits for it, otherwise only those out of turn."""
    is_owed = seat in game.to_move
    return Question(seat, game.moves(seat) if is_owed else game.chances(seat), is_owed)


def together(game: Game, seats: Collection[int]) -> list[Question]:
    """Return a question for each of these seats, for players who think at the same time."""
    return [question(game, seat) for seat in order(game, seats)]


def one_by_one(game: Game) -> Iterator[Question]:
    """Yield questions for all the seats, each of which may know the answers to those before it.

    A seat with nothing to choose from is left out. A seat that the game waits for is asked twice if it may also act out of
    turn: it does so in its place among the others, or not at all.
    """
    if offered := game.offers():
        for seat in order(game, offered):
            if moves := game.chances(seat):
                yield Question(seat, moves, is_owed=False)
    seat = game.to_move[0]
    yield Question(seat, game.moves(seat), is_owed=True)


def heard(answers: Iterable[tuple[Question, Answer | None]]) -> tuple[Question, Answer | None] | None:
    """Return the answer that counts: the first chance taken, or else the answer of the first seat that owes a move.

    An answer of None lets a chance pass, or leaves an owed move for the caller to find. The result is None if every answer
    lets a chance pass. No more answers are asked for once a chance is taken.
    """
    owed: tuple[Question, Answer | None] | None = None
    for asked, move in answers:
        if asked.is_owed:
            owed = owed or (asked, move)
        elif move is not None:
            return asked, move
    return owed
