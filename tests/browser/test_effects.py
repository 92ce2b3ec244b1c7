"""With full motion, every kind of event makes its effect, one at a time, and none is in the way."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.house import House
from browser.people import People
from lastcard import Game, editions

FULL = {"motion": "full", "speed": "fast"}
WATCH = """
() => {
  window.captions = [];
  window.looks = [];
  window.most = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) {
      if (node.dataset?.look) window.captions.push(node.innerText.replace(/\\s+/g, " ").trim());
      if (node.dataset?.effect) window.looks.push(node.dataset.effect);
    }
    window.most = Math.max(window.most, document.querySelectorAll("[data-look]").length);
  }).observe(document.body, { childList: true, subtree: true });
}
"""


class Drama(NamedTuple):
    """A position, moves by seat, and what they must show to Ann: captions and looks."""

    edition: str
    hands: list[list[str]]
    moves: list[tuple[int, str]]
    captions: list[str]
    looks: tuple[str, ...] = ()
    top: str = "red-9"
    options: dict[str, Any] | None = None


KEEP = ["red-1", "red-2", "blue-3", "blue-4"]
BENS = ["red-1", "red-2", "red-5", "blue-3"]
SWAP = {"name": "Swap", "text": "", "steps": [{"does": "swaps hands", "who": "next"}]}
CYS = ["yellow-1", "yellow-2", "blue-5"]
DRAMAS = {
    "skip": Drama("classic", [["red-skip", *KEEP], BENS, CYS], [(0, "play red-skip")], ["Skipped! Ben"]),
    "reverse": Drama("classic", [["red-reverse", *KEEP], BENS, CYS], [(0, "play red-reverse")], ["Reverse!"], ("turn",)),
    "draw two": Drama("classic", [["red-draw-two", *KEEP], BENS, CYS], [(0, "play red-draw-two")], ["+2"]),
    "wild": Drama("classic", [["wild", *KEEP], BENS, CYS], [(0, "play wild blue")], [], ("wash",)),
    "call": Drama("classic", [["red-1", "red-2"], BENS, CYS], [(0, "play red-1 uno")], ["UNO! You"], ("burst",)),
    "catch": Drama("classic", [["red-1", "red-2"], BENS, CYS], [(0, "play red-1"), (1, "catch 0")], ["Caught!"]),
    "challenge": Drama(
        "classic",
        [["wild-draw-four", "blue-1", "blue-2"], BENS, CYS],
        [(0, "play wild-draw-four blue"), (1, "challenge")],
        ["Honest!"],
    ),
    "round won": Drama(
        "classic", [["red-1"], BENS, CYS], [(0, "play red-1")], ["Round won! You"], ("burst",), options={"target": 500}
    ),
    "game won": Drama("classic", [["red-1"], BENS, CYS], [(0, "play red-1")], ["Game won! You"], ("burst",)),
    "swap": Drama(
        "dawn-of-justice",
        [["wild-custom@batman", "gold-1", "gold-2"], ["gold-3", "gold-4"], ["gold-5", "gold-6"]],
        [(0, "play wild-custom@batman gold"), (1, "accept")],
        ["Hands swapped!"],
        top="gold-9",
        options={"house_rules": {"batman": SWAP, "superman": None}},
    ),
    "block": Drama(
        "dawn-of-justice",
        [["gold-skip@batman", "gold-1", "gold-2"], ["hero@superman", "gold-3", "gold-4"], ["gold-5", "gold-6"]],
        [(0, "play gold-skip@batman"), (1, "block hero@superman gold")],
        ["Blocked!"],
        top="gold-9",
    ),
    "gift": Drama(
        "dark-side",
        [["wild-rule-of-two", *KEEP], BENS, CYS],
        [(0, "play wild-rule-of-two blue"), (0, "apprentice 1"), (0, "give red-1")],
        ["Apprentice! Ben", "A gift! Ben"],
        ("spotlight",),
    ),
    "reveal": Drama(
        "etheria",
        [["wild-unite-etheria", *KEEP], BENS, CYS],
        [(0, "play wild-unite-etheria"), (0, "secret red-1"), (1, "reveal red-1"), (2, "reveal blue-5")],
        ["!"],
        ("spotlight",),
    ),
    "dare": Drama("dare", [["red-dare-3", *KEEP], BENS, CYS], [(0, "play red-dare-3")], ["I dare you! Ben"], ("spotlight",)),
    "line": Drama(
        "favorite-line",
        [["wild-favorite-line", *KEEP], BENS, CYS],
        [(0, "play wild-favorite-line blue"), (0, "film Some film"), (1, "line Some words")],
        ["Lines, please!", "A line! Some words Ben"],
        ("spotlight",),
    ),
}


def seats_of(house: House, drama: Drama) -> list[dict[str, Any]]:
    """Start a game of three people in a position."""
    house.arrange(drama.edition, hands=drama.hands, top=drama.top, turn=0)
    ann = house.table(drama.edition, seats=3, options=drama.options or {})
    seats = [ann, house.join(ann, "Ben"), house.join(ann, "Cy")]
    house.start_game(*seats)
    return seats


def watched(people: People, seat: dict[str, Any], **settings: str) -> Page:
    """Open a page that remembers every effect."""
    page = people.seated(seat, settings={**FULL, **settings})
    expect(page.get_by_test_id("effects")).to_be_attached()
    page.evaluate(WATCH)
    return page


@pytest.mark.parametrize("name", DRAMAS)
def test_an_effect_with_full_motion(name: str, house: House, people: People) -> None:
    """What happens shows with its word and its victim, never two captions at once."""
    drama = DRAMAS[name]
    seats = seats_of(house, drama)
    page = watched(people, seats[0])
    for seat, move in drama.moves:
        house.command(seats[seat], do="move", move=move, n=10**6)
        page.wait_for_function(
            "n => Number(document.querySelector('.play')?.dataset.n ?? 1e9) >= n", arg=house.number(seats[0]["table"])
        )
        expect(page.locator(".flyer")).to_have_count(0)
    for caption in drama.captions:
        page.wait_for_function("text => window.captions.some((caption) => caption.includes(text))", arg=caption)
    for look in drama.looks:
        page.wait_for_function("look => window.looks.includes(look)", arg=look)
    assert page.evaluate("window.most") <= 1
    assert page.evaluate("getComputedStyle(document.querySelector('.effects') ?? document.body).pointerEvents") in (
        "none",
        "auto",
    )


def test_a_still_badge_with_reduced_motion(house: House, people: People) -> None:
    """With reduced motion, the caption stands still, and nothing else moves."""
    drama = DRAMAS["skip"]
    seats = seats_of(house, drama)
    page = watched(people, seats[0], motion="reduced", speed="slow")
    house.command(seats[0], do="move", move="play red-skip", n=10**6)
    badge = page.get_by_test_id("effect")
    expect(badge).to_contain_text("Skipped!")
    assert badge.evaluate("badge => getComputedStyle(badge).animationName") == "none"
    expect(page.locator(".wash, .spin, .light, .effects i")).to_have_count(0)


def test_one_card_left_and_your_turn(house: House, people: People) -> None:
    """Once somebody has one card the table says so, and a turn that comes to you is announced on the table."""
    drama = DRAMAS["call"]
    seats = seats_of(house, drama)
    page = watched(people, seats[1], speed="slow")
    expect(page.get_by_test_id("tension")).to_have_count(0)
    house.command(seats[0], do="move", move="play red-1 uno", n=10**6)
    expect(page.get_by_test_id("your-turn")).to_have_text("Your turn!")
    expect(page.get_by_test_id("tension")).to_have_text("Ann has one card left!")


COVERED = """
() => {
  window.covered = {};
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const look = (caption) => {
    const box = caption.getBoundingClientRect();
    const hidden = [...document.querySelectorAll("[data-matters]")].filter((each) => meet(box, each.getBoundingClientRect()));
    window.covered[caption.innerText.split("\\n")[0]] = hidden.map((each) => each.innerText || each.className);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes)
      if (node.classList?.contains("caption")) requestAnimationFrame(() => look(node));
  }).observe(document.body, { childList: true, subtree: true });
}
"""


@pytest.mark.parametrize(("players", "size"), [(2, (360, 640)), (10, (360, 640)), (4, (844, 390)), (10, (1280, 800))], ids=str)
def test_announcements_hide_nothing_that_matters(players: int, size: tuple[int, int], house: House, people: People) -> None:
    """However many play on whatever screen, "Skipped!" and "Your turn!" leave names, counts, color and direction to be seen."""
    others = [[f"yellow-{seat + 1}", f"green-{seat + 1}"] for seat in range(players - 2)]
    hands = [["red-skip", "red-draw-two", *KEEP], *others, ["red-1", "blue-5", "blue-6"]]
    house.arrange("classic", hands=hands, top="red-9", turn=players - 1)
    ann = house.table("classic", seats=players, options={"target": 500})
    seats = [ann, *(house.join(ann, f"Ben the {n}th") for n in range(1, players))]
    house.start_game(*seats)
    viewport = ViewportSize(width=size[0], height=size[1])
    page = people.seated(ann, viewport=viewport, settings={"motion": "reduced", "speed": "slow"})
    expect(page.get_by_test_id("effects")).to_be_attached()
    page.evaluate(COVERED)
    house.command(seats[-1], do="move", move="play red-1", n=10**6)
    page.wait_for_function("() => window.covered['Your turn!']")
    house.command(ann, do="move", move="play red-skip", n=10**6)
    page.wait_for_function("() => window.covered['Skipped!']")
    assert page.evaluate("window.covered") == {"Your turn!": [], "Skipped!": []}


def test_the_last_seconds_are_counted(house: House, people: People) -> None:
    """The last five seconds of a player's clock show large."""
    house.arrange("classic", hands=DRAMAS["skip"].hands, top="red-9", turn=0)
    ann = house.table("classic", seats=3, settings={"clock": 15})
    seats = [ann, house.join(ann, "Ben"), house.join(ann, "Cy")]
    house.start_game(*seats)
    page = people.seated(ann, settings=FULL)
    expect(page.get_by_test_id("effects")).to_be_attached()
    page.evaluate("() => { const now = Date.now.bind(Date); Date.now = () => now() + 11_000; }")
    expect(page.get_by_test_id("countdown")).to_be_visible()


def test_every_verb_of_the_effects_is_legal() -> None:
    """The moves of these tests are moves of their editions."""
    assert {drama.edition for drama in DRAMAS.values()} == set(editions.names())
    for drama in DRAMAS.values():
        game = Game.arrange(drama.edition, hands=drama.hands, top=drama.top, turn=0, options=drama.options or {})
        for seat, move in drama.moves:
            game.move(seat, move)
