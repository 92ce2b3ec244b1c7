"""A NATS server of our own on this machine, for processes that share it: only they know its token."""

from __future__ import annotations

import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from ...extras import how_to_install
from .bus import BusError

READY_WITHIN = 10.0  # seconds
PR_SET_PDEATHSIG = 1
PROGRAM = "nats-server"


def program() -> str:
    """The path of nats-server. BusError says how to get one."""
    beside = Path(sys.executable).with_name(PROGRAM)
    found = str(beside) if beside.exists() else shutil.which(PROGRAM)
    if not found:
        raise BusError(f"Several processes need NATS: {how_to_install('cluster')}, or name a server with --bus.")
    return found


def _end_with_parent() -> None:
    """Have Linux kill this process when the one that started it ends, even if that is killed."""
    import ctypes

    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class NatsServer:
    """A nats-server on a free port of this machine. It can be started again, at the same address.

    With ``ends_with_us``, it doesn't outlive the thread that starts it (on Linux).
    """

    def __init__(self, *, ends_with_us: bool = False) -> None:
        self._program = program()
        self._first = _end_with_parent if ends_with_us and sys.platform == "linux" else None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        token = secrets.token_hex(16)
        self.address = f"nats://{token}@127.0.0.1:{self._port}"
        self._folder = Path(tempfile.mkdtemp(prefix="lastcard-nats-"))
        config = self._folder / "nats.conf"
        config.touch(mode=0o600)
        config.write_text(f'listen: "127.0.0.1:{self._port}"\nauthorization {{ token: "{token}" }}\n', encoding="utf-8")
        self._command = [self._program, "-c", str(config)]
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def is_running(self) -> bool:
        """Whether it runs."""
        return self._running is not None and self._running.poll() is None

    @property
    def pid(self) -> int | None:
        """The id of its process, once it was started."""
        return self._running.pid if self._running else None

    def start(self) -> None:
        """Start it, and wait until it listens."""
        self._running = subprocess.Popen(  # noqa: S603 - our own program and file
            self._command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=self._first,  # noqa: PLW1509 - it runs before any thread of ours is started
        )
        until = time.monotonic() + READY_WITHIN
        while time.monotonic() < until and self.is_running:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self._port), 1.0):
                return
            time.sleep(0.02)
        raise BusError("The NATS server of this machine does not start.")

    def stop(self) -> None:
        """Kill it."""
        if self._running:
            self._running.kill()
            self._running.wait()

    def remove(self) -> None:
        """Kill it for good."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)
