"""The table on screens of every size: everything fits, and every card can be seen and touched."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from browser.axe import STILL
from browser.house import House
from browser.people import PHONE, People, hurry
from browser.players import Player
from browser.tour import Tour
from lastcard import editions

EDITION = editions.names()[0]
LANDSCAPE = ViewportSize(width=640, height=360)
DESK, SMALL_DESK = ViewportSize(width=1280, height=800), ViewportSize(width=1024, height=700)
ZOOMED = ViewportSize(width=640, height=400)  # a screen of 1280 x 800 at 200%
TOUCHABLE = 24  # pixels
IS_ABOVE_HAND = """
() => {
  const [dialog, hand] = ["dialog[open]", "[data-place=hand]"].map((it) => document.querySelector(it));
  const gap = hand.getBoundingClientRect().top - dialog.getBoundingClientRect().bottom;
  return gap >= 0 && gap < 24;
}
"""
# For each card, its box, and the first stretches found of its rows and columns of points that are on top and long enough.
REACH = """
(enough) => [...document.querySelectorAll('[data-testid="hand"] [data-testid="card"]')].map((card) => {
  const box = card.getBoundingClientRect();
  let widest = 0, tallest = 0;
  for (let y = box.top + 4; y < box.bottom && widest < enough; y += 12) {
    let run = 0;
    for (let x = box.left; x < box.right && widest < enough; x += 1) {
      run = card.contains(document.elementFromPoint(x, y)) ? run + 1 : 0;
      widest = Math.max(widest, run);
    }
  }
  for (let x = box.left + 2; x < box.right && tallest < enough; x += 4) {
    let run = 0;
    for (let y = box.top; y < box.bottom && tallest < enough; y += 1) {
      run = card.contains(document.elementFromPoint(x, y)) ? run + 1 : 0;
      tallest = Math.max(tallest, run);
    }
  }
  return { card: card.dataset.card, left: box.left, right: box.right, top: box.top, bottom: box.bottom, widest, tallest };
})
"""


def dealt(house: House, cards: int, players: int) -> dict[str, Any]:
    """Start a game of this many players, and return the seat of the one on turn, who has this many cards."""
    colors = editions.get(EDITION).colors
    deck = [f"{color}-{n}" for n in range(1, 10) for color in colors]
    others = [
        [f"{colors[i % 4]}-{7 + i // 4}", f"{colors[i % 4]}-{('skip', 'reverse', '0')[i // 4]}"] for i in range(players - 1)
    ]
    house.arrange(EDITION, hands=[deck[:cards], *others], top=f"{colors[0]}-6")
    ann = house.table(EDITION, seats=players)
    house.start_game(ann, *[house.join(ann, name=f"Player number {number}") for number in range(2, players + 1)])
    return ann


def at_table(house: House, people: People, cards: int, players: int, **more: Any) -> Page:
    """Open a page for a player on turn with this many cards at a table of this many seats."""
    page = people.seated(dealt(house, cards, players), **more)
    expect(page.get_by_test_id("hand").get_by_test_id("card")).to_have_count(cards)
    return page


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE], ids=["portrait", "landscape"])
def test_a_reason_leaves_the_table_where_it_is(size: ViewportSize, tour: Tour) -> None:
    """However long the sentence is that says why a card can't be played, nothing moves for it."""
    page = tour.visit(dealt(tour.house, 7, 4), size)
    hand, pile, why = (page.get_by_test_id(name) for name in ("hand", "discard-pile", "why"))
    last = hand.get_by_test_id("card").last
    expect(last).to_be_visible()
    before = [hand.bounding_box(), pile.bounding_box()]
    expect(hand.locator(":focus")).to_be_visible()
    page.keyboard.press("End")
    expect(why).not_to_be_empty()
    assert [hand.bounding_box(), pile.bounding_box()] == before


