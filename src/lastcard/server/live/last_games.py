"""The last games of a process that is to end: those that no other process can read. All others take the rest at once.

That is how a server with new rules replaces one with older rules. See docs/scaling.md.
"""

from __future__ import annotations

import asyncio
import logging

from ..storage.store import StoreError
from ..wire.close_codes import RESTART
from .room import Room
from .rooms import Rooms, rules_version

EVERY = 1.0  # seconds between looks at what is left in memory
STORED_EVERY = 5.0  # seconds between looks at what is left in the database
ABANDONED_AFTER = 86400.0  # seconds after which nobody is expected to come back to a game that has no clock

logger = logging.getLogger(__name__)


async def finish_games(hub: Rooms) -> None:
    """Hand over every table that another process reads, and return once no game is going on that only this one reads.

    A game that everybody has left is in the database only, and goes on when somebody comes back.
    """
    while True:
        pause = EVERY
        try:
            only_here = await hub.ownership.leave_to_others()
            for room in [*hub.rooms.values()]:
                if only_here is not None and rules_version(room.table.edition, room.table.version) not in only_here:
                    await _hand_over(hub, room)
            if not any(_is_going_on(room) for room in hub.rooms.values()):
                if not await hub.store.has_games(only_here, since=hub.clock() - ABANDONED_AFTER):
                    return
                pause = STORED_EVERY
        except StoreError as error:
            logger.warning("the last games are not known", extra={"why": str(error)})
        await asyncio.sleep(pause)


def _is_going_on(room: Room) -> bool:
    return room.table.stage in ("playing", "between") or bool(room.subscribers.links() and room.table.stage == "lobby")


async def _hand_over(hub: Rooms, room: Room) -> None:
    async with room.lock:
        if hub.holds(room):
            await hub.ownership.release({room.id: room.epoch})
            hub.forget(room, RESTART)
