"""A real ``lastcard serve`` and its players, each in a process of its own, for the benchmarks of the server."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

LIMITS = (
    "tables_per_hour",
    "seats_per_hour",
    "connections",
    "http_connections",
    "requests_per_second",
    "messages_per_second",
    "messages_per_address",
    "effects_per_minute",
)
COMMAND = [sys.executable, "-c", "from lastcard.cli import main; main()", "serve", "--host", "127.0.0.1", "--no-qr"]
SOURCE = Path(__file__).parents[1] / "src"
LOAD = Path(__file__).with_name("load.py")
PATIENCE = 120  # seconds to wait for any answer from the players
STARTING = 20


def cores() -> tuple[set[int] | None, set[int] | None]:
    """Return one core for the server and one for the players, if there are two."""
    if not hasattr(os, "sched_getaffinity"):
        return None, None
    found = sorted(os.sched_getaffinity(0))
    return ({found[0]}, {found[1]}) if len(found) > 1 else (None, None)


def pinned(process: subprocess.Popen[str], core: set[int] | None) -> None:
    """Keep a process and all its future threads on one core."""
    if core:
        os.sched_setaffinity(process.pid, core)


# ---- the server and its players ----------------------------------------------------------------------
class Server:
    """A server in its own process."""

    def __init__(self, database: str, port: int = 0, *, pin: bool = True, source: Path = SOURCE, bus: str = "") -> None:
        files = (source / "lastcard" / "server").rglob("*.py")  # limits are not in the same file in every commit
        known = "".join(file.read_text(encoding="utf-8") for file in files)
        limits = [f"--limit={name}=1000000" for name in LIMITS if f"{name}:" in known]
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            [*COMMAND, "--port", str(port), "--database", database, *limits, *([f"--bus={bus}"] if bus else [])],
            env={**os.environ, "PYTHONPATH": str(source)},
            stdout=subprocess.PIPE,
            text=True,
        )
        if pin:
            pinned(self.process, cores()[0])
        self._port = port

    @property
    def port(self) -> int:
        """The server's port, known once it is ready."""
        if not self._port:
            self.ready()
        return self._port

    def ready(self) -> None:
        """Wait until the server says that it is ready."""
        assert self.process.stdout
        words = self.process.stdout.readline().split()
        self._port = int(words[3].rstrip("/").rpartition(":")[2])

    def memory(self) -> float:
        """Return the megabytes in use."""
        return float(psutil.Process(self.process.pid).memory_info().rss) / 1e6

    def cpu(self) -> float:
        """Return the seconds of processor time used so far."""
        spent = psutil.Process(self.process.pid).cpu_times()
        return float(spent.user + spent.system)

    def kill(self) -> None:
        """Kill the server, as in a crash."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()

    def stop(self) -> None:
        """Shut the server down properly."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STARTING)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.kill()


class Players:
    """The players' process, which takes orders and returns their results."""

    def __init__(
        self, servers: list[int], tables: int, think: float = 0, names: Iterable[str] = ("classic",), **more: Any
    ) -> None:
        order = {"servers": servers, "tables": tables, "think": think, "editions": list(names), **more}
        self.process = subprocess.Popen(
            [sys.executable, str(LOAD), json.dumps(order)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        pinned(self.process, cores()[1])
        assert self._answer() == "ready"

    def _answer(self) -> Any:
        assert self.process.stdout
        alarm = threading.Timer(PATIENCE, self.process.kill)
        alarm.start()
        line = self.process.stdout.readline()
        alarm.cancel()
        if not line:
            raise RuntimeError("the players have given up")
        return json.loads(line)

    def ask(self, what: str, **more: Any) -> Any:
        """Give an order and wait for its result."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps({"do": what, **more}) + "\n")
        self.process.stdin.flush()
        return self._answer()

    def stop(self) -> None:
        """Stop the players."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.wait(STARTING)
        self.process.stdout.close()


@contextmanager
def playing(port: int, tables: int, **more: Any) -> Iterator[Players]:
    """Run the players of this many tables in a process of their own."""
    players = Players([port], tables, **more)
    try:
        yield players
    finally:
        players.stop()


@contextmanager
def serving(tables: int, source: Path = SOURCE, **more: Any) -> Iterator[tuple[Server, Players, float]]:
    """Run a server with this many tables and players. The last value is its megabytes before they came."""
    with tempfile.TemporaryDirectory(prefix="lastcard-") as folder:
        server = Server(f"{folder}/tables.db", source=source)
        try:
            port, before = server.port, server.memory()
            with playing(port, tables, **more) as players:
                yield server, players, before
        finally:
            server.stop()


def quantile(times: list[float], part: float) -> float:
    """Return the time within which this share of them is done."""
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] if times else float("inf")
