"""Programs in any language as bots: lines of JSON, limits of time, and faults that are counted and never fatal."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lastcard import editions
from lastcard.errors import InvalidOption
from lastcard.lab.arena import Arena, Row, standings
from lastcard.lab.entrants import Budget, entrant
from lastcard.lab.jobs import run
from lastcard.lab.programs import LONGEST_LINE, MOST_FAILURES, Program, program
from lastcard.lab.terminal_tables import shown

EXAMPLE = Path(__file__).parents[2] / "examples" / "json_bot.py"
# Every one of these reads questions in a loop and then does something.
LOOP = """
import json, sys, time
def answer(move):
    print(json.dumps({"move": move}), flush=True)
for number, line in enumerate(sys.stdin):
    asked = json.loads(line)
    moves, view = asked["moves"], asked["view"]
"""
FIRST = 'answer(None if asked["may_decline"] else moves[-1].replace("…", "words"))'


def command(folder: Path, code: str) -> str:
    """The name of a bot whose program does this for every question."""
    file = folder / "program.py"
    file.write_text(LOOP + "".join(f"    {line}\n" for line in code.splitlines()), encoding="utf-8")
    return f"command:{shlex.join([sys.executable, '-I', str(file)])}"


def played(bot: str, edition: str = "classic", games: int = 2, **more: int) -> list[Row]:
    """Let a bot play against steady, and stop it."""
    arena = Arena((bot, "steady"), edition, 2, games, seed=5, budget=Budget(**more))
    rows = [row for _, part in run(arena, workers=1) for row in part]
    found = entrant(bot, arena.budget).bot
    assert isinstance(found, Program)
    found.stop()
    return rows


def illegal_and_failed(rows: list[Row]) -> tuple[int, int]:
    """How many faults of both kinds there were."""
    return sum(row.bot_illegal for row in rows), sum(row.bot_failed for row in rows)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux ends a process with its parent")
def test_a_program_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    """When a worker is killed, its program ends too, even one that doesn't notice that nobody asks any more."""
    deaf = command(tmp_path, "")
    (tmp_path / "program.py").write_text("import time\ntime.sleep(600)\n", encoding="utf-8")
    code = f"from lastcard.lab.programs import Running; print(Running({shlex.split(deaf.partition(':')[2])}).process.pid)"
    asking = [sys.executable, "-c", f"{code}; import sys; sys.stdout.flush(); sys.stdin.read()"]
    with subprocess.Popen(asking, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        stat = Path("/proc", worker.stdout.readline().strip(), "stat")
        assert stat.exists()
        worker.kill()
    deadline = time.monotonic() + 30
    while stat.exists() and not re.search(r"\) [ZX] ", stat.read_text()):  # dead, whether or not somebody has noticed it
        assert time.monotonic() < deadline, stat.read_text()
        time.sleep(0.01)


@pytest.mark.parametrize("edition", editions.names())
def test_the_example_plays_every_edition(edition: str) -> None:
    """The example program, which doesn't know lastcard, plays without a fault."""
    rows = played(f"command:{shlex.join([sys.executable, '-I', str(EXAMPLE)])}", edition, games=6)
    assert illegal_and_failed(rows) == (0, 0), rows[0].fault
    assert [row.fault for row in rows] == [None] * 6
    assert all(row.bot_choices > 0 for row in rows)


def test_a_crash_is_counted_and_the_program_starts_again(tmp_path: Path) -> None:
    """A program that ends is started again, the clock's move is made for it, and its last words are told."""
    rows = played(command(tmp_path, f'if number == 9:\n    raise SystemExit("no idea")\n{FIRST}'))
    illegal, failed = illegal_and_failed(rows)
    assert not illegal
    assert failed > 1
    assert all(row.winner is not None for row in rows)
    assert rows[0].fault is not None
    assert rows[0].fault.endswith("ended with code 1 and the words 'no idea'")


def test_an_illegal_move_is_counted_and_the_game_goes_on(tmp_path: Path) -> None:
    """An illegal move, nonsense or a refusal to move is told with the rule, and the clock's move is made instead."""
    for move in ('"play wild-draw-four red uno"', '"dance"', "None"):
        rows = played(command(tmp_path, f'answer(None if asked["may_decline"] else {move})'))
        illegal, failed = illegal_and_failed(rows)
        assert illegal > 4
        assert not failed
        assert all(row.winner is not None for row in rows)
    assert rows[0].fault is not None
    assert "declined, but had to choose from: " in rows[0].fault


def test_a_refused_text_is_a_fault_too(tmp_path: Path) -> None:
    """A text that the game doesn't take, such as an empty line, is an illegal move like any other."""
    rows = played(command(tmp_path, 'answer(None if asked["may_decline"] else "play  " + "x" * 300)'))
    assert illegal_and_failed(rows)[0] > 0


def test_a_slow_program_is_not_waited_for(tmp_path: Path) -> None:
    """An answer that takes longer than the limit counts as a failure, after the time to start."""
    rows = played(command(tmp_path, f"if number == 12:\n    time.sleep(600)\n{FIRST}") + "@50ms", games=1)
    assert illegal_and_failed(rows)[1] > 0
    assert rows[0].fault is not None
    assert "took longer than 0.05 s" in rows[0].fault


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ('print("hello", flush=True)', "wrote 'hello', and not an answer such as"),
        ('print("[1, 2]", flush=True)', "wrote '[1, 2]', and not"),
        ('print(json.dumps({"move": 5}), flush=True)', "and not an answer"),
        ('sys.stdout.buffer.write(b"\\xff\\xfe\\n"); sys.stdout.flush()', "and not an answer"),
        (f'print("x" * {LONGEST_LINE + 1}, flush=True)', "wrote a line of more than"),
        (f'{FIRST}\nanswer("once")\nanswer("more")\ntime.sleep(0.05)', ""),
    ],
    ids=["words", "list", "number", "bytes", "long", "unasked"],
)
def test_babble_is_counted(tmp_path: Path, code: str, says: str) -> None:
    """Whatever a program writes in place of an answer is a fault, and after many in a row it isn't asked anymore."""
    rows = played(command(tmp_path, code), games=1)
    illegal, failed = illegal_and_failed(rows)
    assert illegal + failed > 0
    assert rows[0].fault is not None
    assert says in rows[0].fault
    if says:
        assert failed == sum(row.bot_choices for row in rows)
        assert failed > MOST_FAILURES


