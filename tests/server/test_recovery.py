"""How the hub copes with a store in trouble, a log that becomes shorter, and other processes at the same table."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import psycopg
import pytest

from lastcard.server.storage.store import StoreError
from lastcard.server.table import log
from live_server import PATIENCE, Live, serving
from live_tables import start
from postgres import Postgres

pytestmark = pytest.mark.anyio


async def test_trouble_with_the_store_is_said_and_passes(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """While nothing can be written, a move is refused with a sentence and nobody is told. Afterward it is done."""
    async with live.pair() as (ann, ben):
        await start(ann, ben)
        store, number = live.hub.store, ann.n

        async def full(*_: Any, **__: Any) -> bool:
            raise StoreError("The disk of the database is full.")

        with monkeypatch.context() as patch:
            patch.setattr(store, "append", full)
            mover, other = (ann, ben) if 0 in ann.state["to_move"] else (ben, ann)
            answer = await mover.move("draw", id="x")
            assert answer["refused"]["code"] == "store"
            assert "The disk of the database is full." in answer["refused"]["text"]
            response = await live.post(
                f"/api/tables/{ann.state['table']}/commands", {"do": "move", "move": "draw", "n": number}, token=mover.token
            )
            assert response.status_code == 503
        done = await mover.move("draw", id="x")
        assert done["n"] == number + 1
        assert (await other.frame())["n"] == number + 1


async def test_a_move_whose_append_is_uncertain_is_not_done_twice(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the database's answer was lost, sending the command again finds it done."""
    async with live.pair() as (ann, ben):
        await start(ann, ben)
        store, real = live.hub.store, live.hub.store.append

        async def lost(*args: Any, **more: Any) -> bool:
            await real(*args, **more)
            raise StoreError("The database is out of reach.")

        with monkeypatch.context() as patch:
            patch.setattr(store, "append", lost)
            mover = ann if 0 in ann.state["to_move"] else ben
            assert "refused" in await mover.move("draw", id="x")
        again = await mover.move("draw", id="x")
        assert "ok" in again
        assert len([event for event in mover.events if event["what"] == "drew"]) == 1


async def test_two_servers_on_one_log_never_both_win(live: Live) -> None:
    """A table that another process has advanced is read again, and what no longer fits is refused."""
    async with live.pair() as (ann, ben):
        await start(ann, ben)
        room = live.hub.rooms[ann.state["table"]]
        mover, seat = (ann, 0) if 0 in ann.state["to_move"] else (ben, 1)
        theirs = log.Moved(t=room.now(), seat=seat, move="draw")
        number, now = room.table.number + 1, room.now()
        assert await live.hub.store.append(room.id, number, [log.encode(theirs)], due=None, status="playing", seats=2, now=now)
        answer = await mover.move("draw")
        assert answer["refused"]["code"] == "stale"
        assert live.hub.metrics.conflicts == 1
        assert [event["what"] for event in mover.events[-1:]] == ["drew"]


# ---- a log that becomes shorter ----------------------------------------------------------------------
async def cut(live: Live, table: str, length: int) -> None:
    """Delete the end of a log behind the server's back."""
    with live.hub.store._writer._engine.begin() as connection:
        connection.exec_driver_sql(f"DELETE FROM entries WHERE \"table\" = '{table}' AND number > {length}")


async def test_a_log_that_became_shorter_is_read_again(live: Live) -> None:
    """A move that finds the log shorter than what was told is refused, and everyone gets the table as it is now."""
    async with live.pair() as (ann, ben), live.player(ann.made["table"], watch=ann.made["watch"]) as eve:
        await start(ann, ben)
        number, state, count = ann.n, dict(ann.state), len(ann.events)
        mover, other = (ann, ben) if 0 in ann.state["to_move"] else (ben, ann)
        for move in ("draw", "pass"):
            await mover.move(move)
        await other.reaches(mover.n)
        await cut(live, ann.state["table"], number)
        await other.say(do="move", id="late", move="draw", n=other.n)
        fresh = [await player.until(lambda frame: "version" in frame) for player in (ann, ben, eve)]
        assert [(frame["n"], frame["e"], len(frame["events"])) for frame in fresh] == [(number, count, count)] * 3
        assert ann.state == state
        answer = await other.until(lambda frame: frame.get("id") == "late")
        assert answer["refused"]["code"] == "stale"
        assert (await mover.move("draw"))["n"] == number + 1


