"""How long a review takes: whole rounds of four, from one seat, on one core.

    .venv/bin/python benchmarks/review.py [--rounds N] [--edition NAME]

The rules are loaded beforehand; compiling them, once, takes some seconds more.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from lastcard import Game, bots, editions
from lastcard.lab.review import review

BAR = 10.0


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--edition", choices=editions.names(), default="")
    given = parser.parse_args()
    print("| edition | rounds | moves a round | seconds a review | longest | bar |\n| --- | --- | --- | --- | --- | --- |")
    for name in [given.edition] if given.edition else editions.names():
        review(Game(name, 4, seed=0).record(), effort=0.01)
        moves, seconds = [], []
        for seed in range(given.rounds):
            game = Game(name, 4, seed=seed)
            bots.play_round(game, [bots.get("random"), *[bots.get("steady")] * 3], Random(seed))
            record = game.record()
            began = time.perf_counter()
            review(record)
            seconds.append(time.perf_counter() - began)
            moves.append(len(record["moves"]))
        told = "met" if max(seconds) <= BAR else "MISSED"
        mean = sum(seconds) / len(seconds)
        print(
            f"| {name} | {given.rounds} | {sum(moves) / len(moves):.0f} | {mean:.1f} | {max(seconds):.1f} | {BAR:.0f} {told} |"
        )


if __name__ == "__main__":
    main()
