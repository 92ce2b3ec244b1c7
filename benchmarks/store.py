"""Durable appends to the store: how many per second, and how long one takes, on SQLite and PostgreSQL.

    python benchmarks/store.py [--seconds 3]

An append waits for the disk, so the disk's own time for one small write is shown too, measured on the same disk in the same
minute. A lone append to SQLite is measured in turn with Python's own ``sqlite3``, which writes one row and commits with the
same settings and nothing around it.

"n tables" are n tables that each append again as soon as they are answered. "paced" is 1,000 appends per second in total, as
many as 2,000 busy tables make. CPU is this process's time for an append, threads included.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from compare import origin

from lastcard.server.storage.store import Store
from postgres import Postgres

ENTRY = b"x" * 200
SUMMARY = "x" * 600  # the size for four seats
PACE = 1_000
MEMORY = Path("/dev/shm")


def half(times: list[float]) -> float:
    """Return the median, in milliseconds."""
    return sorted(times)[len(times) // 2] * 1e3


def quantiles(times: list[float]) -> str:
    """Return the median and the 99th percentile, in milliseconds."""
    return f"p50 {half(times):7.2f} ms   p99 {sorted(times)[len(times) * 99 // 100] * 1e3:7.2f} ms"


def disk(folder: Path, seconds: float) -> list[float]:
    """Return the times of one small write and its sync."""
    times: list[float] = []
    with tempfile.TemporaryFile(dir=folder) as file:
        end = time.perf_counter() + seconds
        while (start := time.perf_counter()) < end:
            os.pwrite(file.fileno(), ENTRY, 0)
            os.fsync(file.fileno())
            times.append(time.perf_counter() - start)
    return times


class Tables:
    """Tables in a store that append one entry at a time."""

    def __init__(self, store: Store, names: list[str]) -> None:
        self.store = store
        self.next = dict.fromkeys(names, 2)
        self.times: list[float] = []

    async def append(self, name: str) -> None:
        start = time.perf_counter()
        number, self.next[name] = self.next[name], self.next[name] + 1
        now = time.time()
        won = await self.store.append(name, number, [ENTRY], due=now + 60, status="playing", seats=4, now=now, summary=SUMMARY)
        assert won
        self.times.append(time.perf_counter() - start)

    async def keep_on(self, name: str, end: float) -> None:
        while time.perf_counter() < end:
            await self.append(name)

    def told(self, start: float, cpu: float) -> str:
        """Describe the appends since these times of the clock and of the processor."""
        rate = len(self.times) / (time.perf_counter() - start)
        each = (time.process_time() - cpu) / len(self.times)
        return f"{rate:9,.0f} per second {quantiles(self.times)}   CPU {each * 1e3:.3f} ms"


async def made(store: Store, kind: str, count: int) -> Tables:
    """Make this many new tables."""
    names = [f"{kind}-{number}" for number in range(count)]
    creates = (store.create(n, f"{n}i", f"{n}w", ENTRY, public=False, due=None, now=time.time()) for n in names)
    await asyncio.gather(*creates)
    return Tables(store, names)


async def in_turn(folder: Path, seconds: float) -> tuple[list[float], list[float]]:
    """Return the times of one row and its commit by SQLite alone, as safe on disk as the store's, and of lone appends."""
    raw: list[float] = []
    connection = sqlite3.connect(folder / "raw.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, entry BLOB)")
    store = await Store.open(f"sqlite:///{folder}/lone.db")
    tables = await made(store, "lone", 1)
    end = time.perf_counter() + 2 * seconds
    while (start := time.perf_counter()) < end:
        connection.execute("INSERT INTO entries (entry) VALUES (?)", (ENTRY,))
        raw.append(time.perf_counter() - start)
        await tables.append("lone-0")
    connection.close()
    await store.close()
    return raw, tables.times


async def flat_out(store: Store, count: int, seconds: float) -> None:
    """Append as fast as the answers come."""
    tables = await made(store, f"flat{count}", count)
    start, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(tables.keep_on(name, start + seconds) for name in tables.next))
    print(f"  {count:5,} tables  {tables.told(start, cpu)}")


async def paced(store: Store, seconds: float) -> None:
    """Append a fixed number of times per second, whether or not earlier appends are answered."""
    tables = await made(store, "paced", PACE)
    names = list(tables.next)
    start, cpu = time.perf_counter(), time.process_time()
    running = []
    for tick in range(int(PACE * seconds)):
        await asyncio.sleep(max(0.0, start + tick / PACE - time.perf_counter()))
        running.append(asyncio.create_task(tables.append(names[tick % PACE])))
    await asyncio.gather(*running)
    print(f"  paced         {tables.told(start, cpu)}")


async def measure(url: str, seconds: float) -> None:
    """Print all the figures for one database."""
    start = time.perf_counter()
    store = await Store.open(url)
    print(f"  opened and migrated in {(time.perf_counter() - start) * 1e3:.0f} ms")
    for count in (1, 10, 100, 1_000):
        await flat_out(store, count, seconds)
    await paced(store, seconds)
    await store.close()


def main() -> None:
    """Measure the disk, SQLite and PostgreSQL."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each figure")
    given = parser.parse_args()
    seconds: float = given.seconds
    print(origin(**vars(given)))
    with tempfile.TemporaryDirectory() as folder:
        print(f"The disk alone  {' ' * 20} {quantiles(disk(Path(folder), seconds))}")
        raw, lone = asyncio.run(in_turn(Path(folder), seconds))
        print(f"sqlite3 alone   {' ' * 20} {quantiles(raw)}")
        print(f"a lone append   {' ' * 20} {quantiles(lone)}")
        ours, theirs = half(lone), half(raw)
        print(f"A lone append takes {ours:.2f} ms where sqlite3 alone takes {theirs:.2f}: {ours / theirs:.2f} times as much.")
        print("SQLite")
        asyncio.run(measure(f"sqlite:///{folder}/games.db", seconds))
    if MEMORY.exists():
        with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
            print("SQLite in memory: the store without the disk")
            asyncio.run(measure(f"sqlite:///{folder}/games.db", seconds))
    server = Postgres(durable=True)
    try:
        server.start()
        print("PostgreSQL")
        asyncio.run(measure(server.database(), seconds))
    finally:
        server.remove()


if __name__ == "__main__":
    main()
