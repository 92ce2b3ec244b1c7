"""What docs/scaling.md says that many players need is what the model computes from the measured figures."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from lastcard.server.storage.database import CONNECTIONS

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
SCRIPT: dict[str, Any] = runpy.run_path(str(BENCHMARKS / "scaling.py"))


def measured() -> dict[str, Any]:
    """The figures that the page was made from."""
    found: dict[str, Any] = json.loads((BENCHMARKS / "scaling-figures.json").read_text(encoding="utf-8"))
    return found


def model(**more: Any) -> Any:
    """The model of the measured figures, with others in their place."""
    return SCRIPT["Model"]({**measured(), **more})


def thinking(**cost: float) -> dict[str, float]:
    """Figures of players who think."""
    return {"tables": 600, "lastcard": 1.0, "nats": 0.2, "postgres": 0.4, "messages": 4.0, "kb_a_player": 35.0, **cost}


SIGNS = {"connection": 0.02, "process": 5.0, "pair": 2.0}
NONE = {"connection": 0.02, "process": 0.0, "pair": 0.0}
THREE = {"1": thinking(lastcard=0.5), "2": thinking(lastcard=0.7), "4": thinking(lastcard=1.2)}


def test_the_page_shows_what_the_model_computes() -> None:
    """The table on the page comes from the figures beside it, and was not changed by hand."""
    assert (BENCHMARKS / "scaling-results.md").read_text(encoding="utf-8") == model().markdown()


def test_more_players_need_more() -> None:
    """Ten times as many players need ten times as many moves, and never fewer processes; the model agrees with measurement."""
    found = model()
    few, many = found.need(10_000), found.need(100_000)
    assert many.moves == 10 * few.moves
    assert many.processes >= 5 * few.processes
    assert (few.connections, many.connections) == (few.processes * CONNECTIONS, many.processes * CONNECTIONS)
    assert "connections" in found.gives_first(1, many)
    one, two, four = (found.costs[size]["lastcard"] for size in (1, 2, 4))
    assert abs(SCRIPT["predicted"](one, two, 4) / four - 1) < 0.25


def test_signs_of_life_stay_in_their_cluster() -> None:
    """If players are divided among clusters, processes of different clusters exchange no signs of life."""
    found = model(idle_cluster=SIGNS, thinking={"4": thinking()})
    clusters, each = found.clusters(1_000_000)
    assert clusters > 1
    assert each.messages == pytest.approx(each.moves * 4 + each.processes * (each.processes - 1) * SCRIPT["BEATS"])
    assert found.row(1_000_000)[2] == f"{clusters * each.processes:,}"
    assert all(need is None or not need.fits() for need in (found.need(1_000_000 / fewer) for fewer in range(1, clusters)))


def test_the_most_players_have_signs_of_life() -> None:
    """As many players as NATS can take keep it as busy as it may be, signs of life included, and one more is too many."""
    found = model(idle_cluster=NONE, thinking={"4": thinking()})
    most = found.most_players("NATS")
    assert 0.999 < found.need(most).loads()["NATS"] <= 1 < found.need(most + 8).loads()["NATS"]
    assert most < 16 * SCRIPT["BUSY"] * 1e3 / 0.2 * 8  # cores, each for so many moves of eight players


def test_signs_of_life_cost_processes_time() -> None:
    """Processes are as many as moves, pings and signs of life take, and no smaller number is enough."""
    found = model(idle_cluster=SIGNS, thinking={"4": thinking()})
    assert found.lasting(1_000, 4) == 1_000 * 0.02 + 4 * 5 + 12 * 2

    def share(size: int) -> float:
        return float(12_500 * 1.0 + 100_000 * 0.02 + size * 5 + size * (size - 1) * 2) / size / 1e3

    need = found.need(100_000)
    assert share(need.processes) <= SCRIPT["BUSY"] < share(need.processes - 1)
    assert need.processes > model(idle_cluster=NONE, thinking={"4": thinking()}).need(100_000).processes


def test_a_cluster_has_a_largest_size() -> None:
    """If signs of life take all that another process would bring, players are divided among more clusters."""
    found = model(idle_cluster={**SIGNS, "pair": 20.0}, thinking={"4": thinking()})
    assert found.need(100_000) is None
    clusters, each = found.clusters(100_000)
    assert clusters > 1
    assert found.gives_first(clusters, each).startswith("signs of life: ")


def test_players_who_think_are_predicted_from_one_and_two_processes() -> None:
    """What four processes cost with players who think is told beside what the model says from one and two."""
    found = model(thinking=THREE)
    assert SCRIPT["predicted"](0.5, 0.7, 4) == pytest.approx(0.5 + 3 * 0.2)
    sentence = "it costs 0.50 ms with one process, 0.70 ms at two, and 1.20 ms at four, where the model predicts 1.10 ms."
    assert sentence in found.check()
    assert sentence in found.markdown()


def test_few_players_are_computed_from_few_processes() -> None:
    """One process takes what a move was measured to cost with one, since there is no other door."""
    need = model(idle_cluster=SIGNS, thinking={**THREE, "1": thinking(lastcard=5.0)}).need(1_000)
    assert need.processes == 2  # (125 moves of 5 ms + pings) > 60% of a core, and two processes take 125 * 0.7 ms
    assert model(idle_cluster=SIGNS, thinking=THREE).need(1_000).processes == 1
