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
