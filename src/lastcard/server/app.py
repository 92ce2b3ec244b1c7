"""The application: HTTP for what happens around a table, a WebSocket for what happens at it. See docs/protocol.md."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from typing import TypeVar, cast

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from ..errors import InvalidRecord
from ..record import Record
from . import codes, frames
from . import protocol as wire
from .catalog import catalog
from .client import Client
from .config import Config
from .connection import Connection, ask_hint, ask_why, find_code, reply
from .fanout import Fanout
from .gate import Gate, answer, refusal
from .hub import Hub
from .metrics import Metrics
from .openapi import openapi
from .protocol import Refused
from .replay import LARGEST as LARGEST_RECORD
from .replay import replay, review
from .store import Store, StoreError
from .table import hashed

LARGEST_BODY = 64 << 10
BODY_WITHIN = 10.0
MOST_LISTED = 50
REVIEWS_KEPT = 50
HEALTH_KEPT = 1.0  # seconds for which a good answer of the database stands

T = TypeVar("T")


class Server:
    """The handlers, and what they share."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.metrics = Metrics()
        self.hub: Hub = cast("Hub", None)  # there from the start of the lifespan to its end
        self.gate: Gate = cast("Gate", None)
        self.trouble = ""
        self._catalog = (b"", b"", "")
        self._reviews: dict[tuple[str, str], asyncio.Future[bytes]] = {}
        self._health: asyncio.Task[bool] | None = None
        self._health_until = 0.0

    @asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        """Open the store, serve, and let go."""
        try:
            store = await Store.open(self.config.database)
        except StoreError as error:
            self.trouble = str(error)
            raise
        self.hub = Hub(self.config, store, Fanout.open(self.config.database), self.metrics)
        self.hub.start()
        tidying = asyncio.create_task(self._tidy())
        try:
            yield
        finally:
            tidying.cancel()
            await self.hub.stop()
            await store.close()

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(60)
            self.gate.guard.tidy()

    def make_gate(self, app: ASGIApp) -> Gate:
        """The outermost layer, made by Starlette on the first call."""
        self.gate = Gate(app, self.config, self.metrics)
        return self.gate

    # ---- making and finding tables ------------------------------------------------------------------
    async def create(self, request: Request) -> Response:
        """POST /api/tables."""
        body = await read(request, wire.CreateTable)
        self._spend(request, "tables")
        token = _token(body.token)
        made = await self.hub.create(body, token)
        return answer({**made._asdict(), "seat": 0, "token": token}, 201)

    async def join(self, request: Request) -> Response:
        """POST /api/join."""
        body = await read(request, wire.Join)
        address = self.gate.address(request)
        table, role = body.table, "play"
        if body.code:
            table, role = await find_code(self.hub, self.gate.guard, address, body.code)
        room = await self.hub.room(table)
        if not body.code and not room.table.settings.public:
            raise Refused("no-table", "there is no public table of this name")
        if role == "watch":
            if not room.table.settings.watchers:
                raise Refused("no-watching", "nobody may watch this table")
            return answer({"table": table, "role": role})
        self.gate.guard.take("seats", address)
        token = _token(body.token)
        seat = await self.hub.join(room, body.name, token)
        return answer({"table": table, "role": role, "seat": seat, "token": token})

    async def games(self, request: Request) -> Response:
        """POST /api/games."""
        body = await read(request, wire.MyGames)
        self._spend(request, "lists")
        tokens = [hashed(token) for token in body.tokens[:MOST_LISTED] if codes.is_token(token)]
        found = await self.hub.ask(self.hub.store.games_of(tokens, MOST_LISTED)) if tokens else []
        seats = [(listed.told, listed.seat_of(tokens)) for listed in await self.hub.summaries([*dict(found)])]
        return answer({"games": [{**told, "seat": seat} for told, seat in seats if seat is not None]})

    async def public(self, _request: Request) -> Response:
        """GET /api/tables."""
        found = await self.hub.summaries(await self.hub.ask(self.hub.store.public(MOST_LISTED)))
        return answer({"tables": [listed.told for listed in found if listed.has_free_seat]})

    # ---- one table ----------------------------------------------------------------------------------
    async def look(self, request: Request) -> Response:
        """GET /api/tables/{table}: the first frame that a seat's WebSocket would get."""
        viewer = hashed(_bearer(request))
        room = await self.hub.room(request.path_params["table"])
        self.hub.presence.saw(room, viewer)
        async with room.lock:
            await self.hub.settle(room)
            seat = room.seat(viewer)
            if seat is None:
                raise Refused("no-seat", "this token has no seat at this table")
            return answer(frames.first(room.table, seat, 0, room.now())[0])

    async def command(self, request: Request) -> Response:
        """POST /api/tables/{table}/commands."""
        viewer = hashed(_bearer(request))
        command = wire.read_command(await body_of(request, wire.LARGEST_MESSAGE))
        room = await self.hub.room(request.path_params["table"])
        if isinstance(command, wire.Ping):
            return answer({"id": command.id, "pong": round(room.now() * 1000)})
        if isinstance(command, wire.Why):
            return answer(await ask_why(self.hub, room, viewer, command))
        if isinstance(command, wire.Hint):
            return answer(await ask_hint(self.hub, self.gate.guard, self.gate.address(request), room, viewer, command))
        return answer(reply(command, await self.hub.act(room, viewer, command)))

    async def record(self, request: Request) -> Response:
        """GET /api/tables/{table}/record, for who sat there or has its watch code."""
        response = answer(await self._record(request))
        response.headers["Content-Disposition"] = f'attachment; filename="lastcard-{request.path_params["table"]}.json"'
        return response

    async def _record(self, request: Request) -> Record:
        self._spend(request, "replays")
        key, table = _bearer(request), request.path_params["table"]
        folded = await self.hub.finished(table) if codes.is_table(table) else None
        if folded is None:
            raise Refused("no-table", "there is no such table")
        if folded.seat_of(hashed(key)) is None:
            if codes.is_token(key):
                raise Refused("no-seat", "this token has no seat at this table")
            found = await find_code(self.hub, self.gate.guard, self.gate.address(request), key)
            if found != (table, "watch"):
                raise Refused("no-seat", "this code is of another table")
            if not folded.settings.watchers:
                raise Refused("no-watching", "nobody may watch this table")
        return folded.record()

    async def replay(self, request: Request) -> Response:
        """GET /api/tables/{table}/replay, for the same."""
        return packed(request, await self._study(request, "replays", replay, await self._record(request)))

    async def replay_record(self, request: Request) -> Response:
        """POST /api/replay."""
        record = await body_of(request, LARGEST_RECORD)
        self._spend(request, "replays")
        return packed(request, await self._study(request, "replays", replay, record))

    async def review(self, request: Request) -> Response:
        """GET /api/tables/{table}/review, for the same; thought about once, however often it is asked for meanwhile."""
        record = await self._record(request)
        asked = (request.path_params["table"], request.query_params.get("seat", ""))
        if asked not in self._reviews:
            self._spend(request, "reviews")
            thinking = asyncio.ensure_future(self._study(request, "reviews", review, record))
            self._reviews = {**dict(list(self._reviews.items())[-REVIEWS_KEPT:]), asked: thinking}
            thinking.add_done_callback(lambda done: self._forget(asked) if done.cancelled() or done.exception() else None)
        return packed(request, await asyncio.shield(self._reviews[asked]))

    def _forget(self, asked: tuple[str, str]) -> None:
        self._reviews.pop(asked, None)

    async def review_record(self, request: Request) -> Response:
        """POST /api/review."""
        record = await body_of(request, LARGEST_RECORD)
        self._spend(request, "reviews")
        return packed(request, await self._study(request, "reviews", review, record))

    def _spend(self, request: Request, what: str) -> None:
        """Refused where the address has done too much of this."""
        self.gate.guard.take(what, self.gate.address(request))

    async def _study(self, request: Request, what: str, work: Callable[[object, int | None], bytes], record: object) -> bytes:
        """What a worker makes of a record, and of the seat that is asked for."""
        text = request.query_params.get("seat", "")
        if text and not (text.isascii() and text.isdigit() and len(text) <= 2):
            raise Refused("bad-message", "a seat is a number")
        workers = self.hub.reviewers if what == "reviews" else self.hub.helpers
        try:
            made: bytes = await workers.run(work, record, int(text) if text else None)
        except InvalidRecord as error:
            raise Refused("bad-record", error.says, error=str(error), **error.args_said) from None
        except (BrokenProcessPool, TimeoutError):
            raise Refused("busy", "this could not be done in time: try again") from None
        return made

    async def play(self, websocket: WebSocket) -> None:
        """The WebSocket of a seat, or of a spectator."""
        await Connection(websocket, self.config, self.hub, self.gate).run()

    # ---- about the server ---------------------------------------------------------------------------
    async def editions(self, request: Request) -> Response:
        """GET /api/editions."""
        if not self._catalog[0]:
            data = catalog()
            self._catalog = (data, gzip.compress(data, mtime=0), f'"{hashlib.sha256(data).hexdigest()[:16]}"')
        data, packed, tag = self._catalog
        headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(packed, headers={**headers, "Content-Encoding": "gzip"}, media_type="application/json")
        return Response(data, headers=headers, media_type="application/json")

    async def openapi(self, _request: Request) -> Response:
        """GET /api/openapi.json."""
        return answer(openapi())

    async def health(self, _request: Request) -> Response:
        """GET /healthz."""
        if self.hub.stopping:
            raise Refused("stopping", "the server is stopping")
        if not await self._healthy():
            raise Refused("store", "the database is out of reach")
        if self.hub.is_deaf:
            raise Refused("store", "other processes cannot be heard")
        return answer({"ok": True})

    async def _healthy(self) -> bool:
        """Asked of the database once in a while, whoever asks; one who hears no asks again."""
        asked = self._health
        if asked is None or (asked.done() and (time.monotonic() >= self._health_until or not asked.result())):
            asked = self._health = asyncio.create_task(self.hub.store.healthy())
            self._health_until = time.monotonic() + HEALTH_KEPT
        return await asyncio.shield(asked)

    async def figures(self, request: Request) -> Response:
        """GET /metrics."""
        self.gate.check_inside(request)
        return Response(self.metrics.text(), media_type="text/plain; version=0.0.4")


