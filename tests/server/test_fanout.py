from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psycopg
import pytest

from lastcard.server.fanout import Fanout
from lastcard.server.store import Store
from postgres import Postgres

pytestmark = pytest.mark.anyio

Heard = asyncio.Queue[tuple[str, int]]


@asynccontextmanager
async def listening(url: str) -> AsyncIterator[Heard]:
    """What is told from now on."""
    heard: Heard = asyncio.Queue()

    async def listen() -> None:
        async for change in Fanout.open(url).listen():
            heard.put_nowait(change)

    task = asyncio.create_task(listen())
    try:
        yield heard
    finally:
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()


async def create(store: Store, table: str) -> None:
    """A new table, made now."""
    await store.create(table, f"{table}-invite", f"{table}-watch", b"1", public=False, due=None, now=time.time())


async def append(store: Store, table: str, number: int, *entries: bytes) -> bool:
    """Whether the log took these entries."""
    return await store.append(table, number, list(entries), due=None, status="playing", seats=2, now=time.time())


async def until(heard: Heard, change: tuple[str, int]) -> list[tuple[str, int]]:
    """Everything heard up to a change."""
    found: list[tuple[str, int]] = []
    async with asyncio.timeout(10):
        while not found or found[-1] != change:
            found.append(await heard.get())
    return found


async def test_others_hear_what_was_appended(postgres: Postgres) -> None:
    """An append is told with the last number of the log, and one that lost is not told."""
    url = postgres.database()
    store = await Store.open(url)
    await create(store, "a")
    async with listening(url) as heard:
        await until(heard, ("a", 1))
        assert await append(store, "a", 2, b"2", b"3")
        assert not await append(store, "a", 3, b"x", b"y", b"z")
        assert await append(store, "a", 4, b"4")
        assert await until(heard, ("a", 4)) == [("a", 3), ("a", 4)]
    await store.close()


async def test_what_is_told_can_be_loaded(postgres: Postgres) -> None:
    """Who hears of a number finds the entries up to it."""
    url = postgres.database()
    one, two = await Store.open(url), await Store.open(url)
    await create(one, "a")
    async with listening(url) as heard:
        for number in range(2, 20):
            assert await append(one, "a", number, b"x")
            await until(heard, ("a", number))
            assert len(await two.load("a")) >= number
    await one.close()
    await two.close()


async def test_a_broken_connection_misses_nothing(postgres: Postgres) -> None:
    """What was appended while the listener was cut off is told when it is back."""
    url = postgres.database()
    store = await Store.open(url)
    await create(store, "a")
    async with listening(url) as heard:
        await until(heard, ("a", 1))
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
            found = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%touched >=%'"
            cut = connection.execute(f"SELECT pg_terminate_backend(pid, 5000) {found} AND pid <> pg_backend_pid()".encode())
            assert cut.fetchall() == [(True,)]
        assert await append(store, "a", 2, b"2")
        await until(heard, ("a", 2))
        assert await append(store, "a", 3, b"3")
        await until(heard, ("a", 3))
    await store.close()


async def test_sqlite_is_silent(tmp_path: Path) -> None:
    """With SQLite nothing is told: there is one process."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    store = await Store.open(url)
    async with listening(url) as heard:
        await create(store, "a")
        assert await append(store, "a", 2, b"2")
        assert heard.empty()
    await store.close()
