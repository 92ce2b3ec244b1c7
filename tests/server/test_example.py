"""The example bot plays against a real server."""

from __future__ import annotations

import asyncio
import runpy
import sys
from pathlib import Path

import pytest

from lastcard import editions
from lastcard.record import proof
from lastcard.rules.fair import commitment
from live_server import serving

SECRET, TABLE, ADDED = "5eed" * 16, "11f33cbd237a77f8", "c0ffee"
EXAMPLE = Path(__file__).parents[2] / "examples" / "socket_bot.py"


@pytest.mark.anyio
@pytest.mark.parametrize("edition", editions.names())
async def test_the_example_bot_plays_a_game(edition: str, tmp_path: Path) -> None:
    """Given an invite code, the bot in examples/ plays any edition to the end and verifies the deal."""
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
            assert out.decode().splitlines()[-1] == "The deal was as promised."


@pytest.mark.parametrize(
    ("promise", "contributions", "holds"),
    [
        (commitment(SECRET, TABLE), ["", ADDED], True),
        (commitment("ab" * 32, TABLE), ["", ADDED], False),
        (commitment(SECRET, "another"), ["", ADDED], False),
        (commitment(SECRET, TABLE), [ADDED, ""], False),
    ],
)
def test_the_example_bot_finds_a_broken_promise(promise: str, contributions: list[str], holds: bool) -> None:
    """A different secret or table, or a deal without the bot's contribution, fails verification."""
    is_as_promised = runpy.run_path(str(EXAMPLE))["is_as_promised"]
    state = {"you": 1, "fair": proof(SECRET, contributions, TABLE)}
    assert is_as_promised(state, promise, ADDED) == holds


def test_the_example_bot_reads_an_older_promise() -> None:
    """A game begun under scheme 1, whose proof names no scheme, is verified with that scheme."""
    is_as_promised = runpy.run_path(str(EXAMPLE))["is_as_promised"]
    state = {"you": 1, "fair": proof(SECRET, ["", ADDED], TABLE, scheme=1)}
    assert is_as_promised(state, commitment(SECRET, TABLE, scheme=1), ADDED)
    assert not is_as_promised(state, commitment(SECRET, TABLE), ADDED)
