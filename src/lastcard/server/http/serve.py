"""Running the application: its socket, the addresses it announces, and a shutdown that cuts no move short."""

from __future__ import annotations

import asyncio
import errno
import gc
import io
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec

import uvicorn

from ...bots.workers import tell_what_is_left_out
from ..serve_settings import Config
from ..wire.commands import LARGEST_MESSAGE
from . import logs
from .app import Server, make_app
from .processes import serve_many
from .read_settings import CannotServe
from .socket import Http, Socket

TICK = 0.1  # seconds between uvicorn's ticks
COLLECT_EVERY = 6000  # in ticks: ten minutes
NEVER = 1 << 30


class Web(uvicorn.Server):
    """uvicorn, except that it finishes the moves under way before it closes connections."""

    def __init__(self, config: Config, *, ready: Callable[[], None] = lambda: None) -> None:
        app = make_app(config)
        self.parts: Server = app.state.server
        self._ready = ready
        self._ticked: float | None = None
        super().__init__(
            uvicorn.Config(
                app,
                ws=Socket,
                ws_max_size=LARGEST_MESSAGE,
                ws_ping_interval=config.ping_every,
                ws_ping_timeout=config.pong_within,
                ws_per_message_deflate=False,
                http=Http,
                loop="asyncio",
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                backlog=4096,
                timeout_graceful_shutdown=10,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Announce when everything is up."""
        await super().startup(sockets)
        if self.started:
            self.parts.admin.drain = self._stop
            await self.parts.admin.listen()
            self._ready()

    def _stop(self) -> None:
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the clients first, and give up whatever takes too long."""
        await self.parts.drain()
        self.parts.give_up()
        await super().shutdown(sockets)

    async def on_tick(self, counter: int) -> bool:
        """Measure how late the tick is, and collect garbage among all tables from time to time. See ``calm_collector``."""
        now = time.monotonic()
        if self._ticked is not None:
            self.parts.metrics.lag.add(max(0.0, now - self._ticked - TICK))
        if counter % COLLECT_EVERY == COLLECT_EVERY - 1:
            gc.collect()
        stops = await super().on_tick(counter)
        self._ticked = time.monotonic()
        return stops

    async def serve_quietly(self, sockets: list[socket.socket]) -> None:
        """Serve until ``should_exit``, without handling the process's signals."""
        await self._serve(sockets)


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket. CannotServe says why that failed."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Name the protocol: asyncio sends at once (TCP_NODELAY) only on such sockets.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((host, port))
    except OSError as error:
        sock.close()
        if error.errno == errno.EADDRINUSE:
            raise CannotServe(
                f"port {port} is taken: stop what runs there, or choose another with --port (0 picks one)"
            ) from None
        raise CannotServe(f"cannot listen at {host}, port {port}: {error.strerror or error}") from None
    except OverflowError:
        sock.close()
        raise CannotServe("a port is a number from 0 to 65535") from None
    sock.set_inheritable(False)
    return sock


def calm_collector() -> None:
    """Collect only young objects automatically. Scanning a thousand tables would freeze all of them for a tenth of a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 2, NEVER)


def serve(config: Config, sock: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until a signal arrives, with as many processes as are asked for. CannotServe if the database does not open."""
    if config.processes > 1:
        serve_many(config, sock, serve, ready)
        return
    logs.set_up(config.log_level)
    tell_what_is_left_out()
    _allow_many_files()
    web = Web(config, ready=ready)
    calm_collector()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, web.handle_exit)
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(web.serve_quietly([sock]))
    except SystemExit:
        if web.parts.trouble:
            raise CannotServe(web.parts.trouble) from None
        raise


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """How to make an event loop: uvloop's takes less time for each message. None for asyncio's own where there is no uvloop."""
    if find_spec("uvloop") is None:
        return None
    import uvloop

    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


def _allow_many_files() -> None:
    """Ask for as many open files as this user may have, since every connection is one."""
    with suppress(ImportError, OSError, ValueError):  # not supported on every system
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def addresses(host: str, port: int) -> list[str]:
    """Return where to find the server: on this machine, and in its network if it listens there."""
    if host not in ("0.0.0.0", "::", ""):  # noqa: S104 - compared, not bound
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}/"]
    lan = lan_address()
    return [f"http://localhost:{port}/", *([f"http://{lan}:{port}/"] if lan else [])]


def lan_address() -> str | None:
    """This machine's address in its network. Only the system is asked; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


def qr_code(text: str) -> str:
    """A QR code made of text characters."""
    import segno

    drawn = io.StringIO()
    segno.make(text, error="l").terminal(drawn, compact=True, border=2)
    return drawn.getvalue()
