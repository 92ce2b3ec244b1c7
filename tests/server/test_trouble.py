"""Full disk, lost database, changed clock: a clear message, no move lost, and recovery without a restart."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from killable_servers import ENDLESS, Acknowledged, check_log, pick
from lastcard.server.live.hub import Hub
from lastcard.server.table import log
from live_server import PATIENCE, Live, Player, serving
from postgres import Postgres

pytestmark = pytest.mark.anyio
DAY = 86400
PLENTY = 1 << 30  # pages


async def deal(*players: Player) -> None:
    """Have everyone agree, and the first player deal."""
    for player in players:
        await player.ready()
    await players[0].do("start")
    await reach(*players)


async def reach(*players: Player) -> None:
    """Check that everyone has heard the same."""
    number = max(player.n for player in players)
    for player in players:
        await player.reaches(number)


async def turn(*players: Player) -> tuple[Player, dict[str, Any]]:
    """Have the player to move do so, and return who it was and the answer."""
    if players[0].state["stage"] == "between":
        for player in players:
            await player.ready()
        await reach(*players)
    mover = next(player for player in players if player.state["you"] in player.state["to_move"])
    answer = await mover.move(pick(mover), id=f"m{mover.n}")
    await reach(*players)
    return mover, answer


def limit_pages(hub: Hub, pages: int) -> None:
    """Act as if the disk had room for this many pages."""
    with hub.store._writer._engine.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")


async def play_into_full_disk(hub: Hub, *players: Player) -> tuple[Player, dict[str, Any], Acknowledged]:
    """Play on until a move finds no room, and return its player, its refusal, and what was acknowledged before.

    Between rounds there is room, so what fails is always a move and never someone getting ready.
    """
    done = Acknowledged()
    while True:
        limit_pages(hub, PLENTY if players[0].state["stage"] == "between" else 1)
        mover, answer = await turn(*players)
        if "refused" in answer:
            return mover, answer, done
        done.append((mover.state["table"], answer["n"], answer["id"]))


async def healthy(live: Live) -> None:
    """Wait for the health check to succeed."""
    async with asyncio.timeout(PATIENCE):
        while (await live.http.get("/healthz")).status_code != 200:  # noqa: ASYNC110 - asked as a monitor does
            await asyncio.sleep(0.1)


async def test_a_full_disk_is_told_and_passes(tmp_path: Path) -> None:
    """On a full disk a move is refused in a sentence and changes nothing. Once there is room, the same command is done."""
    async with serving(tmp_path) as live, live.pair(options=ENDLESS) as (ann, ben):
        await deal(ann, ben)
        mover, answer, done = await play_into_full_disk(live.hub, ann, ben)
        assert answer["refused"]["code"] == "store"
        assert answer["refused"]["text"].startswith("The disk of the database is full.")
        before = (mover.n, dict(mover.state))
        assert (await live.http.get("/healthz")).status_code == 503
        async with live.player(mover.state["table"], mover.token) as again:
            assert (again.n, again.state) == before
        limit_pages(live.hub, PLENTY)
        answer = await mover.move(pick(mover), id=answer["id"])
        done.append((mover.state["table"], answer["n"], answer["id"]))
        assert answer["n"] == before[0] + 1
        await reach(ann, ben)
        await healthy(live)
    await check_log(str(tmp_path / "tables.db"), done)


async def test_a_database_that_is_gone_is_told_and_passes(tmp_path: Path, postgres: Postgres) -> None:
    """While PostgreSQL is down, people stay connected and moves are refused. When it is back, the game goes on intact."""
    database = postgres.database()
    async with serving(tmp_path, database=database) as live, live.pair(options=ENDLESS) as (ann, ben):
        await deal(ann, ben)
        done = [(await turn(ann, ben))[1] for _ in range(5)]
        await asyncio.to_thread(postgres.stop)
        try:
            mover, answer = await turn(ann, ben)
            assert answer["refused"]["code"] == "store"
            assert answer["refused"]["text"].startswith("The database is out of reach.")
            assert "pong" in await mover.do("ping")
        finally:
            await asyncio.to_thread(postgres.start)
        await healthy(live)
        done += [(await turn(ann, ben))[1] for _ in range(5)]
        table = ann.state["table"]
        assert not any("refused" in answer for answer in done)
    await check_log(database, [(table, answer["n"], answer["id"]) for answer in done])


@pytest.mark.parametrize("jump", [DAY, -DAY])
async def test_a_clock_that_is_set_harms_no_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: int) -> None:
    """When the machine's clock jumps by a day during play, nobody's time runs out and nobody's is extended."""
    async with serving(tmp_path) as live, live.pair(options=ENDLESS, settings={"clock": 60}) as (ann, ben):
        await deal(ann, ben)
        await turn(ann, ben)
        real = time.time
        with monkeypatch.context() as patch:
            patch.setattr(time, "time", lambda: real() + jump)
            for _ in range(4):
                _, answer = await turn(ann, ben)
                assert "refused" not in answer
                assert 0 < await time_left(live, ann) <= 60
        _, answer = await turn(ann, ben)
        assert "refused" not in answer
        assert not [seat for seat in ann.state["seats"] if "away" in seat]


