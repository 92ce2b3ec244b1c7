"""Everything around the table: agreeing on the rules, the ends of rounds and games, verifying deals, and replays."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.house import House
from browser.people import PHONE, People, hurry
from browser.players import Player
from lastcard import Game, editions
from lastcard.house_rules import check_rule, sentence

PLAIN = editions.names()[0]
RED, BLUE = (editions.get(PLAIN).colors[i] for i in (0, 3))

COUNT_FLYERS = """
() => {
  window.flown = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node.classList?.contains("flyer")) window.flown++;
  }).observe(document.body, { childList: true, subtree: true });
}
"""


def with_form(form: str) -> list[str]:
    """Return the editions that have an option of this form."""
    return [name for name in editions.names() if any(option.form["type"] == form for option in editions.get(name).options)]


def two(house: House, edition: str = PLAIN, **more: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Make a table for two."""
    ann = house.table(edition, **more)
    return ann, house.join(ann)


def with_token(people: People, seat: dict[str, Any]) -> Page:
    """Open the home page in a browser that has a seat's token but no table."""
    page = people.home()
    page.evaluate("token => localStorage.setItem('lastcard.token', JSON.stringify(token))", seat["token"])
    page.reload()
    return page


def last_card(house: House, people: People, **options: Any) -> tuple[Page, dict[str, Any]]:
    """Let Ann, at her page, play her last card against Ben's hand of 25 points."""
    house.arrange(PLAIN, hands=[[f"{RED}-1"], [f"{BLUE}-5", f"{BLUE}-skip"]], top=f"{RED}-9", turn=0)
    ann, ben = two(house, options=options)
    house.start_game(ann, ben)
    page = people.seated(ann)
    hurry(page, 20)
    Player(page, 0).make(f"play {RED}-1")
    expect(page.get_by_test_id("screen-between")).to_be_visible()
    hurry(page, 1)
    return page, ben


def played_out(house: House, *seats: dict[str, Any]) -> dict[str, Any]:
    """Play a real deal to its end, always with the first legal move, and return Ann's seat."""
    seats = seats or two(house)
    house.start_game(*seats)
    table = seats[0]["table"]
    while not house.see(table, lambda game: game.over):
        seat, move = house.see(table, lambda game: (game.to_move[0], str(game.moves(game.to_move[0])[0])))
        house.command(seats[seat], do="move", move=move, n=10**6)
    return seats[0]


# ---- before the start -------------------------------------------------------------------------------
def test_a_change_takes_back_what_was_agreed_to(house: House, people: People) -> None:
    """Players who agreed are told what has changed since, and the start waits until they agree again."""
    ann, ben = two(house)
    host, guest = people.seated(ann), people.seated(ben)
    guest.get_by_test_id("ready").click()
    expect(host.get_by_test_id("start")).to_have_attribute("aria-disabled", "false")
    host.get_by_text("Scoring, dealing and more").click()
    host.locator('[data-option="scoring"]').get_by_role("radio").last.check()
    expect(host.locator('[data-option="scoring"]').get_by_role("radio").last).to_be_focused()
    expect(guest.locator("[data-option].changed")).to_have_attribute("data-option", "scoring")
    expect(host.get_by_test_id("start")).to_have_attribute("aria-disabled", "true")
    expect(host.get_by_test_id("start")).to_have_accessible_description("Ben still has to agree.")
    guest.get_by_test_id("ready").click()
    host.get_by_test_id("start").click()
    expect(guest.get_by_test_id("screen-play")).to_be_visible()


def test_an_option_stays_where_it_is_changed(house: House, people: People) -> None:
    """What the host changes doesn't move under the hand. It comes first once the list is folded."""
    ann, _ = two(house)
    page = people.seated(ann)
    fold = page.get_by_text("Scoring, dealing and more")
    fold.click()
    option = page.get_by_test_id("usual-options").locator('[data-option="target"]')
    option.get_by_role("radio").last.check()
    expect(option.get_by_role("textbox")).to_have_value("500")
    expect(fold).to_have_text("Scoring, dealing and more")  # and no longer that all is as in the official rules
    option.get_by_role("textbox").fill("300")
    option.get_by_role("textbox").press("Enter")
    page.get_by_test_id("usual-options").locator("summary").first.click()
    expect(page.locator('.different [data-option="target"]').get_by_role("textbox")).to_have_value("300")


