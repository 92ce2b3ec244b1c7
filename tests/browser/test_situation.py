"""Where the table says what the edition's own cards have led to."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from browser.people import DESKTOP, PHONE, resize
from browser.tour import Tour

SIZES = [DESKTOP, ViewportSize(width=1366, height=768), ViewportSize(width=1024, height=700), PHONE]
LOW = ViewportSize(width=640, height=360)  # has no free space with ten players
# The seats, piles and buttons that the box covers or that cover it, and "outside" if it leaves the table.
TOUCHED = """
() => {
  const box = document.querySelector('[data-testid="situation"]').getBoundingClientRect();
  const table = document.querySelector('[data-place="table"]').getBoundingClientRect();
  const meets = (other) =>
    other.left < box.right - 1 && box.left < other.right - 1 && other.top < box.bottom - 1 && box.top < other.bottom - 1;
  const all = (css) => [...document.querySelectorAll(css)];
  const others = all('[data-testid^="seat-"], .tools button, [data-place="draw"], [data-place="discard"]');
  const isOutside = box.top < table.top || box.bottom > table.bottom || box.left < table.left || box.right > table.right;
  const met = others.filter((other) => meets(other.getBoundingClientRect()));
  return [...met.map((other) => other.textContent || other.outerHTML), ...(isOutside ? ["outside"] : [])];
}
"""


# With two, four and ten players, the seats are as far apart and as close as they can be.
@pytest.mark.parametrize(
    "players", [2, pytest.param(3, marks=pytest.mark.long), 4, pytest.param(5, marks=pytest.mark.long), 10]
)
def test_what_is_told_lies_in_free_space(players: int, tour: Tour) -> None:
    """Who the apprentice is and how many cards are left to give covers no seat, pile or button on any screen."""
    house, others = tour.house, [[f"green-{n}", f"yellow-{n}", f"blue-{n}"] for n in range(1, players)]
    house.arrange("dark-side", hands=[["wild-rule-of-two", "red-1", "red-2", "red-3"], *others], top="red-9")
    ann = house.table("dark-side", seats=players)
    house.start_game(ann, *(house.join(ann, f"Maximilian {n}") for n in range(1, players)))
    for move in ("play wild-rule-of-two red", "apprentice 1"):
        house.command(ann, do="move", move=move, n=10**6)
    page = tour.visit(ann, SIZES[0], forced_colors="active")
    expect(page.get_by_test_id("situation")).to_contain_text("Cards left to give")
    found = {}
    for size in [*SIZES, *([LOW] if players < 10 else [])]:
        resize(page, size)
        found[f"{size['width']} x {size['height']}"] = page.evaluate(TOUCHED)
    assert not any(found.values()), found


def test_whom_a_rule_is_about_stays_in_its_box(tour: Tour) -> None:
    """Below the piles of a wide table, a rule's box holds every line and covers nobody."""
    house = tour.house
    steps = [{"does": "performs", "who": "chosen", "n": 2}]
    rule = {"when": "3", "name": "Sing", "text": "Sing the first line of a song that you like.", "steps": steps}
    hands = [["red-3", "blue-1", "blue-2"], ["green-1", "green-2"], ["green-3", "green-4"]]
    house.arrange("classic", hands=hands, top="red-9")
    ann = house.table("classic", seats=3, options={"card_rules": [rule]})
    house.start_game(ann, house.join(ann, "Ben"), house.join(ann, "Cy"))
    for move in ("play red-3", "choose 2"):
        house.command(ann, do="move", move=move, n=10**6)
    page = tour.visit(ann, DESKTOP, forced_colors="active")
    box = page.get_by_test_id("situation")
    expect(box).to_contain_text("All eyes on Cy")
    assert not page.evaluate(TOUCHED)
    assert box.locator(".scroll").evaluate(
        "(scroll) => scroll.getBoundingClientRect().bottom <= scroll.parentElement.getBoundingClientRect().bottom"
    )
    assert box.locator(".scroll").evaluate("(scroll) => scroll.scrollHeight <= scroll.clientHeight")
    resize(page, PHONE)
    assert box.locator(".rule").evaluate("(rule) => getComputedStyle(rule).borderRadius") == "0px"  # it would cut off letters
