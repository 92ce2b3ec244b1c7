"""The layers of the program: each module imports only what stands above it, and nothing outside editions/ names one."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from lastcard import editions

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "lastcard"

# From the top: a module may import those above it. A name ending in .* is a folder of equals that do not know each other;
# one ending in / is a package with an order of its own.
LAYERS = [
    "errors",
    "cards",
    "texts",
    "moves",
    "events",
    "options",
    "rulebook",
    "rules",
    "rules.build",
    "rules.state",
    "rules.core",
    "rules.evidence",
    "rules.older",
    "rules.votes",
    "rules.playout",
    "rules.policy",
    "rules.beliefs",
    "rules.outlook",
    "rules.trials",
    "rules.fair",
    "house",
    "edition",
    "compiled",
    "editions.*",
    "editions",
    "refusals",
    "view",
    "record",
    "game",
    "worlds",
    "verify",
    "",  # lastcard itself: the public names
    "testing.walks",
    "testing.checks",
    "testing",
    "bots/",
    "lab/",
    "envs/",
    "server/",
    "tui/",
    "cli",
]


@cache
def modules() -> list[str]:
    """Every module of the package by its name without ``lastcard.``; the package itself is the empty name."""
    names = [path.relative_to(SOURCE).with_suffix("").as_posix().replace("/", ".") for path in SOURCE.rglob("*.py")]
    return sorted(name.removesuffix("__init__").rstrip(".") for name in names)


def path_of(module: str) -> Path:
    """The file of a module."""
    place = SOURCE.joinpath(*module.split(".")) if module else SOURCE
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def layer(module: str) -> int:
    """How far down a module stands; -1 where the list does not place it."""
    package, _, rest = module.partition(".")
    for name in (module, f"{module.rpartition('.')[0]}.*" if rest else module, f"{package}/"):
        if name in LAYERS:
            return LAYERS.index(name)
    return -1


def imports(module: str) -> Iterator[str]:
    """The modules of the package that a module imports, anywhere in its file."""
    path = path_of(module)
    package = ["lastcard", *module.split(".")] if module else ["lastcard"]
    if path.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name for alias in node.names for name in _ours(alias.name, []))
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) + 1 - node.level] if node.level else []
            yield from _ours(".".join([*start, *([node.module] if node.module else [])]), [a.name for a in node.names])


def _ours(source: str, names: list[str]) -> Iterator[str]:
    """``from source import names`` as modules: a name that is a module counts as itself."""
    if source.partition(".")[0] != "lastcard":
        return
    module = source.removeprefix("lastcard").lstrip(".")
    inner = [name for name in names if f"{module}.{name}".lstrip(".") in modules()]
    yield from (f"{module}.{name}".lstrip(".") for name in inner)
    if len(inner) < len(names) or not names:
        yield module


@pytest.mark.parametrize("module", modules())
def test_imports_go_up(module: str) -> None:
    """A module stands in the list of layers and imports only modules above it."""
    here = layer(module)
    assert here >= 0, f"{module} has no place in LAYERS"
    for other in imports(module):
        own_package = LAYERS[here].endswith("/") and layer(other) == here
        assert layer(other) < here or own_package, f"{module} imports {other}, which stands below it"


def test_layers_exist() -> None:
    """Every module that the list of layers names is there, so that the list cannot grow stale."""
    plain = [name for name in LAYERS if not name.endswith(("/", ".*"))]
    assert [name for name in plain if name not in modules()] == []


# Words that are no editions where they stand.
OTHER_MEANINGS = {
    ("src/lastcard/rules/playout.py", "dare"),  # how often people do a dare
    ("src/lastcard/bots/steady.py", "dare"),  # the word on a card
    ("src/lastcard/lab/review.py", "dare"),  # a move
    ("src/lastcard/server/told.py", "dare"),  # what a field of a view holds
    ("src/lastcard/bots/trials.py", "dare"),  # how often people do a dare
}


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """The strings in a file's code, docstrings left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.lineno, node.value


def test_nothing_else_names_an_edition() -> None:
    """No code of the package or the documentation, outside editions/, names an edition by its id or its module."""
    ids = set(editions.names())
    words = ids | {name.replace("-", "_") for name in ids} | {f"lastcard.editions.{name.replace('-', '_')}" for name in ids}
    named = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in [*SOURCE.rglob("*.py"), *(ROOT / "docs").glob("*.py")]
        if SOURCE / "editions" not in path.parents
        for line, text in strings(path)
        if text in words and (path.relative_to(ROOT).as_posix(), text) not in OTHER_MEANINGS
    ]
    assert named == []


def test_nothing_else_imports_an_edition() -> None:
    """No module outside editions/ imports the module of an edition: editions are found, not listed."""
    inside = [name for name in modules() if name.startswith("editions")]
    outside = [name for name in modules() if name not in inside]
    assert [(name, other) for name in outside for other in imports(name) if other in inside and other != "editions"] == []
