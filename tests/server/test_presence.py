"""Who is there: connections lost before and during a game, people who never connect, and processes that die."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lastcard.server.live.room import Room
from lastcard.server.table import log
from live_server import Live, Player, eventually, serving

pytestmark = pytest.mark.anyio


def away(state: dict[str, Any], seat: int) -> str:
    """Why a bot plays a seat, or an empty string if its person does."""
    told: str = state["seats"][seat].get("away", "")
    return told


async def command(live: Live, made: dict[str, Any], token: str, **said: Any) -> dict[str, Any]:
    """Send a command over HTTP."""
    response = await live.post(f"/api/tables/{made['table']}/commands", said, token=token)
    answer: dict[str, Any] = response.json()
    return answer


async def is_gone(ann: Player, ben: Player) -> None:
    """Close Ben's tab, and wait until Ann is told."""
    await ben.socket.close()
    await ann.state_is(lambda state: away(state, 1) == "connection")


# ---- before the start --------------------------------------------------------------------------------
async def test_the_host_who_closes_the_tab_blocks_nobody(live: Live) -> None:
    """If the host's connection is lost in the lobby, the next person becomes host and may free the old host's seat."""
    async with live.pair() as (ann, ben):
        await ann.socket.close()
        await ben.state_is(lambda state: state["host"] == 1)
        assert away(ben.state, 0) == "connection"
        await ben.do("remove", seat=0)
        assert ben.state["seats"][0] is None


async def test_in_the_lobby_who_connects_again_is_back(live: Live) -> None:
    """Before the start, connecting is enough to get back the seat, the role of host and the agreement."""
    async with live.pair() as (ann, ben):
        await ann.ready()
        await ann.socket.close()
        await ben.state_is(lambda state: state["host"] == 1)
        async with live.player(ann.made["table"], ann.token) as again:
            assert away(again.state, 0) == ""
            assert again.state["host"] == 0
            assert again.state["seats"][0]["ready"]
            await ben.state_is(lambda state: state["host"] == 0 and not away(state, 0))


async def test_a_game_starts_without_who_is_away(live: Live) -> None:
    """The start does not wait for absent people: a bot plays their seats until they come back."""
    async with live.pair() as (ann, ben):
        await is_gone(ann, ben)
        await ann.ready()
        await ann.do("start")
        assert ann.state["stage"] == "playing"
        assert away(ann.state, 1) == "connection"
        while 1 not in ann.state["to_move"]:
            await ann.move(ann.state["moves"][0])
        await ann.state_is(lambda state: 1 not in state["to_move"])
        async with live.player(ann.made["table"], ben.token) as again:
            assert away(again.state, 1) == "connection"
            await again.do("back")
            assert away(again.state, 1) == ""


async def test_nobody_votes_before_the_start(live: Live) -> None:
    """There is no vote on keeping a bot in the lobby, where the host can free the seat."""
    async with live.pair() as (ann, ben):
        await is_gone(ann, ben)
        assert (await ann.do("keep", seat=1))["refused"]["code"] == "not-now"


async def test_the_time_to_come_back_counts_from_the_start(live: Live) -> None:
    """However long someone was away in the lobby, the others cannot vote as soon as the game begins."""
    async with live.pair() as (ann, ben):
        await is_gone(ann, ben)
        table = live.hub.rooms[ann.made["table"]].table
        table.seats[1].away_since -= 3600
        await ann.ready()
        await ann.do("start")
        assert (await ann.do("keep", seat=1))["refused"]["code"] == "too-soon"


# ---- in the game -------------------------------------------------------------------------------------
async def test_a_player_who_is_lost_just_before_the_deal_is_noticed(tmp_path: Path) -> None:
    """If a connection lost before the start is not restored in time, a bot gets the seat in the game."""
    async with serving(tmp_path, lost_after=0.3) as live, live.pair() as (ann, ben):
        await ben.ready()
        await ann.ready()
        await ben.socket.close()
        await ann.do("start")
        assert away(ann.state, 1) == ""
        await ann.state_is(lambda state: away(state, 1) == "connection")


