"""A store whose disk is full, whose rows are locked, or whose database goes away and comes back."""

from __future__ import annotations

import asyncio
import os
import traceback
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, event

from lastcard.server.storage.store import Store, StoreError
from live_server import PATIENCE
from postgres import Postgres
from stores import append, create, locked, locked_row, opened

pytestmark = pytest.mark.anyio

WAITS = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


async def test_a_full_disk_is_told_and_passes(tmp_path: Path) -> None:
    """On a full disk an append fails in a sentence and writes nothing. Once there is room, the store goes on."""
    async with opened(f"sqlite:///{tmp_path / 'games.db'}") as store:
        await create(store, "a")
        limit_pages(store, 1)
        with pytest.raises(StoreError, match=r"^The disk of the database is full\.$"):
            await append(store, "a", 2, b"2", b"x" * 100_000)
        assert await store.load("a") == [b"1"]
        assert not await store.healthy()
        limit_pages(store, 1_000_000)
        assert await append(store, "a", 2, b"2", b"x" * 100_000)
        assert len(await store.load("a")) == 3
        assert await store.healthy()


def limit_pages(store: Store, pages: int) -> None:
    """Act as if the disk had room for this many pages."""
    with store._writer._engine.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")


async def test_logs_and_errors_hold_no_secret(url: str, caplog: pytest.LogCaptureFixture) -> None:
    """What could not be written appears neither in the error and its causes nor in the log."""
    secret = os.urandom(8).hex()
    async with opened(url) as store:
        await create(store, "a")
        with store._writer._engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE entries RENAME TO moved")
        with pytest.raises(StoreError, match=r"^The database cannot do this\.$") as caught:
            await append(store, "a", 2, secret.encode())
    shown = caplog.text + "".join(traceback.format_exception(caught.value))
    assert "entries" in shown
    assert secret not in shown


