"""Optional parts of lastcard, which pip calls extras."""

from __future__ import annotations


def how_to_install(extra: str) -> str:
    """How to install an extra, as part of a sentence. lastcard is not on PyPI yet, so this needs a clone."""
    return f"run pip install -e '.[{extra}]' in a clone of lastcard"
