"""The configuration of a server."""

from __future__ import annotations

from dataclasses import dataclass, field

from .limits import Limits


@dataclass(frozen=True)
class Config:
    """``database`` is sqlite:///path or postgresql://…, times are in seconds, and ``expire_days`` None keeps tables forever.

    ``workers`` is the number of processes that bots think in. ``ice_servers`` help browsers to call each other, and
    ``turn_secret`` opens the relays among them.
    """

    database: str
    origins: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()
    allowed_hosts: tuple[str, ...] = ()
    metrics_from: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    expire_days: float | None = None
    workers: int = 1
    ice_servers: tuple[str, ...] = ()
    turn_secret: str = ""
    hello_within: float = 5.0
    lost_after: float = 5.0
    unseen_after: float = 15.0
    idle_after: float = 120.0
    ping_every: float = 5.0
    pong_within: float = 3.5
    read_within: float = 15.0
    largest_backlog: int = 256 << 10
