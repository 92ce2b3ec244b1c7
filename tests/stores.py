"""Stores with something in them, and other programs that lock what they need."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager

import psycopg
from sqlalchemy import make_url

from lastcard.server.storage.store import Store


async def create(
    store: Store, table: str, *, public: bool = False, due: float | None = None, now: float = 1.0, summary: str = ""
) -> None:
    """Create a table whose only entry is 1."""
    await store.create(table, f"{table}-invite", f"{table}-watch", b"1", public=public, due=due, now=now, summary=summary)


async def append(
    store: Store,
    table: str,
    number: int,
    *entries: bytes,
    due: float | None = None,
    status: str = "playing",
    now: float = 1.0,
    summary: str = "",
    seated: Sequence[tuple[str, int]] = (),
    gone: Sequence[str] = (),
    epoch: int | None = None,
) -> bool:
    """Return whether the log took these entries."""
    written = list(entries)
    return await store.append(
        table, number, written, due=due, status=status, seats=2, now=now, summary=summary, seated=seated, gone=gone, epoch=epoch
    )


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """Open a store for the duration of the block."""
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Hold a lock that every append needs, as another program would."""
    if url.startswith("sqlite"):
        other = sqlite3.connect(make_url(url).database or "", isolation_level=None)
        try:
            other.execute("BEGIN IMMEDIATE")
            yield
        finally:
            other.close()
    else:
        with psycopg.connect(url.replace("+psycopg", "")) as connection:
            connection.execute("LOCK TABLE tables IN EXCLUSIVE MODE")
            yield


@contextmanager
def locked_row(url: str, table: str) -> Iterator[psycopg.Connection]:
    """Hold a lock on the row of one table, as another program would."""
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        connection.execute("SELECT * FROM tables WHERE id = %s FOR UPDATE", [table])
        yield connection
