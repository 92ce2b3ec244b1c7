"""Every chunk of a job gets done, whatever happens to a worker."""

from __future__ import annotations

from multiprocessing import Pipe
from pathlib import Path

import pytest

from lab_jobs import Squares
from lastcard.lab import jobs
from lastcard.lab.jobs import WorkFailed, collect


def lives(folder: Path, count: int) -> str:
    """A folder with one file for each worker that will die."""
    for i in range(count):
        (folder / str(i)).touch()
    return str(folder)


@pytest.mark.parametrize(("workers", "threads"), [(1, False), (3, True), (3, False)])
def test_every_chunk_is_done_once(workers: int, threads: bool) -> None:
    """Each chunk's result comes once, whether alone, in threads or in processes."""
    found = list(jobs.run(Squares(20, threads), workers))
    assert sorted(found) == [(i, i * i) for i in range(20)]


def test_a_killed_worker_s_chunk_is_done_again(tmp_path: Path) -> None:
    """Nothing is missing after two workers are killed in the middle of a chunk."""
    job = Squares(12, lives=lives(tmp_path, 2))
    assert dict(jobs.run(job, 2)) == {i: i * i for i in range(12)}
    assert list(tmp_path.iterdir()) == []


def test_a_worker_may_die_after_its_answer() -> None:
    """A worker that dies between chunks is replaced like one that dies in the middle of a chunk."""
    ours, theirs = Pipe()
    theirs.close()
    worker = jobs._Worker(None, ours, 4)
    jobs._give(worker)
    assert jobs._answer(worker) is None


def test_a_chunk_that_kills_every_worker_is_named(tmp_path: Path) -> None:
    """After three workers die on the same chunk, the job ends with the finished chunks and that chunk's number."""
    done = collect(Squares(8, lives=lives(tmp_path, 9)), 2, None, lambda chunk: None)
    assert isinstance(done.error, WorkFailed)
    assert "chunk 3 " in str(done.error)
    assert done.parts
    assert 3 not in done.parts


@pytest.mark.parametrize("workers", [1, 2])
def test_a_refusal_keeps_what_is_done(workers: int) -> None:
    """A LastcardError ends the job with its message and keeps the chunks before it."""
    done = collect(Squares(4, trouble="refused"), workers, None, lambda chunk: None)
    assert str(done.error) == "no such thing"
    assert done.parts.items() <= {i: i * i for i in range(3)}.items()


def test_a_mistake_in_a_worker_is_told() -> None:
    """An unexpected error is raised here with its name."""
    with pytest.raises(RuntimeError, match="ZeroDivisionError: by zero"):
        dict(jobs.run(Squares(4, trouble="broken"), 2))


def test_stopping_keeps_what_is_done() -> None:
    """Ctrl-C after five chunks keeps five."""
    heard: list[int] = []

    def tell(chunk: int) -> None:
        heard.append(chunk)
        if len(heard) == 5:
            raise KeyboardInterrupt

    done = collect(Squares(50), 2, None, tell)
    assert done.stopped
    assert done.error is None
    assert sorted(done.parts) == sorted(heard)


def test_no_process_is_left(tmp_path: Path) -> None:
    """Closing the iterator early ends its workers."""
    import multiprocessing

    results = jobs.run(Squares(1000), 2)
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []


def test_nobody_at_an_address_is_told_at_once() -> None:
    """A Ray address that does not answer is refused in one sentence."""
    with pytest.raises(WorkFailed, match=r"no Ray cluster at 127\.0\.0\.1:9"):
        next(jobs.run(Squares(2), 1, "127.0.0.1:9"))
