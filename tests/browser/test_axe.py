"""Every screen is free of faults that axe finds, in all looks, and is fine in a small window and with spaced text."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.axe import faults
from browser.focus import stops
from browser.house import House
from browser.people import DESKTOP, PHONE, People, resize
from browser.screens import NAMES, SCREENS, Open, catalog, place
from browser.set_off import lost_with_forced_colors, remember_what_is_set_off
from lastcard import editions
from variants import variants

LOOKS = {"light": ("light", "normal"), "dark": ("dark", "normal"), "contrast": ("dark", "more"), "forced": ("light", "normal")}
ZOOMED = ViewportSize(width=320, height=256)  # 1280 x 1024 at 400%
MOST = ("light", "dark", "forced")
PUT_ON = "([theme, contrast]) => void Object.assign(document.documentElement.dataset, { theme, contrast })"

# The spacing of text that a reader may set (WCAG 1.4.12), and the texts that are cut off with it.
SPACED = """
() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return getComputedStyle(document.body).letterSpacing;
}
"""
CUT = """
() => [...document.querySelectorAll("main *")].filter((element) => {
  const style = getComputedStyle(element);
  const has_text = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  if (!has_text || element.clientWidth <= 2 || style.textOverflow === "ellipsis") return false;
  const cut = (overflow, inner, outer) => ["hidden", "clip"].includes(overflow) && inner > outer + 1;
  return cut(style.overflowX, element.scrollWidth, element.clientWidth) ||
    cut(style.overflowY, element.scrollHeight, element.clientHeight);
}).map((element) => element.textContent.trim())
"""


def put_on(page: Page, look: str) -> None:
    """Give a page another look."""
    page.emulate_media(forced_colors="active" if look == "forced" else "none")
    page.evaluate(PUT_ON, LOOKS[look])


def faults_in(page: Page, look: str) -> list[str]:
    """Return what axe finds on a page with another look."""
    put_on(page, look)
    return [f"{look}: {fault}" for fault in faults(page, forced=look == "forced")]


def is_fine_when_small(page: Page) -> None:
    """Check that at 320 x 256 a page doesn't scroll sideways, and that there and on a phone every stop of the Tab key is seen.

    With the spacing that a reader may set, no text is cut off.
    """
    resize(page, ZOOMED)
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
    assert list(stops(page, 25)) == []
    resize(page, PHONE)
    assert list(stops(page, 25)) == []
    resize(page, DESKTOP)
    assert page.evaluate(SPACED) != "normal"
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("looks", [MOST, pytest.param(("contrast",), marks=pytest.mark.long)], ids=["usual", "contrast"])
@pytest.mark.parametrize("screen", NAMES)
def test_a_screen_has_no_faults(screen: str, looks: tuple[str, ...], house: House, people: People) -> None:
    """Axe finds no faults on any screen, whatever it looks like, and a small window or spaced text does no harm.

    With forced colors, what is set off by a background or a shadow has a border.
    """
    page = SCREENS[screen](house, people, {})
    remember_what_is_set_off(page)
    assert [fault for look in looks for fault in faults_in(page, look)] == []
    if looks == MOST:
        assert lost_with_forced_colors(page) == []
        put_on(page, MOST[0])
        if screen != "board":  # a board is for a large screen
            is_fine_when_small(page)


@pytest.mark.parametrize("open_it", [SCREENS["settings"], catalog], ids=["settings", "catalog"])
def test_a_screen_that_opens_small_has_no_faults(open_it: Open, house: House, people: People) -> None:
    """What a page decides once, when it opens on a phone, is fine there: what it folds, and where the focus goes."""
    people.viewport = PHONE
    page = open_it(house, people, {})
    assert page.locator("[type=search]:focus, [data-testid=settings-keys][open]").count() == 0
    assert faults_in(page, "light") == []
    is_fine_when_small(page)


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
