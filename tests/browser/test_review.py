"""A finished game is reviewed on its own page."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Position, Route, ViewportSize, expect

from browser.axe import faults
from browser.house import House
from browser.people import DESKTOP, PHONE, People, hurry
from lastcard import editions

EDITION = editions.names()[0]
FIRST, SECOND, *_ = editions.get(EDITION).colors
LAST = f"{FIRST}-5"
GAME = [(0, "draw"), (0, "pass"), (1, f"play {FIRST}-1 uno"), (0, "draw"), (0, "pass"), (1, f"play {FIRST}-2")]
THINKS = 240_000  # milliseconds, because the first review of an edition may compile its rules


@pytest.fixture
def over(house: House) -> dict[str, Any]:
    """Return Ann's seat at a table whose game is over. Twice she drew instead of playing her last card."""
    draw = [f"{SECOND}-{number}" for number in (9, 8, 7, 6)]
    house.arrange(EDITION, hands=[[LAST], [f"{FIRST}-1", f"{FIRST}-2"]], top=f"{FIRST}-9", draw=draw, rest=False)
    ann = house.table(EDITION, options={"target": None})
    ben = house.join(ann)
    house.start_game(ann, ben)
    for seat, move in GAME:
        house.command((ann, ben)[seat], do="move", move=move, n=10**6)
    return ann


def reviewed(people: People, seat: dict[str, Any], **more: Any) -> Page:
    """Open the review by its link at the end of the game."""
    page = people.seated(seat, **more)
    page.get_by_test_id("review-page").click()
    expect(page.get_by_test_id("review-skill")).to_be_visible(timeout=THINKS)
    return page


WORTH = {"win": 0.6, "best_win": 0.6, "usual": 0.5, "error": 0.01, "cost": 0.0, "clear": False}
DECISION = {"number": 1, "round": 1, "played": "draw", "best": "draw", "says": "", "args": {}, **WORTH}
BEST = {"looked": True, "decision": DECISION, "margin": 0.1, "error": 0.01}
MISTAKE = {**DECISION, "best": f"play {LAST}", "win": 0.4, "best_win": 1.0, "cost": 0.6, "clear": True}
REVIEW: dict[str, Any] = {
    "edition": EDITION,
    "seat": 0,
    "players": 2,
    "names": ["Ann", "Ben"],
    "chances": [{"number": n, "round": 1, "win": 0.6 - n / 10, "error": 0.01} for n in range(len(GAME) + 1)],
    "decisions": [{**MISTAKE, "says": "It's your last card: you win the round."}],
    "best_move": {"looked": True},
    "balances": [{"round": 1, "won": False, "winner": 1, "even": 0.5, "skill": -0.6, "error": 0.01, "luck": 0.1}],
}


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_end_names_the_best_move(viewport: ViewportSize, people: People, over: dict[str, Any]) -> None:
    """The player's best move shows at the end of the game with its margin when it is found, and nothing on the page moves."""
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    context = people.context(viewport)
    context.route("**/best-move?seat=0", hold)
    people.keep(context, "tables", {over["table"]: over})
    page = context.new_page()
    with page.expect_request("**/best-move?seat=0"):
        page.goto(f"{people.url}#table={over['table']}")
    best = page.get_by_test_id("best-move")
    expect(best).to_contain_text("Looking for your best move")
    expect(best.get_by_role("button")).to_have_count(0)
    height = best.evaluate("(it) => it.offsetHeight")
    decision = {**DECISION, "played": f"play {LAST} uno"}
    asked[0].fulfill(json={**BEST, "decision": decision})
    expect(best).to_contain_text("+10%")
    assert best.evaluate("(it) => it.offsetHeight") == height


def test_a_server_that_cannot_look_offers_a_review(people: People, over: dict[str, Any]) -> None:
    """Where looking at every game is too expensive, the player's best move is looked for on request."""
    page = people.seated(over, service_workers="block")  # its pages' requests can't be answered by a test
    page.route("**/review?seat=0", lambda route: route.fulfill(json={"decisions": [DECISION], "best_move": BEST}))
    page.get_by_role("button", name="Find out").click()
    expect(page.get_by_test_id("best-move")).to_contain_text("+10%")


def test_a_review_shows_the_blunder(people: People, over: dict[str, Any]) -> None:
    """The costliest move is shown with a better one and the reason, and leads to its moment in the replay.

    You can step along the curve with the keyboard, and its values are also in a table.
    """
    page = reviewed(people, over, settings={"theme": "light"})
    expect(page.get_by_role("heading", level=1)).to_have_text("A better move could have turned this one.")
    worst = page.get_by_test_id("mistake").first
    assert (worst.get_attribute("data-played"), worst.get_attribute("data-best")) == ("draw", f"play {LAST}")
    expect(worst).to_contain_text("It's your last card: you win the round.")
    expect(page.get_by_test_id("review-sum")).to_contain_text("the round was lost")
    page.get_by_test_id("review-place").press("End")
    expect(page.get_by_test_id("review-told")).to_contain_text("Move 6, Ben: Play")
    page.locator("summary").click()
    expect(page.locator("tbody tr")).to_have_count(len(GAME) + 1)
    worst.get_by_role("link").click()
    expect(page.get_by_test_id("replay-at")).to_have_text("1 / 7")
    expect(page.get_by_test_id("replay-seat")).to_have_value("0")


