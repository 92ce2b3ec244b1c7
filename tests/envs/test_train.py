"""The training example learns, and its result plays as a bot."""

import importlib.util
import sys
from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest

from lastcard import Game
from lastcard.bots import get, play_round

EXAMPLE = Path(__file__).parents[2] / "examples" / "train.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("train_example", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_it_learns_draws_its_curve_and_plays(
    example: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A short training wins far more rounds than at first, and leaves weights, a chart and a bot that plays whole rounds."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["train.py", "--steps", "250_000"])
    example.main()
    assert "Rounds won" in capsys.readouterr().out
    assert (tmp_path / "agent.png").stat().st_size > 1000
    _, curve = example.train(steps=250_000)
    assert np.mean([won for _, won in curve[-5:]]) > 0.2 > np.mean([won for _, won in curve[:5]])
    wins = 0
    for seed in range(30):
        game = Game("classic", 2, seed=seed)
        play_round(game, [example.BOT, get("chaos")], Random(seed))
        wins += game.view(None).winner == 0
    assert wins > 15
