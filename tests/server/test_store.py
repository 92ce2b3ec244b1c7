"""The store: logs, codes, tokens and lists, in SQLite and in PostgreSQL."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
from itertools import count, pairwise
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, inspect

from lastcard.server.storage import database
from lastcard.server.storage.store import Store, StoreError
from lastcard.server.storage.writer import _lengths
from postgres import Postgres
from stores import append, create, opened

pytestmark = pytest.mark.anyio

UNTIL_KILLED = """
import asyncio, sys
from itertools import count
from lastcard.server.storage.store import Store

async def play(store, table):
    for number in count(2):
        won = await store.append(table, number, [b"%d" % number], due=None, status="playing", seats=2, now=1.0)
        print(table, number, won, flush=True)

async def main():
    store = await Store.open(sys.argv[1])
    await asyncio.gather(*(play(store, table) for table in sys.argv[2:]))

asyncio.run(main())
"""


async def test_entries_come_back_in_order(store: Store) -> None:
    """A log is read back as it was written, from the first entry on."""
    await create(store, "a")
    assert await append(store, "a", 2, b"2", b"3")
    assert await append(store, "a", 4, b"\x00\xff")
    assert await store.load("a") == [b"1", b"2", b"3", b"\x00\xff"]


async def test_a_log_is_read_from_a_number(store: Store) -> None:
    """A reader that has the first entries can ask for the rest."""
    await create(store, "a")
    await append(store, "a", 2, b"2", b"3", b"4")
    assert [await store.load("a", since) for since in (2, 4, 9)] == [[b"3", b"4"], [], []]


async def test_the_log_itself_says_how_long_it_is(store: Store) -> None:
    """If entries were deleted behind the store's back, the log continues after the last one left."""
    await create(store, "a")
    await create(store, "b")
    await append(store, "a", 2, b"2", b"3", b"4")
    with store._writer._engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM entries WHERE number > 2")
    assert await store.lengths(["a", "b", "c"]) == {"a": 2, "b": 1}
    assert not await append(store, "a", 5, b"5")
    assert await append(store, "a", 3, b"three")
    assert await store.load("a") == [b"1", b"2", b"three"]
    assert await append(store, "a", 4, b"four")


async def test_logs_are_apart(store: Store) -> None:
    """Each table has its own numbers and entries."""
    for table in ("a", "b"):
        await create(store, table)
        assert await append(store, table, 2, table.encode())
    assert [await store.load(table) for table in ("a", "b", "c")] == [[b"1", b"a"], [b"1", b"b"], []]


def steps_of(connection: Connection, table: str) -> int:
    """How many steps SQLite takes to find the length of a log."""
    steps = count()
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    driver.set_progress_handler(lambda: next(steps) < 0, 1)
    _lengths(connection, [table])
    driver.set_progress_handler(None, 1)
    return next(steps)


async def test_the_length_of_a_log_is_known_without_going_through_it(tmp_path: Path) -> None:
    """Finding a log's length, which happens every few seconds, costs the same for a long one as for a short one."""
    async with opened(f"sqlite:///{tmp_path / 'lastcard.sqlite3'}") as store:
        for table, length in (("short", 2), ("long", 4000)):
            await create(store, table)
            await append(store, table, 2, *[b"entry"] * (length - 1))
        with store._reader.connect() as connection:
            _, short, long = [steps_of(connection, table) for table in ("short", "short", "long")]  # the first reads the schema
        assert 0 < long == short


@pytest.mark.parametrize("number", [1, 2, 4])
async def test_a_number_that_is_not_the_next_is_refused_whole(store: Store, number: int) -> None:
    """An append to a taken number, or one that would leave a gap, writes nothing and says so."""
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
    """If one entry cannot be written, none of its append is, and the log continues from the same number."""
    await create(store, "a")
    with pytest.raises(StoreError):
        await append(store, "a", 2, b"2", None)  # type: ignore[arg-type]
    assert await store.load("a") == [b"1"]
    assert await append(store, "a", 2, b"two")


async def test_one_bad_write_leaves_the_others_alone(store: Store) -> None:
    """In a shared commit, only the impossible write fails."""
    await create(store, "a")
    writes = [append(store, "a", 2, b"2"), create(store, "a"), append(store, "a", 3, b"3"), create(store, "b")]
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(result) for result in results] == [bool, StoreError, bool, type(None)]
    assert [await store.load(table) for table in ("a", "b")] == [[b"1", b"2", b"3"], [b"1"]]


