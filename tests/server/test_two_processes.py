"""Two servers on one PostgreSQL and one NATS: either serves any table, and one takes over when the other dies."""

from __future__ import annotations

import asyncio
import signal

import pytest
from websockets.exceptions import ConnectionClosed

from killable_servers import Acknowledged, Pair, check_log, logs, process, reaches, without_presence
from lastcard.server.cluster.nats_server import NatsServer
from lastcard.server.table import log
from postgres import Postgres

pytestmark = pytest.mark.anyio
TABLES = 3
RACES = 15
IMPATIENT = "from lastcard.server.cluster import door; door.SILENCE = 1.0\n"


async def test_any_process_serves_any_table(postgres: Postgres, nats: NatsServer) -> None:
    """Tables made at one process are played by one person at each, and nothing is lost or done twice."""
    database, acknowledged = postgres.database(), Acknowledged()
    bus = f"--bus={nats.address}"
    with process(database, bus) as first, process(database, bus) as second:
        async with first.live() as here, second.live() as there:
            pairs = [await Pair.dealt(live, acknowledged) for live in (here, there)]
            await asyncio.gather(*(pair.play(here, there, moves=30) for pair in pairs))
            for pair in pairs:
                told = []
                for live in (here, there):
                    async with live.player(pair.table, pair.tokens[0]) as player:
                        told.append((player.first["n"], without_presence(player.first)))
                assert told[0] == told[1]
    assert len(acknowledged) == 60
    await check_log(database, acknowledged)


async def test_one_dies_and_the_other_goes_on(postgres: Postgres, nats: NatsServer) -> None:
    """When a process is killed, its tables continue at the other with every acknowledged move, and none twice."""
    database, acknowledged = postgres.database(), Acknowledged()
    bus = f"--bus={nats.address}"
    with process(database, bus) as first, process(database, bus) as second:
        async with first.live() as here, second.live() as there:
            pairs = [await Pair.dealt(here, acknowledged) for _ in range(TABLES)]
            playing = [asyncio.create_task(pair.play(here, there)) for pair in pairs]
            await reaches(acknowledged, 20 * TABLES)
            first.kill()
            ends = await asyncio.gather(*playing, return_exceptions=True)
            assert all(isinstance(end, ConnectionClosed) for end in ends), ends
            await asyncio.gather(*(pair.play(there, moves=5) for pair in pairs))
    await check_log(database, acknowledged)


async def test_an_owner_that_hangs_is_replaced(postgres: Postgres, nats: NatsServer) -> None:
    """A door takes the table of an owner that hangs. When that one wakes up, it writes nothing and sends its players away."""
    database, acknowledged = postgres.database(), Acknowledged()
    bus = f"--bus={nats.address}"
    with process(database, bus) as first, process(database, bus, before=IMPATIENT) as second:
        async with first.live() as here, second.live() as there:
            pair = await Pair.dealt(here, acknowledged)
            async with here.player(pair.table, pair.tokens[0]) as ann, there.player(pair.table, pair.tokens[1]) as ben:
                first.server.send_signal(signal.SIGSTOP)
                await ann.say(do="chat", text="from the past")
                await ben.until(lambda frame: "version" in frame)
                assert "refused" not in await ben.do("chat", text="from the present")
                first.server.send_signal(signal.SIGCONT)
                await ann.closed()
            await pair.play(here, there, moves=4)
    said = [entry.text for entry in (await logs(database, [pair.table])).values() if isinstance(entry, log.Said)]
    assert said == ["from the present"]
    await check_log(database, acknowledged)


async def test_of_two_moves_at_once_exactly_one_wins(postgres: Postgres, nats: NatsServer) -> None:
    """If one seat moves at both processes at once, one move is acknowledged and logged, and the other is refused."""
    database, acknowledged = postgres.database(), Acknowledged()
    bus = f"--bus={nats.address}"
    with process(database, bus) as first, process(database, bus) as second:
        async with first.live() as here, second.live() as there:
            pair = await Pair.dealt(here, acknowledged)
            for number in range(RACES):
                async with here.player(pair.table, pair.tokens[0]) as ann, here.player(pair.table, pair.tokens[1]) as ben:
                    if ann.state["stage"] == "between":
                        break
                    mover = ann if 0 in ann.state["to_move"] else ben
                    token = pair.tokens[mover.state["you"]]
                async with here.player(pair.table, token) as one, there.player(pair.table, token) as two:
                    move = one.state["moves"][0]
                    asked = [(one, move, f"{number}-1"), (two, move, f"{number}-2")]
                    answers = await asyncio.gather(*(player.move(move, id=cid) for player, move, cid in asked))
                    won = [answer for answer in answers if "refused" not in answer]
                    assert len(won) == 1, answers
                    acknowledged.append((pair.table, won[0]["n"], won[0]["id"]))
    written = [entry.cid for entry in (await logs(database, [pair.table])).values() if isinstance(entry, log.Moved)]
    assert written == [cid for _, _, cid in acknowledged]