@pytest.mark.parametrize("edition", with_form("rules"))
def test_a_house_rule_is_composed_and_read(edition: str, house: House, people: People) -> None:
    """The finished sentence of a house rule is shown to its author, and then to the players who are asked to agree."""
    ann, ben = two(house, edition)
    host, guest = people.seated(ann), people.seated(ben)
    host.get_by_role("button", name="Write a rule").first.click()
    editor = host.get_by_test_id("rule-editor")
    editor.get_by_role("button", name="Save this rule").click()
    expect(editor.get_by_role("button", name="Add a step")).to_be_focused()
    for step in ("draws", "reverses"):
        editor.get_by_role("button", name="Add a step").click()
        editor.get_by_role("combobox", name="what happens").last.select_option(step)
    steps = [{"does": "draws", "who": "next", "n": 2}, {"does": "reverses"}]
    said = sentence(check_rule({"name": "Signal", "steps": steps}))
    expect(host.get_by_test_id("rule-sentence")).to_have_text(said)
    editor.get_by_role("button", name="Save this rule").click()
    expect(editor.get_by_label("Rule name")).to_be_focused()
    editor.get_by_label("Rule name").fill("Signal")
    editor.get_by_role("button", name="Save this rule").click()
    expect(guest.get_by_text(said)).to_be_visible()
    expect(host.locator("[data-option]").get_by_role("button", name="Edit").first).to_be_focused()


@pytest.mark.parametrize("edition", with_form("rules"))
def test_cards_to_write_on_are_seen_in_the_lobby(edition: str, house: House, people: People) -> None:
    """On a phone, everyone sees without a tap what is written on the table's cards, and the host edits it with one."""
    rule = {"name": "Shower", "steps": [{"does": "reverses"}]}
    ann = house.table(edition, seats=4, bots=2, options={"house_rules": [rule, None]})
    host, guest = (people.seated(seat, viewport=PHONE, has_touch=True) for seat in (ann, house.join(ann)))
    for page in (host, guest):
        cards = page.get_by_test_id("written-cards").get_by_role("listitem")
        expect(cards).to_contain_text(["Shower", "blank"])
        for card in cards.all():
            expect(card).to_be_in_viewport(ratio=1)
    for seat in range(4):
        expect(guest.get_by_test_id(f"seat-{seat}").locator(".seat")).to_be_in_viewport(ratio=1)
    host.get_by_test_id("written-cards").get_by_role("button").last.tap()
    expect(host.get_by_test_id("rule-editor")).to_be_in_viewport()


def test_what_is_said_in_the_lobby_shows_at_the_seat(house: House, people: People) -> None:
    """A line of the chat shows at the seat of whoever said it, wherever the chat is on the page, and is announced once."""
    ann = house.table(PLAIN)
    ben = house.join(ann)
    page = people.seated(ann, viewport=PHONE)
    expect(page.get_by_test_id("start")).to_be_visible()
    house.command(ben, do="chat", text="Be right back!")
    expect(page.get_by_test_id("seat-1").locator(".heard")).to_have_text("Be right back!")
    house.command(ben, do="chat", text="I'm back.")
    heard = page.get_by_test_id("announcements")
    expect(heard).to_contain_text("Ben says: I'm back.")
    for said in ("Be right back!", "I'm back."):
        assert heard.inner_text().count(said) == 1


@pytest.mark.parametrize("edition", with_form("dares"))
def test_dares_that_are_being_written_are_kept(edition: str, house: House, people: People) -> None:
    """Escape saves changed dares and closes their editor, and choosing another list saves them, too. Only Cancel drops them."""
    ann = house.table(edition, options={"dare_list": "house-rules"})
    page = people.seated(ann)
    page.get_by_test_id("usual-options").locator("summary").first.click()
    edit, first = page.get_by_role("button", name="Edit the dares"), page.get_by_label("Dare 1", exact=True)
    for way, written, kept in (("Cancel", "Hop.", None), ("Escape", "Sing.", "Sing."), ("another list", "Dance.", "Dance.")):
        edit.click()
        first.fill(written)
        if way == "another list":
            page.locator('[data-option="dare_list"]').get_by_role("radio", name="Family").click()
        elif way == "Escape":
            first.press(way)
        else:
            page.get_by_role("button", name=way).click()
        expect(page.get_by_test_id("dare-editor")).to_have_count(0)
        dare = house.state(ann)["options"]["house_rules"][0]
        assert (dare and dare["text"]) == kept
    assert house.state(ann)["options"]["dare_list"] == "family"


