"""Upgrades of real processes: a rolling restart under load, rules that only the old process reads, and version 1.

Each test prints what players notice (``pytest --long -s tests/server/test_upgrades.py``).
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from killable_servers import RUN, SERVE, Acknowledged, Pair, Process, check_log, figure, logs, process, reaches
from lastcard.server.cluster.nats_server import NatsServer
from lastcard.server.table import log
from live_server import PATIENCE, Live
from postgres import Postgres

pytestmark = [pytest.mark.anyio, pytest.mark.long]
ROOT = Path(__file__).parents[2]
VERSION_1 = "916a5eb"
TABLES = 12


# ---- a rolling restart --------------------------------------------------------------------------------------
class Watcher:
    """A player's second tab, which notes for how long it has no connection: so long its player sees a banner."""

    def __init__(self, live: Live, pair: Pair, seat: int) -> None:
        self.banners: list[float] = []
        self._live = live
        self._table, self._token = pair.table, pair.tokens[seat]

    async def watch(self, stop: asyncio.Event) -> None:
        """Stay connected until told to stop."""
        lost: float | None = None
        while not stop.is_set():
            with suppress(ConnectionClosed, InvalidHandshake, OSError, EOFError):
                async with self._live.player(self._table, self._token) as player:
                    if lost is not None and "set" in player.first:
                        self.banners.append(time.monotonic() - lost)
                        lost = None
                    while not stop.is_set():
                        with suppress(TimeoutError):
                            async with asyncio.timeout(0.2):
                                await player.frame()
            lost = lost or time.monotonic()
            await asyncio.sleep(0.02)


async def play_on(pair: Pair, live: Live, stop: asyncio.Event) -> None:
    """Play through broken connections until told to stop."""
    while not stop.is_set():
        with suppress(ConnectionClosed, InvalidHandshake, OSError, EOFError, AssertionError):
            await pair.play(live, moves=4)
        await asyncio.sleep(0.02)


def children(parent: int) -> set[int]:
    """The server processes that the one that was started looks after."""
    found = psutil.Process(parent).children()
    return {each.pid for each in found if each.is_running() and "nats-server" not in each.name()}


async def test_a_rolling_restart_under_load(postgres: Postgres) -> None:
    """While all processes are replaced, no game ends, no seat goes to a bot, and players see a short banner at most."""
    database, acknowledged, stop = postgres.database(), Acknowledged(), asyncio.Event()
    with process(database, "--processes=3") as running:
        async with running.live() as live:
            pairs = [await Pair.dealt(live, acknowledged) for _ in range(TABLES)]
            watchers = [Watcher(live, pair, seat) for pair in pairs for seat in (0, 1)]
            tasks = [asyncio.create_task(play_on(pair, live, stop)) for pair in pairs]
            tasks += [asyncio.create_task(watcher.watch(stop)) for watcher in watchers]
            await reaches(acknowledged, 200)
            before, began = children(running.server.pid), time.monotonic()
            os.kill(running.server.pid, signal.SIGHUP)
            async with asyncio.timeout(2 * PATIENCE):
                while len(now := children(running.server.pid)) != 3 or now & before:  # noqa: ASYNC110 - seen from outside
                    await asyncio.sleep(0.1)
            took = time.monotonic() - began
            await reaches(acknowledged, len(acknowledged) + 200)
            stop.set()
            await asyncio.gather(*tasks)
    banners = [seconds for watcher in watchers for seconds in watcher.banners]
    most = max(len(watcher.banners) for watcher in watchers)
    seen = f"{len(banners)} banners at {len(watchers)} players, at most {most} each, {max(banners, default=0):.2f} s at most"
    figure(f"rolling restart of 3 processes in {took:.1f} s at {TABLES} busy tables: {seen}; {len(acknowledged)} moves")
    found = (await logs(database, [pair.table for pair in pairs])).values()
    assert not any(isinstance(entry, log.WentAway | log.Ended) for entry in found)
    assert max(banners, default=0) <= 3
    await check_log(database, acknowledged)


