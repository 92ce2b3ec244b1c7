"""Appends on SQLite, straight to its driver: most writes are a move or a few, and SQLAlchemy would take most of their time."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress

from .writes import Append

# A number that is taken, or that does not follow the last one, is not added.
_ADD_NEXT = """
INSERT INTO entries ("table", number, entry) SELECT ?1, ?2, ?3
WHERE (SELECT max(number) FROM entries WHERE "table" = ?1) = ?2 - 1
"""
_ADD = 'INSERT INTO entries ("table", number, entry) VALUES (?, ?, ?)'
_GROW = "UPDATE tables SET last_number = ?, due = ?, touched = ?, status = ?, seats = ?, summary = ? WHERE id = ?"


def append_each(connection: sqlite3.Connection, appends: Sequence[Append]) -> bool:
    """Append everything in one transaction, which is on disk then. False if something stands in the way: nothing is written."""
    cursor = connection.cursor()
    try:
        cursor.execute("BEGIN IMMEDIATE")
        followed = all(_append(cursor, append) for append in appends)
    except sqlite3.Error:
        followed = False
    if not followed:
        _roll_back(cursor)
        return False
    try:
        cursor.execute("COMMIT")
    except sqlite3.Error:
        _roll_back(cursor)
        raise
    return True


def _append(cursor: sqlite3.Cursor, append: Append) -> bool:
    table, number, last = append.table, append.number, append.number + len(append.entries) - 1
    cursor.execute(_ADD_NEXT, (table, number, append.entries[0]))
    if cursor.rowcount != 1:
        return False
    for i, entry in enumerate(append.entries[1:], number + 1):
        cursor.execute(_ADD, (table, i, entry))
    cursor.execute(_GROW, (last, append.due, append.now, append.status, append.seats, append.summary, table))
    return True


def _roll_back(cursor: sqlite3.Cursor) -> None:
    with suppress(sqlite3.Error):
        cursor.execute("ROLLBACK")
