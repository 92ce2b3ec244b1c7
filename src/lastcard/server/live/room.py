"""A table in memory: the fold of its log, its clock, and what has been told about it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from ..table import frames, log
from ..table.table import Table
from .subscribers import Link, Subscribers, seat_of
from .waiting import Waiting


class Room:
    """One table in memory. Hold its lock to read or change the table across an await.

    It is ``doubtful`` while it is not known whether it agrees with its log.
    """

    def __init__(self, table: Table, clock: Callable[[], float], epoch: int | None = None) -> None:
        self.epoch = epoch  # under which this process owns the table, on PostgreSQL
        self.lock = asyncio.Lock()
        self.offline: set[str] = set()  # the token hashes of players who have just lost their last connection here
        self.table = table
        self.subscribers = Subscribers()
        self.waiting = Waiting(self.now)
        self.doubtful = False
        self.timer: asyncio.TimerHandle | None = None  # of the next clock that runs out
        self.made_up_for: set[float] = set()  # outages, by when they began, whose time everyone has got back
        self._changed: asyncio.Event | None = None
        self.told = table.number
        self.events_told = frames.event_count(table)
        self._was_set_back = False
        self._clock = clock
        self._ahead = 0.0
        self.touched = clock()

    @property
    def table(self) -> Table:
        """The fold of the log."""
        return self._table

    @table.setter
    def table(self, table: Table) -> None:
        table.offline = self.offline
        self._table = table
        self._round = -1
        self._forget_old_rounds()

    def _forget_old_rounds(self) -> None:
        """Forget what nobody will be told again, once a round. The log has it all."""
        game = self._table.game
        if game is not None and game.round_number != self._round:
            self._round = game.round_number
            game.forget(frames.MOST_EVENTS)

    @property
    def id(self) -> str:
        """The id of its table."""
        return self.table.id

    def now(self) -> float:
        """The time at this table. It never runs backward, whatever the clocks of this and other machines do."""
        now = self._clock()
        self._ahead = max(self._ahead, self.table.time - now)
        return now + self._ahead

    def seat(self, token_hash: str) -> int | None:
        """The seat of a token's hash, or None for spectators and strangers."""
        return seat_of(self.table, token_hash)

    @property
    def changed(self) -> asyncio.Event:
        """An event that is set when something new has been told."""
        if self._changed is None:
            self._changed = asyncio.Event()
        return self._changed

    def touch(self) -> None:
        """Note that someone is about to use the table, so it stays in memory for a while."""
        self.touched = self._clock()

    def attach(self, link: Link, token_hash: str, seen: int) -> bytes:
        """Add a connection and return its first frame."""
        frame = self.subscribers.add(self.table, link, token_hash, seen, self.now())
        self.touch()
        return frame

    def detach(self, link: Link, token_hash: str) -> None:
        """Remove a connection that is gone."""
        self.subscribers.remove(link, token_hash)
        self.touch()

    def tell(self, news: Iterable[log.AnyEntry], mover: str = "", cid: str = "") -> int:
        """Tell everyone what is new, all at once, and return the number of frames sent."""
        sent = self.subscribers.tell(self.table, self.events_told, frames.said(news), mover, cid)
        self._have_told()
        return sent

    def start_over(self) -> int:
        """Show everyone the table as it is, because its log is shorter than what was told. Returns the number of frames."""
        self._was_set_back = True
        sent = self.subscribers.start_over(self.table, self.now())
        self._have_told()
        return sent

    def _have_told(self) -> None:
        self._forget_old_rounds()
        self.told = self.table.number
        self.events_told = frames.event_count(self.table)
        self.touch()
        if self._changed is not None:
            self._changed.set()
            self._changed = None

    def was_ahead(self, number: int) -> bool:
        """Whether a frame of this number comes from a log that has become shorter since."""
        return self._was_set_back and number > self.table.number
