"""Tips at the table, and the offer to learn an edition before its first game."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from browser.house import House
from browser.people import PHONE, People
from browser.players import Player
from lastcard import editions

EDITION = editions.names()[0]
HANDS = [["green-1", "green-2", "green-3"], ["wild-draw-four", "blue-1", "blue-2"]]
OFFERED = {"lessons-offered": [EDITION]}  # so that the first tip is about something else
DRAW = "None of your cards match, so draw one. If it matches, you can play it."


def seated(house: House, people: People, **settings: Any) -> tuple[Page, dict[str, Any]]:
    """Open a table where Ann has nothing to play, and return her page and Ben's seat."""
    house.arrange(EDITION, hands=HANDS, top="red-9", draw=["yellow-1"])
    ann = house.table(EDITION)
    ben = house.join(ann)
    house.start_game(ann, ben)
    page = people.seated(ann, viewport=PHONE, settings={"tips": True, **settings}, kept=OFFERED)
    expect(page.get_by_test_id("hand")).to_be_visible()
    return page, ben


def test_a_tip_comes_once(house: House, people: People) -> None:
    """The first time there is nothing to play, a tip says what to do. It is announced, can be closed, and never comes again.

    Nothing moves when it goes.
    """
    page, _ = seated(house, people)
    felt = page.locator('[data-place="table"]')
    expect(page.get_by_test_id("tip")).to_contain_text(DRAW)
    expect(page.get_by_test_id("announcements")).to_contain_text(f"Tip: {DRAW}")
    before = felt.bounding_box()
    page.get_by_test_id("tip-dismiss").click()
    expect(page.get_by_test_id("tip")).to_have_count(0)
    assert felt.bounding_box() == before
    expect(page.get_by_test_id("hand").locator(":focus")).to_be_visible()
    page.reload()
    expect(page.get_by_test_id("hand")).to_be_visible()
    expect(page.get_by_test_id("draw-pile")).to_be_visible()
    expect(page.get_by_test_id("tip")).to_have_count(0)


def test_tips_can_be_switched_off(house: House, people: People) -> None:
    """Without tips, none comes, however new something is. The switch in the settings brings them back."""
    page, _ = seated(house, people, tips=False)
    page.wait_for_load_state("networkidle")  # the tips are loaded last
    expect(page.get_by_test_id("prompt")).to_be_visible()
    expect(page.get_by_test_id("tip")).to_have_count(0)
    table = page.url
    page.goto(f"{house.url}#settings")
    page.get_by_label("Tips when something happens for the first time").check()
    page.goto(table)
    expect(page.get_by_test_id("tip")).to_contain_text(DRAW)


def test_a_tip_leaves_the_buttons_on_a_phone_on_its_side(house: House, people: People) -> None:
    """At 640 x 360, a tip, the color to match and the button to draw are all in view."""
    page, _ = seated(house, people)
    page.set_viewport_size({"width": 640, "height": 360})
    expect(page.get_by_test_id("tip")).to_be_in_viewport(ratio=1)
    expect(page.locator('.acts [data-move="draw"]')).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("color-in-force")).to_be_in_viewport(ratio=1)


def test_a_tip_about_a_question_is_part_of_it(house: House, people: People) -> None:
    """The first Wild Draw Four played on you comes with a tip in the dialog, and not behind it. Both say what counts."""
    page, ben = seated(house, people)
    player = Player(page, 0)
    player.make("draw")
    player.make("pass")
    expect(page.get_by_test_id("prompt")).to_contain_text("Ben")
    expect(page.get_by_test_id("tip")).to_have_count(0)
    house.command(ben, do="move", move="play wild-draw-four blue", n=house.number(ben["table"]))
    expect(page.get_by_test_id("coach-asks")).to_contain_text("had a card of the color in play or another wild, challenge it.")
    expect(page.get_by_test_id("tip")).to_have_count(0)
    expect(page.get_by_test_id("pending")).to_have_text("Ben picks blue and has 2 cards left. Before it, the color was red.")
    page.get_by_test_id("dialog-close").click()
    expect(page.get_by_test_id("tip")).to_contain_text("had a card of the color in play or another wild, challenge it.")


