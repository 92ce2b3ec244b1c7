"""The example bot plays against a real server."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from lastcard import editions
from live import serving

EXAMPLE = Path(__file__).parents[2] / "examples" / "socket_bot.py"


@pytest.mark.anyio
@pytest.mark.parametrize("edition", editions.names())
async def test_the_example_bot_plays_a_game(edition: str, tmp_path: Path) -> None:
    """By an invite code the bot of examples/ takes a seat and plays to the end, whatever the edition; its host plays too."""
    async with serving(tmp_path) as live:
        made = await live.create(edition, seats=3, options={"target": 1})
        running = [
            await asyncio.create_subprocess_exec(
                *(sys.executable, str(EXAMPLE), f"http://{live.host}", made["invite"], "--name", name),
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )
            for name in ("Robbie", "Bender")
        ]
        async with live.player(made["table"], made["token"]) as ann:
            await ann.state_is(lambda state: all(seat and seat["ready"] for seat in state["seats"][1:]))
            await ann.ready()
            await ann.do("start")
            await ann.do("leave")
            await ann.state_is(lambda state: state["stage"] == "over")
        for process in running:
            out, err = await asyncio.wait_for(process.communicate(), 60)
            assert (process.returncode, err.decode()) == (0, "")
            assert out.decode().startswith("Over: Ann ")