def test_a_reason_covers_neither_the_prompt_nor_the_buttons(house: House, people: People) -> None:
    """The focus that comes by itself is on a card that can be played and says nothing. A tapped one says why, above the bar."""
    colors = editions.get(EDITION).colors
    house.arrange(EDITION, hands=[[f"{colors[1]}-1", f"{colors[0]}-2", "wild"], [f"{colors[2]}-3"] * 2], top=f"{colors[0]}-6")
    ann = house.table(EDITION)
    house.start_game(ann, house.join(ann))
    page = people.seated(ann, viewport=PHONE, has_touch=True)
    expect(page.get_by_test_id("hand").locator(":focus")).to_have_class(re.compile("playable"))
    expect(page.get_by_test_id("why")).to_be_empty()
    tap(page.get_by_test_id("hand").locator('[aria-disabled="true"]'))
    expect(page.locator('[data-testid="why"].up')).to_contain_text("You can play")
    why, bar = page.get_by_test_id("why").bounding_box(), page.locator('[data-place="turn"]').bounding_box()
    assert why
    assert bar
    assert why["y"] + why["height"] <= bar["y"] + 1


def test_a_hint_leaves_the_table_in_view(house: House, people: People) -> None:
    """Two lines of text fit between the prompt and the hand, so they cover neither the color to match nor the direction."""
    colors = editions.get(EDITION).colors
    house.arrange(EDITION, hands=[[f"{colors[1]}-1", f"{colors[1]}-2"], [f"{colors[2]}-3"] * 2], top=f"{colors[0]}-6")
    ann = house.table(EDITION, settings={"hints": True})
    house.start_game(ann, house.join(ann))
    page = people.seated(ann, viewport=PHONE)
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("why")).to_contain_text("Nothing in your hand matches.")
    expect(page.get_by_test_id("why")).not_to_have_class(re.compile(r"\bup\b"))
    page.wait_for_function(
        """() => {
            const at = (css) => document.querySelector(css).getBoundingClientRect();
            return at('[data-testid=why]').top >= at('[data-place=turn]').bottom - 1;
        }"""
    )


def fits(page: Page) -> None:
    """Check that no part of the page has to be scrolled to."""
    sizes = page.evaluate(
        "(() => { const d = document.documentElement; return [d.scrollWidth, d.scrollHeight, innerWidth, innerHeight] })()"
    )
    assert sizes[0] <= sizes[2]
    assert sizes[1] <= sizes[3]


@pytest.mark.parametrize(("cards", "players"), [(7, 4), (20, 4), (20, 10)])
def test_the_table_fits(cards: int, players: int, house: House, people: People) -> None:
    """On a phone, a phone on its side, and a zoomed screen, the page does not scroll.

    No card is off the screen, and each shows at least 24 pixels to touch.
    """
    page = at_table(house, people, cards, players, viewport=PHONE, has_touch=True)
    everything_fits(page, PHONE)
    for size in (LANDSCAPE, ZOOMED):
        page.set_viewport_size(size)
        page.reload()
        expect(page.get_by_test_id("hand").get_by_test_id("card")).to_have_count(cards)
        everything_fits(page, size)


@pytest.mark.parametrize("players", [5, *(pytest.param(n, marks=pytest.mark.long) for n in (6, 8)), 10])
def test_every_count_is_seen(players: int, tour: Tour) -> None:
    """However many bots there are, with their levels and points, nothing covers how many cards each of them has."""
    house, hands = (
        tour.house,
        [[f"{color}-{n}", f"{color}-{n + 3}"] for n in (1, 2, 3) for color in editions.get(EDITION).colors],
    )
    house.arrange(EDITION, hands=hands[:players], top="wild", color="red", turn=0, scores=[20] * players)
    ann = house.table(EDITION, seats=players, bots=players - 1, options={"target": 500})
    house.start_game(ann)
    page = tour.visit(ann, PHONE)
    expect(page.locator("[data-about=count]")).to_have_count(players - 1)
    page.wait_for_function(STILL)
    page.wait_for_function(
        """() => [...document.querySelectorAll("[data-about=count]")].every((count) => {
          const box = count.getBoundingClientRect();
          const at = (x, y) => document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
          return [0.2, 0.8].every((x) => [0.2, 0.8].every((y) => at(x, y) === count));
        })"""
    )


