"""Text that people write is shown as they wrote it and never becomes part of the page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.house import House
from browser.people import People
from browser.players import Player
from lastcard import editions
from variants import variants

NAME = "<img src=x onerror=hi()>"
TEXT = "<script>hi()</script><marquee>{seat} %s"
WRITTEN = [name for name in editions.names() if "house_rules" in variants(name)[2]]


def hostile(value: Any, key: str = "") -> Any:
    """Return house rules in which every text that a person could write is markup."""
    if isinstance(value, dict):
        return {name: hostile(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [TEXT if isinstance(item, str) else hostile(item) for item in value]
    return TEXT if key == "text" else NAME if key == "name" else value


def is_clean(page: Page) -> None:
    """Check that none of the markup has become an element."""
    assert page.locator("img, marquee, #app script").count() == 0
    assert page.evaluate("typeof window.hi") == "undefined"


def test_a_name_is_only_text(house: House, people: People) -> None:
    """A name full of markup is shown as it is in the lobby, at the table, in the log and in the chat."""
    ann = house.table(editions.names()[0], name=NAME, options={"dealer": 0})
    ben = house.join(ann)
    page = people.seated(ben)
    expect(page.get_by_text(NAME).first).to_be_visible()
    is_clean(page)
    house.start_game(ann, ben)
    player = Player(page, 1)
    expect(player.find("screen-play")).to_be_visible()
    house.command(ann, do="chat", text=TEXT)
    expect(player.find("seat-0")).to_contain_text(NAME)
    expect(player.find("log")).to_contain_text(NAME)
    page.get_by_role("tab", name="Chat").click()
    expect(player.find("chat")).to_contain_text(TEXT)
    is_clean(page)


@pytest.mark.parametrize("edition", WRITTEN)
def test_house_rules_are_only_text(edition: str, house: House, people: People) -> None:
    """House rules full of markup are shown as they are to the players who are asked to agree."""
    options = hostile(variants(edition)[2])
    ann = house.table(edition, options=options)
    page = people.seated(house.join(ann))
    expect(page.get_by_test_id("screen-lobby")).to_be_visible()
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    expect(page.get_by_text(TEXT).first).to_be_visible()
    is_clean(page)
