"""``lastcard admin`` where several processes share the tables: what it shows and does doesn't depend on whom you ask."""

from __future__ import annotations

import asyncio
import re
import shlex
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from typer.testing import CliRunner, Result

from clusters import Cluster, owns, seated, start
from lastcard import cli
from lastcard.server.cluster import letters
from lastcard.server.storage.database import CONNECTIONS, READERS
from lastcard.server.table.table import hashed
from live_server import Live, Player, eventually, serving
from postgres import Postgres

pytestmark = pytest.mark.anyio


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder with a short name: the names of sockets are."""
    with tempfile.TemporaryDirectory(prefix="lc") as folder:
        yield Path(folder)


@asynccontextmanager
async def two(cluster: Cluster, place: Path, **more: Any) -> AsyncIterator[tuple[Live, Live, Player, Player]]:
    """A game whose owner listens at the socket ``admin``. Ann is connected there, and Ben to the process at ``admin.2``."""
    owner, door = await cluster.doors(2, admin_socket=str(place / "admin"), **more)
    async with seated(owner, door) as (ann, ben):
        await start(ann, ben)
        yield owner, door, ann, ben


async def admin(place: Path, *args: str, at: str = "admin") -> Result:
    """What ``lastcard admin`` says when it asks the process at this socket."""
    return await asyncio.to_thread(CliRunner().invoke, cli.app, ["admin", *args, "--socket", str(place / at)])


async def test_tables_and_connections_of_all_processes(cluster: Cluster, place: Path) -> None:
    """Any process lists the connections of all of them, by name, and counts them for each table."""
    async with two(cluster, place) as (_owner, door, ann, ben), door.player(ann.made["table"], watch=ann.made["watch"]):
        table = ann.made["table"]
        for at in ("admin", "admin.2"):
            lines = (await admin(place, "connections", at=at)).stdout.splitlines()
            assert [(line.split()[:2], line.split()[-1]) for line in lines[:-1]] == [
                (["127.0.0.1", table], who) for who in ("Ann", "Ben", "(watching)")
            ]
            assert lines[-1] == "3 connections"
            (listed, count) = (await admin(place, "tables", at=at)).stdout.splitlines()
            assert "  3 connected  Ann, Ben" in listed
            assert count == "1 table"
        assert ben.token not in str(await door.web.parts.door.census())


async def test_a_process_that_does_not_answer_is_told(cluster: Cluster, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a process hangs, its connections are missing, and a line says so."""
    monkeypatch.setattr("lastcard.server.cluster.door.CENSUS_WITHIN", 0.2)
    async with two(cluster, place) as (_owner, door, _ann, _ben):
        bus = door.web.parts._bus
        assert bus is not None
        asked = bus.asked
        bus.asked = lambda data, answer: None if letters.read_question(data) == letters.Census() else asked(data, answer)
        said = await admin(place, "connections")
        assert said.stdout.splitlines()[-1] == "1 connection"
        assert said.stderr == "lastcard: Another process does not answer, so its connections are left out.\n"


async def test_an_announcement_counts_connections_of_all_processes(cluster: Cluster, place: Path) -> None:
    """Whichever process is told to announce something, it counts those who will read it at all processes."""
    async with two(cluster, place) as (_owner, door, ann, _ben), door.player(ann.made["table"], watch=ann.made["watch"]):
        for at in ("admin", "admin.2"):
            said = await admin(place, "announce", "We restart at nine.", at=at)
            assert said.stdout == "Announced to 3 connections, and to everybody who comes.\n"


