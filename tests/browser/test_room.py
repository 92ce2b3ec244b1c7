"""The table uses the room it has: no large part of the screen is empty, and a thumb reaches every button."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from playwright.sync_api import TimeoutError as NotThere

from browser.house import House
from browser.people import People
from lastcard import editions

EDITION = editions.names()[0]
PHONES = [(360, 640), (390, 844)]
SIDEWAYS = [(640, 360), (844, 390)]
TABLETS = [(768, 1024), (1024, 768)]
# The part of the screen that the largest empty rectangle takes. Empty means: no words, pictures, cards or buttons.
EMPTY = """
() => {
  const step = 8, columns = Math.ceil(innerWidth / step), rows = Math.ceil(innerHeight / step);
  const full = Array.from({ length: rows }, () => new Uint8Array(columns));
  for (const element of document.querySelectorAll("header, .play *")) {
    const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!says && !element.matches("header, svg, button, [data-card]")) continue;
    const box = element.getBoundingClientRect();
    if (box.width * box.height < 9) continue;
    for (let y = Math.max(0, Math.floor(box.top / step)); y < Math.min(rows, box.bottom / step); y++)
      full[y].fill(1, Math.max(0, Math.floor(box.left / step)), Math.max(0, Math.ceil(box.right / step)));
  }
  let largest = 0;
  const heights = new Array(columns).fill(0);
  for (const row of full) {
    row.forEach((is, x) => (heights[x] = is ? 0 : heights[x] + 1));
    for (let from = 0; from < columns; from++)
      for (let to = from, least = Infinity; to < columns && heights[to]; to++) {
        least = Math.min(least, heights[to]);
        largest = Math.max(largest, least * (to - from + 1));
      }
  }
  return (largest * step * step) / (innerWidth * innerHeight);
}
"""
# What a thumb hardly reaches: the upper 40% of an upright phone, and the upper half of one on its side.
OUT_OF_REACH = """
() => {
  const line = innerHeight * (innerWidth < innerHeight ? 0.4 : 0.5);
  const buttons = document.querySelectorAll('.play .tools button, .play .acts button, [data-testid="hand"] button');
  return [...buttons].filter((button) => button.getBoundingClientRect().bottom < line).map((button) => button.outerHTML);
}
"""


def deal(house: House, players: int) -> dict[str, Any]:
    """Start a game with this many people, seven cards in the first hand and two in each other one."""
    colors = editions.get(EDITION).colors
    mine = [f"{color}-{n}" for n in (1, 2) for color in colors][:7]
    others = [
        [f"{colors[i % 4]}-{7 + i // 4}", f"{colors[i % 4]}-{('skip', 'reverse', '0')[i // 4]}"] for i in range(players - 1)
    ]
    house.arrange(EDITION, hands=[mine, *others], top=f"{colors[0]}-6")
    ann = house.table(EDITION, seats=players)
    house.start_game(ann, *[house.join(ann, name=f"Player {number}") for number in range(2, players + 1)])
    return ann


def resized(page: Page, size: tuple[int, int]) -> None:
    """Give a page another size, and wait until its table has it too."""
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=size)


def becomes(page: Page, script: str, good: str, why: str) -> None:
    """Wait until what a script measures is good, or fail with what it measures."""
    try:
        page.wait_for_function(f"() => (({script})()) {good}", timeout=5000)
    except NotThere:
        raise AssertionError(f"{why}: {page.evaluate(script)}") from None


@pytest.mark.parametrize("players", [2, 4, 10])
def test_no_large_part_of_a_players_screen_is_empty(players: int, house: House, people: People) -> None:
    """On phones and tablets, upright and on their side, no empty rectangle takes more than a fifth, and thumbs reach all."""
    page = people.seated(deal(house, players), viewport=ViewportSize(width=360, height=640), has_touch=True)
    expect(page.get_by_test_id("hand").get_by_test_id("card")).to_have_count(7)
    for size in [*PHONES, *SIDEWAYS, *TABLETS]:
        resized(page, size)
        becomes(page, EMPTY, "<= 0.2", f"{size} with {players} players")
        if size not in TABLETS:
            becomes(page, OUT_OF_REACH, ".length === 0", f"{size} with {players} players")


@pytest.mark.parametrize("players", [2, 4, 10])
def test_no_large_part_of_a_spectators_screen_is_empty(players: int, house: House, people: People) -> None:
    """A spectator sees everyone around the table, with no empty rectangle of more than a fifth of the screen."""
    made = deal(house, players)
    page = people.context(viewport=ViewportSize(width=360, height=640)).new_page()
    page.goto(f"{house.url}#watch={made['watch']}")
    expect(page.locator(".others li")).to_have_count(players)
    for size in [*PHONES, *SIDEWAYS, *TABLETS]:
        resized(page, size)
        becomes(page, EMPTY, "<= 0.2", f"{size} with {players} players")


def test_the_hand_can_be_sorted(house: House, people: People) -> None:
    """A button or a key sorts the hand by number, as dealt or by color, and the browser remembers it."""
    red, *_, blue = editions.get(EDITION).colors
    dealt = [f"{blue}-7", f"{red}-9", f"{red}-1", f"{blue}-1"]
    house.arrange(EDITION, hands=[dealt, [f"{red}-2", f"{red}-3"]], top=f"{red}-6")
    ann = house.table(EDITION)
    house.start_game(ann, house.join(ann))
    page = people.seated(ann)

    def shows(*cards: str) -> None:
        for place, card in enumerate(cards):
            expect(page.get_by_test_id("hand").get_by_test_id("card").nth(place)).to_have_attribute("data-card", card)

    shows(f"{red}-1", f"{red}-9", f"{blue}-1", f"{blue}-7")
    page.get_by_test_id("sort").click()
    shows(f"{red}-1", f"{blue}-1", f"{blue}-7", f"{red}-9")
    expect(page.get_by_test_id("announcements")).to_contain_text("Your hand is sorted by number")
    page.keyboard.press("s")
    shows(*dealt)
    page.reload()
    shows(*dealt)
    page.get_by_test_id("sort").click()
    shows(f"{red}-1", f"{red}-9", f"{blue}-1", f"{blue}-7")


@pytest.mark.parametrize("size", [*PHONES[:1], *SIDEWAYS[:1]], ids=["upright", "sideways"])
def test_left_handed_buttons_are_on_the_left(size: tuple[int, int], house: House, people: People) -> None:
    """Players who hold the phone in their left hand can have the buttons on that side."""
    viewport = ViewportSize(width=size[0], height=size[1])
    page = people.seated(deal(house, 4), viewport=viewport, settings={"leftHanded": True}, has_touch=True)
    expect(page.get_by_test_id("hand").get_by_test_id("card")).to_have_count(7)
    draw = page.locator('.acts [data-move="draw"]')
    expect(draw).to_be_in_viewport()
    page.wait_for_function(
        """() => {
          const at = (found) => document.querySelector(found).getBoundingClientRect();
          return at('.acts [data-move="draw"]').right < at('[data-testid="prompt"]').left
            && at('.acts [data-move="draw"]').left < innerWidth / 4 && at('[data-testid="sort"]').left < innerWidth / 4;
        }"""
    )


@pytest.mark.parametrize("seats", [4, 10])
@pytest.mark.parametrize("size", SIDEWAYS, ids=str)
def test_a_lobby_on_its_side_shows_what_matters(seats: int, size: tuple[int, int], house: House, people: People) -> None:
    """On a phone on its side, the host sees every seat, the link and the buttons without scrolling, none behind the bar."""
    ann = house.table(EDITION, seats=seats, bots=seats - 2)
    page = people.seated(ann, viewport=ViewportSize(width=size[0], height=size[1]), has_touch=True)
    bar = page.locator(".bar")
    expect(bar).to_be_in_viewport()
    above = bar.evaluate("(bar) => bar.getBoundingClientRect().top")
    shown = [page.get_by_test_id(f"seat-{seat}").locator(".seat") for seat in range(seats)]
    for each in (*shown, page.get_by_test_id("join-link"), page.get_by_role("button", name="Copy")):
        box = each.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= above, each
        assert box["x"] + box["width"] <= size[0]
    fill = page.get_by_role("button", name="Fill with bots").bounding_box()
    assert fill is not None
    assert fill["y"] + fill["height"] <= above + 4
