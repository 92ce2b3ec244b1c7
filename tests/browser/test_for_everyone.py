"""The page with forced colors, at 400% zoom, and for people who use no pointer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.house import House
from browser.people import DESKTOP, PHONE, People
from browser.screens import SCREENS
from lastcard import editions

EDITION = editions.names()[0]
FIRST, SECOND, *_ = editions.get(EDITION).colors
ZOOMED = ViewportSize(width=320, height=256)  # 1280 x 1024 at 400%
# What is wrong with the way the focus shows. Somebody must see what has it: it is what is in its own middle. And somebody must
# see which element that is: by a line around it, or around the tile that it belongs to.
HIDDEN_FOCUS = """
() => {
  const at = document.activeElement, box = at.getBoundingClientRect();
  if (at === document.body) return null;
  const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const seen = there && (at.contains(there) || there.contains(at) || at.labels?.[0]?.contains(there));
  const outlined = [at, at.closest("label")].some((element) => {
    const style = element && getComputedStyle(element);
    return style && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  });
  return seen && outlined ? null : `${seen ? "not outlined" : "covered"}: ${at.outerHTML.slice(0, 120)}`;
}
"""
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


def stops(page: Page, count: int) -> Iterator[str]:
    """Press Tab this often, and yield what has the focus if it is covered or looks no different."""
    for _ in range(count):
        page.keyboard.press("Tab")
        if trouble := page.evaluate(HIDDEN_FOCUS):
            yield trouble


def test_the_focus_is_seen_in_a_lobby(house: House, people: People) -> None:
    """On a small phone, every stop of the Tab key in a lobby has an outline and is not behind the bar at the bottom."""
    ann = house.table(EDITION, seats=4, bots=2, options={"target": 300})
    house.join(ann)
    page = people.seated(ann, viewport=PHONE)
    expect(page.get_by_test_id("start")).to_be_visible()
    assert list(stops(page, 25)) == []


@pytest.mark.parametrize("screen", [name for name in SCREENS if name != "board"])  # a board is for a large screen
def test_a_screen_can_be_small(screen: str, house: House, people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """At 320 x 256 no screen scrolls sideways, and on a small phone every stop of the Tab key is in view and outlined.

    With the spacing that a reader may set, no text is cut off.
    """
    context = people.context
    monkeypatch.setattr(people, "context", lambda *args, **more: context(*args, **{**more, "viewport": ZOOMED}))
    page = SCREENS[screen](house, people, {})
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size(PHONE)
    assert list(stops(page, 25)) == []
    page.set_viewport_size(DESKTOP)
    assert page.evaluate(SPACED) != "normal"
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(CUT) == []


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

    The others are dim, also with the focus, but the ring of the focus isn't.
    """
    page = at_table(house, people, forced_colors="active")
    canvas = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    card = page.get_by_test_id("hand").locator(f'[data-card="{FIRST}-1"]')
    for drawn in (card.locator("[data-face]"), page.locator(".back .print").first, page.get_by_test_id("color-in-force")):
        ground = drawn.evaluate(GROUND)
        assert ground not in (canvas, "rgba(0, 0, 0, 0)")
    border = "element => getComputedStyle(element, '::after').borderTopStyle"
    assert card.evaluate(border) == "dotted"  # a solid ring is the focus
    dim = page.get_by_test_id("hand").locator(".dim").first
    dim.press("Shift")
    filters = "element => [element, element.firstElementChild].map((each) => getComputedStyle(each).filter)"
    ring, face = dim.evaluate(filters)
    assert (ring, face != "none") == ("none", True)
