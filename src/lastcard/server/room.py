"""A table in memory: the fold of its log, the connections that look at it, and what each viewer was told.

A viewer is known by the hash of a token, spectators by the empty text: seats may shift in the lobby, tokens do not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from . import entries as log
from . import frames
from .protocol import Refused, encode
from .table import Table, Viewer

WATCHER = ""
MOST_LINKS = 4
MOST_WATCHERS = 200

# Why a connection is closed; the texts are in docs/protocol.md too.
BAD_HELLO, NO_SEAT, NO_WATCHING, NO_TABLE, TOO_SLOW_HELLO = 4400, 4401, 4403, 4404, 4408
REPLACED, TOO_SLOW, OLD_CLIENT, FLOOD, BROKEN, NO_STORE, RESTART = 4409, 4413, 4426, 4429, 4500, 4503, 1012
REASONS = {
    BAD_HELLO: "say hello first",
    NO_SEAT: "this token has no seat at this table",
    NO_WATCHING: "nobody may watch this table",
    NO_TABLE: "there is no such table",
    TOO_SLOW_HELLO: "no hello in time",
    REPLACED: "opened elsewhere too often",
    TOO_SLOW: "too slow to read",
    OLD_CLIENT: "another version of the protocol: load the page again",
    FLOOD: "too many messages",
    BROKEN: "this table cannot be read any more",
    NO_STORE: "the database is out of reach: try again",
    RESTART: "the server restarts",
}


class Link(Protocol):
    """A connection, as a room sees it."""

    def tell(self, frame: bytes) -> None:
        """Send, without waiting."""

    def close(self, code: int) -> None:
        """Close with one of the codes above, without waiting."""


class Audience:
    """The connections of one viewer, and the state they have been told."""

    def __init__(self) -> None:
        self.links: list[Link] = []
        self.state: frames.State = {}


class Room:
    """One table in memory. Its lock is held by whoever reads or changes the table across a wait."""

    def __init__(self, table: Table, clock: Callable[[], float]) -> None:
        self.lock = asyncio.Lock()
        self.audiences: dict[str, Audience] = {}
        self.doubtful = False
        self.timer: asyncio.TimerHandle | None = None
        self.lost: dict[str, asyncio.TimerHandle] = {}
        self.seen: dict[str, float] = {}
        self.asked: dict[str, asyncio.Event] = {}
        self.hints: dict[str, tuple[int, asyncio.Task[dict[str, Any]]]] = {}  # of a viewer: as of so many events
        self.bots: asyncio.Task[None] | None = None
        self.declined: tuple[object, ...] = ()
        self.changed = asyncio.Event()
        self.told = table.number
        self.events_told = frames.event_count(table)
        self._clock = clock
        self._ahead = 0.0
        self._held: list[tuple[float, asyncio.Future[None]]] = []
        self._held_timer: asyncio.TimerHandle | None = None
        self.table = table
        self.touched = clock()

    @property
    def id(self) -> str:
        """The table's."""
        return self.table.id

    def now(self) -> float:
        """The time at this table: it never runs back, whatever the clocks of this and other machines do."""
        now = self._clock()
        self._ahead = max(self._ahead, self.table.time - now)
        return now + self._ahead

    def seat(self, viewer: str) -> Viewer:
        """The seat of a token's hash; None for spectators and for strangers."""
        return self.table.seat_of(viewer) if viewer else None

    def touch(self) -> None:
        """Somebody is about to use it: it is kept in memory for a while."""
        self.touched = self._clock()

    def is_here(self, viewer: str) -> bool:
        """Whether a viewer is connected to this process."""
        return viewer in self.audiences

    # ---- connections --------------------------------------------------------------------------------
    def attach(self, link: Link, viewer: str, seen: int) -> bytes:
        """Let a connection look on; its first frame."""
        seat = self.seat(viewer)
        if viewer and seat is None:
            raise Refused("no-seat", REASONS[NO_SEAT])
        if not viewer and not self.table.settings.watchers:
            raise Refused("no-watching", REASONS[NO_WATCHING])
        frame, state = frames.first(self.table, seat, seen, self.now())
        audience = self.audiences.setdefault(viewer, Audience())
        audience.state = state
        audience.links.append(link)
        if len(audience.links) > (MOST_LINKS if viewer else MOST_WATCHERS):
            audience.links.pop(0).close(REPLACED)
        self.touched = self._clock()
        return frame

    def detach(self, link: Link, viewer: str) -> None:
        """A connection is gone."""
        audience = self.audiences.get(viewer)
        if audience and link in audience.links:
            audience.links.remove(link)
            if not audience.links:
                del self.audiences[viewer]
        self.touched = self._clock()

    def links(self) -> list[Link]:
        """Every connection."""
        return [link for audience in self.audiences.values() for link in audience.links]

    def _dismiss(self, viewer: str, code: int, last_word: bytes = b"") -> None:
        for link in self.audiences.pop(viewer).links:
            if last_word:
                link.tell(last_word)
            link.close(code)

    # ---- telling ------------------------------------------------------------------------------------
    def tell(self, news: Iterable[log.AnyEntry], mover: str = "", cid: str = "") -> int:
        """Tell every viewer what is new, all in one go; how many frames that took."""
        said = frames.said(news)
        sent = 0
        for viewer, audience in list(self.audiences.items()):
            seat = self.seat(viewer)
            if viewer and seat is None:
                self._dismiss(viewer, NO_SEAT, encode({"id": cid, "ok": self.table.number}) if viewer == mover and cid else b"")
                continue
            if not viewer and not self.table.settings.watchers:
                self._dismiss(viewer, NO_WATCHING)
                continue
            frame, audience.state = frames.update(self.table, seat, audience.state, self.events_told, said)
            if cid and viewer == mover:
                frame["id"] = cid
            data = encode(frame)
            for link in audience.links[:]:
                link.tell(data)
            sent += len(audience.links)
        self.told = self.table.number
        self.events_told = frames.event_count(self.table)
        self.touched = self._clock()
        self.changed.set()
        self.changed = asyncio.Event()
        return sent

    # ---- held moves ---------------------------------------------------------------------------------
    def wait_until(self, until: float) -> asyncio.Future[None]:
        """Done at this time; those who wait for the same time go on in the order in which they came."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._held.append((until, future))
        self._set_held_timer()
        return future

    def _set_held_timer(self) -> None:
        if self._held_timer:
            self._held_timer.cancel()
        self._held_timer = None
        if self._held:
            delay = max(0.0, min(until for until, _ in self._held) - self.now()) + 0.001
            self._held_timer = asyncio.get_running_loop().call_later(delay, self.release)

    def release(self, *, everything: bool = False) -> None:
        """Let those go on whose time has come."""
        now = self.now()
        ready = [pair for pair in self._held if everything or pair[0] <= now]
        self._held = [pair for pair in self._held if pair not in ready]
        for _, future in ready:
            if not future.done():
                future.set_result(None)
        self._set_held_timer()

    def close(self) -> None:
        """Stop every timer and task of this room."""
        for handle in (self.timer, self._held_timer, *self.lost.values()):
            if handle:
                handle.cancel()
        self.release(everything=True)
        for _, hint in self.hints.values():
            hint.cancel()
        if self.bots:
            self.bots.cancel()
