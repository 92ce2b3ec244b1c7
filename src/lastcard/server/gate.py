"""What every request passes: limits for its address, headers on its answer, and errors as one sentence."""

from __future__ import annotations

import logging
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .config import Config
from .limits import Guard, Networks, Proxies
from .metrics import Metrics
from .protocol import Refused, encode

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
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
LOOPBACK = ("127.0.0.0/8", "::1/128")
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")  # what a proxy adds
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
    "no-seat": 403,
    "no-watching": 403,
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

logger = logging.getLogger(__name__)


def answer(content: Any, status: int = 200) -> Response:
    """A JSON response; None of it is to be kept by caches."""
    data = content if isinstance(content, bytes) else encode(content)
    return Response(data, status, {"Cache-Control": "no-store"}, "application/json")


def refusal(refused: Refused) -> Response:
    """A refusal as a response."""
    response = answer({"refused": refused.to_dict()}, STATUS.get(refused.code, CONFLICT))
    if response.status_code in (429, 503):
        response.headers["Retry-After"] = "5"
    return response


class Gate:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, config: Config, metrics: Metrics) -> None:
        self.app = app
        self.guard = Guard(config.limits)
        self._proxies = Proxies(config.trusted_proxies)
        self._insiders = Networks((*LOOPBACK, *config.metrics_from))
        self._origins = frozenset(config.origins)
        self._metrics = metrics

    def address(self, connection: HTTPConnection) -> str:
        """Whom a request is counted for."""
        peer = connection.client.host if connection.client else ""
        return self._proxies.address(peer, ",".join(connection.headers.getlist("x-forwarded-for")))

    def check_inside(self, connection: HTTPConnection) -> None:
        """Refused unless the machine itself, or a network that may, asks without a proxy between."""
        peer = connection.client.host if connection.client else ""
        if peer not in self._insiders or any(name in connection.headers for name in FORWARDED):
            raise Refused(
                "inside-only", "this is for those who run the server: ask from its own machine, or see --metrics-from"
            )

    def check_origin(self, headers: Headers) -> None:
        """Refused where a page of another site asks; a client that is no browser names no origin."""
        origin = headers.get("origin")
        if origin is None or origin in self._origins:
            return
        host = headers.get("host", "")
        if not host or origin.lower() not in (f"http://{host.lower()}", f"https://{host.lower()}"):
            raise Refused("foreign-origin", "this server is not for pages of other sites")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Every request, every WebSocket."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        began = False

        async def with_headers(message: Message) -> None:
            nonlocal began
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                began = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            began = began or message["type"] == "websocket.accept"
            await send(message)

        try:
            self._admit(HTTPConnection(scope))
            await self.app(scope, receive, with_headers)
        except Refused as refused:
            self._metrics.refused(refused)
            await refusal(refused)(scope, receive, with_headers)
        except Exception:
            logger.exception("A request has failed.")
            if not began:
                told = Refused("internal", "something went wrong here; it has been noted")
                await refusal(told)(scope, receive, with_headers)

    def _admit(self, connection: HTTPConnection) -> None:
        self.guard.take("requests", self.address(connection))
        if connection.scope["type"] == "websocket" or connection.scope["method"] not in ("GET", "HEAD"):
            self.check_origin(connection.headers)