def test_a_review_shows_how_far_it_is(people: People, over: dict[str, Any]) -> None:
    """While a review is made, the page says which move it looks at, and shows the curve and the mistakes found so far."""
    part = {"looked": 3, "moves": 6, "chances": REVIEW["chances"][:4], "decisions": REVIEW["decisions"]}
    page = people.seated(over, service_workers="block", viewport=PHONE)
    # The page reads an answer that goes on as lines; here it ends after the first, and the page says that it can't go on.
    lines = {"content_type": "application/x-ndjson", "body": json.dumps(part) + "\n"}
    page.route("**/review?seat=0", lambda route: route.fulfill(**lines))
    page.get_by_test_id("review-page").click()
    expect(page.get_by_role("alert")).to_contain_text("Can't reach the server.")
    expect(page.get_by_test_id("mistake")).to_be_visible()
    expect(page.get_by_test_id("review-told")).to_contain_text("30%")


def test_a_review_that_fails_is_tried_again_by_keyboard(people: People, over: dict[str, Any]) -> None:
    """A failure is announced, the button to try again keeps the focus, and a review that is ready begins at its title."""
    page = people.seated(over, service_workers="block")
    page.route("**/review?seat=0", lambda route: route.fulfill(status=503, json={}))
    page.get_by_test_id("review-page").click()
    expect(page.get_by_role("alert")).to_contain_text("503")
    again = page.get_by_role("button", name="Try again")
    with page.expect_response("**/review?seat=0"):
        again.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("503")
    expect(again).to_be_focused()
    page.route("**/review?seat=0", lambda route: route.fulfill(json=REVIEW))
    again.press("Enter")
    expect(page.get_by_test_id("mistake")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_a_review_can_be_stopped(people: People, over: dict[str, Any]) -> None:
    """While the server thinks, the page says how long it has taken. Stopping leaves the focus on the way to start again."""
    page = people.seated(over, service_workers="block")
    hurry(page)
    page.route("**/review?seat=0", lambda route: None)
    page.get_by_test_id("review-page").click()
    expect(page.get_by_test_id("review-progress")).to_contain_text("So far: ")
    page.get_by_test_id("review-stop").press("Enter")
    again = page.get_by_role("button", name="Start it again")
    expect(again).to_be_focused()
    expect(page.get_by_test_id("review-progress")).to_have_count(0)
    expect(page.get_by_role("alert")).to_be_empty()
    page.unroute("**/review?seat=0")
    page.route("**/review?seat=0", lambda route: route.fulfill(json=REVIEW))
    again.press("Enter")
    expect(page.get_by_test_id("mistake")).to_be_visible()


def test_a_replay_jumps_to_the_best_move_when_it_is_found(people: People, over: dict[str, Any]) -> None:
    """The button that looks for the best move leaves the focus on the key moments, and the replay at that move."""
    page = people.seated(over, service_workers="block")
    page.route(
        "**/review?seat=0",
        lambda route: route.fulfill(json={**REVIEW, "best_move": {**BEST, "decision": {**DECISION, "number": 4}}}),
    )
    page.goto(page.url.replace("#table", "#replay"))
    page.get_by_test_id("replay-find").press("Enter")
    expect(page.get_by_test_id("replay-at")).to_have_text("4 / 7")
    expect(page.get_by_test_id("replay-keys")).to_be_focused()
    expect(page.get_by_test_id("replay-caption")).to_have_text("Ann's best move: Draw")
    page.get_by_test_id("replay-forward").click()
    expect(page.get_by_test_id("replay-caption")).to_contain_text("Ann draws a")


def test_a_search_for_the_best_move_pauses_the_replay(people: People, over: dict[str, Any]) -> None:
    """A replay that plays by itself says each step, and waits where it is while the server looks for the best move."""
    page = people.seated(over, service_workers="block")
    page.route("**/review?seat=0", lambda route: None)
    page.goto(page.url.replace("#table", "#replay"))
    play = page.get_by_test_id("replay-play")
    play.click()
    expect(play).to_have_text("Pause")
    said = page.get_by_test_id("announcements")
    expect(said).to_contain_text("Ann draws a")
    page.get_by_test_id("replay-find").click()
    assert play.inner_text() == "Play"
    expect(said).to_contain_text("Thinking…")
    expect(page.get_by_test_id("replay-at")).not_to_have_text("7 / 7")


def test_more_controls_of_a_replay_on_its_side_take_no_room(people: People, over: dict[str, Any]) -> None:
    """On a phone on its side, the controls that few people need take the place of the others, and the table stays whole."""
    page = people.seated(over, viewport={"width": 640, "height": 360})
    page.goto(page.url.replace("#table", "#replay"))
    controls = page.locator(".controls")
    page.get_by_test_id("replay-more").click()
    expect(page.get_by_test_id("replay-play")).to_be_hidden()
    opened = controls.bounding_box()
    for control in ("more", "keys", "find", "seat"):
        expect(page.get_by_test_id(f"replay-{control}")).to_be_in_viewport(ratio=1)
    assert page.get_by_test_id("replay-find").evaluate("(it) => it.scrollWidth <= it.clientWidth")
    page.get_by_test_id("replay-more").click()
    expect(page.get_by_test_id("replay-play")).to_be_visible()
    assert controls.bounding_box() == opened


def test_more_controls_of_a_replay_move_nothing(people: People, over: dict[str, Any]) -> None:
    """On a phone, the controls that few people need open over the hand, which can still be told. All else stays in view."""
    page = people.seated(over, service_workers="block", viewport={"width": 360, "height": 640})
    page.route("**/review?seat=0", lambda route: route.fulfill(json=REVIEW))
    page.goto(page.url.replace("#table", "#replay"))
    hand = page.get_by_test_id("hand").get_by_test_id("card").first
    expect(hand).to_be_visible()
    more = page.get_by_test_id("replay-more")
    felt = page.locator('[data-place="table"]')
    before = felt.bounding_box()
    more.click()
    expect(more).to_have_accessible_name("Less")
    assert felt.bounding_box() == before
    expect(page.get_by_test_id("replay-caption")).to_be_visible()
    corner = Position(x=14, y=16)
    hand.click(trial=True, position=corner)
    top = page.get_by_test_id("hand").evaluate("(it) => it.getBoundingClientRect().top")
    for control in ("back", "play", "forward", "next", "slider", "result", "keys", "find", "seat"):
        expect(page.get_by_test_id(f"replay-{control}")).to_be_in_viewport(ratio=1)
    page.get_by_test_id("replay-find").click()
    expect(page.get_by_test_id("replay-no-best")).to_have_text("No best move found")
    expect(page.get_by_test_id("replay-no-best")).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("screen-play")).not_to_have_class(re.compile(r"\blow\b"))  # the table stays above the hand
    assert page.get_by_test_id("hand").evaluate("(it) => it.getBoundingClientRect().top") == top  # nothing has moved
    hand.click(trial=True, position=corner)
    more.click()
    expect(more).to_have_accessible_name("More")
    expect(page.get_by_test_id("replay-seat")).to_be_hidden()


