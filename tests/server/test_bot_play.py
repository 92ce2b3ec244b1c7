"""Bots at the tables of a live server: what they are asked, how fast they answer, and what happens when they fail."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from lastcard import Game
from lastcard.bots.thinkers import MILLISECONDS, Ask
from lastcard.server.live import bots
from lastcard.server.table import log
from lastcard.server.table.table import Table
from lastcard.server.wire.table_settings import Settings
from live_server import Live, eventually
from live_tables import arranged, start

pytestmark = pytest.mark.anyio


async def test_a_worker_that_dies_is_replaced(live: Live) -> None:
    """The game goes on when the bots' process is killed."""
    made = await live.create(bots=1)
    async with live.player(made["table"], made["token"]) as ann:
        await start(ann)
        for _ in range(3):
            await ann.state_is(lambda state: 0 in state["to_move"] or state["stage"] == "over")
            for worker in live.hub.thinkers._all:
                if worker._pool is not None:
                    for process in list(worker._pool._processes.values()):
                        process.kill()
            moves = ann.state["moves"]
            if ann.state["stage"] == "over":
                break
            answer = await ann.move("pass" if "pass" in moves else "draw" if "draw" in moves else moves[0])
            assert "refused" not in answer


async def test_bots_vote_after_people(live: Live) -> None:
    """Whoever does a dare has time to do it: bots only vote once every person has."""
    async with live.pair(edition="dare", seats=3, bots=1) as (ann, ben):
        hands = [["red-5", "blue-1"], ["red-7", "green-2"], ["red-dare-3", "blue-2", "blue-3"]]
        room = await arranged(live, ann, ben, hands=hands, turn=2)
        await ben.move("play red-dare-3")
        await ann.state_is(lambda state: state["phase"] == "dare")
        await ann.move("dare")
        assert bots.questions(room.table) == []
        await ben.state_is(lambda state: state["phase"] == "vote")
        await ben.move("vote yes")
        await ann.state_is(lambda state: state["phase"] == "turn")


