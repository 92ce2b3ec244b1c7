"""The real program in a real terminal: a pseudo-terminal, and tmux if it is installed."""

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
from contextlib import closing
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-c", "from lastcard.cli import main; main()"]
PATIENCE = 60
ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[@-Z\\-_])")


class Terminal:
    """A program in a pseudo-terminal of 80 by 24, and everything it has drawn so far."""

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
        """Resize the terminal and notify the program."""
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process.send_signal(signal.SIGWINCH)

    def type(self, keys: str) -> None:
        """Send keys as a terminal does."""
        os.write(self.file, keys.encode())

    def until(self, wanted: str) -> str:
        """Read until this text has been drawn, and return what was drawn without escape sequences."""
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
        """Ignore what was drawn before."""
        self.raw = ""

    def wait(self) -> int:
        """Wait for the program to end by itself, and return its exit code."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if select.select([self.file], [], [], 0.05)[0]:
                try:
                    self.raw += os.read(self.file, 1 << 16).decode(errors="replace")
                except OSError:
                    break
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        """End the program."""
        self.process.kill()
        self.process.wait()
        os.close(self.file)


def test_a_turn_in_a_terminal(tmp_path: Path) -> None:
    """The program draws its table, takes keys, follows a change of size, and saves the record on leaving."""
    file = tmp_path / "game.json"
    arguments = ["play", "classic", "--seed", "3", "--players", "2", "--option", "dealer=1", "--fast", "--save", str(file)]
    with closing(Terminal(*arguments)) as shown:
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
        assert f"Record saved: {file}" in ESCAPES.sub("", shown.raw)
    assert '"draw"' in file.read_text()


def test_no_color_in_a_terminal() -> None:
    """With NO_COLOR, no color is ever sent to the terminal."""
    with closing(Terminal("play", "classic", "--seed", "3", "--players", "2", "--option", "dealer=1", NO_COLOR="1")) as shown:
        shown.until("Your turn: match")
        shown.until("q quit")
        codes = {code for found in re.findall(r"\x1b\[([\d;]*)m", shown.raw) for code in found.split(";")}
        assert codes
        colors = {str(n) for first in (30, 40, 90, 100) for n in range(first, first + 8)} | {"38", "48"}
        assert not codes & colors


def test_a_dumb_terminal_gets_lines() -> None:
    """In a terminal that cannot draw, the table prints line by line."""
    with closing(Terminal("play", "classic", "--seed", "3", "--players", "2", "--option", "dealer=1", TERM="dumb")) as shown:
        shown.until("1: Play")
        assert "\x1b" not in shown.raw
        shown.type("quit\n")
        assert shown.wait() == 0


# ---- a whole round in every kind of terminal --------------------------------------------------------
class Screen:
    """An emulated terminal of 80 by 24 that understands the escape sequences the table uses."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0

    def feed(self, sent: str) -> str:
        """Draw the data, and keep the start of an incomplete sequence for later."""
        while sent:
            found = ESCAPES.match(sent)
            if found:
                self._obey(found.group())
            elif sent[0] == "\x1b":
                return sent
            else:
                self._put(sent[0])
            sent = sent[found.end() if found else 1 :]
        return ""

    def _obey(self, escape: str) -> None:
        """Move the cursor or erase. Colors and modes do not matter in text."""
        numbers = [int(number or 0) for number in re.findall(r"\d+", escape)]
        match escape[-1]:
            case "H":
                self.row, self.column = (numbers[0] - 1, numbers[1] - 1) if len(numbers) == 2 else (0, 0)
            case "J":
                self.cells = [[" "] * len(line) for line in self.cells]
            case "K":
                self.cells[self.row][self.column :] = [" "] * (len(self.cells[0]) - self.column)

    def _put(self, character: str) -> None:
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.row = min(self.row + 1, len(self.cells) - 1)
        elif character >= " " and self.column < len(self.cells[0]):
            self.cells[self.row][self.column] = character
            self.column += 1

    def __str__(self) -> str:
        return "\n".join("".join(line).rstrip() for line in self.cells)


class InPty:
    """The program in a pseudo-terminal with an emulated screen."""

    ENTER = "\r"

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._terminal = Terminal(*arguments)
        self._screen = Screen()
        self._left = ""

    def screen(self) -> str:
        """The text on the screen once nothing has arrived for a tenth of a second."""
        while select.select([self._terminal.file], [], [], 0.1)[0]:
            self._left = self._screen.feed(self._left + os.read(self._terminal.file, 1 << 16).decode(errors="replace"))
        return str(self._screen)

    def press(self, key: str) -> None:
        """Press a key."""
        self._terminal.type(key)

    def close(self) -> None:
        """End the program."""
        self._terminal.close()


class InTmux:
    """The program in its own tmux server."""

    ENTER = "Enter"

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._command = ["tmux", "-S", str(folder / "s"), "-f", "/dev/null"]
        self._do("new-session", "-d", "-s", "t", "-x", "80", "-y", "24", *PROGRAM, *arguments)

    def _do(self, *words: str) -> str:
        return subprocess.run([*self._command, *words], check=True, capture_output=True, text=True).stdout

    def screen(self) -> str:
        """The text on the screen."""
        time.sleep(0.1)  # a terminal cannot say that it has nothing new
        return self._do("capture-pane", "-p", "-t", "t")

    def press(self, key: str) -> None:
        """Press a key."""
        self._do("send-keys", "-t", "t", key)

    def close(self) -> None:
        """End the program."""
        self._do("kill-server")


@pytest.mark.parametrize("kind", [InPty, *([InTmux] if shutil.which("tmux") else [])])
def test_a_round_in_a_terminal(kind: type[InPty | InTmux], tmp_path: Path) -> None:
    """At 80 by 24, a whole round is played by keyboard, its points are shown, and the next one is dealt."""
    with closing(kind(tmp_path, "play", "classic", "--seed", "3", "--players", "2", "--fast", "--target", "500")) as shown:
        end = time.monotonic() + 2 * PATIENCE
        while "Scores: " not in (seen := shown.screen()):
            assert time.monotonic() < end, seen
            assert len(seen.splitlines()) <= 24
            if "which color?" in seen or " 1 " in seen:
                shown.press("1")
        assert "next round" in seen
        shown.press(shown.ENTER)
        while "round 2" not in (seen := shown.screen()):
            assert time.monotonic() < end, seen
