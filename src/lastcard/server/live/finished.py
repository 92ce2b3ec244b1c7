"""Finished games, as delivered to those who sat at the table or may watch it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from ..storage.store import Standing
from ..table import log
from ..table.archive import Unplayed, recorded
from ..table.summary import read
from ..table.table import RULES_CHANGED, Table
from ..wire.commands import Refused, encode
from .once import Once
from .rooms import Rooms
from .subscribers import WATCHER

UNFINISHED = ("lobby", "full", "playing")  # statuses of tables in the store
RECORDS_KEPT = 8


class Finished(NamedTuple):
    """A record as JSON, the hashes of the tokens that may have it, and whether spectators may."""

    record: bytes
    holders: tuple[str, ...]
    watchers: bool

    def check(self, token_hash: str) -> None:
        """Refuse unless this token hash (or a spectator, if it is empty) may have the record."""
        if token_hash and token_hash not in self.holders:
            raise Refused("no-seat", "You don't have a seat at this table.")
        if not token_hash and not self.watchers:
            raise Refused("no-watching", "This table doesn't allow spectators.")


def finished(table: Table, entries: Iterable[bytes] = ()) -> Finished:
    """The finished game of a table with these entries. Refused while it is still going on."""
    holders = tuple(table.holders())
    return Finished(encode(recorded(table, map(log.decode, entries))), holders, table.settings.watchers)


class FinishedGames:
    """The finished games of a hub's tables, including those whose rules this server no longer has."""

    def __init__(self, hub: Rooms) -> None:
        self._hub = hub
        self._records: Once[Finished] = Once(RECORDS_KEPT)
        self._studying = asyncio.Lock()

    async def find(self, table: str, token_hash: str) -> Finished:
        """A finished game, read only once while nothing happens at the table. Refused while the game goes on.

        A game that cannot go on because the rules have changed ends for good as soon as one of its players asks.
        """
        room = self._hub.rooms.get(table)
        if room is not None and not room.doubtful:
            return await self._records.do((table, room.table.number), lambda: self._read(table, room.table))
        standing = await self._hub.reader.standing(table)
        if standing.status in UNFINISHED and table not in self._hub.reader.broken:
            raise Refused("not-over", "You can get the record once the game is over.")
        try:
            return await self._records.do((table, standing.last), lambda: self._read(table))
        except Refused as refused:
            if token_hash == WATCHER or refused.says != RULES_CHANGED or standing.status != "playing" or not standing.summary:
                raise
        await self._end(table, standing)
        return await self._records.do((table, standing.last + 1), lambda: self._read(table))

    async def _read(self, table: str, found: Table | None = None) -> Finished:
        if found is None:
            async with self._studying:  # one long game in memory at a time
                found = await self._over(table)
        if found is None:
            raise Refused("no-table", "There's no such table.")
        has_forgotten = found.stage == "over" and found.game is not None and found.game.has_forgotten
        return finished(found, await self._hub.reader.load(table) if has_forgotten else ())

    async def _over(self, table: str) -> Table | None:
        """The table of a finished game, built from its log alone if it cannot be played through again."""
        reader, store = self._hub.reader, self._hub.store
        try:
            return await reader.folded(table)
        except Refused as refused:
            kept = (await reader.ask(store.summaries([table]))).get(table)
            if refused.code != "broken" or not kept or read(kept).told.stage != "over":
                raise
            data = await reader.load(table)
            try:
                return Unplayed(map(log.decode, data))
            except (msgspec.DecodeError, LookupError):
                raise refused from None

    async def _end(self, table: str, standing: Standing) -> None:
        """Log that a game cannot go on before revealing its deal, so that a server that still has its rules stops there too."""
        entry, kept = log.Ended(t=self._hub.clock()), read(standing.summary)
        over = msgspec.structs.replace(kept, told=msgspec.structs.replace(kept.told, stage="over"))
        epoch = await self._hub.reader.ask(self._hub.ownership.claim(table))
        won = await self._hub.reader.ask(
            self._hub.store.append(
                table,
                standing.last + 1,
                [log.encode(entry)],
                due=None,
                status="over",
                seats=len(kept.told.seats),
                now=entry.t,
                summary=msgspec.json.encode(over).decode(),
                epoch=epoch,
            )
        )
        if not won:
            raise Refused("busy", "Too much is happening at this table at once: try again.")
