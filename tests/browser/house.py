"""A server for browser tests, which can arrange its deals and look at its true state."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
import uvicorn.server

from lastcard import Game
from lastcard.server.cluster.owner_desk import end_game
from lastcard.server.http import static_files
from lastcard.server.http.limits import Limits
from lastcard.server.http.serve import Web, listen
from lastcard.server.serve_settings import Config
from lastcard.server.table import table as table_module

T = TypeVar("T")
MANY = 10**6
WIDE = replace(Limits(*[MANY] * len(Limits.__dataclass_fields__)), best_moves_per_hour=0)  # looking would compile the rules
QUICK = {"pace": "fast", "grace": 0, "clock": 0, "window": 0}
PATIENCE = 30
ADMIN = "the-admin-of-this-house"
read_once = cache(static_files._read)  # packing the client's files takes longer than starting the server


class Hurried:
    """The asyncio that uvicorn sees: it waits a tenth as long between its ticks, so that a server soon stops."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / 10)


class House:
    """A real server on loopback, in a thread of this process, so that a test can look at what no client may see."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, **settings: Any) -> None:
        # Players who only send requests stay, however slow the machine is.
        given = {
            "database": f"sqlite:///{folder / 'tables.db'}",
            "limits": WIDE,
            "unseen_after": 600.0,
            "admin_token": ADMIN,
            **settings,
        }
        self._config = Config(**given)
        self._arranged: dict[str, dict[str, Any]] = {}
        self.port = 0
        monkeypatch.setattr(table_module, "Game", self._deal)
        self._monkeypatch = monkeypatch
        monkeypatch.setattr(static_files, "_read", read_once)
        monkeypatch.setattr(uvicorn.server, "asyncio", Hurried())
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    # ---- running ------------------------------------------------------------------------------------
    def start(self) -> None:
        """Start serving. A second start uses the same port and database."""
        ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(ready)), name="house")
        self._thread.start()
        assert ready.wait(PATIENCE)
        self._http = httpx.Client(
            base_url=self.url, timeout=PATIENCE, verify=False
        )  # reading certificates takes longer than all else

    async def _serve(self, ready: threading.Event) -> None:
        self._loop = asyncio.get_running_loop()
        sock = listen("127.0.0.1", self.port)
        self.port = sock.getsockname()[1]
        self._web = Web(self._config, ready=ready.set)
        await self._web.serve_quietly([sock])

    def rest(self) -> None:
        """Let no bot play for those who leave from now on."""
        self._loop.call_soon_threadsafe(setattr, self._web.parts.hub, "stopping", True)

    def stop(self) -> None:
        """Stop serving, as in a restart."""
        self._loop.call_soon_threadsafe(setattr, self._web, "should_exit", True)
        self._http.close()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def ask(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something in the server's event loop and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def announce(self, text: str) -> None:
        """Tell everybody something, as those who run the server do."""
        self._send("POST", "admin/announcement", {"text": text}, ADMIN)

    def end_game(self, table: str) -> None:
        """End a game, as the server does when it goes on too long."""

        async def ending() -> None:
            room = await self._web.parts.hub.room(table)
            async with room.lock:
                await self._web.parts.hub.commit(room, end_game)

        self.ask(ending())

    def count_down(self, seconds: int) -> None:
        """From now on, count down this long until the next deal."""
        self._monkeypatch.setattr(table_module, "COUNTDOWN", seconds)

    # ---- deals --------------------------------------------------------------------------------------
    def arrange(self, edition: str, **position: Any) -> None:
        """From now on, start tables of this edition in this position, in the form ``Game.arrange`` takes."""
        self._arranged[edition] = position

    def _deal(self, edition: str, players: int, seed: str, options: Any) -> Game:
        position = self._arranged.get(edition)
        if position is None:
            return Game(edition, players, seed, options)
        game = Game.arrange(edition, options=options, seed=seed, **position)
        game.forget = lambda most: None  # type: ignore[method-assign, assignment] # its log doesn't tell what position it began with
        return game

    # ---- the truth ----------------------------------------------------------------------------------
    def see(self, table: str, look: Callable[[Game], T]) -> T:
        """Look at the true state of a table's game now."""

        async def looking() -> T:
            room = await self._web.parts.hub.room(table)
            async with room.lock:
                assert room.table.game is not None
                return look(room.table.game)

        return self.ask(looking())

    def number(self, table: str) -> int:
        """Return the number of the last thing that happened at a table, as in its frames."""

        async def looking() -> int:
            return (await self._web.parts.hub.room(table)).table.number

        return self.ask(looking())

    def names(self, table: str) -> list[str]:
        """Return the name at every seat."""

        async def looking() -> list[str]:
            return (await self._web.parts.hub.room(table)).table.names()

        return self.ask(looking())

    def record(self, seat: dict[str, Any]) -> Any:
        """Return the record of a finished game, as a player downloads it."""
        return self._send("GET", f"api/tables/{seat['table']}/record", token=seat["token"])

    def until(self, table: str, look: Callable[[Game], Any], then: Callable[[], T], when: str = "") -> T:
        """Wait until ``look`` finds something, then call ``then``."""
        deadline = time.monotonic() + PATIENCE
        while self.see(table, look) is None:
            assert time.monotonic() < deadline, f"the table does not go on {when}"
            time.sleep(0.005)
        return then()

    # ---- what any client can do ---------------------------------------------------------------------
    def _send(self, method: str, path: str, body: Any = None, token: str = "") -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        response = self._http.request(method, path, json=body, headers=headers)
        assert response.status_code < 400, response.text
        told: dict[str, Any] = response.json()
        return told

    def post(self, path: str, body: Any) -> dict[str, Any]:
        """Post JSON and return the answer."""
        return self._send("POST", f"api/{path}", body)

    def state(self, seat: dict[str, Any]) -> dict[str, Any]:
        """Return the state that the server shows a seat."""
        told: dict[str, Any] = self._send("GET", f"api/tables/{seat['table']}", token=seat["token"])["set"]
        return told

    def table(self, edition: str, name: str = "Ann", seats: int = 2, bots: int = 0, **more: Any) -> dict[str, Any]:
        """Make a table that plays without pauses."""
        settings = {**QUICK, **more.pop("settings", {})}
        body = {"edition": edition, "name": name, "seats": seats, "bots": ["easy"] * bots, "settings": settings, **more}
        return self.post("tables", body)

    def join(self, made: dict[str, Any], name: str = "Ben") -> dict[str, Any]:
        """Take a seat at a table by its invite code."""
        return {**made, **self.post("join", {"code": made["invite"], "name": name})}

    def command(self, seat: dict[str, Any], /, **command: Any) -> dict[str, Any]:
        """Send a seat's command over HTTP."""
        return self._send("POST", f"api/tables/{seat['table']}/commands", command, seat["token"])

    def start_game(self, *seats: dict[str, Any]) -> None:
        """Let every seat agree, then let the host, who has the first seat, deal."""
        digest = self.state(seats[0])["digest"]
        for seat in seats:
            self.command(seat, do="ready", digest=digest)
        self.command(seats[0], do="start")
