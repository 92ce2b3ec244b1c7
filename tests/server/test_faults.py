"""Faults of real processes on a real PostgreSQL and NATS: what dies, hangs or is cut off, and how soon the games go on.

Each test prints a figure (``pytest --long -s tests/server/test_faults.py``).
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest

from killable_servers import Acknowledged, Pair, Process, check_log, figure, logs
from lastcard.server.cluster.nats_server import NatsServer
from lastcard.server.table import log
from live_server import PATIENCE, Live, Player
from postgres import Postgres

pytestmark = [pytest.mark.anyio, pytest.mark.long]
MANY, ENTRIES = 100, 200
CLOCK = 15  # the shortest there is
MINUTE = 60


class Servers:
    """Server processes that share a database and a bus, as their clients see them."""

    def __init__(self, database: str, bus: str, stack: AsyncExitStack) -> None:
        self.database = database
        self.bus = bus
        self.acknowledged = Acknowledged()
        self._stack = stack

    async def start(self, *more: str, bus: str = "", before: str = "") -> tuple[Process, Live]:
        """Start another one."""
        started = await asyncio.to_thread(Process, self.database, f"--bus={bus or self.bus}", *more, before=before)
        self._stack.callback(started.kill)
        return started, await self._stack.enter_async_context(started.live())

    async def seated(self, pair: Pair, *lives: Live) -> list[Player]:
        """Connect the players of a table, each to the next of these. The first of them owns it from then on."""
        connecting = [lives[i % len(lives)].player(pair.table, token) for i, token in enumerate(pair.tokens)]
        return [await self._stack.enter_async_context(each) for each in connecting]

    def ask(self, statement: str, *given: object) -> list[Any]:
        """Ask the database something."""
        with psycopg.connect(self.database.replace("+psycopg", ""), autocommit=True) as connection:
            found = connection.execute(statement.encode(), given)
            return found.fetchall() if found.description else []

    async def check(self) -> None:
        """Check that every acknowledged move is in the log, once."""
        await check_log(self.database, self.acknowledged)


@pytest.fixture
async def servers(postgres: Postgres, nats: NatsServer) -> AsyncIterator[Servers]:
    """No servers yet."""
    async with AsyncExitStack() as stack:
        yield Servers(postgres.database(), nats.address, stack)


async def whole_view(player: Player) -> None:
    """Wait until a player is shown the whole table again."""
    await player.until(lambda frame: "version" in frame)


async def goes_on(*players: Player) -> None:
    """Have each player do something that is logged."""
    for answer in await asyncio.gather(*(player.do("chat", text="on") for player in players)):
        assert "refused" not in answer, answer


# ---- owners ---------------------------------------------------------------------------------------------
async def test_a_killed_owners_tables_go_on_elsewhere(servers: Servers) -> None:
    """A hundred tables of two hundred entries go on at another process within three seconds of their owner's death."""
    (owner, here), (_, there) = await servers.start(), await servers.start()
    pairs: list[Pair] = []
    while len(pairs) < MANY:
        some = [await Pair.dealt(here, servers.acknowledged) for _ in range(4)]
        await asyncio.gather(*(pair.play(here, moves=ENTRIES - 8) for pair in some))
        pairs += some
    players = [(await servers.seated(pair, here, there))[1] for pair in pairs]
    began = time.monotonic()
    owner.kill()
    await asyncio.gather(*map(whole_view, players))
    seen = time.monotonic() - began
    await goes_on(*players)
    took = time.monotonic() - began
    figure(f"owner killed: {MANY} tables of {ENTRIES} entries were back after {seen:.2f} s and went on after {took:.2f} s")
    assert took <= 3, "the bar, for a machine that does nothing else"
    await servers.check()


async def test_an_owner_that_hangs_is_replaced(servers: Servers) -> None:
    """An owner that hangs for ten seconds loses its tables; when it wakes up, it writes nothing and sends players away."""
    (owner, here), (_, there) = await servers.start(), await servers.start()
    pair = await Pair.dealt(here, servers.acknowledged)
    ann, ben = await servers.seated(pair, here, there)
    began = time.monotonic()
    owner.server.send_signal(signal.SIGSTOP)
    try:
        await ann.say(do="chat", text="from the past", id="late")
        await whole_view(ben)
        await goes_on(ben)
        took = time.monotonic() - began
        await asyncio.sleep(10 - took)
    finally:
        owner.server.send_signal(signal.SIGCONT)
    await ann.closed()
    async with here.player(pair.table, pair.tokens[0]) as again:
        assert again.n >= ben.n
    await pair.play(here, there, moves=4)
    figure(f"owner paused for 10 s: its table went on after {took:.2f} s")
    said = [entry.text for entry in (await logs(servers.database, [pair.table])).values() if isinstance(entry, log.Said)]
    assert said == ["on"]
    await servers.check()


