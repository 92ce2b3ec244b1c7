"""Who is there: players that connect, are lost, and come back, over all processes.

A player without a connection has some time to come back; then a bot plays the seat. Where there are several processes, they
ask each other before they believe that somebody is gone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol

from . import entries as log
from . import protocol as wire
from .config import Config
from .decide import decide, go_away
from .protocol import Refused
from .room import Room
from .store import Store, StoreError
from .table import Table

ANSWER_WITHIN = 1.0  # seconds in which a process says that it has a player's connection
RETRY = 1.0

Decider = Callable[[Table, float], list[log.AnyEntry]]
logger = logging.getLogger(__name__)


class Tables(Protocol):
    """What a hub gives: its tables, and the one way to change them."""

    config: Config
    store: Store
    stopping: bool
    is_alone: bool

    @property
    def is_deaf(self) -> bool: ...

    def clock(self) -> float: ...

    def spawn(self, work: Coroutine[Any, Any, Any]) -> object: ...

    def holds(self, room: Room) -> bool: ...

    async def commit(self, room: Room, decider: Decider) -> object: ...


class Presence:
    """The players of a hub's tables."""

    def __init__(self, hub: Tables) -> None:
        self._hub = hub

    async def welcome(self, room: Room, viewer: str) -> None:
        """Before the start who is back has the seat again, without asking; the room's lock is held."""
        seat = room.seat(viewer)
        if seat is not None and room.table.stage == "lobby" and room.table.seats[seat].away:
            try:
                await self._hub.commit(room, lambda table, now: decide(table, seat, wire.Back(), now))
            except Refused as refused:
                logger.warning("not done", extra={"table": room.id, "code": refused.code})

    def saw(self, room: Room, viewer: str) -> None:
        """A player without a WebSocket has asked for something, and so is there for a while."""
        if room.seat(viewer) is not None and not room.is_here(viewer):
            room.seen[viewer] = self._hub.clock()

    def _is_with_us(self, room: Room, viewer: str) -> bool:
        return room.is_here(viewer) or self._hub.clock() - room.seen.get(viewer, 0.0) < self._hub.config.unseen_after

    def expect_unseen(self, room: Room) -> None:
        """Every person who should play has some time to connect: after a restart, a deal, a seat taken or taken back.

        Where there are several processes, each that has connections at a table looks after all of its players, so that those
        of a process that dies are missed by the others.
        """
        if room.table.stage == "over" or not (self._hub.is_alone or room.links()):
            return
        for viewer in [seat.person.token for seat in room.table.seats if seat.is_present and seat.person]:
            if not room.is_here(viewer) and viewer not in room.lost:
                self.expect(room, viewer, self._hub.config.unseen_after)

    def expect(self, room: Room, viewer: str, seconds: float) -> None:
        if handle := room.lost.pop(viewer, None):
            handle.cancel()
        loop = asyncio.get_running_loop()
        room.lost[viewer] = loop.call_later(seconds, lambda: self._hub.spawn(self._missing(room, viewer)))

    async def _missing(self, room: Room, viewer: str) -> None:
        """Nobody has come back."""
        room.lost.pop(viewer, None)
        if self._is_with_us(room, viewer) or await self._is_elsewhere(room, viewer):
            self.expect_unseen(room)
            return
        if not self._hub.holds(room):
            return

        def decider(table: Table, now: float) -> list[log.AnyEntry]:
            seat = table.seat_of(viewer)
            return [] if seat is None or room.is_here(viewer) else go_away(table, seat, "connection", now)

        async with room.lock:
            try:
                await self._hub.commit(room, decider)
            except Refused as refused:
                if refused.code == "store" and not self._hub.stopping:
                    self.expect(room, viewer, RETRY)

    async def _is_elsewhere(self, room: Room, viewer: str) -> bool:
        """Whether another process has a player's connection: all are asked, and one that is dead does not answer.

        One that answers too late finds its player away, and takes the seat back at once (``heal``).
        """
        if self._hub.is_alone:
            return False
        answered = room.asked.setdefault(viewer, asyncio.Event())
        try:
            await self._hub.store.say(room.id, f"?{viewer}")
            await asyncio.wait_for(answered.wait(), ANSWER_WITHIN)
        except TimeoutError:
            return self._hub.is_deaf
        except StoreError:
            return True  # nobody can be asked now, nor can anything be written
        finally:
            room.asked.pop(viewer, None)
        return True

    async def hear(self, room: Room, word: str) -> None:
        """A process asks who has a player's connection (?), or says that it has (!)."""
        viewer = word[1:]
        if word[0] == "?" and self._is_with_us(room, viewer):
            with suppress(StoreError):
                await self._hub.store.say(room.id, f"!{viewer}")
        elif word[0] == "!":
            if answered := room.asked.get(viewer):
                answered.set()
            if viewer in room.lost:
                self.expect(room, viewer, self._hub.config.unseen_after)

    async def heal(self, room: Room, seat: int) -> None:
        """Another process has lost a player whose new connection is here."""
        person = room.table.seats[seat].person
        if person and room.is_here(person.token):
            await self._quietly(room, lambda table, now: decide(table, seat, wire.Back(), now))

    async def _quietly(self, room: Room, decider: Decider) -> None:
        """Something that nobody has asked for and that may fail."""
        async with room.lock:
            try:
                await self._hub.commit(room, decider)
            except Refused as refused:
                logger.warning("not done", extra={"table": room.id, "code": refused.code})
