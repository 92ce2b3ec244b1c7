"""The hub: one way for every change, and what happens when people, bots, clocks, processes or the database misbehave."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from lastcard.game import Game
from lastcard.server import botplay
from lastcard.server import entries as log
from lastcard.server import hub as hub_module
from lastcard.server.protocol import Settings
from lastcard.server.room import Room
from lastcard.server.store import StoreError
from lastcard.server.table import Table
from lastcard.server.thinking import MILLISECONDS, Ask
from live import PATIENCE, Live, Player, serving
from postgres import Postgres

pytestmark = pytest.mark.anyio


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Live]:
    """A server."""
    async with serving(tmp_path) as live:
        yield live


async def start(ann: Player, *others: Player) -> None:
    """Everybody agrees, and the host deals."""
    for player in (ann, *others):
        await player.ready()
    await ann.do("start")
    for player in others:
        await player.state_is(lambda state: state["stage"] == "playing")


async def arranged(live: Live, *players: Player, hands: list[list[str]], top: str = "red-9", **more: Any) -> Room:
    """The table with a position of our own at it."""
    await start(*players)
    room = live.hub.rooms[players[0].state["table"]]
    async with room.lock:
        room.table.game = Game.arrange(room.table.edition, hands, top=top, **more)
        for seat in room.table.seats:
            seat.asked = 0
        room.tell([])
        live.hub._after(room)
    for player in players:
        await player.state_is(lambda state: state["counts"] == [len(hand) for hand in hands])
    return room


async def eventually(holds: Callable[[], object]) -> None:
    """Wait for something that nobody is told of."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


HANDS = [["red-5", "blue-1"], ["red-7", "green-2", "green-3"]]


# ---- commands ----------------------------------------------------------------------------------------
async def test_a_move_is_told_to_everybody_in_one_frame_each(live: Live) -> None:
    """A move costs one frame a client: the mover's own carries the id of its command, the others' does not."""
    async with live.pair() as (ann, ben):
        await arranged(live, ann, ben, hands=[["red-5", "red-6", "blue-1"], ["red-7", "red-8"]])
        before = live.hub.metrics.frames
        mine = await ann.move("play red-5", id="mine")
        theirs = await ben.frame()
        assert live.hub.metrics.frames == before + 2
    assert mine["id"] == "mine"
    assert "id" not in theirs
    assert mine["n"] == theirs["n"]
    assert mine["events"] == theirs["events"] == [{"what": "played", "seat": 0, "card": "red-5"}]


async def test_the_same_command_again_is_answered_not_done(live: Live) -> None:
    """A command whose id was done already is acknowledged with its number, and nothing happens."""
    async with live.pair() as (ann, ben):
        await arranged(live, ann, ben, hands=[["red-5", "red-6", "blue-1"], ["red-7", "red-8"]])
        done = await ann.move("play red-5", id="once")
        again = await ann.move("play red-5", id="once")
        assert again == {"id": "once", "ok": done["n"]}
        assert live.hub.rooms[ann.state["table"]].table.number == done["n"]


async def test_a_stale_move_is_refused(live: Live) -> None:
    """A move that was chosen before the seat was last asked is refused as stale."""
    async with live.pair() as (ann, ben):
        await start(ann, ben)
        mover = ann if 0 in ann.state["to_move"] else ben
        old = mover.n
        await mover.move("draw")
        mover.n = old
        answer = await mover.move("pass")
    assert answer["refused"]["code"] == "stale"


async def test_a_seat_may_ask_why_not(live: Live) -> None:
    """Asking why a move is not allowed gives code, sentence and rule; null where it is allowed; and changes nothing."""
    async with live.pair() as (ann, ben):
        await arranged(live, ann, ben, hands=HANDS)
        number = ann.n
        refused = await ann.do("why", move="play blue-1")
        allowed = await ann.do("why", move="play red-5")
        assert live.hub.rooms[ann.state["table"]].table.number == number
    assert refused["why"]["rule"] == "turn-match"
    assert refused["why"]["text"]
    assert allowed["why"] is None


