"""``benchmarks/bots.py``: the figures that the pages about bots quote come from a script."""

from __future__ import annotations

import re

import pytest
from benchmarks.bots import Bench

TOLD = ("learned, 2 players, the compiled network alone", "learned, 2 players", "learned-interpreted, 2 players")


def test_speed_tells_the_network_from_the_bot(capsys: pytest.CaptureFixture[str]) -> None:
    """The part ``speed`` prints the time of `learned` three times: the network alone, with compiled rules, and without."""
    Bench(deals=2, seed=0, rollouts=20, workers=1, players=None, only="").speed(rounds=1)
    told = capsys.readouterr().out
    for what in TOLD:
        assert re.search(f"^{what}: [0-9.e-]+ [µm]s per choice", told, re.MULTILINE), told