def test_a_question_that_answers_itself_comes_before_the_offer_of_a_lesson(house: House, people: People) -> None:
    """While a card is about to take effect by itself, nothing else asks for attention. The offer comes afterwards."""
    hands = [["red-skip@batman", "gold-1", "gold-2"], ["gold-3", "gold-4"], ["gold-5", "gold-6"]]
    house.arrange("dawn-of-justice", hands=hands, top="red-9")
    ann = house.table("dawn-of-justice", seats=3, settings={"window": 10})
    ben = house.join(ann)
    house.start_game(ann, ben, house.join(ann, "Cleo"))
    house.command(ann, do="move", move="play red-skip@batman", n=house.number(ann["table"]))
    page = people.seated(ben, viewport=PHONE, settings={"tips": True})
    accept = page.locator('.acts [data-move="accept"]')
    expect(accept).to_be_visible()
    page.wait_for_load_state("networkidle")  # the tips are loaded last
    expect(page.get_by_test_id("tip")).to_have_count(0)
    accept.click()
    expect(page.get_by_test_id("tip")).to_be_visible()


def test_a_tip_about_something_else_stays_out_of_a_question(house: House, people: People) -> None:
    """The tip about a Reverse shows at the table, and not in the dialog that asks for the color of a Wild."""
    house.arrange(
        EDITION, hands=[["wild", "red-1", "red-2"], ["red-reverse", "blue-1", "blue-2"], ["green-1"] * 2], top="red-9", turn=1
    )
    ann = house.table(EDITION, seats=3)
    ben = house.join(ann)
    house.start_game(ann, ben, house.join(ann, "Cleo"))
    page = people.seated(ann, viewport=PHONE, settings={"tips": True}, kept=OFFERED)
    expect(page.get_by_test_id("hand")).to_be_visible()
    page.wait_for_load_state("networkidle")  # the tips are loaded last
    house.command(ben, do="move", move="play red-reverse", n=house.number(ben["table"]))
    expect(page.get_by_test_id("tip")).to_contain_text("A Reverse turns play around")
    page.locator('[data-card="wild"]').click()
    expect(page.get_by_test_id("dialog")).to_be_visible()
    expect(page.get_by_test_id("coach-asks")).to_have_count(0)


def test_a_drawn_card_that_does_not_match_is_said_to(house: House, people: People) -> None:
    """After drawing a card that can't be played, the table says so and asks for the pass."""
    page, _ = seated(house, people)
    Player(page, 0).make("draw")
    expect(page.get_by_test_id("prompt")).to_have_text("The card you drew doesn't match. Pass.")
    expect(page.get_by_test_id("announcements")).to_contain_text("You draw a yellow 1. The card you drew doesn't match. Pass.")


def test_the_first_game_offers_the_lesson_once(house: House, people: People) -> None:
    """The first game of an edition offers its lesson. The way back leads to the game, which doesn't offer it again."""
    house.arrange(EDITION, hands=HANDS, top="red-9")
    ann = house.table(EDITION, bots=1)
    house.start_game(ann)
    page = people.seated(ann, settings={"tips": True})
    page.get_by_test_id("tip-learn").click()
    expect(page.get_by_test_id("coach-says")).not_to_be_empty()
    page.get_by_role("link", name="Leave the lesson").click()
    expect(page.get_by_test_id("screen-play")).to_be_visible()
    expect(page.get_by_test_id("tip")).to_contain_text(DRAW)
    expect(page.get_by_test_id("tip-learn")).to_have_count(0)


def test_a_tip_covers_no_card(house: House, people: People) -> None:
    """On a phone, a tip is above the numbers of the cards. A button shows the rest of a long one."""
    red, second = editions.get(EDITION).colors[:2]
    hands = [[f"{red}-1", f"{second}-2", f"{second}-3"], [f"{second}-4", f"{second}-5"]]
    house.arrange(EDITION, hands=hands, top=f"{red}-9", turn=0, rest=True)
    long = {"when": "7", "name": "Two more", "text": "Long. " * 30, "steps": [{"does": "draws", "who": "next", "n": 2}]}
    ann = house.table(EDITION, options={"card_rules": [long]})
    house.start_game(ann, house.join(ann))
    page = people.seated(ann, viewport=PHONE, settings={"tips": True})
    tip, card = page.get_by_test_id("tip"), page.get_by_test_id("hand").get_by_test_id("card").last
    above = """() => document.querySelector("[data-testid=tip]").getBoundingClientRect().bottom - 20
      <= document.querySelector("[data-testid=hand] [data-testid=card]:last-child").getBoundingClientRect().top"""
    expect(tip).to_contain_text("At this table:")
    expect(page.get_by_test_id("tip-more")).to_be_visible()
    page.wait_for_function(above)
    page.get_by_test_id("tip-more").click()
    expect(page.get_by_test_id("tip-more")).to_have_count(0)
    expect(page.get_by_test_id("tip-learn")).to_be_in_viewport(ratio=0.9)
    page.get_by_test_id("tip-dismiss").click()
    expect(tip).to_have_count(0)
    expect(card).to_be_visible()


