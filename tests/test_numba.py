"""Numba's private parts: if they are missing, the rules still compile, with one warning."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import warnings
from collections.abc import Iterator, MutableSequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from lastcard.rules import numba_parts
from lastcard.rules.build import compile_kernels, entry, kernel, nth

ROOT = Path(__file__).parents[1]


@kernel
def doubled(n: int) -> int:
    """Double a number; only kernels call this, sometimes with a constant."""
    return n + n


@entry
def run(row: MutableSequence[int]) -> int:
    """Run the kernel from Python."""
    row[0] += 1
    return doubled(row[0]) + doubled(5) + (7).bit_count()


MEMBERS = [0, 3, 4, 7, 20, 41, 63]


@entry
def find_members(bits: int, row: MutableSequence[int]) -> None:
    """Find every bit that is set, by its number."""
    for i in range(bits.bit_count()):
        row[i] = nth(bits, i)


@pytest.fixture(autouse=True)
def _asked_again() -> Iterator[None]:
    """Forget what is known about this Numba, before and after."""
    numba_parts.private_parts.cache_clear()
    yield
    numba_parts.private_parts.cache_clear()


def compiled_kernels() -> Any:
    """Compile the kernels of this file."""
    module: Any = ModuleType("some_kernels")
    module.__file__ = __file__
    module.nth = nth
    for function in (doubled, run, find_members):
        function.__module__ = module.__name__
        setattr(module, function.__name__, function)
    return compile_kernels(module, cache=False)


def compiled() -> int:
    """Return what two of the kernels compute when they are compiled."""
    import numpy as np

    return int(compiled_kernels().run(np.zeros(1, np.int64)))


def test_both_speeds_find_the_same_bits() -> None:
    """The n-th bit that is set is found without a loop in compiled code, and is the same in both speeds."""
    import numpy as np

    bits = sum(1 << member for member in MEMBERS)
    row, slow = np.zeros(len(MEMBERS), np.int64), [0] * len(MEMBERS)
    find_members(bits, slow)
    compiled_kernels().find_members(bits - (1 << 64), row)  # the last bit is the sign there
    assert slow == row.tolist() == MEMBERS


@pytest.mark.parametrize(
    "missing",
    [
        "numba.core.registry.CPUDispatcher",
        "numba.core.codegen.JITCodeLibrary",
        "numba.core.codegen.CPUCodeLibrary._get_module_for_linking",
        "numba.core.codegen.CPUCodeLibrary._optimize_final_module",
        "numba.core.compiler.Compiler",
    ],
)
def test_plain_njit_where_a_private_part_is_missing(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    """Without the fast dispatcher or the linked build, kernels give the same results, and one warning says what is lost."""
    import numba.core.registry  # noqa: F401

    monkeypatch.delattr(missing)
    with pytest.warns(RuntimeWarning, match=r"Numba \S+ is not as lastcard knows it \(\w+Error: .*the plain way") as told:
        parts = [numba_parts.private_parts(), numba_parts.private_parts()]
    assert (parts, len(told)) == ([None, None], 1)
    monkeypatch.undo()
    assert compiled() == 15


def test_an_entry_may_trust_its_arguments() -> None:
    """An entry that doesn't look at its arguments gives the same results; if Numba doesn't offer one, it looks at them."""
    import numpy as np

    row, looks = np.zeros(1, np.int64), compiled_kernels().run
    assert looks(row) == 15
    trusts = numba_parts.recognized(looks, row)
    assert trusts is not looks
    assert (trusts(row), looks(row), row[0]) == (17, 19, 3)
    assert numba_parts.recognized(run, row) is run


def test_the_private_parts_are_there() -> None:
    """With the Numba that the tests use there is no warning, and kernels give the same results."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert numba_parts.private_parts() is not None
    assert compiled() == 15


def test_a_numba_that_nobody_has_tried_is_tried_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """With an unknown version of Numba, the private parts are used only if a small program runs correctly with them."""
    monkeypatch.setattr(numba_parts, "NEWEST", numba_parts.OLDEST)
    assert numba_parts.private_parts() is not None
    numba_parts.private_parts.cache_clear()
    monkeypatch.setattr(numba_parts, "_compile", lambda *_, **__: lambda n: n)
    with pytest.warns(RuntimeWarning, match="what it compiled is wrong"):
        assert numba_parts.private_parts() is None


def test_the_known_range_is_the_one_that_is_installed() -> None:
    """The oldest known Numba is the oldest that can be installed, and the newest known is the one the tests run with.

    So neither end moves without the long test below.
    """
    extra = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]["lab"]
    [pinned] = re.findall(r"(?m)^numba==(\d+\.\d+)", (ROOT / "constraints.txt").read_text(encoding="utf-8"))
    assert "numba>={}.{}".format(*numba_parts.OLDEST) in extra
    assert pinned == "{}.{}".format(*numba_parts.NEWEST)


@pytest.mark.long
@pytest.mark.parametrize("version", ["==0.61.0", ""], ids=["oldest", "newest"])
def test_both_ends_of_the_supported_range(tmp_path: Path, version: str) -> None:
    """With the oldest supported Numba and the newest there is, both speeds agree, with private parts and without."""
    python = tmp_path / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", tmp_path], check=True)
    subprocess.run([python, "-m", "pip", "install", "-q", f"numba{version}"], check=True)
    for way in ("fast", "plain"):
        command = [python, ROOT / "tests" / "numba_speeds.py", way]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        assert done.returncode == 0, done.stderr
        assert f", {way}: both speeds agree on " in done.stdout
