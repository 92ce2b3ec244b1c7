"""Several processes on one PostgreSQL and one NATS: any door serves any table, whoever owns it."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from clusters import Cluster, owns, play, seated, start
from killable_servers import figure
from lastcard.server.cluster.bus import ANSWER, NoAnswer, NobodyThere
from lastcard.server.cluster.lease import Leases, Owner
from lastcard.server.table import log
from live_server import PATIENCE, Live, eventually, serving
from postgres import Postgres

pytestmark = pytest.mark.anyio


async def test_any_door_serves_any_table(cluster: Cluster) -> None:
    """A player at a door that doesn't own the table plays, chats and asks as one at its owner does, and it is folded once."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door) as (ann, ben):
        table = ann.made["table"]
        await ben.do("chat", text="hi")
        await ann.until(lambda frame: frame.get("said") == [{"seat": 1, "text": "hi"}])
        await start(ann, ben)
        await play((ann, ben), 12)
        assert (owns(owner, table), owns(door, table)) == (True, False)
        assert ann.state["counts"] == ben.state["counts"]
        assert "pong" in await ben.do("ping")
        assert "why" in await ben.do("why", move="draw")
        refused = await ben.do("move", move="play nothing", n=ben.n)
        assert refused["refused"]["code"] == "invalid-move"


async def test_http_about_a_table_works_at_any_door(cluster: Cluster) -> None:
    """Looking, commands, invitations, watching and lists work at a door that doesn't own the table."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door) as (ann, ben):
        table = ann.made["table"]
        bearer = {"Authorization": f"Bearer {ben.token}"}
        seen = (await door.http.get(f"/api/tables/{table}", headers=bearer)).json()
        assert (seen["n"], seen["set"]["you"]) == (ben.n, 1)
        said = await door.post(f"/api/tables/{table}/commands", {"do": "chat", "text": "over HTTP"}, ben.token)
        assert said.json()["ok"] == ben.n + 1
        assert "id" not in said.json() or not said.json()["id"]
        assert (await door.post("/api/invite", {"code": ann.made["invite"]})).status_code == 200
        stranger = await door.http.get(f"/api/tables/{table}", headers={"Authorization": f"Bearer {'0' * 32}"})
        assert stranger.json()["refused"]["code"] == "no-seat"
        async with door.player(table, watch=ann.made["watch"]) as spectator:
            await ann.do("chat", text="who watches?")
            await spectator.until(lambda frame: frame.get("said"))
            assert spectator.state["you"] is None
        assert not owns(door, table)


async def figures(live: Live) -> dict[str, float]:
    """What /metrics of a server shows, without the common beginning of all names."""
    lines = (await live.http.get("/metrics")).text.splitlines()
    told = (line.removeprefix("lastcard_").rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return {name: float(value) for name, value in told}


async def test_leases_and_the_bus_have_metrics(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each door shows what it owns and relays, what its lease and the bus do, and what was taken over."""
    monkeypatch.setattr("lastcard.server.cluster.door.BEAT_EVERY", 0.02)
    owner, door = await cluster.doors(2)
    async with seated(owner, door) as (ann, ben):
        await start(ann, ben)
        table, room = ann.made["table"], owner.hub.rooms[ann.made["table"]]
        names = ["tables", "connections", "relayed_connections", "remote_connections", 'lease_claims_total{outcome="claimed"}']
        names += ["bus_connected", 'lease_renewals_total{outcome="lapsed"}', 'bus_messages_total{way="lost"}']
        await eventually(lambda: any(door.web.parts.door._beats._counts))
        here, there = await figures(owner), await figures(door)
        assert [shown["bus_beat_seconds_count"] > 0 for shown in (here, there)] == [
            False,
            True,
        ]  # only doors show signs of life
        assert [here[name] for name in names] == [1, 1, 0, 1, 1, 1, 0, 0]
        assert [there[name] for name in names] == [0, 1, 1, 0, 0, 1, 0, 0]
        for shown in (here, there):
            assert shown['lease_renewals_total{outcome="kept"}'] == shown["lease_renewal_seconds_count"] >= 1
            assert 0 < shown["lease_left_seconds"] <= 5
            assert min(shown[f'bus_messages_total{{way="{way}"}}'] for way in ("in", "out")) > 0
        assert there['lease_claims_total{outcome="elsewhere"}'] >= 1
        assert room.epoch is not None
        await door.hub.take_over(table, Owner(owner.hub.ownership.id, room.epoch))
        await ann.say(do="chat", text="too late")
        assert (await ann.closed())[0] == 1012
        here, there = await figures(owner), await figures(door)
        assert (here["append_conflicts_total"], here["tables_lost_total"]) == (1, 1)
        assert there['lease_claims_total{outcome="taken-over"}'] == 1