# What the tip hides of what matters, such as names, counts and messages.
HIDDEN = """
() => {
  const tip = document.querySelector("[data-testid=tip]").getBoundingClientRect();
  const boxes = [...document.querySelectorAll("[data-matters], [data-place=draw], [data-place=discard]")];
  return boxes.filter((box) => {
    const { left, right, top, bottom, width } = box.getBoundingClientRect();
    return width && left < tip.right && right > tip.left && top < tip.bottom && bottom > tip.top;
  }).map((box) => box.outerHTML);
}
"""


def test_on_a_wide_table_a_tip_hides_nothing_that_matters(house: House, people: People) -> None:
    """Beside wide signs of changed rules, the tip goes to another place, where it hides no name, message, sign or pile."""
    red, second = editions.get(EDITION).colors[:2]
    hands = [[f"{red}-1", f"{second}-2"], [f"{second}-4", f"{second}-5"]]
    house.arrange(EDITION, hands=hands, top=f"{red}-9", turn=0)
    steps = [{"does": "draws", "who": "next", "n": 2}]
    rules = [{"when": str(n), "name": f"A rule with a long name, {n}", "text": "", "steps": steps} for n in (7, 8)]
    ann = house.table(EDITION, options={"card_rules": rules, "stacking": "any"})
    house.start_game(ann, house.join(ann))
    page = people.seated(ann, settings={"tips": True})
    expect(page.get_by_test_id("tip")).to_be_visible()
    expect(page.get_by_test_id("rule-chip").first).to_be_visible()
    page.wait_for_function(f"() => !({HIDDEN})().length")


def test_while_a_clock_runs_the_rules_come_before_the_offer_of_a_lesson(house: House, people: People) -> None:
    """A guest with a clock reads first what this table plays by. The lesson isn't offered on their turn. A move ends both."""
    red, second = editions.get(EDITION).colors[:2]
    hands = [[f"{second}-1", f"{second}-2", f"{second}-3"], [f"{red}-4", f"{red}-5", f"{second}-6"]]
    house.arrange(EDITION, hands=hands, top=f"{red}-9", turn=1, rest=True)
    ann = house.table(EDITION, options={"stacking": "any"}, settings={"clock": 60})
    ben = house.join(ann)
    house.start_game(ann, ben)
    page = people.seated(ben, viewport=PHONE, settings={"tips": True})
    tip = page.get_by_test_id("tip")
    expect(tip).to_contain_text("At this table: Hit by a draw card?")
    page.get_by_test_id("tip-dismiss").click()
    expect(tip).to_have_count(0)
    Player(page, 1).make(f"play {red}-4")
    expect(page.get_by_test_id("hand").get_by_test_id("card")).to_have_count(2)
    expect(page.get_by_test_id("tip-learn")).to_have_count(0)


def test_a_players_own_move_ends_what_the_table_plays_by(house: House, people: People) -> None:
    """Whoever plays on has read what the table plays by, and how to learn the edition. Neither covers what follows."""
    hands = [["red-3", "red-4", "red-5", "blue-1"], ["red-6", "red-7", "blue-2"], ["red-8", "red-1", "blue-3"]]
    house.arrange("classic", hands=hands, top="red-9", turn=0)
    rule = {"when": "3", "name": "Ouch", "text": "", "steps": [{"does": "draws", "who": "chosen", "n": 1}]}
    ann = house.table("classic", seats=3, options={"card_rules": [rule]})
    seats = [ann, house.join(ann), house.join(ann, "Cy")]
    house.start_game(*seats)
    page = people.seated(ann, settings={"tips": True})
    tip, player = page.get_by_test_id("tip"), Player(page, 0)
    expect(tip).to_contain_text("At this table: 3: Ouch.")
    expect(page.get_by_test_id("tip-learn")).to_be_visible()
    player.make("play red-3")
    expect(page.get_by_test_id("dialog")).to_be_visible()
    expect(tip).to_have_count(0)
    player.make("choose 1")
    house.command(seats[1], do="move", move="play red-6", n=10**6)
    expect(page.get_by_test_id("log")).to_contain_text("Ben plays a red 6")
    expect(tip).to_have_count(0)