async def test_a_refusal_carries_rule_and_sentence(live: Live) -> None:
    """A move that the rules do not allow is refused with code, sentence and rule, to its sender alone."""
    async with live.pair() as (ann, ben):
        await arranged(live, ann, ben, hands=HANDS)
        answer = await ann.move("play blue-1")
        assert set(answer["refused"]) == {"code", "text", "rule", "says", "args"}
        await ann.move("play red-5 uno")
        assert (await ben.frame())["n"] == ann.n


async def test_commands_come_over_http_too(live: Live) -> None:
    """A command posted with a seat's token is done and told like any other, and the answer names its number."""
    async with live.pair() as (ann, ben):
        await arranged(live, ann, ben, hands=HANDS)
        path = f"/api/tables/{ann.state['table']}/commands"
        answer = await live.post(path, {"do": "move", "id": "h1", "move": "play red-5 uno", "n": ann.n}, token=ann.token)
        told = await ben.frame()
    assert answer.json() == {"id": "h1", "ok": told["n"]}


# ---- the grace ---------------------------------------------------------------------------------------
async def test_a_catch_is_held_until_the_grace_is_over(live: Live) -> None:
    """A catch that comes at once is done, and acknowledged, only when the grace has passed since the card."""
    async with live.pair(settings={"grace": 150}) as (ann, ben):
        await arranged(live, ann, ben, hands=HANDS)
        await ann.move("play red-5")
        await ben.frame()
        caught = await ben.move("catch 0")
        game = live.hub.rooms[ann.state["table"]].table.game
        assert game is not None
        (*_, played), (*_, made) = game.record()["moves"][-2:]
    assert [event["what"] for event in caught["events"]] == ["caught", "drew", "drew"]
    assert made - played >= 150


async def test_a_call_in_the_grace_comes_before_a_held_catch(live: Live) -> None:
    """Who calls within the grace is safe, however fast the catch was."""
    async with live.pair(settings={"grace": 150}) as (ann, ben):
        await arranged(live, ann, ben, hands=HANDS)
        await ann.move("play red-5")
        await ben.frame()
        await ben.say(do="move", id="fast", move="catch 0", n=ben.n)
        called = await ann.do("move", move="uno", n=ann.n)
        assert "refused" not in called
        answer = await ben.until(lambda frame: frame.get("id") == "fast")
    assert answer["refused"]["rule"] == "uno-false"


# ---- presence ----------------------------------------------------------------------------------------
async def test_a_bot_plays_for_who_is_gone_until_taken_back(live: Live) -> None:
    """A lost connection gives the seat to a bot after a while; hand and place are kept, and one command takes it back."""
    async with live.pair() as (ann, ben):
        await start(ann, ben)
        await ben.socket.close()
        await ann.state_is(lambda state: state["seats"][1].get("away") == "connection")
        async with live.player(ann.state["table"], ben.token) as again:
            assert again.state["you"] == 1
            assert again.state["hand"]
            await again.do("back")
            await ann.state_is(lambda state: "away" not in state["seats"][1])


async def test_a_reconnect_in_time_keeps_the_seat(tmp_path: Path) -> None:
    """Who is back before the time is up was never away, and gets exactly the events that were missed."""
    async with serving(tmp_path, lost_after=5) as live, live.pair() as (ann, ben):
        await arranged(live, ann, ben, hands=[["red-5", "red-6", "blue-1"], ["red-7", "red-8"]])
        seen = live.hub.rooms[ann.state["table"]].events_told
        await ben.socket.close()
        await ann.move("play red-5")
        async with live.player(ann.state["table"], ben.token, events=seen) as again:
            assert again.first["events"] == [{"what": "played", "seat": 0, "card": "red-5"}]
            assert "away" not in again.state["seats"][1]


