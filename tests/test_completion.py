"""What the Tab key completes, in a real bash."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from lastcard import editions

ASK = """
eval "$(lastcard --show-completion)"
COMP_WORDS=({words}) COMP_CWORD={at}
_lastcard_completion lastcard
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Create a folder with a ``lastcard`` command in it, like the one pip installs."""
    command = tmp_path / "lastcard"
    command.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -c 'from lastcard.cli import main; main()' \"$@\"\n")
    command.chmod(0o755)
    return tmp_path


def offered(program: Path, *words: str) -> list[str]:
    """Return what bash would complete the last of these words to."""
    asked = ASK.format(words=shlex.join(["lastcard", *words]), at=len(words))
    done = subprocess.run(
        ["bash", "-c", f"PATH={shlex.quote(str(program))}:$PATH\n{asked}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["re"], ["replay", "review"]),
        (["deal", "--pl"], ["--players"]),
        (["deal", "da"], ["dare", "dark-side", "dawn-of-justice"]),
        (["bench", "--edition", "e"], ["etheria"]),
        (["arena", "steady", "random", "--edition", "f"], ["favorite-line"]),
        (["arena", "st"], ["steady"]),
        (["play", "classic", "--level", "h"], ["hard"]),
        (["play", "classic", "--rules", "p"], ["party"]),
        (["deal", "classic", "--rule", "uno_"], ["uno_calls=", "uno_penalty="]),
    ],
)
def test_tab_completes(words: list[str], expected: list[str], program: Path) -> None:
    """Tab completes commands, options, editions, bots, levels and table rules."""
    assert sorted(offered(program, *words)) == expected


@pytest.mark.parametrize("command", ["rules", "deal", "play", "learn", "simulate"])
def test_an_edition_can_be_picked(command: str, program: Path) -> None:
    """Every command that takes an edition completes to all of them."""
    assert offered(program, command, "") == editions.names()
