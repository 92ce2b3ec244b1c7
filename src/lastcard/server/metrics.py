"""Figures for Prometheus: counters, gauges and one histogram, in its text format.

No figure depends on what a player cannot see (rule hidden): who reads them before and after a move learns nothing of the cards.
So bytes are not counted, for the length of a frame tells of the hand in it, and what the rules refuse is one figure.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator

from .protocol import Refused

OF_A_MOVE = frozenset({"invalid-move", "stale", "vetoed"})  # which say no to a move without a rule
BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Metrics:
    """What one process has counted. ``gauges`` are asked when somebody looks."""

    def __init__(self) -> None:
        self.moves: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.closed: Counter[str] = Counter()
        self.frames = 0
        self.conflicts = 0
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}
        self._appends = [0] * (len(BUCKETS) + 1)
        self._append_seconds = 0.0

    def refused(self, refusal: Refused) -> None:
        """Something was refused."""
        self.refusals["rule" if refusal.rule or refusal.code in OF_A_MOVE else refusal.code] += 1

    def appended(self, seconds: float) -> None:
        """An append took so long to be durable."""
        self._appends[bisect_left(BUCKETS, seconds)] += 1
        self._append_seconds += seconds

    def text(self) -> str:
        """Everything, as /metrics shows it."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        for name, (about, value) in self.gauges.items():
            yield from (f"# HELP lastcard_{name} {about}", f"# TYPE lastcard_{name} gauge", f"lastcard_{name} {value():g}")
        yield from _labeled("moves_total", "Moves by who made them.", "how", self.moves)
        yield from _labeled(
            "refusals_total", "Refusals by code; rule is for everything that the rules of a game refuse.", "code", self.refusals
        )
        yield from _labeled("closed_total", "Connections that the server closed, by code.", "code", self.closed)
        plain = {"frames_total": self.frames, "append_conflicts_total": self.conflicts}
        for name, count in plain.items():
            yield from (f"# TYPE lastcard_{name} counter", f"lastcard_{name} {count}")
        yield from ("# HELP lastcard_append_seconds Until an append is durable.", "# TYPE lastcard_append_seconds histogram")
        total = 0
        for bound, count in zip((*BUCKETS, "+Inf"), self._appends, strict=True):
            total += count
            yield f'lastcard_append_seconds_bucket{{le="{bound}"}} {total}'
        yield f"lastcard_append_seconds_sum {self._append_seconds:.6f}"
        yield f"lastcard_append_seconds_count {total}"


def _labeled(name: str, about: str, label: str, counted: Counter[str]) -> Iterator[str]:
    yield from (f"# HELP lastcard_{name} {about}", f"# TYPE lastcard_{name} counter")
    for value, count in sorted(counted.items()):
        yield f'lastcard_{name}{{{label}="{value}"}} {count}'
