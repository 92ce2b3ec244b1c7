"""The focus is never lost, and what has it is seen whole."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.house import House
from browser.people import DESKTOP, PHONE, People
from lastcard import editions

EDITION = editions.names()[0]
FIRST, SECOND, *_ = editions.get(EDITION).colors
WITH_RULES = [name for name in editions.names() if any(option.form["type"] == "rules" for option in editions.get(name).options)]
# Whether the ring around every control of the open dialog fits into the part that scrolls, so that nothing cuts it off.
RINGS_FIT = """
() => {
  const content = document.querySelector("dialog[open] .content");
  const found = content?.querySelectorAll("button, input, select, a[href]") ?? [];
  const controls = [...found].filter((control) => control.checkVisibility());
  const ring = 7; // as thick and as far away as with forced colors
  const { left, right, top } = content?.getBoundingClientRect() ?? {};
  return controls.length > 0 && controls.every((control) => {
    const box = control.getBoundingClientRect();
    return box.left - ring >= left && box.right + ring <= right && box.top + content.scrollTop - ring >= top;
  });
}
"""


def at_table(house: House, people: People) -> Page:
    """Open a table on Ann's turn, with forced colors."""
    house.arrange(EDITION, hands=[[f"{FIRST}-1", f"{SECOND}-2", "wild"], [f"{FIRST}-3", f"{SECOND}-4"]], top=f"{FIRST}-5")
    ann = house.table(EDITION)
    house.start_game(ann, house.join(ann))
    page = people.seated(ann, forced_colors="active")
    expect(page.get_by_test_id("hand")).to_be_visible()
    return page


def test_leaving_keeps_the_focus(house: House, people: People) -> None:
    """In the menu, the button that asks whether to leave is replaced by one that has the focus and says what happens."""
    page = at_table(house, people)
    page.get_by_role("button", name="Menu").press("Enter")
    page.wait_for_function(RINGS_FIT)
    page.get_by_role("button", name="Leave the table").press("Enter")
    leave = page.get_by_test_id("leave")
    expect(leave).to_be_focused()
    expect(leave).not_to_have_accessible_description("")


@pytest.mark.parametrize("edition", WITH_RULES)
def test_the_end_of_a_round_keeps_the_focus(edition: str, house: House, people: People) -> None:
    """The button that stops the countdown leaves the focus to the status, and a form for a rule takes it and gives it back."""
    first, second, *_ = editions.get(edition).colors
    house.arrange(edition, hands=[[f"{first}-1"], [f"{second}-2", f"{second}-3"]], top=f"{first}-5")
    ann = house.table(edition, bots=1, options={"target": 500})
    house.start_game(ann)
    page = people.seated(ann)
    page.get_by_test_id("hand").locator(f'[data-card="{first}-1"]').click()
    page.get_by_test_id("wait").press("Enter")
    expect(page.get_by_test_id("wait")).to_have_count(0)
    expect(page.get_by_test_id("screen-between").get_by_role("status")).to_be_focused()
    write = page.get_by_role("button", name="Write a rule").first
    write.press("Enter")
    expect(page.get_by_test_id("ready-rules")).to_be_focused()
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(write).to_be_focused()


def test_the_focus_is_seen_whole_in_a_dialog(house: House, people: People) -> None:
    """The rules to choose from leave room for the ring around what has the focus."""
    page = people.seated(house.table(EDITION), forced_colors="active")
    page.get_by_test_id("change-rules").click()
    expect(page.locator('dialog[open] input[type="search"]')).to_be_visible()
    page.wait_for_function(RINGS_FIT)


def test_every_face_leaves_room_for_its_ring(people: People) -> None:
    """The face that is chosen is larger with forced colors, and its ring is still whole."""
    page = people.home(forced_colors="active")
    page.get_by_test_id("face").click()
    expect(page.get_by_test_id("face-0")).to_be_visible()
    page.wait_for_function(RINGS_FIT)


