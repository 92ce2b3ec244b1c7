"""``lastcard admin backup`` and ``restore`` with a real PostgreSQL and its programs."""

from __future__ import annotations

import asyncio
import os
import stat
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url
from typer.testing import CliRunner

from lastcard import cli
from lastcard.server.storage import backups
from live_server import serving
from postgres import Postgres
from stores import create, opened

pytestmark = pytest.mark.anyio
FAKE = """#!{python}
import os, sys
open(__file__ + ".said", "w").write(" ".join([*sys.argv, "|", os.environ.get("PGPASSWORD", "")]))
sys.exit(os.environ.get("LC_ALL") == "C" and "pg_dump: error: it rains\\nCONTEXT: a secret\\npg_dump: detail: cats and dogs")
"""


@pytest.fixture(autouse=True)
def programs(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's programs, where the system looks for them."""
    monkeypatch.setenv("PATH", str(postgres.programs), prepend=os.pathsep)


async def admin(*args: str) -> tuple[int, str]:
    """The exit code of ``lastcard admin``, and what it says."""
    done = await asyncio.to_thread(CliRunner().invoke, cli.app, ["admin", *args])
    return done.exit_code, done.stdout + done.stderr


async def saved(database: str, file: Path, *tables: str) -> str:
    """Back up a database with these tables, and return its address."""
    async with opened(database) as store:
        for table in tables:
            await create(store, table)
    assert (await admin("backup", str(file), "--database", database))[0] == 0
    return database


async def test_a_backup_goes_into_an_empty_database(postgres: Postgres, tmp_path: Path) -> None:
    """What a running server has is backed up for its user's eyes only, and another database serves it after a restore."""
    copy, other = tmp_path / "copy", postgres.database()
    database = postgres.database()
    async with serving(tmp_path, database=database) as live:
        made = await live.create()
        assert await admin("backup", str(copy), "--database", database) == (0, f"Wrote {copy}: 1 table.\n")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert await admin("restore", str(copy), "--database", other) == (0, "Restored 1 table.\n")
    async with serving(tmp_path, database=other) as live, live.player(made["table"], made["token"]) as ann:
        assert ann.state["stage"] == "lobby"
        assert await live.hub.ownership.others() == []


async def test_tables_are_replaced_only_on_request(postgres: Postgres, tmp_path: Path) -> None:
    """A database with tables keeps them unless --replace says otherwise. An existing file is never overwritten."""
    copy = tmp_path / "copy"
    database = await saved(postgres.database(), copy, "a")
    async with opened(database) as store:
        await create(store, "b")
    assert await admin("backup", str(copy), "--database", database) == (2, f"lastcard: {copy} already exists.\n")
    assert await admin("restore", str(copy), "--database", database) == (2, f"lastcard: {backups.NOT_EMPTY}\n")
    assert await admin("restore", str(copy), "--database", database, "--replace") == (0, "Restored 1 table.\n")
    async with opened(database) as store:
        assert [len(await store.load(table)) for table in "ab"] == [1, 0]


async def test_other_tables_of_a_database_are_left_alone(postgres: Postgres, tmp_path: Path) -> None:
    """A backup and a restore touch only our tables, and an archive with others in it is refused."""
    database, whole = postgres.database(), tmp_path / "whole"
    with psycopg.connect(database.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("CREATE TABLE bookmarks (page text)")
        await saved(database, tmp_path / "copy", "a")
        connection.execute("INSERT INTO bookmarks VALUES ('mine')")
        done = await admin("restore", str(tmp_path / "copy"), "--database", database, "--replace")
        assert done == (0, "Restored 1 table.\n")
        assert connection.execute("SELECT page FROM bookmarks").fetchall() == [("mine",)]
    dump = ["pg_dump", "--format=custom", f"--file={whole}", database.replace("+psycopg", "")]
    await asyncio.to_thread(subprocess.run, dump, check=True)
    done = await admin("restore", str(whole), "--database", database, "--replace")
    assert done == (2, f"lastcard: {backups.NOT_ALONE.format(whole)}\n")


async def test_a_served_database_is_not_restored(postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a process holds a lease, a restore changes nothing and says what to do."""
    monkeypatch.setattr(backups, "SERVED_FOR", 0.0)
    database = await saved(postgres.database(), tmp_path / "copy")
    async with serving(tmp_path, database=database) as live:
        restored = await admin("restore", str(tmp_path / "copy"), "--database", database, "--replace")
        assert restored == (2, f"lastcard: {backups.IN_USE}\n")
        await live.create()


async def test_an_older_backup_needs_an_empty_database(postgres: Postgres, tmp_path: Path) -> None:
    """A backup from before a migration isn't mixed with what the migration has added."""
    database = postgres.database()
    async with opened(database):
        pass
    with psycopg.connect(database.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("DROP TABLE checkpoints")
    await saved(database, tmp_path / "copy")
    other = await saved(postgres.database(), tmp_path / "other")
    assert await admin("restore", str(tmp_path / "copy"), "--database", other) == (2, f"lastcard: {backups.IS_NEWER}\n")


async def test_what_is_no_backup_is_refused(postgres: Postgres, tmp_path: Path) -> None:
    """Other files aren't restored, and a database of something else isn't backed up."""
    (tmp_path / "junk").write_bytes(b"junk" * 999)
    code, said = await admin("restore", str(tmp_path / "junk"), "--database", postgres.database())
    assert (code, said) == (2, "lastcard: pg_restore failed: input file does not appear to be a valid archive.\n")
    code, said = await admin("backup", str(tmp_path / "copy"), "--database", postgres.database())
    assert (code, said) == (2, "lastcard: There is nothing of lastcard in this database.\n")
    assert not (tmp_path / "copy").exists()


async def test_without_the_programs_it_says_which_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where PostgreSQL's programs aren't installed, one sentence names the one that is needed."""
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "copy").touch()
    for program, command, file in (("pg_dump", "backup", "new"), ("pg_restore", "restore", "copy")):
        code, said = await admin(command, str(tmp_path / file), "--database", "postgresql://a/b")
        assert (code, said) == (2, f"lastcard: {backups.NEEDS_PROGRAM.format(program)}\n")


async def test_a_password_stays_secret(postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program gets the password by its environment, not on its command line, and an error shows neither it nor data."""
    database = postgres.database()
    async with opened(database):
        pass
    fake = tmp_path / "pg_dump"
    fake.write_text(FAKE.format(python=sys.executable))
    fake.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with_password = make_url(database).set(password="hunter2").render_as_string(hide_password=False)
    code, said = await admin("backup", str(tmp_path / "copy"), "--database", with_password)
    assert (code, said) == (2, "lastcard: pg_dump failed: it rains; cats and dogs.\n")
    line, _, password = (tmp_path / "pg_dump.said").read_text().partition(" | ")
    assert ("hunter2" in line, password) == (False, "hunter2")
