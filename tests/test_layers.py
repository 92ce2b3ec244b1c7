"""The layers of the package: who may import whom."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import lastcard

PACKAGE = Path(lastcard.__file__).parent
PAGE = Path(__file__).parent.parent / "docs" / "architecture.md"

# From the bottom up, as the architecture page lists them; modules of one line may import each other.
LAYERS = [
    ["errors"],
    ["cards"],
    ["texts"],
    ["moves"],
    ["events"],
    ["options", "rulebook"],
    ["rules"],
    ["house"],
    ["edition"],
    ["rules.compiled"],
    ["editions"],
    ["refusals"],
    ["view"],
    ["record"],
    ["game"],
    ["worlds"],
    ["testing"],
    ["cli"],
]
HEIGHT = {name: height for height, layer in enumerate(LAYERS) for name in layer}
FILES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def layer_of(module: str) -> str:
    """The longest name of a layer that a module (without the package's name) is in."""
    parts = module.split(".")
    names = (".".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next(name for name in names if name in HEIGHT)


def imported(path: Path) -> set[str]:
    """The layers that a file imports from, late imports included."""
    here = ["lastcard", *path.relative_to(PACKAGE).with_suffix("").parts]
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            start = [*here[: -node.level]] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            found |= {f"{base}.{alias.name}" for alias in node.names}
    ours = {name.removeprefix("lastcard.") for name in found if name.startswith("lastcard.")}
    return {layer_of(name) for name in ours if name.partition(".")[0] in HEIGHT}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_point_down(path: Path) -> None:
    """A module imports only from its own layer and those below it."""
    own = layer_of(".".join(path.relative_to(PACKAGE).with_suffix("").parts))
    assert {name for name in imported(path) if HEIGHT[name] > HEIGHT[own]} == set()


def test_the_architecture_page_lists_the_layers() -> None:
    """The page of the architecture names the same layers in the same order."""
    table = PAGE.read_text(encoding="utf-8").partition("## Files")[2].partition("## Words")[0]
    rows = re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE)
    assert [re.findall(r"`([^`]+)`", row) for row in rows] == LAYERS