def test_a_replay_begins_at_its_controls(house: House, people: People) -> None:
    """The button that plays a replay has the focus, so nobody has to tab through the whole table first.

    The hand in it says whose it is.
    """
    ann = house.table(EDITION)
    house.start_game(ann, house.join(ann))
    house.end_game(ann["table"])
    page = people.seated(ann)
    page.goto(page.url.replace("#table", "#replay"))
    expect(page.get_by_test_id("replay-play")).to_be_focused()
    expect(page.get_by_test_id("hand")).to_have_accessible_name(re.compile("^Ann's hand: "))


def test_the_rules_keep_the_focus_on_their_switch(house: House, people: People) -> None:
    """Between learning and looking up, the focus stays on the link that was followed."""
    page = people.home()
    page.goto(f"{house.url}#rules={EDITION}")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    for name, part in (("Look up", "rules-found"), ("Learn", "card-example")):
        switch = page.get_by_role("link", name=name, exact=True)
        switch.press("Enter")
        expect(page.get_by_test_id(part).first).to_be_attached()
        expect(switch).to_be_focused()


def test_a_refusal_covers_nothing_with_forced_colors(house: House, people: People) -> None:
    """With forced colors only the message itself is a box, and the line that it stands in has no border and no ground."""
    page = at_table(house, people)
    page.get_by_test_id("hand").locator(f'[data-card="{SECOND}-2"]').press("Enter")
    line = page.get_by_test_id("why")
    expect(line).to_have_css("border-top-width", "0px")
    expect(line).to_have_css("background-color", re.compile(r", 0\)$"))  # sees through
    expect(line.locator(".bubble")).to_have_css("border-top-width", "2px")


# Whether what has the focus in the rules lies below the bar with the search, or is in it.
BELOW_SEARCH = """
() => {
  const at = document.activeElement, bar = document.querySelector('[data-testid="rule-search"]').parentElement;
  return bar.contains(at) || !at.closest("[data-rule]") || at.getBoundingClientRect().top >= bar.getBoundingClientRect().bottom;
}
"""


def test_the_search_never_covers_the_focus(house: House, people: People) -> None:
    """However the rules are tabbed through, what has the focus is below the search, which stays at the top."""
    page = people.seated(house.table(EDITION), viewport={"width": 1280, "height": 800})
    page.get_by_test_id("change-rules").click()
    page.locator("[data-rule] summary").last.focus()
    for _ in range(40):
        page.keyboard.press("Shift+Tab")
        assert page.evaluate(BELOW_SEARCH), page.evaluate("document.activeElement.outerHTML")


def test_a_call_that_cannot_be_made_looks_disabled(house: House, people: People) -> None:
    """With forced colors, the button for the last card is as gray as anything disabled until there is something to call."""
    house.arrange(EDITION, hands=[[f"{SECOND}-1", f"{SECOND}-2"], [f"{FIRST}-3", f"{SECOND}-4"]], top=f"{FIRST}-5")
    ann = house.table(EDITION)
    house.start_game(ann, house.join(ann))
    page = people.seated(ann, forced_colors="active")
    gray = page.evaluate("""() => {
      const sample = document.body.appendChild(Object.assign(document.createElement("i"), { style: "color: GrayText" }));
      return getComputedStyle(sample).color;
    }""")
    expect(page.get_by_test_id("uno")).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_test_id("uno")).to_have_css("color", gray)
    expect(page.get_by_test_id("uno")).to_have_css("border-top-color", gray)


# The controls below the editions in the order of the Tab key, each with where it is.
IN_ORDER = """
() => [...document.querySelectorAll(".choices :is(select, input:checked)")].map((control) => {
  const { top, left } = control.closest("label").getBoundingClientRect();
  return [Math.round(top), Math.round(left)];
})
"""


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_choices_at_home_are_tabbed_as_they_are_seen(size: ViewportSize, people: People) -> None:
    """The Tab key goes through players, bots, rules and length from top to bottom and from left to right."""
    page = people.home(viewport=size)
    expect(page.get_by_test_id("play-now")).to_be_visible()
    places = page.evaluate(IN_ORDER)
    assert len(places) == 4
    assert places == sorted(places)
