from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import traceback
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, make_url

from lastcard.server import database
from lastcard.server.store import Store, StoreError
from postgres import Postgres

pytestmark = pytest.mark.anyio

UNTIL_KILLED = """
import asyncio, sys
from itertools import count
from lastcard.server.store import Store

async def play(store, table):
    for number in count(2):
        won = await store.append(table, number, [b"%d" % number], due=None, status="playing", seats=2, now=1.0)
        print(table, number, won, flush=True)

async def main():
    store = await Store.open(sys.argv[1])
    await asyncio.gather(*(play(store, table) for table in sys.argv[2:]))

asyncio.run(main())
"""


async def create(
    store: Store, table: str, *, public: bool = False, due: float | None = None, now: float = 1.0, summary: str = ""
) -> None:
    """A new table whose only entry is 1."""
    await store.create(table, f"{table}-invite", f"{table}-watch", b"1", public=public, due=due, now=now, summary=summary)


async def append(
    store: Store,
    table: str,
    number: int,
    *entries: bytes,
    due: float | None = None,
    status: str = "playing",
    now: float = 1.0,
    summary: str = "",
) -> bool:
    """Whether the log took these entries."""
    return await store.append(table, number, list(entries), due=due, status=status, seats=2, now=now, summary=summary)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """A store for as long as the block lasts."""
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Another program holds what every append needs."""
    if url.startswith("sqlite"):
        other = sqlite3.connect(make_url(url).database or "", isolation_level=None)
        try:
            other.execute("BEGIN IMMEDIATE")
            yield
        finally:
            other.close()
    else:
        with psycopg.connect(url.replace("+psycopg", "")) as connection:
            connection.execute("SELECT * FROM tables FOR UPDATE")
            yield


async def test_entries_come_back_in_order(store: Store) -> None:
    """A log is read as it was written, from the first entry on."""
    await create(store, "a")
    assert await append(store, "a", 2, b"2", b"3")
    assert await append(store, "a", 4, b"\x00\xff")
    assert await store.load("a") == [b"1", b"2", b"3", b"\x00\xff"]


async def test_a_log_is_read_from_a_number(store: Store) -> None:
    """Who has the first entries asks for the rest."""
    await create(store, "a")
    await append(store, "a", 2, b"2", b"3", b"4")
    assert [await store.load("a", since) for since in (2, 4, 9)] == [[b"3", b"4"], [], []]


async def test_logs_are_apart(store: Store) -> None:
    """Each table has its own numbers and entries."""
    for table in ("a", "b"):
        await create(store, table)
        assert await append(store, table, 2, table.encode())
    assert [await store.load(table) for table in ("a", "b", "c")] == [[b"1", b"a"], [b"1", b"b"], []]


@pytest.mark.parametrize("number", [1, 2, 4])
async def test_a_number_that_is_not_the_next_is_refused_whole(store: Store, number: int) -> None:
    """An append to a taken number, or one that would leave a gap, writes none of its entries and tells so."""
    await create(store, "a")
    await append(store, "a", 2, b"2")
    assert not await append(store, "a", number, b"x", b"y", b"z", due=9.0)
    assert await store.load("a") == [b"1", b"2"]
    assert await store.due(10.0, 5) == []


async def test_a_table_that_is_not_there_takes_nothing(store: Store) -> None:
    """An append to an unknown or expired table is refused like a lost race."""
    assert not await append(store, "a", 1, b"1")
    assert await store.load("a") == []


async def test_an_append_that_breaks_midway_writes_nothing(store: Store) -> None:
    """When one entry cannot be written, none of its append is, and the log goes on from the same number."""
    await create(store, "a")
    with pytest.raises(StoreError):
        await append(store, "a", 2, b"2", None)  # type: ignore[arg-type]
    assert await store.load("a") == [b"1"]
    assert await append(store, "a", 2, b"two")


async def test_one_bad_write_leaves_the_others_alone(store: Store) -> None:
    """Of what is committed together, only what cannot be fails."""
    await create(store, "a")
    writes = [append(store, "a", 2, b"2"), create(store, "a"), append(store, "a", 3, b"3"), create(store, "b")]
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(result) for result in results] == [bool, StoreError, bool, type(None)]
    assert [await store.load(table) for table in ("a", "b")] == [[b"1", b"2", b"3"], [b"1"]]


@pytest.mark.parametrize("table", ["", "\x00", "a\x00", "\ud800", "'; DROP TABLE tables", "x" * 100_000])
async def test_hostile_names_find_nothing(store: Store, table: str) -> None:
    """Text that is no table's id finds nothing, and written text that the database does not take is refused alone."""
    await create(store, "a")
    assert await store.load(table) == []
    writes = append(store, "a", 2, b"2"), store.add_token(table, "b", 0), append(store, "a", 3, b"3")
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(result) for result in results] == [bool, StoreError, bool]
    assert await store.healthy()
    assert await store.load("a") == [b"1", b"2", b"3"]


