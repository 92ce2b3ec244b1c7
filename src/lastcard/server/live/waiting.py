"""Moves that wait for their time, in order of arrival."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Waiting:
    """Everything at a table that waits for a time on its clock."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._waiting: list[tuple[float, asyncio.Future[None]]] = []
        self._timer: asyncio.TimerHandle | None = None

    def until(self, time: float) -> asyncio.Future[None]:
        """A future that is done at this time. Those waiting for the same time continue in order of arrival."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((time, future))
        self._set_timer()
        return future

    def _set_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = None
        if self._waiting:
            delay = max(0.0, min(time for time, _ in self._waiting) - self._now()) + 0.001
            self._timer = asyncio.get_running_loop().call_later(delay, self._release)

    def _release(self) -> None:
        now = self._now()
        ready = [pair for pair in self._waiting if pair[0] <= now]
        self._waiting = [pair for pair in self._waiting if pair not in ready]
        _let_go(ready)
        self._set_timer()

    def release_all(self) -> None:
        """Let everything continue, whatever the time."""
        if self._timer:
            self._timer.cancel()
        ready, self._waiting, self._timer = self._waiting, [], None
        _let_go(ready)


def _let_go(ready: list[tuple[float, asyncio.Future[None]]]) -> None:
    for _, future in ready:
        if not future.done():
            future.set_result(None)