@pytest.mark.parametrize("table", ["", "\x00", "a\x00", "\ud800", "'; DROP TABLE tables", "x" * 100_000])
async def test_hostile_names_find_nothing(store: Store, table: str) -> None:
    """Text that is not a table id finds nothing, and text the database rejects is refused without affecting others."""
    await create(store, "a")
    assert await store.load(table) == []
    wrong = store.create(table, "b-invite", "a-watch", b"1", public=False, due=None, now=1.0)
    results = await asyncio.gather(append(store, "a", 2, b"2"), wrong, append(store, "a", 3, b"3"), return_exceptions=True)
    assert [type(result) for result in results] == [bool, StoreError, bool]
    assert await store.healthy()
    assert await store.load("a") == [b"1", b"2", b"3"]


async def test_appends_without_waiting_are_kept_in_order(store: Store) -> None:
    """Consecutive appends are all taken without waiting for each other, and one that does not follow is not."""
    await create(store, "a")
    numbers = [*range(2, 60), 70, *range(60, 100)]
    wins = await asyncio.gather(*(append(store, "a", number, b"%d" % number) for number in numbers))
    assert [number for number, won in zip(numbers, wins, strict=True) if not won] == [70]
    assert await store.load("a") == [b"%d" % number for number in range(1, 100)]


async def test_of_two_stores_one_wins(postgres: Postgres) -> None:
    """If two stores append to the same number, exactly one succeeds, and the log holds that one."""
    url = postgres.database()
    async with opened(url) as one, opened(url) as two:
        await create(one, "a")
        winners = [b"1"]
        for number in range(2, 30):
            wins = await asyncio.gather(append(one, "a", number, b"one"), append(two, "a", number, b"two"))
            assert sorted(wins) == [False, True]
            winners.append(b"one" if wins[0] else b"two")
        assert await two.load("a") == winners


async def test_two_stores_never_wait_for_each_other(postgres: Postgres) -> None:
    """Two stores that write to many tables at once, in opposite orders, both get through."""
    url = postgres.database()
    async with opened(url) as one, opened(url) as two:
        names = [f"{number:02}" for number in range(40)]
        for name in names:
            await create(one, name)
        for number in range(2, 8):
            forth = [append(one, name, number, b"one") for name in names]
            back = [append(two, name, number, b"two") for name in reversed(names)]
            assert sum(await asyncio.gather(*forth, *back)) == len(names)


def kill_after(acknowledged: int, url: str, names: list[str]) -> list[str]:
    """Append from another process, kill it after this many lines, and return everything it printed."""
    command = [sys.executable, "-c", UNTIL_KILLED, url, *names]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(acknowledged)]
        process.send_signal(signal.SIGKILL)
        return lines + [line for line in process.stdout if line.endswith("\n")]


async def test_what_was_acknowledged_survives_kill(url: str) -> None:
    """A process killed while writing has lost none of the appends it was told were written."""
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
    """Requests made before the store is closed are written, and later ones are refused in a sentence."""
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
    """An append that nobody waits for any longer does not keep the next one from being answered."""
    await create(store, "a")
    asked = asyncio.ensure_future(append(store, "a", 2, b"2"))
    await asyncio.sleep(0)
    asked.cancel()
    await create(store, "b")
    assert await append(store, "b", 2, b"2")


async def test_codes_lead_to_the_table(store: Store) -> None:
    """An invite leads to a seat, a watch code to the spectators, and any other code nowhere."""
    await create(store, "a")
    found = [await store.by_invite(code) for code in ("a-invite", "a-watch", "a")]
    assert found == [("a", "play"), ("a", "watch"), None]


async def test_a_code_is_used_once(store: Store) -> None:
    """A second table with a code already in use is refused, and no part of it is stored."""
    await create(store, "a")
    with pytest.raises(StoreError, match="in use already"):
        await store.create("b", "b-invite", "a-invite", b"1", public=False, due=None, now=1.0)
    assert await store.load("b") == []
    assert await store.by_invite("b-invite") is None


async def test_due_tables_come_when_their_time_does(store: Store) -> None:
    """Tables are due from their time on, longest overdue first, until an append changes or clears the time."""
    for table, time in (("a", 30.0), ("b", 20.0), ("c", None), ("d", 40.0)):
        await create(store, table, due=time)
    assert await store.due(30.0, 5) == ["b", "a"]
    assert await store.due(99.0, 2) == ["b", "a"]
    await append(store, "a", 2, b"2", due=50.0)
    await append(store, "b", 2, b"2", due=None)
    assert await store.due(99.0, 5) == ["d", "a"]


async def test_games_in_progress_are_found_by_their_rules(store: Store) -> None:
    """A game counts from its deal to its end, by its rules and by when something last happened there."""
    await store.create("a", "i", "w", b"1", public=False, due=None, now=1.0, rules_version="classic 1")
    assert not await store.has_games(None, since=0.0)
    await append(store, "a", 2, b"2", now=5.0)
    asked = [(None, 5.0), ({"classic 1", "dare 1"}, 5.0), ({"classic 2"}, 5.0), (set(), 5.0), (None, 6.0)]
    assert [await store.has_games(rules, since=since) for rules, since in asked] == [True, True, False, False, False]
    await append(store, "a", 3, b"3", status="over", now=7.0)
    assert not await store.has_games(None, since=0.0)


