"""The database: its tables, and how to open it, as SQLite in one file or PostgreSQL.

A table's log is append-only, with one row per entry. The table's own row says how long its log is and holds what must be
found without reading it, and on PostgreSQL which process owns the table. Entries contain the secret of a deal, so only its
owner can read a new SQLite file.
"""

from __future__ import annotations

import os
import sqlite3
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Boolean,
    Column,
    Connection,
    Double,
    Engine,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    create_engine,
    event,
    false,
    make_url,
    text,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError, SQLAlchemyError

from ...extras import how_to_install

READERS = 4
CONNECTIONS = 1 + READERS + 2  # that a process opens at most: for its tables, and for what the people who run it do
PATIENCE = 5  # seconds to wait for a lock or an answer before the database counts as unreachable
HUNG = 2  # seconds until PostgreSQL ends a transaction that its process left open and releases its locks
MIGRATING = 0x6C617374  # the advisory lock held by the one process that migrates

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("public", Boolean, nullable=False),
    Column("status", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("last_number", Integer, nullable=False),
    Column("due", Double),
    Column("created", Double, nullable=False),
    Column("touched", Double, nullable=False),
    Column("summary", Text, nullable=False, server_default=""),
    Column("owner", Text, nullable=False, server_default=""),
    Column("epoch", Integer, nullable=False, server_default="0"),
    Column("rules_version", Text, nullable=False, server_default=""),
    Index("tables_due", "due"),
    Index("tables_owner", "owner"),
    Index("tables_lobby", "public", "status", "created"),
)
codes = Table(
    "codes",
    metadata,
    Column("hashed", Text, primary_key=True),
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("role", Text, nullable=False),
)
entries = Table(
    "entries",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("entry", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
tokens = Table(
    "tokens",
    metadata,
    Column("hashed", Text, primary_key=True),
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("seat", Integer, nullable=False),
)

# What the people who run the server have decided: a kind is address, player or announcement.
orders = Table(
    "orders",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("about", Text, primary_key=True),
    Column("why", Text, nullable=False),
    Column("since", Double, nullable=False),
)


processes = Table(
    "processes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("until", Double, nullable=False),
    Column("bus", Boolean, nullable=False),
    Column("reads", Text, nullable=False),
    Column("cut_off", Boolean, nullable=False, server_default=false()),
)

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("data", LargeBinary, nullable=False),
)


class StoreError(Exception):
    """Says in one sentence, without secrets, why the database cannot do something now."""


def parse(url: str) -> URL:
    """Parse the address of a supported database and add its driver."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError("The database's address is not a URL such as sqlite:///path or postgresql://user@host/name.") from None
    if parsed.get_backend_name() == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise StoreError("The database needs a file: name it as sqlite:///path.")
        return URL.create("sqlite", database=str(Path(parsed.database).absolute()))
    if parsed.get_backend_name() in {"postgresql", "postgres"}:
        if find_spec("psycopg") is None:
            raise StoreError(f"PostgreSQL needs one more package: {how_to_install('postgres')}.")
        return parsed.set(drivername="postgresql+psycopg")
    raise StoreError("The database must be SQLite (sqlite:///path) or PostgreSQL (postgresql://user@host/name).")


def engines(url: URL, readers: int = READERS) -> tuple[Engine, Engine]:
    """Two engines: one with a single connection for writing, and one for reading."""
    # Keep what was written out of errors and logs, because it contains secrets.
    common: dict[str, Any] = {"hide_parameters": True, "max_overflow": 0}
    if url.get_backend_name() == "sqlite":
        path = url.database or ""
        writer = create_engine(
            url,
            creator=lambda: _sqlite(path, "journal_mode=WAL", "synchronous=FULL"),
            pool_size=1,
            paramstyle="named",
            **common,
        )
        event.listen(writer, "begin", _begin_immediate)
        reader = create_engine(url, creator=lambda: _sqlite(path, "query_only=ON"), pool_size=readers, **common)
        return writer, reader
    limits = {
        "connect_timeout": 3,
        "keepalives_idle": 3,
        "keepalives_interval": 1,
        "keepalives_count": 2,
        "tcp_user_timeout": 5000,
    }
    args: dict[str, Any] = {name: value for name, value in limits.items() if name not in url.query}
    writer = create_engine(url, connect_args=args, pool_size=1, **common)
    reader = create_engine(url, connect_args=args, pool_size=readers, **common, isolation_level="AUTOCOMMIT")
    for engine in (writer, reader):
        event.listen(engine, "connect", _postgres)
    return writer, reader


def make_file(url: URL) -> None:
    """Create a SQLite file and its folders if there isn't one."""
    if url.get_backend_name() != "sqlite":
        return
    path = Path(url.database or "")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600, exist_ok=True)
    except OSError as error:
        raise StoreError(f"The database file cannot be made: {os.strerror(error.errno or 0)}.") from error


