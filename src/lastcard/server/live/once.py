"""Equal work that several clients ask for is done once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from ..wire.commands import Refused

T = TypeVar("T")


class Once(Generic[T]):
    """Work by key: anyone who asks while it is under way waits for the same result, and the last ``kept`` results are kept.

    Work continues when those who asked for it leave. A failure is raised for everyone who waits and is not kept.
    """

    def __init__(self, kept: int = 0) -> None:
        self._kept = kept
        self._work: dict[Hashable, asyncio.Task[T]] = {}

    def __contains__(self, key: Hashable) -> bool:
        """Whether this work is done or under way."""
        return key in self._work

    async def do(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the result of the work with this key, starting it if needed."""
        task = self._work.pop(key, None)
        if task is None:
            task = asyncio.create_task(work())
            task.add_done_callback(lambda done: self._tidy(key, done))
        self._work[key] = task  # most recently used goes last, so it is forgotten last
        if not task.done():
            await asyncio.wait([task])
        if task.cancelled():
            raise Refused("stopping", "The server is restarting: try again in a moment.")
        return task.result()

    def _tidy(self, key: Hashable, done: asyncio.Task[T]) -> None:
        if (done.cancelled() or done.exception()) and self._work.get(key) is done:
            del self._work[key]
        finished = [known for known, task in self._work.items() if task.done()]
        for known in finished[: max(0, len(finished) - self._kept)]:
            del self._work[known]

    def cancel(self) -> None:
        """Cancel what is under way. Those waiting for it are refused."""
        for task in self._work.values():
            task.cancel()
