"""Distributions as pip installs them: modules in a folder on the path, with their metadata and entry points."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from lastcard import bots, editions
from lastcard.server.wire.catalog import catalog


def install(folder: Path, name: str, files: Mapping[str, str], group: str, **entries: str) -> None:
    """Install a distribution with this name, with files by path and entry points in a group."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    about = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    lines = [f"[{group}]", *(f"{key} = {value}" for key, value in entries.items())]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


@contextmanager
def on_path(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[None]:
    """Make the folder importable, as if it had been installed before the program started."""
    with monkeypatch.context() as patch:
        patch.syspath_prepend(folder)
        _forget()
        yield
    _forget()


def _forget() -> None:
    importlib.invalidate_caches()
    editions._found.cache_clear()
    bots._found.cache_clear()
    catalog.cache_clear()