def test_a_hand_shown_in_a_replay_stops_nothing(house: House, people: People) -> None:
    """A challenge in a replay shows the hand over the table. Every control stays in reach, and the next step puts it away."""
    house.arrange(EDITION, hands=[["wild-draw-four", f"{SECOND}-5"], [f"{FIRST}-1", f"{FIRST}-2"]], top=f"{FIRST}-9")
    ann = house.table(EDITION, options={"target": None})
    ben = house.join(ann)
    house.start_game(ann, ben)
    for seat, move in ((ann, f"play wild-draw-four {SECOND} uno"), (ben, "challenge"), (ann, f"play {SECOND}-5")):
        house.command(seat, do="move", move=move, n=10**6)
    page = people.seated(ben, viewport=PHONE)
    hurry(page)
    page.goto(page.url.replace("#table", "#replay"))
    shown = page.get_by_test_id("shown-hand")
    for moment in ("Ann gets down to one card", "Just before the last card"):
        page.get_by_test_id("replay-next").click()
        expect(page.get_by_test_id("replay-caption")).to_contain_text(moment)
    expect(shown).to_be_visible()
    for step in ("back", "forward"):
        page.get_by_test_id(f"replay-{step}").click()
    expect(shown.get_by_role("img")).to_have_accessible_name(re.compile(f"{SECOND} 5"))
    expect(shown).to_contain_text("Ben draws 6 cards")
    page.get_by_test_id("replay-play").click()
    expect(page.get_by_test_id("replay-at")).to_have_text("4 / 4")
    expect(shown).to_have_count(0)


def test_a_review_has_no_faults(people: People, over: dict[str, Any]) -> None:
    """Axe finds no faults in any theme with the table open, and on a phone the page does not scroll sideways."""
    looks: tuple[dict[str, Any], ...] = (
        {"settings": {"theme": "light"}},
        {"settings": {"theme": "dark"}, "viewport": PHONE},
        {"settings": {"theme": "dark", "contrast": "more"}, "viewport": PHONE},
    )
    for look in looks:
        page = people.seated(over, service_workers="block", **look)
        page.route("**/review?seat=0", lambda route: route.fulfill(json=REVIEW))
        page.get_by_test_id("review-page").click()
        expect(page.get_by_test_id("mistake")).to_be_visible()
        page.locator("summary").click()
        expect(page.locator("tbody tr").first).to_be_visible()
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
