"""The door's side: brings connections and questions to the process that owns a table, and its frames to the connections.

If that is this process, it is a plain call. Otherwise questions go over the bus, and frames come back as bytes, which the door
passes on without reading them.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Iterable
from contextlib import suppress
from itertools import count

from ...bots.histogram import Histogram
from ..live.answers import Answers
from ..live.hub import Hub
from ..live.room import Room
from ..live.subscribers import Link
from ..wire import commands as wire
from ..wire.close_codes import NO_STORE, NO_TABLE, RESTART
from ..wire.commands import Refused
from . import letters
from .bus import Bus, NoAnswer, NobodyThere
from .lease import Elsewhere, Owner
from .owner_desk import OwnerDesk

PATIENCE = 20.0  # seconds for which a table's owner is looked for
SILENCE = 5.0  # seconds without an answer after which an owner may be gone
BEAT_EVERY = 0.5
CENSUS_WITHIN = 2.0  # seconds in which a process answers an admin who asked another one
PAUSE, LONGEST_PAUSE = 0.02, 0.5  # seconds between tries
MOST_KNOWN = 10_000  # owners remembered

logger = logging.getLogger(__name__)
_streams = count(1)
_visits = count(1)


class Visit:
    """One connection at a table, which may move from owner to owner while it lasts."""

    def __init__(self, door: Door, table: str, link: Link, token_hash: str, address: str) -> None:
        self.number = next(_visits)
        self.table = table
        self.link = link
        self.token_hash = token_hash
        self.room: Room | None = None
        self.relay: Relay | None = None
        self._address = address
        self._door = door

    def now(self) -> float:
        """The time at the table."""
        return self.room.now() if self.room else self._door.hub.clock()

    def leave(self) -> None:
        """End, because the connection is gone."""
        if self.room:
            self._door.hub.detach(self.room, self.link, self.token_hash)
        elif self.relay:
            self.relay.leave(self)

    def call(self, command: wire.Calling) -> bool:
        """Do what concerns the call at once. False if another process has to."""
        if self.room:
            self._door.answers.call(self.room, self.link, self.token_hash, command, self.link.tell)
        return self.room is not None

    async def do(self, command: wire.SeatCommand, data: bytes) -> bytes:
        """Do what a command asks for, and return its answer, if no frame tells it.

        A command that another process has to do gets an id if it has none, so that it can be sent again.
        """
        cid, until = "", time.monotonic() + PATIENCE
        while True:
            if self.room:
                answer, is_told = await self._door.answers.answer(self.room, self.token_hash, self._address, command, cid)
                return b"" if is_told else answer
            relay = self.relay
            if relay is None or time.monotonic() > until:
                raise Refused("busy", "The server can't reach this table right now: try again in a moment.")
            cid = cid or command.id or f"door-{secrets.token_hex(8)}"
            try:
                await relay.has_moved()
                if self.room:
                    continue
                stream = relay.stream
                reply = await self._door.ask_owner(relay.owner, self._question(data, cid))
            except Elsewhere:
                relay.move()
                continue
            has_missed = relay.stream != stream or relay.count < reply.count
            return reply.told if reply.told and has_missed else reply.data

    def _question(self, data: bytes, cid: str) -> letters.Do:
        return letters.Do(
            table=self.table,
            token_hash=self.token_hash,
            address=self._address,
            door=self._door.id,
            link=self.number,
            command=data,
            cid=cid,
        )


class Relay:
    """The connections of this door at a table that another process owns."""

    def __init__(self, door: Door, table: str, owner: Owner) -> None:
        self.table = table
        self.owner = owner
        self.stream = next(_streams)
        self.count = 0
        self.visits: dict[int, Visit] = {}
        self._door = door
        self._moving: asyncio.Task[None] | None = None
        self._is_refreshing = False

    # ---- connections --------------------------------------------------------------------------------
    async def enter(self, visit: Visit, seen: int) -> None:
        """Add a connection. Elsewhere if the owner does not own the table any longer."""
        self.visits[visit.number] = visit
        attach = letters.Attach(
            table=self.table,
            token_hash=visit.token_hash,
            door=self._door.id,
            stream=self.stream,
            link=visit.number,
            seen=seen,
        )
        try:
            await self._door.ask_owner(self.owner, attach)
        except BaseException:
            self.visits.pop(visit.number, None)
            raise
        visit.relay = self

    def leave(self, visit: Visit) -> None:
        """Remove a connection."""
        if self.visits.pop(visit.number, None):
            detach = letters.Detach(table=self.table, door=self._door.id, link=visit.number)
            self._door.hub.spawn(self._tell_quietly(detach))
        if not self.visits:
            self._door.forget(self)

    async def _tell_quietly(self, question: letters.Detach) -> None:
        with suppress(Refused):  # an owner that is gone has no connections
            await self._door.ask_owner(self.owner, question, takes_over=False)

    # ---- frames -------------------------------------------------------------------------------------
    def hear(self, told: letters.Frames) -> None:
        """Pass frames on, unless they are old. If some are missing, the whole table is asked for."""
        if told.stream != self.stream:
            return
        if told.count != self.count + 1:
            self.refresh()
            return
        self.count = told.count
        for numbers, kind, frame in told.frames:
            for visit in [self.visits[number] for number in numbers if number in self.visits]:
                if kind == letters.TELL:
                    visit.link.tell(frame)
                elif kind == letters.OFFER:
                    visit.link.offer(frame)
                elif kind == RESTART:
                    self.move()
                else:
                    self.visits.pop(visit.number, None)
                    visit.link.close(kind)

    def refresh(self) -> None:
        """Ask for the whole table for every connection, in a new stream."""
        if not self._is_refreshing and not self._moving:
            self._is_refreshing = True
            self._door.hub.spawn(self._refresh_or_move())

    async def _refresh_or_move(self) -> None:
        try:
            await self._refresh()
        except Refused:
            self.move()
        finally:
            self._is_refreshing = False

    async def _refresh(self) -> None:
        self.stream, self.count = next(_streams), 0
        links = {number: visit.token_hash for number, visit in self.visits.items()}
        question = letters.Refresh(table=self.table, door=self._door.id, stream=self.stream, links=links)
        await self._door.ask_owner(self.owner, question)

    # ---- from owner to owner ------------------------------------------------------------------------
    async def has_moved(self) -> None:
        """Wait while the table moves to another owner."""
        if self._moving:
            await asyncio.wait([self._moving])

    def move(self, lost: Owner | None = None) -> None:
        """Find the table's owner, after this one (``lost`` if it does not answer)."""
        if not self._moving:
            self._moving = self._door.hub.spawn(self._move(lost))
            self._moving.add_done_callback(self._have_moved)

    def _have_moved(self, _task: asyncio.Task[None]) -> None:
        self._moving = None

    async def _move(self, lost: Owner | None) -> None:
        pause, until = PAUSE, time.monotonic() + PATIENCE
        self._door.know(self.table, None)
        while self.visits and time.monotonic() < until:
            if await self._has_found_owner(lost):
                return
            lost = None
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)
        self._close(NO_STORE)

    async def _has_found_owner(self, lost: Owner | None) -> bool:
        """Try once to bring every connection to the table's owner."""
        try:
            try:
                if lost:
                    await self._door.take_over(self.table, lost)
                await self._settle(await self._door.hub.room(self.table))
            except Elsewhere as elsewhere:
                if not elsewhere.owner.id:
                    return False
                self.owner = elsewhere.owner
                await self._refresh()
        except Refused as refused:
            if refused.code == "no-table":
                self._close(NO_TABLE)
                return True
            logger.warning("a table is not to be had", extra={"table": self.table, "code": refused.code})
            return False
        return True

    async def _settle(self, room: Room) -> None:
        """Bring every connection to this process itself, which owns the table now."""
        for visit in [*self.visits.values()]:
            try:
                await self._door.hub.attach(room, visit.link, visit.token_hash, 0)
            except Elsewhere:
                raise
            except Refused:
                visit.link.close(RESTART)
            else:
                visit.room = room
                if visit.number not in self.visits:  # it has left meanwhile
                    visit.leave()
            self.visits.pop(visit.number, None)
        self._door.forget(self)

    def _close(self, code: int) -> None:
        for visit in self.visits.values():
            visit.link.close(code)
        self.visits.clear()
        self._door.forget(self)


