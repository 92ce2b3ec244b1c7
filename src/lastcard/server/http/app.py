"""The application: HTTP for what happens around a table, a WebSocket for what happens at it. See docs/protocol.md."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple, cast

from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Scope, Send

from ...bots.workers import HEARD_EVERY
from ...errors import InvalidRecord
from ..cluster import letters
from ..cluster.bus import Bus, BusError
from ..cluster.door import Door
from ..cluster.lease import Leases, Ownership
from ..cluster.one_bus import find_each_other
from ..cluster.owner_desk import OwnerDesk
from ..live import tokens
from ..live.answers import Answers
from ..live.ask_worker import ask_worker
from ..live.hub import Hub, read_rules
from ..live.metrics import Metrics
from ..live.once import Once
from ..live.replay import LARGEST as LARGEST_RECORD
from ..live.replay import best_move, replay, review
from ..live.subscribers import WATCHER
from ..serve_settings import Config
from ..storage.store import Store, StoreError
from ..table.lesson_frames import lesson_moment
from ..table.table import hashed
from ..wire import commands as wire
from ..wire.catalog import catalog, catalog_by_field
from ..wire.commands import Refused, encode
from ..wire.messages import GameList, Joined, MadeTable, RefusedAnswer, TableList, refusal_info
from ..wire.openapi import openapi
from .admin import Admin
from .bodies import body_of, read
from .connection import Connection, find_code
from .middleware import Gate, answer, bearer, refusal
from .static_files import Client

MOST_LISTED = 50
REVIEWS_KEPT = 50
LINES = "application/x-ndjson"  # JSON line by line, for clients that follow a review while it is made
HEALTH_KEPT = 1.0  # seconds for which a good answer from the database is reused

Work = Callable[[object, int | None], bytes]  # takes a record and a seat
Hear = Callable[[bytes], None]


class Study(NamedTuple):
    """A replay or a review as JSON, plain and packed."""

    data: bytes
    packed: bytes


class Server:
    """The request handlers and the state they share."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.metrics = Metrics()
        self.metrics.gauges["connections"] = ("Open WebSockets.", lambda: len(self.gate.connections))
        self.hub: Hub = cast("Hub", None)  # set from the start of the lifespan to its end
        self.door: Door = cast("Door", None)
        self.gate: Gate = cast("Gate", None)
        self.admin = Admin(config)
        self.routes: dict[Any, str] = {}
        self._bus: Bus | None = None
        self.trouble = ""
        self._catalogs: dict[Callable[[], bytes], tuple[bytes, bytes, str]] = {}
        self._replays: Once[Study] = Once()
        self._reviews: Once[Study] = Once(REVIEWS_KEPT)
        self._best_moves: Once[Study] = Once(REVIEWS_KEPT)
        self._sent: Once[Study] = Once()  # work on records that clients send
        self._parts: dict[Hashable, list[bytes]] = {}  # what reviews under way have found so far
        self._health: asyncio.Task[bool] | None = None
        self._health_until = 0.0

    @asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[dict[str, Any]]:
        """Open the store, serve, and close it again."""
        try:
            store = await Store.open(self.config.database)
        except StoreError as error:
            self.trouble = str(error)
            raise
        try:
            await self._open(store)
        except (StoreError, BusError) as error:
            self.trouble = str(error)
            await store.close()
            raise
        await self.admin.open(self.door, self.gate)
        tidying = asyncio.create_task(self._tidy())
        try:
            yield {"door": self.gate}
        finally:
            tidying.cancel()
            await self.admin.close()
            await self.hub.stop()
            if self._bus:
                await self._bus.close()
            with suppress(StoreError):
                await self.hub.ownership.give_up()
            await store.close()

    async def _open(self, store: Store) -> None:
        """Take the lease, connect to the other processes, and start."""
        ownership = await self._join(store) if store.is_shared else Ownership(store)
        self.hub = Hub(self.config, store, ownership, self.metrics)
        answers = Answers(self.hub, lambda address: self.gate.guard.take("hints", address))
        desk = OwnerDesk(self.hub, answers, self._bus)
        desk.connected, desk.drain = self.gate.connected, self.admin.end
        self.door = Door(self.hub, answers, desk, self._bus)
        self.hub.start()
        self.hub.spawn(self.door.keep())

    async def _join(self, store: Store) -> Leases:
        """Take the lease, and find the other processes on the bus if there is one."""
        leases = Leases(store, bus=bool(self.config.bus), reads=read_rules(), metrics=self.metrics)
        await leases.take()
        if self.config.bus:
            bus = self._bus = Bus(self.config.bus, leases.id, self.metrics)
            leases.is_cut_off = lambda: bus.is_lost
            try:
                await bus.open()
                await find_each_other(bus, leases)
            except (BusError, StoreError):
                await bus.close()
                with suppress(StoreError):
                    await leases.give_up()
                raise
        return leases

    async def drain(self) -> None:
        """Take no more commands, finish and report those under way, then close every connection."""
        await self.hub.drain()
        self.door.close_all()

    def give_up(self) -> None:
        """Abandon requests that nobody can wait for any longer, because the server is stopping."""
        for work in (self._replays, self._reviews, self._best_moves, self._sent, self.hub.effects):
            work.cancel()

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(60)
            self.gate.guard.tidy()

    def make_gate(self, app: ASGIApp) -> Gate:
        """Make the outermost layer; Starlette calls this on the first request."""
        self.gate = Gate(app, self.play, self.config, self.metrics)
        self.gate.routes = self.routes
        return self.gate

    # ---- making and finding tables ------------------------------------------------------------------
    async def create(self, request: Request) -> Response:
        """POST /api/tables."""
        body = await read(request, wire.CreateTable)
        self._spend(request, "tables")
        token = self._token(body.token)
        made = await self.hub.create(body, token)
        told = MadeTable(table=made.table, invite=made.invite, watch=made.watch, seat=0, token=token)
        return answer(told, 201)

    async def join(self, request: Request) -> Response:
        """POST /api/join."""
        body = await read(request, wire.Join)
        address = self.gate.address(request)
        table, role = body.table, "play"
        if body.code:
            table, role = await find_code(self.hub, self.gate.guard, address, body.code)
            table = await self.hub.reader.latest(table)
        else:
            await self._check_public(table, body.token)
        if role == "play":
            self.gate.guard.take("seats", address)
        if role == "watch":
            if not await self.hub.reader.may_watch(table):
                raise Refused("no-watching", "This table doesn't allow spectators.")
            return answer(Joined(table=table, role="watch"))
        token = self._token(body.token)
        seat = await self.door.ask(letters.Sit(table=table, name=body.name, holder=hashed(token), face=body.face))
        return answer(Joined(table=table, role="play", seat=int(seat), token=token))

    async def invite(self, request: Request) -> Response:
        """POST /api/invite."""
        body = await read(request, wire.Invited)
        self._spend(request, "lists")
        table, role = await find_code(self.hub, self.gate.guard, self.gate.address(request), body.code)
        if role != "play":
            raise Refused("no-code", "This code is only for watching: ask for an invite link to play.")
        return answer(await self.door.ask(letters.Invite(table=await self.hub.reader.latest(table), name=body.name)))

    async def _check_public(self, table: str, token: str) -> None:
        """Refuse a table that cannot be joined by its id, as far as that is known without its log."""
        standing = await self.hub.reader.standing(table)
        if not standing.public:
            raise Refused("no-table", "There's no such open table.")
        if standing.status != "lobby" and not (token and await self.hub.reader.has_seat(table, hashed(token))):
            if standing.status == "full":
                raise Refused("table-full", "Every seat at this table is taken.")
            raise Refused("started", "The game has already started.")

    async def games(self, request: Request) -> Response:
        """POST /api/games."""
        body = await read(request, wire.MyGames)
        self._spend(request, "lists")
        mine = [hashed(token) for token in body.tokens[:MOST_LISTED] if tokens.is_token(token)]
        found = await self.hub.reader.ask(self.hub.store.games_of(mine, MOST_LISTED)) if mine else []
        seats = [(listed.told, listed.seat_of(mine)) for listed in await self.hub.reader.summaries([*dict(found)])]
        return answer(GameList(games=[replace(told, seat=seat) for told, seat in seats if seat is not None]))

    async def learn(self, request: Request) -> Response:
        """POST /api/lessons. It costs about as much as a few moves, and the server stores nothing about it."""
        body = await read(request, wire.Learn)
        self._spend(request, "lessons")
        return answer(lesson_moment(body))

    async def effects(self, request: Request) -> Response:
        """POST /api/effects. Workers measure it at the lowest priority, once for equal rules."""
        body = await read(request, wire.AskEffects)
        address = self.gate.address(request)
        return answer(await self.hub.effects.ask(body, address, lambda: self._spend(request, "effects")))

    async def public(self, _request: Request) -> Response:
        """GET /api/tables."""
        found = await self.hub.reader.summaries(await self.hub.reader.ask(self.hub.store.public(MOST_LISTED)))
        return answer(TableList(tables=[listed.told for listed in found if listed.has_free_seat]))

    # ---- one table ----------------------------------------------------------------------------------
    async def look(self, request: Request) -> Response:
        """GET /api/tables/{table}: the first frame that the seat's WebSocket would get."""
        token_hash = hashed(self._bearer(request))
        return answer(await self.door.ask(letters.Look(table=request.path_params["table"], token_hash=token_hash)))

    async def command(self, request: Request) -> Response:
        """POST /api/tables/{table}/commands."""
        token_hash = hashed(self._bearer(request))
        data = await body_of(request, wire.LARGEST_MESSAGE)
        command = wire.read_command(data)
        cid = command.id or f"door-{tokens.new_token()}"  # so that it can be sent again to another owner
        about = {"table": request.path_params["table"], "token_hash": token_hash, "address": self.gate.address(request)}
        return answer(await self.door.ask(letters.Do(**about, command=data, cid=cid)))

    async def record(self, request: Request) -> Response:
        """GET /api/tables/{table}/record, for anyone who sat there or has the watch code."""
        response = answer(await self._record(request))
        response.headers["Content-Disposition"] = f'attachment; filename="lastcard-{request.path_params["table"]}.json"'
        return response

    async def _record(self, request: Request) -> bytes:
        """Return the record to someone entitled to it. The store is asked first, then the game itself."""
        self._spend(request, "replays")
        table = request.path_params["table"]
        token_hash = await self._known(request, table, self._bearer(request))
        game = await self.hub.finished.find(table, token_hash)
        game.check(token_hash)
        return game.record

    async def _known(self, request: Request, table: str, key: str) -> str:
        """Return the hash of a token with a seat at the table, or the stand-in for a watch code, before the log is read."""
        token_hash = hashed(key)
        if await self.hub.reader.has_seat(table, token_hash):
            return token_hash
        if tokens.is_token(key):
            raise Refused("no-seat", "You don't have a seat at this table.")
        if await find_code(self.hub, self.gate.guard, self.gate.address(request), key) != (table, "watch"):
            raise Refused("no-seat", "This code is for another table.")
        if not await self.hub.reader.may_watch(table):
            raise Refused("no-watching", "This table doesn't allow spectators.")
        return WATCHER

    async def replay(self, request: Request) -> Response:
        """GET /api/tables/{table}/replay, with the same access as the record. Concurrent requests share one result."""
        record = await self._record(request)
        asked = (request.path_params["table"], _seat(request))
        return packed(request, await self._replays.do(asked, lambda: self._study(request, "replays", replay, record)))

    async def replay_record(self, request: Request) -> Response:
        """POST /api/replay. Equal requests share the work while it is under way."""
        record = await self._sent_record(request, "replays")
        asked = ("replays", hashlib.sha256(record).digest(), _seat(request))
        return packed(request, await self._sent.do(asked, lambda: self._study(request, "replays", replay, record)))

    async def review(self, request: Request) -> Response:
        """GET /api/tables/{table}/review, with the same access as the record. Concurrent requests share one result."""
        record = await self._record(request)
        asked = (request.path_params["table"], _seat(request))
        if asked not in self._reviews:
            self._spend(request, "reviews")
        return await self._follow(request, self._reviews, asked, record)

    async def best_move(self, request: Request) -> Response:
        """GET /api/tables/{table}/best-move, with the same access as the record. Worked out once, after reviews that wait."""
        asked = (request.path_params["table"], _seat(request))
        if asked not in self._best_moves:
            self._spend(request, "best_moves")
        record = await self._record(request)
        work = self._best_moves.do(asked, lambda: self._study(request, "best_moves", best_move, record))
        return packed(request, await work)

    async def review_record(self, request: Request) -> Response:
        """POST /api/review."""
        record = await self._sent_record(request, "reviews")
        return await self._follow(request, self._sent, ("reviews", hashlib.sha256(record).digest(), _seat(request)), record)

    async def _follow(self, request: Request, reviews: Once[Study], asked: Hashable, record: object) -> Response:
        """A review when it is done, or for a client that accepts lines, what it finds while it is made and then all of it."""
        if asked not in reviews:
            self._parts.setdefault(asked, [])
        parts = self._parts.get(asked, [])

        async def work() -> Study:
            try:
                return await self._study(request, "reviews", review, record, parts.append)
            finally:
                self._parts.pop(asked, None)

        if LINES not in request.headers.get("accept", ""):
            return packed(request, await reviews.do(asked, work))
        lines = self._lines(parts, asyncio.ensure_future(reviews.do(asked, work)))
        return StreamingResponse(lines, 200, {"Cache-Control": "no-store"}, LINES)

    async def _lines(self, parts: list[bytes], job: asyncio.Future[Study]) -> AsyncIterator[bytes]:
        """Yield what a review finds as it goes on, then the review itself or the reason it failed."""
        sent = 0
        try:
            while not job.done():
                await asyncio.wait([job], timeout=HEARD_EVERY)
                if len(parts) > sent:
                    yield b"".join(part + b"\n" for part in parts[sent:])
                    sent = len(parts)
            yield job.result().data + b"\n"
        except Refused as refused:
            self.metrics.refused(refused)
            yield encode(RefusedAnswer(refused=refusal_info(refused))) + b"\n"
        finally:
            job.cancel()

    async def _sent_record(self, request: Request, what: str) -> bytes:
        """Read a record from the request. While it is arriving, it counts toward the address's unsent bytes."""
        with self.gate.guard.unsent.held_for(self.gate.address(request), LARGEST_RECORD):
            record = await body_of(request, LARGEST_RECORD)
        self._spend(request, what)
        return record

    def _token(self, given: str) -> str:
        """Return the client's own token, or a new one."""
        if not given:
            return tokens.new_token()
        if not tokens.is_token(given):
            raise Refused("bad-message", "A token is 32 hex digits, made by the server.")
        self.gate.bans.check_player(hashed(given))
        return given

    def _bearer(self, request: Request) -> str:
        """Return the token or code of a request."""
        key = bearer(request)
        if not key:
            raise Refused("no-token", "Say who you are: Authorization: Bearer TOKEN.")
        self.gate.bans.check_player(hashed(key))
        return key

    def _spend(self, request: Request, what: str) -> None:
        """Refuse the request if its address has used up this limit."""
        self.gate.guard.take(what, self.gate.address(request))

    async def _study(self, request: Request, what: str, work: Work, record: object, hear: Hear | None = None) -> Study:
        """Have a worker study a record from the requested seat. The result may be large, so a thread compresses it."""
        workers = self.hub.replayers if what == "replays" else self.hub.reviewers
        given = (record, _seat(request))
        try:
            address, urgent = self.gate.address(request), what == "reviews"
            made: bytes = await ask_worker(workers, work, *given, address=address, urgent=urgent, hear=hear)
        except InvalidRecord as error:
            raise Refused("bad-record", error.says, error=str(error), **error.args_said) from None
        return Study(made, await asyncio.to_thread(gzip.compress, made, 5, mtime=0))

    def play(self, scope: Scope, send: Send) -> Awaitable[None]:
        """Serve the WebSocket of a seat or a spectator, at /ws/TABLE."""
        folder, _, table = scope["path"].rpartition("/")
        if folder != "/ws" or not table:
            raise Refused("no-table", "There's no such table.")
        return Connection(HTTPConnection(scope), table, self.config, self.door, self.gate).run(send)

    # ---- about the server ---------------------------------------------------------------------------
    async def editions(self, request: Request) -> Response:
        """GET /api/editions, with ``by=field`` for one list per field."""
        make = catalog_by_field if request.query_params.get("by") == "field" else catalog
        if make not in self._catalogs:
            data = make()
            self._catalogs[make] = data, gzip.compress(data, mtime=0), f'"{hashlib.sha256(data).hexdigest()[:16]}"'
        data, packed, tag = self._catalogs[make]
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
        if self.hub.stopping or self.hub.is_finishing:
            raise Refused("stopping", "The server is stopping.")
        if not await self._healthy():
            raise Refused("store", "The database can't be reached.")
        if self._bus and not self._bus.is_connected:
            raise Refused("store", "The other server processes can't be reached.")
        return answer({"ok": True})

    async def _healthy(self) -> bool:
        """Ask the database at most once in a while, no matter how many clients ask. A bad answer is not reused."""
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
    """Build the application, ready to be served. Its parts are in ``app.state.server``."""
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
            Route("/api/invite", server.invite, methods=["POST"]),
            Route("/api/games", server.games, methods=["POST"]),
            Route("/api/lessons", server.learn, methods=["POST"]),
            Route("/api/effects", server.effects, methods=["POST"]),
            Route("/api/tables/{table}", server.look),
            Route("/api/tables/{table}/commands", server.command, methods=["POST"]),
            Route("/api/tables/{table}/record", server.record),
            Route("/api/tables/{table}/replay", server.replay),
            Route("/api/tables/{table}/review", server.review),
            Route("/api/tables/{table}/best-move", server.best_move),
            Route("/api/replay", server.replay_record, methods=["POST"]),
            Route("/api/review", server.review_record, methods=["POST"]),
            Mount("/admin", server.admin.by_token),
            Route("/assets/{name}", client.asset),
            Route("/{name}", client.root),
        ],
        middleware=[Middleware(_gate, server=server)],
        exception_handlers={HTTPException: _http_error},
        lifespan=server.lifespan,
    )
    server.routes |= {route.endpoint: route.path for route in app.routes if isinstance(route, Route)}
    app.state.server = server
    return app


def _gate(app: ASGIApp, server: Server) -> ASGIApp:
    return server.make_gate(app)


async def _http_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for this type only
    told = {404: ("not-found", "There's nothing here."), 405: ("wrong-method", "You can't do that here.")}
    response = refusal(Refused(*told.get(error.status_code, ("bad-message", "The server doesn't understand this request."))))
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


def packed(request: Request, study: Study) -> Response:
    """A large JSON response, compressed if the client accepts that."""
    response = answer(study.data)
    if "gzip" in request.headers.get("accept-encoding", ""):
        response = answer(study.packed)
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    return response


def _seat(request: Request) -> int | None:
    """The requested seat, or None for a spectator's view."""
    text = request.query_params.get("seat", "")
    if text and not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise Refused("bad-message", "A seat is a number.")
    return int(text) if text else None
