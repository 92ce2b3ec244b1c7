"""The store of all tables. An append is on disk before it returns.

One thread writes (see ``writer``). Appends are optimistic: entries name their numbers, and if two processes want the same
number, one is told no. Reads run in a few threads alongside.

Database trouble raises a StoreError, and the store recovers by itself as soon as the database does. Whether the failed write
went through is unknown until the table is loaded again: a connection may break between the commit and its answer.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import URL, Connection, Engine, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from .database import (
    READERS,
    StoreError,
    checkpoints,
    codes,
    engines,
    entries,
    make_file,
    migrate,
    parse,
    sentence,
    tables,
    tokens,
)
from .lock import Lock
from .outage import Outage
from .writer import LARGEST_BATCH, Writer
from .writes import Append, Create, Expire, Keep, Lengths, Probe, Write

__all__ = ["Standing", "Store", "StoreError"]

REMEMBERED = 5  # seconds for which the store counts as unhealthy after a failed write, unless one succeeds

T = TypeVar("T")


class Standing(NamedTuple):
    """A table without its log: its status, the number of its last entry, and its stored summary.

    ``has_token`` says whether the token that was asked about has been given a seat there.
    """

    status: str
    public: bool
    last: int
    summary: str
    has_token: bool


class Store:
    """All tables of one database. Open it with ``await Store.open(url)``, and close it when done.

    A canceled call may still be written. Only what has returned is certain.
    """

    def __init__(self, url: URL, writer: Engine, reader: Engine, lock: Lock | None) -> None:
        self._reader = reader
        self._lock = lock
        self._writer = Writer(url, writer, reader, asyncio.get_running_loop())
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self._closed = False
        self._news: list[Write] = []

    @classmethod
    async def open(cls, url: str) -> Store:
        """Open the store at sqlite:///path or postgresql://user@host/name, creating or migrating it if needed.

        A SQLite file belongs to one process at a time, so this waits a little for another one to end.
        """
        parsed = parse(url)
        await asyncio.to_thread(make_file, parsed)
        lock = await Lock.take(parsed.database or "") if parsed.get_backend_name() == "sqlite" else None
        writer, reader = engines(parsed)
        try:
            await asyncio.to_thread(migrate, writer)
        except StoreError:
            writer.dispose()
            if lock:
                lock.release()
            raise
        store = cls(parsed, writer, reader, lock)
        store._writer.start()
        return store

    async def create(
        self,
        table: str,
        invite: str,
        watch: str,
        entry: bytes,
        *,
        public: bool,
        due: float | None,
        now: float,
        status: str = "lobby",
        summary: str = "",
        rules_version: str = "",
        holders: Sequence[tuple[str, int]] = (),
    ) -> None:
        """Create a table with its first entry (number 1) and the tokens seated there. Codes and tokens come hashed."""
        await self._write(Create(table, invite, watch, entry, public, due, now, status, summary, rules_version, holders))

    async def append(
        self,
        table: str,
        number: int,
        entries: list[bytes],
        *,
        due: float | None,
        status: str,
        seats: int,
        now: float,
        summary: str = "",
        seated: Sequence[tuple[str, int]] = (),
        gone: Sequence[str] = (),
        epoch: int | None = None,
    ) -> bool:
        """Append all of the entries, from this number on, to disk. False if none was, because the log ends elsewhere.

        In that case another process owns the table now (on PostgreSQL, where ``epoch`` is checked too), or it has expired. The
        tokens that get or change a seat with these entries, and those that lose theirs, are written in the same step.
        """
        return bool(await self._write(Append(table, number, entries, due, status, seats, now, summary, seated, gone, epoch)))

    async def load(self, table: str, since: int = 0) -> list[bytes]:
        """The entries after this number, in order. Empty for a table that does not exist."""
        if not table.isprintable():
            return []  # not an id, and PostgreSQL would reject the query
        query = select(entries.c.entry).where(entries.c.table == table, entries.c.number > since).order_by(entries.c.number)
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def keep(self, table: str, checkpoint: bytes) -> None:
        """Keep a checkpoint of a table instead of an older one."""
        await self._write(Keep(table, checkpoint))

    async def checkpoint(self, table: str) -> bytes | None:
        """The checkpoint of a table, if it has one."""
        query = select(checkpoints.c.data).where(checkpoints.c.table == table)
        return await self._read(lambda connection: connection.scalar(query)) if table.isprintable() else None

    async def standing(self, table: str, token_hash: str = "") -> Standing | None:
        """Return the status of a table, and of the holder of a token. None if there is no such table."""
        held = select(tokens.c.seat).where(tokens.c.table == tables.c.id, tokens.c.hashed == token_hash).exists()
        query = select(tables.c.status, tables.c.public, tables.c.last_number, tables.c.summary, held).where(
            tables.c.id == table
        )

        def ask(connection: Connection) -> Standing | None:
            row = connection.execute(query).first()
            return Standing(row[0], bool(row[1]), row[2], row[3], bool(row[4])) if row else None

        return await self._read(ask) if table.isprintable() else None

    async def by_invite(self, hashed: str) -> tuple[str, str] | None:
        """The table that a hashed code leads to, and whether to "play" or to "watch"."""
        query = select(codes.c.table, codes.c.role).where(codes.c.hashed == hashed)
        return next(iter(await self._pairs(query)), None)

    async def due(self, now: float, limit: int) -> list[str]:
        """Tables whose time has come, longest overdue first."""
        query = select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(limit)
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def public(self, limit: int) -> list[str]:
        """Public tables with a free seat that have not started, newest first."""
        query = select(tables.c.id).where(tables.c.public, tables.c.status == "lobby").order_by(tables.c.created.desc())
        return await self._read(lambda connection: list(connection.scalars(query.limit(limit))))

    async def summaries(self, names: list[str]) -> dict[str, str]:
        """The latest summary of each of these tables that exists, or an empty string if none was written."""
        query = select(tables.c.id, tables.c.summary).where(tables.c.id.in_(names))
        return dict(await self._pairs(query))

    async def lengths(self, names: list[str]) -> dict[str, int]:
        """The number of entries of each of these tables that exists."""
        found: dict[str, int] = await self._write(Lengths(names))
        return found

    async def games_of(self, token_hashes: list[str], limit: int) -> list[tuple[str, int]]:
        """(table, seat) of every game of these tokens, most recently played first."""
        query = select(tokens.c.table, tokens.c.seat).join(tables).where(tokens.c.hashed.in_(token_hashes))
        return await self._pairs(query.order_by(tables.c.touched.desc()).limit(limit))

    async def has_games(self, rules_versions: Collection[str] | None, since: float) -> bool:
        """Whether a game by one of these rules (None for any) is in progress, and something happened there since then."""
        query = select(tables.c.id).where(tables.c.status == "playing", tables.c.touched >= since).limit(1)
        if rules_versions is not None:
            query = query.where(tables.c.rules_version.in_(rules_versions))
        return await self._read(lambda connection: connection.scalar(query)) is not None

    async def expire(self, before: float) -> int:
        """Delete the tables with no appends since then, and return how many there were."""
        total = 0
        while count := await self._write(Expire(before)):
            total += count
        return total

    async def healthy(self) -> bool:
        """Whether the database can be read and, as far as is known, written to."""
        try:
            await self._read(lambda connection: connection.scalar(select(tables.c.id).limit(1)))
            if not self._writer.failing:
                return True
            # On a full disk a small write may fit where the next move does not, so failures are remembered for a while.
            if time.monotonic() < self._writer.failed + REMEMBERED:
                return False
            await self._write(Probe())
        except StoreError:
            return False
        return True

    async def close(self) -> None:
        """Finish what is queued, then close the database."""
        if self._closed:
            return
        self._closed = True
        self._pass_on()
        self._writer.queue.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._threads.shutdown)
        self._reader.dispose()
        if self._lock:
            self._lock.release()

    @property
    def outage(self) -> Outage:
        """When the database could last not be written to."""
        return self._writer.outage

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use the same database."""
        return self._lock is None

    async def ask(self, question: Callable[[Connection], T]) -> T:
        """Have a thread ask the database something, each statement as a transaction of its own on PostgreSQL."""
        return await self._read(question)

    async def _write(self, write: Write) -> Any:
        if self._closed:
            raise StoreError("The store is closed.")
        self._news.append(write)
        if len(self._news) == 1:
            asyncio.get_running_loop().call_soon(self._pass_on)
        return await write.waiting

    def _pass_on(self) -> None:
        """Give the writer everything that has come up at the same time, in one piece, so that it is one transaction."""
        news, self._news = self._news, []
        for start in range(0, len(news), LARGEST_BATCH):
            self._writer.queue.put(news[start : start + LARGEST_BATCH])

    async def _pairs(self, query: Any) -> list[tuple[Any, Any]]:
        return await self._read(lambda connection: [(first, second) for first, second in connection.execute(query)])

    async def _read(self, question: Callable[[Connection], T]) -> T:
        if self._closed:
            raise StoreError("The store is closed.")
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, question)

    def _ask(self, question: Callable[[Connection], T]) -> T:
        for last_try in (False, True):
            try:
                with self._reader.connect() as connection:
                    return question(connection)
            except SQLAlchemyError as error:
                # The database may have restarted since this connection was made, so one fresh connection is tried.
                if last_try or not (isinstance(error, DBAPIError) and error.connection_invalidated):
                    raise StoreError(sentence(error)) from error
        raise AssertionError
