"""The notebooks in ``examples/`` run, and show what they say they show."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from notebooks import run

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.name)
def test_a_notebook_runs_and_its_outputs_are_fresh(file: Path) -> None:
    """Every cell runs, and the stored outputs are the ones it gives. ``python tests/notebooks.py FILE`` renews them."""
    stored = json.loads(file.read_text(encoding="utf-8"))
    for was, now in zip(stored["cells"], run(file)["cells"], strict=True):
        assert was.get("outputs") == now.get("outputs")


def test_there_is_a_notebook() -> None:
    """There is a notebook to start with, and it draws cards."""
    assert [file.name for file in NOTEBOOKS] == ["first_steps.ipynb"]
    assert "text/html" in NOTEBOOKS[0].read_text(encoding="utf-8")
