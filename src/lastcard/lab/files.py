"""File names for results: .parquet or .csv for data, .svg or .png for plots; checked before the work, not after it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ..errors import InvalidOption
from ..texts import quoted

DATA = (".parquet", ".csv")
PLOT = (".svg", ".png")
PAGE = (".html",)


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Where to write a file, beside its place, which it takes when it is whole. What is no plain file is written as it is."""
    if path.exists() and not path.is_file():
        yield path
        return
    part = path.with_name(f".part-{path.name}")
    try:
        yield part
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


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
