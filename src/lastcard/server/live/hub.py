"""The tables that one process owns: commands, clocks and connections.

Every change to a table takes the same path: under the room's lock it is decided, applied ahead of the log, appended, and told
only once it is durable. If the append fails, the table is read again from the log. If it is refused because another process
owns the table by now, the table leaves memory, and its connections are closed so that they come back to the new owner.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from msgspec.structs import replace

from ... import editions
from ...bots.thinkers import Thinkers
from ...bots.workers import Workers
from ..cluster.lease import NOBODY, Elsewhere, Owner, Ownership
from ..serve_settings import Config
from ..storage.outage import Outage
from ..storage.store import Store, StoreError
from ..table import log
from ..table.checkpoint import kept
from ..table.decide import Again, Decider, Held, check_length, create, decide, end_of_log, rematch, sit, table_time
from ..table.frames import MOST_EVENTS
from ..table.summary import status, written
from ..table.table import Table, hashed
from ..wire import commands as wire
from ..wire.close_codes import BROKEN, NO_TABLE, RESTART
from ..wire.commands import Refused
from ..wire.messages import TableCodes
from . import tokens
from .bots import BotPlay
from .calls import Calls
from .finished import FinishedGames
from .hints import Hints
from .housekeeping import Housekeeping
from .last_games import finish_games
from .metrics import Metrics
from .once import Once
from .presence import Presence
from .reader import Reader
from .room import Room
from .rooms import rules_version
from .rule_effects import EffectsOfRules
from .subscribers import Link
from .timers import Timers

TRIES = 8
BOTS_LATE = 10.0  # seconds after which a bot has certainly lost the process that was to move it
LONGEST_GOODBYE = 8.0
LONGEST_STANDSTILL = 60.0  # seconds for which clocks wait for players who can't reach their table
LONGEST_REPLAY, LONGEST_REVIEW = 120.0, 300.0  # seconds of wall time after which a worker counts as stuck
LONGEST_WAIT = 600.0  # seconds to wait for a worker
MOST_REPLAYS, MOST_REVIEWS = 8, 10  # waiting jobs per address
LATER = 5  # the nice level of work that nobody at a table is waiting for

logger = logging.getLogger(__name__)


def read_rules() -> list[str]:
    """The rules that this process can read."""
    found = map(editions.get, editions.names())
    return [rules_version(each.id, version) for each in found for version in {each.version, *each.reads}]


class Done(NamedTuple):
    """The outcome of a command: its entry's number, whether a frame has acknowledged it, and the table it made, if any."""

    number: int
    told: bool = False
    made: TableCodes | None = None


