"""File names for results: .parquet or .csv for data, .svg or .png for plots; checked before the work, not after it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from ..errors import InvalidOption
from ..texts import quoted

DATA = (".parquet", ".csv")
PLOT = (".svg", ".png")
PAGE = (".html",)


def check_name(given: str | None, endings: Sequence[str]) -> Path | None:
    """A file that can be written: one of these endings, in a folder that is there."""
    if given is None:
        return None
    path = Path(given)
    if path.suffix.lower() not in endings:
        raise InvalidOption(f"the file's name ends in {' or '.join(endings)}, not {quoted(path.name)}")
    if not path.parent.is_dir():
        raise InvalidOption(f"there is no folder {quoted(str(path.parent))}")
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise InvalidOption(f"{quoted(given)} cannot be written")
    return path
