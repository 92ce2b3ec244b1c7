"""What the people who run a server can do with it while it runs, for ``lastcard admin``.

They come in by a local socket that only the server's own user may open, or over HTTP with the admin token. Nobody else gets
any further than the check, which costs next to nothing.
"""

from __future__ import annotations

import asyncio
import errno
import hashlib
import hmac
import logging
import os
import socket
import stat
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import uvicorn
from msgspec import Struct
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from ...typed_text import trouble_with
from ..cluster import letters
from ..cluster.door import Door
from ..live.hub import Hub
from ..serve_settings import Config
from ..storage.orders import Order, Orders, StoredTable
from ..storage.store import StoreError
from ..table.log_lines import log_lines
from ..table.summary import Summary
from ..table.summary import read as read_summary
from ..wire.close_codes import BANNED, NO_TABLE
from ..wire.commands import Refused, encode
from ..wire.messages import AnnouncementFrame
from .bans import ADDRESS, ANNOUNCEMENT, PLAYER, read_network
from .bodies import read
from .middleware import Gate, answer, bearer, refusal

POLL = 5.0  # seconds until a process knows the orders that another one was given
MOST_LINES = 25_000
MOST_SOCKETS = 256
SHOWN_KEY = 12  # characters of a banned player's hashed key

logger = logging.getLogger(__name__)


class Announce(Struct, forbid_unknown_fields=True):
    """What to tell everybody. An empty text takes the announcement back."""

    text: str = ""


class Ban(Struct, forbid_unknown_fields=True):
    """Whom to ban: an address or a network, or the player in a seat of a table."""

    address: str = ""
    table: str = ""
    seat: int = 0
    why: str = ""


class Lift(Struct, forbid_unknown_fields=True):
    """Whose ban to lift: an address or a network as it was banned, or the beginning of a player's key."""

    who: str


class CloseTable(Struct, forbid_unknown_fields=True):
    """Close a table: a game in progress ends without a winner of the round. With ``delete``, the table is deleted."""

    delete: bool = False


class Drain(Struct, forbid_unknown_fields=True):
    """End a process, or this one. With ``finish``, it first plays the games to their end that no other process can read."""

    finish: bool = False
    process: str = ""


def wrong(code: str, sentence: str) -> Refused:
    """A refusal that only people who run servers read: it is not translated."""
    return Refused(code, sentence)


