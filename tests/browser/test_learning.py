"""Learning: the rulebook."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.house import House
from browser.people import People
from lastcard import editions

FIRST, SECOND, *_ = editions.names()


# ---- the rulebook -----------------------------------------------------------------------------------
def test_the_rulebook_follows_its_address(house: House, people: People) -> None:
    """A new edition in the address shows that edition's rules, even while the page stays open."""
    page = people.home()
    title = page.get_by_role("heading", level=1)
    for edition in (FIRST, SECOND, FIRST):
        page.goto(f"{house.url}#rules={edition}")
        expect(title).to_have_text(f"Rules of {editions.get(edition).title}")
        expect(title).to_be_focused()