@pytest.mark.parametrize("edition", with_form("dares"))
def test_a_dare_is_ruled_out_in_the_lobby(edition: str, house: House, people: People) -> None:
    """Players can veto a dare right beside its text."""
    ann = house.table(edition)
    page = people.seated(ann)
    page.get_by_text("See the dares").click()
    page.get_by_label("I won't do this one 3", exact=True).check()
    expect(page.get_by_text("1 ruled out")).to_be_visible()
    assert house.state(ann)["vetoes"] == [3]


def test_bots_come_change_and_go(house: House, people: People) -> None:
    """The host adds a bot, picks its level and removes it, and the focus stays at the seat.

    Its tools open on demand, in place of those of the table.
    """
    ann = house.table(PLAIN)
    page = people.seated(ann)
    seat = page.get_by_test_id("seat-1")
    seat.get_by_role("button", name="Add a bot").click()
    bot = seat.get_by_role("button", name="bot, medium")
    expect(bot).to_be_focused()
    fewer = page.get_by_role("button", name="Remove a seat")
    expect(fewer).to_be_visible()
    bot.press("Enter")
    expect(fewer).to_have_count(0)
    seat.get_by_role("combobox").select_option("hard")
    expect(seat).to_contain_text("bot, hard")
    seat.get_by_role("button", name="Remove").click()
    expect(seat.get_by_role("button", name="Add a bot")).to_be_focused()


def test_a_guest_is_ready_with_one_tap_on_a_phone(house: House, people: People) -> None:
    """At 360 x 640, everyone at the table, what is changed and the one button are in view without scrolling."""
    ann = house.table(PLAIN, seats=4, bots=2, options={"target": 300})
    page = people.seated(house.join(ann), viewport=PHONE, has_touch=True)
    for seat in range(4):
        expect(page.get_by_test_id(f"seat-{seat}").locator(".seat")).to_be_in_viewport(ratio=1)
    expect(page.locator('[data-option="target"]')).to_be_in_viewport()
    page.get_by_test_id("ready").tap()
    expect(page.get_by_test_id("seat-3")).to_contain_text("ready")
    expect(page.get_by_test_id("ready")).to_have_attribute("aria-disabled", "true")
    assert page.evaluate("scrollY") == 0


# ---- the ends ---------------------------------------------------------------------------------------
def test_hands_are_counted_card_by_card(house: House, people: People) -> None:
    """Every card left in a hand is shown with its points, and the winner gets them all."""
    page, _ = last_card(house, people)
    expect(page.get_by_role("heading", level=1)).to_have_text("You win the game!")
    hand = page.get_by_test_id("result-1")
    expect(hand.get_by_role("img", name=f"{BLUE} 5: 5 points")).to_be_visible()
    expect(hand.get_by_role("img", name=f"{BLUE} skip: 20 points")).to_be_visible()
    expect(hand).to_contain_text("This hand is worth 25 points.")
    expect(page.get_by_test_id("result-0")).to_contain_text("25 points")


def test_the_next_round_is_dealt_when_all_are_ready(house: House, people: People) -> None:
    """A player who stops the countdown and is ready first sees who the table is waiting for."""
    page, ben = last_card(house, people, target=500)
    page.get_by_test_id("wait").click()
    page.get_by_test_id("ready").click()
    expect(page.get_by_text("Waiting for Ben.")).to_be_visible()
    house.command(ben, do="ready", digest=house.state(ben)["digest"])
    expect(page.get_by_test_id("screen-play")).to_be_visible()


