"""The page about the server shows everything that benchmarks/server.py measures, beside the bars that it has now."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def test_the_page_has_the_bars_of_the_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page has a row for every goal of a full run, with its bar."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    script = runpy.run_path(str(BENCHMARKS / "server.py"))
    wanted = [each.at(script["FULL"]) for name in script["MEASURES"] for each in script["GOALS"][name]]
    page = (BENCHMARKS / "server-results.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| (.+?) \| (.+?) \| .+ \| (?:ok|\*\*not\*\*) \|$", page, flags=re.MULTILINE) == wanted