async def test_appends_without_waiting_are_kept_in_order(store: Store) -> None:
    """Appends that are sent one after the other, none awaited, are all taken; one that does not follow is not."""
    await create(store, "a")
    numbers = [*range(2, 60), 70, *range(60, 100)]
    wins = await asyncio.gather(*(append(store, "a", number, b"%d" % number) for number in numbers))
    assert [number for number, won in zip(numbers, wins, strict=True) if not won] == [70]
    assert await store.load("a") == [b"%d" % number for number in range(1, 100)]


async def test_of_two_stores_one_wins(url: str) -> None:
    """Of appends to one number from two stores exactly one is taken, and the log holds that one."""
    async with opened(url) as one, opened(url) as two:
        await create(one, "a")
        winners = [b"1"]
        for number in range(2, 30):
            wins = await asyncio.gather(append(one, "a", number, b"one"), append(two, "a", number, b"two"))
            assert sorted(wins) == [False, True]
            winners.append(b"one" if wins[0] else b"two")
        assert await two.load("a") == winners


async def test_two_stores_never_wait_for_each_other(url: str) -> None:
    """Two stores that write to many tables at once, in opposite orders, both get through."""
    async with opened(url) as one, opened(url) as two:
        names = [f"{number:02}" for number in range(40)]
        for name in names:
            await create(one, name)
        for number in range(2, 8):
            forth = [append(one, name, number, b"one") for name in names]
            back = [append(two, name, number, b"two") for name in reversed(names)]
            assert sum(await asyncio.gather(*forth, *back)) == len(names)


def kill_after(acknowledged: int, url: str, names: list[str]) -> list[str]:
    """Append from another process, kill it after so many lines, and give all that it printed."""
    command = [sys.executable, "-c", UNTIL_KILLED, url, *names]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(acknowledged)]
        process.send_signal(signal.SIGKILL)
        return lines + [line for line in process.stdout if line.endswith("\n")]


async def test_what_was_acknowledged_survives_kill(url: str) -> None:
    """A process killed while it writes has lost none of the appends that it was told are written."""
    names = ["a", "b", "c", "d"]
    async with opened(url) as store:
        for name in names:
            await create(store, name)
    lines = await asyncio.to_thread(kill_after, 40, url, names)
    told = [line.split() for line in lines]
    assert {won for _, _, won in told} == {"True"}
    async with opened(url) as store:
        logs = {name: await store.load(name) for name in names}
        assert all(logs[table][int(number) - 1] == number.encode() for table, number, _ in told)
        assert all(log == [b"%d" % number for number in range(1, len(log) + 1)] for log in logs.values())


async def test_closing_finishes_what_is_queued(url: str) -> None:
    """What was asked before the store is closed is written; what is asked later is refused in a sentence."""
    store = await Store.open(url)
    await create(store, "a")
    asked = [asyncio.ensure_future(append(store, "a", number, b"%d" % number)) for number in range(2, 50)]
    await asyncio.sleep(0)
    await store.close()
    assert all(await asyncio.gather(*asked))
    with pytest.raises(StoreError, match=r"^The store is closed\.$"):
        await append(store, "a", 50, b"50")
    async with opened(url) as again:
        assert len(await again.load("a")) == 49


