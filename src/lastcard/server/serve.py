"""Running the application: the socket, the addresses it is told by, and an end at which no move is cut short."""

from __future__ import annotations

import asyncio
import errno
import gc
import io
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import uvicorn

from . import logs
from .app import Server, make_app
from .config import Config
from .limits import Limits, Networks
from .protocol import LARGEST_MESSAGE
from .socket import Http, Socket

LEVELS = ("debug", "info", "warning", "error")
COLLECT_EVERY = 6000  # ticks of uvicorn: ten minutes
NEVER = 1 << 30


class CannotServe(Exception):
    """Why a server cannot start, in one sentence."""


class Web(uvicorn.Server):
    """uvicorn, which finishes the moves that are under way before it lets connections go."""

    def __init__(self, config: Config, *, ready: Callable[[], None] = lambda: None) -> None:
        app = make_app(config)
        self.parts: Server = app.state.server
        self._ready = ready
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
        """Say so when everything is there."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the clients first."""
        await self.parts.hub.drain()
        await super().shutdown(sockets)

    async def on_tick(self, counter: int) -> bool:
        """Look for garbage among all tables now and then; see ``calm_collector``."""
        if counter % COLLECT_EVERY == COLLECT_EVERY - 1:
            gc.collect()
        return await super().on_tick(counter)

    async def serve_quietly(self, sockets: list[socket.socket]) -> None:
        """Serve until ``should_exit``; the process's signals are others' business."""
        await self._serve(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; CannotServe says why not."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named: asyncio sends at once (TCP_NODELAY) on such sockets only.
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
    """Collect only what is young by itself: going through a thousand tables stops every one of them for a tenth of a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000, 2, NEVER)


def serve(config: Config, sock: socket.socket, level: str, ready: Callable[[], None]) -> None:
    """Serve until a signal; CannotServe where the database does not open."""
    logs.set_up(level)
    _allow_many_files()
    web = Web(config, ready=ready)
    calm_collector()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, web.handle_exit)
    try:
        asyncio.run(web.serve_quietly([sock]))
    except SystemExit:
        if web.parts.trouble:
            raise CannotServe(web.parts.trouble) from None
        raise


def _allow_many_files() -> None:
    """Every connection is a file to the system: ask for as many as this user may have."""
    with suppress(ImportError, OSError, ValueError):  # not on every system
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def read_config(
    database: str | None,
    origins: list[str],
    proxies: list[str],
    limits: list[str],
    expire_days: float | None,
    metrics_from: Sequence[str] = (),
) -> Config:
    """What was asked for on the command line; CannotServe says what is wrong with it."""
    try:
        Networks([*proxies, *metrics_from])
        return Config(
            database=database_url(database) if database else default_database(),
            origins=tuple(origin.rstrip("/") for origin in origins),
            trusted_proxies=tuple(proxies),
            metrics_from=tuple(metrics_from),
            limits=Limits.read(limits),
            expire_days=expire_days,
        )
    except ValueError as error:
        raise CannotServe(str(error)) from None


def check_level(level: str) -> None:
    """A log level, or CannotServe."""
    if level not in LEVELS:
        raise CannotServe(f"a log level is one of {', '.join(LEVELS)}")


def addresses(host: str, port: int) -> list[str]:
    """Where to find the server: on this machine, and in its network where it listens there."""
    if host not in ("0.0.0.0", "::", ""):  # noqa: S104 - asked, not listened at
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}/"]
    lan = lan_address()
    return [f"http://localhost:{port}/", *([f"http://{lan}:{port}/"] if lan else [])]


def default_database() -> str:
    """A file in the user's data directory."""
    from platformdirs import user_data_path

    return f"sqlite:///{user_data_path('lastcard', appauthor=False) / 'tables.db'}"


def database_url(text: str) -> str:
    """A database by its URL, or by the name of a file."""
    return text if "://" in text else f"sqlite:///{Path(text).expanduser().absolute()}"


def lan_address() -> str | None:
    """The address by which this machine is known in its network; asked of the system, nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


def qr_code(text: str) -> str:
    """A QR code in characters."""
    import segno

    drawn = io.StringIO()
    segno.make(text, error="l").terminal(drawn, compact=True, border=2)
    return drawn.getvalue()