async def test_a_lock_is_told_and_passes(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another program locks the database, an append fails in a sentence. Afterward the store goes on."""
    monkeypatch.setattr("lastcard.server.storage.database.PATIENCE", 0.05)
    async with opened(url) as store:
        await create(store, "a")
        with locked(url):
            with pytest.raises(StoreError, match=r"^The database is locked by another program\.$"):
                await append(store, "a", 2, b"2")
            assert await store.load("a") == [b"1"]
        assert await append(store, "a", 2, b"2")


async def test_a_locked_row_holds_up_no_other_table(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another program locks one table's row, appends to the others succeed at once, and that one's afterward."""
    monkeypatch.setattr("lastcard.server.storage.writer.LOCKED_FOR", 2 * PATIENCE)
    url = postgres.database()
    async with opened(url) as store:
        for table in ("a", "b"):
            await create(store, table)
        with locked_row(url, "a") as other:
            waiting = [asyncio.ensure_future(append(store, "a", number, b"%d" % number)) for number in (2, 3)]
            async with asyncio.timeout(PATIENCE):
                for number in range(2, 12):
                    assert await append(store, "b", number, b"%d" % number)
                await create(store, "c")
            assert not any(append.done() for append in waiting)
            assert await store.healthy()
            other.rollback()
            assert await asyncio.gather(*waiting) == [True, True]
        assert await store.load("a") == [b"1", b"2", b"3"]


async def test_a_missing_row_is_not_a_locked_one(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """An append to a deleted table is refused at once, even while another table's row is locked."""
    monkeypatch.setattr("lastcard.server.storage.writer.LOCKED_FOR", 2 * PATIENCE)
    url = postgres.database()
    async with opened(url) as store:
        await create(store, "a")
        with locked_row(url, "a"):
            held_up = asyncio.ensure_future(append(store, "a", 2, b"2"))
            async with asyncio.timeout(PATIENCE):
                assert not await append(store, "gone", 2, b"2")
            assert not held_up.done()
        assert await held_up


async def test_a_row_that_another_deletes_is_missing_afterward(postgres: Postgres) -> None:
    """An append to a table that another process is deleting waits for the outcome and is then refused."""
    url = postgres.database()
    async with opened(url) as store:
        await create(store, "a")
        with locked_row(url, "a") as other:
            other.execute("DELETE FROM tables WHERE id = 'a'")
            held_up = asyncio.ensure_future(append(store, "a", 2, b"2"))
            await create(store, "b")
            other.commit()
            assert not await held_up


async def test_a_row_that_stays_locked_is_told(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """An append whose row stays locked fails in a sentence after a while, and the store stays healthy."""
    monkeypatch.setattr("lastcard.server.storage.writer.LOCKED_FOR", 0.1)
    url = postgres.database()
    async with opened(url) as store:
        await create(store, "a")
        with locked_row(url, "a"):
            with pytest.raises(StoreError, match=r"^The database is locked by another program\.$"):
                await append(store, "a", 2, b"2")
            assert await store.healthy()
        assert await append(store, "a", 2, b"2")


async def test_closing_waits_for_a_locked_row(postgres: Postgres) -> None:
    """An append that is held up when the store closes is still written once its row is free."""
    url = postgres.database()
    store = await Store.open(url)
    await create(store, "a")
    with locked_row(url, "a") as other:
        held_up = asyncio.ensure_future(append(store, "a", 2, b"2"))
        await create(store, "b")
        closing = asyncio.ensure_future(store.close())
        await asyncio.sleep(0)
        other.rollback()
        assert await held_up
        await closing


async def test_a_database_that_comes_back_is_used_again(postgres: Postgres) -> None:
    """While PostgreSQL is down, reads and writes fail in a sentence. Once it is back, everything works and nothing is lost."""
    async with opened(postgres.database()) as store:
        await create(store, "a")
        assert await append(store, "a", 2, b"2")
        postgres.stop()
        try:
            for _ in range(2):
                with pytest.raises(StoreError, match=r"^The database is out of reach\.$"):
                    await append(store, "a", 3, b"3")
                with pytest.raises(StoreError, match=r"^The database is out of reach\.$"):
                    await store.load("a")
                assert not await store.healthy()
        finally:
            postgres.start()
        assert await append(store, "a", 3, b"3")
        assert await store.load("a") == [b"1", b"2", b"3"]
        assert await store.healthy()


async def test_health_comes_back_without_a_move(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that failed tries a write of its own when asked for its health some time later."""
    monkeypatch.setattr("lastcard.server.storage.database.PATIENCE", 0.05)
    async with opened(url) as store:
        await create(store, "a")
        with locked(url), pytest.raises(StoreError):
            await append(store, "a", 2, b"2")
        assert not await store.healthy()
        monkeypatch.setattr("lastcard.server.storage.store.REMEMBERED", 0)
        assert await store.healthy()
        monkeypatch.undo()
        assert await store.healthy()


async def test_a_restart_of_the_database_is_not_noticed(postgres: Postgres) -> None:
    """If PostgreSQL restarted while idle, the next write and read just work."""
    async with opened(postgres.database()) as store:
        await create(store, "a")
        await store.load("a")
        postgres.stop()
        postgres.start()
        assert await append(store, "a", 2, b"2")
        assert await store.load("a") == [b"1", b"2"]


async def test_a_commit_without_an_answer_is_not_repeated(postgres: Postgres) -> None:
    """If the connection breaks during a commit, the append fails because its outcome is unknown, and the log then tells."""
    url = postgres.database()
    async with opened(url) as store:
        await create(store, "a")

        def cut(connection: Connection) -> None:
            pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()
            with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])

        event.listen(store._writer._engine, "commit", cut, once=True)
        with pytest.raises(StoreError, match=r"^The database is out of reach\.$"):
            await append(store, "a", 2, b"2", seated=[("token", 0)])
        assert await append(store, "a", 1 + len(await store.load("a")), b"again")
        assert await store.load("a") == [b"1", b"again"]


async def test_an_append_without_an_answer_is_not_repeated(postgres: Postgres) -> None:
    """If the connection breaks during an append that is a transaction of its own, it fails as well, and the log then tells."""
    url = postgres.database()
    async with opened(url) as store:
        await create(store, "a")
        assert await append(store, "a", 2, b"2")
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as other, locked(url):
            appending = asyncio.ensure_future(append(store, "a", 3, b"3"))
            async with asyncio.timeout(PATIENCE):
                while not (waits := other.execute(WAITS).fetchall()):  # noqa: ASYNC110 - seen only by asking
                    await asyncio.sleep(0.01)
            other.execute("SELECT pg_terminate_backend(%s, 5000)", waits[0])
            with pytest.raises(StoreError, match=r"^The database is out of reach\.$"):
                await appending
        assert await append(store, "a", 1 + len(await store.load("a")), b"again")
        assert await store.load("a") == [b"1", b"2", b"again"]


async def test_what_stands_in_the_way_of_one_append_holds_up_no_other(postgres: Postgres) -> None:
    """Of appends that come up together, those that can be written are, and each of the others gets its own answer."""
    url = postgres.database()
    async with opened(url) as store:
        for table in ("a", "b", "c"):
            await create(store, table)
        with locked_row(url, "a") as other:
            held_up, *others = [
                asyncio.ensure_future(append(store, table, number, b"2"))
                for table, number in (("a", 2), ("b", 2), ("c", 3), ("none", 2))
            ]
            assert await asyncio.gather(*others) == [True, False, False]
            assert not held_up.done()
            other.rollback()
        assert await held_up
        with pytest.raises(StoreError):
            await asyncio.gather(append(store, "b", 3, b"3", summary="\0"), append(store, "c", 2, b"2"))
        assert [await store.load(table) for table in ("a", "b", "c")] == [[b"1", b"2"]] * 3


async def test_a_file_that_is_moved_away_is_missed(tmp_path: Path) -> None:
    """Nothing is written to a SQLite file that was moved away, and the store goes on once it is back."""
    path = tmp_path / "games.db"
    async with opened(f"sqlite:///{path}") as store:
        await create(store, "a")
        path.rename(tmp_path / "away.db")
        with pytest.raises(StoreError, match=r"^The database file is gone\.$"):
            await append(store, "a", 2, b"2")
        assert not await store.healthy()
        (tmp_path / "away.db").rename(path)
        assert await append(store, "a", 2, b"2")
        assert await store.healthy()


async def test_a_file_that_is_replaced_is_opened_again(tmp_path: Path) -> None:
    """If another SQLite file replaces the first, writes go to the new one."""
    path = tmp_path / "games.db"
    async with opened(f"sqlite:///{tmp_path / 'other.db'}") as other:
        await create(other, "b")
    async with opened(f"sqlite:///{path}") as store:
        await create(store, "a")
        for name in ("games.db", "games.db-wal", "games.db-shm"):
            (tmp_path / name).unlink()
        (tmp_path / "other.db").rename(path)
        assert await append(store, "b", 2, b"2")
        assert [await store.load(table) for table in ("a", "b")] == [[], [b"1", b"2"]]