def migrate(engine: Engine) -> None:
    """Bring the database to this program's schema. If several processes start at once, one does it and the others wait."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "lastcard.server.storage:migrations")
    config.set_main_option("path_separator", "os")
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                for name in ("idle_in_transaction_session_timeout", "lock_timeout", "statement_timeout"):
                    connection.execute(text(f"SET LOCAL {name} = 0"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise StoreError("The database was made by a newer lastcard: bring this one up to date.") from error
    except SQLAlchemyError as error:
        raise StoreError(sentence(error)) from error


def sentence(error: Exception) -> str:
    """Say what is wrong with the database in one sentence for people."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or ""
    if not code and isinstance(error, InterfaceError | OperationalError):
        code = "08"
    return next((told for start, told in SENTENCES.items() if code.startswith(start)), "The database cannot do this.")


UNREACHABLE = "The database is out of reach."
LOCKED_ELSEWHERE = "The database is locked by another program."
# Keyed by the start of SQLite's error name or of PostgreSQL's five-character code.
SENTENCES = {
    "SQLITE_FULL": "The disk of the database is full.",
    "SQLITE_BUSY": LOCKED_ELSEWHERE,
    "SQLITE_LOCKED": LOCKED_ELSEWHERE,
    "SQLITE_READONLY": "The database may not be written to.",
    "SQLITE_IOERR": "The disk of the database does not answer.",
    "SQLITE_CANTOPEN": "The database file cannot be opened.",
    "SQLITE_CORRUPT": "The database file is damaged.",
    "SQLITE_NOTADB": "The database file is not a database.",
    "53100": "The disk of the database is full.",
    "53300": "The database has too many connections.",
    "55P03": LOCKED_ELSEWHERE,
    "57014": "The database took too long.",
    "25006": "The database may not be written to.",
    "28": "The database does not let this user in.",
    "3D": "There is no database of this name.",
    "57P": UNREACHABLE,
    "08": UNREACHABLE,
}


def _sqlite(path: str, *pragmas: str) -> sqlite3.Connection:
    # mode=rw: a file that was moved away is reported missing, not created again and empty.
    address = f"{Path(path).as_uri()}?mode=rw"
    connection = sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        for statement in ("foreign_keys=ON", "fullfsync=ON", *pragmas):
            connection.execute(f"PRAGMA {statement}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _begin_immediate(connection: Connection) -> None:
    # Take the write lock from the start: upgrading from a read later could fail as locked.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _postgres(connection: Any, _record: object) -> None:
    # Durable means on disk, whatever the server's default is.
    limits = {"lock_timeout": PATIENCE, "statement_timeout": 2 * PATIENCE, "idle_in_transaction_session_timeout": HUNG}
    with connection.cursor() as cursor:
        for name, seconds in limits.items():
            cursor.execute(f"SET {name} = '{seconds}s'")
        cursor.execute("SET synchronous_commit = on")
    connection.commit()
