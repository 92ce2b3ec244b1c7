"""Axe finds no faults on any screen, in both themes, with more contrast and with forced colors."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.axe import faults
from browser.house import House
from browser.people import People
from browser.screens import SCREENS, place
from lastcard import editions
from variants import variants

LOOKS: dict[str, dict[str, Any]] = {
    "light": {"theme": "light"},
    "dark": {"theme": "dark"},
    "contrast": {"theme": "dark", "contrast": "more"},
    "forced": {},
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_has_no_faults(screen: str, look: str, house: House, people: People) -> None:
    """Axe finds no faults on any screen."""
    page = SCREENS[screen](house, people, LOOKS[look])
    if look == "forced":
        page.emulate_media(forced_colors="active")
    assert faults(page, forced=look == "forced") == []


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("edition", editions.names())
def test_a_lobby_has_no_faults(edition: str, look: str, house: House, people: People) -> None:
    """Axe finds no faults in a lobby where an edition's options, house rules and dares are chosen."""
    ann = house.table(edition, options=variants(edition)[2])
    page = people.seated(ann, settings=LOOKS[look])
    expect(page.get_by_test_id("screen-lobby")).to_be_visible()
    page.evaluate("document.querySelectorAll('details').forEach((folded) => (folded.open = true))")
    assert faults(page) == []


def test_less_motion_means_no_fading(house: House, people: People) -> None:
    """With reduced motion, a new theme appears at once, so that nothing is ever dark on dark."""
    page = place("settings", "screen-settings")(house, people, {"theme": "light", "motion": "reduced"})
    changing = "() => { document.documentElement.dataset.theme = 'dark'; return document.getAnimations().length; }"
    assert page.evaluate(changing) == 0