async def test_a_canceled_append_harms_nobody(store: Store) -> None:
    """When nobody waits for an append any more, the next one is answered all the same."""
    await create(store, "a")
    asked = asyncio.ensure_future(append(store, "a", 2, b"2"))
    await asyncio.sleep(0)
    asked.cancel()
    await create(store, "b")
    assert await append(store, "b", 2, b"2")


async def test_codes_lead_to_the_table(store: Store) -> None:
    """An invite leads to a seat, a watch code to the rail, any other code nowhere."""
    await create(store, "a")
    found = [await store.by_invite(code) for code in ("a-invite", "a-watch", "a")]
    assert found == [("a", "play"), ("a", "watch"), None]


async def test_a_code_is_used_once(store: Store) -> None:
    """A second table with a code in use is refused, and nothing of it is there."""
    await create(store, "a")
    with pytest.raises(StoreError, match="in use already"):
        await store.create("b", "b-invite", "a-invite", b"1", public=False, due=None, now=1.0)
    assert await store.load("b") == []
    assert await store.by_invite("b-invite") is None


async def test_due_tables_come_when_their_time_does(store: Store) -> None:
    """Tables are due from their time on, the longest overdue first, until an append sets another time or none."""
    for table, time in (("a", 30.0), ("b", 20.0), ("c", None), ("d", 40.0)):
        await create(store, table, due=time)
    assert await store.due(30.0, 5) == ["b", "a"]
    assert await store.due(99.0, 2) == ["b", "a"]
    await append(store, "a", 2, b"2", due=50.0)
    await append(store, "b", 2, b"2", due=None)
    assert await store.due(99.0, 5) == ["d", "a"]


async def test_public_tables_are_listed_until_they_start(store: Store) -> None:
    """The list has public tables that wait for players, the newest first."""
    for table, public, now in (("a", True, 1.0), ("b", False, 2.0), ("c", True, 3.0), ("d", True, 4.0)):
        await create(store, table, public=public, now=now)
    assert await store.public(5) == ["d", "c", "a"]
    assert await store.public(1) == ["d"]
    await append(store, "c", 2, b"2", status="playing")
    await append(store, "a", 2, b"2", status="lobby")
    assert await store.public(5) == ["d", "a"]


async def test_a_table_is_made_with_the_tokens_of_its_people(store: Store) -> None:
    """Table and seats are there together or not at all, so that no table is made that nobody finds again."""
    await store.create("a", "i", "w", b"1", public=False, due=None, now=1.0, holders=[("ann", 0), ("ben", 2)])
    assert await store.games_of(["ann"], 9) == [("a", 0)]
    assert await store.games_of(["ben"], 9) == [("a", 2)]
    with pytest.raises(StoreError):
        await store.create("a", "j", "x", b"1", public=False, due=None, now=1.0, holders=[("cleo", 0)])
    assert await store.games_of(["cleo"], 9) == []


async def test_a_summary_is_as_new_as_the_log(store: Store) -> None:
    """What is written of a table with an append is found with it; an append that loses changes nothing of it."""
    await create(store, "a", summary="made")
    await create(store, "b")
    assert await store.summaries(["a", "b", "c"]) == {"a": "made", "b": ""}
    both = append(store, "a", 2, b"2", summary="two"), append(store, "a", 3, b"3", summary="three")
    assert all(await asyncio.gather(*both))
    assert not await append(store, "a", 3, b"x", summary="late")
    assert await store.summaries(["a"]) == {"a": "three"}


