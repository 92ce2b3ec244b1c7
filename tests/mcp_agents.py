"""Agents that use the tools of ``lastcard mcp`` with the SDK's own client."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from mcp import Client
from mcp.types import TextContent

from lastcard.agents.seats import Seats
from lastcard.agents.server import make_server
from live_server import WIDE, Live, Player, serving

TOKEN = re.compile(r"Your seat: ([0-9a-f]{32})\n")
MOVE = re.compile(r"^- (.+?): ", re.MULTILINE)


class Agent:
    """An agent that reads answers and makes moves from their lists, by chance."""

    def __init__(self, client: Client, seed: int = 1) -> None:
        self.client = client
        self.rng = Random(seed)
        self.seat = ""
        self.link = ""  # to its table at a server
        self.tool = ""  # that it used last
        self.may_be_late = False  # at a table with other people, who may move first

    async def call(self, tool: str, **arguments: Any) -> str:
        """Return a tool's answer, or fail with its error."""
        self.tool = tool
        answer = await self.client.call_tool(tool, arguments)
        text = told(answer)
        assert not answer.is_error, text
        return text

    async def sit(self, tool: str, **arguments: Any) -> str:
        """Take a seat with a tool."""
        text = await self.call(tool, **arguments)
        found = TOKEN.match(text)
        assert found
        self.seat = found[1]
        return text

    async def at(self, tool: str, **arguments: Any) -> str:
        """Use a tool at the seat."""
        return await self.call(tool, seat=self.seat, **arguments)

    async def step(self, text: str) -> str:
        """Do one of the things that an answer lists, or wait."""
        moves = MOVE.findall(text.partition("with make_move")[2])
        if moves and (self.rng.random() < 0.7 or "act out of turn" not in text):
            active = [move for move in moves if move.split()[0] not in ("draw", "pass")] or moves
            move = self.rng.choice(active).replace("…", f"take {self.rng.random()}")
            answer = await self.client.call_tool("make_move", {"seat": self.seat, "move": move})
            assert self.may_be_late or not answer.is_error, told(answer)
            self.tool = "make_move"
            return await self.at("look") if answer.is_error else told(answer)
        for action in ("next", "ready"):
            if f"- {action}:" in text:
                return await self.at("at_the_table", action=action)
        return await self.at("wait", seconds=1)


def told(answer: Any) -> str:
    """The text of a tool's answer."""
    [content] = answer.content
    assert isinstance(content, TextContent)
    return content.text


@asynccontextmanager
async def agent() -> AsyncIterator[tuple[Agent, Seats]]:
    """An agent in this process."""
    seats = Seats()
    try:
        async with Client(make_server(seats)) as client:
            yield Agent(client), seats
    finally:
        await seats.close()


@asynccontextmanager
async def at_a_table(tmp_path: Path, edition: str = "classic", **more: Any) -> AsyncIterator[tuple[Live, Player, Agent, Seats]]:
    """A table with a host who tests it, and an agent who has joined by link."""
    async with serving(tmp_path, limits=WIDE) as live, agent() as (player, seats):
        made = await live.create(edition, **more)
        async with live.player(made["table"], made["token"]) as ann:
            player.link = f"http://{live.host}/#join={made['invite']}"
            text = await player.sit("join_table", link=player.link, name="Robo")
            assert "«Robo» (you, not ready yet)." in text
            assert "- ready: Get ready" in text
            yield live, ann, player, seats