class Hub:
    """The tables in memory, by id."""

    def __init__(self, config: Config, store: Store, ownership: Ownership, metrics: Metrics) -> None:
        self.config = config
        self.store = store
        self.metrics = metrics
        self.rooms: dict[str, Room] = {}
        # Each kind of work has its own workers, so bots never wait behind people's requests, and their timing reveals nothing.
        self.thinkers = Thinkers("bots", config.workers)
        self.advisers = Workers("hints")
        self.replayers = Workers("replays", within=LONGEST_REPLAY, patience=LONGEST_WAIT, most=MOST_REPLAYS, nice=LATER)
        self.reviewers = Workers("reviews", within=LONGEST_REVIEW, patience=LONGEST_WAIT, most=MOST_REVIEWS, nice=LATER)
        self.effects = EffectsOfRules()
        metrics.workers = (self.thinkers, self.advisers, self.replayers, self.reviewers, *self.effects.workers)
        self.stopping = False
        self.is_finishing = False  # takes no new tables, and ends when the last games are over
        self.reader = Reader(store, metrics, self.rooms)
        self.presence = Presence(self)
        self.calls = Calls(self)
        self.timers = Timers(self)
        self.bots = BotPlay(self, self.thinkers)
        self.hints = Hints(self.advisers)
        self.finished = FinishedGames(self)
        self._housekeeping = Housekeeping(self)
        self.ownership = ownership
        ownership.lapsed = self.check_owned
        self.bus_outage = Outage()
        self.has_remote_players: Callable[[Room], bool] = lambda _room: False
        self._opening: Once[Room] = Once()
        self._tasks: set[asyncio.Task[Any]] = set()
        metrics.gauges["tables"] = ("Tables in memory.", lambda: len(self.rooms))
        longest = ("Entries of the longest log in memory.", lambda: max((room.told for room in self.rooms.values()), default=0))
        metrics.gauges["log_entries_longest"] = longest

    # ---- start and stop -----------------------------------------------------------------------------
    def clock(self) -> float:
        """Seconds since the epoch. Setting the machine's clock while the process runs does not affect it."""
        return self.ownership.clock()

    def start(self) -> None:
        """Start the housekeeping, and keep the lease."""
        self.spawn(self.ownership.keep())
        self.spawn(self._housekeeping.keep())

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("A task has failed.", exc_info=error)

    async def finish(self) -> None:
        """Take no more new tables, and return once the last games that no other process can read are over."""
        self.is_finishing = True
        await finish_games(self)

    async def drain(self) -> None:
        """Take no more commands, finish and report those under way, then close every connection."""
        self.stopping = True
        letting_go = [asyncio.create_task(self._let_go(room)) for room in self.rooms.values()]
        if letting_go:
            await asyncio.wait(letting_go, timeout=LONGEST_GOODBYE)

    async def _let_go(self, room: Room) -> None:
        room.waiting.release_all()
        async with room.lock:
            self._let_be(room)
            await self._release(room)
            for link in room.subscribers.links():
                link.close(RESTART)

    async def _release(self, room: Room) -> None:
        """Let other processes have a table."""
        try:
            await self.ownership.release({room.id: room.epoch})
        except StoreError as error:
            logger.warning("a table is not released", extra={"table": room.id, "why": str(error)})

    async def stop(self) -> None:
        """Stop for good. Whatever is not durable by now was not acknowledged either."""
        self.stopping = True
        for room in self.rooms.values():
            self._let_be(room)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(workers.close() for workers in self.metrics.workers))

    # ---- rooms --------------------------------------------------------------------------------------
    def holds(self, room: Room) -> bool:
        """Whether this room is the one in memory for its table."""
        return self.rooms.get(room.id) is room

    async def room(self, table: str) -> Room:
        """A table, from memory or from the store. Refused if it does not exist, Elsewhere if another process owns it."""
        room = self.rooms.get(table)
        if room is not None:
            room.touch()
            return room
        if not tokens.is_table(table):
            raise Refused("no-table", "There's no such table.")
        return await self._opening.do(table, lambda: self._open(table))

    async def admit(self, table: str, token_hash: str) -> Room:
        """A table for someone with a seat. Strangers are refused before the log is read, as far as the store knows them."""
        room = self.rooms.get(table)
        if room is None or room.seat(token_hash) is None:
            await self.reader.standing(table, token_hash)
        return await self.room(table)

    async def take_over(self, table: str, lost: Owner) -> Room:
        """Own a table whose owner does not answer. Elsewhere if another process was faster."""
        return self.rooms.get(table) or await self._opening.do(table, lambda: self._open(table, lost))

    async def _open(self, table: str, lost: Owner = NOBODY) -> Room:
        if self.stopping:
            raise Refused("stopping", "The server is restarting: try again in a moment.")
        try:
            epoch = await self.reader.ask(self.ownership.claim(table, lost))
            folded = await self.reader.folded(table)
        except LookupError:
            folded = None
        except Elsewhere:
            raise
        except Refused as refused:
            if refused.code == "broken":  # so that another process may read or end it
                await self.reader.ask(self.ownership.release({table: epoch}))
            raise
        if folded is None:
            raise Refused("no-table", "There's no such table.")
        room = self.rooms[table] = Room(folded, self.clock, epoch)
        self._after(room)
        return room

    async def fence(self, room: Room) -> None:
        """Make sure that a table is as its log has it and still this process's own. The caller holds the room's lock."""
        if self.ownership.is_shared and await self.reader.ask(self.ownership.lost({room.id: room.epoch})):
            self.lose(room)
            raise Elsewhere.unknown()
        if room.doubtful:
            await self._refresh(room)

    def lose(self, room: Room) -> None:
        """Drop a table that another process owns by now. Its connections find it there."""
        if self.holds(room):
            logger.info("a table has another owner", extra={"table": room.id})
            self.metrics.lost += 1
            self.forget(room, RESTART)

    async def check_owned(self) -> None:
        """Drop every table that another process owns by now."""
        claims = {table: room.epoch for table, room in self.rooms.items()}
        for table in await self.ownership.lost(claims) if claims else ():
            if (room := self.rooms.get(table)) and room.epoch == claims[table]:
                self.lose(room)

    async def settle(self, room: Room) -> None:
        """Make sure that a table agrees with its log. The caller holds the room's lock."""
        if self.ownership.is_shared and not self.holds(room):
            raise Elsewhere.unknown()
        if room.doubtful:
            await self.fence(room)

    async def _refresh(self, room: Room) -> None:
        """Read a table again from its log, after an append that failed or whose outcome is unknown."""
        data = await self.reader.load(room.id)
        if not data:
            self.forget(room)
            raise Refused("no-table", "This table no longer exists.")
        try:
            with self.reader.reading(room.id):
                entries = [log.decode(entry) for entry in data]
                room.table = await self.reader.fold(entries)
        except Refused:
            self.forget(room, BROKEN)
            raise
        room.doubtful = False
        if room.table.number > room.told:
            self._tell(room, entries[room.told :])
            return
        if room.table.number < room.told:
            logger.warning("A log has become shorter; everybody is shown the table as it is now.", extra={"table": room.id})
            self.bots.start_over(room)
            self.hints.start_over(room)
            self.metrics.frames += room.start_over()
        self._after(room)

    def forget(self, room: Room, code: int = NO_TABLE) -> None:
        """Drop a table from memory and close its connections with this code."""
        self._let_be(room)
        for link in room.subscribers.links():
            link.close(code)
        if self.holds(room):
            del self.rooms[room.id]

    def _let_be(self, room: Room) -> None:
        """Stop the bots, clocks and everything else running at a table."""
        for part in (self.timers, self.presence, self.calls, self.hints, self.bots):
            part.forget(room)
        room.waiting.release_all()

    def is_busy(self, room: Room) -> bool:
        """Whether something is going on that needs the table in memory."""
        is_expected = self.presence.awaits(room) or room in self.bots.playing or room.table.due is not None
        return is_expected or room.lock.locked()

    # ---- the one path for changes -------------------------------------------------------------------
    async def commit(self, room: Room, decider: Decider, mover: str = "", cid: str = "") -> Done:
        """Decide and append until the change is durable or refused. The caller holds the room's lock."""
        for _ in range(TRIES):
            await self.settle(room)
            outage = self.outage(room)
            if entries := [_made_up(room, outage)] if outage else decider(room.table, room.now()):
                check_length(room.table, entries)
            if not entries:
                return Done(room.table.number)
            if written := await self._append(room, entries):
                if outage:
                    room.made_up_for.add(outage[0])
                    self._tell(room, written)
                    continue
                self._tell(room, written, mover, cid)
                return Done(room.table.number, told=bool(cid) and mover in room.subscribers)
            self.metrics.conflicts += 1
            if self.ownership.is_shared:
                self.lose(room)
                raise Elsewhere.unknown()
        raise Refused("busy", "Too much is happening at this table at once: try again.")

    def outage(self, room: Room) -> tuple[float, float] | None:
        """When a clock was running at a table but nothing could be written, or players elsewhere could not reach it.

        None if there was no such outage, or if it has been made up for.
        """
        span = self.store.outage.span
        if span is None or not self._must_make_up(room, span):
            span = self.bus_outage.span if self.bus_outage.is_over else None
            if span is None or not (self.has_remote_players(room) and self._must_make_up(room, span)):
                return None
            span = span[0], min(span[1], span[0] + LONGEST_STANDSTILL)
        return span

    def _must_make_up(self, room: Room, span: tuple[float, float]) -> bool:
        is_due = room.table.due is not None and span[0] not in room.made_up_for
        return is_due and room.table.time < room.now() - (time.monotonic() - span[1])

    def is_cut_off(self, room: Room) -> bool:
        """Whether the bus is gone, and with it players of this table. Clocks stand still, but not forever."""
        span = None if self.bus_outage.is_over else self.bus_outage.span
        return span is not None and span[1] - span[0] < LONGEST_STANDSTILL and self.has_remote_players(room)

    async def _append(self, room: Room, entries: list[log.AnyEntry]) -> list[log.AnyEntry]:
        """Append these entries, plus the end of the game if they fill its log, and return what is durable: all or nothing."""
        table, number = room.table, room.table.number + 1
        room.doubtful = True
        before = table.holders()
        for entry in entries:
            table.apply(entry)
        if last := end_of_log(table):
            table.apply(last[0])
        entries = [*entries, *last]
        after = table.holders()
        began = time.perf_counter()
        won = await self.reader.ask(
            self.store.append(
                table.id,
                number,
                [log.encode(entry) for entry in entries],
                due=_found_from(table),
                status=status(table),
                seats=len(table.seats),
                now=entries[-1].t,
                summary=written(table),
                epoch=room.epoch,
                seated=[] if after is before else [*(after.items() - before.items())],
                gone=[] if after is before else [*(before.keys() - after.keys())],
            )
        )
        self.metrics.appended(time.perf_counter() - began)
        room.doubtful = not won
        if won and (checkpoint := kept(table, entries[-1], MOST_EVENTS)):
            self.spawn(self.reader.keep(table.id, checkpoint))
        return entries if won else []

    def _tell(self, room: Room, news: list[log.AnyEntry], mover: str = "", cid: str = "") -> None:
        self.metrics.frames += room.tell(news, mover, cid)
        for entry in news:
            if isinstance(entry, log.Moved):
                self.metrics.moves[entry.how] += 1
        self._after(room)

    def _after(self, room: Room) -> None:
        """Update clocks, calls, bots and absences after a table has changed."""
        self.timers.expect(room)
        self.calls.follow(room)
        if not self.stopping:
            self.bots.expect(room)
            self.presence.expect_unseen(room)

    async def act(self, room: Room, token_hash: str, command: wire.SeatCommand, cid: str = "") -> Done:
        """Do what a seat asks for, or raise Refused. ``cid`` stands for the command's id if it has none."""
        self.presence.saw(room, token_hash)
        asked = command if command.id or not cid else replace(command, id=cid)

        def decider(table: Table, now: float) -> list[log.AnyEntry]:
            if self.stopping:
                raise Refused("stopping", "The server is restarting: try again in a moment.")
            seat = table.seat_of(token_hash) if token_hash else None
            if seat is None:
                raise Refused("no-seat", "You don't have a seat at this table.")
            if isinstance(command, wire.Move) and room.was_ahead(command.n):
                raise Refused("stale", "The table has moved on since you chose that: choose again.")
            return decide(table, seat, asked, now)

        while True:
            async with room.lock:
                try:
                    if not self.ownership.is_current:
                        await self.fence(room)
                    made = await self._rematch(room, token_hash) if isinstance(command, wire.Rematch) else None
                    return (await self.commit(room, decider, token_hash, command.id))._replace(made=made)
                except Again as again:
                    return Done(again.number)
                except Held as held:
                    turn = room.waiting.until(held.until)
            await turn

    # ---- creating and joining tables ----------------------------------------------------------------
    async def create(self, body: wire.CreateTable, token: str) -> TableCodes:
        """Create a table, with its host in the first seat."""
        if self.is_finishing:
            raise Refused("stopping", "The server is restarting: try again in a moment.")
        entry = create(tokens.new_table(), body, hashed(token), secrets.token_hex(32), self.clock())
        made = await self._make(entry)
        if body.bots:
            self.thinkers.warm_up()
        return made

    async def _make(self, entry: log.Created) -> TableCodes:
        made = TableCodes(table=entry.table, invite=tokens.new_code(), watch=tokens.new_code())
        first = Table([entry])
        await self.reader.ask(
            self.store.create(
                made.table,
                hashed(made.invite),
                hashed(made.watch),
                log.encode(entry),
                public=entry.settings.public,
                due=first.due,
                now=entry.t,
                status=status(first),
                summary=written(first),
                rules_version=rules_version(entry.edition, entry.rules_version),
                holders=[*first.holders().items()],
            )
        )
        logger.info("table made", extra={"table": made.table, "edition": entry.edition, "seats": len(entry.people)})
        return made

    async def join(self, room: Room, name: str, token_hash: str, face: int = 0) -> int:
        """Sit down, and return the seat."""
        async with room.lock:
            await self.commit(room, lambda table, now: sit(table, name, token_hash, now, face)[1])
            seat = room.table.seat_of(token_hash)
        if seat is None:
            raise Refused("no-seat", "Your seat is already gone: try again.")
        return seat

    async def _rematch(self, room: Room, token_hash: str) -> TableCodes | None:
        """Create another table for the same people if there isn't one yet. The caller holds the room's lock."""
        table = room.table
        if room.doubtful or table.stage != "over" or table.rematch or table.seat_of(token_hash) is None or self.stopping:
            return None
        made = await self._make(rematch(table, tokens.new_table(), secrets.token_hex(32), self.clock()))
        await self.commit(room, lambda t, now: [] if t.rematch else [log.Rematched(t=now, to=made.table)])
        return made if room.table.rematch == made.table else None

    # ---- connections --------------------------------------------------------------------------------
    async def attach(self, room: Room, link: Link, token_hash: str, seen: int) -> None:
        """Add a connection to a table and send its first frame."""
        async with room.lock:
            await self.settle(room)
            await self.fence(room)
            await self.presence.welcome(room, token_hash)
            link.tell(room.attach(link, token_hash, seen))
            self.calls.greet(room, link, token_hash)
        self.presence.came(room, token_hash)

    def detach(self, room: Room, link: Link, token_hash: str) -> None:
        """Remove a connection that is gone."""
        room.detach(link, token_hash)
        self.calls.lost(room, link)
        self.presence.left(room, token_hash)

    async def mend(self, room: Room) -> None:
        """Read a table again if it is not known whether it agrees with its log, and make up for an outage."""
        async with room.lock:
            try:
                await self.settle(room)
                if self.outage(room):
                    await self.commit(room, lambda _table, _now: [])
            except Refused:
                room.doubtful = True


def _found_from(table: Table) -> float | None:
    """When a process finds a table that nobody has in memory: when a clock runs out, or a bot that has to move is late."""
    due = table.due
    if due is not None or table.game is None or table.company.all_present:
        return due
    return table.time + BOTS_LATE if {*table.bot_seats()} & {*table.game.to_move} else None


def _made_up(room: Room, outage: tuple[float, float]) -> log.AnyEntry:
    """The entry that gives everyone at a table the time of an outage back."""
    return log.Outage(t=table_time(room.table, room.now()), seconds=round(outage[1] - outage[0], 3))
