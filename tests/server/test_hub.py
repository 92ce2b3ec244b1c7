"""The hub: one path for every change, and what happens when people come, go, talk and run out of time."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from lastcard.server.live import reader
from lastcard.server.live.room import Room
from lastcard.server.table import frames, log, state
from lastcard.server.table.table import Table, hashed
from lastcard.server.wire.table_settings import Settings
from live_server import Live, Player, eventually, serving
from live_tables import HANDS, arranged, start

pytestmark = pytest.mark.anyio


# ---- commands ----------------------------------------------------------------------------------------
async def test_a_move_is_told_to_everybody_in_one_frame_each(live: Live) -> None:
    """A move costs one frame per client, and only the mover's own frame carries the id of the command."""
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


async def test_what_everybody_sees_is_encoded_once(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fields and events that everybody sees of a move are worked out and encoded once, not for each seat and spectator."""
    made = await live.create(seats=4)
    tokens = [made["token"], *[(await live.join(made["invite"], name))["token"] for name in ("Ben", "Cleo", "Dan")]]
    async with AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(live.player(made["table"], token)) for token in tokens]
        watchers = [await stack.enter_async_context(live.player(made["table"], watch=made["watch"])) for _ in range(2)]
        room = await arranged(live, *seats, hands=[["red-5", "red-6", "blue-1"], ["red-7"], ["red-8"], ["green-2"]])
        worked_out = calls_of(monkeypatch, state, "shared")
        events = calls_of(monkeypatch, frames, "_events")
        encoded = calls_of(monkeypatch, frames, "encode")
        done = await seats[0].move("play red-5")
        for each in (*seats[1:], *watchers):
            await each.reaches(done["n"])
        assert len(worked_out) == 1
        assert [viewer for _, viewer, _ in events] == [None]
        shared = state.shared(room.table).keys()
        assert {"turn", "counts", "top"} <= shared & done["set"].keys()
        assert len([fields for (fields,) in encoded if isinstance(fields, dict) and shared & fields.keys()]) == 1


def calls_of(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[tuple[Any, ...]]:
    """The arguments of every call of a function from now on."""
    calls: list[tuple[Any, ...]] = []
    real = getattr(module, name)

    def called(*given: Any) -> Any:
        calls.append(given)
        return real(*given)

    monkeypatch.setattr(module, name, called)
    return calls


async def test_the_same_command_again_is_answered_not_done(live: Live) -> None:
    """A command whose id was already done is acknowledged with its number, and nothing happens."""
    async with live.pair() as (ann, ben):
        await arranged(live, ann, ben, hands=[["red-5", "red-6", "blue-1"], ["red-7", "red-8"]])
        done = await ann.move("play red-5", id="once")
        again = await ann.move("play red-5", id="once")
        assert again == {"id": "once", "ok": done["n"]}
        assert live.hub.rooms[ann.state["table"]].table.number == done["n"]


async def test_a_stale_move_is_refused(live: Live) -> None:
    """A move chosen before the seat was last asked is refused as stale."""
    async with live.pair() as (ann, ben):
        await start(ann, ben)
        mover = ann if 0 in ann.state["to_move"] else ben
        old = mover.n
        await mover.move("draw")
        mover.n = old
        answer = await mover.move("pass")
    assert answer["refused"]["code"] == "stale"


async def test_a_seat_may_ask_why_not(live: Live) -> None:
    """Asking why a move is not allowed gives a code, sentence and rule (null if it is allowed), and changes nothing."""
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
    """A move against the rules is refused with a code, sentence and rule, and only its sender hears of it."""
    async with live.pair() as (ann, ben):
        await arranged(live, ann, ben, hands=HANDS)
        answer = await ann.move("play blue-1")
        assert set(answer["refused"]) == {"code", "text", "rule", "says", "args"}
        await ann.move("play red-5 uno")
        assert (await ben.frame())["n"] == ann.n


async def test_commands_come_over_http_too(live: Live) -> None:
    """A command posted with a seat's token is done and told like any other, and the answer gives its number."""
    async with live.pair() as (ann, ben):
        await arranged(live, ann, ben, hands=HANDS)
        path = f"/api/tables/{ann.state['table']}/commands"
        answer = await live.post(path, {"do": "move", "id": "h1", "move": "play red-5 uno", "n": ann.n}, token=ann.token)
        told = await ben.frame()
    assert answer.json() == {"id": "h1", "ok": told["n"]}


# ---- the grace ---------------------------------------------------------------------------------------
async def test_a_catch_is_held_until_the_grace_is_over(live: Live) -> None:
    """An instant catch is made and acknowledged only after the grace since the card has passed."""
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
    """A player who calls within the grace is safe, however fast the catch was."""
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
async def test_a_bot_plays_for_whoever_is_gone_until_taken_back(live: Live) -> None:
    """A lost connection gives the seat to a bot after a while. Hand and place are kept, and one command takes it back."""
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
    """A player who returns in time was never away, and gets exactly the missed events."""
    async with serving(tmp_path, lost_after=5) as live, live.pair() as (ann, ben):
        await arranged(live, ann, ben, hands=[["red-5", "red-6", "blue-1"], ["red-7", "red-8"]])
        seen = live.hub.rooms[ann.state["table"]].events_told
        await ben.socket.close()
        await ann.move("play red-5")
        async with live.player(ann.state["table"], ben.token, events=seen) as again:
            assert again.first["events"] == [{"what": "played", "seat": 0, "card": "red-5"}]
            assert "away" not in again.state["seats"][1]


async def test_a_dead_link_is_noticed(tmp_path: Path) -> None:
    """A client that answers no ping is disconnected, and its seat goes to a bot."""
    async with serving(tmp_path, ping_every=0.05, pong_within=1.0) as live, live.pair() as (ann, ben):
        await start(ann, ben)
        ben.socket.transport.pause_reading()
        await ann.state_is(lambda state: state["seats"][1].get("away") == "connection")
        ben.socket.transport.abort()


async def test_a_player_who_is_removed_is_let_go(live: Live) -> None:
    """A player removed by the host in the lobby learns it from the close code, and the others go on."""
    async with live.pair() as (ann, ben):
        await ann.do("remove", seat=1)
        assert (await ben.closed())[0] == 4401
        assert ann.state["seats"][1] is None


# ---- tokens ------------------------------------------------------------------------------------------
async def held(live: Live, *tokens: str) -> list[int | None]:
    """The seat that the store lists for each of these tokens at its only table."""
    games = [await live.hub.store.games_of([hashed(token)], 9) for token in tokens]
    return [found[0][1] if found else None for found in games]


async def test_a_token_has_a_row_exactly_while_it_has_a_seat(live: Live) -> None:
    """The store knows a player from joining until leaving or being removed, with the current seat."""
    made = await live.create(seats=4)
    ben, cleo = [await live.join(made["invite"], name) for name in ("Ben", "Cleo")]
    tokens = [who["token"] for who in (made, ben, cleo)]
    assert await held(live, *tokens) == [0, 1, 2]
    async with live.player(made["table"], made["token"]) as ann:
        await ann.do("remove", seat=1)
        assert await held(live, *tokens) == [0, None, 2]
        await ann.do("change", seats=2)
        assert await held(live, *tokens) == [0, None, 1]
    async with live.player(made["table"], cleo["token"]) as leaving:
        await leaving.do("leave")
    assert await held(live, *tokens) == [0, None, None]


async def test_a_player_who_leaves_a_game_keeps_its_record(live: Live) -> None:
    """A player who leaves a running game stays known, because they can take the seat back and get the record."""
    async with live.pair() as (ann, ben):
        await start(ann, ben)
        await ben.do("leave")
        assert await held(live, ann.token, ben.token) == [0, 1]


async def test_a_seat_whose_token_cannot_be_written_is_not_taken(live: Live) -> None:
    """If a new player's token cannot be written, the whole join is refused and the seat stays free."""
    made = await live.create()
    writer = live.hub.store._writer._engine
    with writer.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE tokens RENAME TO moved")
    refused = await live.post("/api/join", {"code": made["invite"], "name": "Ben"})
    assert refused.json()["refused"]["code"] == "store"
    new = await live.post("/api/tables", {"edition": "classic", "name": "Dot"})
    assert new.json()["refused"]["code"] == "store"
    with writer.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE moved RENAME TO tokens")
        assert connection.exec_driver_sql("SELECT count(*) FROM tables").scalar() == 1
    assert len(await live.hub.store.load(made["table"])) == 1
    joined = await live.join(made["invite"], "Ben")
    assert await held(live, made["token"], joined["token"]) == [0, 1]


# ---- spectators and chat -----------------------------------------------------------------------------
async def test_spectators_see_the_table_but_no_hand(live: Live) -> None:
    """A spectator hears of the same moves at the same time but sees no hand, and the host can send spectators away."""
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
    """When watching is turned off, spectators are disconnected and no more are admitted."""
    made = await live.create(bots=1)
    async with (
        live.player(made["table"], made["token"]) as ann,
        live.player(made["table"], watch=made["watch"]) as eve,
    ):
        await ann.do("change", settings={"watchers": False})
        assert (await eve.closed())[0] == 4403
        response = await live.post("/api/join", {"code": made["watch"]})
        assert response.status_code == 403


async def test_chat_is_told_and_kept_for_whoever_comes_later(live: Live) -> None:
    """Chat reaches everyone at once, and later connections get the last lines. Emotes and throws are told but not kept."""
    async with live.pair() as (ann, ben):
        await ann.do("chat", text="hello\u202e there")
        await ann.do("emote", emote="wow")
        await ann.do("emote", emote="flower", at=1)
        await ben.reaches(ann.n)
        assert ben.said == [
            {"seat": 0, "text": "hello there"},
            {"seat": 0, "emote": "wow"},
            {"seat": 0, "emote": "flower", "at": 1},
        ]
        async with live.player(ann.state["table"], ben.token) as again:
            assert again.first["chat"] == [{"seat": 0, "name": "Ann", "text": "hello there"}]


# ---- rounds and rematches ----------------------------------------------------------------------------
async def test_a_rematch_seats_the_same_people(live: Live) -> None:
    """After the game, one command creates another table for the same tokens, and everyone is told."""
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


async def test_one_link_leads_to_every_game_of_an_evening(live: Live) -> None:
    """The invite code of the first table tells about its rematch, and a latecomer gets a bot's seat there."""
    made = await live.create(seats=2, bots=1)
    async with live.player(made["table"], made["token"]) as ann:
        await arranged(live, ann, hands=[["red-5"], ["red-7", "green-2"]])
        before = (await live.post("/api/invite", {"code": made["invite"]})).json()
        await ann.move("play red-5")
        await ann.do("rematch")
    told = (await live.post("/api/invite", {"code": made["invite"]})).json()
    assert (before["table"], before["free"]) == (made["table"], 0)
    assert (told["table"], told["stage"], told["free"], told["host"]) == (ann.state["rematch"], "lobby", 1, 0)
    assert (await live.join(made["invite"], "Cleo"))["table"] == told["table"]


async def test_the_next_round_is_dealt_when_all_are_ready(live: Live) -> None:
    """Between two rounds, the deal waits for everyone who is present."""
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


async def test_between_rounds_who_connects_again_is_back(live: Live) -> None:
    """A player who lost the connection has the seat back for the next deal by opening the page, without another tap."""
    async with live.pair(options={"target": 500}) as (ann, ben):
        await arranged(live, ann, ben, hands=[["red-5"], ["red-7", "green-2"]], options={"target": 500})
        await ann.move("play red-5")
        await ben.socket.close()
        await ann.state_is(lambda state: state["seats"][1].get("away") == "connection")
        async with live.player(ann.made["table"], ben.token) as again:
            assert again.state["stage"] == "between"
            assert not again.state["seats"][1].get("away")


# ---- clocks ------------------------------------------------------------------------------------------
async def test_a_clock_runs_out_while_nobody_has_the_table_in_memory(tmp_path: Path) -> None:
    """Due times are stored, so a table that no process has open gets its default move when they pass."""
    async with serving(tmp_path, lost_after=60) as live:
        async with live.pair(settings={"clock": 15}) as (ann, ben):
            await start(ann, ben)
            room = live.hub.rooms[ann.state["table"]]
            live.hub.forget(room)
        live.hub.ownership._start += 20
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
    """A table whose log is ahead of this machine's clock continues from the log's time."""
    made = log.Created(t=5000.0, table="t", edition="classic", options={}, settings=Settings(), people=[], secret="00" * 32)

    async def times() -> list[float]:
        clock = 100.0
        room = Room(Table([made]), lambda: clock)
        first = room.now()
        clock = 101.0
        return [first, room.now()]

    assert asyncio.run(times()) == [5000.0, 5001.0]


# ---- loading and unloading ---------------------------------------------------------------------------
async def test_idle_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    """A table that nobody looks at is dropped from memory, and a returning player finds it unchanged."""
    async with serving(tmp_path, idle_after=0) as live:
        made = await live.create(bots=1)
        async with live.player(made["table"], made["token"]) as ann:
            told = ann.first["set"]
        room = live.hub.rooms[made["table"]]
        await eventually(lambda: room.table.seats[0].away and not room.lock.locked())
        await eventually(lambda: not room.subscribers.links() and not live.hub.presence.awaits(room))
        await live.hub._housekeeping.evict()
        assert not live.hub.rooms
        async with live.player(made["table"], made["token"]) as ann:
            assert ann.first["set"] == told


async def test_a_long_log_keeps_nobody_waiting(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other work gets done while a table is read from a long log."""
    monkeypatch.setattr(reader, "FOLDED_AT_ONCE", 10)
    made = await live.create()
    lines = [log.encode(log.Said(t=1.0, seat=0, text=f"line {i}")) for i in range(200)]
    assert await live.hub.store.append(made["table"], 2, lines, due=None, status="lobby", seats=2, now=1.0)
    opening = asyncio.create_task(live.hub.reader.folded(made["table"]))
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


# ---- the end -----------------------------------------------------------------------------------------
async def test_a_move_under_way_is_finished_before_the_end(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server told to stop finishes and acknowledges the move it is writing, then says that it is restarting."""
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
        assert await mover.closed() == (1012, "The server is restarting.")


async def test_a_hello_to_a_server_that_stops_is_told_to_come_back(live: Live) -> None:
    """A client that arrives during a restart hears about the restart, not about a database."""
    made = await live.create()
    live.hub.stopping = True
    async with live.socket(made["table"]) as socket:
        await socket.send(json.dumps({"token": made["token"], "version": 1}))
        assert await Player(socket).closed() == (1012, "The server is restarting.")
