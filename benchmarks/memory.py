"""What a table without connections takes in memory, and how long a long one takes to open.

    .venv/bin/python benchmarks/memory.py [--tables 500] [--moves 50,1000,3000]

Each size is measured in a process of its own, as the growth of its resident memory by tables that were read from their logs,
as a server reads them.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import multiprocessing
import random
import time

import psutil

from lastcard import editions
from lastcard.server.live.room import Room
from lastcard.server.table import log, state
from lastcard.server.table.fold import Table, hashed
from lastcard.server.wire.table_settings import Settings

START = 1_700_000_000.0
SEATS = 4


def played(moves: int, edition: str = "classic") -> list[bytes]:
    """Return the log of a table of four people with this many moves, at random, round after round."""
    people = [log.Person(f"Player {seat}", token_hash=hashed(str(seat))) for seat in range(SEATS)]
    created = log.Created(
        t=START,
        table="abcdefghij",
        edition=edition,
        options={"target": 100_000},
        settings=Settings(clock=0, grace=0),
        people=[*people],
        secret="5e" * 32,
        manners=2,
        rules_version=editions.get(edition).version,
    )
    table, rng, now = Table(), random.Random(1), START
    entries: list[bytes] = []

    def write(entry: log.AnyEntry) -> None:
        table.apply(entry)
        entries.append(log.encode(entry))

    write(created)
    for seat in range(SEATS):
        write(log.Readied(t=now, seat=seat, scheme=table.scheme))
    write(log.Started(t=now, scheme=table.scheme))
    for number in range(moves):
        now += 2.5
        assert table.game is not None
        if table.stage == "between":
            write(log.Dealt(t=now))
        seat = rng.choice(table.game.to_move)
        listed = [m for m in table.moves(seat) if m[:5] not in ("catch", "uno")]
        cards = [m for m in listed if m.startswith("play")] or listed
        write(log.Moved(t=now, seat=seat, move=rng.choice(cards), cid=f"{seat}.{number}"))
    return entries


async def grown(entries: list[bytes], tables: int) -> float:
    """Return the kilobytes of a table, by the growth of this process."""
    process, rooms = psutil.Process(), []
    rooms.append(Room(Table(map(log.decode, entries)), time.time))  # what all tables share comes with the first
    gc.collect()
    before = process.memory_info().rss
    for _ in range(tables):
        room = Room(Table(map(log.decode, entries)), time.time)
        for viewer in range(SEATS):
            state.own(room.table, viewer)  # as after connections that are gone
        rooms.append(room)
    gc.collect()
    return float(process.memory_info().rss - before) / tables / 1e3


def measure(moves: int, tables: int) -> None:
    """Measure one size, and print it."""
    entries = played(moves)
    print(f"{moves:7,} moves: {asyncio.run(grown(entries, tables)):6.0f} kB a table", flush=True)


def main() -> None:
    """Measure every size in a fresh process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--moves", default="50,1000,3000")
    given = parser.parse_args()
    for moves in map(int, given.moves.split(",")):
        process = multiprocessing.get_context("spawn").Process(target=measure, args=(moves, given.tables))
        process.start()
        process.join()


if __name__ == "__main__":
    main()
