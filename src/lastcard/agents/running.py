"""Runs the tools, over standard input and output or over HTTP."""

from __future__ import annotations

import socket
import sys

import uvicorn

from ..errors import InvalidOption
from .seats import Seats
from .server import make_server


async def over_pipes() -> None:
    """Serve one agent over standard input and output."""
    seats = Seats()
    try:
        await make_server(seats).run_stdio_async()
    finally:
        await seats.close()


async def over_http(host: str, port: int) -> None:
    """Serve any number of agents on this machine over HTTP. Says the address on standard error."""
    try:
        sock = socket.create_server((host, port))
    except OSError as error:
        raise InvalidOption(f"cannot listen on port {port}: {error.strerror or error}") from None
    seats = Seats()
    app = make_server(seats).streamable_http_app(host=host)
    print(f"lastcard mcp is at http://{host}:{sock.getsockname()[1]}/mcp  (Ctrl-C stops it)", file=sys.stderr, flush=True)
    try:
        await uvicorn.Server(uvicorn.Config(app, log_level="warning")).serve([sock])
    finally:
        await seats.close()
        sock.close()
