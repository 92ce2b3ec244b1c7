"""Hints at the tables: what the strongest bot would do, worked out once per seat and position."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from ...bots.hints import advise
from ...bots.levels import HARDEST
from ...bots.workers import Workers
from ..wire.commands import Refused
from ..wire.messages import HintInfo
from . import bots
from .ask_worker import ask_worker
from .room import Room

Hint = asyncio.Task[Any]


class Hints:
    """The last hint given to each player at a hub's tables."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._hints: WeakKeyDictionary[Room, dict[str, tuple[int, Hint]]] = WeakKeyDictionary()  # with event counts

    async def ask(self, room: Room, token_hash: str, address: str, pay: Callable[[], None]) -> HintInfo:
        """A hint for a player. ``pay`` may refuse one that has to be worked out."""
        table, seat = room.table, room.seat(token_hash)
        if table.game is None or seat is None:
            raise Refused("not-playing", "There's no round going on.")
        known = self._hints.setdefault(room, {})
        count, hint = known.get(token_hash, (-1, None))
        if hint is None or count != table.game.event_count or (hint.done() and (hint.cancelled() or hint.exception())):
            pay()
            asked = bots.ask(table, seat, HARDEST)
            hint = asyncio.create_task(ask_worker(self._workers, advise, asked, address=address))
            known[token_hash] = (table.game.event_count, hint)
        return msgspec.convert(await asyncio.shield(hint), HintInfo)

    def start_over(self, room: Room) -> None:
        """Drop a table's hints, because its log was rolled back and they no longer fit."""
        self._hints.pop(room, None)

    def forget(self, room: Room) -> None:
        """Drop a table's hints and stop working on new ones."""
        for _, hint in self._hints.pop(room, {}).values():
            hint.cancel()
