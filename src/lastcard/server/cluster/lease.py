"""Leases: which process owns a table.

A process holds one lease, a row that it renews. A table's row names its owner and an epoch, which grows with every claim, and
an append is taken only under the current epoch. So taking a table over is always safe: what its former owner still tries to
write is refused. All times are PostgreSQL's. See docs/scaling.md.
"""

# ruff: noqa: S608 - the statements are put together from these constants alone

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection

from ..live.metrics import Metrics
from ..storage.store import Store, StoreError
from ..wire.commands import Refused

LEASE = 5.0  # seconds
RENEW_EVERY = 1.0
DRIFT = 0.5  # seconds by which the clock may differ from PostgreSQL's
FORGOTTEN = 600.0  # seconds after which the row of a dead process is removed
TAKEN = "Another lastcard is using this database: stop it first, or let several processes share it with --processes or --bus."

_NOW = "extract(epoch FROM clock_timestamp())::float8"
_LIVES = f"EXISTS (SELECT FROM processes WHERE processes.id = tables.owner AND (until > {_NOW} OR %(waits)s))"
_READS = "(tables.rules_version = '' OR strpos(reads, '|' || tables.rules_version || '|') > 0)"
_MAY_READ = (
    "((rules_version = '' AND NOT %(leaves)s) OR strpos(%(reads)s, '|' || rules_version || '|') > 0"
    f" OR NOT EXISTS (SELECT FROM processes WHERE until > {_NOW} AND {_READS}))"
)
_FREE = f"(owner IN ('', %(me)s) OR NOT {_LIVES})"
_RENEW = f"""
INSERT INTO processes (id, until, bus, reads, cut_off) VALUES (%(me)s, {_NOW} + %(lease)s, %(bus)s, %(reads)s, %(cut_off)s)
ON CONFLICT (id) DO UPDATE SET until = excluded.until, reads = excluded.reads, cut_off = excluded.cut_off
RETURNING {_NOW}
"""
_OTHERS = f"SELECT id, reads FROM processes WHERE id <> %(me)s AND until > {_NOW}"
_WITHIN_REACH = f"{_OTHERS} AND NOT cut_off"
_STRANGERS = f"SELECT count(*) FROM processes WHERE id <> %(me)s AND until > {_NOW} AND NOT (bus AND %(bus)s)"
_FORGET = f"DELETE FROM processes WHERE id = %(me)s OR until < {_NOW} - %(forgotten)s"
_CLAIM = f"""
UPDATE tables SET owner = %(me)s, epoch = epoch + 1
WHERE id = %(table)s AND {_MAY_READ} AND ({_FREE} OR (owner = %(lost)s AND epoch = %(lost_epoch)s))
RETURNING epoch
"""
_FIND = f"""
SELECT CASE WHEN {_LIVES} THEN owner ELSE coalesce((
    SELECT id FROM processes WHERE until > {_NOW} AND id <> %(me)s AND {_READS} ORDER BY random() LIMIT 1
), '') END, epoch FROM tables WHERE id = %(table)s
"""
_KEPT = """
SELECT tables.id FROM tables JOIN unnest(%(tables)s::text[], %(epochs)s::int[]) AS mine(id, epoch) USING (id, epoch)
WHERE owner = %(me)s
"""
_RELEASE = """
UPDATE tables SET owner = '' FROM unnest(%(tables)s::text[], %(epochs)s::int[]) AS mine(id, epoch)
WHERE tables.id = mine.id AND tables.epoch = mine.epoch AND owner = %(me)s
"""
_DUE = f"""
SELECT id FROM tables WHERE due <= %(now)s AND {_FREE} AND {_MAY_READ} ORDER BY due LIMIT %(limit)s
"""

log = logging.getLogger(__name__)


class Owner(NamedTuple):
    """The process that owns a table, and since which epoch. An empty id if none is known."""

    id: str
    epoch: int


NOBODY = Owner("", -1)


