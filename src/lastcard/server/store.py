"""Where tables are kept: an append is on disk before it returns.

One thread writes. It takes everything that is queued and commits it as one transaction, so many tables share one wait for the
disk. Appends are optimistic: entries name their numbers, and of two processes that want the same number one is told no. Reads
run in a few threads beside it.

Trouble with the database is a StoreError, and the store goes on by itself as soon as the database does. Whether the write that
raised it is there is open until the table is loaded again: a connection may break between the commit and its answer.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import (
    ARRAY,
    URL,
    ColumnElement,
    Connection,
    Dialect,
    Engine,
    Text,
    any_,
    bindparam,
    delete,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from . import fanout
from .database import READERS, StoreError, codes, engines, entries, make_file, migrate, parse, sentence, tables, tokens

__all__ = ["Store", "StoreError"]

LARGEST_BATCH = 500  # writes in one transaction
REMEMBERED = 5  # seconds in which the store is not healthy after a write failed and none succeeded
EXPIRED_AT_ONCE = 100  # tables deleted in one transaction

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class Write:
    """Something for the writer to do, and who waits for it."""

    waiting: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


@dataclass(slots=True)
class Create(Write):
    table: str
    invite: str
    watch: str
    entry: bytes
    public: bool
    due: float | None
    now: float
    status: str
    summary: str
    holders: Sequence[tuple[str, int]]


@dataclass(slots=True)
class Append(Write):
    table: str
    number: int
    entries: list[bytes]
    due: float | None
    status: str
    seats: int
    now: float
    summary: str


@dataclass(slots=True)
class AddToken(Write):
    hashed: str
    table: str
    seat: int


@dataclass(slots=True)
class Say(Write):
    table: str
    word: str


@dataclass(slots=True)
class Expire(Write):
    before: float


@dataclass(slots=True)
class Probe(Write):
    """A write that changes nothing, to see whether writing works again."""


class Store:
    """All tables of one database; made by ``await Store.open(url)``, and closed when done.

    A canceled call may still be written: only what has returned is certain.
    """

    def __init__(self, url: URL, writer: Engine, reader: Engine) -> None:
        self._reader = reader
        self._writer = Writer(url, writer, reader, asyncio.get_running_loop())
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self._closed = False

    @classmethod
    async def open(cls, url: str) -> Store:
        """The store at sqlite:///path or postgresql://user@host/name, made or brought up to date where needed."""
        parsed = parse(url)
        writer, reader = engines(parsed)
        try:
            await asyncio.to_thread(make_file, parsed)
            await asyncio.to_thread(migrate, writer)
        except StoreError:
            writer.dispose()
            raise
        store = cls(parsed, writer, reader)
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
        holders: Sequence[tuple[str, int]] = (),
    ) -> None:
        """A new table with its first entry, number 1, and the tokens that have a seat there; codes and tokens come hashed."""
        await self._write(Create(table, invite, watch, entry, public, due, now, status, summary, holders))

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
    ) -> bool:
        """All of the entries, from this number on, are on disk; or, False, none is: the log does not end at the number before.

        Then another process was faster, or the table has expired.
        """
        return bool(await self._write(Append(table, number, entries, due, status, seats, now, summary)))

    async def load(self, table: str, since: int = 0) -> list[bytes]:
        """The entries after this number, in order; none for a table that does not exist."""
        if not table.isprintable():
            return []  # no id, and PostgreSQL would not even look for it
        query = select(entries.c.entry).where(entries.c.table == table, entries.c.number > since).order_by(entries.c.number)
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def by_invite(self, hashed: str) -> tuple[str, str] | None:
        """The table that a hashed code leads to, and whether to "play" or to "watch"."""
        query = select(codes.c.table, codes.c.role).where(codes.c.hashed == hashed)
        return next(iter(await self._pairs(query)), None)

    async def due(self, now: float, limit: int) -> list[str]:
        """Tables whose time has come, the longest overdue first."""
        query = select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(limit)
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def public(self, limit: int) -> list[str]:
        """Public tables with a free seat that have not started, the newest first."""
        query = select(tables.c.id).where(tables.c.public, tables.c.status == "lobby").order_by(tables.c.created.desc())
        return await self._read(lambda connection: list(connection.scalars(query.limit(limit))))

    async def summaries(self, names: list[str]) -> dict[str, str]:
        """What was written last of each of these tables that exists; empty where nothing was."""
        query = select(tables.c.id, tables.c.summary).where(tables.c.id.in_(names))
        return dict(await self._pairs(query))

    async def add_token(self, hashed: str, table: str, seat: int) -> None:
        """The holder of a token has this seat at the table, and no other there."""
        await self._write(AddToken(hashed, table, seat))

    async def games_of(self, hashed: list[str], limit: int) -> list[tuple[str, int]]:
        """(table, seat) of every game of these tokens, the last played first."""
        query = select(tokens.c.table, tokens.c.seat).join(tables).where(tokens.c.hashed.in_(hashed))
        return await self._pairs(query.order_by(tables.c.touched.desc()).limit(limit))

    async def say(self, table: str, word: str) -> None:
        """Tell every process something about a table that is kept nowhere: a word that begins with ? or !."""
        await self._write(Say(table, word))

    async def expire(self, before: float) -> int:
        """Delete the tables that nothing was appended to since then; how many there were."""
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
            # A small write may find room on a full disk where the next move does not: failures are remembered for a while.
            if time.monotonic() < self._writer.failed + REMEMBERED:
                return False
            await self._write(Probe())
        except StoreError:
            return False
        return True

    async def close(self) -> None:
        """Finish what is queued, then let the database go."""
        if self._closed:
            return
        self._closed = True
        self._writer.queue.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._threads.shutdown)
        self._reader.dispose()

    async def _write(self, write: Write) -> Any:
        if self._closed:
            raise StoreError("The store is closed.")
        self._writer.queue.put(write)
        return await write.waiting

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
                # The database may have been restarted since this connection was made: one fresh one is tried.
                if last_try or not (isinstance(error, DBAPIError) and error.connection_invalidated):
                    raise StoreError(sentence(error)) from error
        raise AssertionError


