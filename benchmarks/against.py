"""This tree's server next to another commit's, for ``benchmarks/server.py --against COMMIT``.

Both servers run with the same load from other processes and are measured in turn, so that a busy machine slows both alike.
What counts is processor time a move, and the ratio of the two in the same turns. Waits are told beside.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from compare import checked_out
from served import SOURCE, Players, Server, quantile, serving


class Load(NamedTuple):
    """How many tables there are, and how many seconds their players think. The bar is for this tree alone."""

    tables: int
    think: float
    title: str
    bar: str


LOADS = {
    "moves": Load(40, 0, "40 tables that do not think, four clients each, SQLite", "p99 <= 50 ms"),
    "thinking": Load(
        1000,
        2.0,
        "1,000 tables of four who think for 2 s",
        "<= 0.9 ms CPU a move without pings, which count here; p99 <= 30 ms",
    ),
    "one-table": Load(1, 0, "one table of four that does not think", "p50 <= 1 ms, p99 <= 5 ms"),
}
BARS = {"moves": 1.6}  # how many times cheaper a move should be than at 916a5eb


class Turn(NamedTuple):
    """One measurement: moves, and seconds by the clock and of the server's processor time, and waits in milliseconds."""

    moves: int
    seconds: float
    cpu: float
    times: list[float]

    @property
    def cost(self) -> float:
        """Milliseconds of processor time a move."""
        return self.cpu / max(self.moves, 1) * 1e3


def measured(server: Server, players: Players, seconds: float) -> Turn:
    """Let the players play for this long. Nobody plays before or afterward."""
    players.ask("play")
    before = server.cpu()
    run: dict[str, Any] = players.ask("measure", seconds=seconds)
    spent = server.cpu() - before
    players.ask("pause")
    return Turn(run["moves"], run["seconds"], spent, run["times"])


def flushes(seconds: float = 0.5) -> list[float]:
    """Return how many milliseconds the disk takes for small writes alone."""
    times = []
    with tempfile.TemporaryFile() as file:
        end = time.perf_counter() + seconds
        while (began := time.perf_counter()) < end:
            os.pwrite(file.fileno(), b"x" * 200, 0)
            os.fsync(file.fileno())
            times.append((time.perf_counter() - began) * 1e3)
    return times


def told(turns: Sequence[Turn]) -> str:
    """Describe the turns of one server: the cheapest, and the waits of the quickest."""
    waits = min((turn.times for turn in turns), key=lambda times: quantile(times, 0.5))
    cost = min(turn.cost for turn in turns)
    rate = max(turn.moves / turn.seconds for turn in turns)
    return f"{cost:.3f} ms | {1e3 / cost:,.0f} | {rate:,.0f} | {quantile(waits, 0.5):.2f} / {quantile(waits, 0.99):.1f} ms"


def compare(commit: str, names: Sequence[str], turns: int, seconds: float) -> None:
    """Measure both trees in turn under each load, and print a table."""
    with checked_out(commit) as other:
        for name in names:
            load = LOADS[name]
            flush = f"the disk's own flush takes {median(flushes()):.2f} ms"
            print(f"\n{load.title} (bar: {load.bar}); {flush}", flush=True)
            print(
                "| | CPU a move | moves a core and second | moves a second | wait p50 / p99 |\n| --- | --- | --- | --- | --- |"
            )
            both = pairs(load, (other / "src", SOURCE), turns, seconds)
            for tree, each in zip((commit, "this tree"), both, strict=True):
                print(f"| {tree} | {told(each)} |")
            ratios = [old.cost / new.cost for old, new in zip(*both, strict=True)]
            said = f"{min(ratios):.2f} to {max(ratios):.2f}, median {median(ratios):.2f}"
            bar = f" (bar for 916a5eb: {BARS[name]})" if name in BARS else ""
            print(f"Ratio of CPU a move in the same turn, {commit} to this tree: {said}{bar}", flush=True)


def pairs(load: Load, sources: tuple[Path, Path], turns: int, seconds: float) -> tuple[list[Turn], list[Turn]]:
    """Measure two servers in turn, after a turn to warm up."""
    with ExitStack() as stack:
        started = [stack.enter_context(serving(load.tables, source=source, think=load.think))[:2] for source in sources]
        found: tuple[list[Turn], list[Turn]] = ([], [])
        for turn in range(turns + 1):
            for turns_of, (server, players) in zip(found, started, strict=True):
                each = measured(server, players, seconds)
                if turn:
                    turns_of.append(each)
        return found
