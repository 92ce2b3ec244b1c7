"""What a table without connections takes in memory, and how long a long one takes to open.

    .venv/bin/python benchmarks/memory.py [--tables 500] [--moves 50,1000,3000] [--entries 20000]

Each size is measured in a process of its own, as the growth of its resident memory by tables that were read from their logs,
as a server reads them.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import multiprocessing
import random
import tempfile
import time

import psutil

from lastcard import editions
from lastcard.server.live.metrics import Metrics
from lastcard.server.live.reader import Reader
from lastcard.server.live.room import Room
from lastcard.server.storage.store import Store
from lastcard.server.table import log, state
from lastcard.server.table.checkpoint import kept
from lastcard.server.table.frames import MOST_EVENTS
from lastcard.server.table.table import Table, hashed
from lastcard.server.wire.table_settings import Settings

START = 1_700_000_000.0
SEATS = 4
BARS = {50: 60, 1_000: 100, 3_000: 100}  # kilobytes by moves


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


async def opened(moves: int) -> None:
    """Print how long a table with this many moves takes to open, from its whole log and from its checkpoint."""
    entries = played(moves)
    table, checkpoint = Table(), b""
    for data in entries:
        entry = log.decode(data)
        table.apply(entry)
        checkpoint = kept(table, entry, MOST_EVENTS) or checkpoint
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite:///{folder}/tables.db")
        await store.create(table.id, "i", "w", entries[0], public=False, due=None, now=START)
        await store.append(table.id, 2, entries[1:], due=None, status="playing", seats=SEATS, now=START)
        for name in ("its whole log", "its checkpoint"):
            reader, times = Reader(store, Metrics(), {}), []
            for _ in range(3):
                began, cpu = time.perf_counter(), time.process_time()
                assert await reader.folded(table.id)
                times.append((time.perf_counter() - began, time.process_time() - cpu))
            wall, cpu = min(times)
            print(f"{len(entries):7,} entries open from {name} in {wall:.3f} s, {cpu:.3f} s of them CPU", flush=True)
            await store.keep(table.id, checkpoint)
        await store.close()


def opening(moves: int) -> None:
    """Measure opening in this process."""
    asyncio.run(opened(moves))


def measure(moves: int, tables: int) -> None:
    """Measure one size, and print it."""
    entries = played(moves)
    bar = f" (bar: {BARS[moves]})" if moves in BARS else ""
    print(f"{moves:7,} moves: {asyncio.run(grown(entries, tables)):6.0f} kB a table{bar}", flush=True)


def main() -> None:
    """Measure every size in a fresh process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--moves", default="50,1000,3000")
    parser.add_argument("--entries", type=int, default=20_000, help="of the table that is opened")
    given = parser.parse_args()
    fresh = multiprocessing.get_context("spawn")
    sizes = [fresh.Process(target=measure, args=(int(moves), given.tables)) for moves in given.moves.split(",") if moves]
    for process in [*sizes, fresh.Process(target=opening, args=(given.entries,))]:
        process.start()
        process.join()


if __name__ == "__main__":
    main()