def everything_fits(page: Page, size: ViewportSize) -> None:
    """Check that nothing has to be scrolled to, and that every card can be touched."""
    fits(page)
    for card in page.evaluate(REACH, TOUCHABLE):
        assert card["left"] >= -1, (size, card)
        assert card["right"] <= size["width"] + 1, (size, card)
        assert card["top"] >= 0, (size, card)
        assert card["widest"] >= TOUCHABLE, (size, card)
        assert card["tallest"] >= TOUCHABLE, (size, card)


def tap(card: Locator) -> None:
    """Tap the part of a card that its neighbors leave free."""
    box = card.bounding_box()
    assert box is not None
    card.page.touchscreen.tap(box["x"] + 14, box["y"] + 16)


def test_a_card_can_be_touched(house: House, people: People) -> None:
    """A tap plays a card, and a tap on one that does not match says why not."""
    page = at_table(house, people, 20, 2, viewport=PHONE, has_touch=True)
    player = Player(page, 0)
    wrong = player.find("hand").locator('[data-testid="card"][aria-disabled="true"]').last
    right = player.find("hand").locator('[data-testid="card"]:not([aria-disabled])').last
    tap(wrong)
    expect(player.find("why").get_by_role("link")).to_have_attribute("href", re.compile("rule=turn-match$"))
    tap(right)
    expect(player.find("hand").locator('[data-testid="card"]')).to_have_count(19)


def test_a_question_is_within_reach_of_a_thumb(house: House, people: People) -> None:
    """On a phone, a question stands right above the player's cards, also if the page gets higher or lower."""
    house.arrange(EDITION, hands=[["wild", "red-1", "red-2"], ["blue-1"]], top="red-9")
    ann = house.table(EDITION)
    house.start_game(ann, house.join(ann))
    page = people.seated(ann, viewport=PHONE)
    page.locator('[data-card="wild"]').click(position={"x": 16, "y": 40})
    expect(page.get_by_test_id("dialog")).to_be_visible()
    for height in (PHONE["height"], 800, 560):  # browsers hide and show their bars, and keyboards come and go
        page.set_viewport_size(ViewportSize(width=PHONE["width"], height=height))
        page.wait_for_function(IS_ABOVE_HAND)


def saying(house: House, people: People) -> Page:
    """Open the question for a line, to a player whose group may also hear it."""
    house.arrange("favorite-line", hands=[["red-1", "red-2"], ["wild-favorite-line", "red-3"]], top="red-9", turn=1)
    ann = house.table("favorite-line")
    ben = house.join(ann)
    house.start_game(ann, ben)
    for move in ("play wild-favorite-line blue", "film Episode IV: A New Hope"):
        house.command(ben, do="move", move=move, n=10**6)
    page = people.seated(ann, viewport=PHONE)
    expect(page.get_by_test_id("said")).to_be_focused()
    return page


def test_an_answer_can_be_sent_while_the_keyboard_is_open(house: House, people: People) -> None:
    """In what a keyboard leaves of a phone, the title takes one line, and the film, the field and its button are in view."""
    page = saying(house, people)
    page.set_viewport_size(ViewportSize(width=360, height=360))
    dialog = page.get_by_test_id("dialog")
    for part in (dialog.get_by_text("A New Hope"), dialog.get_by_test_id("said"), dialog.get_by_test_id("move").first):
        expect(part).to_be_in_viewport(ratio=1)
    title = dialog.get_by_role("heading").bounding_box()
    assert title
    assert title["height"] < 40


def test_the_back_button_closes_what_is_open(house: House, people: People) -> None:
    """With the menu open, the back button closes it and asks nothing. Only then does it ask whether to leave."""
    page = at_table(house, people, 3, 2, viewport=PHONE)
    address = page.url
    page.goto(house.url)
    page.goto(address)
    page.locator(".tools button").last.click()
    dialog, leave = page.get_by_test_id("dialog"), page.get_by_test_id("leave")
    expect(dialog).to_be_visible()
    page.evaluate("history.back()")
    expect(dialog).to_have_count(0)
    page.evaluate("history.back()")
    expect(leave).to_be_visible()
    page.evaluate("history.back()")
    expect(dialog).to_have_count(0)
    expect(page.get_by_test_id("hand")).to_be_visible()