async def test_a_process_that_is_gone_is_counted(cluster: Cluster) -> None:
    """Questions that nobody answers, and connections to the bus that come back, have metrics."""
    (live,) = await cluster.doors(1)
    bus = live.web.parts._bus
    assert bus is not None
    with pytest.raises(NobodyThere):
        await bus.ask("nobody", b"", PATIENCE)
    cluster.nats.stop()
    try:
        await eventually(lambda: not bus.outage.is_over)
        with pytest.raises(NoAnswer):
            await bus.ask("nobody", b"", PATIENCE)
        gone = await figures(live)
    finally:
        cluster.nats.start()
    await eventually(lambda: bus.outage.is_over)
    back = await figures(live)
    trouble = [f'bus_trouble_total{{what="{what}"}}' for what in ("no-answer", "nobody-there", "reconnected")]
    assert [(shown["bus_connected"], *map(shown.get, trouble)) for shown in (gone, back)] == [(0, 1, 1, 0), (1, 1, 1, 1)]


async def test_a_player_at_another_door_is_present(cluster: Cluster) -> None:
    """A player at a door keeps the seat, and loses it some time after the connection there is gone."""
    owner, door = await cluster.doors(2, unseen_after=0.3)
    async with seated(owner, door) as (ann, ben):
        await start(ann, ben)
        assert not any(seat.get("offline") or seat.get("away") for seat in ann.state["seats"])
        await ben.socket.close()
        await ann.state_is(lambda state: state["seats"][1].get("away") == "connection")


async def test_callers_at_different_doors_signal_each_other(cluster: Cluster) -> None:
    """A call works across doors: its owner hands signals from one caller to another."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door, settings={"media": "voice"}) as (ann, ben):
        one, two = await ann.do("call"), await ben.do("call")
        await ann.until(lambda frame: len(frame.get("calls", [])) == 2)
        await ben.say(do="signal", to=one["call"], kind="offer", sdp="v=0")
        heard = await ann.until(lambda frame: "sdp" in frame)
        assert (heard["from"], heard["sdp"]) == (two["call"], "v=0")
        await ann.say(do="signal", to=two["call"], kind="answer", sdp="v=1")
        assert (await ben.until(lambda frame: "sdp" in frame))["sdp"] == "v=1"
        await ben.do("hang-up")
        await ann.until(lambda frame: len(frame.get("calls", [])) == 1)


async def test_an_owner_that_stops_hands_its_tables_over(cluster: Cluster) -> None:
    """When an owner stops, its table goes on at the other door, and the player there doesn't even reconnect."""
    door = await cluster.door()
    async with AsyncExitStack() as stack:
        owner = await stack.enter_async_context(serving(cluster._folder, database=cluster.database, bus=cluster.nats.address))
        made = await owner.create()
        async with owner.player(made["table"], made["token"]) as ann:
            joined = await door.join(made["invite"])
            async with door.player(made["table"], joined["token"]) as ben:
                await start(ann, ben)
                owner.web.should_exit = True
                assert (await ann.closed())[0] == 1012
                fresh = await ben.until(lambda frame: "version" in frame)
                async with door.player(made["table"], made["token"]) as again:
                    assert (owns(door, made["table"]), fresh["n"] <= again.n) == (True, True)
                    await ben.reaches(again.n)
                    await play((again, ben), 5)


