"""Processes on one database share one bus: one that starts on another bus is refused."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from starlette.applications import Starlette

import live_server
from killable_servers import RUN, SERVE, process
from lastcard.server.cluster import lease, letters
from lastcard.server.cluster.bus import Bus
from lastcard.server.cluster.lease import Leases
from lastcard.server.cluster.nats_server import NatsServer
from lastcard.server.cluster.one_bus import APART, find_each_other
from lastcard.server.http.app import Server
from lastcard.server.serve_settings import Config
from lastcard.server.storage.database import StoreError
from lastcard.server.storage.store import Store
from postgres import Postgres
from stores import opened

pytestmark = pytest.mark.anyio
LASTING, SHORT = 60.0, 1.0  # seconds of leases that don't run out in a test, and of those that are meant to
WITH_LEASES = "from lastcard.server.cluster import lease; lease.LEASE = {}\n"


@pytest.fixture(scope="module")
def other_nats() -> Iterator[NatsServer]:
    """Another NATS server."""
    server = NatsServer()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
def database(postgres: Postgres) -> str:
    """The address of an empty database."""
    return postgres.database()


@pytest.fixture
async def store(database: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    """The same, opened, with leases that run out soon."""
    monkeypatch.setattr(lease, "LEASE", SHORT)
    monkeypatch.setattr(lease, "RENEW_EVERY", 0.2)
    async with opened(database) as store:
        yield store


async def held(store: Store, seconds: float) -> Leases:
    """A lease that runs out after this many seconds, unless it is renewed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lease, "LEASE", seconds)
        leases = Leases(store, bus=True)
    await leases.take()
    return leases


@asynccontextmanager
async def starting(store: Store, nats: NatsServer, seconds: float = SHORT) -> AsyncIterator[tuple[Leases, Bus]]:
    """A process that has its lease and the bus, and asks the others."""
    leases = await held(store, seconds)
    bus = Bus(nats.address, leases.id)
    await bus.open()
    try:
        yield leases, bus
    finally:
        await bus.close()


@asynccontextmanager
async def serving(store: Store, nats: NatsServer) -> AsyncIterator[Leases]:
    """A process that has started."""
    async with starting(store, nats, LASTING) as (leases, bus):
        await find_each_other(bus, leases)
        bus.asked = lambda _data, answer: answer(letters.pack(letters.Counts(tables={})))
        yield leases


async def test_a_server_on_another_bus_is_refused(database: str, nats: NatsServer, other_nats: NatsServer) -> None:
    """Of two servers with one database and a NATS each, the second ends with a sentence that helps, and leaves no lease."""
    command = [
        sys.executable,
        "-c",
        WITH_LEASES.format(SHORT) + RUN,
        *SERVE,
        "--database",
        database,
        "--bus",
        other_nats.address,
    ]
    with process(database, "--bus", nats.address, before=WITH_LEASES.format(LASTING)):
        refused = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=live_server.PATIENCE)
        async with opened(database) as store:
            assert len(await Leases(store, bus=True).others()) == 1
    assert (refused.returncode, refused.stderr) == (2, f"lastcard: {APART}\n")


async def test_a_dead_process_may_be_replaced(store: Store, nats: NatsServer) -> None:
    """A process that was killed doesn't answer either: the next one starts once its lease has run out."""
    await held(store, SHORT)
    async with starting(store, nats) as (leases, bus):
        await find_each_other(bus, leases)
        assert await leases.others() == []


async def test_a_dead_process_is_not_waited_for_beside_a_living_one(store: Store, nats: NatsServer) -> None:
    """If a process that serves answers, the next one starts at once, whoever else doesn't answer."""
    async with serving(store, nats), starting(store, nats) as (leases, bus):
        dead = await held(store, LASTING)
        await find_each_other(bus, leases)
        assert dead.id in await leases.others()


async def test_a_busy_process_has_time_to_answer(store: Store, nats: NatsServer) -> None:
    """A process that takes a second to answer lets others start beside it, since they may be meant to help."""
    serves, loop = letters.pack(letters.Counts(tables={})), asyncio.get_running_loop()

    def answer_late(_data: bytes, answer: Callable[[bytes], None]) -> None:
        loop.call_later(0.9, answer, serves)

    async with starting(store, nats, LASTING) as (_, busy), starting(store, nats) as (leases, bus):
        busy.asked = answer_late
        await find_each_other(bus, leases)


async def test_a_start_that_fails_leaves_nothing(
    database: str, store: Store, nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the database breaks off while a process looks for the others, the process gives up its lease and leaves the bus."""
    closed: list[Bus] = []
    close = Bus.close

    async def note(self: Bus) -> None:
        closed.append(self)
        await close(self)

    async def fail(_bus: Bus, _leases: Leases) -> None:
        raise StoreError("It rains.")

    monkeypatch.setattr(Bus, "close", note)
    monkeypatch.setattr("lastcard.server.http.app.find_each_other", fail)
    with pytest.raises(StoreError, match="rains"):
        async with Server(Config(database=database, bus=nats.address)).lifespan(Starlette()):
            pass
    assert len(closed) == 1
    assert await Leases(store, bus=True).others() == []


async def test_processes_may_start_at_once(store: Store, nats: NatsServer) -> None:
    """Processes that start at the same moment find each other, also while the lease of a dead one still runs."""
    dead = await held(store, SHORT)
    async with AsyncExitStack() as stack:
        found = [await stack.enter_async_context(starting(store, nats, LASTING)) for _ in range(3)]
        await asyncio.gather(*(find_each_other(bus, leases) for leases, bus in found))
        others = await found[0][0].others()
        assert len(others) == 2
        assert dead.id not in others


async def test_processes_that_start_do_not_vouch_for_each_other(store: Store, nats: NatsServer, other_nats: NatsServer) -> None:
    """Two processes that start at once on another bus than the one that serves answer each other, and yet both are refused."""
    async with serving(store, nats), starting(store, other_nats) as one, starting(store, other_nats) as two:
        ends = await asyncio.gather(*(find_each_other(bus, leases) for leases, bus in (one, two)), return_exceptions=True)
        assert [str(end) for end in ends] == [APART, APART]


async def test_a_process_that_has_lost_the_bus_keeps_nobody_out(
    database: str, store: Store, nats: NatsServer, other_nats: NatsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server whose bus has been gone for a while says so in its lease, and others start beside it on a bus that is there."""
    monkeypatch.setattr(lease, "LEASE", LASTING)
    monkeypatch.setattr("lastcard.server.cluster.bus.LOST_AFTER", 0.1)
    async with live_server.serving(tmp_path, database=database, bus=other_nats.address) as alone:
        other_nats.stop()
        try:
            async with starting(store, nats) as (leases, bus):
                await find_each_other(bus, leases)
                assert await leases.others() == [alone.hub.ownership.id]
        finally:
            other_nats.start()
