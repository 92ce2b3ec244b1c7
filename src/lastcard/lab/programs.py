"""Bots that are programs in any language. They read questions and write answers, each one line of JSON.

A program is never trusted to work. If it crashes, takes too long or writes something else, the move that a clock would make
is made for it, and the fault is counted.
"""

from __future__ import annotations

import ctypes
import json
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from random import Random
from typing import IO, Any, NamedTuple

from ..bots import duties, may_decline
from ..bots.simple import spoken
from ..errors import InvalidOption
from ..moves import Move, mildest_of
from ..typed_text import quoted
from ..view import View

PREFIX = "command:"
PATIENCE = 5_000  # milliseconds for an answer, unless the user gives another limit
TO_START = 30  # seconds more for the first answer after a start
LONGEST_LINE = 1 << 16  # bytes
LAST_WORDS = 1.0  # seconds to hear what a program that has ended said last; another one may keep its stream open
MOST_WAITING = 16  # lines that a program wrote and nobody has read yet
MOST_FAILURES = 10  # in a row, after which a program isn't started again
SIGNAL_AT_PARENTS_DEATH = 1  # PR_SET_PDEATHSIG of prctl
ILLEGAL, FAILED = "illegal move", "failure"


class Fault(NamedTuple):
    """What a program did wrong: an illegal move, or a failure to answer. The sentence says how."""

    kind: str
    says: str


class ProgramFailed(Exception):
    """The program gave no answer that can be read."""


class Running:
    """A process, and threads that write its questions and read its lines, so that a deaf or mute one blocks nobody."""

    def __init__(self, words: Sequence[str]) -> None:
        self.process = subprocess.Popen(  # noqa: S603 - the user's own program
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=os.name == "posix",
            preexec_fn=_end_with_parent(),  # noqa: PLW1509 - one call of the system, which takes no lock
        )
        self.is_new = True
        self.asked = time.monotonic()
        self.lines: queue.Queue[bytes | None] = queue.Queue(MOST_WAITING)
        self.questions: queue.Queue[bytes | None] = queue.Queue()
        self.complaint = ""
        assert self.process.stdin and self.process.stdout and self.process.stderr  # noqa: S101, PT018 - they are pipes
        writes = threading.Thread(target=self._write, args=(self.process.stdin,), daemon=True)
        self._reads = threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True)
        self._listens = threading.Thread(target=self._listen, args=(self.process.stderr,), daemon=True)
        for thread in (writes, self._reads, self._listens):
            thread.start()

    def _write(self, stream: IO[bytes]) -> None:
        try:
            with stream:
                while (line := self.questions.get()) is not None:
                    stream.write(line)
                    stream.flush()
        except OSError:  # it has ended; the reader notices
            return

    def _read(self, stream: IO[bytes]) -> None:
        with stream:
            while line := stream.readline(LONGEST_LINE):
                self.lines.put(line)
        self.lines.put(None)

    def _listen(self, stream: IO[bytes]) -> None:
        with stream:
            while line := stream.readline(LONGEST_LINE):
                self.complaint = line.decode(errors="replace").strip() or self.complaint

    def ask(self, question: object) -> None:
        """Send a question as a line of JSON, without waiting for the answer."""
        self.asked = time.monotonic()
        self.questions.put(json.dumps(question, ensure_ascii=False).encode() + b"\n")

    def next_line(self, limit: float) -> bytes:
        """Return the next line that the program writes, this many seconds after the question. It has longer after a start."""
        limit += TO_START if self.is_new else 0
        try:
            line = self.lines.get(timeout=max(0.0, self.asked + limit - time.monotonic()))
        except queue.Empty:
            raise ProgramFailed(f"took longer than {limit:g} s") from None
        if line is None:
            self.process.wait()
            self._listens.join(LAST_WORDS)
            why = f" and the words {quoted(self.complaint)}" if self.complaint else ""
            raise ProgramFailed(f"ended with code {self.process.returncode}{why}")
        self.is_new = False
        return line

    def stop(self) -> None:
        """End the process with those it has started, and let its threads end too."""
        _kill(self.process)
        self.process.wait()
        self.questions.put(None)
        for _ in range(100):
            if not self._reads.is_alive():
                return
            with suppress(queue.Empty):  # it may be waiting for room
                self.lines.get(timeout=0.01)