@pytest.mark.parametrize(("motion", "least", "most"), [("full", 15, 80), ("reduced", 0, 0)])
def test_a_round_is_dealt_across_the_table(motion: str, least: int, most: int, house: House, people: People) -> None:
    """Every card of a new round, including the first discard, flies from the draw pile to its place, or none moves."""
    ann, ben = two(house)
    page = people.seated(ann, settings={"motion": motion})
    expect(page.get_by_test_id("screen-lobby")).to_be_visible()
    page.evaluate(COUNT_FLYERS)
    house.start_game(ann, ben)
    expect(page.get_by_test_id("hand").get_by_test_id("card")).to_have_count(7)
    expect(page.locator(".arriving")).to_have_count(0)
    expect(page.locator(".flyer")).to_have_count(0)
    assert least <= page.evaluate("flown") <= most


def test_a_rematch_leads_to_the_next_table(house: House, people: People) -> None:
    """One tap takes everyone who is looking to the next game, with the evening's score, and it is dealt once all are ready.

    Whoever asked for it is.
    """
    page, ben = last_card(house, people)
    other = people.seated(ben)
    expect(other.get_by_test_id("screen-between")).to_be_visible()
    page.get_by_test_id("rematch").click()
    expect(other.get_by_test_id("seat-1")).to_contain_text("Ben")
    assert other.url == page.url
    expect(other.get_by_test_id("tonight")).to_contain_text("1 win")
    expect(page.get_by_test_id("ready")).to_be_disabled()
    other.get_by_role("button", name="Deal now").click()
    expect(page.get_by_test_id("screen-play")).to_be_visible()


@pytest.mark.long  # the countdown of a next round is stopped above, by the same button
def test_a_rematch_can_be_stopped(house: House, people: People) -> None:
    """Anyone who is taken along to the next game can stop its countdown, and then the host deals."""
    page, ben = last_card(house, people)
    other = people.seated(ben)
    expect(other.get_by_test_id("screen-between")).to_be_visible()
    page.get_by_test_id("rematch").click()
    other.get_by_test_id("wait").click()
    expect(page.get_by_test_id("start")).to_have_accessible_description("Ben still has to agree.")


def test_alone_the_next_game_is_one_tap_away(house: House, people: People) -> None:
    """Against bots, "Deal again" leads straight to the next hand."""
    house.arrange(PLAIN, hands=[[f"{RED}-1"], [f"{BLUE}-5", f"{BLUE}-skip"]], top=f"{RED}-9", turn=0)
    ann = house.table(PLAIN, bots=1)
    house.start_game(ann)
    page = people.seated(ann)
    hurry(page, 20)
    Player(page, 0).make(f"play {RED}-1")
    page.get_by_test_id("rematch").click()
    expect(page.get_by_test_id("screen-play")).to_be_visible()
    assert ann["table"] not in page.url


def test_everyone_sees_their_own_result_first(house: House, people: People) -> None:
    """The winner's page celebrates. The loser's says who won and a kind word, with no confetti."""
    page, ben = last_card(house, people)
    other = people.seated(ben)
    expect(page.locator(".rain")).to_have_count(1)
    expect(other.get_by_role("heading", level=1)).to_have_text("Ann won this time")
    expect(other.get_by_text("Just 2 cards to go.")).to_be_visible()
    expect(other.locator(".rain")).to_have_count(0)


# ---- faces ------------------------------------------------------------------------------------------
def test_a_picked_face_is_seen_by_everyone(house: House, people: People) -> None:
    """A player picks a face on the invite. The host and the next guest see it. The browser remembers it."""
    ann = house.table(PLAIN)
    page = people.context().new_page()
    page.goto(f"{house.url}#join={ann['invite']}")
    page.get_by_label("name").fill("Ben")
    page.get_by_test_id("face").click()
    page.get_by_test_id("face-4").click()
    expect(page.get_by_test_id("face")).to_have_attribute("data-face", "4")
    chosen = page.get_by_test_id("face").locator("svg").inner_html()
    page.get_by_test_id("join").click()
    expect(page.get_by_test_id("seat-1")).to_contain_text("Ben")
    assert house.state(ann)["seats"][1]["face"] == 4
    host = people.seated(ann)
    expect(host.get_by_test_id("seat-1").locator("svg").first).to_be_visible()
    assert host.get_by_test_id("seat-1").locator("svg").first.inner_html() == chosen
    friend = people.context().new_page()
    friend.goto(f"{house.url}#join={ann['invite']}")
    expect(friend.get_by_test_id("there").locator("svg")).to_have_count(2)
    assert friend.get_by_test_id("there").locator("svg").last.inner_html() == chosen
    page.goto(house.url)
    expect(page.get_by_test_id("face")).to_have_attribute("data-face", "4")


