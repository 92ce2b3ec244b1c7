"""File names for results, checked before the work starts: .parquet or .csv for data, .svg or .png for plots."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ..errors import InvalidOption
from ..typed_text import quoted

DATA = (".parquet", ".csv")
PLOT = (".svg", ".png")
PAGE = (".html",)


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A path to write to that replaces ``path`` once it is complete. Anything but a plain file is written directly."""
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
    """Check that a file can be written: it has one of these endings, and its folder exists."""
    if given is None:
        return None
    path = Path(given)
    if path.suffix.lower() not in endings:
        raise InvalidOption(f"the file's name must end in {' or '.join(endings)}, unlike {quoted(path.name)}")
    if not path.parent.is_dir():
        raise InvalidOption(f"there is no folder {quoted(str(path.parent))}")
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise InvalidOption(f"cannot write {quoted(given)}")
    return path
