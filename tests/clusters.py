"""Several servers in this process that share a PostgreSQL and a NATS, and two players at different doors."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from lastcard.server.cluster.nats_server import NatsServer
from live_server import Live, Player, serving
from postgres import Postgres


class Cluster:
    """Starts servers in this process that share a database and a bus."""

    def __init__(self, folder: Path, postgres: Postgres, nats: NatsServer, stack: AsyncExitStack) -> None:
        self.nats = nats
        self.database = postgres.database()
        self._folder = folder
        self._stack = stack

    async def door(self, **settings: Any) -> Live:
        """Start another server."""
        return await self._stack.enter_async_context(
            serving(self._folder, database=self.database, bus=self.nats.address, **settings)
        )

    async def doors(self, number: int, **settings: Any) -> list[Live]:
        """Start several servers."""
        return [await self.door(**settings) for _ in range(number)]


@asynccontextmanager
async def seated(owner: Live, door: Live, **more: Any) -> AsyncIterator[tuple[Player, Player]]:
    """A table of two that ``owner`` owns. Ann is connected there, and Ben to another door."""
    made = await owner.create(**more)
    async with owner.player(made["table"], made["token"]) as ann:
        joined = await door.join(made["invite"])
        async with door.player(made["table"], joined["token"]) as ben:
            ann.made = ben.made = made
            ann.token, ben.token = made["token"], joined["token"]
            yield ann, ben


async def start(ann: Player, ben: Player) -> None:
    """Have both players agree, and the host deal."""
    await ben.ready()
    await ann.ready()
    await ann.do("start")
    for player in (ann, ben):
        await player.state_is(lambda state: state["stage"] == "playing")


async def play(players: tuple[Player, Player], moves: int) -> None:
    """Play this many moves."""
    for _ in range(moves):
        mover = next(player for player in players if player.state["you"] in player.state["to_move"])
        move = next((each for each in mover.state["moves"] if each.startswith("play")), mover.state["moves"][0])
        answer = await mover.move(move)
        assert "refused" not in answer, answer
        number = max(player.n for player in players)
        for player in players:
            await player.reaches(number)
        if players[0].state["stage"] != "playing":
            return


def owns(live: Live, table: str) -> bool:
    """Whether a server has the table in memory."""
    return table in live.hub.rooms