async def test_a_lost_connection_shows_at_once(tmp_path: Path) -> None:
    """A player who is lost looks offline long before a bot takes over, and no longer when back. Nothing is logged."""
    async with serving(tmp_path, lost_after=3600) as live, live.pair() as (ann, ben):
        await ben.ready()
        await ann.ready()
        await ann.do("start")
        number = ann.n
        await ben.socket.close()
        await ann.state_is(lambda state: state["seats"][1].get("offline"))
        assert away(ann.state, 1) == ""
        async with live.player(ann.made["table"], ben.token) as again:
            assert "offline" not in again.state["seats"][1]
            await ann.state_is(lambda state: "offline" not in state["seats"][1])
            await again.socket.close()
            await ann.state_is(lambda state: state["seats"][1].get("offline"))
            await command(live, ann.made, ben.token, do="back")
            await ann.state_is(lambda state: "offline" not in state["seats"][1])
        assert ann.n == number


async def test_a_player_who_never_connects_is_noticed(tmp_path: Path) -> None:
    """A person with a seat but no connection is away after a while, even if no connection was lost."""
    async with serving(tmp_path, unseen_after=0.2) as live:
        made = await live.create()
        await live.join(made["invite"])
        async with live.player(made["table"], made["token"]) as ann:
            await ann.state_is(lambda state: away(state, 1) == "connection")


async def test_a_player_who_takes_a_seat_back_without_a_connection_is_expected(tmp_path: Path) -> None:
    """A player who comes back over HTTP alone and then does nothing is away again."""
    async with serving(tmp_path, unseen_after=0.2) as live, live.pair() as (ann, ben):
        await ben.ready()
        await ann.ready()
        await ann.do("start")
        await is_gone(ann, ben)
        await command(live, ann.made, ben.token, do="back")
        await ann.state_is(lambda state: away(state, 1) == "")
        await ann.state_is(lambda state: away(state, 1) == "connection")


async def test_a_player_who_asks_over_http_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player without a WebSocket who makes requests from time to time keeps the seat."""
    async with serving(tmp_path, unseen_after=0.5) as live:
        now, missed, real = [live.hub.clock()], [], live.hub.presence._missing

        async def missing(room: Room, token_hash: str) -> None:
            missed.append(token_hash)
            await real(room, token_hash)

        monkeypatch.setattr(live.hub, "clock", lambda: now[0])
        monkeypatch.setattr(live.hub.presence, "_missing", missing)
        made = await live.create()
        joined = await live.join(made["invite"])
        headers = {"Authorization": f"Bearer {joined['token']}"}

        async def asks() -> None:
            now[0] += 0.4
            await live.http.get(f"/api/tables/{made['table']}", headers=headers)
            before = len(missed)
            await eventually(lambda: len(missed) > before)

        async with live.player(made["table"], made["token"]) as ann:
            await asks()
            await asks()
            assert not live.hub.rooms[made["table"]].table.seats[1].away
            now[0] += 0.6
            await ann.state_is(lambda state: away(state, 1) == "connection")


async def test_after_a_restart_people_have_a_while_to_come_back(tmp_path: Path) -> None:
    """A table read from its log expects everyone who was present, even before the start."""
    async with serving(tmp_path, lost_after=60) as live, live.pair() as (ann, _):
        made = ann.made
    async with serving(tmp_path, unseen_after=0.2) as live, live.player(made["table"], made["token"]) as ann:
        assert away(ann.state, 1) == ""
        await ann.state_is(lambda state: away(state, 1) == "connection")
        entries = [log.decode(data) for data in await live.hub.store.load(made["table"])]
    assert [entry.seat for entry in entries if isinstance(entry, log.WentAway)] == [1]


# ---- several processes -------------------------------------------------------------------------------
async def start(ann: Player, ben: Player) -> None:
    """Have both players agree, and the host deal."""
    await ben.ready()
    await ann.ready()
    await ann.do("start")


async def aways(live: Live, table: str) -> list[int]:
    """The seats that were ever given to a bot."""
    entries = [log.decode(data) for data in await live.hub.store.load(table)]
    return [entry.seat for entry in entries if isinstance(entry, log.WentAway)]
