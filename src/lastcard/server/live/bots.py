"""The bots at the tables: what they are asked, in which order, how fast they answer, and how their moves are made.

Which seats are asked, and when, depends only on public facts: a seat that could block is asked whatever it holds, and the
pace comes from a hash of public facts (rule hero-secret).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import math
import time
from collections.abc import Container, Sequence
from concurrent.futures import ThreadPoolExecutor
from weakref import WeakKeyDictionary

from ...bots import asking
from ...bots.asking import Question
from ...bots.levels import HARDEST, STAND_IN
from ...bots.thinkers import MILLISECONDS, Ask, Thinkers
from ..table import log
from ..table.decide import Held, bot_move
from ..table.table import Table
from ..table.time_is_up import mildest
from ..wire.commands import Refused
from .room import Room
from .rooms import Rooms

QUICKEST, SLOWEST = 0.7, 1.6
READING = 2.5  # seconds more while everyone reads how shown cards turned out
LISTENING = 1.5  # seconds more after a line or a dare, so that it can be heard before the next one
PERFORMING = 10.0  # seconds that a person has to perform before bots alone, which can't tell when it's done
SLACK = 1.3  # a search ends slightly after its time
TICK = 0.02  # seconds: the earliest answer, and the step to which late ones are rounded up
NEARLY = 0.003  # seconds before the deadline at which a thread takes over the waiting
CALM = {"easy": 0.0, "medium": 0.5, "hard": 1.0}  # stronger bots take more time
RETRY = 1.0  # seconds until a refused move is tried again
PASSING = ("store", "busy")  # refusals that another try may not meet

Position = tuple[object, ...]
logger = logging.getLogger(__name__)
_KEEPERS = ThreadPoolExecutor(4, "answers")


def position(table: Table) -> Position:
    """The position bots think about. Chat does not change it."""
    return (table.game.event_count if table.game else 0, *table.bot_seats())


def pace(table: Table) -> float:
    """Seconds a bot takes for its next move, depending on chance, its level and its temper."""
    if table.game is None:
        return 0.0
    performing = PERFORMING if _performs_for_bots(table) else 0.0
    if table.settings.pace == "fast":
        return performing + max(TICK, _thinking_time(table, {*table.game.to_move, *table.game.offers()}))
    mood = _share(f"{table.id}/{table.game.event_count}")
    reading = READING if table.game.shows_outcome else LISTENING if table.game.shows_act else 0.0
    return performing + reading + QUICKEST + (SLOWEST - QUICKEST) * (mood + _temper(table, table.game.to_move)) / 2


def _performs_for_bots(table: Table) -> bool:
    """Whether a person performs now and only bots judge it."""
    if table.game is None or (performer := table.game.performing) is None:
        return False
    return table.seats[performer].is_present and {*table.game.to_move} <= {*table.bot_seats()}


def release(until: float, now: float) -> float:
    """Return when to give an answer that was due at ``until`` and is ready now: on time, or a whole number of ticks late.

    This way nobody can tell from the timing how long a bot thought.
    """
    return until + TICK * max(0, math.ceil((now - until) / TICK))


async def exactly(until: float) -> None:
    """Wait until a time of the event loop, accurate to less than a millisecond.

    The loop's own timers count whole milliseconds from its last activity, which would reveal when an answer came.
    """
    await asyncio.get_running_loop().run_in_executor(_KEEPERS, _sleep_until, until)


def _sleep_until(until: float) -> None:
    time.sleep(max(0.0, until - time.monotonic()))


def _thinking_time(table: Table, asked: Container[int]) -> float:
    """Seconds that searching bots may take. They always use all of it, so nobody can tell who has something to think about."""
    levels = [person.level for seat in table.bot_seats() if seat in asked and (person := table.seats[seat].person)]
    return levels.count(HARDEST) * SLACK * MILLISECONDS / 1000


def _temper(table: Table, to_move: Sequence[int]) -> float:
    """Return how slow the bot to move is by nature, from 0 to 1, depending on its level and name."""
    person = next((table.seats[seat].person for seat in table.bot_seats() if seat in to_move), None)
    return (CALM.get(person.level, 0.5) + _share(person.name)) / 2 if person else 0.5


def _share(text: str) -> float:
    """A number from 0 to 1 that is always the same for the same text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") / (1 << 32)


def questions(table: Table) -> list[Question]:
    """Return what to ask a table's bots now. Empty if no person is playing."""
    if table.game is None:
        return []
    bots = table.bot_seats()
    asked = asking.together(table.game, bots)
    if table.game.phase == "vote" and any(seat not in bots for seat in table.game.to_move):
        return [each for each in asked if not each.is_owed]  # people take their time to look on, and bots vote after them
    return asked


def asks(table: Table, asked: Sequence[Question]) -> list[Ask]:
    """The questions as the bots get them: with each seat's view, and without what its player has vetoed."""
    return [_ask(table, question, _level(table, question.seat)) for question in asked]