class Elsewhere(Refused):
    """Another process owns the table. Doors find it there; whoever cannot is told to try again."""

    def __init__(self, owner: Owner) -> None:
        super().__init__("busy", "The server can't reach this table right now: try again in a moment.")
        self.owner = owner

    @classmethod
    def unknown(cls) -> Elsewhere:
        """Another process owns the table, but which one has to be found out."""
        return cls(NOBODY)


class Ownership:
    """Who owns the tables: this process alone. That is so on SQLite, where no statement is spent on it."""

    id = ""
    is_shared = False

    def __init__(self, store: Store) -> None:
        self._store = store
        self._start = time.time() - time.monotonic()
        self.lapsed: Callable[[], Coroutine[Any, Any, None]] | None = None  # what to do before a lease that ran out holds again

    def clock(self) -> float:
        """Seconds since the epoch. Setting the machine's clock while the process runs does not affect it."""
        return self._start + time.monotonic()

    async def take(self) -> None:
        """Begin. StoreError if another process is in the way."""

    async def keep(self) -> None:
        """Go on owning what this process owns, forever."""

    @property
    def is_current(self) -> bool:
        """Whether this process may answer from memory."""
        return True

    async def claim(self, _table: str, _lost: Owner = NOBODY) -> int | None:
        """Own a table and return the epoch. Elsewhere if another process owns it, LookupError if there is no such table."""
        return None

    async def lost(self, _claims: Mapping[str, int | None]) -> set[str]:
        """Which of these tables, claimed with these epochs, this process no longer owns."""
        return set()

    async def release(self, _claims: Mapping[str, int | None]) -> None:
        """Let any process have these tables."""

    async def due(self, now: float, limit: int) -> list[str]:
        """Tables whose time has come, longest overdue first."""
        return await self._store.due(now, limit)

    async def others(self) -> list[str]:
        """All other processes that live."""
        return []

    async def leave_to_others(self) -> set[str] | None:
        """From now on, claim only tables whose rules no other process reads, and return those rules. None if that is all."""
        return None

    async def give_up(self) -> None:
        """End the lease, so that others need not wait for it to run out."""


