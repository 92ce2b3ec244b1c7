"""How long a review takes: whole rounds of four, from one seat, on one core; and what a move of it costs.

    .venv/bin/python benchmarks/review.py [--rounds N] [--edition NAME] [--interpreted]

The rules are loaded beforehand; compiling them, once, takes some seconds more. The second table is in seconds of CPU time. The
server refuses a review by such prices before it begins (PRICES in ``lastcard/server/live/replay.py``), so those should be no
lower than the ones printed here for the most expensive edition. ``--interpreted`` measures those without Numba instead.
"""

from __future__ import annotations

import argparse
import time
from functools import cache
from random import Random
from typing import NamedTuple

from lastcard import Game, bots, editions
from lastcard.bots import trials
from lastcard.edition import Edition
from lastcard.record import Record
from lastcard.review import review
from lastcard.server.live import replay

BAR = 10.0
FEW, MANY = 2, 10  # players
LITTLE = 0.001  # effort, at which next to nothing is spent on rollouts


class Prices(NamedTuple):
    """Seconds of CPU time for a move, for each player in addition, and for full effort."""

    move: float
    player: float
    effort: float

    def __str__(self) -> str:
        """Three cells of a table."""
        return f"{self.move:.4f} | {self.player:.4f} | {self.effort:.3f}"


def played(edition: str, players: int, seed: int) -> Record:
    """A round in which one player is weaker than the others."""
    game = Game(edition, players, seed=seed)
    bots.play_round(game, [bots.get("random"), *[bots.get("steady")] * (players - 1)], Random(seed))
    return game.record()


def times(edition: str, rounds: int) -> str:
    """A row of the first table."""
    moves, seconds = [], []
    for seed in range(rounds):
        record = played(edition, 4, seed)
        began = time.perf_counter()
        review(record)
        seconds.append(time.perf_counter() - began)
        moves.append(len(record["moves"]))
    told = "met" if max(seconds) <= BAR else "MISSED"
    mean = sum(seconds) / len(seconds)
    return f"| {edition} | {rounds} | {sum(moves) / len(moves):.0f} | {mean:.1f} | {max(seconds):.1f} | {BAR:.0f} {told} |"


def a_move(edition: str, players: int, effort: float, rounds: int) -> float:
    """Seconds of CPU time for a move of a review."""
    records = [played(edition, players, seed) for seed in range(rounds)]
    began = time.process_time()
    for record in records:
        review(record, effort=effort)
    return (time.process_time() - began) / sum(len(record["moves"]) for record in records)


def prices(edition: str, effort: float, rounds: int) -> Prices:
    """Work out the prices from reviews with few and many players, and with little and much effort."""
    little = {players: a_move(edition, players, LITTLE, rounds) for players in (FEW, MANY)}
    much = {players: a_move(edition, players, effort, rounds) for players in (FEW, MANY)}
    player = max(0.0, (little[MANY] - little[FEW]) / (MANY - FEW))
    whole = max((much[players] - little[players]) / (effort - LITTLE) for players in (FEW, MANY))
    return Prices(max(0.0, little[FEW] - FEW * player), player, whole)


@cache
def without_numba(_edition: Edition) -> trials.Engine:
    """Stand in for the compiler when the extra ``lab`` is missing."""
    raise ImportError("interpreted, as asked")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--edition", choices=editions.names(), default="")
    parser.add_argument("--interpreted", action="store_true", help="without Numba; only the prices")
    given = parser.parse_args()
    names = [given.edition] if given.edition else editions.names()
    effort, known = replay.EFFORT, replay.PRICES
    if given.interpreted:
        trials.compiled = without_numba
        effort, known = replay.EFFORT_INTERPRETED, replay.PRICES_INTERPRETED
    for name in names:
        review(Game(name, 4, seed=0).record(), effort=0.01)
    if not given.interpreted:
        print("| edition | rounds | moves per round | seconds each | longest | bar |\n| --- | --- | --- | --- | --- | --- |")
        for name in names:
            print(times(name, given.rounds), flush=True)
        print()
    print("| edition | a move | each player | a whole effort |\n| --- | --- | --- | --- |")
    found = []
    for name in names:
        found.append(prices(name, effort, given.rounds))
        print(f"| {name} | {found[-1]} |", flush=True)
    print(f"| the most expensive | {Prices(*map(max, zip(*found, strict=True)))} |")
    print(f"| the server's | {Prices(*known)} |")


if __name__ == "__main__":
    main()
