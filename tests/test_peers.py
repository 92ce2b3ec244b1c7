"""The benchmarks' loops for RLCard and OpenSpiel still play whole episodes with the installed versions."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

import pytest

from test_docs import ROOT


@pytest.fixture
def peers(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Load ``benchmarks/peers.py``."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    return importlib.import_module("peers")


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("loop", "seconds"), [("rlcard_game", 0.3), ("rlcard_env", 0.3), ("spiel_game", 0.05)])
def test_a_peer_plays_whole_episodes(peers: ModuleType, loop: str, seconds: float, players: int) -> None:
    """Many episodes end, each with a winner, after the expected number of moves."""
    played = getattr(peers, loop)(players, seconds)
    assert played.rate > 1000
    assert played.episodes > 10
    assert set(played.wins) <= set(range(players))


def test_steps_of_any_game_of_openspiel_are_counted(peers: ModuleType) -> None:
    """The loop with observations handles a game that has chance nodes."""
    assert peers.spiel_env("crazy_eights(players=4)", 0.1) > 1000


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"moves": 500 * 400}, "500 moves an episode"),
        ({"moves": 20 * 400}, "20 moves an episode"),
        ({"lost": 5}, "5 of 400 episodes came to nothing"),
        ({"episodes": 401}, "in 401 episodes"),
        ({"wins": {0: 200, 1: 200}}, r"only \[0, 1\] have won"),
    ],
    ids=["never reset", "reset too early", "lost", "no winner", "a seat that never wins"],
)
def test_a_loop_that_does_not_do_the_work_has_no_rate(peers: ModuleType, change: dict[str, Any], says: str) -> None:
    """Episodes that are too long or short, have no winner, or leave a seat that never wins stop the benchmark."""
    right = {"moves": 50 * 400, "episodes": 400, "seconds": 1.0, "wins": dict.fromkeys(range(4), 100)}
    assert peers.Played("uno", 4, **right).rate == 50 * 400
    with pytest.raises(AssertionError, match=says):
        _ = peers.Played("uno", 4, **{**right, **change}).rate
