"""Appends on PostgreSQL: one statement that checks who owns a table and how long its log is, and then writes.

A table's row is locked first. One that another transaction holds is passed over and keeps nobody waiting.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from .database import tables
from .writes import Append

LOCKED = object()  # the outcome of an append to a row that another transaction holds

APPEND = """
WITH given AS (
    SELECT * FROM unnest(
        %(ids)s::text[], %(numbers)s::int[], %(epochs)s::int[], %(lasts)s::int[], %(dues)s::float8[], %(nows)s::float8[],
        %(statuses)s::text[], %(seats)s::int[], %(summaries)s::text[]
    ) AS given(id, number, epoch, last_number, due, touched, status, seats, summary)
), held AS (
    SELECT id, epoch, last_number, (SELECT coalesce(max(number), 0) FROM entries WHERE "table" = tables.id) AS length
    FROM tables WHERE id = ANY(%(ids)s::text[]) FOR NO KEY UPDATE SKIP LOCKED
), grown AS (
    UPDATE tables SET last_number = given.last_number, due = given.due, touched = given.touched, status = given.status,
        seats = given.seats, summary = given.summary
    FROM given JOIN held USING (id)
    WHERE tables.id = given.id AND held.length = given.number - 1 AND (given.epoch IS NULL OR given.epoch = held.epoch)
        AND (held.last_number = held.length OR %(again)s)
    RETURNING tables.id
), added AS (
    INSERT INTO entries ("table", number, entry)
    SELECT rows.id, rows.number, rows.entry
    FROM unnest(%(of)s::text[], %(at)s::int[], %(entries)s::bytea[]) AS rows(id, number, entry) JOIN grown USING (id)
)
SELECT held.id, held.length, held.epoch, held.last_number <> held.length, grown.id IS NOT NULL
FROM held LEFT JOIN grown USING (id)
"""


def append_all(connection: Connection, appends: Sequence[Append]) -> list[Any]:
    """Which appends their logs took, or LOCKED. Several for one table are taken in order, as far as they follow each other."""
    outcomes: dict[int, Any] = {}
    waiting: dict[str, list[tuple[int, Append]]] = {}
    for index, append in enumerate(appends):
        waiting.setdefault(append.table, []).append((index, append))
    doubtful = False
    while waiting:
        runs = {table: _run(left) for table, left in waiting.items()}
        found = {row[0]: row[1:] for row in _ask(connection, runs, again=doubtful)}
        missing = [table for table in runs if table not in found]
        locked = set(connection.scalars(select(tables.c.id).where(tables.c.id.in_(missing)))) if missing else set()
        again: dict[str, list[tuple[int, Append]]] = {}
        for table, run in runs.items():
            if table not in found:
                outcomes |= dict.fromkeys((index for index, _ in waiting[table]), LOCKED if table in locked else False)
                continue
            length, epoch, is_doubtful, is_grown = found[table]
            left = waiting[table]
            if is_grown:
                outcomes |= dict.fromkeys((index for index, _ in run), True)
                left = left[len(run) :]
                length = _end(run)
            elif is_doubtful and not doubtful:
                # A statement sees the log as of its start, so the next one sees what was appended in between.
                again[table] = left
                continue
            while left and (left[0][1].number != length + 1 or left[0][1].epoch not in (None, epoch)):
                outcomes[left.pop(0)[0]] = False
            if left:
                again[table] = left
        waiting, doubtful = again, True
    return [outcomes[index] for index in range(len(appends))]


def _run(left: list[tuple[int, Append]]) -> list[tuple[int, Append]]:
    """The first of these appends, and those that follow it number by number under the same epoch."""
    run = left[:1]
    for index, append in left[1:]:
        if append.number != _end(run) + 1 or append.epoch != run[0][1].epoch:
            break
        run.append((index, append))
    return run


def _end(run: list[tuple[int, Append]]) -> int:
    return run[-1][1].number + len(run[-1][1].entries) - 1


def _ask(connection: Connection, runs: dict[str, list[tuple[int, Append]]], *, again: bool) -> Sequence[Any]:
    firsts, lasts = [run[0][1] for run in runs.values()], [run[-1][1] for run in runs.values()]
    rows = [
        (append.table, number, entry)
        for run in runs.values()
        for _, append in run
        for number, entry in enumerate(append.entries, append.number)
    ]
    return connection.exec_driver_sql(
        APPEND,
        {
            "ids": [*runs],
            "numbers": [append.number for append in firsts],
            "epochs": [append.epoch for append in firsts],
            "lasts": [_end(run) for run in runs.values()],
            "dues": [append.due for append in lasts],
            "nows": [append.now for append in lasts],
            "statuses": [append.status for append in lasts],
            "seats": [append.seats for append in lasts],
            "summaries": [append.summary for append in lasts],
            "of": [table for table, _, _ in rows],
            "at": [number for _, number, _ in rows],
            "entries": [entry for _, _, entry in rows],
            "again": again,
        },
    ).all()