class Writer(threading.Thread):
    """The thread that writes; ``None`` in its queue is the last thing it sees."""

    def __init__(self, url: URL, engine: Engine, reader: Engine, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(name="store-writer", daemon=True)
        self.queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self.failing = False
        self.failed = 0.0
        self._engine = engine
        self._reader = reader
        self._loop = loop
        self._statements = Statements(engine.dialect)
        self._path = url.database if engine.dialect.name == "sqlite" else None
        self._file = self._identity()

    def run(self) -> None:
        open_ = True
        while open_:
            batch = [self.queue.get()]
            with suppress(queue.Empty):
                while len(batch) < LARGEST_BATCH:
                    batch.append(self.queue.get_nowait())
            open_ = batch[-1] is not None
            self._answer([write for write in batch if write is not None])
        self._engine.dispose()

    def _answer(self, batch: list[Write]) -> None:
        if not batch:
            return
        answers = self._outcomes(batch)
        # One call for all of them; a loop that is closed already has nobody waiting.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(_settle, batch, answers)

    def _outcomes(self, batch: list[Write]) -> Sequence[Any]:
        """For each write its result, or the StoreError that it raises."""
        try:
            results = self._commit(batch)
        except (IntegrityError, DataError, ValueError) as error:
            # One write that cannot be (a table made twice, text that is none) must not take the others down with it.
            if len(batch) == 1:
                return [_refusal(error)]
            return [self._outcomes([write])[0] for write in batch]
        except Exception as error:  # noqa: BLE001 - the thread must live on, whatever the driver raises
            told = self._trouble(error)
            return [StoreError(told) for _ in batch]
        if self.failing:
            log.info("The database works again.")
        self.failing = False
        return results

    def _trouble(self, error: Exception) -> str:
        told = str(error) if isinstance(error, StoreError) else sentence(error)
        if not self.failing:
            log.error("%s Nothing can be written until this is mended.", told, exc_info=error)
        self.failing, self.failed = True, time.monotonic()
        return told

    def _commit(self, batch: list[Write]) -> Sequence[Any]:
        self._same_file()
        for last_try in (False, True):
            committing = False
            try:
                with self._engine.connect() as connection, connection.begin() as transaction:
                    results = _write_all(connection, self._statements, batch)
                    committing = True
                    transaction.commit()
            except DBAPIError as error:
                # A connection that broke before the commit wrote nothing, so all is tried again on a fresh one.
                if last_try or committing or not error.connection_invalidated:
                    raise
            else:
                return results
        raise AssertionError

    def _identity(self) -> tuple[int, int] | None:
        if self._path is None:
            return None
        with suppress(FileNotFoundError):
            found = os.stat(self._path)  # noqa: PTH116 - asked before every transaction
            return found.st_dev, found.st_ino
        raise StoreError("The database file is gone.")

    def _same_file(self) -> None:
        """SQLite would go on writing to a file that was deleted or replaced, where nobody would ever find it."""
        found = self._identity()
        if found != self._file:
            self._engine.dispose()
            self._reader.dispose()
            migrate(self._engine)
            self._file = found


def _settle(batch: list[Write], answers: Sequence[Any]) -> None:
    for write, answer in zip(batch, answers, strict=True):
        if write.waiting.done():
            continue
        if isinstance(answer, StoreError):
            write.waiting.set_exception(answer)
        else:
            write.waiting.set_result(answer)


def _refusal(error: Exception) -> StoreError:
    refusal = StoreError("There is no such table, or its id or a code of it is in use already.")
    refusal.__cause__ = error
    return refusal


def _write_all(connection: Connection, statements: Statements, batch: list[Write]) -> list[Any]:
    """What each write gives; tables come before what needs them, and otherwise only the order of appends matters."""
    _create(connection, [write for write in batch if isinstance(write, Create)])
    wins = iter(_append(connection, statements, [write for write in batch if isinstance(write, Append)]))
    held = {(hashed, c.table): seat for c in batch if isinstance(c, Create) for hashed, seat in c.holders}
    held |= {(write.hashed, write.table): write.seat for write in batch if isinstance(write, AddToken)}
    _add_tokens(connection, held)
    fanout.tell(connection, [(write.table, write.word) for write in batch if isinstance(write, Say)])
    results: list[Any] = []
    for write in batch:
        if isinstance(write, Append):
            results.append(next(wins))
        elif isinstance(write, Expire):
            results.append(_expire(connection, write.before))
        else:
            if isinstance(write, Probe):
                connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
            results.append(None)
    return results


def _create(connection: Connection, creates: list[Create]) -> None:
    if not creates:
        return
    fresh = {"seats": 0, "last": 1}
    times = [{"due": c.due, "created": c.now, "touched": c.now} for c in creates]
    told = [{"status": c.status, "summary": c.summary} for c in creates]
    heads = [{"id": c.table, "public": c.public, **a, **b, **fresh} for c, a, b in zip(creates, times, told, strict=True)]
    connection.execute(insert(tables), heads)
    ways = [(c.invite, c.table, "play") for c in creates] + [(c.watch, c.table, "watch") for c in creates]
    connection.execute(insert(codes), [{"hashed": hashed, "table": table, "role": role} for hashed, table, role in ways])
    connection.execute(insert(entries), [{"table": c.table, "number": 1, "entry": c.entry} for c in creates])


class Statements:
    """What every append says to the database, put into its SQL once: that is most of the work."""

    def __init__(self, dialect: Dialect) -> None:
        asked: ColumnElement[bool]
        if dialect.name == "sqlite":
            asked = tables.c.id.in_(select(func.json_each(bindparam("ids")).table_valued("value").c.value))
        else:
            asked = tables.c.id == any_(bindparam("ids", type_=ARRAY(Text)))
        # Every process locks tables in the order of their ids, so that two batches never wait for each other.
        ends = select(tables.c.id, tables.c.last).where(asked).order_by(tables.c.id).with_for_update(key_share=True)
        names = ("last", "due", "touched", "status", "seats", "summary")
        grow = update(tables).where(tables.c.id == bindparam("table")).values({name: bindparam(name) for name in names})
        self.ends, self.grow, self.add = (str(said.compile(dialect=dialect)) for said in (ends, grow, insert(entries)))
        self.listed: Callable[[list[str]], str | list[str]] = json.dumps if dialect.name == "sqlite" else list


def _append(connection: Connection, statements: Statements, appends: list[Append]) -> list[bool]:
    """Which of them the log took."""
    if not appends:
        return []
    asked = statements.listed([*{write.table for write in appends}])
    last: dict[str, int] = dict(iter(connection.exec_driver_sql(statements.ends, {"ids": asked})))
    wins: list[bool] = []
    heads: dict[str, dict[str, Any]] = {}
    rows: list[dict[str, Any]] = []
    for write in appends:
        wins.append(last.get(write.table) == write.number - 1)
        if wins[-1]:
            numbered = list(enumerate(write.entries, write.number))
            last[write.table] += len(numbered)
            rows += [{"table": write.table, "number": number, "entry": entry} for number, entry in numbered]
            head = {"last": last[write.table], "due": write.due, "touched": write.now, "summary": write.summary}
            heads[write.table] = {"table": write.table, "status": write.status, "seats": write.seats, **head}
    if heads:
        _many(connection, statements.grow, list(heads.values()))
    if rows:
        _many(connection, statements.add, rows)
        fanout.tell(connection, [(table, head["last"]) for table, head in heads.items()])
    return wins


def _many(connection: Connection, statement: str, rows: list[dict[str, Any]]) -> None:
    # One row is sent plainly: the way for many takes PostgreSQL more round trips.
    connection.exec_driver_sql(statement, rows if len(rows) > 1 else rows[0])


def _add_tokens(connection: Connection, seats: dict[tuple[str, str], int]) -> None:
    if not seats:
        return
    rows = [{"hashed": hashed, "table": table, "seat": seat} for (hashed, table), seat in seats.items()]
    same = (tokens.c.hashed == bindparam("of"), tokens.c.table == bindparam("at"))
    connection.execute(delete(tokens).where(*same), [{"of": hashed, "at": table} for hashed, table in seats])
    connection.execute(insert(tokens), rows)


def _expire(connection: Connection, before: float) -> int:
    # A table that another process writes to just now is not old.
    old = select(tables.c.id).where(tables.c.touched < before).limit(EXPIRED_AT_ONCE).with_for_update(skip_locked=True)
    return connection.execute(delete(tables).where(tables.c.id.in_(list(connection.scalars(old))))).rowcount
