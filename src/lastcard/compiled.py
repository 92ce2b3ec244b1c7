"""The compiled rules of one table, for playouts by the million. Needs the extra ``lab`` (numba, numpy)."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, NamedTuple

from .edition import Edition
from .play.playout import DEFAULT_PEOPLE, People
from .rules.build import compile_kernels
from .rules.state import MOVES, State, dtype


class Totals(NamedTuple):
    """The totals of a number of playouts."""

    rounds: int
    moves: int
    points: int
    unfinished: int
    wins: tuple[int, ...]


def allocate(cls: type[State], count: int = 1) -> Any:
    """Allocate an array of states for compiled kernels, large enough that two threads never share a cache line.

    It is sliced as a plain array, since slicing a record array would create a new dtype object.
    """
    import numpy as np

    form = dtype(cls)
    return np.zeros(max(count, 1 + 512 // form.itemsize), form)[:count].view(np.recarray)


def compilations(kernels: SimpleNamespace) -> int:
    """Count the signatures of these entries that this process compiled instead of loading them from Numba's cache."""
    return sum(len(entry.signatures) - sum(entry.stats.cache_hits.values()) for entry in vars(kernels).values())


class Compiled:
    """An edition's kernels, compiled for a table's options and players. Reports on standard error how long that took."""

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
        self.kernels = compile_kernels(*edition.assembled("playouts"), **build)
        self.rules = allocate(edition.rules)
        edition.fill_rules(self.rules[0], edition.read_options(options), players)
        self._np = np
        self._warm_up(quiet=quiet)

    def _warm_up(self, *, quiet: bool) -> None:
        tell = (lambda text: None) if quiet else sys.stderr.write
        tell(f"lastcard: preparing the rules of {self.edition.id} … ")
        sys.stderr.flush()
        began = time.perf_counter()
        self.playouts(0, 1)
        done = "compiled once, in" if compilations(self.kernels) else "loaded in"
        tell(f"{done} {time.perf_counter() - began:.1f} s\n")

    def playouts(self, seed: int, rounds: int) -> Totals:
        """Play this many rounds by the ``random`` policy, with seeds from this one on. Threads may call it in parallel."""
        np = self._np
        round_, people = allocate(self.edition.round), allocate(People)
        for name, value in self.people.items():
            people[0][name] = value
        totals = np.zeros(64, np.int64)
        self.kernels.playouts(self.rules, round_, people, np.zeros(MOVES, np.int64), seed, rounds, totals)
        moves, points, unfinished, *wins = totals.tolist()
        return Totals(rounds, moves, points, unfinished, tuple(wins[: self.players]))
