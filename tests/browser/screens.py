"""Every screen of the client, opened in a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.house import MANY, House
from browser.people import People, hurry
from browser.players import Player
from browser.test_review import GAME, LAST, REVIEW
from lastcard import editions

EDITION = editions.names()[0]
FIRST, SECOND, *_ = editions.get(EDITION).colors
SMALL_DESK = ViewportSize(width=1024, height=700)
Open = Callable[[House, People, dict[str, Any]], Page]


def home(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the home page of a newcomer, with an open table on it."""
    house.table(EDITION, name="Cleo", settings={"public": True})
    page = people.home(settings=settings)
    expect(page.get_by_test_id("play-now")).to_be_visible()
    return page


def back_home(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the home page of someone who comes back, with a game to go on with and one to play again."""
    ann = running(house)
    again = {"edition": EDITION, "bots": ["easy"] * 3, "options": {"target": 500}}
    kept = {"tables": {ann["table"]: {"token": ann["token"]}}, "again": again}
    page = people.home(settings=settings, kept=kept)
    for button in ("continue", "play-again"):
        expect(page.get_by_test_id(button)).to_be_visible()
    return page


def joining(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open an invite link."""
    made = house.table(EDITION)
    page = people.context(settings=settings).new_page()
    page.goto(f"{house.url}#join={made['invite']}")
    expect(page.get_by_role("main").get_by_role("button").first).to_be_visible()
    return page


def waiting(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open an invite link to a table that is full, and wait for a seat."""
    made = house.table(EDITION)
    house.join(made)
    page = people.context(settings=settings).new_page()
    page.goto(f"{house.url}#join={made['invite']}")
    page.get_by_test_id("join").click()
    expect(page.get_by_test_id("join")).to_be_disabled()
    return page


def lobby(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the lobby of a new table as its host."""
    page = people.seated(house.table(EDITION), settings=settings)
    expect(page.get_by_test_id("start")).to_be_visible()
    return page


def guest(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the lobby of a table with changed rules as a guest."""
    page = people.seated(house.join(house.table(EDITION, seats=3, bots=1, options={"stacking": "any"})), settings=settings)
    expect(page.get_by_test_id("ready")).to_be_visible()
    return page


def running(house: House) -> dict[str, Any]:
    """Start a game on Ann's turn, and return her seat."""
    house.arrange(EDITION, hands=[[f"{FIRST}-1", "wild", f"{SECOND}-2"], [f"{SECOND}-1", f"{FIRST}-3"]], top=f"{FIRST}-5")
    ann = house.table(EDITION)
    house.start_game(ann, house.join(ann))
    return ann


def playing(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open a table on the player's turn."""
    page = people.seated(running(house), settings=settings)
    expect(Player(page, 0).find("hand")).to_be_visible()
    return page


def choosing(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the choice of a color."""
    page = playing(house, people, settings)
    player = Player(page, 0)
    player.find("hand").locator('[data-card="wild"]').click()
    expect(player.find("dialog")).to_be_visible()
    return page


def asked(edition: str, hands: list[list[str]], moves: list[tuple[int, str]], by: str = "dialog") -> Open:
    """Open a question, after moves of Ann and Ben. What asks it is a dialog, or else a sentence above the hand."""

    def open_it(house: House, people: People, settings: dict[str, Any]) -> Page:
        house.arrange(edition, hands=hands, top="red-9", turn=0)
        ann = house.table(edition)
        seats = [ann, house.join(ann)]
        house.start_game(*seats)
        for seat, move in moves:
            house.command(seats[seat], do="move", move=move, n=10**6)
        page = people.seated(ann, settings=settings)
        if moves[-1][1] == "dare":
            page.get_by_test_id("decide").click()  # otherwise the question waits for Ben to do it
        expect(page.get_by_test_id(by)).to_be_visible()
        return page

    return open_it


def shown_hand(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the hand of a player who was challenged."""
    page = EXTRA["challenge"](house, people, settings)
    page.get_by_test_id("dialog").locator('[data-move="challenge"]').click()
    expect(page.locator('[data-dialog="shown"]')).to_be_visible()
    return page


def seat_menu(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open what can be done about another player, and thrown at them."""
    page = playing(house, people, settings)
    page.get_by_test_id("seat-1").get_by_role("button").first.click()
    expect(page.get_by_test_id("throw-flower")).to_be_visible()
    return page


def drawer(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the log and the chat over the table, on a screen that has no room for them beside it."""
    page = people.seated(running(house), settings=settings, viewport=SMALL_DESK)
    page.locator(".tools button").first.click()
    expect(page.get_by_test_id("log")).to_be_visible()
    return page


def panel(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the settings over the table."""
    page = table_menu(house, people, settings)
    page.get_by_test_id("dialog").locator('a[href="#settings"]').click()
    expect(page.get_by_test_id("settings-keys")).to_be_visible()
    return page


def leaving(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the question whether to leave a running game."""
    page = playing(house, people, settings)
    page.locator("a.brand").click()
    expect(page.get_by_test_id("leave")).to_be_visible()
    return page


def table_menu(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open a table's menu."""
    page = playing(house, people, settings)
    page.locator(".tools button").last.click()
    expect(page.get_by_test_id("dialog")).to_be_visible()
    return page


def nearly_won(house: House, options: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Start a game in which Ann can play her last card, and return her seat and Ben's."""
    house.arrange(EDITION, hands=[[f"{FIRST}-1"], [f"{SECOND}-1", f"{FIRST}-3"]], top=f"{FIRST}-5", turn=0)
    ann = house.table(EDITION, options=options)
    ben = house.join(ann)
    house.start_game(ann, ben)
    return ann, ben


def won(house: House) -> tuple[dict[str, Any], dict[str, Any]]:
    """Let Ann win a game, and return her seat and Ben's."""
    ann, ben = nearly_won(house, {})
    house.command(ann, do="move", move=f"play {FIRST}-1", n=10**6)
    return ann, ben


def ended(house: House, people: People, settings: dict[str, Any], options: dict[str, Any]) -> Page:
    """Open the end of a round that the player has just won."""
    page = people.seated(nearly_won(house, options)[0], settings=settings)
    hurry(page, 20)
    Player(page, 0).make(f"play {FIRST}-1")
    expect(page.get_by_test_id("screen-between")).to_be_visible()
    hurry(page, 1)
    return page


def over(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the end of a game."""
    return ended(house, people, settings, {})


def between(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the end of a round in a game of several, and stop the countdown."""
    page = ended(house, people, settings, {"target": 500})
    page.get_by_test_id("wait").click()
    expect(page.get_by_test_id("wait")).to_have_count(0)
    return page


def rematch(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the lobby of a rematch as someone who hasn't asked for it, with tonight's score and a countdown that never ends."""
    ann, ben = won(house)
    page = people.seated(ben, settings=settings)
    expect(page.get_by_test_id("screen-between")).to_be_visible()
    house.count_down(MANY)
    house.command(ann, do="rematch")
    expect(page.get_by_test_id("tonight")).to_be_visible()
    expect(page.get_by_test_id("wait")).to_be_visible()
    return page


def verifying(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the verdict about a deal, with its details."""
    page = people.seated(won(house)[0], settings=settings)
    page.locator("details", has=page.get_by_test_id("verify")).locator("summary").first.click()
    page.get_by_test_id("verify").click()
    expect(page.get_by_test_id("verdict")).to_be_visible()
    page.evaluate("document.querySelectorAll('details').forEach((folded) => (folded.open = true))")
    return page


def watching(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open a running game as a spectator."""
    ann = running(house)
    page = people.context(settings=settings).new_page()
    page.goto(f"{house.url}#watch={ann['watch']}")
    expect(page.get_by_test_id("seat-0")).to_be_visible()
    return page


def board(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open a running game on a screen for the room."""
    ann = running(house)
    page = people.context(settings=settings).new_page()
    page.goto(f"{house.url}#board={ann['watch']}&join={ann['invite']}")
    expect(page.get_by_test_id("seat-0")).to_be_visible()
    return page


def helping(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the answer to "What can I do now?"."""
    page = playing(house, people, settings)
    page.keyboard.press("?")
    expect(page.get_by_test_id("help-now")).to_be_visible()
    return page


def catalog(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the catalog of rules."""
    page = lobby(house, people, settings)
    page.get_by_test_id("change-rules").click()
    expect(page.get_by_test_id("dialog")).to_be_visible()
    return page


def editing(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the form for a rule on a card, in the catalog of rules."""
    page = catalog(house, people, settings)
    card = page.locator('select[id$="-write"]')
    card.select_option(index=1)
    page.locator(".pick", has=card).get_by_role("button").click()
    expect(page.get_by_test_id("rule-editor")).to_be_visible()
    return page


def reviewing(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the review of a game, which a test makes up so that nobody waits for it."""
    draw = [f"{SECOND}-{number}" for number in (9, 8, 7, 6)]
    house.arrange(EDITION, hands=[[LAST], [f"{FIRST}-1", f"{FIRST}-2"]], top=f"{FIRST}-9", draw=draw, rest=False)
    ann = house.table(EDITION, options={"target": None})
    seats = [ann, house.join(ann)]
    house.start_game(*seats)
    for seat, move in GAME:
        house.command(seats[seat], do="move", move=move, n=10**6)
    page = people.seated(ann, settings=settings, service_workers="block")
    page.route("**/review?seat=0", lambda route: route.fulfill(json=REVIEW))
    page.goto(f"{house.url}#review={ann['table']}")
    expect(page.get_by_test_id("mistake")).to_be_visible()
    return page


def replaying(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the replay of a finished game."""
    page = people.seated(won(house)[0], settings=settings)
    expect(page.get_by_test_id("screen-between")).to_be_visible()
    page.goto(page.url.replace("#table", "#replay"))
    expect(page.get_by_test_id("screen-replay")).to_be_visible()
    expect(page.get_by_test_id("replay-forward")).to_be_visible()
    return page


def place(fragment: str, test_id: str) -> Open:
    """Open a screen that needs no table."""

    def open_it(house: House, people: People, settings: dict[str, Any]) -> Page:
        page = people.context(settings=settings).new_page()
        page.goto(f"{house.url}#{fragment}")
        expect(page.get_by_test_id(test_id).get_by_role("heading", level=1)).to_be_visible()
        return page

    return open_it


def learning(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open a lesson at its first step."""
    page = people.context(settings=settings).new_page()
    page.goto(f"{house.url}#learn={EDITION}")
    expect(page.get_by_test_id("coach-says")).not_to_be_empty()
    expect(Player(page, 0).find("hand")).to_be_visible()
    return page


def learned(house: House, people: People, settings: dict[str, Any]) -> Page:
    """Open the end of a lesson."""
    lesson = editions.get(EDITION).lessons[0]
    context = people.context(settings=settings)
    people.keep(context, "lessons", {f"{EDITION} {lesson.id}": {"step": len(lesson.steps) - 1, "moves": []}})
    page = context.new_page()
    page.goto(f"{house.url}#learn={EDITION}&lesson={lesson.id}")
    hurry(page)
    page.get_by_test_id("lesson-skip").click()
    expect(page.get_by_test_id("lesson-end")).to_be_visible()
    hurry(page, 1)
    return page


SCREENS: dict[str, Open] = {
    "home": home,
    "back-home": back_home,
    "join": joining,
    "waiting": waiting,
    "lobby": lobby,
    "guest": guest,
    "play": playing,
    "dialog": choosing,
    "dare": asked("dare", [["red-dare-3", "red-1", "red-2"], ["red-3", "blue-3"]], [(0, "play red-dare-3"), (1, "dare")]),
    "film": asked("favorite-line", [["wild-favorite-line", "red-1"], ["red-3"]], [(0, "play wild-favorite-line blue")]),
    "table-menu": table_menu,
    "help": helping,
    "watch": watching,
    "board": board,
    "between": between,
    "over": over,
    "verify": verifying,
    "replay": replaying,
    "review": reviewing,
    "rule-editor": editing,
    "lesson": learning,
    "lesson-end": learned,
    "rules": place(f"rules={EDITION}", "screen-rules"),
    "all-rules": place(f"rules={EDITION}&face=all", "screen-rules"),
    "settings": place("settings", "screen-settings"),
}

SECRET = ["wild-unite-etheria", "red-3", "blue-3"]
# More questions and dialogs, which are checked with the long tests.
EXTRA: dict[str, Open] = {
    "challenge": asked(
        EDITION,
        [["red-1", "red-2", "blue-1"], ["wild-draw-four", "red-3", "blue-3"]],
        [(0, "play red-1"), (1, "play wild-draw-four blue")],
    ),
    "block": asked(
        "dawn-of-justice",
        [["red-1", "hero@superman", "gold-1"], ["red-skip@batman", "gold-3", "gold-4"]],
        [(0, "play red-1"), (1, "play red-skip@batman")],
    ),
    "apprentice": asked(
        "dark-side", [["wild-rule-of-two", "red-1", "red-2"], ["red-3", "blue-3"]], [(0, "play wild-rule-of-two red")]
    ),
    "gift": asked(
        "dark-side",
        [["wild-rule-of-two", "red-1", "red-2"], ["red-3", "blue-3"]],
        [(0, "play wild-rule-of-two red"), (0, "apprentice 1")],
        by="why",
    ),
    "reveal": asked(
        "etheria",
        [["red-1", "red-2", "blue-1"], SECRET],
        [(0, "play red-1"), (1, "play wild-unite-etheria"), (1, "secret red-3")],
        by="why",
    ),
    "dared": asked(
        "dare", [["red-1", "red-2", "blue-1"], ["red-dare-3", "red-3", "blue-3"]], [(0, "play red-1"), (1, "play red-dare-3")]
    ),
    "line": asked(
        "favorite-line",
        [["red-1", "red-2", "blue-1"], ["wild-favorite-line", "red-3"]],
        [(0, "play red-1"), (1, "play wild-favorite-line blue"), (1, "film Some film")],
    ),
    "shown-hand": shown_hand,
    "seat-menu": seat_menu,
    "drawer": drawer,
    "settings-panel": panel,
    "leave": leaving,
    "rematch": rematch,
}
SCREENS.update(EXTRA)
NAMES = [pytest.param(name, marks=pytest.mark.long) if name in EXTRA else name for name in SCREENS]
