"""A page that goes from table to table, for tests of how a table is laid out."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, ViewportSize, expect

from browser.house import House
from browser.people import People, resize


class Tour:
    """A server and a page for each way to open one, which is loaded for the first table only."""

    def __init__(self, house: House, people: People) -> None:
        self.house = house
        self.people = people
        self._pages: dict[str, Page] = {}

    def visit(self, seat: dict[str, Any], viewport: ViewportSize, **more: Any) -> Page:
        """Go to a seat at a table, on a screen of this size. ``more`` is what ``People.context`` takes."""
        how = json.dumps(more, sort_keys=True)
        page = self._pages.get(how)
        if page is None:
            page = self._pages[how] = self.people.seated(seat, viewport=viewport, **more)
        else:
            resize(page, viewport)
            page.get_by_test_id("screen-play").evaluate_all("(all) => all.forEach((each) => each.classList.add('seen'))")
            page.evaluate("token => localStorage.setItem('lastcard.token', JSON.stringify(token))", seat["token"])
            page.goto(f"{self.house.url}#table={seat['table']}")
        expect(page.locator('[data-testid="screen-play"]:not(.seen)')).to_be_visible()
        return page
