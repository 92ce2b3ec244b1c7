"""A board: a spectator that stays for the whole evening, and longer."""

from __future__ import annotations

import json

import pytest

from live_server import Live
from live_tables import arranged

DAY = 86400

pytestmark = pytest.mark.anyio


async def test_a_watch_code_leads_to_the_rematch(live: Live) -> None:
    """The watch code of the first game opens its rematch, so a board shows the whole evening from one link."""
    async with live.pair() as (ann, ben):
        first, watch = ann.made["table"], ann.made["watch"]
        await arranged(live, ann, ben, hands=[["red-1"], ["blue-1", "blue-2"]])
        await ann.move("play red-1")
        again = (await ann.do("rematch"))["made"]["table"]
    found = (await live.post("/api/join", {"code": watch})).json()
    assert found == {"table": again, "role": "watch"}
    async with live.player(again, watch=watch) as board, live.player(first, watch=watch) as old:
        assert (board.state["stage"], board.state["you"]) == ("lobby", None)
        assert old.state["rematch"] == again


async def test_a_watch_code_opens_no_other_table(live: Live) -> None:
    """The watch code of one table does not open another one, nor does it lead from a rematch back to the first game."""
    async with live.pair() as (ann, ben):
        await arranged(live, ann, ben, hands=[["red-1"], ["blue-1", "blue-2"]])
        await ann.move("play red-1")
        again = (await ann.do("rematch"))["made"]
        other = await live.create()
        for table, watch in (
            (other["table"], ann.made["watch"]),
            (ann.made["table"], again["watch"]),
            (again["table"], other["watch"]),
        ):
            async with live.socket(table) as socket:
                await socket.send(json.dumps({"watch": watch}))
                assert json.loads(await socket.recv())["refused"]["code"] == "no-code"


async def test_a_board_stays_for_a_day(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that was connected a day ago still hears of every move: a table that is looked at stays in memory."""
    async with live.pair() as (ann, ben), live.player(ann.made["table"], watch=ann.made["watch"]) as board:
        await arranged(live, ann, ben, hands=[["red-5", "red-6", "blue-1"], ["red-7", "red-8"]])
        await board.reaches(ann.n)
        monkeypatch.setattr(live.hub.ownership, "_start", live.hub.ownership._start + DAY)
        await live.hub._housekeeping.evict()
        await ann.move("play red-5")
        await board.reaches(ann.n)
        assert board.state["top"] == "red-5"