async def test_a_dead_link_is_noticed(tmp_path: Path) -> None:
    """A client that answers no ping is cut, and its seat goes to a bot."""
    async with serving(tmp_path, ping_every=0.05, pong_within=0.05) as live, live.pair() as (ann, ben):
        await start(ann, ben)
        ben.socket.transport.pause_reading()
        await ann.state_is(lambda state: state["seats"][1].get("away") == "connection")
        ben.socket.transport.abort()


async def test_bots_wait_for_people(live: Live) -> None:
    """Where nobody is present any more the game waits, and goes on when somebody is back."""
    made = await live.create(bots=1)
    async with live.player(made["table"], made["token"]) as ann:
        await start(ann)
    room = live.hub.rooms[made["table"]]
    await eventually(lambda: room.table.seats[0].away)
    number = room.table.number
    await asyncio.sleep(0.1)
    assert room.table.number == number
    assert botplay.asks(room.table) == []


async def test_who_is_removed_is_let_go(live: Live) -> None:
    """A player whom the host removes in the lobby is told so by the close code, and the others go on."""
    async with live.pair() as (ann, ben):
        await ann.do("remove", seat=1)
        assert (await ben.closed())[0] == 4401
        assert ann.state["seats"][1] is None


# ---- spectators and talk -----------------------------------------------------------------------------
async def test_spectators_see_the_table_but_no_hand(live: Live) -> None:
    """A spectator is told the same moves at the same time, and no hand; the host can send spectators away."""
    async with live.pair() as (ann, ben), live.player(ann.made["table"], watch=ann.made["watch"]) as eve:
        await arranged(live, ann, ben, hands=[["red-5", "red-6", "blue-1"], ["red-7", "red-8"]])
        await ann.move("play red-5")
        await eve.reaches(ann.n)
        assert eve.state["you"] is None
        assert eve.state["hand"] == eve.state["moves"] == []
        assert eve.state["top"] == "red-5"
        answer = await eve.do("chat", text="psst")
        assert answer["refused"]["code"] == "no-seat"


async def test_the_host_may_switch_spectators_off(live: Live) -> None:
    """When watching is switched off spectators are let go, and none comes in."""
    made = await live.create(bots=1)
    async with (
        live.player(made["table"], made["token"]) as ann,
        live.player(made["table"], watch=made["watch"]) as eve,
    ):
        await ann.do("change", settings={"watchers": False})
        assert (await eve.closed())[0] == 4403
        response = await live.post("/api/join", {"code": made["watch"]})
        assert response.status_code == 403


async def test_chat_is_told_and_kept_for_who_comes_later(live: Live) -> None:
    """Chat goes to everybody at once, and the last lines to who connects later; emotes are told and not kept."""
    async with live.pair() as (ann, ben):
        await ann.do("chat", text="hello\u202e there")
        await ann.do("emote", emote="wow")
        await ben.reaches(ann.n)
        assert ben.said == [{"seat": 0, "text": "hello there"}, {"seat": 0, "emote": "wow"}]
        async with live.player(ann.state["table"], ben.token) as again:
            assert again.first["chat"] == [{"seat": 0, "name": "Ann", "text": "hello there"}]


# ---- rounds and rematches ----------------------------------------------------------------------------
async def test_a_rematch_seats_the_same_people(live: Live) -> None:
    """After the game one command makes another table for the same tokens, which everybody is told."""
    async with live.pair() as (ann, ben):
        await arranged(live, ann, ben, hands=[["red-5"], ["red-7", "green-2"]])
        await ann.move("play red-5")
        assert ann.state["stage"] == "over"
        answer = await ann.do("rematch")
        await ben.state_is(lambda state: state["rematch"])
        table = ben.state["rematch"]
        assert answer["made"]["table"] == table
        again = await ben.do("rematch")
        assert again["ok"]
        async with live.player(table, ben.token) as next_ben:
            assert next_ben.state["you"] == 1
            assert next_ben.state["stage"] == "lobby"
            assert [seat["name"] for seat in next_ben.state["seats"]] == ["Ann", "Ben"]


