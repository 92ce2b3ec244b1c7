"""Hints go to the player who asks, use only what that seat knows, and need the table's permission."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lastcard import editions
from lastcard.bots import hints, trials
from lastcard.bots.hints import advise
from lastcard.bots.levels import HARDEST
from lastcard.edition import Edition
from lastcard.server.http.limits import Limits
from lastcard.server.live import bots
from lastcard.server.wire import commands as wire
from lastcard.server.wire import messages
from live_server import PATIENCE, Live, Player, serving
from server_walks import walk
from table_logs import Desk

pytestmark = pytest.mark.anyio


async def started(ann: Player, ben: Player) -> Player:
    """Start a round, and return the player whose turn it is."""
    await ann.ready()
    await ben.ready()
    await ann.do("start")
    await ben.reaches(ann.n)
    return ann if ann.state["to_move"] == [0] else ben


async def test_a_hint_is_a_move_of_the_seat(tmp_path: Path) -> None:
    """The player who asks gets one of their own moves with a sentence, in an answer of the right type."""
    async with serving(tmp_path) as live, live.pair() as (ann, ben):
        mover = await started(ann, ben)
        answer = await mover.do("hint")
        told_hint = msgspec.convert(answer, messages.HintAnswer).hint
        assert told_hint.move in mover.state["moves"]
        assert told_hint.says


@pytest.mark.rule("hidden")
async def test_nobody_else_is_told_of_a_hint(tmp_path: Path) -> None:
    """A hint makes no entry and no frame: the others next hear of the next thing that happens."""
    async with serving(tmp_path) as live, live.pair() as (ann, ben):
        mover = await started(ann, ben)
        other = ben if mover is ann else ann
        number = mover.n
        await mover.do("hint")
        frame = await mover.do("chat", text="hm")
        assert frame["n"] == number + 1
        assert (await other.frame())["said"] == [{"seat": mover.state["you"], "text": "hm"}]


async def test_asked_again_it_is_not_thought_about_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the same position the answer is the same, also over HTTP, and costs the server nothing."""
    async with serving(tmp_path) as live, live.pair() as (ann, ben):
        mover = await started(ann, ben)
        asked = count_of(live, monkeypatch)
        first = await mover.do("hint")
        again = await mover.do("hint")
        table = mover.state["table"]
        by_http = await live.post(f"/api/tables/{table}/commands", {"do": "hint"}, token=mover.token)
        assert first["hint"] == again["hint"] == by_http.json()["hint"]
        assert len(asked) == 1


