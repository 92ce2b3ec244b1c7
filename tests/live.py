"""A real server on loopback, and players who talk to it as any client does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from lastcard.server.config import Config
from lastcard.server.hub import Hub
from lastcard.server.serve import Web, listen

PATIENCE = 60
FAST = {"pace": "fast", "grace": 0, "clock": 0}


class Live:
    """A server that runs in this process."""

    def __init__(self, web: Web, port: int) -> None:
        self.web = web
        self.host = f"127.0.0.1:{port}"
        self.http = httpx.AsyncClient(base_url=f"http://{self.host}", timeout=PATIENCE)

    @property
    def hub(self) -> Hub:
        return self.web.parts.hub

    async def post(self, path: str, body: Any = None, token: str = "", **headers: str) -> httpx.Response:
        """POST as JSON."""
        if token:
            headers["Authorization"] = f"Bearer {token}"
        return await self.http.post(path, json=body, headers=headers)

    async def create(self, edition: str = "classic", seats: int = 2, bots: int = 0, **more: Any) -> dict[str, Any]:
        """A table; its settings are quick unless they are given."""
        settings = {**FAST, **more.pop("settings", {})}
        body = {"edition": edition, "name": "Ann", "seats": seats, "bots": ["easy"] * bots, "settings": settings, **more}
        response = await self.post("/api/tables", body)
        assert response.status_code == 201, response.text
        made: dict[str, Any] = response.json()
        return made

    async def join(self, code: str, name: str = "Ben", **more: Any) -> dict[str, Any]:
        """A seat by its code."""
        response = await self.post("/api/join", {"code": code, "name": name, **more})
        assert response.status_code == 200, response.text
        joined: dict[str, Any] = response.json()
        return joined

    def socket(self, table: str, **more: Any) -> connect:
        """A WebSocket that has not said hello."""
        return connect(f"ws://{self.host}/ws/{table}", compression=None, **{"ping_interval": None, **more})

    @asynccontextmanager
    async def player(self, table: str, token: str = "", **hello: Any) -> AsyncIterator[Player]:
        """A connected player, or a spectator."""
        async with self.socket(table) as socket:
            player = Player(socket)
            await player.say(**({"token": token} if token else {}), **hello)
            player.first = await player.frame()
            yield player

    @asynccontextmanager
    async def pair(self, **more: Any) -> AsyncIterator[tuple[Player, Player]]:
        """A table of two, both connected, in the lobby."""
        made = await self.create(**more)
        joined = await self.join(made["invite"])
        async with self.player(made["table"], made["token"]) as ann, self.player(made["table"], joined["token"]) as ben:
            ann.made = ben.made = made
            ann.token, ben.token = made["token"], joined["token"]
            yield ann, ben


class Player:
    """A client that keeps what it is told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.said: list[dict[str, Any]] = []
        self.first: dict[str, Any] = {}
        self.made: dict[str, Any] = {}
        self.token = ""
        self.n = 0
        self.ids = (f"{id(self)}-{number}" for number in count())

    async def say(self, **message: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(message))

    async def frame(self) -> dict[str, Any]:
        """The next frame, taken in."""
        async with asyncio.timeout(PATIENCE):
            frame: dict[str, Any] = json.loads(await self.socket.recv())
        self.state |= frame.get("set", {})
        self.events += frame.get("events", [])
        self.said += frame.get("said", [])
        self.n = frame.get("n", self.n)
        return frame

    async def until(self, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The first frame that is as wanted."""
        while True:
            frame = await self.frame()
            if wanted(frame):
                return frame

    async def state_is(self, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Take frames in until the state is as wanted."""
        while not wanted(self.state):
            await self.frame()
        return self.state

    async def reaches(self, number: int) -> None:
        """Take frames in up to this number."""
        while self.n < number:
            await self.frame()

    async def do(self, what: str, **more: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        cid = more.pop("id", None) or next(self.ids)
        await self.say(do=what, id=cid, **more)
        return await self.until(lambda frame: frame.get("id") == cid)

    async def move(self, move: str, **more: Any) -> dict[str, Any]:
        """Make a move."""
        return await self.do("move", move=move, n=self.n, **more)

    async def ready(self) -> dict[str, Any]:
        """Agree to the options as they are."""
        return await self.do("ready", digest=self.state["digest"])

    async def closed(self) -> tuple[int, str]:
        """The code and reason with which the server closes."""
        with suppress(ConnectionClosed):
            while True:
                await self.frame()
        assert self.socket.close_code is not None
        return self.socket.close_code, self.socket.close_reason or ""


@asynccontextmanager
async def serving(folder: Path, **settings: Any) -> AsyncIterator[Live]:
    """A server on a port of its own, with its database in this folder."""
    config = Config(**{"database": f"sqlite:///{folder / 'tables.db'}", "lost_after": 0.05, **settings})
    started = asyncio.Event()
    sock = listen("127.0.0.1", 0)
    web = Web(config, ready=started.set)
    task = asyncio.create_task(web.serve_quietly([sock]))
    waiting = asyncio.create_task(started.wait())
    await asyncio.wait([task, waiting], return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    live = Live(web, sock.getsockname()[1])
    try:
        yield live
    finally:
        await live.http.aclose()
        web.should_exit = True
        await task