def test_a_lesson_fits_a_phone_on_its_side(people: People) -> None:
    """Next to the coach, the button to draw, the color and the whole hand are in full view."""
    page = people.context(LANDSCAPE).new_page()
    page.goto(f"{people.url}#learn={EDITION}")
    color = page.get_by_test_id("color-in-force")
    expect(color).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Draw", exact=True)).to_be_in_viewport(ratio=1)
    page.wait_for_function(STILL)
    pill, hand = color.bounding_box(), page.get_by_test_id("hand").bounding_box()
    assert pill is not None
    assert hand is not None
    assert pill["x"] + pill["width"] <= hand["x"]


@pytest.mark.parametrize("players", [2, 4, 10])
def test_a_table_on_its_side_uses_its_room(players: int, tour: Tour) -> None:
    """The direction, the color, the seats and the buttons lie apart from each other, and up to four have large piles."""
    page = tour.visit(dealt(tour.house, 7, players), LANDSCAPE, settings={"language": "es"})
    expect(page.get_by_test_id("hand").get_by_test_id("card")).to_have_count(7)
    page.wait_for_function(STILL)
    parts = page.locator(".facts > *, .tools button, .others .name").all()
    boxes = [box for part in parts if (box := part.bounding_box())]
    assert len(boxes) == 2 + 4 + players - 1
    for i, one in enumerate(boxes[:2]):
        for two in boxes[i + 1 :]:
            apart = (one["x"] + one["width"] <= two["x"], two["x"] + two["width"] <= one["x"])
            assert any(apart) or one["y"] + one["height"] <= two["y"] or two["y"] + two["height"] <= one["y"], (one, two)
    pile = page.get_by_test_id("discard-pile").bounding_box()
    assert pile
    assert players > 4 or pile["width"] >= 56


@pytest.mark.parametrize("viewport", [DESK, SMALL_DESK, PHONE], ids=["desk", "small-desk", "phone"])
def test_a_long_log_does_not_stretch_the_table(viewport: ViewportSize, house: House, people: People) -> None:
    """After many moves the page does not scroll, and the log, beside the table or above it, shows its last line."""
    red, blue = editions.get(EDITION).colors[0], editions.get(EDITION).colors[-1]
    house.arrange(EDITION, hands=[[f"{red}-1", f"{red}-2"], [f"{blue}-1", f"{blue}-2"]], top=f"{red}-6")
    ann = house.table(EDITION)
    ben = house.join(ann)
    house.start_game(ann, ben)
    page = people.seated(ann, viewport=viewport)
    hurry(page)
    for seat in [ann, ben] * 12:
        for move in ("draw", "pass"):
            house.command(seat, do="move", move=move, n=10**6)
    Player(page, 0).catch_up(house.number(ann["table"]))
    fits(page)
    if viewport != DESK:
        page.get_by_role("button", name="Log and chat").click()
    lines = page.get_by_test_id("log").locator("li")
    expect(lines.last).to_have_text("Ben passes")
    expect(lines.nth(45)).to_be_attached()
    expect(lines.last).to_be_in_viewport()
    fits(page)