# ---- rules that only the old process reads --------------------------------------------------------------------
NEWER = """
from lastcard import editions
found = editions.get("classic")
object.__setattr__(found, "version", found.version + 1)
object.__setattr__(found, "reads", ())
"""


async def test_old_games_are_finished_by_the_old_process(postgres: Postgres, nats: NatsServer, tmp_path: Path) -> None:
    """Beside a process with newer rules, the old one plays its games to their end, new ones begin there, and then it ends."""
    database, acknowledged = postgres.database(), Acknowledged()
    token = "a" * 20
    flags = (f"--bus={nats.address}", "--admin-token", token)
    with process(database, *flags) as old, process(database, *flags, before=NEWER) as new:
        async with old.live() as here, new.live() as there:
            pair = await Pair.dealt(here, acknowledged)
            await pair.play(here, there, moves=4)  # through any door
            drained = await here.post("/admin/drain", {"finish": True}, token)
            assert drained.status_code == 200, drained.text
            async with asyncio.timeout(PATIENCE):
                while (await here.http.get("/healthz")).status_code == 200:  # noqa: ASYNC110 - asked as a monitor does
                    await asyncio.sleep(0.1)
            refused = await here.post("/api/tables", {"edition": "classic", "name": "Ann", "seats": 2})
            assert refused.json()["refused"]["code"] == "stopping"
            fresh = await Pair.dealt(there, acknowledged)
            await fresh.play(here, there, moves=4)
            await pair.play(there, moves=4)
            began = time.monotonic()
            ended = await there.post(f"/admin/tables/{pair.table}/close", {}, token)
            assert ended.json()["now"] == "ended", ended.text
            await asyncio.to_thread(old.server.wait, PATIENCE)
            took = time.monotonic() - began
            await fresh.play(there, moves=4)
    versions = {
        entry.table: entry.rules_version
        for entry in (await logs(database, [pair.table, fresh.table])).values()
        if isinstance(entry, log.Created)
    }
    assert versions[fresh.table] == versions[pair.table] + 1
    figure(f"draining upgrade: the old process ended {took:.2f} s after its last game")
    await check_log(database, acknowledged)


# ---- version 1 ------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def version_1(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of version 1."""
    folder = tmp_path_factory.mktemp("version-1")
    packed = subprocess.run(["git", "archive", VERSION_1, "src"], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        pytest.skip("this folder has no history")
    subprocess.run(["tar", "-x"], cwd=folder, input=packed.stdout, check=True)
    return folder / "src"


async def test_version_1_still_runs(postgres: Postgres, version_1: Path) -> None:
    """A process of version 1 that still runs writes nothing once this version has the database, and its game goes on here."""
    database = postgres.database()
    with process(database, source=version_1) as old:
        async with old.live() as before:
            made = (await before.post("/api/tables", {"edition": "classic", "name": "Ann", "seats": 2})).json()
            joined = await before.join(made["invite"])
            async with before.player(made["table"], made["token"]) as ann, before.player(made["table"], joined["token"]):
                assert "refused" not in await ann.do("chat", text="hello")
                new = await asyncio.to_thread(Process, database)
                try:
                    said = (await ann.do("chat", text="from version 1"))["refused"]
                    assert said["code"] == "store"
                    async with new.live() as live, live.player(made["table"], made["token"]) as again:
                        assert "refused" not in await again.do("chat", text="from this version")
                finally:
                    new.kill()
    texts = [entry.text for entry in (await logs(database, [made["table"]])).values() if isinstance(entry, log.Said)]
    assert texts == ["hello", "from this version"]
    figure(f"version 1 still running is refused: {said['text']!r}")


async def test_version_1_does_not_start(postgres: Postgres, version_1: Path) -> None:
    """A process of version 1 does not start on a database of this version, and says why in one sentence."""
    database = postgres.database()
    with process(database):
        pass
    command = [sys.executable, "-c", RUN, *SERVE, "--database", database]
    env = {**os.environ, "PYTHONPATH": str(version_1)}
    done = await asyncio.to_thread(subprocess.run, command, env=env, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode != 0
    assert "made by a newer lastcard" in done.stderr
    figure(f"version 1 started again is refused: {done.stderr.strip().splitlines()[-1]!r}")