async def test_bots_are_asked_once_for_a_chance(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that let a chance pass is not asked again because someone chats."""
    asked: list[int] = []

    async def decline(asks: list[Ask], table: str) -> list[str | None]:
        asked.append(len(asks))
        return [None] * len(asks)

    monkeypatch.setattr(live.hub.thinkers, "choose", decline)
    async with live.pair(seats=3, bots=1) as (ann, ben):
        hands = [["red-reverse", "blue-1"], ["red-5", "blue-2"], ["red-7", "green-2"]]
        room = await arranged(live, ann, ben, hands=hands)
        asked.clear()
        await ann.move("play red-reverse")
        await eventually(lambda: asked and room not in live.hub.bots.playing)
        for _ in range(3):
            await ben.do("chat", text="well")
            await eventually(lambda: room not in live.hub.bots.playing)
        assert asked == [1]
        await ben.move("play red-7")
        await eventually(lambda: len(asked) > 1)


@pytest.mark.rule("hero-secret")
async def test_an_answer_is_given_when_its_time_has_come(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot keeps its move until a time fixed when it was asked, even at the fastest pace."""
    loop, due, come = asyncio.get_running_loop(), list[float](), asyncio.Event()

    async def exactly(until: float) -> None:
        due.append(until)
        await come.wait()

    monkeypatch.setattr(bots, "exactly", exactly)
    monkeypatch.setattr(bots, "TICK", 3600.0)
    monkeypatch.setattr(bots, "NEARLY", 7200.0)
    async with live.pair(seats=3, bots=1) as (ann, ben):
        began = loop.time()
        room = await arranged(live, ann, ben, hands=[["red-5", "red-6"], ["red-1", "red-2"], ["red-3", "red-4"]], turn=1)
        await eventually(lambda: due)
        assert began + 3600 <= due[0] <= loop.time() + 3600
        assert room.table.game is not None
        assert room.table.game.to_move == (1,)
        come.set()
        await ann.until(lambda frame: [event["what"] for event in frame.get("events", [])][:1] == ["played"])


def test_the_pace_of_bots_is_human_and_public() -> None:
    """A bot takes 0.7 to 1.6 seconds, derived from the table's id, the number of events, and its level and name."""
    people = [log.Person("Ann", token_hash="a"), log.Person("Bo", level="easy")]
    paces = set()
    for name in ("a", "b", "c", "d"):
        made = log.Created(
            t=1.0, table=name, edition="classic", options={}, settings=Settings(), people=[*people], secret="00" * 32
        )
        paces.add(bots.pace(Table([made, log.Started(t=2.0)])))
    assert len(paces) == 4
    assert all(0.7 <= pace <= 1.6 for pace in paces)


def test_bots_let_everyone_read_how_shown_cards_turned_out() -> None:
    """While cards with a sign lie open, a bot takes longer, so that people can read them."""
    people = [log.Person("Ann", token_hash="a"), log.Person("Bo", level="easy"), log.Person("Cy", level="easy")]
    made = log.Created(t=1.0, table="a", edition="etheria", options={}, settings=Settings(), people=[*people], secret="00" * 32)
    table = Table([made, log.Started(t=2.0)])
    hands = [["wild-unite-etheria", "blue-7", "red-5"], ["blue-1", "red-1"], ["green-1", "red-2"]]
    table.game = Game.arrange("etheria", hands=hands, top="red-9")
    for seat, move in ((0, "play wild-unite-etheria"), (0, "secret blue-7"), (1, "reveal blue-1")):
        table.game.move(seat, move)
        assert bots.pace(table) < bots.READING
    table.game.move(2, "reveal green-1")
    assert bots.pace(table) > bots.READING


def test_bots_let_everyone_hear_a_line_before_they_go_on() -> None:
    """After a film, a line, its verdict or giving up, a bot takes longer. Votes come one right after another."""
    people = [log.Person("Ann", token_hash="a"), log.Person("Bo", level="easy"), log.Person("Cy", level="easy")]
    made = log.Created(
        t=1.0, table="a", edition="favorite-line", options={}, settings=Settings(), people=[*people], secret="00" * 32
    )
    table = Table([made, log.Started(t=2.0)])
    hands = [["wild-favorite-line", "blue-7", "red-5"], ["blue-1", "red-1"], ["green-1", "red-2"]]
    table.game = Game.arrange("favorite-line", hands=hands, top="red-9")
    moves = {
        (0, "play wild-favorite-line red"): False,
        (0, "film Solo"): True,
        (1, "line Mind the gap"): True,
        (0, "vote yes"): False,
        (2, "vote yes"): True,
        (2, "cannot"): True,
        (1, "play red-1 uno"): False,
    }
    for (seat, move), waits in moves.items():
        table.game.move(seat, move)
        assert (bots.pace(table) > bots.LISTENING + bots.QUICKEST - 0.01) == waits


def test_a_dare_before_bots_alone_has_time_to_be_done() -> None:
    """At any pace, bots that are the only judges let a person perform first. A performing bot gets no more time."""
    people = [log.Person("Ann", token_hash="a"), log.Person("Bo", level="easy"), log.Person("Cy", level="easy")]
    made = log.Created(
        t=1.0, table="a", edition="dare", options={}, settings=Settings(pace="fast"), people=[*people], secret="00" * 32
    )
    table = Table([made, log.Started(t=2.0)])
    hands = [["green-9", "red-5", "red-8"], ["blue-1", "red-1", "red-3"], ["red-dare-3", "red-dare-7", "red-2"]]
    table.game = Game.arrange("dare", hands=hands, top="red-9", turn=2)
    moves = {
        (2, "play red-dare-3"): False,
        (0, "dare"): True,
        (1, "vote yes"): False,
        (2, "vote yes"): False,
        (0, "play red-5"): False,
    }
    for (seat, move), waits in moves.items():
        table.game.move(seat, move)
        assert (bots.pace(table) >= bots.PERFORMING) == waits
    table.game = Game.arrange("dare", hands=hands[::-1], top="red-9")
    for seat, move in ((0, "play red-dare-3"), (1, "dare")):
        table.game.move(seat, move)
    assert bots.pace(table) < bots.PERFORMING  # a bot performs


def test_a_new_round_is_nothing_to_listen_to() -> None:
    """The first move of a new round takes a bot no longer than any other."""
    people = [log.Person("Ann", token_hash="a"), log.Person("Bo", level="easy")]
    made = log.Created(
        t=1.0, table="a", edition="favorite-line", options={}, settings=Settings(), people=[*people], secret="00" * 32
    )
    table = Table([made, log.Started(t=2.0)])
    table.game = Game.arrange("favorite-line", hands=[["red-1"], ["blue-1"]], top="red-9", options={"target": 500})
    table.game.move(0, "play red-1")
    table.game.next_round()
    assert bots.pace(table) < bots.LISTENING + bots.QUICKEST


def test_a_fast_bot_that_searches_takes_all_its_time() -> None:
    """At the fast pace a hard bot always takes its full time, even with nothing to think about."""

    def pace(*levels: str) -> float:
        people = [log.Person("Ann", token_hash="a"), *(log.Person(f"Bo {level}", level=level) for level in levels)]
        settings = Settings(pace="fast")
        made = log.Created(
            t=1.0, table="a", edition="classic", options={"dealer": 0}, settings=settings, people=[*people], secret="00" * 32
        )
        return bots.pace(Table([made, log.Started(t=2.0)]))

    assert pace("medium") == bots.TICK
    assert pace("hard") > MILLISECONDS / 1000


def test_bots_have_a_temper() -> None:
    """At the same table a harder bot takes longer than an easier one of the same name, and the name matters too."""

    def pace(name: str, level: str) -> float:
        people = [log.Person("Ann", token_hash="a"), log.Person(name, level=level)]
        options = {"dealer": 0}
        made = log.Created(
            t=1.0, table="a", edition="classic", options=options, settings=Settings(), people=[*people], secret="00" * 32
        )
        return bots.pace(Table([made, log.Started(t=2.0)]))

    assert pace("Bo", "easy") < pace("Bo", "medium") < pace("Bo", "hard")
    assert len({pace(name, "medium") for name in ("Bo", "Cy", "Di")}) == 3


async def test_bots_wait_for_people(live: Live) -> None:
    """The game waits when nobody is present, and goes on when someone comes back."""
    made = await live.create(bots=1)
    async with live.player(made["table"], made["token"]) as ann:
        await start(ann)
    room = live.hub.rooms[made["table"]]
    await eventually(lambda: room.table.seats[0].away)
    number = room.table.number
    await asyncio.sleep(0.1)
    assert room.table.number == number
    assert bots.questions(room.table) == []


async def test_a_bot_that_chooses_what_cannot_be_does_the_mildest(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot's refused move stops nothing: the mildest move is made instead."""
    monkeypatch.setattr(bots, "RETRY", 0.01)

    async def nonsense(asked: list[Any], table: str) -> list[str | None]:
        return ["play red-0 uno"] * len(asked)

    monkeypatch.setattr(live.hub.thinkers, "choose", nonsense)
    async with live.pair(seats=3, bots=1) as (ann, ben):
        room = await arranged(live, ann, ben, hands=[["red-5", "red-6", "red-7"], ["blue-1", "blue-2"], ["red-1"]], turn=1)
        assert room.table.seats[1].person
        await ann.until(lambda frame: [e["what"] for e in frame.get("events", [])] == ["drew"])