async def test_a_table_is_closed_through_any_process(cluster: Cluster, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that doesn't own a table shows its log, ends its game, and deletes it, and its owner follows."""
    monkeypatch.setattr("lastcard.server.live.housekeeping.COMPARED_EVERY", 1)
    async with two(cluster, place) as (owner, door, ann, ben):
        table = ann.made["table"]
        assert (await admin(place, "log", table, at="admin.2")).stdout.endswith("classic, playing\n")
        assert (await admin(place, "close", table, at="admin.2")).stdout == "The game has ended.\n"
        for player in (ann, ben):
            await player.state_is(lambda state: state["stage"] == "over")
        assert (owns(owner, table), owns(door, table)) == (True, False)
        assert (await admin(place, "close", table, "--delete", at="admin.2")).stdout == "The table is deleted.\n"
        await eventually(lambda: not owns(owner, table))
        assert (await ann.closed())[0] in (1012, 4404)


async def test_other_processes_follow_orders(cluster: Cluster, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one process is told to announce or whom to ban holds at the others, too, the next time they look."""
    monkeypatch.setattr("lastcard.server.http.admin.POLL", 0.05)
    async with two(cluster, place) as (owner, door, ann, ben):
        await admin(place, "announce", "We restart at nine.")
        for player in (ann, ben):
            assert (await player.until(lambda frame: "announcement" in frame))["announcement"] == "We restart at nine."
        banned = await admin(place, "ban", "--table", ann.made["table"], "--seat", "1")
        assert banned.stdout.split()[-1] == hashed(ben.token)[:12]
        assert (await ben.closed())[0] == 4410
        assert (await admin(place, "bans", at="admin.2")).stdout.splitlines()[-1] == "1 ban"
        headers = {"Authorization": f"Bearer {ben.token}"}
        assert (await door.http.get(f"/api/tables/{ann.made['table']}", headers=headers)).status_code == 403
        await admin(place, "unban", hashed(ben.token)[:12], at="admin.2")
        await eventually(lambda: not owner.web.parts.gate.bans.has_player(hashed(ben.token)))


async def test_one_process_is_drained(cluster: Cluster, place: Path) -> None:
    """A drained process ends, and its tables and players go on at the other one."""
    async with two(cluster, place) as (_owner, door, ann, ben):
        assert "1 connection moves on" in (await admin(place, "drain")).stdout
        assert (await ann.closed())[0] == 1012
        await ben.until(lambda frame: "version" in frame)
        async with door.player(ann.made["table"], ann.token) as again:
            assert again.state["stage"] == "playing"
        assert "1 table" in (await admin(place, "tables", at="admin.2")).stdout


async def test_a_process_is_drained_by_its_id(cluster: Cluster, place: Path) -> None:
    """Any process lists the ids of all, and ends the one that is named: its players move on, and the process asked plays on."""
    async with two(cluster, place) as (owner, door, ann, ben):
        lines = (await admin(place, "processes", at="admin.2")).stdout.splitlines()
        assert [line.split()[0] for line in lines] == [door.web.parts.door.id, owner.web.parts.door.id, "2"]
        assert [line.split()[-4:] for line in lines[:-1]] == [[tables, "tables", "1", "connections"] for tables in "01"]
        said = await admin(place, "drain", "--process", lines[1].split()[0], at="admin.2")
        assert said.stdout == f"Process {owner.web.parts.door.id} ends; 1 connection moves on.\n"
        assert (await ann.closed())[0] == 1012
        await eventually(lambda: owns(door, ann.made["table"]))
        await ben.until(lambda frame: "version" in frame)
        assert not door.web.should_exit


async def test_a_named_process_finishes_its_last_games(cluster: Cluster, place: Path) -> None:
    """``--finish`` reaches the process that is named: it takes no new tables, and the others go on as before."""
    async with two(cluster, place) as (owner, door, _ann, _ben):
        said = await admin(place, "drain", "--finish", "--process", owner.web.parts.door.id, at="admin.2")
        assert "takes no new tables" in said.stdout
        await eventually(lambda: owner.hub.is_finishing)
        assert not door.hub.is_finishing


async def test_an_unknown_process_is_not_drained(cluster: Cluster, place: Path) -> None:
    """A wrong id is refused in one sentence that says where the right ones are, and every process plays on."""
    async with two(cluster, place) as (owner, door, _ann, _ben):
        drained: list[bool] = []
        for live in (owner, door):
            live.web.parts.door._desk.drain = drained.append
        said = await admin(place, "drain", "--process", "0123")
        assert said.exit_code == 2
        assert said.stderr == "lastcard: There's no such process: 'lastcard admin processes' lists them.\n"
        assert drained == []


async def test_a_process_has_few_connections_to_postgresql(postgres: Postgres, tmp_path: Path) -> None:
    """However much is asked at once, a process opens no more connections than the page about scaling counts with."""
    url = postgres.database()
    async with serving(tmp_path, database=url) as live:
        orders, store = live.web.parts.admin._orders, live.hub.store
        await asyncio.gather(*(store.load("x") for _ in range(40)), *(orders.all() for _ in range(40)), orders.lift("x", "x"))
        await live.create()
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
            query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            (count,) = connection.execute(query).fetchone() or (0,)
    assert READERS < count <= CONNECTIONS


async def test_postgresql_is_backed_up_and_restored(postgres: Postgres, tmp_path: Path) -> None:
    """The commands for PostgreSQL on the page about hosting save what a running server has, and bring it back."""
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    dump, restore = [shlex.split(line) for line in page.splitlines() if line.startswith(("pg_dump ", "pg_restore "))]
    url = postgres.database()
    name = urlsplit(url).path[1:]

    def run(command: list[str]) -> None:
        words = [re.sub(r"\blastcard$", name, word).replace("/backup/", f"{tmp_path}/") for word in command]
        postgres.client(*words)

    async with serving(tmp_path, database=url) as live:
        made = await live.create()
        await asyncio.to_thread(run, dump)
        await live.create()
    await asyncio.to_thread(run, restore)
    async with serving(tmp_path, database=url) as live, live.player(made["table"], made["token"]) as ann:
        assert ann.state["stage"] == "lobby"
        assert [each.table for each in await live.web.parts.admin._orders.tables(None, 9)] == [made["table"]]
