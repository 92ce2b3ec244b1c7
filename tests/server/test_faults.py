"""Faults of real processes: an owner that dies or hangs with many tables."""

from __future__ import annotations

import asyncio
import signal
import time
from contextlib import AsyncExitStack

import pytest

from killable_servers import Acknowledged, Pair, check_log, process, reaches
from lastcard.server.cluster.nats_server import NatsServer
from live_server import PATIENCE, Live, Player
from postgres import Postgres

pytestmark = [pytest.mark.anyio, pytest.mark.long]
MANY, ENTRIES = 100, 200


async def at_both(stack: AsyncExitStack, pair: Pair, here: Live, there: Live) -> Player:
    """Connect the first player where the table is then owned, and the second through the other door. Return the second."""
    await stack.enter_async_context(here.player(pair.table, pair.tokens[0]))
    return await stack.enter_async_context(there.player(pair.table, pair.tokens[1]))


async def test_a_killed_owners_tables_go_on_elsewhere(postgres: Postgres, nats: NatsServer) -> None:
    """A hundred tables of two hundred entries go on at another process after their owner was killed, in seconds."""
    database, acknowledged, bus = postgres.database(), Acknowledged(), f"--bus={nats.address}"
    with process(database, bus) as first, process(database, bus) as second:
        async with first.live() as here, second.live() as there, AsyncExitStack() as stack:
            pairs: list[Pair] = []
            while len(pairs) < MANY:  # a few at a time, because players who are gone for long are away
                some = [await Pair.dealt(here, acknowledged) for _ in range(4)]
                await asyncio.gather(*(pair.play(here, moves=ENTRIES - 8) for pair in some))
                pairs += some
            players = [await at_both(stack, pair, here, there) for pair in pairs]
            began = time.monotonic()
            first.kill()
            await asyncio.gather(*(player.until(lambda frame: "version" in frame) for player in players))
            answers = await asyncio.gather(*(player.do("chat", text="on") for player in players))
            took = time.monotonic() - began
            assert not any("refused" in answer for answer in answers)
            print(f"{MANY} tables of {ENTRIES} entries went on after {took:.2f} s")  # noqa: T201
    await check_log(database, acknowledged)


async def test_an_owner_that_hangs_is_replaced(postgres: Postgres, nats: NatsServer) -> None:
    """An owner that hangs for ten seconds loses its tables, and when it wakes up, it changes nothing and sends players away."""
    database, acknowledged, bus = postgres.database(), Acknowledged(), f"--bus={nats.address}"
    with process(database, bus) as first, process(database, bus) as second:
        async with first.live() as here, second.live() as there, AsyncExitStack() as stack:
            pair = await Pair.dealt(here, acknowledged)
            ann = await stack.enter_async_context(here.player(pair.table, pair.tokens[0]))
            ben = await stack.enter_async_context(there.player(pair.table, pair.tokens[1]))
            first.server.send_signal(signal.SIGSTOP)
            try:
                await ann.say(do="chat", text="from the past", id="late")
                async with asyncio.timeout(PATIENCE):
                    await ben.until(lambda frame: "version" in frame)
                    assert "refused" not in await ben.do("chat", text="meanwhile")
                    await asyncio.sleep(4)
            finally:
                first.server.send_signal(signal.SIGCONT)
            await ann.closed()
            async with here.player(pair.table, pair.tokens[0]) as again:
                assert again.n >= ben.n
            await reaches(acknowledged, 0)
            await pair.play(here, there, moves=4)
    await check_log(database, acknowledged)
