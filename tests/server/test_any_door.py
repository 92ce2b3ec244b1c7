"""What people ask for around and after a game, at a door that doesn't own its table."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from clusters import Cluster, owns, play, seated, start
from lastcard.review_forms import BestMove, Review
from lastcard.server.cluster import letters
from lastcard.server.live import replay as replaying
from lastcard.server.wire import messages
from live_server import Live

pytestmark = pytest.mark.anyio
COMPILING = 300  # seconds for an answer that may need rules to be compiled first, on a busy machine


def work_here(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a server study games in its own process, and not for long."""

    async def work(work: Any, record: object, seat: int | None, **_: Any) -> bytes:
        made: bytes = work(record, seat)
        return made

    for workers in (live.hub.replayers, live.hub.reviewers):
        monkeypatch.setattr(workers, "run", work)
    for name in ("EFFORT", "EFFORT_INTERPRETED"):
        monkeypatch.setattr(replaying, name, 0.001)


async def test_a_finished_game_is_told_by_any_door(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record, the replay, the review and the best move of a game are to be had at a door that doesn't own its table."""
    owner, door = await cluster.doors(2)
    work_here(door, monkeypatch)
    async with seated(owner, door) as (ann, ben):
        path, headers = f"/api/tables/{ann.made['table']}", {"Authorization": f"Bearer {ben.token}"}
        await start(ann, ben)
        await play((ann, ben), 8)
        assert (await door.http.get(f"{path}/record", headers=headers)).json()["refused"]["code"] == "not-over"
        await owner.web.parts.door.ask(letters.End(table=ann.made["table"]))
        records = [(await live.http.get(f"{path}/record", headers=headers)).json() for live in (owner, door)]
        assert records[0] == records[1]
        assert len(records[0]["moves"]) >= 8
        for what, form in (("replay", messages.Replay), ("review", Review), ("best-move", BestMove)):
            told = await door.http.get(f"{path}/{what}?seat=1", headers=headers, timeout=COMPILING)
            msgspec.convert(told.json(), form)
        watch = {"Authorization": f"Bearer {ann.made['watch']}"}
        assert (await door.http.get(f"{path}/record", headers=watch)).json() == records[0]
        assert (owns(owner, ann.made["table"]), owns(door, ann.made["table"])) == (True, False)


async def test_a_rematch_is_made_at_any_door(cluster: Cluster) -> None:
    """A player at another door asks for the rematch, and boards and latecomers find it there by the first game's codes."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door, seats=3, bots=1) as (ann, ben):
        first = ann.made["table"]
        await start(ann, ben)
        await owner.web.parts.door.ask(letters.End(table=first))
        made = (await ben.do("rematch"))["made"]["table"]
        await ann.state_is(lambda state: state.get("rematch") == made)
        assert (owns(owner, first), owns(door, first)) == (True, False)
        async with owner.player(made, ann.token) as again, door.player(made, watch=ann.made["watch"]) as board:
            assert (owns(owner, made), owns(door, made)) == (True, False)
            found = (await door.post("/api/join", {"code": ann.made["watch"]})).json()
            assert found == {"table": made, "role": "watch"}
            late = await door.join(ann.made["invite"], "Cleo")
            assert (late["table"], late["seat"]) == (made, 1)
            for player in (again, board):
                await player.state_is(lambda state: [seat["name"] for seat in state["seats"]] == ["Ann", "Cleo", "Ben"])


async def test_hints_come_through_any_door(cluster: Cluster) -> None:
    """A player at another door gets a hint from the owner of the table."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door, settings={"hints": True}) as (ann, ben):
        await start(ann, ben)
        while 1 not in ben.state["to_move"]:
            await play((ann, ben), 1)
        hint = (await ben.do("hint"))["hint"]
        assert hint["move"] in ben.state["moves"]
        assert not owns(door, ann.made["table"])


async def test_the_host_runs_a_table_from_any_door(cluster: Cluster) -> None:
    """A host at another door changes rules and settings, adds a bot, mutes a player for everyone, and removes one for good."""
    owner, door = await cluster.doors(2)
    made = await owner.create(seats=3)
    table, joined = made["table"], await owner.join(made["invite"])
    async with door.player(table, made["token"]) as ann, owner.player(table, joined["token"]) as ben:
        commands: list[dict[str, Any]] = [
            {"what": "change", "options": {"target": 200}, "settings": {"clock": 30}},
            {"what": "bot", "seat": 2, "level": "easy"},
            {"what": "silence", "seat": 1},
        ]
        for command in commands:
            answer = await ann.do(**command)
            assert "refused" not in answer, answer
            await ben.reaches(answer["n"])
        assert (ben.state["options"]["target"], ben.state["settings"]["clock"]) == (200, 30)
        assert ben.state["seats"][2]["bot"] == "easy"
        assert ben.state["seats"][1]["silenced"]
        await ann.do("remove", seat=1, for_good=True)
        assert (await ben.closed())[0] == 4401
        assert (owns(owner, table), owns(door, table)) == (True, False)


async def test_only_the_host_runs_a_table_from_any_door(cluster: Cluster) -> None:
    """A player at another door who isn't the host is refused as at the owner's, and nothing changes."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door, seats=3) as (ann, ben):
        table = owner.hub.rooms[ann.made["table"]].table
        before = table.number
        for what, more in (("change", {"seats": 2}), ("bot", {"seat": 2}), ("remove", {"seat": 0}), ("start", {})):
            assert (await ben.do(what, **more))["refused"]["code"] == "not-host"
        assert table.number == before


async def test_a_seat_in_the_lobby_is_used_from_any_door(cluster: Cluster) -> None:
    """A player at another door says something, picks a face, adds to the shuffle, gets ready, and gives up the seat."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door) as (ann, ben):
        await ben.do("chat", text="Hello!")
        assert (await ann.until(lambda frame: "said" in frame))["said"] == [{"seat": 1, "text": "Hello!"}]
        await ben.do("face", face=7)
        await ben.do("contribute", hex="5e" * 16)
        await ben.ready()
        wanted = {"name": "Ben", "face": 7, "contributed": True, "ready": True}
        await ann.state_is(lambda state: state["seats"][1] == wanted)
        await ben.do("leave")
        await ann.state_is(lambda state: state["seats"][1] is None)
        assert not owns(door, ann.made["table"])


async def test_talk_and_reports_come_through_any_door(cluster: Cluster) -> None:
    """A player at another door rules out dares, blocks another player, reports them to the host, and sends an emote."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door, edition="dare", seats=3) as (ann, ben):
        await door.join(ann.made["invite"], "Cleo")
        commands: list[dict[str, Any]] = [
            {"what": "veto", "dares": [2]},
            {"what": "mute", "seat": 2},
            {"what": "report", "seat": 2},
            {"what": "emote", "emote": "laugh"},
        ]
        for command in commands:
            assert "refused" not in await ben.do(**command)
        await ben.state_is(lambda state: (state["vetoes"], state["muted"]) == ([2], [2]))
        await ann.until(lambda frame: frame.get("said") == [{"seat": 1, "emote": "laugh"}])
        assert [(report["seat"], report["by"]) for report in ann.state["reports"]] == [(2, "Ben")]
        assert not owns(door, ann.made["table"])


async def test_a_seat_in_a_game_is_kept_from_any_door(cluster: Cluster) -> None:
    """A player at another door asks for more time, takes the seat back from a bot, and lets one keep the seat of another."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door, settings={"clock": 60}) as (ann, ben):
        await start(ann, ben)
        while 1 not in ben.state["to_move"]:
            await play((ann, ben), 1)
        until = ben.state["clocks"]["1"]
        await ben.do("extend")
        assert ben.state["clocks"]["1"] > until
        await ben.do("leave")
        await ann.state_is(lambda state: state["seats"][1].get("away") == "left")
        await ben.do("back")
        await ann.state_is(lambda state: not state["seats"][1].get("away"))
        await ann.do("leave")
        await ben.state_is(lambda state: state["seats"][0].get("away") == "left")
        await ben.do("keep", seat=0)
        assert (await ann.do("back"))["refused"]["code"] == "kept"
        assert not owns(door, ann.made["table"])


async def test_a_countdown_is_stopped_from_any_door(cluster: Cluster) -> None:
    """A player at another door stops the countdown to the deal of a rematch."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door) as (ann, ben):
        await start(ann, ben)
        await owner.web.parts.door.ask(letters.End(table=ann.made["table"]))
        made = (await ann.do("rematch"))["made"]["table"]
        async with owner.player(made, ann.token) as again, door.player(made, ben.token) as there:
            for player in (again, there):
                await player.state_is(lambda state: state["deal_at"])
            await there.do("wait")
            await again.state_is(lambda state: state["deal_at"] is None)
            assert (owns(owner, made), owns(door, made)) == (True, False)


async def test_no_rematch_before_the_end_at_any_door(cluster: Cluster) -> None:
    """A player at another door who asks for a rematch while the game goes on is refused, and no table is made."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door) as (ann, ben):
        await start(ann, ben)
        assert (await ben.do("rematch"))["refused"]["code"] == "not-over"
        assert [each.table for each in await owner.web.parts.admin._orders.tables(None, 9)] == [ann.made["table"]]


async def test_public_tables_are_listed_at_any_door(cluster: Cluster) -> None:
    """A public table is listed and joined by its id at a door that doesn't own it, until it is full."""
    owner, door = await cluster.doors(2)
    made = await owner.create(settings={"public": True})
    async with owner.player(made["table"], made["token"]):
        (listed,) = (await door.http.get("/api/tables")).json()["tables"]
        assert (listed["table"], [seat and seat["name"] for seat in listed["seats"]]) == (made["table"], ["Ann", None])
        joined = (await door.post("/api/join", {"table": made["table"], "name": "Eve"})).json()
        assert joined["seat"] == 1
        for live in (owner, door):
            assert (await live.http.get("/api/tables")).json()["tables"] == []
        assert (owns(owner, made["table"]), owns(door, made["table"])) == (True, False)


async def test_your_games_are_listed_at_any_door(cluster: Cluster) -> None:
    """A player's games, with their seats and stages as they are now, are listed by a door that doesn't own their tables."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door) as (ann, ben):
        for stage in ("lobby", "playing", "over"):
            if stage == "playing":
                await start(ann, ben)
            elif stage == "over":
                await owner.web.parts.door.ask(letters.End(table=ann.made["table"]))
            (game,) = (await door.post("/api/games", {"tokens": [ben.token]})).json()["games"]
            assert (game["table"], game["seat"], game["stage"]) == (ann.made["table"], 1, stage)
        assert not owns(door, ann.made["table"])