def test_your_face_can_be_changed_in_the_lobby(house: House, people: People) -> None:
    """Tap your face at the table before the start. Everyone sees the new one at once, and the browser remembers it."""
    ann, ben = two(house)
    host, guest = people.seated(ann), people.seated(ben, viewport=PHONE, has_touch=True)
    expect(host.get_by_test_id("face")).to_have_count(1)  # nobody else's
    guest.get_by_test_id("face").tap()
    guest.get_by_test_id("face-7").tap()
    expect(guest.get_by_test_id("face")).to_have_attribute("data-face", "7")
    drawn = guest.get_by_test_id("face").locator("path").first.get_attribute("fill") or ""
    expect(host.get_by_test_id("seat-1").locator("path").first).to_have_attribute("fill", drawn)
    guest.goto(house.url)
    expect(guest.get_by_test_id("face")).to_have_attribute("data-face", "7")


# ---- going away and coming back ---------------------------------------------------------------------
def test_a_player_who_leaves_a_game_finds_the_way_back(house: House, people: People) -> None:
    """A bot plays on for a player who leaves, and the home page leads back to the seat, which they can take back."""
    seats = two(house)
    house.start_game(*seats)
    page = people.seated(seats[0])
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="I'm back").click()
    expect(page.get_by_role("button", name="I'm back")).to_have_count(0)
    assert "away" not in house.state(seats[0])["seats"][0]


def test_the_back_button_asks_before_it_leaves_a_game(house: House, people: People) -> None:
    """A step back in a running game asks first. Staying keeps the table, and leaving leads home."""
    hands = [[f"{color}-1", f"{color}-2", f"{color}-3"] for color in editions.get(PLAIN).colors]
    house.arrange(PLAIN, hands=hands, top=f"{RED}-9", turn=0)
    page = people.home()
    page.get_by_test_id("play-now").click()
    expect(page.get_by_test_id("screen-play")).to_be_visible()
    table = page.url
    page.evaluate("history.back()")
    page.get_by_role("button", name="Keep playing").click()
    expect(page.get_by_test_id("dialog")).to_have_count(0)
    expect(page).to_have_url(table)
    page.evaluate("history.back()")
    page.get_by_test_id("leave").click()
    expect(page.get_by_test_id("screen-home")).to_be_visible()


def test_a_rematch_of_somebody_else_is_entered_from_the_first_page(house: House, people: People) -> None:
    """The home page leads to a seat at the new table even if the browser was not told about that table."""
    page, ben = last_card(house, people)
    page.get_by_test_id("rematch").click()
    expect(page.get_by_test_id("screen-lobby")).to_be_visible()
    other = with_token(people, ben)
    other.get_by_role("button", name="Continue").click()
    expect(other.get_by_test_id("seat-1").locator(".tag")).to_have_text("you")
    assert other.url == page.url


def test_a_table_where_you_have_no_seat(house: House, people: People) -> None:
    """At a table where the visitor has no seat, the page says so and leads home."""
    page = with_token(people, house.table(PLAIN))
    page.goto(f"{house.url}#table={house.table(PLAIN)['table']}")
    expect(page.get_by_role("alert")).to_contain_text("You don't have a seat at this table.")
    expect(page.get_by_text("Connecting")).to_have_count(0)
    page.get_by_role("alert").get_by_role("link", name="Home").click()
    expect(page.get_by_test_id("screen-home")).to_be_visible()


