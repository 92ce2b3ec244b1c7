"""The thread that writes to the database.

It takes everything that is queued and commits it as one transaction, so many tables share one wait for the disk. An append to a
table whose row another transaction holds (on PostgreSQL) is retried with the next batch and keeps nobody else waiting.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, cast

from sqlalchemy import (
    URL,
    Connection,
    Dialect,
    Engine,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    select,
    text,
    update,
)
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from .append_postgres import LOCKED, append_all
from .append_sqlite import append_each
from .at_once import AtOnce
from .database import LOCKED_ELSEWHERE, PATIENCE, StoreError, checkpoints, codes, entries, migrate, sentence, tables, tokens
from .outage import Outage
from .writes import Append, Create, Expire, Keep, Lengths, Probe, Write

LARGEST_BATCH = 500  # writes from which on others wait for the next transaction
EXPIRED_AT_ONCE = 100  # tables deleted in one transaction
LOCKED_FOR = PATIENCE  # seconds for which an append to a row locked elsewhere is retried
RETRY = 0.02  # seconds between retries
# Each table's log length, taken from the end of an index instead of by scanning the log.
LENGTH = (
    select(func.coalesce(func.max(entries.c.number), literal_column("0")))
    .where(entries.c.table == tables.c.id)
    .scalar_subquery()
)

log = logging.getLogger(__name__)


class Writer(threading.Thread):
    """The thread that writes. Its queue holds lists of writes, and ``None`` tells it to stop."""

    def __init__(self, url: URL, engine: Engine, reader: Engine, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(name="store-writer", daemon=True)
        self.queue: queue.SimpleQueue[list[Write] | None] = queue.SimpleQueue()
        self._open = True
        self.failing = False
        self.failed = 0.0
        self.outage = Outage()
        self._engine = engine
        self._reader = reader
        self._loop = loop
        self._statements = Statements(engine.dialect)
        self._at_once = AtOnce(engine)
        self._path = url.database if engine.dialect.name == "sqlite" else None
        self._file = self._identity()

    def run(self) -> None:
        held_up: list[Write] = []
        while self._open or held_up:
            held_up = self._answer(held_up + self._news(RETRY if held_up else None))
        self._engine.dispose()

    def _news(self, within: float | None) -> list[Write]:
        """Wait until something is queued and return all of it, or nothing once this time has passed."""
        news: list[Write] = []
        with suppress(queue.Empty):
            some = self.queue.get(timeout=within)
            while some is not None:
                news += some
                if len(news) >= LARGEST_BATCH:
                    return news
                some = self.queue.get_nowait()
            self._open = False
        return news

    def _answer(self, batch: list[Write]) -> list[Write]:
        """Do a batch of writes, and return those that must be retried."""
        if not batch:
            return []
        outcomes = list(zip(batch, self._outcomes(batch), strict=True))
        held_up = [write for write, outcome in outcomes if outcome is LOCKED and self._may_wait(write)]
        answers = [
            (write, StoreError(LOCKED_ELSEWHERE) if outcome is LOCKED else outcome)
            for write, outcome in outcomes
            if write not in held_up
        ]
        # One call for all of them. If the loop is already closed, nobody is waiting.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(_settle, answers)
        return held_up

    def _may_wait(self, write: Write) -> bool:
        now = time.monotonic()
        if write.until is None:
            write.until = now + LOCKED_FOR
        if now < write.until:
            return True
        log.warning("The row of a table stays locked by another program.", extra={"table": getattr(write, "table", "")})
        return False

    def _outcomes(self, batch: list[Write]) -> Sequence[Any]:
        """The result of each write, or the StoreError that it raises."""
        began = time.monotonic()
        try:
            results = self._commit(batch)
        except (IntegrityError, DataError, ValueError) as error:
            # One impossible write (a duplicate table, invalid text) must not take the others down with it.
            if len(batch) == 1:
                return [_refusal(error)]
            return [self._outcomes([write])[0] for write in batch]
        except Exception as error:  # noqa: BLE001 - the thread must live on, whatever the driver raises
            told = self._trouble(error)
            self.outage.failed(began)
            return [StoreError(told) for _ in batch]
        if any(type(write) is not Lengths for write in batch):
            self.outage.ended()
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
        if grown := self._append_quickly(batch):
            rest = [write for write in batch if cast("Append", write).table not in grown]
            outcomes = iter(self._outcomes(rest) if rest else ())
            return [True if cast("Append", write).table in grown else next(outcomes) for write in batch]
        for last_try in (False, True):
            committing = False
            try:
                with self._engine.connect() as connection, connection.begin() as transaction:
                    results = _write_all(connection, self._statements, batch)
                    committing = True
                    transaction.commit()
            except DBAPIError as error:
                # A connection that broke before the commit wrote nothing, so everything is retried on a fresh one.
                if last_try or committing or not error.connection_invalidated:
                    raise
            else:
                return results
        raise AssertionError

    def _append_quickly(self, batch: list[Write]) -> set[str]:
        """Write a batch of appends straight through the driver, and return the tables whose logs have grown.

        That is possible if there is nothing else in it. Whatever stands in the way is left to the long way.
        """
        appends = [write for write in batch if type(write) is Append and write.entries and not (write.seated or write.gone)]
        tables_of = {write.table for write in appends}
        if len(appends) < len(batch):
            return set()
        if self._path is None:
            return self._at_once.append(appends) if len(tables_of) == len(appends) else set()
        borrowed = self._engine.raw_connection()
        try:
            return tables_of if append_each(cast("sqlite3.Connection", borrowed.driver_connection), appends) else set()
        finally:
            borrowed.close()

    def _identity(self) -> tuple[int, int] | None:
        if self._path is None:
            return None
        with suppress(FileNotFoundError):
            found = os.stat(self._path)  # noqa: PTH116 - called before every transaction
            return found.st_dev, found.st_ino
        raise StoreError("The database file is gone.")

    def _same_file(self) -> None:
        """Reopen a file that was replaced, since SQLite would go on writing to the old one, where nobody would find it."""
        found = self._identity()
        if found != self._file:
            self._engine.dispose()
            self._reader.dispose()
            migrate(self._engine)
            self._file = found


def _settle(answers: list[tuple[Write, Any]]) -> None:
    for write, answer in answers:
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
    """The result of each write. Tables come before what needs them; otherwise only the order of appends matters."""
    creates = [write for write in batch if isinstance(write, Create)]
    appends = [write for write in batch if isinstance(write, Append)]
    _create(connection, creates)
    wins = _append(connection, statements, appends)
    _seat(connection, creates, [write for write, won in zip(appends, wins, strict=True) if won is True])
    answers = iter(wins)
    results: list[Any] = []
    for write in batch:
        if isinstance(write, Append):
            results.append(next(answers))
        elif isinstance(write, Expire):
            results.append(_expire(connection, write.before))
        elif isinstance(write, Lengths):
            results.append(_lengths(connection, write.tables))
        else:
            if isinstance(write, Keep):
                connection.execute(delete(checkpoints).where(checkpoints.c.table == write.table))
                connection.execute(insert(checkpoints), {"table": write.table, "data": write.data})
            if isinstance(write, Probe):
                connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
            results.append(None)
    return results


def _create(connection: Connection, creates: list[Create]) -> None:
    if not creates:
        return
    fresh = {"seats": 0, "last_number": 1}
    times = [{"due": c.due, "created": c.now, "touched": c.now} for c in creates]
    told = [{"status": c.status, "summary": c.summary, "rules_version": c.rules_version} for c in creates]
    heads = [{"id": c.table, "public": c.public, **a, **b, **fresh} for c, a, b in zip(creates, times, told, strict=True)]
    connection.execute(insert(tables), heads)
    ways = [(c.invite, c.table, "play") for c in creates] + [(c.watch, c.table, "watch") for c in creates]
    connection.execute(insert(codes), [{"hashed": hashed, "table": table, "role": role} for hashed, table, role in ways])
    connection.execute(insert(entries), [{"table": c.table, "number": 1, "entry": c.entry} for c in creates])


class Statements:
    """The statements that every append to SQLite uses, compiled to SQL once because that is most of the work."""

    def __init__(self, dialect: Dialect) -> None:
        asked = tables.c.id.in_(select(func.json_each(bindparam("ids")).table_valued("value").c.value))
        ends = select(tables.c.id, LENGTH).where(asked)
        names = ("last_number", "due", "touched", "status", "seats", "summary")
        grow = update(tables).where(tables.c.id == bindparam("table")).values({name: bindparam(name) for name in names})
        self.ends, self.grow, self.add = (str(said.compile(dialect=dialect)) for said in (ends, grow, insert(entries)))


def _append(connection: Connection, statements: Statements, appends: list[Append]) -> list[Any]:
    """Which appends the log took, or LOCKED for those to be retried."""
    if not appends:
        return []
    if connection.dialect.name == "postgresql":
        return append_all(connection, appends)
    asked = json.dumps([*{write.table for write in appends}])
    last: dict[str, int] = dict(iter(connection.exec_driver_sql(statements.ends, {"ids": asked})))
    wins: list[Any] = []
    heads: dict[str, dict[str, Any]] = {}
    rows: list[dict[str, Any]] = []
    for write in appends:
        end = last.get(write.table, -1)
        wins.append(end == write.number - 1)
        if end == write.number - 1:
            numbered = list(enumerate(write.entries, write.number))
            last[write.table] = end + len(numbered)
            rows += [{"table": write.table, "number": number, "entry": entry} for number, entry in numbered]
            head = {"last_number": last[write.table], "due": write.due, "touched": write.now, "summary": write.summary}
            heads[write.table] = {"table": write.table, "status": write.status, "seats": write.seats, **head}
    if heads:
        _many(connection, statements.grow, list(heads.values()))
    if rows:
        _many(connection, statements.add, rows)
    return wins


def _many(connection: Connection, statement: str, rows: list[dict[str, Any]]) -> None:
    connection.exec_driver_sql(statement, rows if len(rows) > 1 else rows[0])


def _seat(connection: Connection, creates: list[Create], appends: list[Append]) -> None:
    """Give tokens their seats and take seats away, in the order of the log."""
    seats: dict[tuple[str, str], int | None] = {(hashed, c.table): seat for c in creates for hashed, seat in c.holders}
    for write in appends:
        seats |= {(hashed, write.table): None for hashed in write.gone}
        seats |= {(hashed, write.table): seat for hashed, seat in write.seated}
    if not seats:
        return
    same = (tokens.c.hashed == bindparam("of"), tokens.c.table == bindparam("at"))
    connection.execute(delete(tokens).where(*same), [{"of": hashed, "at": table} for hashed, table in seats])
    taken = [{"hashed": hashed, "table": table, "seat": seat} for (hashed, table), seat in seats.items() if seat is not None]
    if taken:
        connection.execute(insert(tokens), taken)


def _lengths(connection: Connection, names: Iterable[str]) -> dict[str, int]:
    return dict(iter(connection.execute(select(tables.c.id, LENGTH).where(tables.c.id.in_(list(names))))))


def _expire(connection: Connection, before: float) -> int:
    # A table that another process is writing to right now is not old.
    old = select(tables.c.id).where(tables.c.touched < before).limit(EXPIRED_AT_ONCE).with_for_update(skip_locked=True)
    return connection.execute(delete(tables).where(tables.c.id.in_(list(connection.scalars(old))))).rowcount
