"""A sample of ``benchmarks/fuzz.py``: hostile messages to tables of every edition, with table rules and video on."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

from lastcard import editions

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "fuzz.py"


def script() -> ModuleType:
    """Load the script."""
    spec = importlib.util.spec_from_file_location("fuzz", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_hostile_messages_leave_every_table_readable(tmp_path: Path) -> None:
    """No message causes an internal error, and after a kill every table is read from its log, in every edition."""
    count = len(editions.names())
    tables = script().alone(tmp_path, count * 120, seed=18, a_table=120)
    assert len(tables) >= count
