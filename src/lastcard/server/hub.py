"""The tables of one process: commands, clocks, bots, presence, and what other processes do.

Everything that changes a table goes one way: under the room's lock it is decided, applied ahead of the log, appended, and told
only when it is durable. Where the append fails the table is made anew from the log.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from .. import editions
from . import botplay, codes
from . import entries as log
from . import protocol as wire
from .config import Config
from .decide import Again, Held, bot_move, create, decide, overdue, sit
from .fanout import Fanout
from .metrics import Metrics
from .presence import Presence
from .protocol import Refused
from .room import BROKEN, NO_TABLE, RESTART, WATCHER, Link, Room
from .store import Store, StoreError
from .summary import Summary, read, summary, written
from .table import Table, hashed
from .thinking import Ask, Thinkers
from .unplayed import Unplayed

TRIES = 8
PATIENCE = 1.0  # seconds that the process which has a table in memory is given for its clock
RETRY = 1.0
LONGEST_GOODBYE = 8.0
FOLDED_AT_ONCE = 100  # entries
JITTER = 0.1  # by which processes that play the same bots keep out of each other's way
DUE_AT_ONCE = 100
LONGEST_REVIEW = 180.0  # seconds, with the time that it waits for a worker
PASSING = ("store", "busy")  # refusals that another try may not meet

Decider = Callable[[Table, float], list[log.AnyEntry]]
logger = logging.getLogger(__name__)


class Made(NamedTuple):
    """A new table, with the codes that lead to it."""

    table: str
    invite: str
    watch: str


class Done(NamedTuple):
    """A command was done: as the entry of this number; whether a frame has acknowledged it; the table that it made."""

    number: int
    told: bool = False
    made: Made | None = None


def _status(table: Table) -> str:
    """What the store lists a table by: lobby while it has a free seat, full before the start, playing, over."""
    if table.stage == "lobby":
        return "lobby" if any(seat.person is None for seat in table.seats) else "full"
    return "over" if table.stage == "over" else "playing"


async def _fold(entries: Iterable[log.AnyEntry]) -> Table:
    """A table from its log; a long one does not keep the others waiting."""
    table = Table()
    for number, entry in enumerate(entries, 1):
        table.apply(entry)
        if number % FOLDED_AT_ONCE == 0:
            await asyncio.sleep(0)
    return table


class Hub:
    """The tables in memory, by id."""

    def __init__(self, config: Config, store: Store, fanout: Fanout, metrics: Metrics) -> None:
        self.config = config
        self.store = store
        self.metrics = metrics
        self.rooms: dict[str, Room] = {}
        self.thinkers = Thinkers(config.workers)
        self.helpers = Thinkers(1)  # for what people ask for: bots do not wait behind it, so that nobody can tell
        self.reviewers = Thinkers(1, within=LONGEST_REVIEW)
        self.stopping = False
        self.presence = Presence(self)
        self._fanout = fanout
        self.is_alone = type(fanout) is Fanout
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._broken: set[str] = set()  # tables that cannot be read
        self._tasks: set[asyncio.Task[Any]] = set()
        self._start = time.time() - time.monotonic()
        metrics.gauges["tables"] = ("Tables in memory.", lambda: len(self.rooms))
        metrics.gauges["connections"] = ("Open WebSockets.", lambda: sum(len(room.links()) for room in self.rooms.values()))

    # ---- life ---------------------------------------------------------------------------------------
    def clock(self) -> float:
        """Seconds since the epoch, as they were when the process began: a clock that is set does not move it."""
        return self._start + time.monotonic()

    def start(self) -> None:
        """Begin with what runs besides."""
        self.spawn(self._listen())
        self.spawn(self._keep_house())

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("A task has failed.", exc_info=error)

    async def drain(self) -> None:
        """Take no more commands, finish and tell those that are under way, then let every connection go."""
        self.stopping = True
        letting_go = [asyncio.create_task(self._let_go(room)) for room in self.rooms.values()]
        if letting_go:
            await asyncio.wait(letting_go, timeout=LONGEST_GOODBYE)

    async def _let_go(self, room: Room) -> None:
        room.release(everything=True)
        async with room.lock:
            for link in room.links():
                link.close(RESTART)

    async def stop(self) -> None:
        """The end: whatever is not durable by now was not acknowledged either."""
        self.stopping = True
        for room in self.rooms.values():
            room.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(self.thinkers.close(), self.helpers.close(), self.reviewers.close())

    # ---- rooms --------------------------------------------------------------------------------------
    def holds(self, room: Room) -> bool:
        """Whether this is what is in memory of its table."""
        return self.rooms.get(room.id) is room

    async def room(self, table: str) -> Room:
        """A table, from memory or from the store; Refused where there is none."""
        room = self.rooms.get(table)
        if room is not None:
            room.touch()
            return room
        if not codes.is_table(table):
            raise Refused("no-table", "there is no such table")
        task = self._opening.get(table)
        if task is None:
            task = self._opening[table] = asyncio.create_task(self._open(table))
            task.add_done_callback(lambda _: self._opening.pop(table, None))
        return await asyncio.shield(task)

    async def _open(self, table: str) -> Room:
        folded = await self._folded(table)
        if folded is None:
            raise Refused("no-table", "there is no such table")
        room = self.rooms[table] = Room(folded, self.clock)
        if not self.is_alone:
            self.spawn(self._catch_up(room, folded.number + 1))  # what was told while the log was read
        self._after(room)
        return room

    async def peek(self, table: str) -> Table | None:
        """A table to look at, without keeping it in memory."""
        room = self.rooms.get(table)
        if room is not None and not room.doubtful:
            return room.table
        return await self._folded(table)

    async def finished(self, table: str) -> Table | None:
        """The same, of a game that is over also where this server no longer has the rules that it was played by."""
        try:
            return await self.peek(table)
        except Refused as refused:
            kept = (await self.ask(self.store.summaries([table]))).get(table)
            if refused.code != "broken" or not kept or read(kept).told["stage"] != "over":
                raise
            data = await self.ask(self.store.load(table))
            try:
                return Unplayed(map(log.decode, data))
            except (msgspec.DecodeError, LookupError):
                raise refused from None

    async def peek_all(self, tables: Iterable[str]) -> list[Table]:
        """Tables to look at, without those that are gone or cannot be read."""
        found: list[Table] = []
        for table in tables:
            try:
                folded = await self.peek(table)
            except Refused as refused:
                if refused.code != "broken":
                    raise
            else:
                found += [folded] if folded else []
        return found

    async def summaries(self, tables: list[str]) -> list[Summary]:
        """What lists say of these tables; a log is read only where nothing is written beside it."""
        kept = await self.ask(self.store.summaries(tables)) if tables else {}
        unwritten = [table for table in tables if kept.get(table) == ""]
        found = {table.id: summary(table) for table in await self.peek_all(unwritten)}
        found |= {table: read(text) for table, text in kept.items() if text}
        return [found[table] for table in tables if table in found and table not in self._broken]

    async def _folded(self, table: str) -> Table | None:
        data = await self.ask(self.store.load(table))
        with self._reading(table):
            return await _fold(map(log.decode, data)) if data else None

    @contextmanager
    def _reading(self, table: str) -> Iterator[None]:
        """Where a log is folded: one that cannot be, by the rules and editions of this server, is a refusal."""
        try:
            yield
        except Exception as error:
            if table not in self._broken:
                logger.exception("A table cannot be read.", extra={"table": table})
            self._broken.add(table)
            if isinstance(error, Refused):
                raise
            raise Refused("broken", "this table cannot be read by this version of the server") from error
        self._broken.discard(table)

    async def ask(self, work: Coroutine[Any, Any, Any]) -> Any:
        """A question to the store; trouble is a refusal."""
        try:
            return await work
        except StoreError as error:
            raise Refused("store", "{error} Nothing is lost; try again in a moment.", error=str(error)) from None

    async def settle(self, room: Room) -> None:
        """Make sure that a table is what its log says; the room's lock is held."""
        if room.doubtful:
            await self._refresh(room)

    async def _refresh(self, room: Room) -> None:
        """Make a table anew from its log, after an append whose outcome was no or is not known."""
        data = await self.ask(self.store.load(room.id))
        if not data:
            self._forget(room)
            raise Refused("no-table", "there is no such table any more")
        try:
            with self._reading(room.id):
                entries = [log.decode(entry) for entry in data]
                room.table = await _fold(entries)
        except Refused:
            self._forget(room, BROKEN)
            raise
        room.doubtful = False
        if room.table.number > room.told:
            self._tell(room, entries[room.told :])
        else:
            self._after(room)

    def _forget(self, room: Room, code: int = NO_TABLE) -> None:
        room.close()
        for link in room.links():
            link.close(code)
        if self.holds(room):
            del self.rooms[room.id]

    # ---- the one way --------------------------------------------------------------------------------
    async def commit(self, room: Room, decider: Decider, mover: str = "", cid: str = "") -> Done:
        """Decide and append until it is durable or refused; the room's lock is held."""
        for _ in range(TRIES):
            await self.settle(room)
            try:
                entries = decider(room.table, room.now())
            except Refused:
                # Refused as this process knows the table: another may know more.
                if self.is_alone or not await self._read_on(room):
                    raise
                continue
            if not entries:
                return Done(room.table.number)
            if await self._append(room, entries):
                self._tell(room, entries, mover, cid)
                return Done(room.table.number, told=bool(cid) and room.is_here(mover))
            self.metrics.conflicts += 1
        raise Refused("busy", "too much happens at this table at once: try again")

    async def _append(self, room: Room, entries: list[log.AnyEntry]) -> bool:
        table, number = room.table, room.table.number + 1
        room.doubtful = True
        for entry in entries:
            table.apply(entry)
        began = time.perf_counter()
        won = await self.ask(
            self.store.append(
                table.id,
                number,
                [log.encode(entry) for entry in entries],
                due=table.due,
                status=_status(table),
                seats=len(table.seats),
                now=entries[-1].t,
                summary=written(table),
            )
        )
        self.metrics.appended(time.perf_counter() - began)
        room.doubtful = not won
        return bool(won)

    def _tell(self, room: Room, news: list[log.AnyEntry], mover: str = "", cid: str = "") -> None:
        self.metrics.frames += room.tell(news, mover, cid)
        for entry in news:
            if isinstance(entry, log.Moved):
                self.metrics.moves[entry.how] += 1
            elif isinstance(entry, log.WentAway) and entry.why == "connection":
                self.spawn(self.presence.heal(room, entry.seat))
        self._after(room)

    def _after(self, room: Room) -> None:
        """Clocks, bots and who is missing, when a table has changed."""
        if room.timer:
            room.timer.cancel()
            room.timer = None
        if self.stopping:
            return
        if room.table.due is not None:
            self._set_timer(room, room.table.due - room.now())
        if room.bots is None and room.table.bot_seats():
            room.bots = self.spawn(self._play_bots(room))
        self.presence.expect_unseen(room)

    async def act(self, room: Room, viewer: str, command: wire.SeatCommand) -> Done:
        """Do what a seat asks for; Refused where it cannot be."""
        self.presence.saw(room, viewer)

        def decider(table: Table, now: float) -> list[log.AnyEntry]:
            if self.stopping:
                raise Refused("stopping", "the server restarts: send it again in a moment")
            seat = table.seat_of(viewer) if viewer else None
            if seat is None:
                raise Refused("no-seat", "this token has no seat at this table")
            return decide(table, seat, command, now)

        while True:
            async with room.lock:
                try:
                    made = await self._rematch(room, viewer) if isinstance(command, wire.Rematch) else None
                    return (await self.commit(room, decider, viewer, command.id))._replace(made=made)
                except Again as again:
                    return Done(again.number)
                except Held as held:
                    turn = room.wait_until(held.until)
            await turn

    # ---- tables come and go -------------------------------------------------------------------------
    async def create(self, body: wire.CreateTable, token: str) -> Made:
        """A new table, with its host on the first seat."""
        entry = create(codes.new_table(), body, hashed(token), secrets.token_hex(32), self.clock())
        made = await self._make(entry)
        if body.bots:
            self.thinkers.warm_up()
        return made

    async def _make(self, entry: log.Created) -> Made:
        made = Made(entry.table, codes.new_code(), codes.new_code())
        await self.ask(
            self.store.create(
                made.table,
                hashed(made.invite),
                hashed(made.watch),
                log.encode(entry),
                public=entry.settings.public,
                due=None,
                now=entry.t,
                status=_status(Table([entry])),
                summary=written(Table([entry])),
                holders=[(person.token, seat) for seat, person in enumerate(entry.people) if person and person.token],
            )
        )
        logger.info("table made", extra={"table": made.table, "edition": entry.edition, "seats": len(entry.people)})
        return made

    async def join(self, room: Room, name: str, token: str) -> int:
        """Sit down; the seat."""
        async with room.lock:
            await self.commit(room, lambda table, now: sit(table, name, hashed(token), now)[1])
            seat = room.table.seat_of(hashed(token))
        if seat is None:
            raise Refused("no-seat", "the seat is gone again")
        await self.ask(self.store.add_token(hashed(token), room.id, seat))
        return seat

    async def _rematch(self, room: Room, viewer: str) -> Made | None:
        """Another table for the same people, when there is none yet; the room's lock is held."""
        table = room.table
        if room.doubtful or table.stage != "over" or table.rematch or table.seat_of(viewer) is None or self.stopping:
            return None
        people = [seat.person if seat.person and seat.away != "left" and not seat.kept_by_bot else None for seat in table.seats]
        body = log.Created(
            t=self.clock(),
            table=codes.new_table(),
            edition=table.edition,
            options=dict(table.options),
            settings=table.settings,
            people=people,
            secret=secrets.token_hex(32),
            rules_version=editions.get(table.edition).version,
        )
        made = await self._make(body)
        await self.commit(room, lambda t, now: [] if t.rematch else [log.Rematched(t=now, to=made.table)])
        return made if room.table.rematch == made.table else None

    # ---- connections --------------------------------------------------------------------------------
    async def attach(self, room: Room, link: Link, viewer: str, seen: int) -> None:
        """Let a connection look on, from its first frame."""
        async with room.lock:
            await self.settle(room)
            await self.presence.welcome(room, viewer)
            link.tell(room.attach(link, viewer, seen))
        if handle := room.lost.pop(viewer, None):
            handle.cancel()
        self.presence.expect_unseen(room)

    def detach(self, room: Room, link: Link, viewer: str) -> None:
        """A connection is gone; its seat is kept for a while, then a bot plays it."""
        room.detach(link, viewer)
        room.seen.pop(viewer, None)
        is_ours = self.holds(room) and not self.stopping
        if viewer != WATCHER and not room.is_here(viewer) and is_ours:
            self.presence.expect(room, viewer, self.config.lost_after)

    # ---- clocks -------------------------------------------------------------------------------------
    def _set_timer(self, room: Room, delay: float) -> None:
        if room.timer:
            room.timer.cancel()
        if not self.holds(room):
            return
        loop = asyncio.get_running_loop()
        room.timer = loop.call_later(max(0.0, delay) + 0.001, lambda: self.spawn(self._time_is_up(room)))

    async def _time_is_up(self, room: Room) -> None:
        async with room.lock:
            try:
                before = room.table.number
                await self.commit(room, overdue)
            except Refused as refused:
                logger.warning("a clock could not act", extra={"table": room.id, "code": refused.code})
                self._set_timer(room, RETRY)
            else:
                if room.table.number == before:
                    self._set_timer(room, RETRY)

    # ---- bots ---------------------------------------------------------------------------------------
    async def _play_bots(self, room: Room) -> None:
        """Let the bots play as long as they have something to do."""
        try:
            while not self.stopping and await self._ask_bots(room):
                pass
        finally:
            room.bots = None

    async def _ask_bots(self, room: Room) -> bool:
        """Ask the bots once; whether to ask again."""
        loop = asyncio.get_running_loop()
        async with room.lock:
            if room.doubtful:
                return False
            table, changed = room.table, room.changed
            position, asked = botplay.position(table), botplay.asks(table)
            until = loop.time() + botplay.pace(table)
        if not self.is_alone:
            until += JITTER * random.random()  # noqa: S311 - no secret
        if not asked or position == room.declined:
            return await self._something_new(room, position, changed, None)
        chosen = await self._think(asked)
        if await self._something_new(room, position, changed, until):
            return True
        made = botplay.pick(room.table, asked, chosen)
        if made is None:
            room.declined = position
            return await self._something_new(room, position, room.changed, None)
        return await self._make_bot_move(room, position, *made)

    async def _think(self, asked: list[Ask]) -> list[str | None]:
        try:
            return await self.thinkers.choose(asked)
        except Exception:
            logger.exception("Bots cannot think; they do what is mildest.")
            return [None] * len(asked)

    async def _something_new(
        self, room: Room, position: tuple[object, ...], changed: asyncio.Event, until: float | None
    ) -> bool:
        """Wait for this time (None: not at all); True as soon as bots have something new to think about."""
        loop = asyncio.get_running_loop()
        while botplay.position(room.table) == position:
            if until is None or loop.time() >= until:
                return False
            try:
                async with asyncio.timeout_at(until):
                    await changed.wait()
            except TimeoutError:
                pass
            changed = room.changed
        return True

    async def _make_bot_move(self, room: Room, position: tuple[object, ...], seat: int, move: str) -> bool:
        """Make a bot's move, unless something else happens first; whether to ask again."""

        def decider(table: Table, now: float) -> list[log.AnyEntry]:
            return bot_move(table, seat, move, now) if botplay.position(table) == position else []

        while not self.stopping and self.holds(room):
            async with room.lock:
                try:
                    await self.commit(room, decider)
                except Held as held:
                    turn = room.wait_until(held.until)
                except Refused as refused:
                    logger.warning("a bot's move was refused", extra={"table": room.id, "code": refused.code})
                    if refused.code not in PASSING:
                        owed = botplay.fallback(room.table, seat)
                        if owed is None or owed == (seat, move):
                            return False
                        seat, move = owed
                    turn = room.wait_until(room.now() + RETRY)
                else:
                    return True
            await turn
        return False

    # ---- other processes, and time passing ----------------------------------------------------------
    @property
    def is_deaf(self) -> bool:
        """Whether other processes cannot be heard just now."""
        return self._fanout.is_deaf

    async def _listen(self) -> None:
        while True:
            try:
                async for table, news in self._fanout.listen():
                    room = self.rooms.get(table)
                    if room is None:
                        continue
                    if isinstance(news, str):
                        self.spawn(self.presence.hear(room, news))
                    elif news > room.told or room.doubtful:
                        self.spawn(self._catch_up(room, news))
            except Exception:
                logger.exception("Listening to other processes has failed; it begins anew.")
            self._fanout.is_deaf = True
            await asyncio.sleep(RETRY)

    async def _catch_up(self, room: Room, number: int) -> None:
        """Read and tell what others have appended."""
        async with room.lock:
            try:
                if room.doubtful:
                    await self._refresh(room)
                elif room.table.number < number:
                    await self._read_on(room)
            except Refused:
                room.doubtful = True

    async def _read_on(self, room: Room) -> bool:
        """Take in and tell what others have appended, if anything; the room's lock is held."""
        data = await self.ask(self.store.load(room.id, room.table.number))
        try:
            with self._reading(room.id):
                news = [log.decode(entry) for entry in data]
                for entry in news:
                    room.table.apply(entry)
        except Refused:
            self._forget(room, BROKEN)
            raise
        if news:
            self._tell(room, news)
        return bool(news)

    async def _keep_house(self) -> None:
        seconds = 0
        while True:
            await asyncio.sleep(1)
            seconds += 1
            for step, every, first in (
                (self._wake_due, 1, 0),
                (self._mend, 1, 0),
                (self._evict, 10, 0),
                (self._expire, 3600, 60),
            ):
                if seconds % every != first:
                    continue
                try:
                    await step()
                except (StoreError, Refused) as error:
                    logger.warning("housekeeping waits", extra={"why": str(error)})
                except Exception:
                    logger.exception("Housekeeping has failed.")

    async def _wake_due(self) -> None:
        """Open the tables whose clock has run out while no process had them in memory."""
        # Those that cannot be read stay due for ever: the others are found behind them.
        for table in await self.store.due(self.clock() - PATIENCE, DUE_AT_ONCE + len(self._broken)):
            if table not in self.rooms and table not in self._broken:
                try:
                    await self.room(table)
                except Refused as refused:
                    logger.warning("a table cannot be opened", extra={"table": table, "code": refused.code})
                except Exception:
                    logger.exception("A table cannot be opened.", extra={"table": table})

    async def _mend(self) -> None:
        """Make the tables anew of which it is not known what was written."""
        for room in [room for room in self.rooms.values() if room.doubtful and not room.lock.locked()]:
            await self._catch_up(room, 0)

    async def _expire(self) -> None:
        if self.config.expire_days is not None:
            gone = await self.store.expire(self.clock() - self.config.expire_days * 86400)
            logger.info("old tables expired", extra={"tables": gone})

    async def _evict(self) -> None:
        """Let go of tables that nobody looks at and where nothing happens."""
        now = self.clock()
        for room in list(self.rooms.values()):
            waits = room.lost or room.bots or room.lock.locked() or room.table.due is not None
            if not room.links() and not waits and now - room.touched > self.config.idle_after:
                self._forget(room)
