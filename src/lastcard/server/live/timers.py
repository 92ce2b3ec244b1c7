"""When a clock runs out: a timer for each table where one is running. What happens then is in ``table.time_is_up``."""

from __future__ import annotations

import asyncio
import logging

from ..table.time_is_up import overdue
from ..wire.commands import Refused
from .room import Room
from .rooms import Rooms

RETRY = 1.0  # seconds until a clock that could not act tries again

logger = logging.getLogger(__name__)


class Timers:
    """A timer for each of a hub's tables where someone's clock is running."""

    def __init__(self, hub: Rooms) -> None:
        self._hub = hub

    def expect(self, room: Room) -> None:
        """Set the timer for the next clock that runs out at a table, if there is one."""
        due = room.table.due
        if due is None or self._hub.stopping:
            self.forget(room)
        else:
            self._set(room, due - room.now())

    def forget(self, room: Room) -> None:
        """Stop the timer of a table."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None

    def _set(self, room: Room, delay: float) -> None:
        self.forget(room)
        if self._hub.holds(room):
            loop = asyncio.get_running_loop()
            act = lambda: self._hub.spawn(self.time_is_up(room))  # noqa: E731
            room.timer = loop.call_later(max(0.0, delay) + 0.001, act)

    async def time_is_up(self, room: Room) -> None:
        """Make the moves that are overdue. While players can't reach their table, nothing is."""
        if self._hub.is_cut_off(room):
            self._set(room, RETRY)
            return
        async with room.lock:
            try:
                before = room.table.number
                await self._hub.commit(room, overdue)
            except Refused as refused:
                logger.warning("a clock could not act", extra={"table": room.id, "code": refused.code})
                self._set(room, RETRY)
            else:
                if room.table.number == before:
                    self._set(room, RETRY)
