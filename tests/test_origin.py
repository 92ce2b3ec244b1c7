"""What the benchmarks print with their figures: the commit, the machine and the options."""

from __future__ import annotations

import runpy
import subprocess
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
SCRIPT: dict[str, Any] = runpy.run_path(str(BENCHMARKS / "compare.py"))


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one commit, in place of ours."""
    monkeypatch.setitem(SCRIPT["origin"].__globals__, "ROOT", tmp_path)
    (tmp_path / "file").write_text("old")
    git = ["git", "-C", str(tmp_path), "-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q"], ["add", "file"], ["commit", "-q", "-m", "Add a file"]):
        subprocess.run([*git, *words], check=True)
    return tmp_path


def commit(clone: Path) -> str:
    """The short name of the repository's commit."""
    told = subprocess.run(["git", "-C", str(clone), "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
    return told.stdout.strip()


def test_figures_name_their_commit(clone: Path) -> None:
    """Figures come with the commit, which has a plus if a file was changed since."""
    assert SCRIPT["origin"]().startswith(f"commit {commit(clone)}, Python 3.")
    (clone / "file").write_text("new")
    assert SCRIPT["origin"]().startswith(f"commit {commit(clone)}+, Python 3.")


def test_figures_name_their_options(clone: Path) -> None:
    """Figures come with the options that were set, except for files to write to."""
    told = SCRIPT["origin"](turns=5, tables=[800, 40], quick=True, against=None, markdown=clone / "results.md")
    assert told.endswith(" cores; turns 5, tables 800 40, quick yes")
