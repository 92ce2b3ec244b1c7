"""Only one process at a time serves a SQLite file, and the next one waits a little."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from lastcard.server.storage import lock
from lastcard.server.storage.lock import Lock
from lastcard.server.storage.store import Store, StoreError
from serve_command import COMMAND, process

WITH_A_FORKED_CHILD = """
import asyncio, os, sys, time
from lastcard.server.storage.store import Store

async def main():
    await Store.open(sys.argv[1])
    child = os.fork()
    if not child:
        time.sleep(60)
        os._exit(0)
    print(child, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def second(database: Path) -> subprocess.CompletedProcess[str]:
    """Start another server on the same file and wait until it gives up."""
    command = [*COMMAND, "--port", "0", "--host", "127.0.0.1", "--database", str(database)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_a_second_server_on_the_same_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    """A server on a file already being served waits some seconds, then exits with code 2 and a helpful sentence."""
    with process(tmp_path):
        began = time.monotonic()
        done = second(tmp_path / "t.db")
        assert time.monotonic() - began >= 5
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"lastcard: {lock.TAKEN}\n"


def test_another_name_of_the_same_file_is_no_way_around(tmp_path: Path) -> None:
    """A file being served is refused under any name it has."""
    with process(tmp_path):
        (tmp_path / "alias.db").symlink_to(tmp_path / "t.db")
        assert second(tmp_path / "alias.db").stderr == f"lastcard: {lock.TAKEN}\n"


def test_a_restart_waits_for_the_server_before_it(tmp_path: Path) -> None:
    """A server that starts while its predecessor is stopping comes up as soon as that one is gone."""
    with process(tmp_path) as (old, _):
        command = [*COMMAND, "--port", "0", "--host", "127.0.0.1", "--database", str(tmp_path / "t.db")]
        new = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            old.send_signal(signal.SIGTERM)
            assert new.stdout is not None
            assert "http://127.0.0.1:" in new.stdout.readline()
        finally:
            new.kill()
            new.communicate()


def test_a_killed_server_leaves_no_lock_and_its_workers_have_none(tmp_path: Path) -> None:
    """After kill -9 the file is free at once, even if that server's bot workers live a moment longer."""
    body = {"edition": "classic", "name": "Ann", "seats": 2, "bots": ["easy"], "settings": {"pace": "fast"}}
    with process(tmp_path) as (server, address):
        httpx.post(f"{address}/api/tables", json=body, timeout=60).raise_for_status()
        workers = psutil.Process(server.pid).children(recursive=True)
        for worker in workers:
            worker.suspend()
        try:
            server.kill()
            server.wait()
            with process(tmp_path) as (_, again):
                assert httpx.get(f"{again}/healthz", timeout=60).status_code == 200
        finally:
            for worker in workers:
                worker.resume()
    assert workers


@contextmanager
def forked(database: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A process with an open store, and its forked child, which does nothing."""
    command = [sys.executable, "-W", "ignore", "-c", WITH_A_FORKED_CHILD, database]
    parent = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    try:
        yield parent, child
    finally:
        os.kill(child, signal.SIGKILL)
        parent.kill()
        parent.communicate()


@pytest.mark.anyio
async def test_a_forked_child_does_not_keep_the_lock(tmp_path: Path) -> None:
    """When a process is killed, its forked child with all the same open files does not hold the database."""
    url = f"sqlite:///{tmp_path / 't.db'}"
    with forked(url) as (parent, _):
        parent.kill()
        parent.wait()
        store = await Store.open(url)
        await store.close()


@pytest.mark.anyio
async def test_the_end_of_a_forked_child_frees_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process keeps its database when a forked child of it ends."""
    monkeypatch.setattr(lock, "PATIENCE", 0.2)
    url = f"sqlite:///{tmp_path / 't.db'}"
    with forked(url) as (_, child):
        psutil.Process(child).kill()
        with pytest.raises(StoreError, match=r"^Another lastcard is using this database"):
            await Store.open(url)


@pytest.mark.anyio
async def test_one_process_opens_a_file_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second store on the same file is refused even in the same process, until the first is closed."""
    monkeypatch.setattr(lock, "PATIENCE", 0.2)
    url = f"sqlite:///{tmp_path / 't.db'}"
    first = await Store.open(url)
    with pytest.raises(StoreError, match=r"^Another lastcard is using this database"):
        await Store.open(url)
    await first.close()
    await (await Store.open(url)).close()


@pytest.mark.anyio
async def test_whoever_comes_next_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store on a file in use opens as soon as the file is free."""
    url = f"sqlite:///{tmp_path / 't.db'}"
    first = await Store.open(url)
    refused, real = asyncio.Event(), Lock._try

    def tried(path: str) -> Lock | None:
        taken = real(path)
        if taken is None:
            refused.set()
        return taken

    monkeypatch.setattr(Lock, "_try", tried)
    opening = asyncio.create_task(Store.open(url))
    await refused.wait()
    await first.close()
    await (await opening).close()


@pytest.mark.anyio
async def test_a_store_that_does_not_open_holds_nothing(tmp_path: Path) -> None:
    """A file that is not a database does not stay locked."""
    path = tmp_path / "t.db"
    path.write_bytes(b"hello" * 1000)
    with pytest.raises(StoreError, match="is not a database"):
        await Store.open(f"sqlite:///{path}")
    (await Lock.take(str(path))).release()


@pytest.mark.anyio
async def test_a_lock_file_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    """If something else is in the lock file's place, a sentence says so."""
    (tmp_path / "t.db.lock").mkdir()
    with pytest.raises(StoreError, match=r"^The lock file of the database cannot be opened: .*\.$"):
        await Store.open(f"sqlite:///{tmp_path / 't.db'}")


def test_a_backup_is_made_while_the_server_runs(tmp_path: Path) -> None:
    """The lock is only for servers: SQLite's own backup can copy a database being served, including its newest table."""
    body = {"edition": "classic", "name": "Ann"}
    with process(tmp_path) as (_, address):
        made = httpx.post(f"{address}/api/tables", json=body, timeout=60).json()
        with sqlite3.connect(tmp_path / "t.db") as served, sqlite3.connect(tmp_path / "copy.db") as copy:
            served.backup(copy)
            assert copy.execute("SELECT id FROM tables").fetchall() == [(made["table"],)]
        served.close()
        copy.close()
