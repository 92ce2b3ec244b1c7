"""Entry points of other distributions. One that does not work is left out with a warning."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

OURS = "lastcard"


def entries(group: str) -> Iterator[tuple[str, EntryPoint]]:
    """The entry points of a group with their distributions, ours first and then by name."""
    from importlib.metadata import entry_points

    found = [(entry.dist.name if entry.dist else entry.value, entry) for entry in entry_points(group=group)]
    yield from sorted(found, key=lambda each: (each[0] != OURS, each[0], each[1].name))


def leave_out(what: str, distribution: str, why: object) -> None:
    """Warn that something is left out, and why. A worker process leaves this to the process that started it."""
    from multiprocessing import parent_process

    if parent_process() is not None:
        return
    reason = f"{type(why).__name__}: {why}" if isinstance(why, BaseException) else why
    warnings.warn(f"{what} from the distribution {distribution} is left out: {reason}", stacklevel=2)
