"""Axe finds no faults on any screen, in both themes, with more contrast and with forced colors."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.axe import faults
from browser.house import House
from browser.people import People
from browser.screens import SCREENS, place
from lastcard import editions
from variants import variants

LOOKS = {"light": ("light", "normal"), "dark": ("dark", "normal"), "contrast": ("dark", "more"), "forced": ("light", "normal")}
MOST = ("light", "dark", "forced")
PUT_ON = "([theme, contrast]) => void Object.assign(document.documentElement.dataset, { theme, contrast })"


def faults_in(page: Page, look: str) -> list[str]:
    """Return what axe finds on a page with another look."""
    page.emulate_media(forced_colors="active" if look == "forced" else "none")
    page.evaluate(PUT_ON, LOOKS[look])
    return [f"{look}: {fault}" for fault in faults(page, forced=look == "forced")]


@pytest.mark.parametrize("looks", [MOST, pytest.param(("contrast",), marks=pytest.mark.long)], ids=["usual", "contrast"])
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_has_no_faults(screen: str, looks: tuple[str, ...], house: House, people: People) -> None:
    """Axe finds no faults on any screen, whatever it looks like."""
    page = SCREENS[screen](house, people, {})
    assert [fault for look in looks for fault in faults_in(page, look)] == []


@pytest.mark.parametrize("looks", [("light",), pytest.param(tuple(LOOKS), marks=pytest.mark.long)], ids=["light", "every look"])
@pytest.mark.parametrize("edition", editions.names())
def test_a_lobby_has_no_faults(edition: str, looks: tuple[str, ...], house: House, people: People) -> None:
    """Axe finds no faults in a lobby where an edition's options, house rules and dares are chosen."""
    ann = house.table(edition, options=variants(edition)[2])
    page = people.seated(ann)
    expect(page.get_by_test_id("screen-lobby")).to_be_visible()
    page.evaluate("document.querySelectorAll('details').forEach((folded) => (folded.open = true))")
    assert [fault for look in looks for fault in faults_in(page, look)] == []


def test_less_motion_means_no_fading(house: House, people: People) -> None:
    """With reduced motion, a new theme appears at once, so that nothing is ever dark on dark."""
    page = place("settings", "screen-settings")(house, people, {"theme": "light", "motion": "reduced"})
    changing = "() => { document.documentElement.dataset.theme = 'dark'; return document.getAnimations().length; }"
    assert page.evaluate(changing) == 0
