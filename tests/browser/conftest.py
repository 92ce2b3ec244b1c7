"""Browsers and a server for them. A test gets ``house`` (the server) and ``people`` (the players' pages)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest
from playwright.sync_api import Browser

import chromium
from browser.house import House
from browser.people import People
from browser.staff import Staff
from browser.tour import Tour


@pytest.fixture(scope="session")
def _chromium() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """Open a real Chromium, and let its event loop rest. Without one the tests fail and say what to install."""
    with chromium.opened() as browser:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)


@pytest.fixture(scope="module")
def browser(_chromium: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """Use the Chromium in a module.

    Playwright's event loop runs as long as it is open, but the tests of other modules run their own loops.
    """
    browser, loop = _chromium
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def staff() -> Iterator[Staff]:
    """Keep the processes that servers start for their bots, hints and replays."""
    staff = Staff()
    yield staff
    anyio.run(staff.go_home)


@pytest.fixture(autouse=True)
def _same_staff(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every server the same processes."""
    staff.work_for_servers(monkeypatch)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Run a server for the test."""
    house = House(tmp_path, monkeypatch)
    yield house
    house.stop()


@pytest.fixture
def people(browser: Browser, house: House) -> Iterator[People]:
    """Provide players, and check that no page had an error, broke its content policy, or contacted another server."""
    people = People(browser, house)
    yield people
    house.rest()
    people.close()
    assert people.troubles == []


@pytest.fixture(scope="module")
def _tour(browser: Browser, staff: Staff, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tour]:
    """Run a server, and open a page that goes from one of its tables to the next, for all tests of a module."""
    with pytest.MonkeyPatch.context() as patch:
        staff.work_for_servers(patch)
        house = House(tmp_path_factory.mktemp("tour"), patch)
        people = People(browser, house)
        yield Tour(house, people)
        house.rest()
        people.close()
        house.stop()


@pytest.fixture
def tour(_tour: Tour) -> Iterator[Tour]:
    """Provide a page that visits tables. Loading it for each would take longer than most tests of how a table is laid out."""
    yield _tour
    assert _tour.people.troubles == []
