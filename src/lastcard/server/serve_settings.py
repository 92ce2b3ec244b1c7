"""The settings of a server. A field that people may set says here what it is; ``http.read_settings`` says how it is set."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from typing import Any, NamedTuple

from .http.limits import Limits

EVERYWHERE = "0.0.0.0"  # noqa: S104

PREFIX = "LASTCARD_"  # of every setting in the environment


class Setting(NamedTuple):
    """Something that people may set: by flag, in the environment, or in a file. ``field`` is where the configuration has it.

    ``otherwise`` says what holds if it is not set, where that is more than the field's default.
    """

    name: str
    about: str
    form: str = ""
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()
    secret: bool = False
    otherwise: str = ""
    field: str = ""
    default: Any = None

    @property
    def flag(self) -> str:
        """How it is set on the command line."""
        return f"--{self.name}"

    @property
    def variable(self) -> str:
        """How it is set in the environment."""
        return f"{PREFIX}{self.name.upper().replace('-', '_')}"


def setting(name: str, about: str, default: Any = MISSING, **more: Any) -> Any:
    """A field that people may set under this name."""
    metadata = {"setting": Setting(name, about, **more)}
    if default is MISSING:
        return field(metadata=metadata)
    return field(metadata=metadata, **({"default_factory": default} if callable(default) else {"default": default}))


@dataclass(frozen=True)
class Config:
    """``database`` is sqlite:///path or postgresql://…, times are in seconds, and ``expire_days`` None keeps tables forever."""

    database: str = setting(
        "database",
        "A file, or postgresql://user@host/name.",
        form="FILE or URL",
        otherwise="a file in your data folder",
    )
    host: str = setting(
        "host", "The address to listen on. Use 127.0.0.1 to serve this machine only, or behind a proxy.", EVERYWHERE
    )
    port: int = setting("port", "The port; 0 picks a free one.", 8000, least=0, most=65535)
    origins: tuple[str, ...] = setting(
        "origin",
        "Another site whose pages may connect, such as https://example.org. Pages of this server always may.",
        (),
        otherwise="none",
    )
    allowed_hosts: tuple[str, ...] = setting(
        "allowed-host",
        "A host name this server answers to, such as cards.example.org. Not needed where --origin or a trusted proxy gives it.",
        (),
        otherwise="this machine's names",
    )
    trusted_proxies: tuple[str, ...] = setting(
        "trust-proxy", "A proxy or network trusted to report client addresses.", (), otherwise="none"
    )
    limits: Limits = setting(  # noqa: RUF009
        "limit",
        "A limit per client address, such as connections=500. A wrong name lists them all.",
        Limits,
        form="NAME=NUMBER",
        otherwise="see the limits",
    )
    expire_days: float | None = setting(
        "expire-days", "Delete tables after this many days without activity.", None, least=0.01, otherwise="never"
    )
    metrics_from: tuple[str, ...] = setting(
        "metrics-from", "An address or network that may read /metrics.", (), otherwise="this machine"
    )
    workers: int = setting(
        "workers", "Processes for bots to think in.", 1, least=1, otherwise="one less than the number of cores"
    )
    bus: str = setting(
        "bus",
        "The NATS server by which several processes on one PostgreSQL reach each other, such as nats://host:4222.",
        "",
        form="URL",
        otherwise="none",
    )
    processes: int = setting(
        "processes",
        "Server processes that share the port, on PostgreSQL. Without --bus, they get a NATS server of their own.",
        1,
        least=1,
        most=64,
    )
    ice_servers: tuple[str, ...] = setting(
        "ice-server",
        "A server that helps browsers call each other, such as stun:stun.example.org.",
        (),
        form="URL",
        otherwise="none",
    )
    turn_secret: str = setting(
        "turn-secret", "The secret shared with the relay (turn:HOST) among these servers.", "", secret=True, otherwise="none"
    )
    admin_socket: str = setting(
        "admin-socket",
        "A local socket for lastcard admin, only for the user who runs the server. An empty text turns it off.",
        "",
        form="FILE",
        otherwise="next to a SQLite file",
    )
    admin_token: str = setting(
        "admin-token",
        "A secret of at least 20 characters that lets lastcard admin in over HTTP.",
        "",
        secret=True,
        otherwise="none",
    )
    log_level: str = setting(
        "log-level", "How much to log.", "warning", form="LEVEL", choices=("debug", "info", "warning", "error")
    )
    qr: bool = setting("qr", "Show a QR code for phones on the same network.", True)  # noqa: FBT003
    hello_within: float = 5.0
    lost_after: float = 5.0
    unseen_after: float = 15.0
    idle_after: float = 120.0
    ping_every: float = 5.0
    pong_within: float = 3.5
    read_within: float = 15.0
    largest_backlog: int = 256 << 10


SETTINGS: tuple[Setting, ...] = tuple(
    each.metadata["setting"]._replace(field=each.name, default=None if each.default is MISSING else each.default)
    for each in fields(Config)
    if each.metadata
)