def make_app(config: Config) -> Starlette:
    """The application, ready for a server; its parts are in ``app.state.server``."""
    server, client = Server(config), Client()
    app = Starlette(
        routes=[
            Route("/", client.page),
            Route("/healthz", server.health),
            Route("/metrics", server.figures),
            Route("/api/editions", server.editions),
            Route("/api/openapi.json", server.openapi),
            Route("/api/tables", server.public, methods=["GET"]),
            Route("/api/tables", server.create, methods=["POST"]),
            Route("/api/join", server.join, methods=["POST"]),
            Route("/api/games", server.games, methods=["POST"]),
            Route("/api/tables/{table}", server.look),
            Route("/api/tables/{table}/commands", server.command, methods=["POST"]),
            Route("/api/tables/{table}/record", server.record),
            Route("/api/tables/{table}/replay", server.replay),
            Route("/api/tables/{table}/review", server.review),
            Route("/api/replay", server.replay_record, methods=["POST"]),
            Route("/api/review", server.review_record, methods=["POST"]),
            WebSocketRoute("/ws/{table}", server.play),
            Route("/assets/{name}", client.asset),
            Route("/{name}", client.root),
        ],
        middleware=[Middleware(_gate, server=server)],
        exception_handlers={HTTPException: _http_error},
        lifespan=server.lifespan,
    )
    app.state.server = server
    return app


