"""One person's place at a table, wherever the table is. The screens use only this interface."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from ..edition import Edition
from ..errors import Refusal
from ..events import Event
from ..moves import Move
from ..options import Options
from ..record import Record
from ..view import View
from .tips import Tips
from .words import Brings, Choice, choices, hint_words, refused


class Seat(ABC):
    """A seat as a person at a screen sees it, and what they may do.

    ``number`` is the seat whose view is shown; None shows a spectator's. ``offers`` are the moves that can be made at this
    screen now, each with its seat. ``wanted`` is the seat that should take over a shared screen. ``stage`` is lobby, playing,
    between (rounds) or over. ``lines`` holds chat and notices, ``status`` says what is wrong with the connection, and
    ``is_lost`` says why the game cannot go on.
    """

    edition: Edition
    names: list[str]
    number: int | None = None
    stage: str = "playing"
    is_remote = False
    is_shared = False
    is_lost = ""
    status = ""
    view: View | None = None
    offers: Sequence[tuple[int, Move]] = ()
    wanted: int | None = None
    event_count = 0
    tips: Tips | None = None  # None gives no tips
    games = 1  # how many have been dealt at this table, including this one

    def __init__(self) -> None:
        self.version = 0
        self.lines: list[str] = []
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None  # what goes on by itself while somebody sits here

    @property
    def options(self) -> Options:
        """The table's options, as far as they are known."""
        return self.view.options if self.view else {}

    def tell(self) -> None:
        """Announce that something has changed."""
        self.version += 1
        self._news.set()
        self._news = asyncio.Event()

    async def changed(self, since: int) -> int:
        """Wait until something has changed since this version, and return the current version."""
        while self.version == since:
            await self._news.wait()
        return self.version

    @property
    def moves(self) -> list[Move]:
        """The legal moves of the seat whose view is shown."""
        return [move for seat, move in self.offers if seat == self.number]

    @property
    def is_asked(self) -> bool:
        """Whether the game is waiting for the seat whose view is shown."""
        return self.view is not None and self.number is not None and self.number in self.view.to_move

    @property
    def you(self) -> int | None:
        """The seat that the screen addresses as "you"; None if several people share it."""
        return None if self.is_shared else self.number

    @property
    def seconds_left(self) -> dict[int, int]:
        """The seconds that seats have left, if there are clocks."""
        return {}

    @abstractmethod
    def events(self, since: int) -> list[Event]:
        """The events from number ``since`` on, as this seat may see them."""

    @abstractmethod
    async def do(self, move: str, seat: int | None = None) -> Refusal | None:
        """Make a move, for this seat or another at the same screen. None means it is done."""

    @abstractmethod
    async def why_not(self, move: str) -> Refusal | None:
        """Return why a move is not allowed now, or None if it is."""

    @abstractmethod
    async def go_on(self) -> Refusal | None:
        """Deal the next round, or agree to deal it."""

    @abstractmethod
    async def deal_again(self) -> Refusal | None:
        """Start another game at the same table once this one is over."""

    def tally_lines(self) -> list[str]:
        """Say who won how many games since the first one, if there have been several."""
        return []

    @abstractmethod
    async def record(self) -> Record | None:
        """The record of the game so far; None if there is nothing to save."""

    @abstractmethod
    async def hint(self) -> Mapping[str, Any] | Refusal:
        """Return what the strongest bot would do and why, in the form of the server's hints, or why there is no hint."""

    async def settled(self) -> None:
        """Wait until only people have something to do. Returns at once where that cannot be known."""
        return

    def let_pass(self) -> None:
        """Let the chance to act out of turn go by, for everyone at this screen."""
        return

    def take(self, seat: int | None) -> None:
        """Hand the screen to another seat."""
        return

    async def command(self, do: str, **more: Any) -> Refusal | None:
        """Send a command that is not a move, such as to chat, get ready or add a bot."""
        return Refusal("", "not-now", "That only works at a server's table.")

    def lobby_lines(self) -> list[str]:
        """Say who sits where and what the options are, before the first deal."""
        return []

    def actions(self) -> list[Choice]:
        """The choices now that are not moves, such as to get ready, start or come back."""
        return []

    def tip(self, events: Sequence[Event]) -> str | None:
        """A tip for the one person at this screen after these events, if there is one, or the offer to learn the edition."""
        you = self.you
        if self.tips is None or you is None or self.stage != "playing":
            return None
        return self.tips.offer() or self.tips.now(you, events, [str(move) for move in self.moves])

    def choices(self) -> list[Choice]:
        """All current choices, in the order of their numbers."""
        return [*self.actions(), *choices(self.edition, self.offers, self.names, self.number, self.brings, self.coming)]

    @property
    def coming(self) -> int | None:
        """How many cards a stack of draw cards has added up to."""
        return self.view.pending.sum if self.view and self.view.pending else None

    @property
    def brings(self) -> Brings:
        """What the moves on offer cost or bring, in words."""
        return {}

    async def hint_sentence(self) -> str:
        """Get a hint in words."""
        hint = await self.hint()
        if isinstance(hint, Refusal):
            return refused(self.edition, hint, self.names)
        return hint_words(self.edition, hint, self.names, self.coming)

    @property
    def away(self) -> dict[int, str]:
        """A mark for each seat whose player is away or is a bot."""
        return {}

    def table_commands(self, word: str, rest: str) -> dict[str, Any] | None:
        """A typed command in the form that ``command`` takes; None if the word isn't one."""
        return None

    async def close(self) -> None:
        """Leave the table; at a server the seat stays, and a bot plays it meanwhile."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
