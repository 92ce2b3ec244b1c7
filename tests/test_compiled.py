"""Messages about compiling say only what was really done."""

import itertools
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from lastcard import editions
from lastcard.compiled import Compiled, compilations
from lastcard.envs import places, vector
from lastcard.rules.build import compile_kernels

TOY = """
from lastcard.rules.build import entry

@entry
def double(row):
    row[0] *= 2
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return a module with one kernel that has never been compiled."""
    path = tmp_path / "toy_kernels.py"
    path.write_text(TOY, encoding="utf-8")
    spec = spec_from_file_location("toy_kernels", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "toy_kernels", module)
    spec.loader.exec_module(module)
    return module


def test_what_is_compiled_and_what_is_loaded_are_told_apart(toy: ModuleType) -> None:
    """The first call of an entry compiles it, a second does nothing, and the next process finds it in the cache."""
    first, later = compile_kernels(toy), compile_kernels(toy)
    assert compilations(first) == 0
    for _ in range(2):
        first.double(np.ones(1, np.int64))
        assert compilations(first) == 1
    later.double(np.ones(1, np.int64))
    assert compilations(later) == 0


def test_rules_that_are_loaded_are_not_said_to_be_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    """Rules from the cache are reported as loaded, not compiled."""
    Compiled(editions.get("classic"), quiet=True)
    assert capsys.readouterr().err == ""
    Compiled(editions.get("classic"))
    told = capsys.readouterr().err
    assert told.startswith("lastcard: preparing the rules of classic … loaded in ")
    assert "compil" not in told


def test_episodes_that_are_loaded_are_not_said_to_be_compiled(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loading episodes is never reported as compiling, however long a busy machine takes."""
    vector.LastcardVectorEnv(1, "classic", 2)
    places.kernels_of.cache_clear()
    capsys.readouterr()
    monkeypatch.setattr("time.perf_counter", itertools.count(step=10).__next__)
    vector.LastcardVectorEnv(1, "classic", 2)
    assert capsys.readouterr().err == ""
