"""How long a million rounds take with all statistics, on one thread and on two, beside the C limit that counts nothing.

    .venv/bin/python benchmarks/simulate.py [--rounds N] [--edition NAME ...] [--players N]

The C limit plays `classic` alone and gathers nothing; `plain` is our own playout without statistics. Of three turns of each
the best counts.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from lastcard import editions
from lastcard.compiled import Compiled
from lastcard.lab.simulation import Setting, Simulation, combined
from lastcard.lab.work import cores, run
from rules import as_table, build_limit

BAR = ("classic", 4, 10.0)  # a million rounds of it on two cores, in seconds


def best(play: Callable[[], object]) -> float:
    """Seconds of the best of three turns."""
    times = []
    for _ in range(3):
        began = time.perf_counter()
        play()
        times.append(time.perf_counter() - began)
    return min(times)


def simulated(edition: str, players: int, rounds: int, workers: int) -> float:
    """Seconds of a simulation, its tables summed up."""
    job = Simulation((Setting(edition, players),), rounds)
    return best(lambda: combined(dict(run(job, workers))))


def limit_seconds(limit: Path, rounds: int, players: int) -> float:
    """Seconds of the C limit on one core; it takes the best of some turns itself."""
    told = subprocess.run([str(limit), str(rounds), str(players)], check=True, capture_output=True, text=True).stdout
    return rounds / float(told.split("games/s")[0].split()[-1])


def row(edition: str, players: int, rounds: int, limit: Path | None) -> list[str]:
    """One edition's times, as a million rounds."""
    Simulation((Setting(edition, players),), 1).run(0)  # compiles
    scale = 1e6 / rounds
    compiled = Compiled(editions.get(edition), players=players, quiet=True)
    plain = best(lambda: compiled.playouts(0, rounds)) * scale
    one, two = (simulated(edition, players, rounds, workers) * scale for workers in (1, 2))
    c = None if limit is None else limit_seconds(limit, rounds, players) * scale
    bar = f"<= {BAR[2]:.0f} s: {'met' if two <= BAR[2] else 'MISSED'}" if (edition, players) == BAR[:2] else ""
    told = "-" if c is None else f"{c:.1f} s", "-" if c is None else f"{c / one:.2f}"
    return [edition, str(players), f"{one:.1f} s", f"{two:.1f} s", bar, f"{plain:.1f} s", *told]


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--edition", nargs="*", default=["classic"])
    given = parser.parse_args()
    head = ["edition", "players", "1 thread", "2 threads", "bar", "plain", "C limit", "of C"]
    with tempfile.TemporaryDirectory() as folder:
        limit = build_limit(Path(folder))
        rows = [row(edition, given.players, given.rounds, limit) for edition in given.edition]
    print(f"A million rounds with statistics. Python {platform.python_version()}, {cores()} cores, {platform.machine()}.\n")
    print(as_table(head, rows))


if __name__ == "__main__":
    main()
