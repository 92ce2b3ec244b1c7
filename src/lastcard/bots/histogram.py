"""Times counted in buckets, as Prometheus expects them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Histogram:
    """Counts of how many seconds something took."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BUCKETS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Count one more time."""
        self._counts[bisect_left(BUCKETS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str, label: str = "") -> Iterator[str]:
        """Return the lines in Prometheus format, with a ``label`` such as ``work="bots"``."""
        total = 0
        for bound, count in zip((*BUCKETS, "+Inf"), self._counts, strict=True):
            total += count
            yield f'lastcard_{name}_bucket{{{label}{"," if label else ""}le="{bound}"}} {total}'
        own = f"{{{label}}}" if label else ""
        yield f"lastcard_{name}_sum{own} {self._sum:.6f}"
        yield f"lastcard_{name}_count{own} {total}"
