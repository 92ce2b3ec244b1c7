"""What the people who run the server do with its database: their orders (bans, the announcement), and tables.

Nothing here is in a game's way: it has connections of its own, which are opened when they are first needed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from .database import StoreError, engines, orders, parse, sentence, tables

MOST_TABLES = 1000

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
