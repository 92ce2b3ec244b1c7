"""Optional parts of lastcard, which pip calls extras."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

CLONE = Path(__file__).parents[2]


def how_to_install(extra: str) -> str:
    """Return how to install an extra, as part of a sentence. lastcard is not on PyPI yet, so this needs a clone."""
    if (CLONE / "scripts" / "install").is_file():
        return f"run {shlex.join([sys.executable, '-m', 'pip', 'install', '-e', f'{CLONE}[{extra}]'])}"
    return f"run pip install -e '.[{extra}]' in a clone of lastcard"