async def test_games_of_tokens(store: Store) -> None:
    """The games of all of a player's tokens are listed, the last played first, each with the seat held now."""
    for table, now in (("a", 1.0), ("b", 2.0), ("c", 3.0)):
        await create(store, table, now=now)
    for token, table, seat in (("mine", "a", 0), ("mine", "b", 1), ("older", "c", 2), ("other", "a", 1), ("mine", "b", 3)):
        await store.add_token(token, table, seat)
    await append(store, "a", 2, b"2", now=9.0)
    assert await store.games_of(["mine", "older"], 5) == [("a", 0), ("c", 2), ("b", 3)]
    assert await store.games_of(["mine", "older"], 1) == [("a", 0)]
    assert await store.games_of([], 5) == []


async def test_a_token_needs_a_table(store: Store) -> None:
    """A seat at a table that does not exist cannot be held."""
    with pytest.raises(StoreError, match="no such table"):
        await store.add_token("mine", "a", 0)


async def test_old_tables_expire_with_all_they_have(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that nothing was appended to are deleted with entries, codes and tokens, however many; the others stay."""
    monkeypatch.setattr("lastcard.server.store.EXPIRED_AT_ONCE", 2)
    for table in "abcdef":
        await create(store, table, due=1.0, now=1.0)
        await store.add_token("mine", table, 0)
    await append(store, "f", 2, b"2", now=7.0)
    assert await store.expire(7.0) == 5
    assert await store.expire(7.0) == 0
    assert [await store.load(table) for table in "af"] == [[], [b"1", b"2"]]
    assert await store.games_of(["mine"], 9) == [("f", 0)]
    assert await store.by_invite("a-invite") is None
    assert await store.due(9.0, 9) == []
    await create(store, "a")


async def test_migrations_make_the_schema(store: Store) -> None:
    """An empty database gets, by migrations alone, exactly the tables that the program knows."""
    with store._reader.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, database.metadata) == []


async def test_migrating_again_changes_nothing(url: str) -> None:
    """A database that is up to date is opened with all that it holds."""
    for number in (1, 2, 3):
        async with opened(url) as store:
            if number == 1:
                await create(store, "a")
            else:
                assert await append(store, "a", number, b"%d" % number)
            assert len(await store.load("a")) == number


async def test_a_newer_database_is_refused(url: str) -> None:
    """A database that a later version has changed is not touched."""
    async with opened(url) as store:
        with store._writer._engine.begin() as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match=r"^The database was made by a newer lastcard"):
        await Store.open(url)


async def test_two_processes_start_on_an_empty_database(postgres: Postgres) -> None:
    """Of two that start at once, one migrates and the other waits for it."""
    url = postgres.database()
    stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
    await create(stores[0], "a")
    assert [await store.load("a") for store in stores] == [[b"1"]] * 4
    for store in stores:
        await store.close()


async def test_a_full_disk_is_told_and_passes(tmp_path: Path) -> None:
    """When the disk is full an append fails in a sentence and writes nothing; with room again the store goes on."""
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
    """As if the disk had room for so many pages."""
    with store._writer._engine.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")


async def test_logs_and_errors_hold_no_secret(url: str, caplog: pytest.LogCaptureFixture) -> None:
    """What could not be written is shown neither by the error with its causes nor by the log."""
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
    """While another program keeps the database locked an append fails in a sentence; afterwards the store goes on."""
    monkeypatch.setattr("lastcard.server.database.PATIENCE", 0.05)
    async with opened(url) as store:
        await create(store, "a")
        with locked(url):
            with pytest.raises(StoreError, match=r"^The database is locked by another program\.$"):
                await append(store, "a", 2, b"2")
            assert await store.load("a") == [b"1"]
        assert await append(store, "a", 2, b"2")


async def test_a_database_that_comes_back_is_used_again(postgres: Postgres) -> None:
    """While PostgreSQL is down reads and writes fail in a sentence; once it is back all goes on and nothing is lost."""
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
    """A store that failed tries a write of its own when it is asked for its health some time later."""
    monkeypatch.setattr("lastcard.server.database.PATIENCE", 0.05)
    async with opened(url) as store:
        await create(store, "a")
        with locked(url), pytest.raises(StoreError):
            await append(store, "a", 2, b"2")
        assert not await store.healthy()
        monkeypatch.setattr("lastcard.server.store.REMEMBERED", 0)
        assert await store.healthy()
        monkeypatch.undo()
        assert await store.healthy()


async def test_a_restart_of_the_database_is_not_noticed(postgres: Postgres) -> None:
    """When PostgreSQL was restarted while nothing was asked, the next write and read just work."""
    async with opened(postgres.database()) as store:
        await create(store, "a")
        await store.load("a")
        postgres.stop()
        postgres.start()
        assert await append(store, "a", 2, b"2")
        assert await store.load("a") == [b"1", b"2"]


async def test_a_commit_without_an_answer_is_not_repeated(postgres: Postgres) -> None:
    """When the connection breaks in a commit, the append fails, since it may be there already; the log then tells."""
    url = postgres.database()
    async with opened(url) as store:
        await create(store, "a")

        def cut(connection: Connection) -> None:
            pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()
            with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])

        event.listen(store._writer._engine, "commit", cut, once=True)
        with pytest.raises(StoreError, match=r"^The database is out of reach\.$"):
            await append(store, "a", 2, b"2")
        assert await append(store, "a", 1 + len(await store.load("a")), b"again")
        assert await store.load("a") == [b"1", b"again"]


async def test_a_file_that_is_moved_away_is_missed(tmp_path: Path) -> None:
    """Nothing is written to a SQLite file that is not where it should be; once it is back the store goes on."""
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


async def test_a_file_that_is_replaced_is_opened_anew(tmp_path: Path) -> None:
    """When another SQLite file is put in the place of the first, what is written goes to the new one."""
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


async def test_the_file_is_for_its_owner(tmp_path: Path) -> None:
    """A new SQLite file, and what SQLite puts beside it, can be read by its owner alone: it holds secrets of deals."""
    async with opened(f"sqlite:///{tmp_path / 'new' / 'games.db'}") as store:
        await create(store, "a")
        modes = {path.stat().st_mode & 0o077 for path in (tmp_path / "new").iterdir()}
        assert modes == {0}


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("games.db", "is not a URL"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
        ("mysql://host/games", "must be SQLite"),
        ("sqlite:////dev/null/games.db", "cannot be made"),
        ("postgresql://someone:secret@localhost:1/games", r"^The database is out of reach\.$"),
    ],
)
async def test_a_wrong_address_is_told(url: str, message: str) -> None:
    """An address that cannot be opened is refused in a sentence that holds no password."""
    with pytest.raises(StoreError, match=message) as caught:
        await Store.open(url)
    assert "secret" not in str(caught.value)


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """A file of something else is not opened and stays as it is."""
    path = tmp_path / "games.db"
    path.write_bytes(b"hello" * 1000)
    with pytest.raises(StoreError, match=r"^The database file is not a database\.$"):
        await Store.open(f"sqlite:///{path}")
    assert path.read_bytes() == b"hello" * 1000


async def test_synchronous_is_full(url: str) -> None:
    """What is committed is on disk: SQLite syncs its log on every commit, PostgreSQL waits for its own."""
    async with opened(url) as store:
        with store._writer._engine.connect() as connection:
            if url.startswith("sqlite"):
                asked = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
                assert asked == ["wal", 2]
            else:
                assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"


async def test_thousands_of_appends_share_the_wait(store: Store) -> None:
    """Many tables that append at once are all answered, in far fewer transactions than appends."""
    names = [f"t{number}" for number in range(300)]
    await asyncio.gather(*(create(store, name) for name in names))
    commits = count()
    commit = store._writer._commit
    store._writer._commit = lambda batch: (next(commits), commit(batch))[1]  # type: ignore[method-assign]
    assert all(await asyncio.gather(*(append(store, name, 2, b"2") for name in names)))
    assert next(commits) < 30
