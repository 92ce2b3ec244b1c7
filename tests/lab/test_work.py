"""Running a job: whatever happens to a worker, every chunk is done."""

from __future__ import annotations

from multiprocessing import Pipe
from pathlib import Path

import pytest

from labjobs import Squares
from lastcard.lab import work
from lastcard.lab.work import WorkFailed, collect


def lives(folder: Path, count: int) -> str:
    """A folder with as many files as workers will die."""
    for i in range(count):
        (folder / str(i)).touch()
    return str(folder)


@pytest.mark.parametrize(("workers", "threads"), [(1, False), (3, True), (3, False)])
def test_every_chunk_is_done_once(workers: int, threads: bool) -> None:
    """Alone, in threads and in processes, each chunk's result comes once."""
    found = list(work.run(Squares(20, threads), workers))
    assert sorted(found) == [(i, i * i) for i in range(20)]


def test_a_killed_worker_s_chunk_is_done_again(tmp_path: Path) -> None:
    """Two workers die by SIGKILL in the middle of a chunk, and nothing is missing."""
    job = Squares(12, lives=lives(tmp_path, 2))
    assert dict(work.run(job, 2)) == {i: i * i for i in range(12)}
    assert list(tmp_path.iterdir()) == []


def test_a_worker_may_die_after_its_answer() -> None:
    """Who is dead when its next chunk is told is found dead by its line, as in the middle of a chunk."""
    ours, theirs = Pipe()
    theirs.close()
    worker = work._Worker(None, ours, 4)
    work._give(worker)
    assert work._answer(worker) is None


def test_a_chunk_that_kills_every_worker_is_named(tmp_path: Path) -> None:
    """After three deaths of one chunk the job ends, with what is done and the chunk's number."""
    done = collect(Squares(8, lives=lives(tmp_path, 9)), 2, None, lambda chunk: None)
    assert isinstance(done.error, WorkFailed)
    assert "chunk 3 " in str(done.error)
    assert done.parts
    assert 3 not in done.parts


@pytest.mark.parametrize("workers", [1, 2])
def test_a_refusal_keeps_what_is_done(workers: int) -> None:
    """An error of ours ends the job, tells its sentence, and leaves the chunks before it."""
    done = collect(Squares(4, trouble="refused"), workers, None, lambda chunk: None)
    assert str(done.error) == "no such thing"
    assert done.parts.items() <= {i: i * i for i in range(3)}.items()


def test_a_mistake_in_a_worker_is_told() -> None:
    """An error that nobody foresaw is raised here, by its name."""
    with pytest.raises(RuntimeError, match="ZeroDivisionError: by zero"):
        dict(work.run(Squares(4, trouble="broken"), 2))


def test_stopping_keeps_what_is_done() -> None:
    """Ctrl-C after five chunks leaves five."""
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
    """When the iterator is closed early, its workers end."""
    import multiprocessing

    results = work.run(Squares(1000), 2)
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []


def test_nobody_at_an_address_is_told_at_once() -> None:
    """A Ray address at which nobody listens is one sentence."""
    with pytest.raises(WorkFailed, match=r"no Ray cluster at 127\.0\.0\.1:9"):
        next(work.run(Squares(2), 1, "127.0.0.1:9"))
