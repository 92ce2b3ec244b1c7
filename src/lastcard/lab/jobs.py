"""Runs the chunks of a job on threads, on processes or on a Ray cluster.

A chunk's result depends only on its number. If a worker dies, its chunk is simply done again.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for_any
from typing import Any, NamedTuple, Protocol

from ..errors import LastcardError

MOST_DEATHS = 3  # of workers on the same chunk before the job fails
DIED = f"the worker on chunk {{chunk}} died {MOST_DEATHS} times"


class Job(Protocol):
    """Work divided into chunks. It is pickled for workers in other processes."""

    @property
    def chunks(self) -> int:
        """The number of chunks."""

    @property
    def threads(self) -> bool:
        """Whether a chunk releases Python's global lock most of the time, so that threads suffice."""

    def run(self, chunk: int) -> Any:
        """Do a chunk. Its result must be picklable."""


class WorkFailed(LastcardError):
    """The job cannot go on."""


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(job: Job, workers: int, ray: str | None = None) -> Iterator[tuple[int, Any]]:
    """Every chunk's number and result as they are done. Closing the iterator stops the rest."""
    if ray is not None:
        return _on_ray(job, ray)
    workers = min(workers, job.chunks)
    if workers <= 1:
        return ((chunk, job.run(chunk)) for chunk in range(job.chunks))
    return _on_threads(job, workers) if job.threads else _on_processes(job, workers)


class Collected(NamedTuple):
    """The results of the finished chunks by number, and why there are no more."""

    parts: dict[int, Any]
    stopped: bool
    error: LastcardError | None


def collect(job: Job, workers: int, ray: str | None, tell: Callable[[int], None]) -> Collected:
    """Run a job. Ctrl-C and errors keep the chunks that are done. ``tell`` is called after each one."""
    parts: dict[int, Any] = {}
    try:
        for chunk, result in run(job, workers, ray):
            parts[chunk] = result
            tell(chunk)
    except KeyboardInterrupt:
        return Collected(parts, stopped=True, error=None)
    except LastcardError as error:
        return Collected(parts, stopped=True, error=error)
    return Collected(parts, stopped=False, error=None)


def _on_threads(job: Job, workers: int) -> Iterator[tuple[int, Any]]:
    pool = ThreadPoolExecutor(workers)
    try:
        running: dict[Future[Any], int] = {}
        for chunk in range(job.chunks):
            running[pool.submit(job.run, chunk)] = chunk
            if len(running) > 2 * workers:
                yield from _finished(running)
        while running:
            yield from _finished(running)
    finally:
        pool.shutdown(cancel_futures=True)


def _finished(running: dict[Future[Any], int]) -> Iterator[tuple[int, Any]]:
    for future in wait(running, return_when=FIRST_COMPLETED).done:
        yield running.pop(future), future.result()


# ---- processes -------------------------------------------------------------------------------------
@dataclass
class _Worker:
    process: Any
    line: Connection
    chunk: int


def _on_processes(job: Job, workers: int) -> Iterator[tuple[int, Any]]:
    """Use one pipe per worker, which shows which chunk a dead worker was on."""
    waiting = iter(range(job.chunks))
    deaths: dict[int, int] = {}
    team: dict[Connection, _Worker] = {}
    try:
        for chunk in (next(waiting) for _ in range(workers)):
            _hire(team, job, chunk)
        while team:
            for line in wait_for_any(list(team)):
                worker = team[line]  # type: ignore[index]
                answer = _answer(worker)
                if answer is None:
                    deaths[worker.chunk] = deaths.get(worker.chunk, 0) + 1
                    if deaths[worker.chunk] == MOST_DEATHS:
                        raise WorkFailed(DIED.format(chunk=worker.chunk))
                    _dismiss(team, worker)
                    _hire(team, job, worker.chunk)
                    continue
                chunk, result = worker.chunk, answer[0]
                worker.chunk = next(waiting, job.chunks)
                if worker.chunk < job.chunks:
                    _give(worker)
                else:
                    _dismiss(team, worker)
                if isinstance(result, BaseException):
                    raise result
                yield chunk, result
    finally:
        for worker in list(team.values()):
            _dismiss(team, worker)