class Admin:
    """The handlers, and who gets to them."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._token = hashlib.sha256(config.admin_token.encode()).digest() if config.admin_token else b""
        self._hub: Hub = cast("Hub", None)  # set from ``open`` on
        self._door: Door = cast("Door", None)
        self._gate: Gate = cast("Gate", None)
        self._orders: Orders = cast("Orders", None)
        self._place = ""  # the local socket that is open
        self._polling: asyncio.Task[None] | None = None
        self._server: asyncio.AbstractServer | None = None
        self.drain: Callable[[], None] = lambda: None
        self.app = Starlette(
            routes=[
                Route("/tables", self.tables),
                Route("/tables/{table}/log", self.log),
                Route("/tables/{table}/close", self.close_table, methods=["POST"]),
                Route("/connections", self.connections),
                Route("/processes", self.processes),
                Route("/announcement", self.announce, methods=["POST"]),
                Route("/bans", self.bans),
                Route("/bans", self.ban, methods=["POST"]),
                Route("/bans/lift", self.lift, methods=["POST"]),
                Route("/drain", self.stop, methods=["POST"]),
            ],
            exception_handlers={Refused: _refuse, StoreError: _refuse_store},
        )

    # ---- from start to end --------------------------------------------------------------------------
    async def open(self, door: Door, gate: Gate) -> None:
        """Know the orders that are in force, and, where several processes share them, learn about new ones."""
        self._hub, self._door, self._gate = door.hub, door, gate
        self._orders = Orders(self._config.database)
        await self._learn()
        if self._orders.is_shared:
            self._polling = asyncio.create_task(self._poll())

    async def close(self) -> None:
        """Let nobody in any longer."""
        if self._polling is not None:
            self._polling.cancel()
        if self._server is not None:
            self._server.close()
            with suppress(OSError):
                os.unlink(self._place)  # noqa: PTH108 - too quick to be worth a thread
        await self._orders.close()

    async def listen(self) -> None:
        """Open the local socket. A server goes on without it if that is impossible."""
        if not self._config.admin_socket:
            return
        try:
            self._place, sock = free_socket(self._config.admin_socket)
        except OSError as error:
            logger.warning("The admin socket cannot be opened.", extra={"why": error.strerror or str(error)})
            return
        config = uvicorn.Config(self.app, http="h11", ws="none", lifespan="off", log_config=None, access_log=False)
        config.load()
        state = ServerState()
        loop = asyncio.get_running_loop()
        self._server = await loop.create_unix_server(
            lambda: config.http_protocol_class(config=config, server_state=state, app_state={}, _loop=loop),  # type: ignore[call-arg]
            sock=sock,
        )

    async def by_token(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let those in who have the token. Everybody else is refused before anything is read or looked up."""
        if not self._token or scope["type"] != "http":
            raise wrong("not-found", "There's nothing here.")
        request = HTTPConnection(scope)
        address = self._gate.address(request)
        self._gate.guard.may_guess(address)
        if not hmac.compare_digest(hashlib.sha256(bearer(request).encode()).digest(), self._token):
            self._gate.guard.wrong_guess(address)
            raise wrong("not-admin", "This is for the people who run the server.")
        await self.app(scope, receive, send)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            try:
                await self._learn()
            except StoreError as error:
                logger.warning("orders wait", extra={"why": str(error)})

    async def _learn(self) -> None:
        """Act by the orders as they are stored."""
        orders = await self._orders.all()
        bans = self._gate.bans
        bans.learn(orders)
        for each in [*self._gate.connections]:
            if bans.has_player(each.token_hash) or bans.has_address(each.address):
                each.close(BANNED)
        text = next((each.why for each in orders if each.kind == ANNOUNCEMENT), "")
        frame = encode(AnnouncementFrame(announcement=text)) if text else b""
        if frame != self._gate.announcement:
            self._gate.announcement = frame
            for each in [*self._gate.connections]:
                each.tell(frame or encode(AnnouncementFrame(announcement="")))

    # ---- looking ------------------------------------------------------------------------------------
    async def tables(self, request: Request) -> Response:
        """GET /tables."""
        found = await self._orders.tables(request.query_params.get("status"), _number(request, "last", 100))
        everywhere, silent = await self._everywhere()
        connected = Counter(each.table for _, each in everywhere)
        return answer({"tables": [self._table(each, connected[each.table]) for each in found], "silent": silent})

    def _table(self, each: StoredTable, connected: int) -> dict[str, Any]:
        summary = read_summary(each.summary).told if each.summary else None
        return {
            "table": each.table,
            "edition": summary.edition if summary else "",
            "status": each.status,
            "public": bool(each.public),
            "people": [seat.name for seat in summary.seats if seat] if summary else [],
            "entries": each.entries,
            "connections": connected,
            "in_memory": each.table in self._hub.rooms,
            "created": each.created,
            "touched": each.touched,
        }

    async def connections(self, _request: Request) -> Response:
        """GET /connections: those of all processes. ``who`` is null for a spectator."""
        everywhere, silent = await self._everywhere()
        summaries = await self._hub.reader.summaries([*{each.table for _, each in everywhere}])
        names = {listed.told.table: _names(listed) for listed in summaries}
        told = [
            {
                "process": process,
                "address": each.address,
                "table": each.table,
                "who": names.get(each.table, {}).get(each.token_hash),
                "since": each.since,
            }
            for process, each in sorted(everywhere, key=lambda one: one[1].since)
        ]
        return answer({"connections": told, "silent": silent})

    async def _everywhere(self) -> tuple[list[tuple[str, letters.ConnectionInfo]], int]:
        """The connections of all processes, and how many of the processes do not answer."""
        census = await self._door.census()
        found = [(process, each) for process, told in census.items() if told for each in told.listed]
        return found, sum(told is None for told in census.values())

    async def processes(self, _request: Request) -> Response:
        """GET /processes, the one that answers first. ``answers`` is false for one that does not."""
        census = await self._door.census()
        return answer({"processes": [_process(process, told) for process, told in census.items()]})

    async def log(self, request: Request) -> Response:
        """GET /tables/{table}/log, with ``hands=yes`` for hands, which is logged."""
        table, hands = request.path_params["table"], request.query_params.get("hands") == "yes"
        data = await self._hub.store.load(table)
        if not data:
            raise Refused("no-table", "There's no such table.")
        if hands:
            logger.warning("An admin looks at hands.", extra={"table": table, "by": _caller(request)})
        try:
            told = await asyncio.to_thread(log_lines, data, last=_number(request, "last", 50), hands=hands)
        except Exception as error:
            raise Refused("broken", "This table can no longer be read.") from error
        return answer(told)

    # ---- acting -------------------------------------------------------------------------------------
    async def close_table(self, request: Request) -> Response:
        """POST /tables/{table}/close."""
        body = await read(request, CloseTable)
        table = request.path_params["table"]
        told = "deleted"
        if not body.delete:
            stage = (await self._door.ask(letters.End(table=table))).decode()
            told = {"lobby": "deleted", "over": "over"}.get(stage, "ended")
        if told == "deleted":
            if not await self._orders.delete(table):
                raise Refused("no-table", "There's no such table.")
            if (found := self._hub.rooms.get(table)) is not None:
                self._hub.forget(found, NO_TABLE)
        logger.warning("An admin has closed a table.", extra={"table": table, "now": told, "by": _caller(request)})
        return answer({"table": table, "now": told})

    async def announce(self, request: Request) -> Response:
        """POST /announcement. The other processes learn of it within POLL seconds."""
        text = (await read(request, Announce)).text.strip()
        if text and (trouble := trouble_with(text)):
            raise wrong("bad-message", f"An announcement {trouble}.")
        everywhere, silent = await self._everywhere() if text else ([], 0)
        if text:
            await self._orders.give(Order(ANNOUNCEMENT, "", text, time.time()))
        else:
            await self._orders.lift(ANNOUNCEMENT, "")
        await self._learn()
        logger.warning("An admin has announced something.", extra={"by": _caller(request)})
        return answer({"announcement": text, "connections": len(everywhere), "silent": silent})

    async def bans(self, _request: Request) -> Response:
        """GET /bans."""
        return answer({"bans": [_told(each) for each in await self._orders.all() if each.kind != ANNOUNCEMENT]})

    async def ban(self, request: Request) -> Response:
        """POST /bans."""
        body = await read(request, Ban)
        order = await self._order(body)
        await self._orders.give(order)
        await self._learn()
        logger.warning("An admin has banned somebody.", extra={"kind": order.kind, "by": _caller(request)})
        return answer(_told(order), 201)

    async def _order(self, body: Ban) -> Order:
        why = body.why.strip()
        if why and (trouble := trouble_with(why)):
            raise wrong("bad-message", f"A reason {trouble}.")
        if bool(body.address) == bool(body.table):
            raise wrong("bad-message", "Ban either an address or a player at a table.")
        if body.address:
            try:
                return Order(ADDRESS, read_network(body.address), why, time.time())
            except ValueError:
                raise wrong("bad-message", "An address is like 203.0.113.7, and a network like 203.0.113.0/24.") from None
        found = await self._hub.reader.folded(body.table)
        if found is None:
            raise Refused("no-table", "There's no such table.")
        seats = found.seats
        person = seats[body.seat].person if 0 <= body.seat < len(seats) else None
        if person is None or not person.token_hash:
            raise wrong("no-such-seat", "Nobody sits there who could be banned.")
        return Order(PLAYER, person.token_hash, f"{person.name} at {body.table}" + (f": {why}" if why else ""), time.time())

    async def lift(self, request: Request) -> Response:
        """POST /bans/lift."""
        who = (await read(request, Lift)).who.strip()
        with suppress(ValueError):
            who = read_network(who)
        for each in await self._orders.all():
            is_player = each.kind == PLAYER and len(who) >= SHOWN_KEY and each.about.startswith(who)
            if is_player or (each.kind == ADDRESS and each.about == who):
                await self._orders.lift(each.kind, each.about)
                await self._learn()
                logger.warning("An admin has lifted a ban.", extra={"kind": each.kind, "by": _caller(request)})
                return answer(_told(each))
        raise wrong("not-found", "There is no such ban.")

    async def stop(self, request: Request) -> Response:
        """POST /drain: finish the moves under way, or the last games, tell every client, and end the process."""
        body = await read(request, Drain)
        process = body.process or self._door.id
        try:
            draining = await self._door.drain(process, finish=body.finish)
        except LookupError:
            raise wrong("not-found", "There's no such process: 'lastcard admin processes' lists them.") from None
        if draining is None:
            raise wrong("busy", "That process doesn't answer, so it can't be told to end.")
        logger.warning("An admin drains a process.", extra={"id": process, "by": _caller(request)})
        return answer({"connections": draining.connections, "process": process, "pid": draining.pid})

    def end(self, finish: bool) -> None:  # noqa: FBT001 - a callback
        """End this process soon."""
        logger.warning("This process is drained.")
        self._hub.spawn(self._end(finish=finish))

    async def _end(self, *, finish: bool) -> None:
        await asyncio.sleep(0.1)  # so that the answer is sent
        if finish:
            await self._hub.finish()
        self.drain()


