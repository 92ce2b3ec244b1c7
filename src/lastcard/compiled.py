"""The rules of one table compiled: playouts by the million. Needs the extra ``lab`` (numba, numpy)."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from .edition import Edition
from .rules import playout
from .rules.build import compile_kernels
from .rules.playout import DEFAULT_PEOPLE, People
from .rules.state import MOVES, State, dtype


class Totals(NamedTuple):
    """What a number of playouts came to."""

    rounds: int
    moves: int
    points: int
    unfinished: int
    wins: tuple[int, ...]


def allocate(cls: type[State], count: int = 1) -> Any:
    """An array of states for compiled kernels; never so small that two threads' states share a line of the cache.

    It is sliced as a plain array: a record array would make a new dtype object.
    """
    import numpy as np

    form = dtype(cls)
    return np.zeros(max(count, 1 + 512 // form.itemsize), form)[:count].view(np.recarray)


def kernel_modules(edition: Edition) -> tuple[Any, ...]:
    """All kernels of an edition with the policies; the edition's come last, so that they replace the policies' too."""
    core, *own = edition.modules
    return (core, playout, *own)


class Compiled:
    """An edition's kernels compiled for a table's options and players; compiling tells so on standard error."""

    def __init__(
        self,
        edition: Edition,
        options: Mapping[str, Any] | None = None,
        players: int = 4,
        people: Mapping[str, int] | None = None,
        *,
        quiet: bool = False,
        **build: Any,
    ) -> None:
        import numpy as np

        self.edition = edition
        self.players = players
        self.people = {**DEFAULT_PEOPLE, **(people or {})}
        self.kernels = compile_kernels(*kernel_modules(edition), **build)
        self.rules = allocate(edition.rules)
        edition.fill_rules(self.rules[0], edition.read_options(options), players)
        self._np = np
        self._warm_up(quiet=quiet)

    def _warm_up(self, *, quiet: bool) -> None:
        tell = (lambda text: None) if quiet else sys.stderr.write
        tell(f"lastcard: loading the rules of {self.edition.id}; compiling them takes some seconds, once … ")
        sys.stderr.flush()
        began = time.perf_counter()
        self.playouts(0, 1)
        tell(f"{time.perf_counter() - began:.1f} s\n")

    def playouts(self, seed: int, rounds: int) -> Totals:
        """So many rounds by the ``random`` policy from this seed on. Threads may run it side by side."""
        np = self._np
        round_, people = allocate(self.edition.round), allocate(People)
        for name, value in self.people.items():
            people[0][name] = value
        totals = np.zeros(64, np.int64)
        self.kernels.playouts(self.rules, round_, people, np.zeros(MOVES, np.int64), seed, rounds, totals)
        moves, points, unfinished, *wins = totals.tolist()
        return Totals(rounds, moves, points, unfinished, tuple(wins[: self.players]))
