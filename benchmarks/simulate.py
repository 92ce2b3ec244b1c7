"""How long a million rounds take with all statistics, on one thread and on two, next to the C limit without statistics.

    .venv/bin/python benchmarks/simulate.py [--rounds N] [--edition NAME ...] [--players N]

The C limit plays only `classic` and gathers no statistics. `plain` is our own playout without statistics. The best of several
runs counts. CPU is the processor time of the work, however busy the machine is.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from lastcard import editions
from lastcard.compiled import Compiled
from lastcard.lab.jobs import cores, run
from lastcard.lab.simulation import Setting, Simulation, combined
from rules import as_table, build_limit

TURNS = 3
BAR = ("classic", 4, 10.0)  # seconds for a million rounds on two cores


class Best:
    """The best of several turns: seconds by the clock, and of this process's work."""

    def __init__(self, play: Callable[[], object]) -> None:
        self.play = play
        self.clock = self.work = float("inf")

    def turn(self) -> None:
        """Take one more turn."""
        clock, work = time.perf_counter(), time.process_time()
        self.play()
        self.clock = min(self.clock, time.perf_counter() - clock)
        self.work = min(self.work, time.process_time() - work)


def simulated(edition: str, players: int, rounds: int, workers: int) -> Best:
    """A simulation, its tables summed up."""
    job = Simulation((Setting(edition, players),), rounds)
    return Best(lambda: combined(dict(run(job, workers))))


def limit_seconds(limit: Path, rounds: int, players: int) -> float:
    """Seconds of work of the C limit, which plays everything five times."""
    before = os.times()
    subprocess.run([str(limit), str(rounds), str(players)], check=True, capture_output=True)
    after = os.times()
    return (after.children_user + after.children_system - before.children_user - before.children_system) / 5


def row(edition: str, players: int, rounds: int, limit: Path | None) -> list[str]:
    """One edition's times for a million rounds. All are measured in turn, because a machine's speed varies."""
    Simulation((Setting(edition, players),), 1).run(0)  # compiles
    compiled = Compiled(editions.get(edition), players=players, quiet=True)
    plain = Best(lambda: compiled.playouts(0, rounds))
    one, two = (simulated(edition, players, rounds, workers) for workers in (1, 2))
    c = float("inf")
    for _ in range(TURNS):
        for measured in (plain, one, two):
            measured.turn()
        if limit is not None:
            c = min(c, limit_seconds(limit, rounds, players))
    scale = 1e6 / rounds
    met = "met" if two.clock * scale <= BAR[2] else "MISSED"
    bar = f"<= {BAR[2]:.0f} s: {met}" if (edition, players) == BAR[:2] else ""
    told = [f"{seconds * scale:.1f} s" for seconds in (one.clock, one.work, two.clock, plain.work, c)]
    return [edition, str(players), *told[:3], bar, *told[3:], f"{c / one.work:.2f}"]


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--edition", nargs="*", default=["classic"])
    given = parser.parse_args()
    head = ["edition", "players", "1 thread", "its CPU", "2 threads", "bar", "plain, CPU", "C, CPU", "of C"]
    with tempfile.TemporaryDirectory() as folder:
        limit = build_limit(Path(folder))
        rows = [row(edition, given.players, given.rounds, limit) for edition in given.edition]
    print(f"A million rounds with statistics. Python {platform.python_version()}, {cores()} cores, {platform.machine()}.\n")
    print(as_table(head, rows))


if __name__ == "__main__":
    main()