def test_an_outcome_makes_room_for_the_table(house: House, people: People) -> None:
    """After "Look at the table first", an outcome is a strip below the piles in which no sign is cut off or covers a name."""
    house.arrange(
        "etheria", hands=[["wild-unite-etheria", "red-1", "red-2"], ["red-6", "red-7"], ["green-4", "red-8"]], top="green-9"
    )
    ann = house.table("etheria", seats=3)
    ben, cy = house.join(ann, "Ben"), house.join(ann, "Maximilian")
    house.start_game(ann, ben, cy)
    page = people.seated(ann, viewport=PHONE)
    for seat, move in ((ann, "play wild-unite-etheria"), (ann, "secret red-1"), (ben, "reveal red-6"), (cy, "reveal green-4")):
        house.command(seat, do="move", move=move, n=10**6)
    page.get_by_test_id("dialog-close").click()
    expect(page.get_by_test_id("outcome")).to_have_count(0)
    page.get_by_test_id("color-in-force").click(trial=True)
    strip = page.get_by_test_id("situation")
    expect(strip).to_be_in_viewport(ratio=1)
    covered = """(strip) => [...strip.querySelectorAll("li")].filter((one) => {
      const [sign, name] = ["i", "b"].map((each) => one.querySelector(each)?.getBoundingClientRect());
      const right = strip.querySelector(".scroll").getBoundingClientRect().right;
      return sign && (sign.bottom > name.top + 2 || Math.max(name.right, sign.right) > right);
    }).length"""
    assert strip.evaluate(covered) == 0
    assert strip.evaluate("(strip) => strip.querySelector('.scroll').scrollHeight <= strip.clientHeight")


def test_nothing_covers_an_outcome(house: House, people: People) -> None:
    """While an outcome is new, it lies above everything that flies and shines, and a caption without room isn't shown."""
    house.arrange(
        "etheria",
        hands=[["wild-unite-etheria", "red-1", "red-2"], ["red-6", "red-7"], ["green-4", "red-8"]],
        top="green-9",
        rest=True,
    )
    ann = house.table("etheria", seats=3)
    ben, cy = house.join(ann, "Ben"), house.join(ann, "Cy")
    house.start_game(ann, ben, cy)
    page = people.seated(cy, viewport=PHONE, settings={"motion": "full", "speed": "slow"})
    expect(page.get_by_test_id("effects")).to_be_attached()
    for seat, move in ((ann, "play wild-unite-etheria"), (ann, "secret red-1"), (cy, "reveal green-4"), (ben, "reveal red-6")):
        house.command(seat, do="move", move=move, n=10**6)
    page.locator('[data-testid="effect"]', has_text="A match!").wait_for(state="attached")
    expect(page.get_by_test_id("outcome").locator("li")).to_have_count(3)
    covered = """
      () => {
        const layers = document.querySelectorAll(".effects, .flyers, .effects *, .flyers *, .middle .piles");
        layers.forEach((each) => (each.style.pointerEvents = "auto"));
        const outcome = document.querySelector("[data-testid=outcome]");
        const { left, right, top, bottom } = outcome.getBoundingClientRect();
        const at = (i, from, to) => from + 6 + ((to - from - 12) * i) / 9;
        const points = [...Array(100).keys()].map((i) => [at(i % 10, left, right), at(Math.floor(i / 10), top, bottom)]);
        const there = points.map(([x, y]) => document.elementFromPoint(x, y));
        const over = there.filter((each) => !outcome.contains(each));
        const isShown = (each) => each.checkVisibility({ visibilityProperty: true });
        const shown = [...document.querySelectorAll(".effects .caption")].filter(isShown);
        const box = (each) => each.getBoundingClientRect();
        const met = shown.filter((each) => box(each).bottom > top && box(each).top < bottom);
        return [...new Set([...over, ...met])].map((each) => each.outerHTML.slice(0, 200));
      }
    """
    page.wait_for_function("() => getComputedStyle(document.querySelector('.effects .caption')).opacity > 0")
    assert page.evaluate(covered) == []


