"""The page with forced colors, at 400% zoom, and for people who use no pointer."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.focus import stops
from browser.house import House
from browser.people import PHONE, People
from lastcard import editions

EDITION = editions.names()[0]
FIRST, SECOND, *_ = editions.get(EDITION).colors
ZOOMED = ViewportSize(width=320, height=256)  # 1280 x 1024 at 400%
IN_HAND = "() => !!document.activeElement.closest('[data-testid=hand]')"
# Remembers the captions of sounds, which go away by themselves.
REMEMBER_CAPTIONS = """
() => {
  window.captions = new Set();
  new MutationObserver(() => {
    const caption = document.querySelector("[data-testid=sound-caption]");
    if (caption) captions.add(caption.textContent);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}
"""
# How many seconds each thing on the page moves by itself; endless is null.
MOVES = """
() => [...document.querySelectorAll("*")]
  .flatMap((element) => [null, "::before", "::after"].map((part) => getComputedStyle(element, part)))
  .filter((style) => style.animationName !== "none")
  .map((s) => parseFloat(s.animationDelay) + parseFloat(s.animationDuration) * Number(s.animationIterationCount))
"""
GROUND = "element => getComputedStyle(element).backgroundColor"


def at_table(house: House, people: People, **more: Any) -> Page:
    """Open a table of four on Ann's turn."""
    hand = [f"{FIRST}-{n}" for n in (1, 2, 3)] + [f"{SECOND}-{n}" for n in (4, 5, 6)] + ["wild"]
    house.arrange(EDITION, hands=[hand, *[[f"{FIRST}-{n}", f"{SECOND}-{n}"] for n in (7, 8, 9)]], top=f"{FIRST}-5")
    ann = house.table(EDITION, seats=4)
    house.start_game(ann, *[house.join(ann, name) for name in ("Benjamin", "Cleo", "Dot")])
    page = people.seated(ann, **more)
    expect(page.get_by_test_id("hand").get_by_test_id("card")).to_have_count(len(hand))
    return page


def test_the_focus_is_seen_in_a_lobby(house: House, people: People) -> None:
    """On a small phone, every stop of the Tab key in a lobby has an outline and is not behind the bar at the bottom."""
    ann = house.table(EDITION, seats=4, bots=2, options={"target": 300})
    house.join(ann)
    page = people.seated(ann, viewport=PHONE)
    expect(page.get_by_test_id("start")).to_be_visible()
    assert list(stops(page, 25)) == []


def test_sounds_are_shown_in_words(house: House, people: People) -> None:
    """With captions, the table shows every sound in words, even if sounds are off."""
    page = at_table(house, people, settings={"captions": True, "motion": "full", "sounds": False})
    expect(page.get_by_test_id("effects")).to_be_attached()
    page.evaluate(REMEMBER_CAPTIONS)
    page.get_by_test_id("hand").locator(f'[data-card="{FIRST}-1"]').click(position={"x": 12, "y": 40})
    page.wait_for_function("() => [...captions].some((caption) => caption.includes('card played'))")


@pytest.mark.parametrize("where", ["home", "table"])
def test_nothing_moves_for_long_by_itself(where: str, house: House, people: People) -> None:
    """Even with full motion, whatever moves by itself stops within five seconds.

    On the home page, and while somebody has one card and the player may jump in.
    """
    full = {"motion": "full"}
    if where == "home":
        page = people.home(settings=full)
        expect(page.get_by_test_id("play-now")).to_be_visible()
    else:
        hands = [[f"{FIRST}-4", f"{SECOND}-1"], [f"{SECOND}-5", f"{SECOND}-6"], [f"{FIRST}-4", f"{SECOND}-7"]]
        house.arrange(EDITION, hands=hands, top=f"{FIRST}-9", turn=0)
        ann = house.table(EDITION, seats=3, options={"jump_in": "identical"})
        ben, cleo = (house.join(ann, name) for name in ("Ben", "Cleo"))
        house.start_game(ann, ben, cleo)
        house.command(ann, do="move", move=f"play {FIRST}-4", n=house.number(ann["table"]))
        page = people.seated(cleo, settings=full)
        expect(page.get_by_test_id("tension")).to_be_attached()
        expect(page.locator("[data-testid=card].urgent")).to_be_visible()
    times = page.evaluate(MOVES)
    assert times
    assert all(time is not None and time <= 5 for time in times)


def test_the_hand_is_two_tabs_away(house: House, people: People) -> None:
    """After Play now the focus is in the hand, and from the top of the page the first link leads there."""
    page = people.home()
    page.get_by_test_id("play-now").press("Enter")
    expect(page.get_by_test_id("screen-play")).to_be_visible()
    page.wait_for_function(IN_HAND)
    page.get_by_role("link", name="Home").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    assert page.evaluate(IN_HAND)


def test_a_table_at_four_times_the_size_can_be_scrolled_and_read(house: House, people: People) -> None:
    """At 320 x 256 nothing is cut at the side, names are there, and a card can be scrolled to and played."""
    page = at_table(house, people, viewport=ZOOMED)
    too_wide = "() => [...document.querySelectorAll('.play *')].some(e => e.getBoundingClientRect().right > innerWidth + 12)"
    assert not page.evaluate(too_wide)
    page.get_by_text("Benjamin").scroll_into_view_if_needed()
    expect(page.get_by_text("Benjamin")).to_be_in_viewport()
    page.get_by_test_id("color-in-force").scroll_into_view_if_needed()
    expect(page.get_by_test_id("color-in-force")).to_be_in_viewport(ratio=1)
    card = page.get_by_test_id("hand").locator(f'[data-card="{FIRST}-1"]')
    card.scroll_into_view_if_needed()
    expect(card).to_be_in_viewport(ratio=0.9)
    card.click(position={"x": 12, "y": 40})
    expect(page.get_by_test_id("hand").get_by_test_id("card")).to_have_count(6)


def test_cards_keep_their_faces_with_forced_colors(house: House, people: People) -> None:
    """Cards, backs and the color to match keep their own colors. A card that can be played has a border.

    The others are dim, also with the focus, but the ring of the focus isn't. No line of a drawing has a box around it.
    """
    page = at_table(house, people, forced_colors="active")
    canvas = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    card = page.get_by_test_id("hand").locator(f'[data-card="{FIRST}-1"]')
    for drawn in (card.locator("[data-face]"), page.locator(".back .print").first, page.get_by_test_id("color-in-force")):
        ground = drawn.evaluate(GROUND)
        assert ground not in (canvas, "rgba(0, 0, 0, 0)")
    boxed = "shapes => shapes.filter((shape) => getComputedStyle(shape).outlineStyle !== 'none').length"
    assert page.locator("svg *").evaluate_all(boxed) == 0
    border = "element => getComputedStyle(element, '::after').borderTopStyle"
    card.blur()
    assert card.evaluate(border) == "dotted"  # a solid ring is the focus
    dim = page.get_by_test_id("hand").locator(".dim").first
    dim.press("Shift")
    filters = "element => [element, element.firstElementChild].map((each) => getComputedStyle(each).filter)"
    ring, face = dim.evaluate(filters)
    assert (ring, face != "none") == ("none", True)


def test_a_call_stands_out_with_forced_colors(house: House, people: People) -> None:
    """With forced colors, the button that calls UNO is filled while it can be pressed. Once it is, its border is doubled."""
    house.arrange(EDITION, hands=[[f"{FIRST}-1", f"{FIRST}-2"], [f"{FIRST}-7", f"{SECOND}-7"]], top=f"{FIRST}-5")
    ann = house.table(EDITION)
    house.start_game(ann, house.join(ann))
    page = people.seated(ann, forced_colors="active")
    uno = page.get_by_test_id("uno")
    look = "element => [getComputedStyle(element).borderTopStyle, getComputedStyle(element).backgroundColor]"
    canvas = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    expect(uno).to_have_class(re.compile("ready"))
    ready, filled = uno.evaluate(look)
    assert (ready, filled != canvas) == ("solid", True)
    uno.click()
    expect(uno).to_have_attribute("aria-pressed", "true")
    pressed, ground = uno.evaluate(look)
    assert (pressed, ground in (filled, canvas)) == ("double", False)
