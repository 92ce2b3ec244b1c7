"""Walks: games played by chance through everything that an edition offers, out of turn too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from ..edition import Edition
from ..game import Game
from ..moves import Move
from ..texts import PLACEHOLDER

LONGEST = 5000  # moves of a round after which a walk has failed to end


def spoken(game: Game, move: Move, rng: Random) -> str:
    """The text to move with: a move of free text says something."""
    return str(move) if move.said != PLACEHOLDER else f"{move.verb} {rng.randrange(10**9)} words"


def choose(game: Game, rng: Random) -> tuple[int, str]:
    """A seat and one of its legal moves: mostly of a seat that the game waits for, and plays before draws."""
    asked = game.offers() if rng.random() < 0.4 else ()
    able = [seat for seat in asked if game.moves(seat)]
    if not able:
        able = [seat for seat in game.to_move if game.moves(seat)]
    seat = rng.choice(able)
    moves = game.moves(seat)
    active = [move for move in moves if move.verb not in ("draw", "pass")]
    if active and rng.random() < 0.9:
        moves = active
    return seat, spoken(game, rng.choice(moves), rng)


def walk(
    edition: str | Edition, players: int, seed: int, options: Mapping[str, Any] | None = None, rounds: int = 1
) -> Iterator[Game]:
    """The same game before its first move and after every one, through so many rounds; moved on between the steps."""
    rng = Random(seed)
    game = Game(edition, players=players, seed=seed, options=options)
    yield game
    for number in range(rounds):
        if number:
            game.next_round()
            yield game
        for _ in range(LONGEST):
            if game.round_over:
                break
            game.move(*choose(game, rng))
            yield game
        if game.over:
            return
