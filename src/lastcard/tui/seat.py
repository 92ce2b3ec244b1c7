"""One person's place at a table, wherever the table is: the screens know nothing else."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from ..edition import Edition
from ..errors import Refusal
from ..events import Event
from ..moves import Move
from ..record import Record
from ..view import View
from .words import Choice, choices, hint_words, refused


class Seat(ABC):
    """What somebody at a screen sees and may do.

    ``number`` is whose eyes it is: None shows what a spectator may know. ``offers`` are the moves that can be made at this
    screen now, each with its seat. ``wanted`` is who should take over the screen, where several share it. ``stage`` is
    lobby, playing, between (rounds) or over. ``lines`` is what is said at the table; ``status`` is trouble with reaching it,
    and ``is_lost`` says why it is over for good.
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
    discard_count = 0
    event_count = 0

    def __init__(self) -> None:
        self.version = 0
        self.lines: list[str] = []
        self._news = asyncio.Event()

    def tell(self) -> None:
        """Something has changed."""
        self.version += 1
        self._news.set()
        self._news = asyncio.Event()

    async def changed(self, since: int) -> int:
        """Wait until something has changed since this version; the version now."""
        while self.version == since:
            await self._news.wait()
        return self.version

    @property
    def moves(self) -> list[Move]:
        """The legal moves of the seat whose eyes it is."""
        return [move for seat, move in self.offers if seat == self.number]

    @property
    def is_asked(self) -> bool:
        """Whether the game waits for who looks on."""
        return self.view is not None and self.number is not None and self.number in self.view.to_move

    @property
    def seconds_left(self) -> dict[int, int]:
        """How much time seats have, where there are clocks."""
        return {}

    @abstractmethod
    def events(self, since: int) -> list[Event]:
        """What happened, as this seat may see it, from event number ``since`` on."""

    @abstractmethod
    async def do(self, move: str, seat: int | None = None) -> Refusal | None:
        """Make a move, for another seat of this screen where one is named; None when it is done."""

    @abstractmethod
    async def why_not(self, move: str) -> Refusal | None:
        """Why a move is not allowed now; None where it is."""

    @abstractmethod
    async def go_on(self) -> Refusal | None:
        """Deal the next round, or agree to it."""

    @abstractmethod
    async def record(self) -> Record | None:
        """The game so far; None where there is nothing to save."""

    @abstractmethod
    async def hint(self) -> Mapping[str, Any] | Refusal:
        """What the strongest bot would do, and why, as the server's hints tell it; or why there is none."""

    async def settled(self) -> None:
        """Wait until nobody but a person has anything to do; at once where that cannot be known."""
        return

    def let_pass(self) -> None:
        """The people at this screen want to do nothing out of turn now."""
        return

    def take(self, seat: int | None) -> None:
        """Somebody else looks at the screen."""
        return

    async def command(self, do: str, **more: Any) -> Refusal | None:
        """Something that is no move: chat, being ready, adding a bot."""
        return Refusal("", "not-now", "that is for tables at a server")

    def lobby_lines(self) -> list[str]:
        """Who sits where and what is played, before the first deal."""
        return []

    def actions(self) -> list[Choice]:
        """What can be asked of the table now besides moves: to be ready, to start, to come back."""
        return []

    def choices(self) -> list[Choice]:
        """Everything that can be chosen now, in the order in which it is numbered."""
        return [*self.actions(), *choices(self.edition, self.offers, self.names, self.number)]

    async def hint_sentence(self) -> str:
        """A hint in words."""
        hint = await self.hint()
        return refused(hint, self.names) if isinstance(hint, Refusal) else hint_words(self.edition, hint, self.names)

    @property
    def away(self) -> dict[int, str]:
        """The seats whose people are away, and how."""
        return {}

    def table_commands(self, word: str, rest: str) -> dict[str, Any] | None:
        """A typed word that is a command to the table, as ``command`` takes it; None where it is none."""
        return None

    async def close(self) -> None:
        """Leave the table."""
        return