async def test_a_lost_frame_is_noticed(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the bus drops a frame, the door asks for the whole view, and the player's command is still acknowledged."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door) as (ann, ben):
        bus = owner.web.parts._bus
        assert bus is not None
        tell, dropped = bus.tell, list[bytes]()

        def drop_one(process: str, data: bytes) -> None:
            if dropped:
                tell(process, data)
            dropped.append(data)

        monkeypatch.setattr(bus, "tell", drop_one)
        began = time.monotonic()
        assert "refused" not in await ben.do("chat", text="hi")
        fresh = await ben.until(lambda frame: "version" in frame)
        figure(f"a dropped frame: the whole view came after {time.monotonic() - began:.2f} s")
        assert [line["text"] for line in fresh["chat"]] == ["hi"]
        await ann.do("chat", text="there")
        await ben.until(lambda frame: frame.get("said") == [{"seat": 0, "text": "there"}])


async def test_a_stale_owner_is_fenced(cluster: Cluster) -> None:
    """An owner whose table was taken over writes nothing, shows nothing from memory, and sends its players to the new owner."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door) as (ann, ben):
        await start(ann, ben)
        table, room = ann.made["table"], owner.hub.rooms[ann.made["table"]]
        assert room.epoch is not None
        await door.hub.take_over(table, Owner(owner.hub.ownership.id, room.epoch))
        number = len(await door.hub.store.load(table))
        async with owner.player(table, ben.token) as again:  # the fence: not from the owner's memory
            assert again.n >= number
            assert (owns(owner, table), owns(door, table)) == (False, True)
        assert (await ann.closed())[0] == 1012


@pytest.mark.parametrize(("what", "about"), [("why", {"move": "draw"}), ("hint", {})])
async def test_an_owner_without_a_lease_answers_nothing_from_memory(cluster: Cluster, what: str, about: dict[str, str]) -> None:
    """An owner whose lease may have run out asks the database before it answers, also what it could answer from memory."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door, settings={"hints": True}) as (ann, ben):
        await start(ann, ben)
        mover, leases = ann if 0 in ann.state["to_move"] else ben, owner.hub.ownership
        assert isinstance(leases, Leases)
        async with owner.player(ann.made["table"], mover.token) as player:
            room = owner.hub.rooms[ann.made["table"]]
            assert room.epoch is not None
            assert what in await player.do(what, **about)
            leases.lapsed = None  # it finds out by itself, not from the next renewal
            await door.hub.take_over(room.id, Owner(leases.id, room.epoch))
            leases._until = 0.0
            await player.say(do=what, **about)
            told = list[dict[str, object]]()
            with suppress(ConnectionClosed):
                while True:
                    told.append(await player.frame())
            assert player.socket.close_code == 1012
            assert not [frame for frame in told if what in frame]


async def test_a_command_sent_again_is_done_once(cluster: Cluster) -> None:
    """A command without an id whose answer gets lost is sent again to the next owner, and is in the log once."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door) as (ann, ben):
        table, bus = ann.made["table"], owner.web.parts._bus
        assert bus is not None
        send = bus._send
        bus._send = lambda process, kind, number, data: None if kind == ANSWER else send(process, kind, number, data)  # type: ignore[method-assign]
        await ben.say(do="chat", text="once")
        await ann.until(lambda frame: frame.get("said"))
        began = time.monotonic()
        assert bus._nats is not None
        await bus._nats.close()
        await eventually(lambda: owns(door, table))
        async with asyncio.timeout(30):
            while "ok" not in await ben.frame():
                pass
        figure(f"a resent command: acknowledged by the next owner after {time.monotonic() - began:.2f} s")
        said = [entry for entry in map(log.decode, await door.hub.store.load(table)) if isinstance(entry, log.Said)]
        assert [entry.text for entry in said] == ["once"]


async def test_the_bus_comes_back(cluster: Cluster) -> None:
    """While NATS is gone, players at the owner play on. Once it is back, everybody sees the same, and no table has moved."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door) as (ann, ben):
        cluster.nats.stop()
        try:
            buses = [live.web.parts._bus for live in (owner, door)]
            await eventually(lambda: not any(bus and bus.is_connected for bus in buses))
            assert "refused" not in await ann.do("chat", text="meanwhile")
            asking = asyncio.create_task(ben.do("chat", text="and I"))
        finally:
            cluster.nats.start()
        assert "refused" not in await asking
        await ann.until(lambda frame: frame.get("said") == [{"seat": 1, "text": "and I"}])
        assert (owns(owner, ann.made["table"]), owns(door, ann.made["table"])) == (True, False)


async def test_clocks_stand_still_while_the_bus_is_gone(cluster: Cluster) -> None:
    """While NATS is gone, no clock runs out at a table with a player at another door. Then everyone gets that time back."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door, settings={"clock": 15}) as (ann, ben):
        await start(ann, ben)
        room, outage = owner.hub.rooms[ann.made["table"]], owner.hub.bus_outage
        (mover,) = room.table.game.to_move if room.table.game else ()
        due, number = room.table.seats[mover].deadline, room.table.number
        assert due is not None
        cluster.nats.stop()
        try:
            await eventually(lambda: owner.hub.is_cut_off(room))
            room.table.seats[mover].deadline = 1.0
            await owner.hub.timers.time_is_up(room)
            assert room.table.number == number
            room.table.seats[mover].deadline = due
        finally:
            cluster.nats.start()
        await eventually(lambda: outage.is_over)
        await owner.hub.mend(room)
        (made_up,) = [entry for entry in map(log.decode, await door.hub.store.load(room.id)) if isinstance(entry, log.Outage)]
        assert room.table.seats[mover].deadline == due + made_up.seconds
        for player in (ann, ben):
            await player.state_is(lambda state: state["clocks"][str(mover)] == round((due + made_up.seconds) * 1000))


async def test_an_owner_that_loses_only_the_bus_is_followed(cluster: Cluster) -> None:
    """If only the owner loses NATS, the door takes its table over, and the owner's players are sent there."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door) as (ann, ben):
        await start(ann, ben)
        bus = owner.web.parts._bus
        assert bus is not None
        await bus._nats.close()
        await ben.until(lambda frame: "version" in frame)
        await eventually(lambda: owns(door, ann.made["table"]))
        assert (await ann.closed())[0] == 1012
        async with door.player(ann.made["table"], ann.token) as back:
            await ben.reaches(back.n)
            await play((back, ben), 3)


async def test_without_a_bus_a_second_process_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    """Two processes on one PostgreSQL without a bus are refused with the sentence that helps."""
    await cluster.door()
    from lastcard.server.http.serve import Web
    from lastcard.server.serve_settings import Config

    web = Web(Config(database=cluster.database))
    with pytest.raises(SystemExit):
        await web.serve_quietly([])
    assert "--processes or --bus" in web.parts.trouble


async def test_nobody_connected_and_a_clock_is_due(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """If an owner dies and nobody is connected, another process finds the clock that is due and takes the table over."""
    monkeypatch.setattr("lastcard.server.cluster.lease.LEASE", 1.0)
    monkeypatch.setattr("lastcard.server.cluster.lease.RENEW_EVERY", 0.2)
    owner, other = await cluster.doors(2, unseen_after=PATIENCE)
    made = await owner.create()
    table = made["table"]
    async with owner.player(table, made["token"]):
        assert owns(owner, table)
        room = owner.hub.rooms[table]
    await eventually(lambda: not room.subscribers.links())
    owner.hub.forget(room)
    for task in [*owner.hub._tasks]:  # as if it were dead: nothing runs any longer, and its lease runs out
        task.cancel()
    with psycopg.connect(cluster.database.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("UPDATE tables SET due = 1")
    await eventually(lambda: owns(other, table))


async def test_a_database_that_was_gone(cluster: Cluster, postgres: Postgres) -> None:
    """While PostgreSQL is gone, moves are refused with a sentence at every door. Then the game goes on, and nothing is lost."""
    owner, door = await cluster.doors(2)
    async with seated(owner, door) as (ann, ben):
        await start(ann, ben)
        await asyncio.to_thread(postgres.stop)
        try:
            for player in (ann, ben):
                assert (await player.do("chat", text="hello?"))["refused"]["code"] == "store"
        finally:
            await asyncio.to_thread(postgres.start)
        async with asyncio.timeout(PATIENCE):
            while "refused" in await ben.do("chat", text="back"):  # noqa: ASYNC110 - as a player does
                await asyncio.sleep(0.1)
        await ann.until(lambda frame: frame.get("said") == [{"seat": 1, "text": "back"}])
        await play((ann, ben), 3)
