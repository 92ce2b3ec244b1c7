"""What is published: wheel and sdist."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_what_is_built_can_be_played() -> None:
    """scripts/build makes a wheel that installs into a clean venv, serves the web client, and plays a game there."""
    done = subprocess.run([ROOT / "scripts" / "build"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "plays a game" in done.stdout
