"""The jobs that the writing thread is given."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True, kw_only=True)
class Write:
    """A job for the writer, and who waits for it. ``until`` is when it gives up on a row locked elsewhere."""

    waiting: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    until: float | None = None


@dataclass(slots=True)
class Create(Write):
    """A new table."""

    table: str
    invite: str
    watch: str
    entry: bytes
    public: bool
    due: float | None
    now: float
    status: str
    summary: str
    rules_version: str
    holders: Sequence[tuple[str, int]]


@dataclass(slots=True)
class Append(Write):
    """Entries for a table's log."""

    table: str
    number: int
    entries: list[bytes]
    due: float | None
    status: str
    seats: int
    now: float
    summary: str
    seated: Sequence[tuple[str, int]]
    gone: Sequence[str]
    epoch: int | None = None


@dataclass(slots=True)
class Lengths(Write):
    """A question: how long are these logs?"""

    tables: list[str]


@dataclass(slots=True)
class Expire(Write):
    """Delete some of the tables with no appends since then."""

    before: float


@dataclass(slots=True)
class Keep(Write):
    """A table's checkpoint, instead of an older one."""

    table: str
    data: bytes


@dataclass(slots=True)
class Probe(Write):
    """A write that changes nothing, to see whether writing works again."""