def free_socket(path: str) -> tuple[str, socket.socket]:
    """A local socket at this path or, where several processes share the settings, at path.2, path.3, and so on."""
    for number in range(1, MOST_SOCKETS):
        place = path if number == 1 else f"{path}.{number}"
        try:
            return place, local_socket(place)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    raise OSError(errno.EADDRINUSE, f"too many servers listen at {path}")


def local_socket(path: str) -> socket.socket:
    """A socket that only this user may open. One that nobody listens at any longer is replaced."""
    place = Path(path)
    if os.path.lexists(path):
        if not stat.S_ISSOCK(place.lstat().st_mode):
            raise FileExistsError(0, f"{path} is not a socket")
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            try:
                probe.connect(path)
            except ConnectionRefusedError:
                place.unlink()
            else:
                raise OSError(errno.EADDRINUSE, f"another server listens at {path}")
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        sock.bind(path)
        place.chmod(0o600)  # nobody can connect before it listens
        sock.listen()
    except OSError:
        sock.close()
        raise
    return sock


def _told(order: Order) -> dict[str, Any]:
    who = order.about[:SHOWN_KEY] if order.kind == PLAYER else order.about
    return {"kind": order.kind, "who": who, "why": order.why, "since": order.since}


def _process(process: str, told: letters.Connections | None) -> dict[str, Any]:
    if told is None:
        return {"process": process, "answers": False}
    about = {"host": told.host, "pid": told.pid, "version": told.version, "since": told.since}
    return {"process": process, "answers": True, **about, "tables": told.tables, "connections": len(told.listed)}


def _names(listed: Summary) -> dict[str, str]:
    """The names of the people at a table, by the hashes of their tokens."""
    return {key: seat.name for key, seat in zip(listed.token_hashes, listed.told.seats, strict=True) if key and seat}


def _number(request: Request, name: str, otherwise: int) -> int:
    text = request.query_params.get(name, str(otherwise))
    if not (text.isascii() and text.isdigit() and 0 < int(text[:9]) <= MOST_LINES):
        raise wrong("bad-message", f"{name} must be a number from 1 to {MOST_LINES}.")
    return int(text)


def _caller(request: Request) -> str:
    return request.client.host if request.client else "socket"


async def _refuse(_request: Request, error: Exception) -> Response:
    return refusal(cast("Refused", error))


async def _refuse_store(_request: Request, error: Exception) -> Response:
    return refusal(Refused("store", str(error)))
