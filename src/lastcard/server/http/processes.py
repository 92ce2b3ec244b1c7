"""Several server processes on one machine that share a socket, looked after by the one that was started.

It binds the socket, starts a NATS server for them if none is given, replaces a process that dies, and on SIGHUP replaces all of
them one after another while the others serve. One that ends properly, because an admin has drained it, is not replaced, and the
last of them ends the server.
"""

from __future__ import annotations

import logging
import os
import select
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from ..cluster.bus import BusError
from ..cluster.nats_server import NatsServer
from ..serve_settings import Config
from . import logs
from .read_settings import CannotServe

READY, TICK = b"+", 0.1
READY_WITHIN = 60.0  # seconds for a process to start
GONE_WITHIN = 30.0  # seconds for a process to stop
REPLACED_AFTER = 1.0  # seconds, so that a process that cannot start is not started all the time

Serve = Callable[[Config, socket.socket, Callable[[], None]], None]
log = logging.getLogger(__name__)


class Processes:
    """The processes and their NATS server."""

    def __init__(self, config: Config, sock: socket.socket, serve: Serve) -> None:
        self._sock = sock
        self._serve = serve
        self._running: dict[int, float] = {}  # when each process began
        self._alive, self._lifeline = os.pipe()
        self._is_stopping = self._is_restarting = False
        self._number = config.processes
        try:
            self._nats = None if config.bus else NatsServer(ends_with_us=True)
        except BusError as error:
            raise CannotServe(str(error)) from None
        workers = max(1, config.workers // config.processes)
        self._config = replace(config, processes=1, workers=workers, bus=self._nats.address if self._nats else config.bus)

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until a signal arrives. CannotServe if the first processes do not start."""
        logs.set_up(self._config.log_level)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        signal.signal(signal.SIGHUP, self._restart)
        try:
            if self._nats:
                self._nats.start()
            for _ in range(self._number):
                self._start()
            ready()
            while self._number and not self._is_stopping:
                time.sleep(TICK)
                self._look_after()
        except BusError as error:
            raise CannotServe(str(error)) from None
        finally:
            self._end([*self._running])
            if self._nats:
                self._nats.remove()

    def _stop(self, *_signal: object) -> None:
        self._is_stopping = True

    def _restart(self, *_signal: object) -> None:
        self._is_restarting = True

    def _start(self) -> int:
        """Start a process and wait until it is ready. CannotServe says why it is not."""
        said, says = os.pipe()
        process = os.fork()
        if process == 0:
            os.close(said)
            self._be_child(says)
        os.close(says)
        self._running[process] = time.monotonic()
        with os.fdopen(said, "rb") as pipe:
            word = pipe.readline().strip() if select.select([pipe], [], [], READY_WITHIN)[0] else b""
        if word != READY:
            os.kill(process, signal.SIGKILL)  # it has ended, or hangs
            with suppress(ChildProcessError):
                os.waitpid(process, 0)
            self._running.pop(process, None)
            raise CannotServe(word.decode() or "a process of the server does not start: its log says why")
        return process

    def _be_child(self, says: int) -> None:
        """Serve in this process, which has just begun, and never return."""
        code = 1
        try:
            os.setpgid(0, 0)  # a Ctrl-C is for the one that looks after us
            os.close(self._lifeline)
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
            threading.Thread(target=self._follow, daemon=True).start()
            self._serve(self._config, self._sock, lambda: _say(says, READY))
            code = 0
        except CannotServe as error:
            _say(says, str(error).encode())
        except SystemExit as error:
            code = error.code if isinstance(error.code, int) else 1
        finally:
            os._exit(code)

    def _follow(self) -> None:
        """End this process when the one that started it ends."""
        os.read(self._alive, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def _look_after(self) -> None:
        """Replace what has died, and everything after a SIGHUP."""
        if self._nats and not self._nats.is_running:
            log.error("The NATS server has ended and is started again.")
            self._start_nats_again(self._nats)
        for process, code in [(process, _exit_code(process)) for process in self._running]:
            if code is None:
                continue
            began = self._running.pop(process)
            if code == 0:
                log.warning("A server process has been drained.")
                self._number -= 1
                continue
            log.error("A server process has ended and is replaced.")
            time.sleep(max(0.0, began + REPLACED_AFTER - time.monotonic()))
            self._start_quietly()
        if self._is_restarting:
            self._is_restarting = False
            for process in [*self._running]:
                if self._start_quietly():
                    self._end([process])
        while len(self._running) < self._number and not self._is_stopping:
            time.sleep(REPLACED_AFTER)
            self._start_quietly()

    def _start_nats_again(self, nats: NatsServer) -> None:
        """Start the NATS server. If that fails, the processes play on with their own players until the next try."""
        try:
            nats.start()
        except BusError as error:
            log.error("The NATS server does not start: %s", error)  # noqa: TRY400 - the sentence is enough
            time.sleep(REPLACED_AFTER)

    def _start_quietly(self) -> bool:
        try:
            self._start()
        except CannotServe as error:
            log.error("A server process does not start: %s", error)  # noqa: TRY400 - the sentence is enough
            return False
        return True

    def _end(self, processes: list[int]) -> None:
        """Stop these processes and wait for them."""
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)
        until = time.monotonic() + GONE_WITHIN
        for process in processes:
            while _exit_code(process) is None:
                if time.monotonic() > until:
                    os.kill(process, signal.SIGKILL)
                time.sleep(TICK / 2)
            self._running.pop(process, None)


def _exit_code(process: int) -> int | None:
    """The exit code of a process, or None while it runs."""
    try:
        ended, status = os.waitpid(process, os.WNOHANG)
    except ChildProcessError:
        return 1
    return os.waitstatus_to_exitcode(status) if ended else None


def _say(pipe: int, word: bytes) -> None:
    with suppress(OSError):
        os.write(pipe, word + b"\n")
        os.close(pipe)


def serve_many(config: Config, sock: socket.socket, serve: Serve, ready: Callable[[], None]) -> None:
    """Serve with several processes until a signal arrives."""
    if not hasattr(os, "fork"):
        raise CannotServe("several processes on one machine need Linux or macOS: start them one by one with --bus")
    Processes(config, sock, serve).run(ready)