def test_a_deaf_program_blocks_nobody(tmp_path: Path) -> None:
    """A program that writes answers forever without reading a question is stopped like any other."""
    file = tmp_path / "deaf.py"
    file.write_text('while True:\n    print(\'{"move": "draw"}\', flush=True)\n', encoding="utf-8")
    rows = played(f"command:{shlex.join([sys.executable, '-I', str(file)])}", games=1)
    assert rows[0].winner is not None
    assert sum(illegal_and_failed(rows)) > 0


def test_faults_are_summed_up(tmp_path: Path) -> None:
    """The standings say how many faults a program made in how many choices, and its first one."""
    bot = command(tmp_path, 'answer("dance")')
    arena = Arena((bot, "steady"), "classic", 2, games=2)
    found = standings(arena, played(bot))
    [faults] = found.faults
    assert (faults.bot, faults.failed) == (bot, 0)
    assert faults.choices > faults.illegal > 0
    assert faults.first.startswith("'dance' is not a move")
    assert shown(bot) == "program.py"
    assert shown("steady") == "steady"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("command:", "there is no program"),
        ("command:nobody-has-this --fast", "there is no program 'nobody-has-this'"),
        ("command:echo 'open", "cannot read the command"),
        ("command:echo@500", "takes a budget in milliseconds"),
    ],
)
def test_wrong_commands_are_refused(text: str, reason: str) -> None:
    """A command that cannot be run is refused before any game."""
    with pytest.raises(InvalidOption, match=reason):
        entrant(text)


def test_a_program_is_shared(tmp_path: Path) -> None:
    """One process of a program serves all the seats and deals of a worker."""
    assert program("echo", 20) is program("echo", 20)
    assert entrant("command:echo@20ms").bot is program("echo", 20)
