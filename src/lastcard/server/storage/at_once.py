"""Appends on PostgreSQL, straight to its driver: one statement, which is its own transaction, for most batches.

A batch that holds nothing but moves goes to the server as one message and comes back as one. SQLAlchemy would take most of the
time, and a transaction of several statements would wait for each of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import count
from selectors import EVENT_READ, DefaultSelector
from struct import Struct
from typing import Any, cast

from sqlalchemy import Engine

from . import append_postgres
from .database import UNREACHABLE, StoreError
from .writes import Append

WORKS = 0  # the status of a connection, as libpq numbers them
IS_DONE, HAS_ROWS = 1, 2  # of a result
BINARY = 1
SQLSTATE, NOT_PREPARED = ord("C"), b"26000"
TEXT, INT, FLOAT, BYTES = 25, 23, 701, 17  # PostgreSQL's numbers of types
GROWN = 4  # the column that says whether a log has grown
_head, _size = Struct("!iiIii").pack, Struct("!i").pack
_int, _float = Struct("!i").pack, Struct("!d").pack
_NULL = _size(-1)


def _array(kind: int, items: Sequence[bytes | None]) -> bytes:
    """An array as PostgreSQL reads it in binary."""
    parts = [_NULL if item is None else _size(len(item)) + item for item in items]
    return _head(1, None in items, kind, len(items), 1) + b"".join(parts)


def _texts(items: Iterable[str]) -> bytes:
    return _array(TEXT, [item.encode() for item in items])


def _ints(items: Iterable[int | None]) -> bytes:
    return _array(INT, [None if item is None else _int(item) for item in items])


def _floats(items: Iterable[float | None]) -> bytes:
    return _array(FLOAT, [None if item is None else _float(item) for item in items])


def _given(appends: Sequence[Append]) -> dict[str, bytes]:
    """What the statement is given, by name."""
    rows = [(each.table, number, entry) for each in appends for number, entry in enumerate(each.entries, each.number)]
    return {
        "ids": _texts([each.table for each in appends]),
        "numbers": _ints([each.number for each in appends]),
        "epochs": _ints([each.epoch for each in appends]),
        "lasts": _ints([each.number + len(each.entries) - 1 for each in appends]),
        "dues": _floats([each.due for each in appends]),
        "nows": _floats([each.now for each in appends]),
        "statuses": _texts([each.status for each in appends]),
        "seats": _ints([each.seats for each in appends]),
        "summaries": _texts([each.summary for each in appends]),
        "of": _texts([table for table, _, _ in rows]),
        "at": _ints([number for _, number, _ in rows]),
        "entries": _array(BYTES, [entry for _, _, entry in rows]),
        "again": b"\0",
    }


class AtOnce:
    """The writer's connection, as far as its driver is concerned. The statement is prepared when it is first needed."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Any = None
        self._names = count(1)
        self._name = b""
        self._news = DefaultSelector()

    def append(self, appends: Sequence[Append]) -> set[str]:
        """Append what can be appended, and return the tables whose logs have grown. It is on disk then.

        Nothing is written of the rest, which is left to ``append_postgres``. StoreError if the outcome is unknown.
        """
        if not (self._connection or self._has_prepared()) or not self._is_quiet():
            return set()
        given = _given(appends)
        found = self._connection.exec_prepared(self._name, [*given.values()], [BINARY] * len(given))
        if self._connection.status != WORKS:
            self._connection = None
            raise StoreError(UNREACHABLE)
        if found.status != HAS_ROWS:
            if found.error_field(SQLSTATE) == NOT_PREPARED:  # a proxy has another connection by now
                self._connection = None
            return set()
        rows = range(found.ntuples)
        return {found.get_value(row, 0).decode() for row in rows if found.get_value(row, GROWN) == b"t"}

    def _is_quiet(self) -> bool:
        """Whether the connection works. One that has something to tell although nothing was asked has probably ended."""
        if self._connection.status == WORKS and not self._news.select(0):
            return True
        self._connection = None
        return False

    def _has_prepared(self) -> bool:
        """Prepare the statement on the writer's connection, which the pool has only one of."""
        try:
            borrowed = self._engine.raw_connection()
        except Exception:  # noqa: BLE001 - whoever tries next says what is wrong
            return False
        connection = cast("Any", borrowed.driver_connection).pgconn
        self._name = b"lastcard_append_%d" % next(self._names)
        names = [*_given([])]
        statement = re.sub(r"%\((\w+)\)s", lambda found: f"${names.index(found[1]) + 1}", append_postgres.APPEND)
        is_prepared: bool = connection.status == WORKS and connection.prepare(self._name, statement.encode()).status == IS_DONE
        if connection.status != WORKS:
            borrowed.invalidate()
            return False
        borrowed.close()
        if is_prepared:
            self._connection = connection
            self._news.close()
            self._news = DefaultSelector()
            self._news.register(connection.socket, EVENT_READ)
        return is_prepared
