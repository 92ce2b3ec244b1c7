"""What a table without connections takes in memory, and how long a long one takes to open.

    .venv/bin/python benchmarks/memory.py [--tables 500] [--moves 50,1000,3000] [--entries 20000]

Each size is measured in a process of its own, as the growth of its resident memory by tables that were read from their logs,
as a server reads them. Every figure is printed beside its bar, if it has one. The exit code is 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import multiprocessing
import random
import sys
import tempfile
import time

import psutil
from compare import origin

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
OPENS_WITHIN = 0.1  # seconds, for as many entries as this from a checkpoint
ENTRIES = 20_000


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


async def opened(moves: int) -> bool:
    """Print how long a table with this many moves takes to open, from its log and its checkpoint. False if that is too long."""
    entries = played(moves)
    deals = [number for number, data in enumerate(entries) if isinstance(log.decode(data), log.Dealt)]
    if deals:
        del entries[deals[-1] :]  # so that a whole round comes after the last checkpoint
    table, checkpoint = Table(), b""
    for data in entries:
        entry = log.decode(data)
        table.apply(entry)
        checkpoint = kept(table, entry, MOST_EVENTS) or checkpoint
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite:///{folder}/tables.db")
        await store.create(table.id, "i", "w", entries[0], public=False, due=None, now=START)
        await store.append(table.id, 2, entries[1:], due=None, status="playing", seats=SEATS, now=START)
        for name, found in (("its whole log", b""), ("its checkpoint", checkpoint)):
            reader, times = Reader(store, Metrics(), {}), []
            for _ in range(3):
                await store.keep(table.id, found)  # reading a whole log keeps one, too
                began, cpu = time.perf_counter(), time.process_time()
                assert await reader.folded(table.id)
                times.append((time.perf_counter() - began, time.process_time() - cpu))
            wall, cpu = min(times)
            bar = OPENS_WITHIN if name == "its checkpoint" and moves <= ENTRIES else None
            said = f"{len(entries):7,} entries open from {name} in {wall:.3f} s, {cpu:.3f} s of them CPU"
            is_met = tell(said, wall, bar, f"{bar} s")
        await store.close()
    return is_met


def tell(said: str, figure: float, bar: float | None, most: str) -> bool:
    """Print a figure beside its bar, if there is one, and return whether it is met."""
    is_met = bar is None or figure <= bar
    beside = "" if bar is None else f" (bar: {most}{'' if is_met else ', MISSED'})"
    print(f"{said}{beside}", flush=True)
    return is_met


def opening(moves: int) -> None:
    """Measure opening in this process, and end it with 1 if the bar is missed."""
    sys.exit(not asyncio.run(opened(moves)))


def measure(moves: int, tables: int) -> None:
    """Measure one size, print it, and end the process with 1 if the bar is missed."""
    kilobytes, bar = asyncio.run(grown(played(moves), tables)), BARS.get(moves)
    sys.exit(not tell(f"{moves:7,} moves: {kilobytes:6.0f} kB a table", kilobytes, bar, f"{bar} kB"))


def main() -> None:
    """Measure every size in a fresh process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--moves", default="50,1000,3000")
    parser.add_argument("--entries", type=int, default=ENTRIES, help="of the table that is opened")
    given = parser.parse_args()
    print(origin(**vars(given)), flush=True)
    fresh = multiprocessing.get_context("spawn")
    sizes = [fresh.Process(target=measure, args=(int(moves), given.tables)) for moves in given.moves.split(",") if moves]
    is_met = True
    for process in [*sizes, fresh.Process(target=opening, args=(given.entries,))]:
        process.start()
        process.join()
        is_met = is_met and process.exitcode == 0
    sys.exit(not is_met)


if __name__ == "__main__":
    main()
