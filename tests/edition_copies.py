"""Copies of an edition's file with something changed, to break or extend the edition on purpose."""

from __future__ import annotations

import importlib.util
import sys
from itertools import count
from pathlib import Path
from types import ModuleType

from lastcard import Edition, editions

_NUMBER = count(1)


def load(folder: Path, source: str, name: str = "") -> Edition:
    """Return the EDITION of a module with this source."""
    found: Edition = load_module(folder, source, name).EDITION
    return found


def load_module(folder: Path, source: str, name: str = "") -> ModuleType:
    """Load a module with this source; it stays loaded as long as the tests run."""
    name = name or f"copied_edition_{next(_NUMBER)}"
    path = folder / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def changed(folder: Path, *changes: tuple[str, str], more: str = "", edition: str = "dark-side") -> Edition:
    """Return a copy of an edition's file with each of the changes made and more code at the end."""
    source = Path(str(editions.get(edition).modules[-1].__file__)).read_text(encoding="utf-8")
    source = source.replace("from ..", "from lastcard.").replace("from lastcard. import", "from lastcard import")
    source = source.replace("from .", "from lastcard.editions.")
    for old, new in (*changes, (f'id="{edition}"', f'id="{edition}-copy"')):
        assert old in source, f"there is no {old!r} to change in {edition}"
        source = source.replace(old, new)
    return load(folder, f"{source}\n{more}")
