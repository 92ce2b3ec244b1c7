"""The lab on a local Ray cluster gives the same results, whatever happens to a worker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from lastcard.lab import jobs
from lastcard.lab.arena import TIMES, Arena, Row
from lastcard.lab.corpus import Corpus
from lastcard.lab.entrants import BotFailed
from lastcard.lab.jobs import WorkFailed, run
from lastcard.lab.simulation import Setting, Simulation, combined

# Like steady, but its process is killed once in the middle of a round, or it crashes.
BOTS = """
from pathlib import Path
import os, signal
from lastcard.bots import get

class Mortal:
    name, about = "mortal", "Dies once."
    def choose(self, view, moves, rng):
        alive = Path(__file__).with_name("alive")
        if alive.exists() and len(view.discard_pile) > 5:
            alive.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return get("steady").choose(view, moves, rng)

class Crash:
    name, about = "crash", "Crashes."
    def choose(self, view, moves, rng):
        raise KeyError("lost")
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """A local cluster for this module. It takes seconds to start."""
    import ray

    jobs.join_ray("local")
    yield
    ray.shutdown()


def rows_of(arena: Arena, ray: str | None) -> list[tuple[object, ...]]:
    """All rounds, without their times."""
    parts = dict(run(arena, 1, ray))
    rows: list[Row] = [row for chunk in sorted(parts) for row in parts[chunk]]
    return [tuple(value for name, value in row._asdict().items() if name not in TIMES) for row in rows]


@pytest.mark.usefixtures("cluster")
def test_an_arena_on_ray_is_the_local_one() -> None:
    """The rounds of an arena are the same on Ray and here."""
    arena = Arena(("steady", "random"), "classic", 3, games=6, seed=3)
    assert rows_of(arena, "local") == rows_of(arena, None)


@pytest.mark.usefixtures("cluster")
def test_a_simulation_on_ray_is_the_local_one() -> None:
    """Rows and counts of a simulation are the same on Ray and here, number by number."""
    job = Simulation((Setting("classic", 3),), 330, keep_rows=True, compiled=False)
    there, here = (combined(dict(run(job, 1, ray))) for ray in ("local", None))
    assert np.array_equal(there.runs[0].counts.squares, here.runs[0].counts.squares)
    tables = zip(there.table(0), here.table(0), strict=True)
    assert all(a == b and np.array_equal(x, y) for (a, x), (b, y) in tables)


@pytest.mark.usefixtures("cluster")
def test_a_corpus_on_ray_is_the_local_one() -> None:
    """The files of a corpus are the same on Ray and here, byte by byte."""
    for bot in ("steady", "chaos"):
        job = Corpus("classic", 2, 5, bot=bot, compiled=False, part=3)
        assert dict(run(job, 1, "local")) == dict(run(job, 1))


@pytest.mark.usefixtures("cluster")
def test_a_killed_ray_worker_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Ray worker that is killed in the middle of a round loses no round and changes none."""
    (tmp_path / "mortals.py").write_text(BOTS)
    monkeypatch.syspath_prepend(tmp_path)
    arena = Arena(("mortals:Mortal", "random"), "classic", 2, games=8)
    clean = rows_of(arena, None)
    (tmp_path / "alive").touch()
    assert rows_of(arena, "local") == clean
    assert not (tmp_path / "alive").exists()


@pytest.mark.usefixtures("cluster")
def test_a_bot_that_crashes_on_ray_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash on the cluster gives the same sentence as a crash here."""
    (tmp_path / "crashers.py").write_text(BOTS)
    monkeypatch.syspath_prepend(tmp_path)
    arena = Arena(("crashers:Crash", "random"), "classic", 2, games=1)
    with pytest.raises(WorkFailed, match="Crash at seat 0 crashed with KeyError") as there:
        rows_of(arena, "local")
    with pytest.raises(BotFailed) as here:
        rows_of(arena, None)
    assert str(there.value) == str(here.value)
