"""Tells the other processes on the same database that a table's log has grown.

A notice holds only (table, last number). A process that has that table reads the log from where its own copy ends. A process
hears of its own appends too, and may hear of one twice. Processes can also send a word about a table, which is not stored.
SQLite has only one process, so its fan-out is silent.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Iterable

from sqlalchemy import Connection

from .database import PATIENCE, parse

CHANNEL = "lastcard"
ASKING = ("?", "!")  # the first characters of words
PAUSE = 0.5  # seconds between attempts to connect
LONGEST = 18  # digits in a number
OVERLAP = 600  # seconds by which the clocks of two processes may differ

log = logging.getLogger(__name__)

_NOTIFY = "SELECT count(pg_notify(%(channel)s, payload)) FROM unnest(%(payloads)s::text[]) AS payload"


def tell(connection: Connection, changes: Iterable[tuple[str, int | str]]) -> None:
    """Tell the others once this transaction is committed. On SQLite there are none."""
    payloads = [f"{table} {news}" for table, news in changes]
    if payloads and connection.dialect.name == "postgresql":
        connection.exec_driver_sql(_NOTIFY, {"channel": CHANNEL, "payloads": payloads})


def _read(payload: str) -> tuple[str, int | str] | None:
    """Parse a notice. None if it is not one of ours, since anyone may use the channel."""
    table, _, news = payload.rpartition(" ")
    if table and news[:1] in ASKING and len(news) > 1:
        return table, news
    return (table, int(news)) if table and news.isascii() and news.isdigit() and len(news) < LONGEST else None


class Fanout:
    """News from the other processes. This base class is silent, as for SQLite. ``is_deaf`` while they cannot be heard."""

    is_deaf = False

    @staticmethod
    def open(url: str) -> Fanout:
        """The fan-out of the database at this address."""
        parsed = parse(url)
        if parsed.get_backend_name() == "sqlite":
            return Fanout()
        return PostgresFanout(parsed.set(drivername="postgresql").render_as_string(hide_password=False))

    async def listen(self) -> AsyncIterator[tuple[str, int | str]]:
        """Yield (table, last number or word) until the task is canceled."""
        self.is_deaf = False
        await asyncio.get_running_loop().create_future()
        yield "", 0


class PostgresFanout(Fanout):
    """LISTEN on a separate connection, which is reopened when it breaks. It then reports what changed in between."""

    def __init__(self, address: str) -> None:
        self._address = address

    async def listen(self) -> AsyncIterator[tuple[str, int | str]]:
        """Yield (table, last number or word) until the task is canceled."""
        from psycopg import Error

        since = time.time()
        while True:
            try:
                async for change in self._connected(since - OVERLAP):
                    since, self.is_deaf = time.time(), False
                    if change is not None:
                        yield change
            except (Error, OSError, TimeoutError) as error:
                if not self.is_deaf:
                    log.warning("Other processes cannot be heard: the database is out of reach.", exc_info=error)
                self.is_deaf = True
            await asyncio.sleep(PAUSE)

    async def _connected(self, since: float) -> AsyncIterator[tuple[str, int | str] | None]:
        """Yield what one connection hears until it breaks, with None from time to time while it is alive."""
        from psycopg import AsyncConnection

        connection = await AsyncConnection.connect(self._address, autocommit=True, connect_timeout=3)
        try:
            await connection.execute(f"LISTEN {CHANNEL}")
            missed = await connection.execute("SELECT id, last FROM tables WHERE touched >= %s", [since])
            async for table, number in missed:
                yield table, number
            while True:
                yield None
                async for notice in connection.notifies(timeout=PATIENCE):
                    yield _read(notice.payload)
                # A link that died silently is discovered by querying it.
                async with asyncio.timeout(PATIENCE):
                    await connection.execute("SELECT 1")
        finally:
            await connection.close()