def _hire(team: dict[Connection, _Worker], job: Job, chunk: int) -> None:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(job, theirs), daemon=True)
    with _no_interrupt():
        process.start()
    theirs.close()
    team[ours] = _Worker(process, ours, chunk)
    _give(team[ours])


def _give(worker: _Worker) -> None:
    """Send a worker its chunk."""
    with contextlib.suppress(OSError):  # it is already dead, which its pipe will show
        worker.line.send(worker.chunk)


@contextlib.contextmanager
def _no_interrupt() -> Iterator[None]:
    """Hold back Ctrl-C. A process started meanwhile inherits this and never receives it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _dismiss(team: dict[Connection, _Worker], worker: _Worker) -> None:
    del team[worker.line]
    worker.line.close()
    worker.process.terminate()
    worker.process.join()
    worker.process.close()


def _answer(worker: _Worker) -> tuple[Any] | None:
    """Return what a worker sent, or None if it has died."""
    try:
        return (worker.line.recv(),)
    except (EOFError, OSError, pickle.UnpicklingError):
        return None


def _serve(job: Job, line: Connection) -> None:
    """Run a worker: do chunks until the pipe closes. The main process handles Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):
        while True:
            line.send(_outcome(job, line.recv()))


def _outcome(job: Job, chunk: int) -> Any:
    """A chunk's result, or the error that ended it, as an exception that every process can unpickle."""
    try:
        return job.run(chunk)
    except LastcardError as error:
        return WorkFailed(str(error))
    except Exception as error:  # noqa: BLE001  (the main process raises it)
        return RuntimeError(f"{type(error).__name__}: {error}")


# ---- Ray -------------------------------------------------------------------------------------------
def _on_ray(job: Job, address: str) -> Iterator[tuple[int, Any]]:
    """Run a task per chunk, with a few more than there are cores. Ray repeats a task whose worker or node died."""
    import ray

    ours = not ray.is_initialized()
    if ours:
        join_ray(address)
    running: dict[Any, int] = {}
    try:
        task = ray.remote(max_retries=MOST_DEATHS - 1)(_outcome_elsewhere)
        shared, path = ray.put(job), [place for place in sys.path if place]
        most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))  # type: ignore[no-untyped-call]
        waiting = iter(range(job.chunks))
        while True:
            while len(running) < most and (chunk := next(waiting, None)) is not None:
                running[task.remote(shared, chunk, path)] = chunk
            if not running:
                return
            for done in ray.wait(list(running))[0]:
                chunk = running.pop(done)
                try:
                    result = ray.get(done)
                except ray.exceptions.RayError:
                    raise WorkFailed(DIED.format(chunk=chunk)) from None
                if isinstance(result, BaseException):
                    raise result
                yield chunk, result
    finally:
        for task_of in running:
            ray.cancel(task_of, force=True)
        if ours:
            ray.shutdown()


def join_ray(address: str) -> None:
    """Join a cluster, or start one on this machine, without Ray's usual output."""
    import logging

    import ray

    _knock(address)
    more: dict[str, Any] = {"address": address}
    if address == "local":
        more |= {
            "num_cpus": cores(),
            "include_dashboard": False,
            "object_store_memory": 100 * 1024**2,
            "_node_ip_address": "127.0.0.1",
        }
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray.init(log_to_driver=False, logging_level=logging.ERROR, **more)
    except (ConnectionError, OSError, ValueError) as error:
        raise WorkFailed(f"there is no Ray cluster at {address}: {error}") from None


def _knock(address: str) -> None:
    """Check that the address answers. Ray itself would keep trying for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        try:
            socket.create_connection((host, int(port)), timeout=10).close()
        except (OSError, ValueError) as error:
            raise WorkFailed(f"there is no Ray cluster at {address}: {getattr(error, 'strerror', None) or error}") from None


def _outcome_elsewhere(job: Job, chunk: int, path: list[str]) -> Any:
    """Do a chunk on a worker of the cluster, with this machine's module folders on its path."""
    sys.path.extend(place for place in path if place not in sys.path)
    return _outcome(job, chunk)
