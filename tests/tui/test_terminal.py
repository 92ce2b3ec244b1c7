"""The real program in a real terminal: a pseudo-terminal everywhere, and tmux where there is one."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-c", "from lastcard.cli import main; main()"]
PATIENCE = 60
ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[@-Z\\-_])")


class Terminal:
    """A program in a pseudo-terminal of 80 by 24, and everything that it has drawn so far."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.file, inside = pty.openpty()
        self.raw = ""
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color", **environment},
        )
        os.close(inside)

    def resize(self, columns: int, rows: int) -> None:
        """Another size; the program is told."""
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process.send_signal(signal.SIGWINCH)

    def type(self, keys: str) -> None:
        """Keys as a terminal sends them."""
        os.write(self.file, keys.encode())

    def until(self, wanted: str) -> str:
        """Read until this has been drawn; what was drawn, without escapes."""
        end = time.monotonic() + PATIENCE
        while wanted not in (drawn := ESCAPES.sub("", self.raw)):
            assert time.monotonic() < end, f"{wanted!r} is not in {drawn[-3000:]!r}"
            if select.select([self.file], [], [], 1)[0]:
                try:
                    self.raw += os.read(self.file, 1 << 16).decode(errors="replace")
                except OSError:
                    raise AssertionError(f"ended before {wanted!r}: {ESCAPES.sub('', self.raw)[-3000:]!r}") from None
        return drawn

    def forget(self) -> None:
        """What was drawn before does not count."""
        self.raw = ""

    def wait(self) -> int:
        """The exit code, once the program has ended by itself."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if select.select([self.file], [], [], 0.05)[0]:
                try:
                    self.raw += os.read(self.file, 1 << 16).decode(errors="replace")
                except OSError:
                    break
        return self.process.wait(PATIENCE)


@contextmanager
def terminal(*arguments: str, **environment: str) -> Iterator[Terminal]:
    """A program that is gone afterward."""
    running = Terminal(*arguments, **environment)
    try:
        yield running
    finally:
        running.process.kill()
        running.process.wait()
        os.close(running.file)


def test_a_turn_in_a_terminal(tmp_path: Path) -> None:
    """The program draws its table in a terminal, takes keys, follows a change of size, and leaves with the record saved."""
    file = tmp_path / "game.json"
    arguments = ["play", "classic", "--seed", "3", "--players", "2", "--option", "dealer=1", "--fast", "--save", str(file)]
    with terminal(*arguments) as shown:
        shown.until("Your turn: match")
        shown.type("d")
        shown.until("You drew")
        shown.forget()
        shown.resize(100, 30)
        shown.until("q quit")
        shown.type("q")
        shown.until("Leave the table?")
        shown.type("s")
        assert shown.wait() == 0
        assert f"The record is saved: {file}" in ESCAPES.sub("", shown.raw)
    assert '"draw"' in file.read_text()


def test_no_color_in_a_terminal() -> None:
    """With NO_COLOR no color is ever sent to the terminal."""
    with terminal("play", "classic", "--seed", "3", "--players", "2", "--option", "dealer=1", NO_COLOR="1") as shown:
        shown.until("Your turn: match")
        shown.until("q quit")
        codes = {code for found in re.findall(r"\x1b\[([\d;]*)m", shown.raw) for code in found.split(";")}
        assert codes
        colors = {str(n) for first in (30, 40, 90, 100) for n in range(first, first + 8)} | {"38", "48"}
        assert not codes & colors


def test_a_dumb_terminal_gets_lines() -> None:
    """In a terminal that cannot draw, the table speaks line by line."""
    with terminal("play", "classic", "--seed", "3", "--players", "2", "--option", "dealer=1", TERM="dumb") as shown:
        shown.until("1: Play")
        assert "\x1b" not in shown.raw
        shown.type("quit\n")
        assert shown.wait() == 0


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[list[str]]:
    """A tmux server of the test's own."""
    program = shutil.which("tmux")
    if program is None:
        pytest.skip("there is no tmux; the pseudo-terminal tests above say the same")
    command = [program, "-S", str(tmp_path / "s"), "-f", "/dev/null"]
    try:
        yield command
    finally:
        subprocess.run([*command, "kill-server"], check=False, capture_output=True)


def test_a_round_in_tmux(tmux: list[str], tmp_path: Path) -> None:
    """In tmux, at 80 by 24, a whole round is played by keys alone, and its points are shown."""
    arguments = ["play", "classic", "--seed", "3", "--players", "2", "--fast", "--target", "500"]
    program = [*PROGRAM, *arguments]
    subprocess.run([*tmux, "new-session", "-d", "-s", "t", "-x", "80", "-y", "24", *program], check=True)

    def screen() -> str:
        return subprocess.run([*tmux, "capture-pane", "-p", "-t", "t"], check=True, capture_output=True, text=True).stdout

    def press(*keys: str) -> None:
        subprocess.run([*tmux, "send-keys", "-t", "t", *keys], check=True)

    end = time.monotonic() + 2 * PATIENCE
    seen = ""
    while "Scores: " not in (shown := screen()):
        assert time.monotonic() < end, shown
        if shown == seen:
            time.sleep(0.1)  # a terminal cannot tell that it has nothing new
            continue
        seen = shown
        assert len(shown.splitlines()) <= 24
        if "which color?" in shown or " 1 " in shown:
            press("1")
    assert "next round" in shown
    press("Enter")
    while "round 2" not in (shown := screen()):
        assert time.monotonic() < end, shown
