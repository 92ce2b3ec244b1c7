"""Axe finds no faults on any screen, in both themes and with more contrast."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.axe import faults
from browser.house import House
from browser.people import People
from browser.players import Player
from lastcard import editions
from variants import variants

EDITION = editions.names()[0]
FIRST, SECOND, *_ = editions.get(EDITION).colors
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"theme": "light"},
    "dark": {"theme": "dark"},
    "contrast": {"theme": "dark", "contrast": "more"},
}
Open = Callable[[House, People, dict[str, Any]], Page]


def home(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the home page, with an open table and the player's own game on it."""
    house.table(EDITION, name="Cleo", settings={"public": True})
    page = people.home(settings=settings)
    expect(page.get_by_test_id("play-now")).to_be_visible()
    return page


def joining(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open an invite link."""
    made = house.table(EDITION)
    page = people.context(settings=settings).new_page()
    page.goto(f"{house.url}#join={made['invite']}")
    expect(page.get_by_role("button", name="Join", exact=True)).to_be_visible()
    return page


def playing(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open a table on the player's turn."""
    house.arrange(EDITION, hands=[[f"{FIRST}-1", "wild", f"{SECOND}-2"], [f"{SECOND}-1", f"{FIRST}-3"]], top=f"{FIRST}-5")
    ann = house.table(EDITION)
    house.start_game(ann, house.join(ann))
    page = people.seated(ann, settings=settings)
    expect(Player(page, 0).find("hand")).to_be_visible()
    return page


def choosing(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the choice of a color."""
    page = playing(house, people, settings)
    player = Player(page, 0)
    player.find("hand").locator('[data-card="wild"]').click()
    expect(player.find("dialog")).to_be_visible()
    return page


def over(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the end of a game."""
    house.arrange(EDITION, hands=[[f"{FIRST}-1"], [f"{SECOND}-1", f"{FIRST}-3"]], top=f"{FIRST}-5")
    ann = house.table(EDITION)
    house.start_game(ann, house.join(ann))
    page = people.seated(ann, settings=settings)
    Player(page, 0).make(f"play {FIRST}-1")
    expect(page.get_by_test_id("screen-between")).to_be_visible()
    return page


def replaying(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the replay of a finished game."""
    page = over(house, people, settings)
    page.goto(page.url.replace("#table", "#replay"))
    expect(page.get_by_test_id("screen-replay")).to_be_visible()
    expect(page.get_by_test_id("replay-forward")).to_be_visible()
    return page


def place(fragment: str, test_id: str) -> Open:
    """Open a screen that needs no table."""

    def open_it(house: House, people: People, settings: dict[str, Any]) -> Page:
        page = people.context(settings=settings).new_page()
        page.goto(f"{house.url}#{fragment}")
        expect(page.get_by_test_id(test_id).get_by_role("heading", level=1)).to_be_visible()
        return page

    return open_it


SCREENS: dict[str, Open] = {
    "home": home,
    "join": joining,
    "play": playing,
    "dialog": choosing,
    "over": over,
    "replay": replaying,
    "rules": place(f"rules={EDITION}", "screen-rules"),
    "settings": place("settings", "screen-settings"),
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_has_no_faults(screen: str, look: str, house: House, people: People) -> None:
    """Axe finds no faults on any screen."""
    assert faults(SCREENS[screen](house, people, LOOKS[look])) == []


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("edition", editions.names())
def test_a_lobby_has_no_faults(edition: str, look: str, house: House, people: People) -> None:
    """Axe finds no faults in a lobby where an edition's options, house rules and dares are chosen."""
    ann = house.table(edition, options=variants(edition)[2])
    page = people.seated(ann, settings=LOOKS[look])
    expect(page.get_by_test_id("screen-lobby")).to_be_visible()
    assert faults(page) == []


def test_less_motion_means_no_fading(house: House, people: People) -> None:
    """With reduced motion, a new theme appears at once, so that nothing is ever dark on dark."""
    page = place("settings", "screen-settings")(house, people, {"theme": "light", "motion": "reduced"})
    changing = "() => { document.documentElement.dataset.theme = 'dark'; return document.getAnimations().length; }"
    assert page.evaluate(changing) == 0