async def test_public_tables_are_listed_until_they_start(store: Store) -> None:
    """The list has public tables that wait for players, newest first."""
    for table, public, now in (("a", True, 1.0), ("b", False, 2.0), ("c", True, 3.0), ("d", True, 4.0)):
        await create(store, table, public=public, now=now)
    assert await store.public(5) == ["d", "c", "a"]
    assert await store.public(1) == ["d"]
    await append(store, "c", 2, b"2", status="playing")
    await append(store, "a", 2, b"2", status="lobby")
    assert await store.public(5) == ["d", "a"]


async def test_a_table_is_made_with_the_tokens_of_its_people(store: Store) -> None:
    """A table and its seats are stored together or not at all, so no table is made that nobody can find again."""
    await store.create("a", "i", "w", b"1", public=False, due=None, now=1.0, holders=[("ann", 0), ("ben", 2)])
    assert await store.games_of(["ann"], 9) == [("a", 0)]
    assert await store.games_of(["ben"], 9) == [("a", 2)]
    with pytest.raises(StoreError):
        await store.create("a", "j", "x", b"1", public=False, due=None, now=1.0, holders=[("cleo", 0)])
    assert await store.games_of(["cleo"], 9) == []


async def test_a_summary_is_as_new_as_the_log(store: Store) -> None:
    """A summary written with an append is found with it, and an append that loses does not change it."""
    await create(store, "a", summary="made")
    await create(store, "b")
    assert await store.summaries(["a", "b", "c"]) == {"a": "made", "b": ""}
    both = append(store, "a", 2, b"2", summary="two"), append(store, "a", 3, b"3", summary="three")
    assert all(await asyncio.gather(*both))
    assert not await append(store, "a", 3, b"x", summary="late")
    assert await store.summaries(["a"]) == {"a": "three"}


async def test_games_of_tokens(store: Store) -> None:
    """The games of all a player's tokens are listed, most recent first, each with the current seat."""
    for table, now in (("a", 1.0), ("b", 2.0), ("c", 3.0)):
        await create(store, table, now=now)
    await append(store, "a", 2, b"2", now=9.0, seated=[("mine", 0), ("other", 1)])
    await append(store, "b", 2, b"2", now=2.0, seated=[("mine", 1)])
    await append(store, "b", 3, b"3", now=2.0, seated=[("mine", 3)])
    await append(store, "c", 2, b"2", now=3.0, seated=[("older", 2)])
    assert await store.games_of(["mine", "older"], 5) == [("a", 0), ("c", 2), ("b", 3)]
    assert await store.games_of(["mine", "older"], 1) == [("a", 0)]
    assert await store.games_of([], 5) == []


async def test_a_seat_is_there_with_its_entry(store: Store) -> None:
    """A token holds its seat from the append that takes it to the one that frees it, at that table only."""
    for table in ("a", "b"):
        await create(store, table)
    assert await append(store, "a", 2, b"2", seated=[("ann", 0), ("ben", 1)])
    assert [await store.games_of([token], 9) for token in ("ann", "ben", "cleo")] == [[("a", 0)], [("a", 1)], []]
    assert await append(store, "a", 3, b"3", gone=["ann"])
    assert [await store.games_of([token], 9) for token in ("ann", "ben")] == [[], [("a", 1)]]


async def test_an_append_that_loses_seats_nobody(store: Store) -> None:
    """If the log does not take an entry, no token gains or loses a seat by it."""
    await create(store, "a")
    assert await append(store, "a", 2, b"2", seated=[("ann", 0)])
    assert not await append(store, "a", 2, b"x", seated=[("ben", 1)], gone=["ann"])
    assert [await store.games_of([token], 9) for token in ("ann", "ben")] == [[("a", 0)], []]


async def test_seats_change_in_the_order_of_the_log(store: Store) -> None:
    """If several appends are committed together, the last one decides who sits where."""
    await create(store, "a")
    together = (
        append(store, "a", 2, b"2", seated=[("ann", 1)]),
        append(store, "a", 3, b"3", gone=["ann"]),
        append(store, "a", 4, b"4", seated=[("ann", 2), ("ben", 1)]),
        append(store, "a", 5, b"5", gone=["ben"]),
    )
    assert all(await asyncio.gather(*together))
    assert await store.games_of(["ann", "ben"], 9) == [("a", 2)]