# ---- looking back -----------------------------------------------------------------------------------
def test_the_page_verifies_the_deal_and_finds_what_was_changed(house: House, people: People, tmp_path: Path) -> None:
    """Every step passes for a game as it was dealt, and is folded. In a record that was changed the wrong steps stand out."""
    page = people.seated(played_out(house))
    page.get_by_text("Was the deal fair?").click()
    page.get_by_test_id("verify").click()
    verdict = page.get_by_test_id("verdict")
    expect(verdict).to_have_attribute("data-fair", "true")
    expect(verdict.locator("li").first).to_be_hidden()
    with page.expect_download() as download:
        page.get_by_test_id("record").click()
    record = json.loads(download.value.path().read_text(encoding="utf-8"))
    record["fair"]["contributions"][0] = "c0ffee"
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(record), encoding="utf-8")
    page.goto(f"{house.url}#home")
    page.get_by_test_id("open-record").set_input_files(changed)
    expect(page.get_by_test_id("screen-replay")).to_be_visible()
    expect(page.get_by_test_id("replay-at")).to_contain_text("1 /")
    page.keyboard.press("End")
    page.get_by_test_id("verify").click()
    expect(verdict).to_have_attribute("data-fair", "false")
    expect(verdict.locator("li", has_text="The seed doesn't follow")).to_be_visible()


@pytest.mark.long  # promises.test.ts notes the new promise next to the old one, and verify.test.ts compares both
def test_a_lobby_that_was_open_at_the_upgrade_is_verified_by_both_promises(
    house: House, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that noted version 1's promise also notes the new one, asks to agree again, and finds no mismatch."""
    monkeypatch.setattr("lastcard.server.table.table.SCHEME", 1)
    ann, ben = two(house)
    old = house.state(ben)["commitment"]
    page = people.seated(ben)
    hurry(page)
    page.get_by_test_id("ready").click()
    expect(page.get_by_test_id("ready")).to_have_text("You're ready")
    page.wait_for_function("() => localStorage.getItem('lastcard.noted')?.includes('promises')")
    note = "([t, c]) => localStorage.setItem('lastcard.noted', JSON.stringify({[t]: {commitment: c}}))"
    page.evaluate(note, [ben["table"], old])
    house.stop()
    monkeypatch.setattr("lastcard.server.table.table.SCHEME", 2)
    house.start()
    new = house.state(ben)["commitment"]
    page.wait_for_function("promise => localStorage.getItem('lastcard.noted').includes(promise)", arg=new)
    expect(page.get_by_test_id("ready")).to_have_text("Agree and get ready")
    played_out(house, ann, ben)
    page.get_by_text("Was the deal fair?").click()
    page.get_by_test_id("verify").click()
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-fair", "true")
    expect(page.get_by_test_id("verdict")).to_contain_text("The promise is the one that this browser noted")


def test_a_finished_game_is_stepped_through_from_any_seat(house: House, people: People) -> None:
    """The arrow keys step forward and back, the slider says what happened, and every seat shows the hand it had."""
    ann = played_out(house)
    page = people.seated(ann)
    page.goto(page.url.replace("#table", "#replay"))
    at = page.get_by_test_id("replay-at")
    expect(at).to_contain_text("1 /")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(at).to_contain_text("4 /")
    happened = page.get_by_test_id("replay-caption").locator("span").inner_text()
    expect(page.get_by_test_id("replay-slider")).to_have_attribute(
        "aria-valuetext", re.compile(rf"^step 4 of \d+\. {happened}")
    )
    moments = [[list(hand) for hand in game.hands] for game in Game.replaying(house.record(ann))]
    for seat in (0, 1):
        page.get_by_test_id("replay-seat").select_option(str(seat))
        shown = "[...document.querySelectorAll('[data-testid=hand] [data-card]')].map(e => e.dataset.card).sort().join()"
        page.wait_for_function(f"hand => {shown} === hand", arg=",".join(sorted(moments[3][seat])))
        expect(at).to_contain_text("4 /")


def test_a_replay_plays_by_itself_and_jumps_to_key_moments(house: House, people: People) -> None:
    """The link at the end of a game starts the replay, which can be paused and leads to the moments that count."""
    page, _ = last_card(house, people)
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_test_id("replay-play")).to_have_text("Pause")
    hurry(page)
    expect(page.get_by_test_id("replay-at")).to_have_text("2 / 2")
    expect(page.get_by_test_id("replay-play")).to_have_text("Play")
    page.get_by_test_id("replay-keys").select_option("1: Just before the last card")
    expect(page.get_by_test_id("replay-at")).to_have_text("1 / 2")
    expect(page.get_by_test_id("tension")).to_have_text("Ann has one card left!")  # everyone is called by name
    page.get_by_role("link", name="Back to the result").click()
    expect(page.get_by_test_id("screen-between")).to_be_visible()
