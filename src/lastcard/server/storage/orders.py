"""What the people who run the server do with its database: their orders (bans, the announcement), tables, backups.

Nothing here is in a game's way: it has connections of its own, which are opened when they are first needed.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from .database import StoreError, engines, orders, parse, sentence, tables
from .lock import Lock

MOST_TABLES = 1000
NEEDS_PG = "This is a PostgreSQL database: use {} (see the page about hosting)."

T = TypeVar("T")


class Order(NamedTuple):
    """A decision: ``kind`` is address, player (``about`` is the hash of a token), or announcement (``why`` is its text)."""

    kind: str
    about: str
    why: str
    since: float


class StoredTable(NamedTuple):
    """A table as the store lists it."""

    table: str
    status: str
    public: bool
    entries: int
    created: float
    touched: float
    summary: str


class Orders:
    """The orders in one database."""

    def __init__(self, url: str) -> None:
        self.is_shared = not url.startswith("sqlite")
        self._writer, self._reader = engines(parse(url), readers=1)

    async def all(self) -> list[Order]:
        """Every order, oldest first."""
        query = select(orders.c.kind, orders.c.about, orders.c.why, orders.c.since).order_by(orders.c.since)
        return await self._do(lambda connection: [Order(*row) for row in connection.execute(query)])

    async def give(self, order: Order) -> None:
        """Give an order, in place of the same one."""

        def write(connection: Connection) -> None:
            connection.execute(_same(order.kind, order.about))
            connection.execute(insert(orders).values(order._asdict()))

        await self._do(write, writes=True)

    async def lift(self, kind: str, about: str) -> bool:
        """Lift an order, and say whether there was one."""
        return await self._do(lambda connection: connection.execute(_same(kind, about)).rowcount > 0, writes=True)

    async def tables(self, status: str | None, limit: int) -> list[StoredTable]:
        """The tables, most recently played first."""
        t = tables.c
        query = select(t.id, t.status, t.public, t.last_number, t.created, t.touched, t.summary).order_by(t.touched.desc())
        if status:
            query = query.where(t.status == status)
        query = query.limit(min(limit, MOST_TABLES))
        return await self._do(lambda connection: [StoredTable(*row) for row in connection.execute(query)])

    async def delete(self, table: str) -> bool:
        """Delete a table with everything it has, and say whether there was one."""
        query = delete(tables).where(tables.c.id == table)
        return await self._do(lambda connection: connection.execute(query).rowcount > 0, writes=True)

    async def close(self) -> None:
        """Close the connections."""
        await asyncio.to_thread(self._writer.dispose)
        await asyncio.to_thread(self._reader.dispose)

    async def _do(self, work: Callable[[Connection], T], *, writes: bool = False) -> T:
        def run() -> T:
            with self._writer.begin() if writes else self._reader.connect() as connection:
                return work(connection)

        try:
            return await asyncio.to_thread(run)
        except SQLAlchemyError as error:
            raise StoreError(sentence(error)) from error


def _same(kind: str, about: str):  # type: ignore[no-untyped-def]
    return delete(orders).where(orders.c.kind == kind, orders.c.about == about)


# ---- backups ---------------------------------------------------------------------------------------
def back_up(url: str, to: Path) -> int:
    """Copy a SQLite database to a new file while it is in use, and return the number of its tables."""
    path = _file(url, "pg_dump")
    if to.exists():
        raise StoreError(f"{to} already exists.")
    descriptor = os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    os.close(descriptor)
    return _copy(path, to)


async def restore(url: str, source: Path) -> int:
    """Put a backup in the place of a SQLite database that nobody serves, and return the number of its tables."""
    path = _file(url, "pg_restore", must_exist=False)
    _check(source)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = await Lock.take(str(path))
    try:
        path.touch(mode=0o600, exist_ok=True)
        return await asyncio.to_thread(_copy, source, path)
    finally:
        lock.release()


def _file(url: str, tool: str, *, must_exist: bool = True) -> Path:
    parsed = parse(url)
    if parsed.get_backend_name() != "sqlite":
        raise StoreError(NEEDS_PG.format(tool))
    path = Path(parsed.database or "")
    if must_exist and not path.is_file():
        raise StoreError(f"There is no database at {path}.")
    return path


def _check(path: Path) -> None:
    """Refuse what is not a whole database of lastcard."""
    if not path.is_file():
        raise StoreError(f"There is no file {path}.")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as backup:
            (found,) = backup.execute("PRAGMA integrity_check").fetchone()
            backup.execute("SELECT id FROM tables LIMIT 1")
            backup.execute("SELECT version_num FROM alembic_version")
    except sqlite3.Error as error:
        raise StoreError(f"{path} is not a backup of lastcard: {error}.") from error
    if found != "ok":
        raise StoreError(f"{path} is damaged.")


def _copy(source: Path, to: Path) -> int:
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=5)) as one,
            closing(sqlite3.connect(to, timeout=5)) as two,
        ):
            one.backup(two)
            two.execute("PRAGMA synchronous=FULL")
            (count,) = two.execute("SELECT COUNT(*) FROM tables").fetchone()
            return int(count)
    except sqlite3.Error as error:
        raise StoreError(f"The database cannot be copied: {error}.") from error