async def test_a_token_that_cannot_be_written_leaves_nothing(store: Store) -> None:
    """A table, its first entry and its tokens, or a seat's entry and token, are stored together or not at all."""
    with pytest.raises(StoreError):
        await store.create("a", "i", "w", b"1", public=False, due=None, now=1.0, holders=[(None, 0)])  # type: ignore[list-item]
    assert await store.load("a") == []
    assert await store.by_invite("i") is None
    await create(store, "a")
    with pytest.raises(StoreError):
        await append(store, "a", 2, b"2", seated=[(None, 0)])  # type: ignore[list-item]
    assert await store.load("a") == [b"1"]


async def test_old_tables_expire_with_all_they_have(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Idle tables are deleted with their entries, codes and tokens, however many there are, and the others stay."""
    monkeypatch.setattr("lastcard.server.storage.writer.EXPIRED_AT_ONCE", 2)
    for table in "abcdef":
        await create(store, table, due=1.0, now=1.0)
        await append(store, table, 2, b"2", due=1.0, now=1.0, seated=[("mine", 0)])
    await append(store, "f", 3, b"3", now=7.0)
    assert await store.expire(7.0) == 5
    assert await store.expire(7.0) == 0
    assert [await store.load(table) for table in "af"] == [[], [b"1", b"2", b"3"]]
    assert await store.games_of(["mine"], 9) == [("f", 0)]
    assert await store.by_invite("a-invite") is None
    assert await store.due(9.0, 9) == []
    await create(store, "a")


async def test_migrations_make_the_schema(store: Store) -> None:
    """Migrations alone give an empty database exactly the tables that the program knows."""
    with store._reader.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, database.metadata) == []


def columns(path: Path, revision: str) -> dict[str, bool]:
    """The columns of a database at this revision, and whether a process that doesn't know one can still add rows."""
    engine, config = create_engine(f"sqlite:///{path}"), Config()
    config.set_main_option("script_location", "lastcard.server.storage:migrations")
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        seen = inspect(connection)
        found = {
            f"{table}.{column['name']}": column["nullable"] or column["default"] is not None
            for table in seen.get_table_names()
            for column in seen.get_columns(table)
        }
    engine.dispose()
    return found


def test_migrations_only_expand(tmp_path: Path) -> None:
    """From 0003 on, a migration removes and renames nothing, and processes of the release before it can still add rows."""
    files = (Path(database.__file__).parent / "migrations" / "versions").glob("v*.py")
    seen = [columns(tmp_path / "t.db", revision) for revision in sorted(file.name[1:5] for file in files)[1:]]
    removed = [before.keys() - after.keys() for before, after in pairwise(seen)]
    assert removed == [{"tables.last"}, *[set[str]() for _ in removed[1:]]]  # 0003 keeps version 1 from writing
    for before, after in pairwise(seen[1:]):
        known = {name.partition(".")[0] for name in before}
        added = [name for name in after.keys() - before.keys() if name.partition(".")[0] in known]
        assert all(after[name] for name in added), added


async def test_migrating_again_changes_nothing(url: str) -> None:
    """An up-to-date database is opened with everything in it."""
    for number in (1, 2, 3):
        async with opened(url) as store:
            if number == 1:
                await create(store, "a")
            else:
                assert await append(store, "a", number, b"%d" % number)
            assert len(await store.load("a")) == number


async def test_a_newer_database_is_refused(url: str) -> None:
    """A database changed by a later version is not touched."""
    async with opened(url) as store:
        with store._writer._engine.begin() as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match=r"^The database was made by a newer lastcard"):
        await Store.open(url)


async def test_two_processes_start_on_an_empty_database(postgres: Postgres) -> None:
    """If two processes start at once, one migrates and the other waits."""
    url = postgres.database()
    stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
    await create(stores[0], "a")
    assert [await store.load("a") for store in stores] == [[b"1"]] * 4
    for store in stores:
        await store.close()


async def test_the_file_is_for_its_owner(tmp_path: Path) -> None:
    """Only the owner can read a new SQLite file and its companions, because they hold the secrets of deals."""
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
    """An address that cannot be opened is refused in a sentence that contains no password."""
    with pytest.raises(StoreError, match=message) as caught:
        await Store.open(url)
    assert "secret" not in str(caught.value)


async def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    """A file of another kind is not opened and stays unchanged."""
    path = tmp_path / "games.db"
    path.write_bytes(b"hello" * 1000)
    with pytest.raises(StoreError, match=r"^The database file is not a database\.$"):
        await Store.open(f"sqlite:///{path}")
    assert path.read_bytes() == b"hello" * 1000


async def test_synchronous_is_full(url: str) -> None:
    """What is committed is on disk: SQLite syncs its log on every commit, and PostgreSQL waits for its own."""
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
