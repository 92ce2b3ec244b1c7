"""When the database could not be written to, or the bus was gone. Clocks must not run out because of that."""

from __future__ import annotations

import time

NOTICED = 0.5  # seconds from which an outage counts


class Outage:
    """The last time for which something was out of reach, by the monotonic clock. Any thread may report."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._last: tuple[float, float] | None = None

    def failed(self, began: float) -> None:
        """Note that what began at this time, such as a write, has failed."""
        if self._since is None:
            self._since = began

    def ended(self) -> None:
        """Note that it works."""
        since, self._since = self._since, None
        if since is not None and (now := time.monotonic()) - since >= NOTICED:
            self._last = (since, now)

    @property
    def is_over(self) -> bool:
        """Whether it works, as far as is known."""
        return self._since is None

    @property
    def lasts(self) -> float:
        """For how many seconds it has been out of reach now, or 0.0 if it works."""
        since = self._since
        return 0.0 if since is None else time.monotonic() - since

    @property
    def span(self) -> tuple[float, float] | None:
        """When the last outage began and ended. One that goes on ends now."""
        since, now = self._since, time.monotonic()
        return (since, now) if since is not None and now - since >= NOTICED else self._last