def ask(table: Table, seat: int, level: str) -> Ask:
    """Return what to ask a bot of this level for this seat."""
    assert table.game is not None  # noqa: S101 - asked only in a game
    return _ask(table, asking.question(table.game, seat), level)


def _ask(table: Table, question: Question, level: str) -> Ask:
    assert table.game is not None  # noqa: S101 - asked only in a game
    seat = question.seat
    moves = [move for move in question.moves if not table.is_vetoed(seat, str(move))]
    return Ask(seat, level, table.game.view(seat), moves)


def _level(table: Table, seat: int) -> str:
    person = table.seats[seat].person
    return (person.level if person else "") or STAND_IN


def pick(table: Table, asked: Sequence[Question], chosen: Sequence[str | None]) -> tuple[int, str] | None:
    """The move to make. If a bot that must move has not chosen one, it is the mildest."""
    answered = asking.heard(zip(asked, chosen, strict=True))
    if answered is None:
        return None
    question, move = answered
    return question.seat, move or mildest(table, question.seat)


def fallback(table: Table, seat: int) -> tuple[int, str] | None:
    """The move to make when a bot chose an illegal one: the mildest that a bot owes, starting with this bot."""
    to_move = table.game.to_move if table.game else ()
    owing = [s for s in table.bot_seats() if s in to_move]
    return min(((s, mildest(table, s)) for s in owing), key=lambda owed: owed[0] != seat, default=None)


class BotPlay:
    """Plays the bots of a hub's tables, with one task for each table where bots have something to do."""

    def __init__(self, hub: Rooms, thinkers: Thinkers) -> None:
        self._hub = hub
        self._thinkers = thinkers
        self._declined: WeakKeyDictionary[Room, Position] = WeakKeyDictionary()
        self.playing: WeakKeyDictionary[Room, asyncio.Task[None]] = WeakKeyDictionary()

    def expect(self, room: Room) -> None:
        """Start playing the bots of a table, if it has any and they are not being played already."""
        if room.table.bot_seats() and room not in self.playing:
            self.playing[room] = self._hub.spawn(self._play(room))

    def start_over(self, room: Room) -> None:
        """Ask bots again that had let a chance pass, because the table's log was rolled back."""
        self._declined.pop(room, None)

    def forget(self, room: Room) -> None:
        """Stop playing at a table."""
        if task := self.playing.pop(room, None):
            task.cancel()

    async def _play(self, room: Room) -> None:
        """Let the bots play for as long as they have something to do."""
        try:
            while not self._hub.stopping and await self._ask(room):
                pass
        finally:
            self.playing.pop(room, None)

    async def _ask(self, room: Room) -> bool:
        """Ask the bots once, and return whether to ask again."""
        loop = asyncio.get_running_loop()
        async with room.lock:
            if room.doubtful:
                return False
            table, changed = room.table, room.changed
            until = loop.time() + pace(table)  # counted from the question, because the rest takes longer with some hands
            where, asked = position(table), questions(table)
            given = asks(table, asked)
        if not asked or where == self._declined.get(room):
            return await self._something_new(room, where, changed, None)
        chosen = await self._think(room, given)
        until = release(until, loop.time())
        if await self._something_new(room, where, changed, until - NEARLY):
            return True
        await exactly(until)
        if position(room.table) != where:
            return True
        made = pick(room.table, asked, chosen)
        if made is None:
            self._declined[room] = where
            return await self._something_new(room, where, room.changed, None)
        return await self._make(room, where, *made)

    async def _think(self, room: Room, asks: list[Ask]) -> list[str | None]:
        try:
            return await self._thinkers.choose(asks, room.id)
        except Exception:
            logger.exception("Bots cannot think; they do what is mildest.")
            return [None] * len(asks)

    async def _something_new(self, room: Room, where: Position, changed: asyncio.Event, until: float | None) -> bool:
        """Wait until this time (None: do not wait). True as soon as bots have something new to think about."""
        loop = asyncio.get_running_loop()
        while position(room.table) == where:
            if until is None or loop.time() >= until:
                return False
            try:
                async with asyncio.timeout_at(until):
                    await changed.wait()
            except TimeoutError:
                pass
            changed = room.changed
        return True

    async def _make(self, room: Room, where: Position, seat: int, move: str) -> bool:
        """Make a bot's move unless something else happens first, and return whether to ask again."""

        def decider(table: Table, now: float) -> list[log.AnyEntry]:
            return bot_move(table, seat, move, now) if position(table) == where else []

        while not self._hub.stopping and self._hub.holds(room):
            async with room.lock:
                try:
                    await self._hub.commit(room, decider)
                except Held as held:
                    turn = room.waiting.until(held.until)
                except Refused as refused:
                    logger.warning("a bot's move was refused", extra={"table": room.id, "code": refused.code})
                    if refused.code not in PASSING:
                        owed = fallback(room.table, seat)
                        if owed is None or owed == (seat, move):
                            return False
                        seat, move = owed
                    turn = room.waiting.until(room.now() + RETRY)
                else:
                    return True
            await turn
        return False
