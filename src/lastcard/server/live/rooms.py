"""The tables of a process, as presence, bots, finished games and similar parts see them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol

from ..cluster.lease import Ownership
from ..serve_settings import Config
from ..storage.store import Store
from ..table.decide import Decider
from ..wire.close_codes import NO_TABLE
from .reader import Reader
from .room import Room


def rules_version(edition: str, version: int) -> str:
    """The rules of a table, as processes tell each other what they can read."""
    return f"{edition} {version}"


class Rooms(Protocol):
    """A hub as its parts see it: its tables, and the one path for changing them."""

    config: Config
    store: Store
    stopping: bool
    ownership: Ownership
    rooms: dict[str, Room]
    reader: Reader

    def clock(self) -> float: ...

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]: ...

    def holds(self, room: Room) -> bool: ...

    def is_busy(self, room: Room) -> bool: ...

    async def room(self, table: str) -> Room: ...

    async def mend(self, room: Room) -> None: ...

    def is_cut_off(self, room: Room) -> bool: ...

    def outage(self, room: Room) -> tuple[float, float] | None: ...

    async def check_owned(self) -> None: ...

    def forget(self, room: Room, code: int = NO_TABLE) -> None: ...

    async def commit(self, room: Room, decider: Decider) -> object: ...