def test_a_rule_that_runs_lies_on_the_table(house: House, people: People) -> None:
    """The strip about a house rule that is judged stays on a small table, and shows whole lines of the rule's text."""
    steps = [{"does": "draws", "who": "chosen", "n": 2}, {"does": "performs", "who": "chosen", "n": 2}]
    rule = {
        "when": "3",
        "name": "Anthem",
        "text": "Sing your national anthem and then somebody else's, too. " * 2,
        "steps": steps,
    }
    house.arrange("classic", hands=[["red-3", "blue-1", "blue-2"], ["green-1", "green-2"], ["green-3", "green-4"]], top="red-9")
    ann = house.table("classic", seats=3, options={"card_rules": [rule]})
    ben = house.join(ann)
    house.start_game(ann, ben, house.join(ann, "Cleo"))
    page = people.seated(ben, viewport=PHONE)
    for move in ("play red-3", "choose 1"):
        house.command(ann, do="move", move=move, n=10**6)
    expect(page.get_by_test_id("prompt")).to_contain_text("You're on")
    strip = page.get_by_test_id("situation")
    expect(strip).to_contain_text("Sing your national anthem")
    assert strip.evaluate(
        """(strip) => {
          const cloth = document.querySelector("[data-place=table]");
          const [box, table] = [strip, cloth].map((each) => each.getBoundingClientRect());
          const scroll = strip.querySelector(".scroll");
          return box.bottom <= table.bottom && scroll.scrollHeight <= scroll.clientHeight && box.height > 40;
        }"""
    )


def test_every_answer_to_a_question_is_in_view(house: House, people: People) -> None:
    """With a tip and three answers, the question still fits on a small phone."""
    hands = [["wild-draw-four@batman", "gold-1", "gold-2"], ["hero@superman", "gold-3", "gold-4"]]
    house.arrange("dawn-of-justice", hands=hands, top="red-9")
    ann = house.table("dawn-of-justice")
    ben = house.join(ann)
    house.start_game(ann, ben)
    page = people.seated(ben, viewport=PHONE, settings={"tips": True})
    page.get_by_test_id("tip-dismiss").click()  # it offers a lesson
    expect(page.get_by_test_id("tip")).to_have_count(0)
    house.command(ann, do="move", move="play wild-draw-four@batman silver", n=house.number(ann["table"]))
    dialog = page.get_by_test_id("dialog")
    expect(dialog.get_by_test_id("coach-asks")).to_be_visible()
    for answer in ("Accept", "Challenge", "Block"):
        expect(dialog.get_by_role("button", name=answer)).to_be_in_viewport(ratio=1)
    page.wait_for_function(
        "() => { const c = document.querySelector('dialog .content'); return c.scrollHeight <= c.clientHeight; }"
    )


def test_a_game_with_bots_goes_on_when_its_player_is_back(house: House, people: People) -> None:
    """Opening the page again takes the seat back, and so does playing a card."""
    house.arrange(EDITION, hands=[["red-1", "red-2", "red-3"], ["blue-1", "blue-2"]], top="red-6")
    ann = house.table(EDITION, bots=1)
    house.start_game(ann)
    house.command(ann, do="leave")
    page = people.seated(ann, viewport=PHONE)
    expect(page.get_by_test_id("prompt")).to_contain_text("Your turn")
    house.command(ann, do="leave")
    expect(page.get_by_test_id("prompt")).to_have_text("The game is waiting for you.")
    Player(page, 0).make("play red-1")
    expect(page.get_by_test_id("hand").locator('[data-card="red-1"]')).to_have_count(0)
    expect(page.get_by_test_id("back")).to_have_count(0)


def test_the_numbers_beside_the_colors_are_explained(house: House, people: People) -> None:
    """Whoever picks a color sees how many cards of each they hold."""
    house.arrange(EDITION, hands=[["wild", "red-1", "red-2"], ["blue-1", "blue-2"]], top="green-6")
    ann = house.table(EDITION)
    house.start_game(ann, house.join(ann))
    page = people.seated(ann, viewport=PHONE)
    page.locator('[data-card="wild"]').click()
    expect(page.locator('[data-color="red"]').get_by_test_id("held")).to_have_text("2 in hand")


# The edges of the seats' plates, of the piles and of what stands below them, and what of it is out of place.
MISPLACED = """
() => {
  const all = (css) => [...document.querySelectorAll(css)].filter((it) => it.checkVisibility());
  const table = document.querySelector("[data-place=table]").getBoundingClientRect();
  const piles = all('[data-place=draw], [data-place=draw] > *, [data-place=discard]').map((it) => it.getBoundingClientRect());
  const name = (it) => it.innerText || it.className;
  const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const over = all(".seat .text, .seat .avatar, .seat .cards").filter((it) =>
    piles.some((pile) => meets(pile, it.getBoundingClientRect())));
  const outside = all(".middle > :not(.piles), .middle .facts > *").filter((it) => {
    const box = it.getBoundingClientRect();
    return box.width && (box.bottom > table.bottom || box.top < table.top);
  });
  return [...over, ...outside].map(name);
}
"""