async def test_an_outage_costs_nobody_a_turn(tmp_path: Path) -> None:
    """Time in which nothing could be written is given back at once to everybody whose clock was running, and only once."""
    async with serving(tmp_path) as live, live.pair(options=ENDLESS, settings={"clock": 60}) as (ann, ben):
        await deal(ann, ben)
        (due,) = ann.state["clocks"].values()
        live.hub.store.outage.failed(time.monotonic() - 40)
        live.hub.store.outage.ended()
        moved = (await ann.state_is(lambda state: due not in state["clocks"].values()))["clocks"]
        assert 39_000 <= min(moved.values()) - due <= 60_000
        _, answer = await turn(ann, ben)
        assert "refused" not in answer
        assert 0 < await time_left(live, ann) <= 60
        entries = [log.decode(entry) for entry in await live.hub.store.load(ann.state["table"])]
        assert sum(isinstance(entry, log.Outage) for entry in entries) == 1


async def test_a_clock_waits_for_a_disk_with_room(tmp_path: Path) -> None:
    """A clock that runs out while the disk is full costs nobody a turn: once there is room, it runs on."""
    async with serving(tmp_path) as live, live.pair(options=ENDLESS, settings={"clock": 60}) as (ann, ben):
        await deal(ann, ben)
        room = live.hub.rooms[ann.state["table"]]
        live.hub.store.outage.failed(time.monotonic() - 40)
        room._clock = lambda: time.time() + 61
        await live.hub.timers.time_is_up(room)
        entries = [log.decode(entry) for entry in await live.hub.store.load(room.id)]
        assert isinstance(entries[-1], log.Outage)
        assert room.table.due is not None
        assert room.table.due > room.now()


async def time_left(live: Live, player: Player) -> float:
    """Seconds left for the player to move, by the server's own time."""
    async with live.player(player.state["table"], player.token) as look:
        return float(min(look.state["clocks"].values()) - look.first["time"]) / 1000


async def test_a_clock_set_back_before_a_restart_harms_no_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose clock is a day behind its own log continues from the log's time."""
    real = time.time
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", lambda: real() + DAY)
        async with serving(tmp_path, lost_after=60) as live, live.pair(options=ENDLESS, settings={"clock": 60}) as (ann, ben):
            await deal(ann, ben)
            await turn(ann, ben)
            made, tokens = ann.made, (ann.token, ben.token)
    async with serving(tmp_path, lost_after=60) as live:
        places = [live.player(made["table"], token) for token in tokens]
        async with places[0] as ann, places[1] as ben:
            ann.token, ben.token = tokens
            await reach(ann, ben)
            assert 0 < await time_left(live, ann) <= 60
            _, answer = await turn(ann, ben)
            assert "refused" not in answer
            assert 0 < await time_left(live, ann) <= 60
