"""Browsers and a server for them. A test gets ``house`` (the server) and ``people`` (pages of players)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import chromium
from browser.house import House
from browser.people import People


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real Chromium; without one the tests fail, and say what helps.

    For a module and no longer: while Playwright is open its event loop runs, and other tests run loops of their own.
    """
    with chromium.opened() as browser:
        yield browser


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A server."""
    house = House(tmp_path, monkeypatch)
    yield house
    house.stop()


@pytest.fixture
def people(browser: Browser, house: House) -> Iterator[People]:
    """Players. No page may have had an error, broken its content policy, or asked another server."""
    people = People(browser, house)
    yield people
    people.close()
    assert people.troubles == []