async def test_a_shorter_log_is_noticed_where_nothing_happens(live: Live) -> None:
    """A table where nobody moves is compared with its log periodically, and its players get a fresh view."""
    async with live.pair() as (ann, ben):
        number = ann.n
        await ben.do("chat", text="hi")
        await ann.reaches(ben.n)
        await cut(live, ann.state["table"], number)
        fresh = await ann.until(lambda frame: "version" in frame)
        assert (fresh["n"], fresh["chat"]) == (number, [])


async def test_a_table_that_a_restored_backup_does_not_have_is_let_go(live: Live) -> None:
    """If the whole table is gone, its players are told."""
    async with live.pair() as (ann, _):
        with live.hub.store._writer._engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM tables")
        assert (await ann.closed())[0] == 4404


async def test_a_file_that_is_replaced_gives_fresh_views(tmp_path: Path) -> None:
    """If a backup replaces the SQLite file under a running server, players see the table as of the backup."""
    async with serving(tmp_path) as live, live.pair() as (ann, ben):
        with sqlite3.connect(tmp_path / "tables.db") as served, sqlite3.connect(tmp_path / "copy.db") as copy:
            served.backup(copy)
        for connection in (served, copy):
            connection.close()
        number = ann.n
        await ben.do("chat", text="hi")
        await ann.reaches(ben.n)
        for name in ("tables.db", "tables.db-wal", "tables.db-shm"):
            (tmp_path / name).unlink()
        (tmp_path / "copy.db").rename(tmp_path / "tables.db")
        fresh = await ann.until(lambda frame: "version" in frame)
        assert fresh["n"] == number
        assert "refused" not in await ann.do("chat", text="again")


# ---- PostgreSQL -------------------------------------------------------------------------------
async def test_a_locked_row_keeps_only_its_own_table_waiting(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another program locks one table's row in PostgreSQL, the others play without delay. Then that one goes on."""
    monkeypatch.setattr("lastcard.server.storage.writer.LOCKED_FOR", 2 * PATIENCE)
    database = postgres.database()
    async with serving(tmp_path, database=database) as live, live.pair() as (ann, _), live.pair() as (cleo, _):
        with psycopg.connect(database.replace("+psycopg", "")) as other:
            other.execute("SELECT * FROM tables WHERE id = %s FOR UPDATE", [ann.made["table"]])
            waiting = asyncio.create_task(ann.do("chat", text="hi"))
            async with asyncio.timeout(PATIENCE):
                for _ in range(5):
                    assert "refused" not in await cleo.do("chat", text="hi")
            assert not waiting.done()
        assert "refused" not in await waiting


async def test_a_database_that_is_gone_for_a_while_loses_nothing(tmp_path: Path, postgres: Postgres) -> None:
    """While PostgreSQL is down, moves are refused with a sentence. When it is back, the same command is done once."""
    async with serving(tmp_path, database=postgres.database()) as live, live.pair() as (ann, ben):
        await start(ann, ben)
        mover = ann if 0 in ann.state["to_move"] else ben
        number = mover.n
        await asyncio.to_thread(postgres.stop)
        try:
            answer = await mover.move("draw", id="again")
            assert answer["refused"]["code"] == "store"
            assert (await live.http.get("/healthz")).status_code == 503
        finally:
            await asyncio.to_thread(postgres.start)
        async with asyncio.timeout(PATIENCE):
            while "refused" in (answer := await mover.move("draw", id="again")):  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        assert mover.n == number + 1
        assert [event["what"] for event in mover.events].count("drew") == 1
        async with asyncio.timeout(PATIENCE):
            while (await live.http.get("/healthz")).status_code != 200:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
