"""Measures how fast an edition's rules run, for ``lastcard bench``."""

from __future__ import annotations

import time

from .edition import Edition
from .game import Game
from .moves import PLAY
from .typed_text import PLACEHOLDER


def interpreted_time(edition: Edition, players: int, seconds: float) -> float:
    """Seconds per move, measured over whole rounds whose moves were chosen beforehand."""
    rounds = [_random_round(Game(edition, players, seed), seed) for seed in range(8)]
    moves, spent, passes = 0, 0.0, 0
    while spent < seconds:
        for start, chosen in rounds:
            game = start.copy()
            began = time.perf_counter()
            for seat, move in chosen:
                game.move(seat, move)
            if passes:  # the first pass fills the caches
                spent += time.perf_counter() - began
                moves += len(chosen)
        passes += 1
    return spent / moves


def _random_round(game: Game, seed: int) -> tuple[Game, list[tuple[int, str]]]:
    """The game as it is now and random moves to the end of its round, preferring plays to draws."""
    from random import Random

    rng, start = Random(seed), game.copy()  # noqa: S311  (a benchmark needs no secrecy)
    chosen: list[tuple[int, str]] = []
    while not game.round_over:
        seat = game.to_move[0]
        moves = game.moves(seat)
        move = rng.choice([move for move in moves if move.does == PLAY] or moves)
        chosen.append((seat, str(move) if move.said != PLACEHOLDER else f"{move.verb} number {len(chosen)}"))
        game.move(*chosen[-1])
    return start, chosen


def compiled_rate(edition: Edition, players: int, seconds: float) -> float:
    """Moves per second in playouts."""
    from .compiled import Compiled

    compiled = Compiled(edition, players=players)
    rounds, spent = 1000, 0.0
    while True:
        began = time.perf_counter()
        totals = compiled.playouts(0, rounds)
        spent = time.perf_counter() - began
        if spent >= seconds:
            return totals.moves / spent
        rounds *= 2
