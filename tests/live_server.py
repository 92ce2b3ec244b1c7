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

from lastcard.server.http.limits import Limits
from lastcard.server.http.serve import Web, listen
from lastcard.server.live.hub import Hub
from lastcard.server.serve_settings import Config

PATIENCE = 60
WIDE = Limits(messages_per_second=10**6, messages_per_address=10**6, requests_per_second=10**6, tables_per_hour=10**6)
FAST = {"pace": "fast", "grace": 0, "clock": 0, "window": 0}


async def eventually(holds: Callable[[], object]) -> None:
    """Wait until a condition holds that nothing announces."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


class Live:
    """A server that runs in this process."""

    def __init__(self, web: Web, port: int) -> None:
        self.web = web
        self.host = f"127.0.0.1:{port}"
        self.http = httpx.AsyncClient(base_url=f"http://{self.host}", timeout=PATIENCE, verify=False)  # loads no certificates

    @property
    def hub(self) -> Hub:
        return self.web.parts.hub

    def stop(self) -> None:
        """Tell the server to stop. It would wait longer than any test for what it does not give up by itself."""
        self.web.config.timeout_graceful_shutdown = 2 * PATIENCE
        self.web.should_exit = True

    async def post(self, path: str, body: Any = None, token: str = "", **headers: str) -> httpx.Response:
        """Send a POST request with a JSON body."""
        if token:
            headers["Authorization"] = f"Bearer {token}"
        return await self.http.post(path, json=body, headers=headers)

    async def create(self, edition: str = "classic", seats: int = 2, bots: int = 0, **more: Any) -> dict[str, Any]:
        """Create a table, with quick settings unless others are given."""
        settings = {**FAST, **more.pop("settings", {})}
        body = {"edition": edition, "name": "Ann", "seats": seats, "bots": ["easy"] * bots, "settings": settings, **more}
        response = await self.post("/api/tables", body)
        assert response.status_code == 201, response.text
        made: dict[str, Any] = response.json()
        return made

    async def join(self, code: str, name: str = "Ben", **more: Any) -> dict[str, Any]:
        """Take a seat with an invite code."""
        response = await self.post("/api/join", {"code": code, "name": name, **more})
        assert response.status_code == 200, response.text
        joined: dict[str, Any] = response.json()
        return joined

    def socket(self, table: str, **more: Any) -> connect:
        """Open a WebSocket without saying hello."""
        given = {"ping_interval": None, "open_timeout": PATIENCE, **more}
        return connect(f"ws://{self.host}/ws/{table}", compression=None, **given)

    @asynccontextmanager
    async def player(self, table: str, token: str = "", **hello: Any) -> AsyncIterator[Player]:
        """Connect a player, or a spectator."""
        async with self.socket(table) as socket:
            player = Player(socket)
            await player.say(**({"token": token} if token else {}), **hello)
            player.first = await player.frame()
            yield player

    @asynccontextmanager
    async def pair(self, **more: Any) -> AsyncIterator[tuple[Player, Player]]:
        """Create a table of two, both connected and in the lobby."""
        made = await self.create(**more)
        joined = await self.join(made["invite"])
        async with self.player(made["table"], made["token"]) as ann, self.player(made["table"], joined["token"]) as ben:
            ann.made = ben.made = made
            ann.token, ben.token = made["token"], joined["token"]
            yield ann, ben


class Player:
    """A client that keeps what it receives."""

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
        """Receive and keep the next frame."""
        async with asyncio.timeout(PATIENCE):
            frame: dict[str, Any] = json.loads(await self.socket.recv())
        self.state |= frame.get("set", {})
        self.events += frame.get("events", [])
        self.said += frame.get("said", [])
        self.n = frame.get("n", self.n)
        return frame

    async def until(self, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Return the next frame that meets a condition."""
        while True:
            frame = await self.frame()
            if wanted(frame):
                return frame

    async def state_is(self, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Receive frames until the state meets a condition."""
        while not wanted(self.state):
            await self.frame()
        return self.state

    async def reaches(self, number: int) -> None:
        """Receive frames up to this number."""
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
        """Agree to the current options."""
        return await self.do("ready", digest=self.state["digest"])

    async def closed(self) -> tuple[int, str]:
        """Return the code and reason with which the server closes the connection."""
        with suppress(ConnectionClosed):
            while True:
                await self.frame()
        assert self.socket.close_code is not None
        return self.socket.close_code, self.socket.close_reason or ""


@asynccontextmanager
async def serving(folder: Path, *, refills: bool = True, **settings: Any) -> AsyncIterator[Live]:
    """Run a server on its own port, with its database in this folder.

    Without ``refills``, what an address has used up of its limits stays used up, however slow the machine is.
    """
    config = Config(**{"database": f"sqlite:///{folder / 'tables.db'}", "lost_after": 0.05, **settings})
    started = asyncio.Event()
    sock = listen("127.0.0.1", 0)
    web = Web(config, ready=started.set)
    task = asyncio.create_task(web.serve_quietly([sock]))
    waiting = asyncio.create_task(started.wait())
    await asyncio.wait([task, waiting], return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if not refills:
        web.parts.gate.guard._clock = lambda: 0.0
    live = Live(web, sock.getsockname()[1])
    try:
        yield live
    finally:
        await live.http.aclose()
        web.should_exit = True
        await task
