"""One WebSocket: its hello, its commands, its end."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from starlette.websockets import WebSocket

from . import botplay, codes, room
from . import protocol as wire
from .config import Config
from .gate import Gate
from .hints import advise
from .hub import Done, Hub
from .limits import Bucket, Guard
from .protocol import Refused, encode
from .room import Room
from .socket import Socket
from .table import hashed
from .thinking import HARDEST

MOST_AT_ONCE = 16
CLOSE_CODES = {
    "bad-message": room.BAD_HELLO,
    "no-seat": room.NO_SEAT,
    "no-watching": room.NO_WATCHING,
    "no-code": room.NO_WATCHING,
    "no-table": room.NO_TABLE,
    "too-many": room.FLOOD,
    "broken": room.BROKEN,
    "old-client": room.OLD_CLIENT,
    "stopping": room.RESTART,
}

logger = logging.getLogger(__name__)


def reply(command: wire.SeatCommand, done: Done) -> dict[str, Any]:
    """The answer to a command that no frame has acknowledged."""
    told: dict[str, Any] = {"id": command.id, "ok": done.number}
    return {**told, "made": done.made._asdict()} if done.made else told


async def ask_why(hub: Hub, place: Room, viewer: str, command: wire.Why) -> dict[str, Any]:
    """Why a move is not allowed; null where it is."""
    try:
        await hub.act(place, viewer, command)
    except Refused as refused:
        return {"id": command.id, "why": refused.to_dict()}
    return {"id": command.id, "why": None}


async def ask_hint(hub: Hub, guard: Guard, address: str, place: Room, viewer: str, command: wire.Hint) -> dict[str, Any]:
    """What the strongest bot would do. Asked again in the same position it is the same, and was not thought about again."""
    await hub.act(place, viewer, command)
    table, seat = place.table, place.seat(viewer)
    if table.game is None or seat is None:
        raise Refused("not-playing", "no round is being played")
    count, hint = place.hints.get(viewer, (-1, None))
    if hint is None or count != table.game.event_count or (hint.done() and (hint.cancelled() or hint.exception())):
        guard.take("hints", address)
        hint = asyncio.create_task(hub.helpers.run(advise, botplay.ask(table, seat, HARDEST)))
        place.hints[viewer] = (table.game.event_count, hint)
    try:
        return {"id": command.id, "hint": await asyncio.shield(hint)}
    except (BrokenProcessPool, TimeoutError):
        raise Refused("busy", "the bot does not answer: try again") from None


class Connection:
    """A client's WebSocket, from hello to close."""

    def __init__(self, websocket: WebSocket, config: Config, hub: Hub, gate: Gate) -> None:
        self._websocket = websocket
        self._socket: Socket = websocket.scope["extensions"]["lastcard"]
        self._config = config
        self._hub = hub
        self._guard = gate.guard
        self._address = gate.address(websocket)
        self._bucket: Bucket = gate.guard.link_bucket()
        self._jobs: set[asyncio.Task[None]] = set()
        self._viewer = room.WATCHER
        self._socket.counts = self._count

    def _count(self) -> None:
        """What is no message counts as one, and its answer must be read too."""
        if not self._guard.may_say(self._bucket, self._address):
            self.close(room.FLOOD)
        elif self._socket.backlog > self._config.largest_backlog:
            self.close(room.TOO_SLOW)

    # ---- as a room sees it --------------------------------------------------------------------------
    def tell(self, frame: bytes) -> None:
        """Send, without waiting; who does not read is let go."""
        if self._socket.tell(frame) > self._config.largest_backlog:
            self.close(room.TOO_SLOW)

    def close(self, code: int) -> None:
        """Close, without waiting."""
        self._hub.metrics.closed[str(code)] += 1
        self._socket.drop(code, room.REASONS[code])

    # ---- its life -----------------------------------------------------------------------------------
    async def run(self) -> None:
        """Everything."""
        self._guard.enter(self._address)
        try:
            await self._websocket.accept()
            place = await self._greet()
            if place is not None:
                try:
                    await self._listen(place)
                finally:
                    self._hub.detach(place, self, self._viewer)
        finally:
            self._guard.exit(self._address)
            await asyncio.gather(*self._jobs, return_exceptions=True)

    async def _receive(self) -> bytes | str | None:
        """The next message; None at the end."""
        message = await self._websocket.receive()
        if message["type"] != "websocket.receive":
            return None
        if not self._guard.may_say(self._bucket, self._address):
            self.close(room.FLOOD)
            return None
        text: str | None = message.get("text")
        return text if text is not None else bytes(message.get("bytes") or b"")

    async def _greet(self) -> Room | None:
        """The room that a hello leads to; None where the connection ends."""
        try:
            async with asyncio.timeout(self._config.hello_within):
                data = await self._receive()
        except TimeoutError:
            self.close(room.TOO_SLOW_HELLO)
            return None
        if data is None:
            return None
        try:
            hello = wire.read_hello(data)
            place = await self._admitted(hello)
            await self._hub.attach(place, self, self._viewer, hello.events)
        except Refused as refused:
            self._refuse("", refused)
            self.close(CLOSE_CODES.get(refused.code, room.NO_STORE))
            return None
        return place

    async def _admitted(self, hello: wire.Hello) -> Room:
        if hello.version != wire.VERSION:
            raise Refused("old-client", room.REASONS[room.OLD_CLIENT])
        if self._hub.stopping:
            raise Refused("stopping", room.REASONS[room.RESTART])
        table = self._websocket.path_params["table"]
        if hello.token:
            self._viewer = hashed(hello.token)
        elif await find_code(self._hub, self._guard, self._address, hello.watch) != (table, "watch"):
            raise Refused("no-code", "no table has this code for watching")
        return await self._hub.room(table)

    async def _listen(self, place: Room) -> None:
        while (data := await self._receive()) is not None:
            try:
                command = wire.read_command(data)
            except Refused as refused:
                self._refuse("", refused)
                continue
            if isinstance(command, wire.Ping):
                self.tell(encode({"id": command.id, "pong": round(place.now() * 1000)}))
                continue
            if len(self._jobs) >= MOST_AT_ONCE:
                await asyncio.wait(self._jobs, return_when=asyncio.FIRST_COMPLETED)
            job = asyncio.create_task(self._answer(place, command))
            self._jobs.add(job)
            job.add_done_callback(self._jobs.discard)

    async def _answer(self, place: Room, command: wire.SeatCommand) -> None:
        try:
            if isinstance(command, wire.Why):
                self.tell(encode(await ask_why(self._hub, place, self._viewer, command)))
                return
            if isinstance(command, wire.Hint):
                self.tell(encode(await ask_hint(self._hub, self._guard, self._address, place, self._viewer, command)))
                return
            done = await self._hub.act(place, self._viewer, command)
            if not done.told or done.made:
                self.tell(encode(reply(command, done)))
        except Refused as refused:
            self._refuse(command.id, refused)
        except Exception:
            logger.exception("A command has failed.", extra={"table": place.id, "do": type(command).__name__.lower()})
            self._refuse(command.id, Refused("internal", "something went wrong here; it has been noted"))

    def _refuse(self, cid: str, refused: Refused) -> None:
        self._hub.metrics.refused(refused)
        self.tell(encode({"id": cid, "refused": refused.to_dict()}))


async def find_code(hub: Hub, guard: Guard, address: str, text: str) -> tuple[str, str]:
    """The table and role that a code leads to; wrong ones are counted, and too many are refused."""
    guard.may_guess(address)
    code = codes.read_code(text)
    found = await hub.ask(hub.store.by_invite(hashed(code))) if code else None
    if found is None:
        guard.wrong_guess(address)
        raise Refused("no-code", "no table has this code")
    table, role = found
    return table, role
