"""Where a move's CPU time goes: microseconds of each step, at a table of four people, without sockets and disk.

    .venv/bin/python benchmarks/move_cost.py [--moves 2000] [--turns 7]

The moves of a random game are decided, applied, written down and told to four connections, as the server does it. What counts
is the processor time of the only thread, and each figure is the median of some turns that play all moves. No clock runs.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from compare import origin
from memory import SEATS, played

from lastcard.server.live.room import Room
from lastcard.server.table import log
from lastcard.server.table.decide import decide
from lastcard.server.table.summary import status, written
from lastcard.server.table.table import Table, hashed
from lastcard.server.wire.commands import Move

STEPS = (
    "decide what the command leads to",
    "apply it to the table and the game",
    "the log entry and the table's summary",
    "four frames: states, what has changed, JSON",
)


class Listener:
    """A connection that takes frames and does nothing with them."""

    def tell(self, frame: bytes) -> None:
        """Take a frame."""

    offer = tell

    def close(self, code: int) -> None:
        """Never happens here."""


def turn(entries: Sequence[log.AnyEntry]) -> list[float]:
    """Play all moves of a log, and return the microseconds of CPU time that each step takes for a move."""
    start = next(number for number, entry in enumerate(entries, 1) if isinstance(entry, log.Started))
    table, clock = Table(entries[:start]), time.thread_time_ns
    room = Room(table, lambda: table.time)
    for seat in range(SEATS):
        room.attach(Listener(), hashed(str(seat)), 0)
    spent, moves = [0] * len(STEPS), 0
    for entry in entries[start:]:
        if not isinstance(entry, log.Moved):
            table.apply(entry)
            room.tell([entry])
            continue
        command = Move(move=entry.move, n=table.number, id=entry.cid)
        times = [clock()]
        decided = decide(table, entry.seat, command, entry.t)
        times.append(clock())
        for each in decided:
            table.apply(each)
        times.append(clock())
        for each in decided:
            log.encode(each)
        status(table), written(table)
        times.append(clock())
        room.tell(decided, hashed(str(entry.seat)), entry.cid)
        times.append(clock())
        spent = [so_far + after - before for so_far, (before, after) in zip(spent, pairwise(times), strict=True)]
        moves += 1
    return [each / moves / 1e3 for each in spent]


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=2000)
    parser.add_argument("--turns", type=int, default=7)
    given = parser.parse_args()
    entries = [log.decode(entry) for entry in played(given.moves)]
    turn(entries)
    turns = [turn(entries) for _ in range(given.turns)]
    print(f"{origin(**vars(given))}\n\n| | µs a move |\n| --- | --- |")
    for step, each in zip(STEPS, zip(*turns, strict=True), strict=True):
        print(f"| {step} | {median(each):.0f} ({min(each):.0f} to {max(each):.0f}) |")


if __name__ == "__main__":
    main()
