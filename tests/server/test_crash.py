"""A killed server keeps what it has acknowledged, and does what it has not only once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from killable_servers import Acknowledged, Pair, check_log, process, reaches, without_presence

pytestmark = pytest.mark.anyio
KILLS = 3
TABLES = 4


async def test_kills_under_load_lose_nothing(tmp_path: Path) -> None:
    """A server killed again and again during play comes back with every acknowledged move, and none twice."""
    database, acknowledged, pairs = str(tmp_path / "tables.db"), Acknowledged(), list[Pair]()
    for _ in range(KILLS):
        with process(database) as running:
            async with running.live() as live:
                pairs = pairs or [await Pair.dealt(live, acknowledged) for _ in range(TABLES)]
                playing = [asyncio.create_task(pair.play(live)) for pair in pairs]
                await reaches(acknowledged, len(acknowledged) + 25)
                running.kill()
                ends = await asyncio.gather(*playing, return_exceptions=True)
                assert all(isinstance(end, ConnectionClosed) for end in ends), ends
    with process(database) as running:
        async with running.live() as live:
            await asyncio.gather(*(pair.play(live, moves=2) for pair in pairs))
    assert len(acknowledged) >= KILLS * 25
    await check_log(database, acknowledged)


async def test_a_view_is_the_same_after_a_kill(tmp_path: Path) -> None:
    """After a kill, everyone is told the same state and the same events as before."""
    database, acknowledged = str(tmp_path / "tables.db"), Acknowledged()
    told = []
    with process(database) as running:
        async with running.live() as live:
            pair = await Pair.dealt(live, acknowledged)
            await pair.play(live, moves=10)
            for token in pair.tokens:
                async with live.player(pair.table, token) as player:
                    told.append((player.first["n"], player.first["events"], without_presence(player.first)))
        running.kill()
    with process(database) as running:
        async with running.live() as live:
            for token, before in zip(pair.tokens, told, strict=True):
                async with live.player(pair.table, token) as player:
                    assert (player.first["n"], player.first["events"], without_presence(player.first)) == before


async def test_a_table_with_bots_goes_on_after_a_kill(tmp_path: Path) -> None:
    """If a bot was to move when the server died, it moves as soon as someone looks at the table again."""
    database = str(tmp_path / "tables.db")
    with process(database) as running:
        async with running.live() as live:
            made = await live.create(bots=1, settings={"pace": "human"})
            async with live.player(made["table"], made["token"]) as ann:
                await ann.ready()
                await ann.do("start")
                while 0 in ann.state["to_move"]:
                    moves = ann.state["moves"]
                    await ann.move("pass" if "pass" in moves else "draw" if "draw" in moves else moves[0])
                running.kill()
    with process(database) as running:
        async with running.live() as live, live.player(made["table"], made["token"]) as ann:
            await ann.state_is(lambda state: 0 in state["to_move"] or state["stage"] != "playing")
