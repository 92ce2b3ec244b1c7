"""What docs/scaling.md says that many players need is what the model computes from the measured figures."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

from lastcard.server.storage.database import CONNECTIONS

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def test_the_page_shows_what_the_model_computes() -> None:
    """The table on the page comes from the figures beside it, and was not changed by hand."""
    model = runpy.run_path(str(BENCHMARKS / "scaling.py"))["Model"]
    figures = json.loads((BENCHMARKS / "scaling-figures.json").read_text(encoding="utf-8"))
    assert (BENCHMARKS / "scaling-results.md").read_text(encoding="utf-8") == model(figures).markdown()


def test_more_players_need_more() -> None:
    """Ten times as many players need ten times as many moves, and never fewer processes; the model agrees with measurement."""
    model = runpy.run_path(str(BENCHMARKS / "scaling.py"))["Model"]
    found = model(json.loads((BENCHMARKS / "scaling-figures.json").read_text(encoding="utf-8")))
    few, many = found.need(10_000), found.need(100_000)
    assert many.moves == 10 * few.moves
    assert many.processes >= 5 * few.processes
    assert (few.connections, many.connections) == (few.processes * CONNECTIONS, many.processes * CONNECTIONS)
    assert "connections" in found.gives_first(many)
    assert abs(found.predicted(4) / found.costs[4]["lastcard"] - 1) < 0.25