async def test_the_next_round_is_dealt_when_all_are_ready(live: Live) -> None:
    """Between two rounds the deal waits for everybody who is present."""
    async with live.pair(options={"target": 500}) as (ann, ben):
        await arranged(live, ann, ben, hands=[["red-5"], ["red-7", "green-2"]], options={"target": 500})
        await ann.move("play red-5")
        await ben.reaches(ann.n)
        assert ann.state["stage"] == ben.state["stage"] == "between"
        await ann.ready()
        assert ann.state["stage"] == "between"
        await ben.ready()
        await ann.state_is(lambda state: state["stage"] == "playing")
        assert ann.state["round"] == 1
        assert ann.state["scores"] == [9, 0]


# ---- clocks ------------------------------------------------------------------------------------------
async def test_a_clock_runs_out_while_nobody_has_the_table_in_memory(tmp_path: Path) -> None:
    """Due times are in the store: a table that no process has open gets its default move when they pass."""
    async with serving(tmp_path, lost_after=60) as live:
        async with live.pair(settings={"clock": 15}) as (ann, ben):
            await start(ann, ben)
            room = live.hub.rooms[ann.state["table"]]
            live.hub._forget(room)
        live.hub._start += 20
        await eventually(lambda: live.hub.metrics.moves["clock"])
        assert live.hub.metrics.moves["clock"] == 1


