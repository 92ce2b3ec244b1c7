"""What one PostgreSQL takes from several processes that append at once: moves a second, and its CPU time a move.

    .venv/bin/python benchmarks/writers.py [--tables 4 40 800] [--turns 3] [--seconds 5]

Each process has a store of its own, as a server does, and its share of the tables. A table appends again as soon as it is
answered, and what has come up meanwhile shares a statement, so more writers make smaller batches. Nothing else of a server
runs. One, two and four writers are measured in turn, each on a new database, and every figure is the median of the turns.
Writers and PostgreSQL share the cores of this machine, so a figure near all of its cores is the machine's limit.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import sys
import time
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path
from statistics import median
from typing import NamedTuple

import psutil
import psycopg

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from cluster import SIZES, cpu_of, database
from compare import origin
from served import quantile
from store import Tables, made

from lastcard.server.storage.store import Store
from postgres import Postgres

FRESH = multiprocessing.get_context("spawn")
PATIENCE = 120  # seconds for which processes wait for each other


class Share(NamedTuple):
    """What one process did: how many seconds each append took, and the process's CPU time."""

    times: list[float]
    cpu: float


class Turn(NamedTuple):
    """What all processes did in these seconds, in how many transactions, and PostgreSQL's CPU time."""

    shares: list[Share]
    seconds: float
    transactions: int
    postgres: float

    @property
    def times(self) -> list[float]:
        """How many milliseconds each append took."""
        return [each * 1e3 for share in self.shares for each in share.times]

    def figures(self) -> list[float]:
        """The columns of the table: rates, milliseconds and cores."""
        moves, writers = len(self.times), sum(share.cpu for share in self.shares)
        costs = [self.postgres / moves * 1e3, writers / moves * 1e3]
        cores = [self.postgres / self.seconds, writers / self.seconds]
        return [
            moves / self.seconds,
            moves / self.transactions,
            *costs,
            *cores,
            *(quantile(self.times, p) for p in (0.5, 0.99)),
        ]


async def prepared(url: str, tables: int) -> list[str]:
    """Make new tables, and return their names."""
    store = await Store.open(url)
    names = [*(await made(store, "writers", tables)).next]
    await store.close()
    return names


async def appended(url: str, names: list[str], seconds: float, together: Barrier) -> Share:
    """Append to these tables for some seconds, from when all processes are ready."""
    store = await Store.open(url)
    tables = Tables(store, names)
    together.wait(PATIENCE)
    start, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(tables.keep_on(name, start + seconds) for name in names))
    share = Share(tables.times, time.process_time() - cpu)
    together.wait(PATIENCE)  # until all have written
    together.wait(PATIENCE)  # until PostgreSQL's CPU time is read, while its processes live
    await store.close()
    return share


def write(url: str, names: list[str], seconds: float, together: Barrier, told: Queue[Share]) -> None:
    """Be one of the processes."""
    told.put(asyncio.run(appended(url, names, seconds, together)))


def transactions(url: str) -> int:
    """How many transactions a database has had, as far as their connections are closed."""
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        found = connection.execute("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()").fetchone()
    assert found
    return int(found[0])


def measured(postgres: Postgres, writers: int, tables: int, seconds: float) -> Turn:
    """Have this many processes append to this many tables."""
    url, server = postgres.database(), psutil.Process(int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0]))
    names = asyncio.run(prepared(url, tables))
    so_far = transactions(url)
    together, told = FRESH.Barrier(writers + 1), FRESH.Queue()
    shares = [names[number::writers] for number in range(writers)]
    processes = [FRESH.Process(target=write, args=(url, each, seconds, together, told)) for each in shares]
    for process in processes:
        process.start()
    together.wait(PATIENCE)
    before, began = cpu_of(server), time.perf_counter()
    together.wait(PATIENCE)
    spent, lasted = cpu_of(server) - before, time.perf_counter() - began
    together.wait(PATIENCE)
    found = [told.get(timeout=PATIENCE) for _ in processes]
    for process in processes:
        process.join()
    return Turn(found, lasted, transactions(url) - so_far, spent)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[4, 40, 800], help="of all processes together")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each measurement")
    given = parser.parse_args()
    print(f"{origin(**vars(given))}\n")
    heads = ["tables", "writers", "moves a second", "moves a transaction", "CPU of PostgreSQL a move", "of the writers"]
    heads += ["cores busy with PostgreSQL", "with the writers", "wait p50 / p99"]
    print(f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}", flush=True)
    with database() as postgres:
        for tables in given.tables:
            turns = [[measured(postgres, size, tables, given.seconds).figures() for size in SIZES] for _ in range(given.turns)]
            for size, each in zip(SIZES, zip(*turns, strict=True), strict=True):
                rate, batch, theirs, ours, busy, busy_too, half, late = map(median, zip(*each, strict=True))
                print(
                    f"| {tables} | {size} | {rate:,.0f} | {batch:.1f} | {theirs:.3f} ms | {ours:.3f} ms | {busy:.2f} | "
                    f"{busy_too:.2f} | {half:.1f} / {late:.1f} ms |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
