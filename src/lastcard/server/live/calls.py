"""The call at a table: who is in it, and the signals that let their browsers find each other.

Voices and pictures go from browser to browser. The server only hands offers, answers and candidates from one caller to
another, at once and without keeping them. Callers are known by ids that the server gives out, because seats may shift and one
player may have several connections, of which one has the call.
"""

from __future__ import annotations

import asyncio
import secrets
from weakref import WeakKeyDictionary

from msgspec import UNSET

from ..table.table import Table
from ..wire import commands as wire
from ..wire.commands import Refused, encode
from ..wire.messages import CallAnswer, CallerInfo, CallsFrame, SignalFrame
from .ice import has_relay, ice_servers
from .room import Room
from .rooms import Rooms
from .subscribers import Link


class Caller:
    """Someone in the call. Without a link, the connection is lost and may come back until ``leaving`` is due."""

    def __init__(self, token_hash: str, link: Link) -> None:
        self.id = secrets.token_hex(8)
        self.token_hash = token_hash
        self.link: Link | None = link
        self.leaving: asyncio.TimerHandle | None = None

    def stay(self, link: Link) -> None:
        """Go on with this connection."""
        self.link = link
        if self.leaving:
            self.leaving.cancel()
            self.leaving = None


class Callers:
    """The callers of one table, and what its players were told about them."""

    def __init__(self) -> None:
        self.all: list[Caller] = []
        self.told: list[CallerInfo] = []

    def of(self, link: Link) -> Caller:
        """Return the caller on this connection, or refuse if nobody is calling on it."""
        for caller in self.all:
            if caller.link is link:
                return caller
        raise Refused("no-call", "You aren't in the call.")


class Calls:
    """The calls at a hub's tables."""

    def __init__(self, hub: Rooms) -> None:
        self._hub = hub
        self._callers: WeakKeyDictionary[Room, Callers] = WeakKeyDictionary()

    def _at(self, room: Room) -> Callers:
        return self._callers.setdefault(room, Callers())

    def join(self, room: Room, link: Link, token_hash: str, command: wire.Call) -> CallAnswer:
        """Put a player into the call on this connection, and only on this one."""
        self._check(room.table, token_hash)
        callers = self._at(room)
        mine = next((caller for caller in callers.all if caller.token_hash == token_hash), None)
        if mine and mine.id == command.again:
            mine.stay(link)
        else:
            if mine:
                self._end(callers, mine)
            mine = Caller(token_hash, link)
            callers.all.append(mine)
        config = self._hub.config
        ice = ice_servers(config.ice_servers, config.turn_secret, self._hub.clock())
        return CallAnswer(id=command.id, call=mine.id, ice=ice, relay=room.table.settings.public)

    def hang_up(self, room: Room, link: Link) -> None:
        """Take the caller on this connection out of the call."""
        self._end(self._at(room), self._at(room).of(link))

    def signal(self, room: Room, link: Link, command: wire.Signal) -> None:
        """Hand a signal to another caller. One whose connection is lost or slow right now misses it."""
        callers = self._at(room)
        sender = callers.of(link)
        self._check(room.table, sender.token_hash)
        to = next((caller for caller in callers.all if caller.id == command.to and caller is not sender), None)
        if to is None:
            raise Refused("no-call", "Nobody at this table has that call.")
        if to.link:
            sdp, candidates = command.sdp or UNSET, command.candidates or UNSET
            to.link.offer(encode(SignalFrame(sender=sender.id, kind=command.kind, sdp=sdp, candidates=candidates)))

    def lost(self, room: Room, link: Link) -> None:
        """Give a caller whose connection is gone some time to come back, while the others keep hearing each other."""
        callers = self._callers.get(room)
        caller = next((each for each in callers.all if each.link is link), None) if callers else None
        if caller:
            caller.link = None
            loop = asyncio.get_running_loop()
            caller.leaving = loop.call_later(self._hub.config.lost_after, self._gone, room, caller)

    def _gone(self, room: Room, caller: Caller) -> None:
        self._end(self._at(room), caller)
        self.follow(room)

    def follow(self, room: Room) -> None:
        """End the calls of those who may no longer call, and tell the players who is in the call if that has changed."""
        callers = self._callers.get(room)
        if not callers or not (callers.all or callers.told):
            return
        for caller in callers.all[:]:
            try:
                self._check(room.table, caller.token_hash)
            except Refused:
                self._end(callers, caller)
        told = [CallerInfo(call=caller.id, seat=room.seat(caller.token_hash) or 0) for caller in callers.all]
        if told != callers.told:
            callers.told = told
            for seat in room.table.seats:
                if seat.person and seat.person.token_hash:
                    for link in room.subscribers.links(seat.person.token_hash):
                        link.tell(encode(CallsFrame(calls=told)))

    def greet(self, room: Room, link: Link, token_hash: str) -> None:
        """Tell a player who has just connected who is in the call."""
        callers = self._callers.get(room)
        if callers and callers.told and room.seat(token_hash) is not None:
            link.tell(encode(CallsFrame(calls=callers.told)))

    def forget(self, room: Room) -> None:
        """End the call at a table."""
        if callers := self._callers.pop(room, None):
            for caller in callers.all[:]:
                self._end(callers, caller)

    def _end(self, callers: Callers, caller: Caller) -> None:
        if caller.leaving:
            caller.leaving.cancel()
        if caller in callers.all:
            callers.all.remove(caller)

    def _check(self, table: Table, token_hash: str) -> None:
        """Refuse someone who may not call at this table."""
        seat = table.seat_of(token_hash) if token_hash else None
        if seat is None or not table.seats[seat].is_human or table.seats[seat].away == "left":
            raise Refused("no-seat", "You don't have a seat at this table.")
        if table.moderation.is_silenced(table.seats[seat].person):
            raise Refused("silenced", "The host has muted you at this table.")
        if table.settings.media == "off":
            raise Refused("media-off", "Voice and video are off at this table.")
        if table.settings.public and not has_relay(self._hub.config.ice_servers):
            raise Refused("no-media", "A table that's open to everyone needs a relay for voice, and this server has none.")