WAIT = """
CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN PERFORM pg_advisory_xact_lock_shared(7); RETURN NEW; END$$;
CREATE TRIGGER wait AFTER INSERT ON entries FOR EACH ROW EXECUTE FUNCTION wait();
"""
WAITS = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 7 AND NOT granted"


@asynccontextmanager
async def hanging_while_writing(
    servers: Servers, owner: Process, begin: Callable[[], Awaitable[object]]
) -> AsyncIterator[None]:
    """Stop an owner while PostgreSQL writes what it was told last, and wake it up after the block."""
    servers.ask(WAIT)
    with psycopg.connect(servers.database.replace("+psycopg", ""), autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(7)")
        await begin()
        async with asyncio.timeout(PATIENCE):
            while servers.ask(WAITS) != [(1,)]:  # noqa: ASYNC110 - seen only by asking
                await asyncio.sleep(0.01)
        owner.server.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        owner.server.send_signal(signal.SIGCONT)


async def test_an_owner_that_hangs_inside_a_transaction(servers: Servers) -> None:
    """If an owner hangs while it has written a seat but not committed it, PostgreSQL gives the table free in two seconds."""
    (owner, here), (_, there) = await servers.start(), await servers.start()
    made = await here.create(seats=3)
    joined = await here.join(made["invite"])
    pair = Pair(made["table"], [made["token"], joined["token"]], servers.acknowledged)
    ann, ben = await servers.seated(pair, here, there)
    joining: list[asyncio.Task[Any]] = []

    async def join() -> None:
        joining.append(asyncio.create_task(here.post("/api/join", {"code": made["invite"], "name": "Cleo"})))

    async with hanging_while_writing(servers, owner, join):
        began = time.monotonic()
        await whole_view(ben)
        await goes_on(ben)
        took = time.monotonic() - began
    await ann.closed()
    figure(f"owner paused inside a transaction: its table went on after {took:.2f} s")
    with suppress(httpx.HTTPError):
        await joining[0]
    entries = [*(await logs(servers.database, [pair.table])).values()]
    assert [entry.text for entry in entries if isinstance(entry, log.Said)] == ["on"]
    since = next(number for number, entry in enumerate(entries) if isinstance(entry, log.Said))
    assert not [entry for entry in entries[:since] if isinstance(entry, log.Sat) and entry.person.name == "Cleo"]


async def test_an_owner_that_hangs_while_a_move_is_written(servers: Servers) -> None:
    """A move is a transaction of its own: if its owner hangs meanwhile, PostgreSQL writes it and holds the table for nobody."""
    (owner, here), (_, there) = await servers.start(), await servers.start()
    pair = await Pair.dealt(here, servers.acknowledged)
    ann, ben = await servers.seated(pair, here, there)
    async with hanging_while_writing(servers, owner, lambda: ann.say(do="chat", text="half written", id="half")):
        began = time.monotonic()
        await whole_view(ben)
        await goes_on(ben)
        took = time.monotonic() - began
    await ann.closed()
    await pair.play(here, there, moves=4)
    figure(f"owner paused while a move is written: its table went on after {took:.2f} s")
    said = [entry.text for entry in (await logs(servers.database, [pair.table])).values() if isinstance(entry, log.Said)]
    assert said == ["half written", "on"]
    await servers.check()


async def test_two_doors_take_over_at_once(servers: Servers) -> None:
    """If a table's players are at two doors when its owner dies, one door owns it afterward, and both players play on."""
    (owner, here), (_, left), (_, right) = await servers.start(), await servers.start(), await servers.start()
    pairs = [await Pair.dealt(here, servers.acknowledged) for _ in range(10)]
    players: list[Player] = []
    for pair in pairs:
        async with here.player(pair.table, pair.tokens[0]):
            players += await servers.seated(pair, left, right)
    before = dict(servers.ask("SELECT id, epoch FROM tables"))
    began = time.monotonic()
    owner.kill()
    await asyncio.gather(*map(whole_view, players))
    await goes_on(*players)
    took = time.monotonic() - began
    after = dict(servers.ask("SELECT id, epoch FROM tables"))
    owners = {owner for (owner,) in servers.ask("SELECT owner FROM tables")}
    figure(f"two doors take over at once: 10 tables went on after {took:.2f} s, at {len(owners)} processes")
    assert {table: after[table] - epoch for table, epoch in before.items()} == dict.fromkeys(before, 1)
    await asyncio.gather(*(pair.play(left, right, moves=4) for pair in pairs))
    await servers.check()


# ---- doors and the bus ------------------------------------------------------------------------------------
async def test_a_killed_door(servers: Servers) -> None:
    """The players of a door that dies come back at another one, and the others see that they were gone."""
    (_, here), (door, there) = await servers.start(), await servers.start()
    pair = await Pair.dealt(here, servers.acknowledged)
    ann, _ = await servers.seated(pair, here, there)
    began = time.monotonic()
    door.kill()
    async with here.player(pair.table, pair.tokens[1]) as back:
        await goes_on(back)
        took = time.monotonic() - began
    await ann.state_is(lambda state: state["seats"][1].get("offline"))
    figure(f"door killed: its player played on through another one after {took:.2f} s")
    await pair.play(here, moves=4)
    await servers.check()


async def test_nats_is_killed(servers: Servers, nats: NatsServer) -> None:
    """While NATS is gone for ten seconds, players at the owner play on. Then the others do, and nobody lost the seat."""
    (_, here), (_, there) = await servers.start(), await servers.start()
    pair = await Pair.dealt(here, servers.acknowledged)
    ann, ben = await servers.seated(pair, here, there)
    nats.stop()
    try:
        await goes_on(ann)
        asking = asyncio.create_task(goes_on(ben))
        await asyncio.sleep(10)
    finally:
        nats.start()
    began = time.monotonic()
    await asking
    took = time.monotonic() - began
    await ann.reaches(ben.n)
    figure(f"NATS killed and started again after 10 s: a player at another door played on after {took:.2f} s")
    assert not any(isinstance(entry, log.WentAway) for entry in (await logs(servers.database, [pair.table])).values())
    await pair.play(here, there, moves=4)
    await servers.check()


class Cable:
    """A connection to the NATS server that can be cut."""

    def __init__(self, address: str) -> None:
        self._to = urlsplit(address)
        self._ends: list[asyncio.StreamWriter] = []
        self.is_cut = False

    @asynccontextmanager
    async def laid(self) -> AsyncIterator[str]:
        """Lay it, and give the address at its near end."""
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        async with server:
            yield f"nats://{self._to.username}@127.0.0.1:{server.sockets[0].getsockname()[1]}"
            self.cut()

    def cut(self) -> None:
        """Cut it."""
        self.is_cut = True
        for end in self._ends:
            end.transport.abort()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_cut:
            writer.transport.abort()
            return
        to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self._to.port)
        self._ends += [writer, to_writer]
        await asyncio.gather(self._pass_on(reader, to_writer), self._pass_on(to_reader, writer))

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                writer.write(data)
        writer.close()


