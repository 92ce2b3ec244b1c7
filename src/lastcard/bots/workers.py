"""Worker processes and the queues in front of them, so that the process serving the tables never has to wait.

A worker does one job at a time, so a job that takes too long affects no other. Jobs wait in turns: one from each table or
address, then the next from each.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar

from .histogram import Histogram

RINGS_AGAIN = 0.1  # seconds between alarms, in case one is swallowed: exceptions in garbage collector callbacks are lost
MOST_WAITING = 1000  # jobs of one kind that may wait, whoever asks for them
HEARD_EVERY = 0.2  # seconds between looks at what a worker reports

T = TypeVar("T")
log = logging.getLogger(__name__)


class TooLong(BaseException):
    """A job takes too long. This is not an Exception, because a bot might catch those."""


class Full(Exception):
    """Too many jobs are waiting. ``most`` is the limit for one table or address, or None if the whole queue is full."""

    def __init__(self, most: int | None) -> None:
        super().__init__("too many jobs are waiting")
        self.most = most


class FairQueue(Generic[T]):
    """Gives out what waits in turns: the oldest item of each key, then the next of each."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[T]] = {}

    def __len__(self) -> int:
        """Return how many items wait."""
        return sum(map(len, self._waiting.values()))

    def count(self, key: str) -> int:
        """Return how many items of a key wait."""
        return len(self._waiting.get(key, ()))

    def put(self, key: str, item: T) -> None:
        """Add an item behind the others of its key."""
        self._waiting.setdefault(key, deque()).append(item)

    def take(self) -> T:
        """Return the next item, or raise IndexError if nothing waits."""
        if not self._waiting:
            raise IndexError("nothing waits")
        key = next(iter(self._waiting))
        items = self._waiting.pop(key)
        item = items.popleft()
        if items:
            self._waiting[key] = items  # behind the other keys
        return item

    def drop(self, key: str, item: T) -> None:
        """Forget an item if it is still waiting."""
        items = self._waiting.get(key, deque())
        if item in items:
            items.remove(item)
        if not items:
            self._waiting.pop(key, None)


class Workers:
    """Processes for one kind of work. One that dies or gets stuck is replaced, and only its own job is lost.

    ``within`` is how long a job may take once it has begun, ``patience`` how long it may wait to begin, and ``most`` how many
    jobs of one table or address may wait. ``nice`` lets other processes go first.
    """

    def __init__(
        self,
        work: str,
        count: int = 1,
        *,
        within: float = 30.0,
        patience: float = 30.0,
        most: int = 16,
        nice: int = 0,
    ) -> None:
        self.work = work
        self.waits = Histogram()
        self.replaced = 0
        self._within, self._patience, self._most = within, patience, most
        self._all = [_Worker(nice) for _ in range(count)]
        self._idle = self._all[::-1]  # the last one used is the next one taken
        self._urgent: FairQueue[asyncio.Future[_Worker]] = FairQueue()
        self._others: FairQueue[asyncio.Future[_Worker]] = FairQueue()
        self._closed = False

    @property
    def waiting(self) -> int:
        """Return how many jobs wait for a worker."""
        return len(self._urgent) + len(self._others)

    @property
    def size(self) -> int:
        """How many workers there are at most."""
        return len(self._all)

    @property
    def busy(self) -> int:
        """How many workers have a job right now."""
        return len(self._all) - len(self._idle)

    def warm_up(self) -> None:
        """Start a worker before it is needed."""
        if self._idle:
            self._idle[-1].start()

    async def run(
        self,
        function: Callable[..., Any],
        *given: Any,
        key: str = "",
        urgent: bool = False,
        hear: Callable[[bytes], None] | None = None,
    ) -> Any:
        """Run a module's function in a worker when it is ``key``'s turn, and return the result. Urgent jobs come first.

        ``hear`` gets what the function reports while it runs. Raises Full if too many jobs wait, TimeoutError if it takes too
        long, and BrokenProcessPool if the worker dies.
        """
        if self._closed:
            raise BrokenProcessPool("the workers have gone home")
        worker = await self._turn(key, self._urgent if urgent else self._others)
        try:
            async with asyncio.timeout(self._within):
                return await worker.do(function, *given, hear=hear)
        except (BrokenProcessPool, TimeoutError):
            if not self._closed:
                self.replaced += 1
                log.warning("A worker has died, or is stuck; it is replaced.", extra={"work": self.work})
            raise
        finally:
            self._pass_on(worker)

    async def _turn(self, key: str, queue: FairQueue[asyncio.Future[_Worker]]) -> _Worker:
        loop = asyncio.get_running_loop()
        began = loop.time()
        if self._idle:  # so nothing is waiting
            worker = self._idle.pop()
        else:
            if queue.count(key) >= self._most:
                raise Full(self._most)
            if len(queue) >= MOST_WAITING:
                raise Full(None)
            turn: asyncio.Future[_Worker] = loop.create_future()
            queue.put(key, turn)
            try:
                async with asyncio.timeout(self._patience):
                    worker = await turn
            except (asyncio.CancelledError, TimeoutError):
                queue.drop(key, turn)
                if turn.done() and not turn.cancelled() and not turn.exception():
                    self._pass_on(turn.result())
                raise
        self.waits.add(loop.time() - began)
        return worker

    def _pass_on(self, worker: _Worker) -> None:
        """Give the next job a worker."""
        turn = next(self._turns(), None)
        if turn is None:
            self._idle.append(worker)
        else:
            turn.set_result(worker)

    def _turns(self) -> Iterator[asyncio.Future[_Worker]]:
        """Take waiting jobs from their queues, the urgent ones first."""
        for queue in (self._urgent, self._others):
            while queue:
                turn = queue.take()
                if not turn.done():
                    yield turn

    async def close(self) -> None:
        """End the workers, whatever they are doing."""
        self._closed = True
        for turn in self._turns():
            turn.set_exception(BrokenProcessPool("the workers have gone home"))
        await asyncio.gather(*(worker.close() for worker in self._all))


