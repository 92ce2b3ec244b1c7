"""Thousands of hostile messages and requests affect nobody else, and none causes a server error."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from live_server import WIDE, serving

pytestmark = pytest.mark.anyio


FUZZ = int(os.environ.get("LASTCARD_FUZZ", "100000"))


WORDS = ["move", "why", "ready", "chat", "emote", "mute", "back", "keep", "extend", "bot", "remove", "change", "start", "veto"]


FIELDS = [
    "id",
    "move",
    "n",
    "digest",
    "text",
    "emote",
    "at",
    "seat",
    "yes",
    "on",
    "level",
    "options",
    "settings",
    "seats",
    "dares",
    "hex",
]


TEXTS = [
    "play red-5",
    "draw",
    "pass",
    "catch 9",
    "vote yes",
    "\u202e",
    "\0",
    "x" * 300,
    "",
    "play wild red uno",
    "-1",
    "wow",
    "flower",
]


def anything(rng: Random, depth: int = 0) -> Any:
    """A random JSON value."""
    kind = rng.randrange(9 if depth < 3 else 6)
    if kind < 2:
        return rng.choice(TEXTS)
    if kind < 4:
        return rng.choice([0, 1, -1, 7, 10**6, 2**63, 2**70, 1.5, True, False, None])
    if kind < 6:
        return rng.choice(["easy", "hello", 0, 1, None])
    if kind < 8:
        return {rng.choice(FIELDS): anything(rng, depth + 1) for _ in range(rng.randrange(4))}
    return [anything(rng, depth + 1) for _ in range(rng.randrange(4))]


def hostile(rng: Random) -> str:
    """A message that is almost a command, or nothing like one."""
    message = {"do": rng.choice(WORDS), **{rng.choice(FIELDS): anything(rng) for _ in range(rng.randrange(4))}}
    text = json.dumps(message)
    return text if rng.random() < 0.9 else text[: rng.randrange(len(text))]


async def test_hostile_messages_harm_nobody(tmp_path: Path) -> None:
    """Thousands of hostile messages from both seats are all answered without a server error, and the table survives."""
    rng = Random(0)
    async with serving(tmp_path, limits=WIDE) as live, live.pair() as (ann, ben):
        await ann.ready()
        await ben.ready()
        await ann.do("start")
        for number in range(FUZZ):
            player = rng.choice((ann, ben))
            await player.socket.send(hostile(rng))
            if number % 50 == 0:
                for each in (ann, ben):
                    await each.do("ping")
        for player in (ann, ben):
            answer = await player.do("veto", dares=[1])
            assert answer.get("n"), answer
        assert live.hub.metrics.refusals["bad-message"] > FUZZ // 4
        assert live.hub.metrics.refusals["internal"] == 0


async def test_hostile_requests_get_no_500(tmp_path: Path) -> None:
    """Whatever is posted to whatever path, no response is a server error."""
    rng = Random(1)
    async with serving(tmp_path, limits=WIDE) as live:
        made = await live.create()
        paths = ["/api/tables", "/api/join", "/api/games", f"/api/tables/{made['table']}/commands", "/api/tables/\x00/commands"]
        for _ in range(400):
            body = {
                rng.choice(["edition", "name", "code", "token", "tokens", "table", *FIELDS]): anything(rng) for _ in range(3)
            }
            try:
                response = await live.post(rng.choice(paths), body, token=made["token"])
            except httpx.InvalidURL:
                continue
            assert response.status_code < 500, response.text
