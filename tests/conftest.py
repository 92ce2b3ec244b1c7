"""Options of the tests."""

from __future__ import annotations

import os

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--long``, which also runs tests that take minutes."""
    parser.addoption("--long", action="store_true", help="run the tests that are marked as long, too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests marked as long unless ``--long`` is given."""
    if config.getoption("--long"):
        return
    left = [item for item in items if item.get_closest_marker("long") is None]
    if len(left) < len(items):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("long")])
        items[:] = left


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """With ``-n auto``, two workers a core: tests of servers and browsers wait more than they compute."""
    return 2 * (os.cpu_count() or 1)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run async tests on asyncio."""
    return "asyncio"
