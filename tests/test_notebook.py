"""The notebooks in ``examples/`` run, and show what they say they show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from notebooks import PICTURE, run

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))
# Compiles the rules and plays ten thousand rounds. What it is made of, a corpus and its pictures, has tests of its own.
LONG = "corpus.ipynb"


def without_pictures(cell: dict[str, Any]) -> tuple[list[dict[str, Any]], int]:
    """What a cell shows, with its pictures only counted: another version of matplotlib draws them otherwise."""
    found: list[dict[str, Any]] = [dict(each) for each in cell.get("outputs", ())]
    pictures = 0
    for each in found:
        if PICTURE in each.get("data", {}):
            each["data"] = {kind: value for kind, value in each["data"].items() if kind != PICTURE}
            pictures += 1
    return found, pictures


@pytest.mark.parametrize(
    "file", [pytest.param(file, marks=pytest.mark.long if file.name == LONG else (), id=file.name) for file in NOTEBOOKS]
)
def test_a_notebook_runs_and_its_outputs_are_fresh(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every cell runs, and the stored outputs are the ones it gives. ``python tests/notebooks.py FILE`` renews them."""
    monkeypatch.chdir(tmp_path)
    stored = json.loads(file.read_text(encoding="utf-8"))
    for was, now in zip(stored["cells"], run(file)["cells"], strict=True):
        assert without_pictures(was) == without_pictures(now)


def test_there_is_a_notebook_to_start_with() -> None:
    """The first notebook draws cards, and the one about a corpus has three pictures."""
    assert [file.name for file in NOTEBOOKS] == ["corpus.ipynb", "first_steps.ipynb"]
    corpus, first = (file.read_text(encoding="utf-8") for file in NOTEBOOKS)
    assert corpus.count(f'"{PICTURE}": [') == 3
    assert "text/html" in first