def _gate(app: ASGIApp, server: Server) -> ASGIApp:
    return server.make_gate(app)


async def _http_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - as it is registered
    told = {404: ("not-found", "there is nothing here"), 405: ("wrong-method", "that cannot be done here")}
    response = refusal(Refused(*told.get(error.status_code, ("bad-message", "this request cannot be understood"))))
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


def packed(request: Request, data: bytes) -> Response:
    """A large JSON response, packed where the client can unpack it."""
    response = answer(data)
    if "gzip" in request.headers.get("accept-encoding", ""):
        response = answer(gzip.compress(data, 5, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    return response


async def body_of(request: Request, largest: int) -> bytes:
    """The body, as far as it may go."""
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_WITHIN):
            async for chunk in request.stream():
                data += chunk
                if len(data) > largest:
                    raise Refused("too-large", "that is more than {n} bytes", n=largest)
    except TimeoutError:
        raise Refused("too-slow", "the request did not come in time") from None
    except ClientDisconnect:
        raise Refused("bad-message", "the request broke off") from None
    return bytes(data)


async def read(request: Request, form: type[T]) -> T:
    """The body as one of the protocol's types."""
    data = await body_of(request, LARGEST_BODY)
    try:
        return msgspec.json.decode(data, type=form)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("bad-message", "this request cannot be understood: {error}", error=str(error)[:160]) from None


def _token(given: str) -> str:
    """The client's own token, or a new one."""
    if not given:
        return codes.new_token()
    if not codes.is_token(given):
        raise Refused("bad-message", "a token is 32 hex digits, made by the server")
    return given


def _bearer(request: Request) -> str:
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not key.strip():
        raise Refused("no-token", "say who you are: Authorization: Bearer TOKEN")
    return key.strip()
