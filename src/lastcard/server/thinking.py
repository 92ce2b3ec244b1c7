"""Bots think in processes of their own: the process that serves tables never waits for them.

A worker imports ``lastcard.bots`` and is sent what a bot may know: the view of its seat, and its legal moves.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import NamedTuple

from ..moves import Move
from ..view import View

log = logging.getLogger(__name__)

# Who plays a level: the first of these bots that is installed.
PLAYERS = {"easy": ("random",), "medium": ("steady", "random"), "hard": ("search", "steady", "random")}
STAND_IN = "medium"


class Ask(NamedTuple):
    """A bot's seat is asked for a move: an optional one where nothing is owed."""

    seat: int
    level: str
    view: View
    moves: Sequence[Move]


def answer(asks: Sequence[Ask]) -> list[str | None]:
    """What the bots choose, in a worker; None declines."""
    from .. import bots

    found = set(bots.names())
    chosen: list[str | None] = []
    for ask in asks:
        name = next(name for name in PLAYERS[ask.level] if name in found)
        move = bots.get(name).choose(ask.view, ask.moves, Random()) if ask.moves else None  # noqa: S311
        chosen.append(None if move is None else str(move))
    return chosen


def _warm_up() -> None:
    """Begin as a worker. Ctrl-C is for the process that serves; when that one ends, however it does, so does this."""
    import signal
    import threading

    from .. import bots

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    bots.names()


def _end_with_parent() -> None:
    from multiprocessing.connection import wait

    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


class Thinkers:
    """The worker processes; one that dies is replaced."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=context, initializer=_warm_up)
        return self._pool

    def warm_up(self) -> None:
        """Start a worker before it is needed."""
        if self._pool is None:
            self._started().submit(answer, ())

    async def choose(self, asks: Sequence[Ask]) -> list[str | None]:
        """What the bots choose."""
        pool = self._started()
        try:
            return await asyncio.wrap_future(pool.submit(answer, asks))
        except BrokenProcessPool:
            log.warning("A bots' worker has died; it is replaced.")
            if self._pool is pool:
                self._pool = None
                pool.shutdown(wait=False, cancel_futures=True)
            raise

    async def close(self) -> None:
        """End the workers."""
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)
            self._pool = None