async def test_an_owner_loses_only_nats(servers: Servers) -> None:
    """If only an owner's line to NATS is cut, a door takes its tables over, and the owner's players are sent there."""
    cable = Cable(servers.bus)
    async with cable.laid() as near:
        (_, here), (_, there) = await servers.start(bus=near), await servers.start()
        pair = await Pair.dealt(here, servers.acknowledged)
        ann, ben = await servers.seated(pair, here, there)
        began = time.monotonic()
        cable.cut()
        await whole_view(ben)
        await goes_on(ben)
        took = time.monotonic() - began
        assert (await ann.closed())[0] == 1012
        sent_away = time.monotonic() - began
        await pair.play(there, moves=4)
    figure(f"an owner loses NATS: its table went on after {took:.2f} s, and its players were sent on after {sent_away:.2f} s")
    await servers.check()


# ---- clocks and the database ------------------------------------------------------------------------------
async def test_postgresql_is_gone(servers: Servers, postgres: Postgres) -> None:
    """While PostgreSQL is gone for 15 s, every clock runs out; nobody loses a turn or the seat, and nothing is lost."""
    (_, here), (_, there) = await servers.start(), await servers.start()
    pairs = [await Pair.dealt(here, servers.acknowledged, clock=CLOCK) for _ in range(10)]
    players = [player for pair in pairs for player in await servers.seated(pair, here, there)]
    await goes_on(*players)
    await asyncio.to_thread(postgres.stop)
    try:
        for player in players[:2]:
            assert (await player.do("chat", text="hello?"))["refused"]["code"] == "store"
        await asyncio.sleep(CLOCK)
    finally:
        await asyncio.to_thread(postgres.start)
    began = time.monotonic()
    async with asyncio.timeout(PATIENCE):
        while "refused" in await players[0].do("chat", text="back"):  # noqa: ASYNC110 - as a player does
            await asyncio.sleep(0.1)
    await goes_on(*players)
    took = time.monotonic() - began
    await asyncio.gather(*(pair.play(here, there, moves=2) for pair in pairs))
    found = (await logs(servers.database, [pair.table for pair in pairs])).values()
    lost = [entry.seconds for entry in found if isinstance(entry, log.Outage)]
    moved = f"{min(lost):.1f} to {max(lost):.1f} s"
    figure(f"PostgreSQL gone for {CLOCK} s: 10 tables went on after {took:.2f} s, and clocks moved by {moved}")
    assert not any(isinstance(entry, log.WentAway) or getattr(entry, "how", "") == "clock" for entry in found)
    assert len(lost) >= len(pairs)
    await servers.check()


