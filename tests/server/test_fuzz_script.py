"""A sample of ``benchmarks/fuzz.py``: hostile messages to tables of every edition, with table rules and video on."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from lastcard import editions
from lastcard.server.cluster.nats_server import NatsServer
from lastcard.server.wire.close_codes import RESTART
from live_server import Live
from postgres import Postgres

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "fuzz.py"


def script() -> ModuleType:
    """Load the script."""
    spec = importlib.util.spec_from_file_location("fuzz", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_hostile_messages_leave_every_table_readable(tmp_path: Path) -> None:
    """No message causes an internal error, and after a kill every table is read from its log, in every edition."""
    count = len(editions.names())
    tables = script().alone(tmp_path, count * 120, seed=18, a_table=120)
    assert len(tables) >= count


def test_hostile_messages_through_two_doors(tmp_path: Path, postgres: Postgres, nats: NatsServer) -> None:
    """The same holds for two processes on one database, with the players of every table at different doors."""
    count = len(editions.names())
    flags = ["--database", postgres.database(), "--bus", nats.address]
    tables = script().alone(tmp_path, count * 30, seed=18, a_table=30, flags=flags, doors=2)
    assert len(tables) >= count


@pytest.mark.anyio
async def test_only_messages_that_were_read_count(live: Live) -> None:
    """What is written to a connection that the server has closed is not counted."""
    made, player_type = await live.create(), script().Player
    player = player_type(f"http://{live.host}", made["table"], made["token"])
    assert await player.come()
    for _ in range(3):
        await player.send('{"do": "chat", "text": "hi"}')
    await player.catch_up()
    assert player.read == 3
    for connection in [*live.web.parts.gate.connections]:
        connection.close(RESTART)
    for _ in range(3):
        await player.send('{"do": "chat", "text": "hi"}')
    await player.catch_up()
    assert player.read == 3
    await player.socket.close()
