"""Presence: players who connect, are lost and come back, through whichever process.

A player without a connection has some time to come back before a bot plays the seat.
"""

from __future__ import annotations

import asyncio
import logging
from weakref import WeakKeyDictionary

from ..table import log
from ..table.decide import decide, go_away
from ..table.table import Table
from ..wire import commands as wire
from ..wire.commands import Refused
from .room import Room
from .rooms import Rooms
from .subscribers import WATCHER

RETRY = 1.0

logger = logging.getLogger(__name__)


class Attendance:
    """The players expected back at one table, or seen last, by token hash."""

    def __init__(self) -> None:
        self.lost: dict[str, asyncio.TimerHandle] = {}
        self.seen: dict[str, float] = {}


class Presence:
    """The players of a hub's tables."""

    def __init__(self, hub: Rooms) -> None:
        self._hub = hub
        self._attendances: WeakKeyDictionary[Room, Attendance] = WeakKeyDictionary()

    def _at(self, room: Room) -> Attendance:
        return self._attendances.setdefault(room, Attendance())

    def awaits(self, room: Room) -> bool:
        """Whether someone at a table still has time to come back."""
        return bool(self._at(room).lost)

    def forget(self, room: Room) -> None:
        """Stop waiting for anyone at a table."""
        if attendance := self._attendances.pop(room, None):
            for handle in attendance.lost.values():
                handle.cancel()

    def came(self, room: Room, token_hash: str) -> None:
        """Note that a player has connected."""
        if handle := self._at(room).lost.pop(token_hash, None):
            handle.cancel()
        self.expect_unseen(room)

    def left(self, room: Room, token_hash: str) -> None:
        """Note that a connection is gone. Its seat is kept for a while, then a bot plays it."""
        self._at(room).seen.pop(token_hash, None)
        is_ours = self._hub.holds(room) and not self._hub.stopping
        if token_hash != WATCHER and token_hash not in room.subscribers and is_ours:
            self.expect(room, token_hash, self._hub.config.lost_after)
            room.offline.add(token_hash)
            self._hub.spawn(self._tell(room))

    async def _tell(self, room: Room) -> None:
        """Tell everyone at once that a player has lost the connection or has it again. It is not logged."""
        async with room.lock:
            if not room.doubtful and self._hub.holds(room):
                room.tell([])

    async def welcome(self, room: Room, token_hash: str) -> None:
        """Show that a player is back, and before a deal give back the seat. The caller holds the room's lock."""
        if token_hash in room.offline:
            room.offline.discard(token_hash)
            room.tell([])
        seat = room.seat(token_hash)
        if seat is None or room.table.stage not in ("lobby", "between"):
            return
        if room.table.seats[seat].away and not room.table.seats[seat].kept_by_bot:
            try:
                await self._hub.commit(room, lambda table, now: decide(table, seat, wire.Back(), now))
            except Refused as refused:
                logger.warning("not done", extra={"table": room.id, "code": refused.code})

    def saw(self, room: Room, token_hash: str) -> None:
        """Note that a player without a WebSocket has asked for something, and so counts as present for a while."""
        if token_hash not in room.subscribers and room.seat(token_hash) is not None:
            self._at(room).seen[token_hash] = self._hub.clock()
            if token_hash in room.offline:
                room.offline.discard(token_hash)
                self._hub.spawn(self._tell(room))

    def _is_with_us(self, room: Room, token_hash: str) -> bool:
        unseen = self._hub.clock() - self._at(room).seen.get(token_hash, 0.0)
        return token_hash in room.subscribers or unseen < self._hub.config.unseen_after

    def expect_unseen(self, room: Room) -> None:
        """Give everyone who should play some time to connect: after a restart, a deal, or a seat taken or taken back."""
        if room.subscribers.include(room.table.holders()) or room.table.stage == "over":
            return
        for token_hash in [seat.person.token_hash for seat in room.table.seats if seat.is_present and seat.person]:
            if token_hash not in room.subscribers and token_hash not in self._at(room).lost:
                self.expect(room, token_hash, self._hub.config.unseen_after)

    def expect(self, room: Room, token_hash: str, seconds: float) -> None:
        """Give a player this many seconds to come back."""
        lost, loop = self._at(room).lost, asyncio.get_running_loop()
        if handle := lost.pop(token_hash, None):
            handle.cancel()
        lost[token_hash] = loop.call_later(seconds, lambda: self._hub.spawn(self._missing(room, token_hash)))

    async def _missing(self, room: Room, token_hash: str) -> None:
        """Hand the seat to a bot, unless its player is here after all."""
        self._at(room).lost.pop(token_hash, None)
        if self._is_with_us(room, token_hash):
            self.expect_unseen(room)
            return
        if not self._hub.holds(room):
            return

        def decider(table: Table, now: float) -> list[log.AnyEntry]:
            seat = table.seat_of(token_hash)
            return [] if seat is None or token_hash in room.subscribers else go_away(table, seat, "connection", now)

        async with room.lock:
            try:
                await self._hub.commit(room, decider)
            except Refused as refused:
                if refused.code == "store" and not self._hub.stopping:
                    self.expect(room, token_hash, RETRY)
