"""Periodic work for the tables of a process: overdue clocks, doubtful logs, and tables that nobody needs any longer."""

from __future__ import annotations

import asyncio
import logging

from ..storage.store import StoreError
from ..wire.commands import Refused
from .rooms import Rooms

PATIENCE = 1.0  # seconds that the process with the table in memory is given to act on its clock
DUE_AT_ONCE = 100
COMPARED_EVERY = 5  # seconds between checks for logs that have become shorter
COMPARED_AT_ONCE = 500

logger = logging.getLogger(__name__)


class Housekeeping:
    """The periodic chores of a hub."""

    def __init__(self, hub: Rooms) -> None:
        self._hub = hub

    async def keep(self) -> None:
        """Do each chore periodically, forever. One that fails does not keep the others from running."""
        seconds = 0
        while True:
            await asyncio.sleep(1)
            seconds += 1
            for step, every, first in (
                (self._wake_due, 1, 0),
                (self._mend, 1, 0),
                (self._make_up, 1, 0),
                (self._compare, COMPARED_EVERY, 0),
                (self.evict, 10, 0),
                (self._expire, 3600, 60),
            ):
                if seconds % every != first:
                    continue
                try:
                    await step()
                except (StoreError, Refused) as error:
                    logger.warning("housekeeping waits", extra={"why": str(error)})
                except Exception:
                    logger.exception("Housekeeping has failed.")

    async def _wake_due(self) -> None:
        """Open the tables whose clock ran out while no process had them in memory."""
        # Tables that cannot be read stay due forever, so ask for enough to find the others behind them.
        for table in await self._hub.ownership.due(self._hub.clock() - PATIENCE, DUE_AT_ONCE + len(self._hub.reader.broken)):
            if table not in self._hub.rooms and table not in self._hub.reader.broken:
                try:
                    await self._hub.room(table)
                except Refused as refused:
                    logger.warning("a table cannot be opened", extra={"table": table, "code": refused.code})
                except Exception:
                    logger.exception("A table cannot be opened.", extra={"table": table})

    async def _mend(self) -> None:
        """Reload the tables where it is not known what was written."""
        for room in [room for room in self._hub.rooms.values() if room.doubtful and not room.lock.locked()]:
            await self._hub.mend(room)

    async def _make_up(self) -> None:
        """After an outage of the database or the bus, give everyone whose clock was running that time back."""
        if self._hub.store.outage.is_over:
            rooms = [room for room in self._hub.rooms.values() if self._hub.outage(room)]
            await asyncio.gather(*(self._hub.mend(room) for room in rooms))

    async def _compare(self) -> None:
        """Drop tables that another process owns, and reload those whose log is shorter than what was told.

        That happens if a backup was restored or rows were deleted.
        """
        await self._hub.check_owned()
        told = [(room, room.told) for room in self._hub.rooms.values()]
        for start in range(0, len(told), COMPARED_AT_ONCE):
            some = told[start : start + COMPARED_AT_ONCE]
            lengths = await self._hub.store.lengths([room.id for room, _ in some])
            for room in [room for room, number in some if lengths.get(room.id, 0) < number]:
                if self._hub.holds(room) and not room.lock.locked():
                    room.doubtful = True
                    await self._hub.mend(room)

    async def _expire(self) -> None:
        if self._hub.config.expire_days is not None:
            gone = await self._hub.store.expire(self._hub.clock() - self._hub.config.expire_days * 86400)
            logger.info("old tables expired", extra={"tables": gone})

    async def evict(self) -> None:
        """Drop tables from memory that nobody looks at and where nothing happens."""
        now = self._hub.clock()
        for room in list(self._hub.rooms.values()):
            is_used = room.subscribers.links() or self._hub.is_busy(room)
            if not is_used and now - room.touched > self._hub.config.idle_after:
                self._hub.forget(room)
                await self._hub.ownership.release({room.id: room.epoch})