class _Worker:
    """One process, started when it is first needed."""

    def __init__(self, nice: int) -> None:
        self._nice = nice
        self._pool: ProcessPoolExecutor | None = None
        self._reports: Connection | None = None

    def start(self) -> None:
        if self._pool is None:
            self._submit(os.getpid)

    def _submit(self, function: Callable[..., Any], *given: Any) -> Future[Any]:
        if self._pool is None:
            tell_what_is_left_out()
            context = multiprocessing.get_context("spawn")
            self._reports, reporter = context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_begin, initargs=(self._nice, reporter))
        return self._pool.submit(function, *given)

    async def do(self, function: Callable[..., Any], *given: Any, hear: Callable[[bytes], None] | None = None) -> Any:
        """Return the job's result. If nobody waits for it anymore, the job ends with its process."""
        try:
            future = self._submit(function, *given)
        except BrokenProcessPool:  # the process died while it was idle
            self._end()
            future = self._submit(function, *given)
        job = asyncio.wrap_future(future)
        try:
            while not job.done():
                await asyncio.wait([job], timeout=HEARD_EVERY if hear else None)
                self._hear(hear)
            return job.result()
        except (BrokenProcessPool, asyncio.CancelledError):
            job.cancel()
            self._end()
            raise

    def _hear(self, hear: Callable[[bytes], None] | None) -> None:
        """Pass on what the worker has reported. Nothing is left for the next job."""
        with suppress(EOFError, OSError):  # it has died
            while self._reports is not None and self._reports.poll():
                report = self._reports.recv_bytes()
                if hear:
                    hear(report)

    def _end(self) -> None:
        pool = self._killed()
        if pool is not None:
            pool.shutdown(wait=False)

    def _killed(self) -> ProcessPoolExecutor | None:
        """Kill the process and return its pool."""
        pool, self._pool = self._pool, None
        if self._reports is not None:
            self._reports.close()
            self._reports = None
        if pool is not None:
            # Before Python 3.14, a pool cannot be asked to end its workers.
            for process in list((pool._processes or {}).values()):  # noqa: SLF001
                process.kill()
        return pool

    async def close(self) -> None:
        """End the process, whatever it is doing."""
        pool = self._killed()
        if pool is not None:
            await asyncio.to_thread(pool.shutdown)


def tell_what_is_left_out() -> None:
    """Load what other distributions add, so that problems are reported once by this process and not by its workers."""
    from .. import bots, editions

    editions.names()
    bots.names()


_reporters: list[Connection] = []  # in a worker, the one that leads to the process it works for


def report(told: bytes) -> None:
    """Tell those who wait for a job how far it is. Does nothing outside a worker."""
    for reporter in _reporters:
        reporter.send_bytes(told)


def _begin(nice: int, reporter: Connection) -> None:
    """Start as a worker. Ctrl-C is left to the serving process, and when that process ends for any reason, so does this one."""
    import threading

    from .. import bots

    _reporters.append(reporter)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    bots.names()
    if nice and hasattr(os, "nice"):  # only now, because starting would take minutes on a busy machine
        os.nice(nice)


def _end_with_parent() -> None:
    from multiprocessing.connection import wait

    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


@contextmanager
def limited(seconds: float, *, cpu: bool = False) -> Iterator[None]:
    """Raise TooLong if this takes longer, by the clock or in CPU time, which a busy machine does not use up.

    It works only in the main thread, where workers do their jobs. On systems without such timers, the worker is replaced in
    the end.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    timer, number = (signal.ITIMER_PROF, signal.SIGPROF) if cpu else (signal.ITIMER_REAL, signal.SIGALRM)

    is_done = False

    def ring(*_: object) -> None:
        if not is_done:
            raise TooLong

    before = signal.signal(number, ring)
    try:
        signal.setitimer(timer, seconds, RINGS_AGAIN)
        yield
    finally:
        is_done = True  # an alarm that goes off now must not keep the timer from being stopped
        signal.setitimer(timer, 0)
        signal.signal(number, before)
