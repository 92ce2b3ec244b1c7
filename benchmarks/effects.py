"""How fast "What does it change?" answers. Run it with python benchmarks/effects.py.

A first answer comes from interpreted rounds, within 1 s and with the length of a round within 3%. Once the rules are compiled,
an exact one comes within 3 s, with the length within 0.5%. Both are measured at 2, 4 and 10 players, with the leaflet's rounds
and the table's on a core each, as the server does it. The exit code is 1 if a bar is missed.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor

from lastcard.lab.effects import EXACT, FIRST, Aim, Question, measure, question

EDITION, OPTIONS = "classic", {"stacking": "any", "deflect": "reverse", "last_card": "number", "uno_penalty": 4}
BARS = ((FIRST, 1.0), (EXACT, 3.0))
PLAYERS = (2, 4, 10)


def timed(options: str, players: int, aim: Aim) -> tuple[float, float, float, int]:
    """Measure one table from scratch: wall and CPU seconds, the margin relative to the mean, and rounds."""
    measure.cache_clear()
    began, worked = time.perf_counter(), time.process_time()
    sums = measure(EDITION, players, options, aim).steady
    mean, margin = sums.estimate("turns")
    return time.perf_counter() - began, time.process_time() - worked, margin / mean, sums.rounds


def warm(options: str, aim: Aim) -> None:
    """Load and compile what every answer needs."""
    measure(EDITION, 2, options, aim._replace(margin=9, skill_rounds=2, step=2))


def main() -> int:
    """Print both bars for every number of players."""
    missed = 0
    with ProcessPoolExecutor(2) as pool:
        for aim, within in BARS:
            for players in PLAYERS:
                asked: Question = question(EDITION, players, OPTIONS)
                both = (asked.leaflet, asked.table)
                list(pool.map(warm, both * 2, [aim] * 4))
                began = time.perf_counter()
                found = list(pool.map(timed, both, [players] * 2, [aim] * 2))
                took = time.perf_counter() - began
                worked = max(each[1] for each in found)
                margin = max(each[2] for each in found)
                ok = took <= within and margin <= aim.margin
                missed += not ok
                how = "compiled" if aim.compiled else "interpreted"
                print(
                    f"{players:2} players, {how:11}: {took:.2f} s (bar {within:g} s; {worked:.2f} s of one core), "
                    f"length within {100 * margin:.2f} % (bar {100 * aim.margin:g} %), {found[1][3]:,} rounds: "
                    f"{'met' if ok else 'MISSED'}"
                )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
