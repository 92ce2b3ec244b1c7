"""Metrics for Prometheus: counters, gauges and histograms, in its text format.

No metric depends on what a player cannot see (rule hidden): reading them before and after a move reveals nothing about cards.
So bytes are not counted, since a frame's length depends on the hand in it, and all refusals by the rules share one counter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from ...bots.histogram import Histogram
from ...bots.workers import Workers
from ..wire.commands import Refused

IN_A_GAME = frozenset({"/api/tables/{table}", "/api/tables/{table}/commands"})  # routes that are not timed
OF_A_MOVE = frozenset({"invalid-move", "stale", "vetoed"})  # refusals of a move that name no rule


class Metrics:
    """The counts of one process. ``gauges`` are read when someone asks for the metrics."""

    def __init__(self) -> None:
        self.moves: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.closed: Counter[str] = Counter()
        self.cut: Counter[str] = Counter()
        self.frames = 0
        self.conflicts = 0
        self.lost = 0
        self.folds = 0
        self.fold_entries = 0
        self.fold_seconds = 0.0
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}
        self.requests: Counter[tuple[str, str]] = Counter()
        self.lag = Histogram()
        self.workers: tuple[Workers, ...] = ()
        self._appends = Histogram()
        self._by_route: dict[str, Histogram] = {}
        self._counted: dict[str, tuple[str, str, Counter[str]]] = {}
        self._timed: dict[str, tuple[str, Histogram]] = {}

    def count(self, name: str, about: str, label: str, values: Iterable[str]) -> Counter[str]:
        """A counter of a part's own, by the values of a label. Parts such as a bus or a lease make theirs at the start."""
        return self._counted.setdefault(name, (about, label, Counter(dict.fromkeys(values, 0))))[2]

    def time(self, name: str, about: str) -> Histogram:
        """A histogram of a part's own, of seconds."""
        return self._timed.setdefault(name, (about, Histogram()))[1]

    def answered(self, route: str, status: int, seconds: float) -> None:
        """Count an HTTP request by route and status. What players do in a game is not timed: it may depend on their cards."""
        self.requests[route, str(status)] += 1
        if route not in IN_A_GAME:
            self._by_route.setdefault(route, Histogram()).add(seconds)

    def refused(self, refusal: Refused) -> None:
        """Count a refusal."""
        self.refusals["rule" if refusal.rule or refusal.code in OF_A_MOVE else refusal.code] += 1

    def appended(self, seconds: float) -> None:
        """Record how long an append took to become durable."""
        self._appends.add(seconds)

    def folded(self, entries: int, seconds: float) -> None:
        """Record that a table was read from a log of this many entries, and how long that took, not counting waits."""
        self.folds += 1
        self.fold_entries += entries
        self.fold_seconds += seconds

    def text(self) -> str:
        """All metrics, as /metrics shows them."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        for name, (about, value) in self.gauges.items():
            yield from (f"# HELP lastcard_{name} {about}", f"# TYPE lastcard_{name} gauge", f"lastcard_{name} {value():g}")
        yield from _labeled("moves_total", "Moves by who made them.", "how", self.moves)
        yield from _labeled(
            "refusals_total", "Refusals by code; rule is for everything that the rules of a game refuse.", "code", self.refusals
        )
        yield from _labeled("closed_total", "WebSockets that the server closed, by code.", "code", self.closed)
        yield from _labeled("http_cut_total", "HTTP connections that the server cut, by reason.", "reason", self.cut)
        yield from (
            "# HELP lastcard_requests_total HTTP requests by route and status.",
            "# TYPE lastcard_requests_total counter",
        )
        for (route, status), requests in sorted(self.requests.items()):
            yield f'lastcard_requests_total{{route="{route}",status="{status}"}} {requests}'
        for name, (about, label, counter) in sorted(self._counted.items()):
            yield from _labeled(name, about, label, counter)
        plain = {
            "frames_total": self.frames,
            "append_conflicts_total": self.conflicts,
            "tables_lost_total": self.lost,
            "folds_total": self.folds,
            "fold_entries_total": self.fold_entries,
            "fold_seconds_total": round(self.fold_seconds, 6),
        }
        for name, count in plain.items():
            yield from (f"# TYPE lastcard_{name} counter", f"lastcard_{name} {count}")
        yield from ("# HELP lastcard_append_seconds Until an append is durable.", "# TYPE lastcard_append_seconds histogram")
        yield from self._appends.lines("append_seconds")
        about = "By how much the server is late for what it does ten times a second."
        yield from (f"# HELP lastcard_loop_lag_seconds {about}", "# TYPE lastcard_loop_lag_seconds histogram")
        yield from self.lag.lines("loop_lag_seconds")
        for name, (about, histogram) in sorted(self._timed.items()):
            yield from (f"# HELP lastcard_{name} {about}", f"# TYPE lastcard_{name} histogram")
            yield from histogram.lines(name)
        about = "Until an HTTP request is answered, by route."
        yield from (f"# HELP lastcard_request_seconds {about}", "# TYPE lastcard_request_seconds histogram")
        for route, histogram in sorted(self._by_route.items()):
            yield from histogram.lines("request_seconds", f'route="{route}"')
        yield from self._of_workers()

    def _of_workers(self) -> Iterator[str]:
        waiting = {each.work: each.waiting for each in self.workers}
        replaced = {each.work: each.replaced for each in self.workers}
        yield from _labeled("queue_length", "Jobs that wait for a worker, by kind of work.", "work", waiting, "gauge")
        size = {each.work: each.size for each in self.workers}
        busy = {each.work: each.busy for each in self.workers}
        yield from _labeled("workers", "Workers at most, by kind of work.", "work", size, "gauge")
        yield from _labeled("workers_busy", "Workers with a job, by kind of work.", "work", busy, "gauge")
        yield from _labeled("workers_replaced_total", "Workers that died or were stuck.", "work", replaced)
        about = "Until a worker begins with a job, by kind of work."
        yield from (f"# HELP lastcard_queue_seconds {about}", "# TYPE lastcard_queue_seconds histogram")
        for each in self.workers:
            yield from each.waits.lines("queue_seconds", f'work="{each.work}"')


def _labeled(name: str, about: str, label: str, counted: Mapping[str, int], kind: str = "counter") -> Iterator[str]:
    yield from (f"# HELP lastcard_{name} {about}", f"# TYPE lastcard_{name} {kind}")
    for value, count in sorted(counted.items()):
        yield f'lastcard_{name}{{{label}="{value}"}} {count}'