def _end_with_parent() -> Callable[[], object] | None:
    """What a new process does so that it doesn't outlive this one, however this one ends. Only Linux knows a way.

    There it ends with the thread that has started it, so threads that may end earlier do without.
    """
    if not sys.platform.startswith("linux") or threading.current_thread() is not threading.main_thread():
        return None
    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(SIGNAL_AT_PARENTS_DEATH, signal.SIGKILL)


def _kill(process: subprocess.Popen[bytes]) -> None:
    if os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


class Program:
    """A bot that asks a program for every move. The program is started when it is first asked, and again after a failure."""

    about = "A program that reads questions and writes answers as lines of JSON."

    def __init__(self, command: str, milliseconds: int = PATIENCE) -> None:
        self.name = f"{PREFIX}{command}"
        self.words = shlex.split(command)
        self.limit = milliseconds / 1000
        self.faults: list[Fault] = []
        self._running: Running | None = None
        self._at_the_end: weakref.finalize[..., Program] | None = None
        self._failures = 0
        self._number = 0
        self._is_refused = False

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        """Ask the program. If it fails, or its last answer was refused, do what a clock would do."""
        if not self._is_refused and self._failures < MOST_FAILURES:
            try:
                answer = self._ask(view, moves, rng)
            except ProgramFailed as error:
                self._fail(str(error))
            else:
                self._failures = 0
                known = {str(move): move for move in moves}
                return None if answer is None else known.get(answer, Move(answer))
        elif not self._is_refused:
            self.faults.append(Fault(FAILED, f"it failed {MOST_FAILURES} times in a row and is not asked again"))
        self._is_refused = False
        return mildest(view, moves, rng)

    def refused(self, reason: str) -> None:
        """Count an illegal move. The next choice is made for the program, so that the game goes on."""
        self._is_refused = True
        self.faults.append(Fault(ILLEGAL, reason))

    def _ask(self, view: View, moves: Sequence[Move], rng: Random) -> str | None:
        running = self._running or self._start()
        self._number += 1
        asked = {
            "id": self._number,
            "view": view.to_dict(),
            "moves": [str(move) for move in moves],
            "may_decline": may_decline(view, moves),
            "random": rng.getrandbits(32),
        }
        if not running.lines.empty():
            running.next_line(0)
            raise ProgramFailed("wrote a line before it was asked")
        running.ask(asked)
        return _read_answer(running.next_line(self.limit))

    def _start(self) -> Running:
        try:
            self._running = running = Running(self.words)
        except OSError as error:
            raise ProgramFailed(f"cannot be started: {error.strerror or error}") from None
        self._at_the_end = weakref.finalize(self, _kill, running.process)
        return running

    def _fail(self, reason: str) -> None:
        self._failures += 1
        self.faults.append(Fault(FAILED, reason))
        self.stop()

    def stop(self) -> None:
        """End the program, if it is running."""
        running, self._running = self._running, None
        if running is not None:
            running.stop()
        if self._at_the_end is not None:
            self._at_the_end.detach()  # the process id may soon be somebody else's


def _read_answer(line: bytes) -> str | None:
    """The move in a line: a JSON object with ``move``. None declines."""
    if not line.endswith(b"\n"):
        raise ProgramFailed(f"wrote a line of more than {LONGEST_LINE:,} bytes, or one without an end")
    try:
        told: Any = json.loads(line)
    except (ValueError, RecursionError):
        told = None
    move = told.get("move", 0) if isinstance(told, dict) else 0
    if not isinstance(move, str | None):
        shown = quoted(line.decode(errors="replace").strip())
        raise ProgramFailed(f'wrote {shown}, and not an answer such as {{"move": "draw"}}')
    return move


def mildest(view: View, moves: Sequence[Move], rng: Random) -> Move | None:
    """What a seat does when its time runs out: nothing out of turn, and otherwise the mildest move."""
    if may_decline(view, moves):
        return None
    return spoken(view, mildest_of(duties(moves) or moves), rng)


@cache
def program(command: str, milliseconds: int | None) -> Program:
    """The program that a command starts, one for each process of ours. InvalidOption if there is no such program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InvalidOption(f"cannot read the command {quoted(command)}: {error}") from None
    if not words or (shutil.which(words[0]) is None and not os.access(words[0], os.X_OK)):
        raise InvalidOption(f"there is no program {quoted(words[0] if words else command)} to run")
    return Program(command, milliseconds or PATIENCE)
