"""The server is upgraded while a page is open: parts of the page that it hasn't loaded yet are gone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.house import House
from browser.people import People
from lastcard.server.http.static_files import FOLDER


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """Copy the build, so that the test can replace files."""
    return Path(shutil.copytree(FOLDER, tmp_path / "static"))


@pytest.fixture
def house(tmp_path: Path, build: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Serve the copy."""
    monkeypatch.setenv("LASTCARD_STATIC", str(build))
    house = House(tmp_path, monkeypatch)
    yield house
    house.stop()


def upgrade(build: Path, *, part: str) -> None:
    """Give the page's first file and a part of the page new names, as another version has. ``part`` is the new name."""
    start, old = next(build.glob("assets/index-*.js")), next(build.glob("assets/Settings-*.js"))
    text = start.read_text("utf-8").replace(old.name, part)
    start.rename(start.with_name("index-upgraded.js")).write_text(text, "utf-8")
    page = build / "index.html"
    page.write_text(page.read_text("utf-8").replace(start.name, "index-upgraded.js"), "utf-8")
    old.rename(old.with_name("Settings-upgraded.js"))


def opened(people: People) -> tuple[Page, list[str]]:
    """Open the home page, and collect every time that it is asked for again."""
    page = people.home()
    expect(page.get_by_test_id("play-now")).to_be_visible()
    loads: list[str] = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    return page, loads


def test_a_page_from_before_an_upgrade_loads_itself_again(people: People, build: Path) -> None:
    """A part that is gone because the server has a new version comes with the new version, and the player notices nothing."""
    page, loads = opened(people)
    upgrade(build, part="Settings-upgraded.js")
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_test_id("screen-settings")).to_be_visible()
    assert len(loads) == 1


def test_a_page_never_loads_itself_twice_for_one_version(people: People, build: Path) -> None:
    """If the part is missing in the new version too, one message says so and offers to load the page again."""
    page, loads = opened(people)
    upgrade(build, part="Settings-missing.js")
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("alert")).to_contain_text("This part of the page didn't load.")
    assert len(loads) == 1


def test_a_page_stays_while_the_server_is_away(people: People, house: House) -> None:
    """A part that can't be loaded because the server is away doesn't cost the page what it shows."""
    page, loads = opened(people)
    house.stop()
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("alert")).to_contain_text("This part of the page didn't load.")
    assert loads == []
    house.start()
