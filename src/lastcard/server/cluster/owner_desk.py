"""The owner's side: answers what doors ask about this process's tables, and sends frames to their connections."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable
from typing import cast

from ... import __version__
from ..live.answers import Answers
from ..live.hub import Hub
from ..live.room import Room
from ..table import frames, log
from ..table.summary import invitation
from ..table.table import Table
from ..wire import commands as wire
from ..wire.close_codes import RESTART
from ..wire.commands import Refused, encode
from . import letters
from .bus import Bus
from .lease import Elsewhere

SILENT_AFTER = 5.0  # seconds after which a door that shows no sign of life is gone
LARGEST = 512 << 10  # bytes of frames in one message

logger = logging.getLogger(__name__)


class RemoteLink:
    """A connection that a door holds."""

    def __init__(self, outbox: Outbox, number: int, token_hash: str) -> None:
        self.outbox = outbox
        self.number = number
        self.token_hash = token_hash

    def tell(self, frame: bytes) -> None:
        """Send a frame."""
        self.outbox.put(self.number, letters.TELL, frame)

    def offer(self, frame: bytes) -> None:
        """Send a frame that can be missed."""
        self.outbox.put(self.number, letters.OFFER, frame)

    def close(self, code: int) -> None:
        """Have the door close the connection. If this process only stops being the owner, the door finds the next one."""
        self.outbox.put(self.number, code, b"")
        self.outbox.links.pop(self.number, None)


class Outbox:
    """What goes to one door about one table: everything of a moment in one message."""

    def __init__(self, bus: Bus, door: str, room: Room) -> None:
        self.room = room
        self.links: dict[int, RemoteLink] = {}
        self.stream = 0
        self.count = 0
        self._bus = bus
        self._door = door
        self._waiting: list[tuple[list[int], int, bytes]] = []
        self._size = 0

    def restart(self, stream: int) -> None:
        """Begin another stream, unless it is the same."""
        if stream != self.stream:
            self.flush()
            self.stream, self.count = stream, 0

    def put(self, link: int, kind: int, frame: bytes) -> None:
        """Add a frame. Equal frames for several connections are sent once."""
        if not self._waiting:
            self._bus.fill(self.flush)
        last = self._waiting[-1] if self._waiting else None
        if last and last[1] == kind and last[2] is frame:
            last[0].append(link)
            return
        self._waiting.append(([link], kind, frame))
        self._size += len(frame)
        if self._size > LARGEST:
            self.flush()

    def flush(self) -> None:
        """Send what is waiting."""
        if not self._waiting:
            return
        self.count += 1
        told = letters.Frames(table=self.room.id, stream=self.stream, count=self.count, frames=self._waiting)
        self._waiting, self._size = [], 0
        self._bus.tell(self._door, letters.pack(told))


class OwnerDesk:
    """Answers questions about this process's tables, from its own door and from others."""

    def __init__(self, hub: Hub, answers: Answers, bus: Bus | None) -> None:
        self._hub = hub
        self._answers = answers
        self._bus = bus
        self._doors: dict[str, dict[str, Outbox]] = {}  # by door and table
        self._alive: dict[str, float] = {}
        self._since = hub.clock()
        self.connected: Callable[[], list[letters.ConnectionInfo]] = list  # the connections of this process
        self.drain: Callable[[bool], None] = lambda _finish: None  # end this process soon
        if bus:
            bus.asked = self._asked
            bus.gone = self.lose_door
            hub.bus_outage, hub.has_remote_players = bus.outage, self._has_remote_players
            about = "Connections of other processes at tables of this one."
            hub.metrics.gauges["remote_connections"] = (about, lambda: self.connections)

    @property
    def connections(self) -> int:
        """How many connections of other processes are at tables of this one."""
        return sum(len(outbox.links) for tables in self._doors.values() for outbox in tables.values())

    def _has_remote_players(self, room: Room) -> bool:
        return any(room.id in tables for tables in self._doors.values())

    # ---- over the bus -------------------------------------------------------------------------------
    def _asked(self, data: bytes, answer: Callable[[bytes], None]) -> None:
        question = letters.read_question(data)
        try:
            command = wire.read_command(question.command) if isinstance(question, letters.Do) else None
        except Refused as refused:  # a door of another release may know other commands
            answer(letters.pack(letters.Refusal.of(refused)))
            return
        if not isinstance(command, wire.Calling) or not self._call(cast("letters.Do", question), command, answer):
            self._hub.spawn(self._reply(question, command, answer))

    async def _reply(
        self, question: letters.Question, command: wire.SeatCommand | None, answer: Callable[[bytes], None]
    ) -> None:
        reply: letters.Reply
        try:
            match question:
                case letters.Beat():
                    reply = self._beat(question)
                case letters.Census():
                    reply = self.census()
                case letters.Drain():
                    reply = self.end(finish=question.finish)
                case _:
                    reply = await self.answer(question, command)
        except Elsewhere:
            reply = letters.NotMine()
        except Refused as refused:
            reply = letters.NotMine() if refused.code == "stopping" else letters.Refusal.of(refused)
        except Exception:
            logger.exception("A question from another process could not be answered.")
            reply = letters.Refusal.of(Refused("internal", "Something went wrong on the server. It has been logged."))
        answer(letters.pack(reply))

    def census(self) -> letters.Connections:
        """Which process this is, and its connections."""
        return letters.Connections(
            listed=self.connected(),
            host=socket.gethostname(),
            pid=os.getpid(),
            version=__version__,
            since=self._since,
            tables=len(self._hub.rooms),
        )

    def end(self, *, finish: bool) -> letters.Draining:
        """Have this process end soon, as an admin wishes."""
        self.drain(finish)
        return letters.Draining(pid=os.getpid(), connections=len(self.connected()))

    def _beat(self, beat: letters.Beat) -> letters.Counts:
        """Note that a door is alive, and tell it where it may have missed something."""
        self._alive[beat.door] = time.monotonic()
        found = self._doors.get(beat.door, {})
        counts = {}
        for table, (stream, count) in beat.tables.items():
            outbox = found.get(table)
            if outbox is None or outbox.stream != stream or not self._hub.holds(outbox.room):
                counts[table] = -1
            elif outbox.count != count:
                outbox.flush()
                counts[table] = outbox.count
        return letters.Counts(tables=counts)

    def lose_silent_doors(self) -> None:
        """Give up doors that show no sign of life. While this process lacks the bus itself, none can."""
        now = time.monotonic()
        if self._bus and not self._bus.is_steady:
            self._alive = dict.fromkeys(self._doors, now)
        for door in [door for door in self._doors if now - self._alive.get(door, 0.0) > SILENT_AFTER]:
            self.lose_door(door)

    def lose_door(self, door: str) -> None:
        """Remove the connections of a door that is gone. Their players may come back through another one."""
        self._alive.pop(door, None)
        for outbox in self._doors.pop(door, {}).values():
            for link in [*outbox.links.values()]:
                self._hub.detach(outbox.room, link, link.token_hash)

    # ---- answers ------------------------------------------------------------------------------------
    async def answer(self, question: letters.AboutTable, command: wire.SeatCommand | None = None) -> letters.Answer:
        """Answer a question. Refused if that is not possible, Elsewhere if another process owns the table.

        ``command`` is what a Do asks for, if it has been read already.
        """
        if isinstance(question, letters.Detach):
            self._detach(question)
            return letters.Answer()
        if self._hub.stopping:
            raise Refused("stopping", "The server is restarting: try again in a moment.")
        room = await (
            self._hub.admit(question.table, question.token_hash) if question.token_hash else self._hub.room(question.table)
        )
        match question:
            case letters.Do():
                reply = await self._do(room, question, command or wire.read_command(question.command))
            case letters.Attach():
                reply = await self._attach(room, question)
            case letters.Refresh():
                reply = await self._refresh(room, question)
            case letters.Sit():
                seat = await self._hub.join(room, question.name, question.holder, question.face)
                reply = letters.Answer(data=b"%d" % seat)
            case letters.End():
                reply = letters.Answer(data=(await self._end(room)).encode())
            case _:
                reply = letters.Answer(data=await self._show(room, question))
        return reply

    async def _end(self, room: Room) -> str:
        async with room.lock:
            await self._hub.settle(room)
            stage = room.table.stage
            if stage in ("playing", "between"):
                await self._hub.commit(room, end_game)
        return stage

    async def _show(self, room: Room, question: letters.AboutTable) -> bytes:
        async with room.lock:
            await self._hub.fence(room)
            if isinstance(question, letters.Invite):
                return encode(invitation(room.table, question.name))
            self._hub.presence.saw(room, question.token_hash)
            seat = room.seat(question.token_hash)
            if seat is None:
                raise Refused("no-seat", "You don't have a seat at this table.")
            return frames.first(room.table, seat, 0, room.now())[0]

    async def _do(self, room: Room, question: letters.Do, command: wire.SeatCommand) -> letters.Answer:
        outbox = self._outbox(question.door, room) if question.link else None
        if outbox and question.link not in outbox.links:
            raise Elsewhere.unknown()
        data, is_told = await self._answers.answer(room, question.token_hash, question.address, command, question.cid)
        if outbox:
            outbox.flush()
        count = outbox.count if outbox else 0
        return letters.Answer(told=data, count=count) if is_told and outbox else letters.Answer(data=data, count=count)

    def _call(self, question: letters.Do, command: wire.Calling, answer: Callable[[bytes], None]) -> bool:
        """Answer what concerns the call at once, in the order in which it comes. False if the connection is not known."""
        outbox = self._doors.get(question.door, {}).get(question.table)
        link = outbox.links.get(question.link) if outbox else None
        if outbox is None or link is None or not self._hub.holds(outbox.room):
            return False

        def tell(data: bytes) -> None:
            answer(letters.pack(letters.Answer(data=data)))

        try:
            self._answers.call(outbox.room, link, link.token_hash, command, tell)
            if isinstance(command, wire.Signal):
                tell(b"")
        except Refused as refused:
            answer(letters.pack(letters.Refusal.of(refused)))
        return True

    # ---- connections of doors ------------------------------------------------------------------------
    def _outbox(self, door: str, room: Room) -> Outbox:
        assert self._bus is not None  # noqa: S101 - there are no doors without a bus
        at_door = self._doors.setdefault(door, {})
        self._alive.setdefault(door, time.monotonic())
        outbox = at_door.get(room.id)
        if outbox is None or outbox.room is not room:
            outbox = at_door[room.id] = Outbox(self._bus, door, room)
        return outbox

    async def _attach(self, room: Room, question: letters.Attach) -> letters.Answer:
        outbox = self._outbox(question.door, room)
        outbox.restart(question.stream)
        link = RemoteLink(outbox, question.link, question.token_hash)
        outbox.links[question.link] = link
        try:
            await self._hub.attach(room, link, question.token_hash, question.seen)
        except BaseException:
            outbox.links.pop(question.link, None)
            raise
        if outbox.links.get(question.link) is not link:  # the door has taken it away meanwhile
            self._hub.detach(room, link, link.token_hash)
        return letters.Answer(count=outbox.count)

    async def _refresh(self, room: Room, question: letters.Refresh) -> letters.Answer:
        outbox = self._outbox(question.door, room)
        outbox.restart(question.stream)
        for number in [number for number in outbox.links if number not in question.links]:
            self._forget(outbox, number)
        for number, token_hash in question.links.items():
            link = outbox.links.get(number)
            if link is None:
                attach = letters.Attach(
                    table=room.id, token_hash=token_hash, door=question.door, stream=question.stream, link=number
                )
                try:
                    await self._attach(room, attach)
                except Elsewhere:
                    raise
                except Refused:
                    outbox.put(number, RESTART, b"")
                continue
            async with room.lock:
                await self._hub.fence(room)
                link.tell(frames.first(room.table, room.seat(token_hash), 0, room.now())[0])
                self._hub.calls.greet(room, link, token_hash)
        return letters.Answer(count=outbox.count)

    def _detach(self, question: letters.Detach) -> None:
        if outbox := self._doors.get(question.door, {}).get(question.table):
            self._forget(outbox, question.link)
            if not outbox.links:
                del self._doors[question.door][question.table]

    def _forget(self, outbox: Outbox, number: int) -> None:
        if link := outbox.links.pop(number, None):
            self._hub.detach(outbox.room, link, link.token_hash)


def end_game(table: Table, now: float) -> list[log.AnyEntry]:
    """Decide to end a game in progress."""
    return [log.Ended(t=now)] if table.stage in ("playing", "between") else []
