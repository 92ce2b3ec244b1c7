"""Worker processes: one job at a time, in turns, and a job that takes too long ends alone."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from lastcard.bots import workers as working
from lastcard.bots.workers import FairQueue, Full, TooLong, Workers, limited, report
from lastcard.server.live.metrics import Metrics
from live_server import PATIENCE

pytestmark = pytest.mark.anyio


def read(pipe: str) -> str:
    """A job that lasts until someone writes to a named pipe."""
    return Path(pipe).read_text(encoding="utf-8")


def die() -> None:
    """A job whose process is killed."""
    os.kill(os.getpid(), signal.SIGKILL)


class Gate:
    """A job that has begun once ``begun`` is done, and ends when it is opened."""

    def __init__(self, folder: Path) -> None:
        self.pipe = str(folder / "gate")
        os.mkfifo(self.pipe)

    async def begun(self) -> int:
        """The writing end, as soon as a worker reads. TimeoutError if none does."""
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(OSError):  # no reader yet
                    return os.open(self.pipe, os.O_WRONLY | os.O_NONBLOCK)
                await asyncio.sleep(0.01)


async def settle() -> None:
    """Let every task run as far as it can on its own."""
    for _ in range(10):
        await asyncio.sleep(0)


# ---- the queue ---------------------------------------------------------------------------------------
def test_keys_take_turns() -> None:
    """However many items one key has, every other key gets the next turn."""
    queue: FairQueue[str] = FairQueue()
    for item in ("a1", "a2", "a3", "b1", "b2", "c1"):
        queue.put(item[0], item)
    assert [queue.take() for _ in range(6)] == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_a_key_that_comes_again_is_last() -> None:
    """A key that has had a turn comes after those that have not."""
    queue: FairQueue[str] = FairQueue()
    queue.put("a", "a1")
    queue.put("b", "b1")
    first = queue.take()
    queue.put("a", "a2")
    assert [first, queue.take(), queue.take()] == ["a1", "b1", "a2"]


def test_what_is_dropped_is_not_given() -> None:
    """An item that nobody waits for any longer is dropped, and a key without items has no turn."""
    queue: FairQueue[str] = FairQueue()
    queue.put("a", "a1")
    queue.put("b", "b1")
    queue.drop("a", "a1")
    queue.drop("a", "a1")
    assert (len(queue), queue.count("a"), queue.take()) == (1, 0, "b1")


# ---- turns -------------------------------------------------------------------------------------------
async def started(workers: Workers, jobs: list[tuple[str, bool]], gate: Gate) -> list[str]:
    """The keys of jobs in the order they were done, all requested while the only worker was busy."""
    order: list[str] = []

    async def ask(key: str, *, urgent: bool) -> None:
        await workers.run(os.getpid, key=key, urgent=urgent)
        order.append(key)

    first = asyncio.create_task(workers.run(read, gate.pipe, key="first"))
    end = await gate.begun()
    others = [asyncio.create_task(ask(key, urgent=urgent)) for key, urgent in jobs]
    await settle()
    assert workers.waiting == len(jobs)
    os.close(end)
    await asyncio.gather(first, *others)
    return order


async def test_addresses_take_turns(tmp_path: Path) -> None:
    """A job from another address waits for only one job of an address with many."""
    workers = Workers("test")
    try:
        jobs = [("many", False)] * 4 + [("other", False)]
        assert await started(workers, jobs, Gate(tmp_path)) == ["many", "other", "many", "many", "many"]
    finally:
        await workers.close()


async def test_urgent_jobs_come_first(tmp_path: Path) -> None:
    """Urgent work waits only for the job that is running."""
    workers = Workers("test")
    try:
        jobs = [("a", False), ("b", False), ("quick", True)]
        assert await started(workers, jobs, Gate(tmp_path)) == ["quick", "a", "b"]
    finally:
        await workers.close()


def reporting(*parts: bytes) -> int:
    """Report some parts, as a worker."""
    for part in parts:
        report(part)
    return len(parts)


async def test_a_job_reports_how_far_it_is() -> None:
    """What a job reports reaches whoever asked for it, in order, and a later job hears nothing of it."""
    workers = Workers("test")
    heard: list[bytes] = []
    later: list[bytes] = []
    try:
        assert await workers.run(reporting, b"one", b"two", hear=heard.append) == 2
        assert await workers.run(reporting, b"unheard") == 1
        assert await workers.run(reporting, b"three", hear=later.append) == 1
    finally:
        await workers.close()
    assert (heard, later) == ([b"one", b"two"], [b"three"])


async def test_only_so_many_jobs_of_one_address_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address whose part of the queue is full is refused, but others are not until the whole queue is full."""
    monkeypatch.setattr(working, "MOST_WAITING", 3)
    workers, gate = Workers("test", most=2), Gate(tmp_path)
    try:
        jobs = [asyncio.create_task(workers.run(read, gate.pipe, key="many"))]
        end = await gate.begun()
        jobs += [asyncio.create_task(workers.run(os.getpid, key="many")) for _ in range(2)]
        await settle()
        with pytest.raises(Full) as refused:
            await workers.run(os.getpid, key="many")
        assert refused.value.most == 2
        jobs.append(asyncio.create_task(workers.run(os.getpid, key="other")))
        await settle()
        with pytest.raises(Full) as refused:
            await workers.run(os.getpid, key="third")
        assert refused.value.most is None
        os.close(end)
        assert await asyncio.gather(*jobs) == ["", *[jobs[1].result()] * 3]
    finally:
        await workers.close()


