"""The pages around a table on a phone: everything that leads to a game is in view."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.house import House
from browser.people import PHONE, People, resize
from browser.players import Player
from browser.screens import editing
from lastcard import editions

EDITION = editions.names()[0]


def test_the_first_page_fits_the_width_of_a_phone(people: People) -> None:
    """The home page scrolls only vertically, and shows every edition and the way to a game. They stay put as one is chosen."""
    page = people.home(viewport=PHONE)
    expect(page.get_by_test_id("play-now")).to_be_in_viewport()
    tiles = page.locator(".tiles")
    for edition in tiles.get_by_role("radio").all():
        expect(edition).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    before = tiles.bounding_box()
    for name, radio in zip(editions.names(), tiles.get_by_role("radio").all(), strict=True):
        radio.check()
        expect(page.get_by_text(editions.get(name).summary)).to_be_visible()
        assert tiles.bounding_box() == before


@pytest.mark.parametrize(
    "edition", [editions.names()[0], *(pytest.param(name, marks=pytest.mark.long) for name in editions.names()[1:])]
)
def test_one_tap_chooses_how_long_a_game_is(edition: str, house: House, people: People) -> None:
    """Against bots a game has one round, or as many as it takes to a score: the button says so, and it is true."""
    context = people.context(PHONE)
    people.keep(context, "quick", {"edition": edition})
    page = context.new_page()
    page.goto(people.url)
    button = page.get_by_test_id("play-now")
    expect(button).to_contain_text("One round")
    longer = page.locator(".length label").last
    box, bar = longer.bounding_box(), button.bounding_box()
    assert box is not None
    assert bar is not None
    assert box["y"] + box["height"] <= bar["y"]
    for tap, target in ((False, None), (True, 500)):
        if tap:
            longer.click()
            expect(button).to_contain_text("To 500 points")
        with page.expect_response(lambda answer: answer.request.method == "POST") as answered:
            button.click()
        table = answered.value.json()["table"]
        expect(Player(page, 0).find("hand")).to_be_visible()
        assert house.see(table, lambda game: game.options["target"]) == target
        page.goto(people.url)


def test_who_comes_back_on_a_phone_sees_every_edition(house: House, people: People) -> None:
    """With a game to go on with and one to play again, the editions and the name are still above the buttons."""
    ann = house.table(EDITION)
    house.start_game(ann, house.join(ann))
    context = people.context(PHONE)
    people.keep(context, "tables", {ann["table"]: {"token": ann["token"]}})
    people.keep(context, "again", {"edition": EDITION, "bots": ["easy"] * 3, "options": {"target": 500}})
    page = context.new_page()
    page.goto(people.url)
    expect(page.get_by_test_id("continue")).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("play-again")).to_be_in_viewport(ratio=1)
    buttons = page.get_by_test_id("play-now").bounding_box()
    assert buttons is not None
    for part in (*page.locator(".tile").all(), page.get_by_label("Your name")):
        box = part.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= buttons["y"]


def test_keys_are_folded_where_nobody_has_a_keyboard(people: People) -> None:
    """On a phone, the settings of the shortcuts are folded away."""
    page = people.context(PHONE, has_touch=True).new_page()
    page.goto(f"{people.url}#settings")
    expect(page.get_by_text("Keyboard shortcuts")).to_be_visible()
    expect(page.get_by_label("Call UNO")).to_be_hidden()
    page.get_by_text("Keyboard shortcuts").click()
    expect(page.get_by_label("Call UNO")).to_be_visible()


def test_what_a_rule_says_stays_in_sight_while_it_is_written(house: House, people: People) -> None:
    """However many steps a rule has, its sentence and the button that saves it are seen whole, and no other button competes."""
    page = editing(house, people, {})
    resize(page, PHONE)
    editor = page.get_by_test_id("rule-editor")
    for _ in range(3):
        editor.get_by_role("button", name="Add a step").click()
    expect(editor.get_by_role("combobox", name="what happens").last).to_be_focused()
    for part in (page.get_by_test_id("rule-sentence"), editor.get_by_role("button", name="Save this rule")):
        expect(part).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("dialog-done")).to_be_hidden()


def test_the_link_for_friends_comes_first(house: House, people: People) -> None:
    """On a host's phone, the link and its button are above the bar. A guest sees what the table has changed."""
    ann = house.table("dawn-of-justice", options={"stacking": "any"})
    page = people.seated(ann, viewport=PHONE)
    bar = page.locator(".bar").bounding_box()
    assert bar
    copy = page.locator(".invite").get_by_role("button", name="Copy").first
    for part in (page.get_by_test_id("join-link"), copy):
        box = part.bounding_box()
        assert box
        assert box["y"] + box["height"] <= bar["y"]
    guest = people.seated(house.join(ann), viewport=PHONE)
    expect(guest.get_by_test_id("rule-chip")).to_have_text("Stacking")
    expect(guest.get_by_test_id("rule-chip")).to_be_in_viewport(ratio=1)
    guest.get_by_test_id("rule-chip").click()
    expect(guest.get_by_test_id("dialog").get_by_test_id("changed-rules")).to_contain_text("the sum moves on")