class Door:
    """Where connections and questions come in, whoever owns their table."""

    def __init__(self, hub: Hub, answers: Answers, desk: OwnerDesk, bus: Bus | None) -> None:
        self.hub = hub
        self.answers = answers
        self.id = bus.me if bus else ""
        self._desk = desk
        self._bus = bus
        self._relays: dict[str, Relay] = {}
        self._owners: dict[str, Owner] = {}
        if bus:
            bus.told = self._told
            hub.metrics.gauges["relayed_connections"] = (
                "Connections at tables that another process owns.",
                lambda: self.connections,
            )
        self._beats = hub.metrics.time("bus_beat_seconds", "Until an owner answers a sign of life.") if bus else Histogram()

    async def ask(self, question: letters.Do | letters.Sit | letters.Look | letters.Invite | letters.End) -> bytes:
        """Ask the owner of a table something, and return what the client is told."""
        table, until, pause = question.table, time.monotonic() + PATIENCE, PAUSE
        while True:
            owner = self._owners.get(table)
            try:
                if owner is None or table in self.hub.rooms:
                    reply = await self._desk.answer(question)
                else:
                    reply = await self.ask_owner(owner, question)
            except Elsewhere as elsewhere:
                self.know(table, elsewhere.owner if elsewhere.owner.id and self._bus else None)
                if elsewhere.owner.id and owner is None:
                    continue
            else:
                return reply.told or reply.data
            if time.monotonic() > until:
                raise Refused("busy", "The server can't reach this table right now: try again in a moment.")
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)

    async def enter(self, table: str, link: Link, token_hash: str, address: str, seen: int) -> Visit:
        """Bring a connection to a table. It gets the first frame before or soon after this returns."""
        visit = Visit(self, table, link, token_hash, address)
        until, pause = time.monotonic() + PATIENCE, PAUSE
        while True:
            try:
                room = await (self.hub.admit(table, token_hash) if token_hash else self.hub.room(table))
                await self.hub.attach(room, link, token_hash, seen)
            except Elsewhere as elsewhere:
                if elsewhere.owner.id and self._bus and await self._enter_elsewhere(visit, elsewhere.owner, seen):
                    return visit
            else:
                visit.room = room
                return visit
            if time.monotonic() > until:
                raise Refused("busy", "The server can't reach this table right now: try again in a moment.")
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)

    async def _enter_elsewhere(self, visit: Visit, owner: Owner, seen: int) -> bool:
        relay = self._relays.get(visit.table)
        if relay is None:
            relay = self._relays[visit.table] = Relay(self, visit.table, owner)
        await relay.has_moved()
        if self._relays.get(visit.table) is not relay:
            return False
        try:
            await relay.enter(visit, seen)
        except Elsewhere:
            if relay.visits:
                relay.move()
            else:
                self.forget(relay)
            return False
        except BaseException:
            if not relay.visits:
                self.forget(relay)
            raise
        return True

    # ---- owners -------------------------------------------------------------------------------------
    def know(self, table: str, owner: Owner | None) -> None:
        """Remember who owns a table."""
        self._owners.pop(table, None)
        if owner:
            self._owners[table] = owner
            if len(self._owners) > MOST_KNOWN:
                del self._owners[next(iter(self._owners))]

    async def ask_owner(self, owner: Owner, question: letters.AboutTable, *, takes_over: bool = True) -> letters.Answer:
        """Ask another process about its table. Elsewhere if it does not own the table, or is gone: then this one takes over."""
        assert self._bus is not None  # noqa: S101 - other processes are known only over the bus
        try:
            reply = letters.read_reply(await self._bus.ask(owner.id, letters.pack(question), SILENCE))
        except NobodyThere:
            if takes_over:
                await self.take_over(question.table, owner)
            raise Elsewhere.unknown() from None
        except NoAnswer:
            if takes_over and not await self._is_alive(owner):
                await self.take_over(question.table, owner)
            raise Elsewhere.unknown() from None
        if isinstance(reply, letters.Refusal):
            raise reply.exception()
        if not isinstance(reply, letters.Answer):
            raise Elsewhere.unknown()
        return reply

    # ---- for admins ---------------------------------------------------------------------------------
    async def census(self) -> dict[str, letters.Connections | None]:
        """All processes and their connections, by process. None for one that does not answer."""
        others = await self._others()
        found = await asyncio.gather(*(self._ask_process(process, letters.Census()) for process in others))
        told = [reply if isinstance(reply, letters.Connections) else None for reply in found]
        return {self.id: self._desk.census(), **dict(zip(others, told, strict=True))}

    async def drain(self, process: str, *, finish: bool) -> letters.Draining | None:
        """End a process soon, whichever it is. None if it does not answer, LookupError if there is no such process."""
        if process == self.id:
            return self._desk.end(finish=finish)
        if process not in await self._others():
            raise LookupError(process)
        reply = await self._ask_process(process, letters.Drain(finish=finish))
        return reply if isinstance(reply, letters.Draining) else None

    async def _others(self) -> list[str]:
        return await self.hub.ownership.others() if self._bus else []

    async def _ask_process(self, process: str, question: letters.Census | letters.Drain) -> letters.Reply | None:
        assert self._bus is not None  # noqa: S101 - as above
        try:
            reply: letters.Reply = letters.read_reply(await self._bus.ask(process, letters.pack(question), CENSUS_WITHIN))
        except (NobodyThere, NoAnswer):
            return None
        return reply

    # ---- owners that do not answer ------------------------------------------------------------------

    async def _is_alive(self, owner: Owner) -> bool:
        """Whether an owner answers. Without a steady bus, it gets the benefit of the doubt."""
        assert self._bus is not None  # noqa: S101 - as above
        try:
            await self._bus.ask(owner.id, letters.pack(letters.Beat(door=self.id, tables={})), SILENCE)
        except (NobodyThere, NoAnswer):
            return not self._bus.is_steady
        return True

    async def take_over(self, table: str, lost: Owner) -> None:
        """Own a table whose owner does not answer, but only while this process has the bus itself."""
        if self._bus and self._bus.is_steady and not self.hub.stopping:
            logger.info("a table is taken over", extra={"table": table})
            await self.hub.take_over(table, lost)

    # ---- over the bus -------------------------------------------------------------------------------
    def _told(self, data: bytes) -> None:
        told = letters.read_frames(data)
        if relay := self._relays.get(told.table):
            relay.hear(told)

    def forget(self, relay: Relay) -> None:
        """Drop a table that no connection of this door follows elsewhere."""
        if self._relays.get(relay.table) is relay:
            del self._relays[relay.table]

    @property
    def connections(self) -> int:
        """How many connections are at tables of other processes."""
        return sum(len(relay.visits) for relay in self._relays.values())

    def close_all(self) -> None:
        """Close every connection at a table of another process, because this one stops."""
        for relay in [*self._relays.values()]:
            for visit in [*relay.visits.values()]:
                visit.link.close(RESTART)

    async def keep(self) -> None:
        """Show every owner a sign of life again and again, and find out which are gone."""
        while self._bus:
            await asyncio.sleep(BEAT_EVERY)
            self._desk.lose_silent_doors()
            owners: dict[str, list[Relay]] = {}
            for relay in self._relays.values():
                owners.setdefault(relay.owner.id, []).append(relay)
            for process, relays in owners.items():
                self.hub.spawn(self._beat(self._bus, process, relays))

    async def _beat(self, bus: Bus, process: str, relays: Iterable[Relay]) -> None:
        sent = time.monotonic()
        followed = {relay.table: relay for relay in relays}
        tables = {table: (relay.stream, relay.count) for table, relay in followed.items()}
        beat = letters.pack(letters.Beat(door=self.id, tables=tables))
        try:
            reply = letters.read_reply(await bus.ask(process, beat, SILENCE))
        except (NobodyThere, NoAnswer) as error:
            is_alive = isinstance(error, NoAnswer) and bus.has_answered(process, sent)
            for relay in [] if is_alive or not bus.is_steady else followed.values():
                if relay.owner.id == process:
                    relay.move(relay.owner)
        else:
            self._beats.add(time.monotonic() - sent)
            if isinstance(reply, letters.Counts):
                for table, number in reply.tables.items():
                    relay = followed[table]
                    if relay.stream == tables[table][0] and (number < 0 or relay.count < number):
                        relay.refresh()