async def test_jobs_run_side_by_side_in_several_workers(tmp_path: Path) -> None:
    """With two workers a job does not wait for another, and one process does both if the first ends before the second."""
    workers, gate = Workers("test", 2), Gate(tmp_path)
    try:
        pids = [await workers.run(os.getpid), await workers.run(os.getpid)]
        assert pids[0] == pids[1]
        first = asyncio.create_task(workers.run(read, gate.pipe))
        end = await gate.begun()
        assert await workers.run(os.getpid) != pids[0]
        os.close(end)
        await first
    finally:
        await workers.close()


# ---- trouble -----------------------------------------------------------------------------------------
async def test_a_job_that_takes_too_long_ends_alone(tmp_path: Path) -> None:
    """The worker of a job that takes too long is replaced and counted, and those waiting behind it get their results."""
    workers, gate, metrics = Workers("test"), Gate(tmp_path), Metrics()
    metrics.workers = (workers,)
    try:
        pid = await workers.run(os.getpid)
        workers._within = 0.05
        stuck = asyncio.create_task(workers.run(read, gate.pipe))
        await asyncio.sleep(0)
        workers._within = 60.0
        others = [asyncio.create_task(workers.run(os.getpid, key=key)) for key in ("a", "a", "b")]
        with pytest.raises(TimeoutError):
            await stuck
        pids = await asyncio.gather(*others)
        assert len({*pids, pid}) == 2
        assert 'lastcard_workers_replaced_total{work="test"} 1' in metrics.text().splitlines()
    finally:
        await workers.close()


async def test_a_worker_that_dies_costs_one_job(tmp_path: Path) -> None:
    """If a worker dies its job is an error, and another worker does the waiting jobs."""
    workers, gate = Workers("test"), Gate(tmp_path)
    try:
        first = asyncio.create_task(workers.run(read, gate.pipe))
        end = await gate.begun()
        dying = asyncio.create_task(workers.run(die))
        others = [asyncio.create_task(workers.run(os.getpid)) for _ in range(3)]
        await settle()
        os.close(end)
        await first
        with pytest.raises(BrokenProcessPool):
            await dying
        assert len(set(await asyncio.gather(*others))) == 1
    finally:
        await workers.close()


async def test_a_worker_that_dies_idle_costs_nothing() -> None:
    """If an idle process was killed, another one does the next job."""
    workers = Workers("test")
    try:
        pid = await workers.run(os.getpid)
        process = workers._all[0]._pool._processes[pid]  # type: ignore[union-attr]
        process.kill()
        await asyncio.to_thread(process.join)
        while not workers._all[0]._pool._broken:  # type: ignore[union-attr]  # noqa: ASYNC110 - it has no event
            await asyncio.sleep(0)
        assert await workers.run(os.getpid) != pid
    finally:
        await workers.close()


