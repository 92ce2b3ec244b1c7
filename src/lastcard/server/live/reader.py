"""Reads tables from the store: their status, their entries in lists, and whole tables from their logs."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any

from ... import editions
from ..storage.store import Standing, Store, StoreError
from ..table import checkpoint, log
from ..table.frames import MOST_EVENTS
from ..table.summary import Summary, read, summary
from ..table.table import RULES_CHANGED, Table
from ..wire.commands import Refused
from . import tokens
from .metrics import Metrics
from .once import Once
from .room import Room

FOLDED_AT_ONCE = 10  # entries, about a millisecond
SUMMARIES_KEPT = 1000
MOST_REMATCHES = 100  # that a code is followed through

logger = logging.getLogger(__name__)


class Reader:
    """Reads tables. A log that this server cannot read causes a refusal, and its table is remembered as ``broken``."""

    def __init__(self, store: Store, metrics: Metrics, rooms: Mapping[str, Room]) -> None:
        self.broken: set[str] = set()
        self._store = store
        self._metrics = metrics
        self._rooms = rooms
        self._peeking: Once[Table | None] = Once()
        self._summaries: dict[str, Summary] = {}  # for tables older than stored summaries
        self._folding = asyncio.Lock()

    async def ask(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Ask the store something, turning its errors into refusals."""
        try:
            return await work
        except StoreError as error:
            raise Refused("store", "{error} Nothing is lost: try again in a moment.", error=str(error)) from None

    # ---- without the log ----------------------------------------------------------------------------
    async def standing(self, table: str, token_hash: str = "") -> Standing:
        """Return the status of a table, without its log. Refused if there is no such table or the token has no seat there."""
        found: Standing | None = await self.ask(self._store.standing(table, token_hash)) if tokens.is_table(table) else None
        if found is None:
            raise Refused("no-table", "There's no such table.")
        if token_hash and not found.has_token and not (found.summary and token_hash in read(found.summary).token_hashes):
            raise Refused("no-seat", "You don't have a seat at this table.")
        return found

    async def has_seat(self, table: str, token_hash: str) -> bool:
        """Whether a token has a seat at a table, as far as that is known without the log."""
        try:
            await self.standing(table, token_hash)
        except Refused as refused:
            if refused.code != "no-seat":
                raise
            return False
        return True

    async def may_watch(self, table: str) -> bool:
        """Whether a table lets anyone watch, as far as that is known without the log."""
        kept = (await self.standing(table)).summary
        return not kept or read(kept).watchers

    async def rematches(self, table: str) -> list[str]:
        """A table and its rematches, in order: one link leads to all games of an evening."""
        found = [table]
        for _ in range(MOST_REMATCHES):
            kept = (await self.standing(found[-1])).summary
            following = read(kept).rematch if kept else ""
            if not following:
                break
            found.append(following)
        return found

    async def latest(self, table: str) -> str:
        """The last of a table's rematches, or the table itself."""
        return (await self.rematches(table))[-1]

    async def summaries(self, tables: list[str]) -> list[Summary]:
        """Return summaries of these tables for lists. A log is read only if no summary is stored."""
        kept = await self.ask(self._store.summaries(tables)) if tables else {}
        unwritten = [table for table in tables if kept.get(table) == ""]
        if len(self._summaries) > SUMMARIES_KEPT:
            self._summaries.clear()
        unread = [table for table in unwritten if table not in self._summaries and table not in self.broken]
        self._summaries |= {table.id: summary(table) for table in await self._peek_all(unread)}
        found = {table: self._summaries[table] for table in unwritten if table in self._summaries}
        found |= {table: read(text) for table, text in kept.items() if text}
        return [found[table] for table in tables if table in found and table not in self.broken]

    # ---- from the log -------------------------------------------------------------------------------
    async def _peek_all(self, tables: Iterable[str]) -> list[Table]:
        """Read these tables, leaving out those that are gone or cannot be read."""
        found: list[Table] = []
        for table in tables:
            try:
                folded = await self._peek(table)
            except Refused as refused:
                if refused.code != "broken":
                    raise
            else:
                found += [folded] if folded else []
        return found

    async def _peek(self, table: str) -> Table | None:
        """Read a table without keeping it in memory."""
        room = self._rooms.get(table)
        if room is not None and not room.doubtful:
            return room.table
        return await self._peeking.do(table, lambda: self.folded(table))

    async def folded(self, table: str) -> Table | None:
        """A table from its log, or None if there isn't one. Refused if it cannot be read."""
        folded = await self._from_checkpoint(table)
        if folded is not None:
            return folded
        data = await self.load(table)
        if not data:
            return None
        with self.reading(table):
            folded, shortcut = await self._fold_whole([log.decode(entry) for entry in data])
        if shortcut:
            await self.keep(table, shortcut)
        if folded.is_older:
            kept = (await self.ask(self._store.summaries([table]))).get(table)
            with self.reading(table):
                if kept and not read(kept).agrees(summary(folded)):
                    raise Refused("broken", RULES_CHANGED)
        return folded

    async def _from_checkpoint(self, table: str) -> Table | None:
        """A table from its last deal on, or None if there is no checkpoint that fits its log and this code."""
        data: bytes | None = await self.ask(self._store.checkpoint(table))
        found = checkpoint.read(data, editions.names()) if data else None
        if found is None or found.table.id != table:
            return None
        entries = await self.load(table, found.number - 1)
        if not entries or entries[0] != found.entry:
            return None
        with self.reading(table):
            return await self.fold(map(log.decode, entries[1:]), checkpoint.restored(found))

    async def keep(self, table: str, data: bytes) -> None:
        """Keep a checkpoint. Without it the table opens more slowly, so that is all if it fails."""
        with suppress(Refused):
            await self.ask(self._store.keep(table, data))

    async def load(self, table: str, since: int = 0) -> list[bytes]:
        """The entries of a log after this number."""
        found: list[bytes] = await self.ask(self._store.load(table, since))
        return found

    async def fold(self, entries: Iterable[log.AnyEntry], table: Table | None = None) -> Table:
        """Build a table from its log, or go on with one."""
        table = table or Table()
        seconds = await self._apply(table, entries)
        self._metrics.folded(table.number, seconds)
        return table

    async def _fold_whole(self, entries: list[log.AnyEntry]) -> tuple[Table, bytes | None]:
        """Build a table from its whole log, and a checkpoint at its last deal if the next reader gains by that."""
        table = Table()
        after = max((number for number, entry in enumerate(entries, 1) if type(entry) is log.Dealt), default=0)
        seconds = await self._apply(table, entries[:after])
        shortcut = checkpoint.kept(table, entries[after - 1], MOST_EVENTS) if after else None
        seconds += await self._apply(table, entries[after:])
        self._metrics.folded(table.number, seconds)
        return table, shortcut

    async def _apply(self, table: Table, entries: Iterable[log.AnyEntry]) -> float:
        """Add entries to a table, and return the seconds this took. Many are added in turns, so that other work can run."""
        left, seconds = iter(entries), 0.0
        while part := list(islice(left, FOLDED_AT_ONCE)):
            async with self._folding:
                began = time.perf_counter()
                for entry in part:
                    table.apply(entry)
                seconds += time.perf_counter() - began
                await asyncio.sleep(0)
        return seconds

    @contextmanager
    def reading(self, table: str) -> Iterator[None]:
        """Turn a log that cannot be folded with this server's rules and editions into a refusal."""
        try:
            yield
        except Exception as error:
            if table not in self.broken:
                logger.exception("A table cannot be read.", extra={"table": table})
            self.broken.add(table)
            if isinstance(error, Refused):
                raise
            raise Refused("broken", "This version of the server can't read this table.") from error
        self.broken.discard(table)
