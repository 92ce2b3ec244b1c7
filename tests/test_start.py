"""Importing lastcard loads nothing that a player does not need."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("click", "msgspec", "numba", "numpy", "rich", "typer")


def modules_after(*statements: str) -> set[str]:
    """Return the top-level modules that a new Python has loaded after these statements."""
    program = "; ".join((*statements, "import sys", "print(*{name.partition('.')[0] for name in sys.modules})"))
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    return set(result.stdout.split())


def test_import_is_light() -> None:
    """`import lastcard` loads neither the compiler nor the command line nor the reader of records."""
    assert not modules_after("import lastcard").intersection(HEAVY)


def test_playing_is_light() -> None:
    """Dealing and moving don't load them either."""
    deal = "game = lastcard.Game('dark-side', seed=7)"
    assert not modules_after("import lastcard", deal, "game.move(game.to_move[0], 'draw')").intersection(HEAVY)


def test_command_line_does_without_the_compiler() -> None:
    """The command line loads numba and numpy only to compile."""
    assert not modules_after("import lastcard.cli").intersection({"numba", "numpy"})
