"""The middleware of every request: address limits, the host check, response headers, and errors as one sentence."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, Protocol
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..cluster.letters import ConnectionInfo
from ..live.metrics import Metrics
from ..serve_settings import Config
from ..wire.commands import Refused, encode
from ..wire.messages import RefusedAnswer, refusal_info
from .addresses import Networks, Proxies, neighborhood, without_port
from .bans import Bans
from .guard import Guard
from .hosts import LOOPBACK, Hosts

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=(self), payment=(), usb=()",
}
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")  # headers that a proxy adds
STATUS = {
    "bad-message": 400,
    "bad-name": 400,
    "bad-option": 400,
    "bad-record": 400,
    "bad-seats": 400,
    "bad-settings": 400,
    "bad-level": 400,
    "invalid-move": 400,
    "no-token": 401,
    "not-admin": 401,
    "banned": 403,
    "no-seat": 403,
    "no-watching": 403,
    "foreign-host": 403,
    "foreign-origin": 403,
    "inside-only": 403,
    "not-found": 404,
    "no-table": 404,
    "no-code": 404,
    "wrong-method": 405,
    "too-slow": 408,
    "too-large": 413,
    "too-many": 429,
    "broken": 500,
    "internal": 500,
    "busy": 503,
    "stopping": 503,
    "store": 503,
}
CONFLICT = 409
OTHER = "other"  # a request that has no route, or is for the people who run the server
PART = 64 << 10  # bytes of a response passed on at a time

logger = logging.getLogger(__name__)


def answer(content: Any, status: int = 200) -> Response:
    """A JSON response that caches must not keep."""
    data = content if isinstance(content, bytes) else encode(content)
    return Response(data, status, {"Cache-Control": "no-store"}, "application/json")


def refusal(refused: Refused) -> Response:
    """Turn a refusal into a response."""
    response = answer(RefusedAnswer(refused=refusal_info(refused)), STATUS.get(refused.code, CONFLICT))
    if response.status_code in (429, 503):
        response.headers["Retry-After"] = "5"
    return response


def written_out(response: Response) -> bytes:
    """The raw bytes of a response on a connection that closes after it."""
    headers = [*response.raw_headers, (b"connection", b"close")]
    head = f"HTTP/1.1 {response.status_code} {HTTPStatus(response.status_code).phrase}\r\n".encode()
    return head + b"".join(name + b": " + value + b"\r\n" for name, value in headers) + b"\r\n" + bytes(response.body)


class Answer:
    """Sends a response to one client: adds our headers, and sends a large body part by part as the client reads."""

    def __init__(self, send: Send, guard: Guard, address: str) -> None:
        self.began = False
        self.status = 0
        self._send = send
        self._unsent = guard.unsent
        self._address = address
        self._start: Message | None = None

    async def __call__(self, message: Message) -> None:
        """Send one message. Refused, if nothing has been sent yet, when the address has left too much unread."""
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            self._start = message
            self.status = message["status"]
        elif message["type"] == "http.response.body" and len(message.get("body", b"")) > PART:
            with self._unsent.held_for(self._address, len(message["body"])):
                await self._send_parts(message)
        else:
            await self._begin()
            await self._send(message)

    async def _begin(self) -> None:
        self.began = True
        if self._start is not None:
            start, self._start = self._start, None
            await self._send(start)

    async def _send_parts(self, message: Message) -> None:
        await self._begin()
        body = memoryview(message["body"])
        for at in range(0, len(body), PART):
            more = message.get("more_body", False) or at + PART < len(body)
            await self._send({**message, "body": bytes(body[at : at + PART]), "more_body": more})


class Connected(Protocol):
    """An open WebSocket, as the people who run the server know it."""

    address: str
    table: str
    token_hash: str
    since: float

    def tell(self, frame: bytes) -> None:
        """Send, without waiting."""

    def close(self, code: int) -> None:
        """Close with one of the close codes, without waiting."""


class Gate:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, play: Callable[[Scope, Send], Awaitable[None]], config: Config, metrics: Metrics) -> None:
        self.app = app
        self._play = play  # serves WebSockets, which wait for long and so take no detour through the routes
        self.guard = Guard(config.limits)
        self.routes: dict[Any, str] = {}  # the paths of endpoints, as figures name them
        self.bans = Bans()
        self.announcement = b""  # the frame that every new connection gets
        self.connections: set[Connected] = set()  # those that have said hello
        self._proxies = Proxies(config.trusted_proxies)
        self._insiders = Networks((*LOOPBACK, *config.metrics_from))
        self._origins = frozenset(config.origins)
        self._hosts = Hosts((*config.allowed_hosts, *(urlsplit(origin).netloc for origin in config.origins)))
        self.read_within = config.read_within
        self.crowded = written_out(
            refusal(Refused("too-many", "There are too many connections from your address: close some."))
        )
        self._metrics = metrics

    def connected(self) -> list[ConnectionInfo]:
        """All connections of this process, as other processes are told about them."""
        return [ConnectionInfo(each.address, each.table, each.token_hash, each.since) for each in self.connections]

    def address(self, connection: HTTPConnection) -> str:
        """The address that a request counts toward."""
        peer = _peer(connection)
        return self._proxies.address(peer, ",".join(connection.headers.getlist("x-forwarded-for")))

    def enter(self, peer: str) -> str:
        """Count a new HTTP connection and return its address (empty for a trusted proxy). Refused if it is one too many."""
        address = "" if self._proxies.trusts(peer) else neighborhood(peer)
        self.guard.http.add(address)
        return address

    def exit(self, address: str) -> None:
        """Count one HTTP connection fewer for an address."""
        self.guard.http.drop(address)

    def cut(self, reason: str) -> None:
        """Count an HTTP connection that was cut, by one of the reasons listed in docs/hosting.md."""
        self._metrics.cut[reason] += 1

    def closed(self, code: int) -> None:
        """Count a closed WebSocket by its close code, ours or one defined by WebSockets."""
        self._metrics.closed[str(code)] += 1

    def _client(self, connection: HTTPConnection) -> tuple[str, str]:
        """The address a request counts toward (empty for a trusted proxy), and again if its connection is not counted."""
        peer, address = _peer(connection), self.address(connection)
        if not self._proxies.trusts(peer):
            return address, ""
        return ("", "") if address == neighborhood(peer) else (address, address)

    def check_host(self, connection: HTTPConnection) -> None:
        """Refuse a name that is not this server's. Clients other than browsers may name none."""
        host = connection.headers.get("host", "")
        own = (connection.scope.get("server") or ("", 0))[0]
        if host and not self._hosts.knows(host, own):
            raise Refused(
                "foreign-host",
                "This server doesn't answer to {host}: if you run it, start it with --allowed-host {host}.",
                host=without_port(host)[:80],
            )

    def check_inside(self, connection: HTTPConnection) -> None:
        """Refuse unless the request comes from this machine or an allowed network, with no proxy in between."""
        self.check_host(connection)
        peer = _peer(connection)
        if peer not in self._insiders or any(name in connection.headers for name in FORWARDED):
            raise Refused(
                "inside-only", "This is for the people who run the server: ask from its own machine, or see --metrics-from."
            )

    def check_origin(self, headers: Headers) -> None:
        """Refuse requests from pages of another site. Clients other than browsers name no origin."""
        origin = headers.get("origin")
        if origin is None or origin in self._origins:
            return
        host = headers.get("host", "")
        if not host or origin.lower() not in (f"http://{host.lower()}", f"https://{host.lower()}"):
            raise Refused("foreign-origin", "This server doesn't take requests from other sites.")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle every request and every WebSocket."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        address, forwarded = self._client(connection)
        out = Answer(send, self.guard, address)
        began = time.perf_counter()
        try:
            self._admit(connection)
            if scope["type"] == "websocket":
                del connection  # thousands may wait here
                await self._play(scope, out)
                return
            with self.guard.http.held_for(forwarded):
                await self.app(scope, receive, out)
        except Refused as refused:
            self._metrics.refused(refused)
            if not out.began:
                await refusal(refused)(scope, receive, out)
        except Exception:
            logger.exception("A request has failed.")
            if not out.began:
                told = Refused("internal", "Something went wrong on the server. It has been logged.")
                await refusal(told)(scope, receive, out)
        if scope["type"] == "http":
            self._metrics.answered(self.routes.get(scope.get("endpoint"), OTHER), out.status, time.perf_counter() - began)

    def _admit(self, connection: HTTPConnection) -> None:
        address = self.address(connection)
        self.guard.take("requests", address)
        self.bans.check_address(address)
        if not self._proxies.trusts(_peer(connection)):
            self.check_host(connection)
        if connection.scope["type"] == "websocket" or connection.scope["method"] not in ("GET", "HEAD"):
            self.check_origin(connection.headers)


def bearer(connection: HTTPConnection) -> str:
    """The key in a request's ``Authorization: Bearer KEY``, or nothing."""
    kind, _, key = connection.headers.get("authorization", "").partition(" ")
    return key.strip() if kind.lower() == "bearer" else ""


def _peer(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""
