"""Every screen of the client, opened in a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from browser.house import House
from browser.people import People
from browser.players import Player
from lastcard import editions

EDITION = editions.names()[0]
FIRST, SECOND, *_ = editions.get(EDITION).colors
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
    expect(page.get_by_role("main").get_by_role("button").first).to_be_visible()
    return page


def lobby(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the lobby of a new table as its host."""
    page = people.seated(house.table(EDITION), settings=settings)
    expect(page.get_by_test_id("start")).to_be_visible()
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


def learning(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open a lesson at its first step."""
    page = people.context(settings=settings).new_page()
    page.goto(f"{house.url}#learn={EDITION}")
    expect(page.get_by_test_id("coach-says")).not_to_be_empty()
    expect(Player(page, 0).find("hand")).to_be_visible()
    return page


SCREENS: dict[str, Open] = {
    "home": home,
    "join": joining,
    "lobby": lobby,
    "play": playing,
    "dialog": choosing,
    "over": over,
    "replay": replaying,
    "lesson": learning,
    "rules": place(f"rules={EDITION}", "screen-rules"),
    "all-rules": place(f"rules={EDITION}&face=all", "screen-rules"),
    "settings": place("settings", "screen-settings"),
}
