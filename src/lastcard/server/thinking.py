"""Work in processes of its own, so that the process which serves tables never waits: bots that think, and what takes long.

A bots' worker imports ``lastcard.bots`` and is sent what a bot may know: the view of its seat, and its legal moves.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from ..moves import Move
from ..view import View

if TYPE_CHECKING:
    from ..bots import Bot

log = logging.getLogger(__name__)

# Who plays a level: the first of these bots that is installed.
PLAYERS = {"easy": ("random",), "medium": ("steady", "random"), "hard": ("search", "steady", "random")}
STAND_IN, HARDEST = "medium", "hard"
MILLISECONDS = 150.0  # for one choice of a bot that asks how long it may think
RINGS_AGAIN = 0.1  # seconds, for what swallows the first ring: exceptions in callbacks of the collector are lost
CHOICE_WITHIN = 3.0  # seconds for one choice, in the worker
ANSWER_WITHIN = 30.0  # seconds for an answer, with the time that it waits for a worker
GOODBYE = 2.0  # seconds for the workers to end by themselves


class TooLong(BaseException):
    """A bot thinks for too long; not an Exception, for a bot may catch those."""


class Ask(NamedTuple):
    """A bot's seat is asked for a move: an optional one where nothing is owed."""

    seat: int
    level: str
    view: View
    moves: Sequence[Move]


def answer(asks: Sequence[Ask]) -> list[str | None]:
    """What the bots choose, in a worker; None declines."""
    chosen: list[str | None] = []
    for ask in asks:
        bot = player(ask.level)
        move = None
        try:
            with limited(CHOICE_WITHIN):
                move = bot.choose(ask.view, ask.moves, Random()) if ask.moves else None  # noqa: S311
        except TooLong:
            log.warning("The bot %s has thought for too long.", bot.name)
        chosen.append(None if move is None else str(move))
    return chosen


def player(level: str) -> Bot:
    """The bot that plays a level for people: one that can be given a time is, and does not keep them waiting."""
    from .. import bots

    found = set(bots.names())
    bot = bots.get(next(name for name in PLAYERS[level] if name in found))
    return bot.timed(MILLISECONDS) if isinstance(bot, bots.Timed) else bot


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """TooLong where this takes longer, on systems with such a timer; elsewhere the worker is replaced in the end."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, RINGS_AGAIN)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _warm_up() -> None:
    """Begin as a worker. Ctrl-C is for the process that serves; when that one ends, however it does, so does this."""
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
    """Worker processes; one that dies, or does not answer in time, is replaced."""

    def __init__(self, workers: int, within: float | None = None) -> None:
        self._workers = workers
        self._within = within
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
        chosen: list[str | None] = await self.run(answer, asks)
        return chosen

    async def run(self, function: Callable[..., Any], *given: Any) -> Any:
        """What a function of a module comes to in a worker."""
        pool = self._started()
        try:
            async with asyncio.timeout(self._within or ANSWER_WITHIN):
                return await asyncio.wrap_future(pool.submit(function, *given))
        except (BrokenProcessPool, TimeoutError):
            if self._pool is pool:
                log.warning("A worker has died, or is stuck; it is replaced.")
                self._pool = None
                for worker in _workers(pool):
                    worker.kill()
                pool.shutdown(wait=False)  # what waits in it breaks with its workers, which all who wait are ready for
            raise

    async def close(self) -> None:
        """End the workers, whatever they do."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        workers = _workers(pool)
        ending = asyncio.create_task(asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True))
        if not (await asyncio.wait([ending], timeout=GOODBYE))[0]:
            for worker in workers:
                worker.kill()
        await ending


def _workers(pool: ProcessPoolExecutor) -> list[BaseProcess]:
    return list((pool._processes or {}).values())  # noqa: SLF001 - a pool cannot be asked to end them before Python 3.14