@pytest.mark.parametrize("bots", [0, 1])
async def test_nobody_is_connected(servers: Servers, bots: int) -> None:
    """If an owner dies and nobody is connected, another process finds the clock, or the bot, that is due."""
    (owner, here), (_, _there) = await servers.start(), await servers.start()
    made = await here.create(seats=2 + bots, bots=bots, settings={"clock": CLOCK, "pace": "human"}, options={"target": 500})
    joined = await here.join(made["invite"])
    async with here.player(made["table"], made["token"]) as ann, here.player(made["table"], joined["token"]) as ben:
        for player in (ann, ben):
            await player.ready()
        await ann.do("start")
        async with asyncio.timeout(2 * PATIENCE):
            while bots and ann.state.get("to_move") != [1]:  # until it is the bot's turn
                mover = next((p for p in (ann, ben) if p.state.get("you") in p.state.get("to_move", [])), None)
                if mover:
                    moves = [move for move in mover.state["moves"] if move.split()[0] not in ("uno", "catch")]
                    await mover.move(moves[0])
                    await ann.reaches(mover.n)
                    await ben.reaches(ann.n)
                else:
                    await ann.frame()
                    await ben.reaches(ann.n)
        number = ann.n
        owner.kill()
        began = time.monotonic()
    async with asyncio.timeout(PATIENCE):
        while True:
            found = servers.ask("SELECT last_number FROM tables WHERE id = %s", made["table"])
            if found[0][0] > number:
                break
            await asyncio.sleep(0.05)
    entries = await logs(servers.database, [made["table"]])
    took, first = time.monotonic() - began, entries[made["table"], number + 1]
    assert isinstance(first, log.Moved)
    assert first.how == ("bot" if bots else "clock")
    figure(f"nobody connected: {'a bot moved' if bots else f'a clock of {CLOCK} s acted'} {took:.1f} s after the owner's death")


async def test_clocks_a_minute_apart(servers: Servers) -> None:
    """Processes whose clocks differ by two minutes give a player the same time, before and after one takes over."""
    set_clock = "import time; real = time.time; time.time = lambda: real() + {}\n"
    owner, here = await servers.start(before=set_clock.format(MINUTE))
    _, there = await servers.start(before=set_clock.format(-MINUTE))
    pair = await Pair.dealt(here, servers.acknowledged, clock=MINUTE)
    await pair.play(here, there, moves=6)
    _, ben = await servers.seated(pair, here, there)
    owner.kill()
    fresh = await ben.until(lambda frame: "version" in frame)
    left = (min(fresh["set"]["clocks"].values()) - fresh["time"]) / 1000
    assert 0 < left <= MINUTE
    await pair.play(there, moves=6)
    entries = await logs(servers.database, [pair.table])
    now = servers.ask("SELECT extract(epoch FROM clock_timestamp())::float8")[0][0]
    times = [entry.t for _, entry in sorted(entries.items(), key=lambda found: found[0][1])]
    assert times == sorted(times)
    age = now - times[-1]
    assert abs(age) < MINUTE / 2
    assert not any(getattr(entry, "how", "") == "clock" for entry in entries.values())
    figure(f"clocks two minutes apart: {left:.1f} of {MINUTE} s left after the takeover; the last entry is {age:.2f} s old")
    await servers.check()