async def test_a_job_that_nobody_waits_for_ends(tmp_path: Path) -> None:
    """If nobody waits for it any longer, a running job ends with its process and a waiting one never begins."""
    workers, gate = Workers("test"), Gate(tmp_path)
    try:
        running = asyncio.create_task(workers.run(read, gate.pipe))
        end = await gate.begun()
        waiting = asyncio.create_task(workers.run(die))
        await settle()
        waiting.cancel()
        await settle()
        assert workers.waiting == 0
        running.cancel()
        assert await workers.run(os.getpid)
        with pytest.raises(BrokenPipeError):
            os.write(end, b"nobody reads")
        os.close(end)
        assert workers.replaced == 0
    finally:
        await workers.close()


async def test_a_job_that_waits_for_too_long_is_an_error(tmp_path: Path) -> None:
    """A job that finds no worker in time is an error, and is not done later."""
    workers, gate = Workers("test", patience=0.01), Gate(tmp_path)
    try:
        first = asyncio.create_task(workers.run(read, gate.pipe))
        end = await gate.begun()
        with pytest.raises(TimeoutError):
            await workers.run(die)
        os.close(end)
        await first
        assert workers.waiting == 0
        assert await workers.run(os.getpid)
    finally:
        await workers.close()


async def test_the_end_waits_for_nobody(tmp_path: Path) -> None:
    """Closing ends running and waiting jobs, and nothing begins afterward."""
    workers, gate = Workers("test"), Gate(tmp_path)
    jobs: list[asyncio.Task[Any]] = [asyncio.create_task(workers.run(read, gate.pipe))]
    end = await gate.begun()
    processes = list(workers._all[0]._pool._processes.values())  # type: ignore[union-attr]
    jobs += [asyncio.create_task(workers.run(os.getpid)) for _ in range(3)]
    await settle()
    await workers.close()
    os.close(end)
    assert not any(process.is_alive() for process in processes)
    jobs.append(asyncio.create_task(workers.run(os.getpid)))
    ends = await asyncio.gather(*jobs, return_exceptions=True)
    assert [type(error) for error in ends] == [BrokenProcessPool] * 5


async def test_waits_are_counted(tmp_path: Path) -> None:
    """The metrics show how long each job waited for a worker."""
    workers = Workers("test")
    try:
        await started(workers, [("a", False), ("b", True)], Gate(tmp_path))
        assert 'lastcard_queue_seconds_count{work="test"} 3' in [*workers.waits.lines("queue_seconds", 'work="test"')]
    finally:
        await workers.close()


# ---- limits of a job ---------------------------------------------------------------------------------
def test_cpu_time_is_what_the_job_itself_uses() -> None:
    """A CPU time limit does not trigger while the job waits for the machine, only when the time is used up."""
    began = time.monotonic()
    with limited(0.2, cpu=True):
        with pytest.raises(TooLong):
            rest(0.3)
        assert time.monotonic() - began >= 0.3
    with pytest.raises(TooLong):
        work(0.02)


def test_a_ring_that_comes_when_a_job_is_done_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the alarm goes off while being stopped, the job counts as done and the next one is not interrupted."""
    stop, before = signal.setitimer, signal.getsignal(signal.SIGALRM)

    def late(timer: int, seconds: float, interval: float = 0.0) -> None:
        if not seconds:
            signal.raise_signal(signal.SIGALRM)
        stop(timer, seconds, interval)

    monkeypatch.setattr(signal, "setitimer", late)
    with limited(60.0):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) is before


def rest(seconds: float) -> None:
    """Do nothing until the alarm goes off."""
    with limited(seconds):
        while True:
            signal.pause()


def work(seconds: float) -> None:
    """Use this much CPU time."""
    with limited(seconds, cpu=True):
        while True:
            pass