@pytest.mark.parametrize("target", [None, 500], ids=["one round", "points"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_seat_lies_on_the_piles(players: int, target: int | None, tour: Tour) -> None:
    """On a small phone, the plates of the others and the captions leave the piles free, and nothing leaves the table.

    Once somebody has one card left, the table says that in the place of its changed rules.
    """
    house, (color, second) = tour.house, editions.get(EDITION).colors[:2]
    hands = [[f"{color}-1", f"{second}-1", f"{second}-2"], *[[f"{color}-{n}", f"{second}-{n}"] for n in range(4, 3 + players)]]
    house.arrange(EDITION, hands=hands, top=f"{color}-9", turn=0, scores=[20] * players if target else [0] * players, rest=True)
    names = ("A rule with a long name", "Another long name")
    written = [{"when": str(n), "name": name, "text": "", "steps": [{"does": "reverses"}]} for n, name in enumerate(names, 3)]
    options = {"target": target, "stacking": "any", "card_rules": written}
    ann = house.table(EDITION, seats=players, options=options)
    house.start_game(ann, *[house.join(ann, f"Player {n}") for n in range(1, players)])
    page = tour.visit(ann, PHONE)
    expect(page.get_by_test_id("rule-chip")).to_have_count(2)
    page.wait_for_function(STILL)
    assert page.evaluate(MISPLACED) == []


def test_a_bot_with_one_card_leaves_the_piles_free(house: House, people: People) -> None:
    """A bot's level below its name covers no pile, and one card left takes the place of the changed rules."""
    color, second = editions.get(EDITION).colors[:2]
    house.arrange(EDITION, hands=[[f"{color}-1", f"{second}-2"], [f"{color}-4"]], top=f"{color}-9", turn=0)
    ann = house.table(EDITION, bots=1, options={"stacking": "any"})
    house.start_game(ann)
    page = people.seated(ann, viewport=PHONE)
    hurry(page)
    expect(page.get_by_test_id("tension")).to_be_visible()
    expect(page.locator(".level")).to_be_visible()
    expect(page.get_by_test_id("rule-chip")).to_be_hidden()
    page.wait_for_function(STILL)
    assert page.evaluate(MISPLACED) == []


def test_one_more_button_moves_nothing(house: House, people: People) -> None:
    """With two cards, a button to call comes to the hint and the draw. All of them stay beside the prompt."""
    color, second = editions.get(EDITION).colors[:2]
    hands = [[f"{color}-1", f"{color}-2", f"{second}-2"], [f"{second}-4", f"{second}-5", f"{second}-6"]]
    house.arrange(EDITION, hands=hands, top=f"{color}-9", turn=0, rest=True)
    ann = house.table(EDITION, settings={"hints": True, "clock": 60}, options={"target": 500})
    ben = house.join(ann)
    house.start_game(ann, ben)
    page = people.seated(ann, viewport=PHONE)
    hurry(page)
    expect(page.get_by_test_id("hint")).to_be_visible()
    table, pile = (page.locator(f'[data-place="{place}"]') for place in ("table", "discard"))
    before = table.bounding_box(), pile.bounding_box()
    Player(page, 0).make(f"play {color}-1")
    expect(page.get_by_test_id("uno")).to_be_visible()
    house.command(ben, do="move", move="draw", n=house.number(ann["table"]))
    house.command(ben, do="move", move="pass", n=house.number(ann["table"]))
    expect(page.get_by_test_id("hint")).to_be_visible()
    expect(page.get_by_test_id("uno")).to_be_visible()
    expect(page.locator('.acts [data-move="draw"]')).to_be_visible()
    page.wait_for_function(STILL)
    assert (table.bounding_box(), pile.bounding_box()) == before
