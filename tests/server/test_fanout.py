from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psycopg
import pytest

from lastcard.server.storage.fanout import Fanout
from lastcard.server.storage.store import Store
from live_server import PATIENCE, Live, serving
from postgres import Postgres

pytestmark = pytest.mark.anyio

Heard = asyncio.Queue[tuple[str, int | str]]


@asynccontextmanager
async def listening(url: str) -> AsyncIterator[Heard]:
    """Collect what is told from now on."""
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
    """Create a table with the current time."""
    await store.create(table, f"{table}-invite", f"{table}-watch", b"1", public=False, due=None, now=time.time())


async def append(store: Store, table: str, number: int, *entries: bytes) -> bool:
    """Append these entries, and return whether the log took them."""
    return await store.append(table, number, list(entries), due=None, status="playing", seats=2, now=time.time())


async def until(heard: Heard, change: tuple[str, int | str]) -> list[tuple[str, int | str]]:
    """Everything heard up to a change."""
    found: list[tuple[str, int | str]] = []
    async with asyncio.timeout(PATIENCE):
        while not found or found[-1] != change:
            found.append(await heard.get())
    return found


async def test_others_hear_what_was_appended(postgres: Postgres) -> None:
    """An append is announced with the log's last number, and one that lost a race is not announced."""
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
    """A process that hears of a number finds the entries up to it."""
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
    """What was appended while the listener was cut off is announced when it reconnects."""
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


@pytest.mark.parametrize("payload", ["hello world", "", "a", "a -1", " 7", "a \u00b2", "a " + "9" * 5000])
async def test_an_invalid_notice_is_passed_over(postgres: Postgres, payload: str) -> None:
    """Whatever someone else sends on the channel, the next append is heard."""
    url = postgres.database()
    store = await Store.open(url)
    await create(store, "a")
    async with listening(url) as heard:
        await until(heard, ("a", 1))
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute("SELECT pg_notify('lastcard', %s)", [payload])
        assert await append(store, "a", 2, b"2")
        assert await until(heard, ("a", 2)) == [("a", 2)]
    await store.close()


async def test_a_database_that_is_being_restored_is_waited_for(postgres: Postgres, tmp_path: Path) -> None:
    """The health check fails while the listener cannot reach the database, and other processes are heard again afterward."""
    url = postgres.database()
    async with serving(tmp_path, database=url) as live:
        made = await live.create()
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute("ALTER TABLE tables RENAME COLUMN touched TO elsewhere")
            others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            connection.execute(f"SELECT pg_terminate_backend(pid, 5000) {others}".encode())
            async with asyncio.timeout(PATIENCE):
                while "other server processes" not in (await live.http.get("/healthz")).text:  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
            connection.execute("ALTER TABLE tables RENAME COLUMN elsewhere TO touched")
        await health_is(live, 200)
        async with live.player(made["table"], made["token"]) as ann:
            other = await Store.open(url)
            assert await append(other, made["table"], ann.n + 1, b'{"k":"say","t":1.0,"seat":0,"text":"hi"}')
            await ann.until(lambda frame: frame.get("said"))
            await other.close()


async def test_a_listener_that_ends_starts_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever ends the listening, the hub listens again, and the health check fails in between."""
    begun, mended = 0, asyncio.Event()

    async def ends(self: Fanout) -> AsyncIterator[tuple[str, int]]:
        nonlocal begun
        begun += 1
        if begun == 1:
            raise RuntimeError("as a test")
        await mended.wait()
        self.is_deaf = False
        await asyncio.get_running_loop().create_future()
        yield "", 0

    monkeypatch.setattr(Fanout, "listen", ends)
    monkeypatch.setattr("lastcard.server.live.hub.RETRY", 0.05)
    async with serving(tmp_path) as live:
        await health_is(live, 503)
        mended.set()
        await health_is(live, 200)
        assert begun == 2


async def health_is(live: Live, status: int) -> None:
    """Wait until the health check has this status."""
    async with asyncio.timeout(PATIENCE):
        while (await live.http.get("/healthz")).status_code != status:  # noqa: ASYNC110 - asked as a monitor does
            await asyncio.sleep(0.05)


async def test_sqlite_is_silent(tmp_path: Path) -> None:
    """SQLite announces nothing, because there is only one process."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    store = await Store.open(url)
    async with listening(url) as heard:
        await create(store, "a")
        assert await append(store, "a", 2, b"2")
        assert heard.empty()
    await store.close()


async def test_others_hear_a_word(postgres: Postgres) -> None:
    """A word about a table is heard by everyone who listens, and is not stored."""
    url = postgres.database()
    store = await Store.open(url)
    try:
        await create(store, "a")
        async with listening(url) as heard:
            await until(heard, ("a", 1))
            await store.say("a", "?ben")
            assert await until(heard, ("a", "?ben")) == [("a", "?ben")]
        assert await store.load("a") == [b"1"]
    finally:
        await store.close()