class Leases(Ownership):
    """Owners on PostgreSQL, where several processes that share a bus may serve the same tables.

    ``reads`` are the rules that this process can play, by edition and version: it claims other tables only if no process reads
    them.
    """

    is_shared = True

    def __init__(self, store: Store, *, bus: bool, reads: Iterable[str] = (), metrics: Metrics | None = None) -> None:
        super().__init__(store)
        self.id = secrets.token_hex(8)
        self._reads = [*reads]
        self._given = {"me": self.id, "bus": bus, "reads": _listed(self._reads), "leaves": False}
        self._given |= {"lease": LEASE, "forgotten": FORGOTTEN}
        self._until = 0.0
        self.is_cut_off: Callable[[], bool] = lambda: False  # whether this process has lost the bus
        metrics = metrics or Metrics()
        about = "Renewals of the lease: in time, too late, or not possible without the database."
        self._renewals = metrics.count("lease_renewals_total", about, "outcome", ("kept", "lapsed", "out-of-reach"))
        about = "Claims of tables: won, won from an owner that did not answer, or lost because another process owns the table."
        self._claims = metrics.count("lease_claims_total", about, "outcome", ("claimed", "taken-over", "elsewhere"))
        self._took = metrics.time("lease_renewal_seconds", "Until the lease is renewed.")
        about = "Seconds for which the lease certainly holds."
        metrics.gauges["lease_left_seconds"] = (about, lambda: max(0.0, self._until - time.monotonic()))

    @property
    def is_current(self) -> bool:
        """Whether the lease certainly has not run out, by a clock counted from before it was last renewed."""
        return time.monotonic() < self._until

    async def take(self) -> None:
        """Take the lease. Without a bus, this waits for the lease of a process that has died, but not for one that lives."""
        give_up = time.monotonic() + LEASE + RENEW_EVERY
        while True:
            await self.renew()
            if not (await self._rows(_STRANGERS))[0][0]:
                return
            await self.give_up()
            if time.monotonic() > give_up:
                raise StoreError(TAKEN)
            await asyncio.sleep(random.uniform(0.1, 0.4))  # noqa: S311 - two that start at once must not stay in step

    async def renew(self) -> None:
        """Renew the lease, and correct the clock to PostgreSQL's."""
        before = time.monotonic()
        try:
            now = (await self._rows(_RENEW, cut_off=self.is_cut_off()))[0][0]
        except StoreError:
            self._store.outage.failed(before)
            self._renewals["out-of-reach"] += 1
            raise
        self._store.outage.ended()
        self._took.add(time.monotonic() - before)
        lapsed = None if self.is_current else self.lapsed
        self._renewals["lapsed" if lapsed else "kept"] += 1
        if lapsed:
            log.warning("The lease had run out; tables that others own by now are given up.")
            await lapsed()
        self._until = before + LEASE
        ahead = now - (self._start + (before + time.monotonic()) / 2)
        if abs(ahead) > DRIFT:
            self._start += ahead

    async def keep(self) -> None:
        """Renew the lease again and again. While the database is out of reach, it runs out."""
        while True:
            await asyncio.sleep(RENEW_EVERY)
            try:
                await self.renew()
            except StoreError as error:
                log.warning("the lease cannot be renewed", extra={"why": str(error)})

    async def claim(self, table: str, lost: Owner = NOBODY) -> int:
        """Own a table and return the epoch. Elsewhere if another process owns it, LookupError if there is no such table.

        ``lost`` is an owner that did not answer: its table is taken over even if its lease has not run out.
        """
        given = {"table": table, "lost": lost.id, "lost_epoch": lost.epoch}
        for _ in range(3):
            if claimed := await self._rows(_CLAIM, **given):
                self._claims["taken-over" if lost.id else "claimed"] += 1
                return int(claimed[0][0])
            found = await self._rows(_FIND, **given)
            if not found:
                raise LookupError(table)
            if found[0][0] not in ("", self.id):
                self._claims["elsewhere"] += 1
                raise Elsewhere(Owner(*found[0]))
        raise StoreError("This table changes hands: try again.")

    async def lost(self, claims: Mapping[str, int | None]) -> set[str]:
        """Which of these tables, claimed with these epochs, this process no longer owns."""
        kept = await self._rows(_KEPT, tables=[*claims], epochs=[*claims.values()])
        return claims.keys() - {table for (table,) in kept}

    async def release(self, claims: Mapping[str, int | None]) -> None:
        """Let any process have these tables."""
        await self._rows(_RELEASE, tables=[*claims], epochs=[*claims.values()])

    async def due(self, now: float, limit: int) -> list[str]:
        """Tables whose time has come and that no live process owns, or this one, longest overdue first."""
        return [table for (table,) in await self._rows(_DUE, now=now, limit=limit)]

    async def others(self) -> list[str]:
        """All other processes that live."""
        return [process for process, _ in await self._rows(_OTHERS)]

    async def within_reach(self) -> list[str]:
        """All other processes that live and have not lost the bus. This renews the lease."""
        await self.renew()
        return [process for process, _ in await self._rows(_WITHIN_REACH)]

    async def leave_to_others(self) -> set[str]:
        """From now on, claim only tables whose rules no other process reads, and return those rules."""
        others = "".join(reads for _, reads in await self._rows(_OTHERS))
        mine = [each for each in self._reads if _listed([each]) not in others]
        self._given |= {"reads": _listed(mine), "leaves": bool(others)}
        return {*mine}

    async def give_up(self) -> None:
        """End the lease, so that others need not wait for it to run out."""
        self._until = 0.0
        await self._rows(_FORGET)

    @property
    def _owners_come_back(self) -> bool:
        """Whether an outage may have let all leases run out, so that owners who answer over the bus must be given time."""
        span = self._store.outage.span
        return bool(self._given["bus"]) and span is not None and time.monotonic() < span[1] + LEASE

    async def _rows(self, statement: str, **given: Any) -> list[Any]:
        given |= self._given | {"waits": self._owners_come_back}

        def ask(connection: Connection) -> list[Any]:
            found = connection.exec_driver_sql(statement, given)
            return list(found) if found.returns_rows else []

        return await self._store.ask(ask)


def _listed(reads: Iterable[str]) -> str:
    return f"|{'|'.join(reads)}|"