async def test_a_clock_that_is_set_moves_no_deadline(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Setting the machine's clock back or ahead changes neither the time at a table nor what is held."""
    async with live.pair(settings={"clock": 15, "grace": 50}) as (ann, ben):
        room = await arranged(live, ann, ben, hands=HANDS)
        before = room.now()
        monkeypatch.setattr(time, "time", lambda: before - 3600)
        await ann.move("play red-5")
        await ben.frame()
        caught = await ben.move("catch 0")
        assert "refused" not in caught
        assert 0 <= room.now() - before < 5


def test_the_time_at_a_table_never_runs_back() -> None:
    """A table whose log is ahead of this machine's clock goes on from the log's time."""
    made = log.Created(t=5000.0, table="t", edition="classic", options={}, settings=Settings(), people=[], secret="00" * 32)

    async def times() -> list[float]:
        clock = 100.0
        room = Room(Table([made]), lambda: clock)
        first = room.now()
        clock = 101.0
        return [first, room.now()]

    assert asyncio.run(times()) == [5000.0, 5001.0]


# ---- the store in trouble ----------------------------------------------------------------------------
async def test_trouble_with_the_store_is_said_and_passes(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """While nothing can be written a move is refused with a sentence and nobody is told of it; afterward it is done."""
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
    """Where the answer of the database was lost, sending the command again finds it done."""
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
    """A table that another process has moved on is read again, and what no longer fits is refused."""
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


async def test_idle_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    """A table that nobody looks at is let go from memory; who comes back finds it as it was."""
    async with serving(tmp_path, idle_after=0) as live:
        made = await live.create(bots=1)
        async with live.player(made["table"], made["token"]) as ann:
            told = ann.first["set"]
        room = live.hub.rooms[made["table"]]
        await eventually(lambda: room.table.seats[0].away and not room.lock.locked())
        await eventually(lambda: not room.links() and not room.lost)
        await live.hub._evict()
        assert not live.hub.rooms
        async with live.player(made["table"], made["token"]) as ann:
            assert ann.first["set"] == told


async def test_a_long_log_keeps_nobody_waiting(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a table is read from a long log other things happen in between."""
    monkeypatch.setattr(hub_module, "FOLDED_AT_ONCE", 10)
    made = await live.create()
    lines = [log.encode(log.Said(t=1.0, seat=0, text=f"line {i}")) for i in range(200)]
    assert await live.hub.store.append(made["table"], 2, lines, due=None, status="lobby", seats=2, now=1.0)
    opening = asyncio.create_task(live.hub._folded(made["table"]))
    steps, numbers, real = 0, [], Table.apply

    def apply(table: Table, entry: log.AnyEntry) -> None:
        numbers.append(steps)
        real(table, entry)

    monkeypatch.setattr(Table, "apply", apply)
    while not opening.done():
        steps += 1
        await asyncio.sleep(0)
    assert len(numbers) == 201
    assert len(set(numbers)) > 15


# ---- bots --------------------------------------------------------------------------------------------
async def test_a_worker_that_dies_is_replaced(live: Live) -> None:
    """When the bots' process is killed the game goes on."""
    made = await live.create(bots=1)
    async with live.player(made["table"], made["token"]) as ann:
        await start(ann)
        for _ in range(3):
            await ann.state_is(lambda state: 0 in state["to_move"] or state["stage"] == "over")
            pool = live.hub.thinkers._pool
            if pool is not None:
                for process in list(pool._processes.values()):
                    process.kill()
            moves = ann.state["moves"]
            if ann.state["stage"] == "over":
                break
            answer = await ann.move("pass" if "pass" in moves else "draw" if "draw" in moves else moves[0])
            assert "refused" not in answer


async def test_bots_are_asked_once_for_a_chance(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that has let a chance pass is not asked again because somebody chats."""
    asked: list[int] = []

    async def decline(asks: list[Ask]) -> list[str | None]:
        asked.append(len(asks))
        return [None] * len(asks)

    monkeypatch.setattr(live.hub.thinkers, "choose", decline)
    async with live.pair(seats=3, bots=1) as (ann, ben):
        hands = [["red-reverse", "blue-1"], ["red-5", "blue-2"], ["red-7", "green-2"]]
        room = await arranged(live, ann, ben, hands=hands)
        asked.clear()
        await ann.move("play red-reverse")
        await eventually(lambda: asked and room.bots is None)
        for _ in range(3):
            await ben.do("chat", text="well")
            await eventually(lambda: room.bots is None)
        assert asked == [1]
        await ben.move("play red-7")
        await eventually(lambda: len(asked) > 1)


def test_the_pace_of_bots_is_human_and_public() -> None:
    """A bot takes 0.7 to 1.6 seconds, drawn from the table's id and the number of events, its level and its name."""
    people = [log.Person("Ann", token="a"), log.Person("Bo", level="easy")]
    paces = set()
    for name in ("a", "b", "c", "d"):
        made = log.Created(
            t=1.0, table=name, edition="classic", options={}, settings=Settings(), people=[*people], secret="00" * 32
        )
        paces.add(botplay.pace(Table([made, log.Started(t=2.0)])))
    assert len(paces) == 4
    assert all(0.7 <= pace <= 1.6 for pace in paces)


def test_a_fast_bot_that_searches_takes_all_its_time() -> None:
    """Where nobody waits for a human pace, a hard bot still takes as long when it has nothing to think about."""

    def pace(*levels: str) -> float:
        people = [log.Person("Ann", token="a"), *(log.Person(f"Bo {level}", level=level) for level in levels)]
        settings = Settings(pace="fast")
        made = log.Created(
            t=1.0, table="a", edition="classic", options={"dealer": 0}, settings=settings, people=[*people], secret="00" * 32
        )
        return botplay.pace(Table([made, log.Started(t=2.0)]))

    assert pace("medium") == 0.0
    assert pace("hard") > MILLISECONDS / 1000


def test_bots_have_a_temper() -> None:
    """At the same table a harder bot takes longer than an easier one of the same name, and names differ."""

    def pace(name: str, level: str) -> float:
        people = [log.Person("Ann", token="a"), log.Person(name, level=level)]
        options = {"dealer": 0}
        made = log.Created(
            t=1.0, table="a", edition="classic", options=options, settings=Settings(), people=[*people], secret="00" * 32
        )
        return botplay.pace(Table([made, log.Started(t=2.0)]))

    assert pace("Bo", "easy") < pace("Bo", "medium") < pace("Bo", "hard")
    assert len({pace(name, "medium") for name in ("Bo", "Cy", "Di")}) == 3


# ---- several processes -------------------------------------------------------------------------------
async def test_two_processes_serve_one_table(tmp_path: Path, postgres: Postgres) -> None:
    """On one PostgreSQL any process serves any table, and each tells its own clients what happens at the other."""
    database = postgres.database()
    async with serving(tmp_path, database=database) as here, serving(tmp_path, database=database) as there:
        made = await here.create()
        joined = await there.join(made["invite"])
        async with here.player(made["table"], made["token"]) as ann, there.player(made["table"], joined["token"]) as ben:
            await ben.do("chat", text="hi")
            await ann.until(lambda frame: frame.get("said") == [{"seat": 1, "text": "hi"}])
            await start(ann, ben)
            mover, other = (ann, ben) if 0 in ann.state["to_move"] else (ben, ann)
            answers = await asyncio.gather(mover.move("draw", id="a"), other.do("chat", text="go"))
            assert all("refused" not in answer for answer in answers)
            number = max(ann.n, ben.n)
            await asyncio.gather(ann.reaches(number), ben.reaches(number))
            assert ann.state["counts"] == ben.state["counts"]
            assert ann.n == ben.n


# ---- the end -----------------------------------------------------------------------------------------
async def test_a_move_under_way_is_finished_before_the_end(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is told to stop finishes and acknowledges the move it is writing, then says that it restarts."""
    async with live.pair() as (ann, ben):
        await start(ann, ben)
        mover = ann if 0 in ann.state["to_move"] else ben
        writing, real = asyncio.Event(), live.hub.store.append

        async def slow(*args: Any, **more: Any) -> bool:
            writing.set()
            await asyncio.sleep(0.2)
            return await real(*args, **more)

        monkeypatch.setattr(live.hub.store, "append", slow)
        await mover.say(do="move", id="last", move="draw", n=mover.n)
        await writing.wait()
        live.web.should_exit = True
        done = await mover.until(lambda frame: frame.get("id") == "last")
        assert done["events"][0]["what"] == "drew"
        assert await mover.closed() == (1012, "the server restarts")


async def test_a_hello_to_a_server_that_stops_is_told_to_come_back(live: Live) -> None:
    """Who comes while the server restarts hears of that, and not of a database."""
    made = await live.create()
    live.hub.stopping = True
    async with live.socket(made["table"]) as socket:
        await socket.send(json.dumps({"token": made["token"], "version": 1}))
        assert await Player(socket).closed() == (1012, "the server restarts")


async def test_a_bot_that_chooses_what_cannot_be_does_the_mildest(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move of a bot that is refused stops nothing: the mildest move is made in its place."""
    monkeypatch.setattr(hub_module, "RETRY", 0.01)

    async def nonsense(asked: list[Any]) -> list[str | None]:
        return ["play red-0 uno"] * len(asked)

    monkeypatch.setattr(live.hub.thinkers, "choose", nonsense)
    async with live.pair(seats=3, bots=1) as (ann, ben):
        room = await arranged(live, ann, ben, hands=[["red-5", "red-6", "red-7"], ["blue-1", "blue-2"], ["red-1"]], turn=1)
        assert room.table.seats[1].person
        await ann.until(lambda frame: [e["what"] for e in frame.get("events", [])] == ["drew"])


async def test_a_database_that_is_gone_for_a_while_loses_nothing(tmp_path: Path, postgres: Postgres) -> None:
    """While PostgreSQL is down moves are refused with a sentence; when it is back the same command is done, once."""
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
