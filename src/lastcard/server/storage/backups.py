"""Backups: a copy of a SQLite file, or an archive by PostgreSQL's own programs, which talk to the server as we do."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any

from sqlalchemy import URL, Connection, func, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from .database import MIGRATING, StoreError, engines, metadata, parse, sentence, tables
from .lock import Lock

SERVED_FOR = 6.0  # seconds for which a server that was killed may still count as running
NEEDS_PROGRAM = "This is a PostgreSQL database: install PostgreSQL's client programs, since {} is not found here."
NOT_EMPTY = "The database is not empty: add --replace to put the backup in its place."
IN_USE = "Another lastcard is using this database: stop it first."
NOT_ALONE = "{} has other tables besides those of lastcard. Restore it with pg_restore yourself."
IS_NEWER = "The database is newer than the backup: restore it into an empty database."
OURS = {*metadata.tables, "alembic_version"}
_LIVES = text("SELECT EXISTS (SELECT FROM processes WHERE until > extract(epoch FROM clock_timestamp()))")
_IN_ARCHIVE = re.compile(r"; \d+ \d+ TABLE (?!DATA )\S+ (\S+) ")


def back_up(url: str, to: Path) -> int:
    """Copy a database to a new file while it is in use, and return the number of its tables."""
    parsed = parse(url)
    is_sqlite = parsed.get_backend_name() == "sqlite"
    source = Path(parsed.database or "")
    if is_sqlite and not source.is_file():
        raise StoreError(f"There is no database at {source}.")
    if to.exists():
        raise StoreError(f"{to} already exists.")
    descriptor = os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            return _copy(source, to) if is_sqlite else _dump(parsed, file)
    except BaseException:
        to.unlink()
        raise


async def restore(url: str, source: Path, *, replaces: bool) -> int:
    """Put a backup into a database that nobody serves, and return the number of its tables.

    Without ``replaces``, StoreError if something would be lost.
    """
    parsed = parse(url)
    _check_file(source)
    if parsed.get_backend_name() != "sqlite":
        return await asyncio.to_thread(_put_back, parsed, source, replaces=replaces)
    path = Path(parsed.database or "")
    _check(source)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = await Lock.take(str(path))
    try:
        return await asyncio.to_thread(_copy_back, source, path, replaces=replaces)
    finally:
        lock.release()


def _check_file(path: Path) -> None:
    if not path.is_file():
        raise StoreError(f"There is no file {path}.")


# ---- SQLite ----------------------------------------------------------------------------------------
def _check(path: Path) -> None:
    """Refuse what is not a whole database of lastcard."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as backup:
            (found,) = backup.execute("PRAGMA integrity_check").fetchone()
            backup.execute("SELECT id FROM tables LIMIT 1")
            backup.execute("SELECT version_num FROM alembic_version")
    except sqlite3.Error as error:
        raise StoreError(f"{path} is not a backup of lastcard: {error}.") from error
    if found != "ok":
        raise StoreError(f"{path} is damaged.")


def _copy_back(source: Path, path: Path, *, replaces: bool) -> int:
    path.touch(mode=0o600, exist_ok=True)
    if not replaces and _is_worth_keeping(path):
        raise StoreError(NOT_EMPTY)
    return _copy(source, path)


def _is_worth_keeping(path: Path) -> bool:
    """Whether something would be lost: tables of players, or whatever is not a database of lastcard."""
    if not path.stat().st_size:
        return False
    try:
        with closing(sqlite3.connect(path)) as database:
            names = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not names <= OURS | {"sqlite_sequence", "sqlite_stat1"}:
                return True
            return "tables" in names and bool(database.execute("SELECT EXISTS (SELECT 1 FROM tables)").fetchone()[0])
    except sqlite3.Error:
        return True


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


# ---- PostgreSQL ------------------------------------------------------------------------------------
def _dump(url: URL, file: IO[bytes]) -> int:
    """Write our tables, without the leases, which say nothing once they have run out."""
    program = _program("pg_dump")
    with _connected(url) as connection:
        if not _tables_in(connection):
            raise StoreError("There is nothing of lastcard in this database.")
        count = _count(connection)
    ours = [f"--table={name}" for name in sorted(OURS)]
    _run([program, "--format=custom", *ours, "--exclude-table-data=processes", *_to(url)], url, file)
    return count


def _put_back(url: URL, source: Path, *, replaces: bool) -> int:
    program, archive = _program("pg_restore"), str(source.absolute())
    saved = {*_IN_ARCHIVE.findall(_run([program, "--list", archive], url))}
    if not saved >= {"alembic_version", "entries", "tables"}:
        raise StoreError(f"{source} is not a backup of lastcard.")
    if saved - OURS:
        raise StoreError(NOT_ALONE.format(source))
    with _connected(url) as connection:
        connection.execute(select(func.pg_advisory_lock(MIGRATING)))  # a server that starts now waits
        found = _tables_in(connection)
        if "processes" in found:
            _wait_for_servers(connection)
        if "tables" in found and _count(connection) and not replaces:
            raise StoreError(NOT_EMPTY)
        if found - saved:
            raise StoreError(IS_NEWER)
        how = ["--clean", "--if-exists", "--single-transaction", "--no-owner", "--no-privileges"]
        _run([program, *how, *_to(url), archive], url)
        return _count(connection)


def _wait_for_servers(connection: Connection) -> None:
    until = time.monotonic() + SERVED_FOR
    while connection.execute(_LIVES).scalar():
        if time.monotonic() > until:
            raise StoreError(IN_USE)
        time.sleep(0.1)


@contextmanager
def _connected(url: URL) -> Iterator[Connection]:
    engine = engines(url, readers=1)[1]
    try:
        with engine.connect() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise StoreError(sentence(error)) from error
    finally:
        engine.dispose()


def _tables_in(connection: Connection) -> set[str]:
    return OURS & {*inspect(connection).get_table_names()}


def _count(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(tables)).scalar() or 0


def _program(name: str) -> str:
    if found := shutil.which(name):
        return found
    raise StoreError(NEEDS_PROGRAM.format(name))


def _given(url: URL) -> Mapping[str, Any]:
    return url.get_dialect()().create_connect_args(url)[1]


def _to(url: URL) -> list[str]:
    """Where to connect, without the password: everybody on the machine can read a command line."""
    from psycopg.conninfo import make_conninfo

    open_ones = {name: value for name, value in _given(url).items() if "password" not in name}
    return ["--no-password", f"--dbname={make_conninfo(**open_ones)}"]


def _run(command: list[str], url: URL, file: IO[bytes] | int = subprocess.PIPE) -> str:
    """Run one of PostgreSQL's programs, in English, and return what it prints. StoreError says why it failed."""
    password = _given(url).get("password")
    env = {**os.environ, "LC_ALL": "C", **({"PGPASSWORD": password} if password else {})}
    done = subprocess.run(  # noqa: S603 - a program of PostgreSQL's
        command, env=env, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.PIPE, check=False
    )
    if done.returncode:
        raise StoreError(_why(Path(command[0]).stem, done.stderr.decode(errors="replace")))
    return (done.stdout or b"").decode(errors="replace")


def _why(program: str, said: str) -> str:
    """What a program says is wrong, in one sentence, without the lines that may quote data."""
    wanted = (f"{program}: error: ", f"{program}: detail: ")
    told = "; ".join(line.split(": ", 2)[2] for line in said.splitlines() if line.startswith(wanted))
    return f"{program} failed: {told.rstrip('.') or 'it does not say why'}."
