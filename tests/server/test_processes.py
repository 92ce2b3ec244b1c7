"""``lastcard serve --processes``: several processes that share a port, and what is refused."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE

import psutil  # type: ignore[import-untyped]
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from killable_servers import RUN, SERVE, Acknowledged, Pair, check_log, process, reaches
from lastcard.server.http.read_settings import Settings
from live_server import PATIENCE
from postgres import Postgres

pytestmark = pytest.mark.anyio


def servers(parent: int) -> list[psutil.Process]:
    """The server processes that the one that was started looks after."""
    found = []
    for each in psutil.Process(parent).children():
        with suppress(psutil.NoSuchProcess):  # it has just ended
            if "nats-server" not in each.name():
                found.append(each)
    return found


async def play_through(pair: Pair, live: object, stop: asyncio.Event) -> None:
    """Play on through broken connections until told to stop."""
    while not stop.is_set():
        try:
            await pair.play(live, moves=1)  # type: ignore[arg-type]
        except (ConnectionClosed, InvalidHandshake, OSError, AssertionError):
            await asyncio.sleep(0.05)


async def test_processes_share_a_port(postgres: Postgres) -> None:
    """Three processes serve one port. One that is killed is replaced, and a rolling restart loses no acknowledged move."""
    database, acknowledged = postgres.database(), Acknowledged()
    with process(database, "--processes=3") as running:
        parent = running.server.pid
        async with running.live() as live:
            first = {each.pid for each in servers(parent)}
            assert len(first) == 3
            pairs = [await Pair.dealt(live, acknowledged) for _ in range(3)]
            stop = asyncio.Event()
            playing = [asyncio.create_task(play_through(pair, live, stop)) for pair in pairs]
            await reaches(acknowledged, 20)
            os.kill(min(first), signal.SIGKILL)
            await reaches(acknowledged, len(acknowledged) + 20)
            os.kill(parent, signal.SIGHUP)
            async with asyncio.timeout(PATIENCE):
                while len(now := {each.pid for each in servers(parent)}) != 3 or now & first:  # noqa: ASYNC110 - as seen from outside
                    await asyncio.sleep(0.1)
            await reaches(acknowledged, len(acknowledged) + 20)
            stop.set()
            await asyncio.gather(*playing)
        children = psutil.Process(parent).children()
        running.server.terminate()
        await asyncio.to_thread(running.server.wait, PATIENCE)
        assert not any(child.is_running() for child in children)
    await check_log(database, acknowledged)


async def test_a_drained_process_is_not_replaced(postgres: Postgres) -> None:
    """NATS is started again if it dies. A process that ends properly stays away, and the last one ends the server."""
    acknowledged = Acknowledged()
    with process(postgres.database(), "--processes=2") as running:
        parent = psutil.Process(running.server.pid)
        async with running.live() as live:
            (nats,) = (each for each in parent.children() if "nats-server" in each.name())
            nats.kill()
            async with asyncio.timeout(PATIENCE):
                while not any("nats-server" in each.name() and each.pid != nats.pid for each in parent.children()):  # noqa: ASYNC110 - as seen from outside
                    await asyncio.sleep(0.1)
            first, second = servers(parent.pid)
            first.terminate()
            await asyncio.to_thread(first.wait, PATIENCE)
            await (await Pair.dealt(live, acknowledged)).play(live, moves=4)
            assert [each.pid for each in servers(parent.pid)] == [second.pid]
        second.terminate()
        assert await asyncio.to_thread(running.server.wait, PATIENCE) == 0


async def test_one_process_needs_neither_nats_nor_postgresql(tmp_path: Path) -> None:
    """Without the packages for several processes, a server on SQLite starts and plays."""
    missing = "import sys; sys.modules.update(nats=None, psycopg=None)\n"
    with process(f"sqlite:///{tmp_path / 't.db'}", before=missing) as running:
        async with running.live() as live:
            acknowledged = Acknowledged()
            await (await Pair.dealt(live, acknowledged)).play(live, moves=4)
            assert len(acknowledged) == 4


def test_several_processes_say_how_to_get_nats(postgres: Postgres) -> None:
    """Without a NATS server to start or to name, several processes are refused with the sentence that helps."""
    missing = "from lastcard.server.cluster import nats_server; nats_server.PROGRAM = 'no-such-program'\n"
    command = [sys.executable, "-c", missing + RUN, *SERVE, "--processes=2", "--database", postgres.database()]
    refused = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert refused.returncode == 2
    sentence = r"lastcard: Several processes need NATS: run .*cluster.*, or name a server with --bus\.\n"
    assert re.fullmatch(sentence, refused.stderr), refused.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_nats_does_not_outlive_a_killed_parent() -> None:
    """If the process that looks after the others is killed, its NATS server ends, too."""
    run = "import os; from lastcard.server.cluster.nats_server import NatsServer as N; n = N(ends_with_us=True); n.start();"
    run += " print(n.pid, flush=True); os.kill(os.getpid(), 9)"
    killed = subprocess.run([sys.executable, "-c", run], stdout=PIPE, check=False)
    nats = int(killed.stdout)
    with suppress(psutil.NoSuchProcess):
        psutil.Process(nats).wait(PATIENCE)
    assert killed.returncode == -signal.SIGKILL
    assert not psutil.pid_exists(nats)


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ({"processes": "2"}, "several processes need PostgreSQL"),
        ({"bus": "nats://localhost"}, "several processes need PostgreSQL"),
        ({"bus": "localhost", "database": "postgresql://a@b/c"}, "not a URL such as nats://host:4222"),
        ({"bus": "nats://h?password=x", "database": "postgresql://a@b/c"}, "unknown part, password"),
        ({"processes": "0"}, "number from 1 to 64"),
    ],
)
def test_what_cannot_work_is_refused(flags: dict[str, str], sentence: str, tmp_path: Path) -> None:
    """Several processes without PostgreSQL, and a bus that is none, are refused with one sentence."""
    settings = Settings({"database": str(tmp_path / "t.db"), **flags}, {})
    assert any(sentence in problem for problem in settings.problems), settings.problems