def count_of(live: Live, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Record everything that is passed to the hint workers from here on."""
    asked: list[Any] = []
    run = live.hub.advisers.run

    async def counted(work: Any, *args: Any, **more: Any) -> Any:
        asked.append(args)
        return await run(work, *args, **more)

    monkeypatch.setattr(live.hub.advisers, "run", counted)
    return asked


async def test_hints_are_counted(tmp_path: Path) -> None:
    """Asking for more hints than an address is allowed is refused."""
    async with serving(tmp_path, limits=Limits(hints_per_minute=1)) as live, live.pair() as (ann, ben):
        mover = await started(ann, ben)
        assert "hint" in await mover.do("hint")
        await mover.move("draw")
        assert (await mover.do("hint"))["refused"]["code"] == "too-many"


async def test_a_helper_that_dies_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint that is not available is refused, and can be asked for again."""
    async with serving(tmp_path) as live, live.pair() as (ann, ben):
        mover = await started(ann, ben)

        async def late(*_: Any, **__: Any) -> Any:
            raise TimeoutError

        with monkeypatch.context() as patch:
            patch.setattr(live.hub.advisers, "run", late)
            assert (await mover.do("hint"))["refused"]["code"] == "busy"
        assert "hint" in await mover.do("hint")


async def test_a_hint_waits_for_no_replay_and_no_review(tmp_path: Path) -> None:
    """A player gets a hint even while endless replays and reviews are running and waiting."""
    async with serving(tmp_path) as live, live.pair() as (ann, ben):
        mover = await started(ann, ben)
        slow = (live.hub.replayers, live.hub.reviewers)
        endless = [asyncio.create_task(workers.run(time.sleep, 3600, key="many")) for workers in slow for _ in range(3)]
        assert "hint" in await mover.do("hint")
        assert [workers.waiting for workers in slow] == [2, 2]
    ends = await asyncio.gather(*endless, return_exceptions=True)
    assert [type(end) for end in ends] == [BrokenProcessPool] * 6


async def test_two_who_ask_at_once_are_both_told(tmp_path: Path) -> None:
    """Two connections of one seat that ask at the same time get the same hint."""
    async with serving(tmp_path) as live, live.pair() as (ann, ben):
        mover = await started(ann, ben)
        async with live.player(mover.state["table"], mover.token) as twin:
            first, second = await asyncio.gather(mover.do("hint"), twin.do("hint"))
            assert first["hint"] == second["hint"]


def test_hints_are_for_whoever_has_something_to_choose() -> None:
    """There are no hints before the start, if the host has turned them off, or for a player who is not asked."""
    desk = Desk()
    assert desk.code(0, wire.Hint()) == "not-playing"
    desk.start()
    mover = desk.game.to_move[0]
    assert desk.code(1 - mover, wire.Hint()) == "not-now"
    assert desk.do(mover, wire.Hint()) == []
    off = Desk(hints=False).start()
    assert off.code(off.game.to_move[0], wire.Hint()) == "no-hints"


@pytest.mark.rule("hidden")
def test_a_hint_is_made_of_what_the_seat_knows() -> None:
    """The worker gets only the seat's own view and moves, and a chance that is better declined is not a move."""
    desk = Desk().arrange([["red-5", "blue-3"], ["green-1", "green-2"]], "red-9")
    asked = bots.ask(desk.table, 0, HARDEST)
    assert asked.view == desk.game.view(0)
    assert advise(asked)["move"] in desk.game.moves(0)
    assert advise(asked._replace(moves=()))["move"] is None


@pytest.mark.parametrize("edition", editions.names())
def test_every_hint_is_a_move_with_a_reason(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every phase of every edition a hint is a move or declines a chance, and its sentence has all it names."""
    monkeypatch.setattr(hints, "ROLLOUTS", 100)
    monkeypatch.setattr(trials, "is_ready", lambda _: False)
    for number, table in enumerate(walk(edition, 3, 1, 2, 120)):
        assert table.game is not None
        for seat in [s for s in range(3) if table.moves(s)][: 1 if number % 3 else 3]:
            asked = bots.ask(table, seat, HARDEST)
            told_hint = msgspec.convert(advise(asked), messages.HintInfo)
            listed = [str(move) for move in asked.moves]
            assert told_hint.move in [None, *listed] or str(told_hint.move).split()[0] in ("film", "line")
            assert set(re.findall(r"{(\w+)}", told_hint.says)) == set(told_hint.args)
            assert {each.move for each in told_hint.estimates} <= {None, *listed}


def test_the_best_estimate_is_the_hint() -> None:
    """When moves are tried out, the estimates for all of them are shown, and going out at once is certain."""
    desk = Desk().arrange([["red-5"], ["green-1", "green-2"]], "red-9")
    hint = advise(bots.ask(desk.table, 0, HARDEST))
    assert hint["move"] == "play red-5"
    assert [each["move"] for each in hint["estimates"]] == ["play red-5", "draw"]
    assert hint["estimates"][0]["chance"] == 1.0


def test_editions_are_made_ready_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking about two editions at once never prepares both at once: threads that import Numba together break it for good."""
    meeting, met = threading.Barrier(2), list[str]()

    def prepare(edition: Edition) -> None:
        with suppress(threading.BrokenBarrierError):
            meeting.wait(0.5)
            met.append(edition.id)

    monkeypatch.setattr(trials, "prepare", prepare)
    monkeypatch.setattr(trials, "_READY", {})
    asked = [editions.get(name) for name in editions.names()[:2]]
    for edition in asked:
        trials.is_ready(edition)
    assert all(trials._READY[edition].wait(PATIENCE) for edition in asked)
    assert met == []
