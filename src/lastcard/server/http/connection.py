"""One WebSocket, from its hello through its commands to its close."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from typing import cast

from starlette.requests import HTTPConnection
from starlette.types import Send

from ..cluster.door import Door, Visit
from ..live import tokens
from ..live.answers import pong
from ..live.hub import Hub
from ..live.subscribers import WATCHER
from ..serve_settings import Config
from ..table.table import hashed
from ..wire import close_codes
from ..wire import commands as wire
from ..wire.commands import Refused, encode
from ..wire.messages import RefusedAnswer, refusal_info
from .guard import Bucket, Guard
from .middleware import Gate
from .socket import Socket

MOST_AT_ONCE = 16
CLOSE_CODES = {
    "bad-message": close_codes.BAD_HELLO,
    "banned": close_codes.BANNED,
    "no-seat": close_codes.NO_SEAT,
    "no-watching": close_codes.NO_WATCHING,
    "no-code": close_codes.NO_WATCHING,
    "no-table": close_codes.NO_TABLE,
    "too-many": close_codes.FLOOD,
    "broken": close_codes.BROKEN,
    "old-client": close_codes.OLD_CLIENT,
    "stopping": close_codes.RESTART,
}

SIGNAL = re.compile(r'\s*\{\s*"do"\s*:\s*"signal"')

logger = logging.getLogger(__name__)


class Connection:
    """A client's WebSocket, from hello to close."""

    def __init__(self, websocket: HTTPConnection, table: str, config: Config, door: Door, gate: Gate) -> None:
        self._socket: Socket = websocket.scope["extensions"]["lastcard"]
        self._config = config
        self._door = door
        self._hub = door.hub
        self._gate = gate
        self._guard = gate.guard
        self.address = gate.address(websocket)
        self._bucket: Bucket = gate.guard.link_bucket()
        self._signals: Bucket = gate.guard.signal_bucket()
        self._jobs: set[asyncio.Task[None]] = set()
        self.table = table
        self.since = time.time()
        self.token_hash = WATCHER
        self._socket.counts = self._count

    def _count(self) -> None:
        """Count a frame that is not a message as if it were one. Its answer has to be read too."""
        if not self._guard.may_say(self._bucket, self.address):
            self.close(close_codes.FLOOD)
        elif self._socket.backlog > self._config.largest_backlog:
            self.close(close_codes.TOO_SLOW)

    # ---- what a room calls --------------------------------------------------------------------------
    def tell(self, frame: bytes) -> None:
        """Send a frame without waiting. A client that does not read is disconnected."""
        if self._socket.tell(frame) > self._config.largest_backlog:
            self.close(close_codes.TOO_SLOW)

    def offer(self, frame: bytes) -> None:
        """Send a frame that can be missed. A client that is behind with its reading misses it and stays."""
        if self._socket.backlog + len(frame) <= self._config.largest_backlog // 4:
            self.tell(frame)

    def close(self, code: int) -> None:
        """Close, without waiting."""
        self._hub.metrics.closed[str(code)] += 1
        self._socket.drop(code, close_codes.REASONS[code])

    # ---- its lifetime -------------------------------------------------------------------------------
    async def run(self, send: Send) -> None:
        """Accept the connection and serve it from hello to close."""
        try:
            with self._guard.sockets.held_for(self.address):
                await self._socket.receive()  # that it wants to connect
                await send({"type": "websocket.accept"})
                self._socket.settle()
                visit = await self._greet()
                if visit is not None:
                    try:
                        self._gate.connections.add(self)
                        if self._gate.announcement:
                            self.tell(self._gate.announcement)
                        await self._listen(visit)
                    finally:
                        self._gate.connections.discard(self)
                        visit.leave()
        finally:
            await asyncio.gather(*self._jobs, return_exceptions=True)

    async def _receive(self) -> bytes | str | None:
        """The next message, or None once the connection has ended. Signals have limits of their own: too many are dropped."""
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return None
            text: str | None = message.get("text")
            if text is not None and SIGNAL.match(text):
                if self._guard.may_signal(self._signals, self.address):
                    return text
                await asyncio.sleep(0)  # others come first
                continue
            if not self._guard.may_say(self._bucket, self.address):
                self.close(close_codes.FLOOD)
                return None
            return text if text is not None else bytes(message.get("bytes") or b"")

    async def _greet(self) -> Visit | None:
        """Read the hello and go to the table it leads to, or return None if the connection ends here."""
        try:
            async with asyncio.timeout(self._config.hello_within):
                data = await self._receive()
        except TimeoutError:
            self.close(close_codes.TOO_SLOW_HELLO)
            return None
        if data is None:
            return None
        try:
            hello = wire.read_hello(data)
            table = await self._admitted(hello)
            return await self._door.enter(table, self, self.token_hash, self.address, hello.events)
        except Refused as refused:
            self._refuse("", refused)
            self.close(CLOSE_CODES.get(refused.code, close_codes.NO_STORE))
            return None

    async def _admitted(self, hello: wire.Hello) -> str:
        """The table that a hello leads to. Whether a token has a seat there is not known yet."""
        if hello.version != wire.VERSION:
            raise Refused("old-client", close_codes.REASONS[close_codes.OLD_CLIENT])
        if self._hub.stopping:
            raise Refused("stopping", close_codes.REASONS[close_codes.RESTART])
        table = self.table
        if hello.token:
            self.token_hash = hashed(hello.token)
            self._gate.bans.check_player(self.token_hash)
            return table
        first, role = await find_code(self._hub, self._guard, self.address, hello.watch)
        if role != "watch" or (table != first and table not in await self._hub.reader.rematches(first)):
            raise Refused("no-code", "No table has this watch code.")
        return table

    async def _listen(self, visit: Visit) -> None:
        while (data := await self._receive()) is not None:
            try:
                command = wire.read_command(data)
            except Refused as refused:
                self._refuse("", refused)
                continue
            if isinstance(command, wire.Ping):
                self.tell(pong(command, visit.now()))
                continue
            if isinstance(command, wire.Calling) and self._call(visit, command):
                continue
            if len(self._jobs) >= MOST_AT_ONCE:
                await asyncio.wait(self._jobs, return_when=asyncio.FIRST_COMPLETED)
            raw = data.encode() if isinstance(data, str) else data
            self._jobs.add(asyncio.create_task(self._answer(visit, command, raw)))

    def _call(self, visit: Visit, command: wire.Calling) -> bool:
        """Join or leave the call, or pass a signal on, at once. False if another process has to do it."""
        try:
            return visit.call(command)
        except Refused as refused:
            self._refuse(command.id, refused)
            return True

    async def _answer(self, visit: Visit, command: wire.SeatCommand, data: bytes) -> None:
        try:
            if answer := await visit.do(command, data):
                self.tell(answer)
        except Refused as refused:
            self._refuse(command.id, refused)
        except Exception:
            logger.exception("A command has failed.", extra={"table": visit.table, "do": type(command).__name__.lower()})
            self._refuse(command.id, Refused("internal", "Something went wrong on the server. It has been logged."))
        finally:
            self._jobs.discard(cast("asyncio.Task[None]", asyncio.current_task()))

    def _refuse(self, cid: str, refused: Refused) -> None:
        self._hub.metrics.refused(refused)
        self.tell(encode(RefusedAnswer(id=cid, refused=refusal_info(refused))))


async def find_code(hub: Hub, guard: Guard, address: str, text: str) -> tuple[str, str]:
    """The table and role that a code leads to. Wrong codes are counted, and too many are refused."""
    guard.may_guess(address)
    code = tokens.read_code(text)
    found = await hub.reader.ask(hub.store.by_invite(hashed(code))) if code else None
    if found is None:
        guard.wrong_guess(address)
        raise Refused("no-code", "No table has this code.")
    table, role = found
    return table, role
