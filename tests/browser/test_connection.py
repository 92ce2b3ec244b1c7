"""With lost connections, two tabs and a restarting server, nothing is lost and nothing is done twice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from browser.house import House
from browser.people import People
from browser.players import Player
from lastcard import Game, editions

EDITION = editions.names()[0]
FIRST, SECOND, *_ = editions.get(EDITION).colors


@pytest.fixture
def seat(house: House) -> dict[str, str]:
    """Return Ann's seat at a table of two people. It is her turn, she holds a wild, and Ben is not at his page."""
    house.arrange(EDITION, hands=[[f"{FIRST}-1", "wild", f"{SECOND}-2"], [f"{SECOND}-1", f"{FIRST}-3"]], top=f"{FIRST}-5")
    ann = house.table(EDITION)
    house.start_game(ann, house.join(ann))
    return ann


def drawn(game: Game) -> int:
    """Return how many cards Ann has drawn."""
    return sum(event.what == "drew" and event.seat == 0 for event in game.events(0))


def interruptible(page: Page) -> list[WebSocketRoute]:
    """Collect the WebSockets of a page so that the test can break them."""
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.context.route_web_socket("**/ws/**", connect)
    return sockets


def test_a_lost_connection_in_the_middle_of_a_dialog(house: House, people: People, seat: dict[str, str]) -> None:
    """The page reconnects by itself with the dialog still open, and the choice that follows is made once."""
    page = people.context().new_page()
    sockets = interruptible(page)
    page.goto(house.url)
    page.evaluate("seat => localStorage.setItem('lastcard.tables', JSON.stringify({[seat.table]: seat}))", seat)
    page.goto(f"{house.url}#table={seat['table']}")
    player = Player(page, 0)
    player.find("hand").locator('[data-card="wild"]').click()
    choice = player.find("dialog").locator(f'[data-move="play wild {SECOND}"]')
    expect(choice).to_be_visible()
    page.evaluate(
        "window.banner = false; new MutationObserver(() => { window.banner ||= !!document.querySelector"
        "('[data-testid=\"reconnecting\"]') }).observe(document.body, { childList: true, subtree: true })"
    )
    sockets[-1].close(code=1012, reason="test")
    page.wait_for_function("() => window.banner")
    expect(player.find("reconnecting")).to_have_count(0)
    assert len(sockets) == 2
    expect(choice).to_be_visible()
    choice.click()
    expect(player.find("color-in-force")).to_have_attribute("data-color", SECOND)
    assert house.see(seat["table"], lambda game: (game.color, len(game.hands[0]))) == (SECOND, 2)


def test_a_server_that_restarts_in_the_middle_of_a_turn(house: House, people: People, seat: dict[str, str]) -> None:
    """If the server restarts after a draw, the page says so, shows the same cards again, and the turn goes on."""
    page = people.seated(seat)
    player = Player(page, 0)
    player.make("draw")
    expect(player.find("hand").locator('[data-testid="card"]')).to_have_count(4)
    house.stop()
    expect(player.find("reconnecting")).to_be_visible()
    expect(player.find("hand").locator('[data-testid="card"]')).to_have_count(4)
    house.start()
    expect(player.find("reconnecting")).to_have_count(0)
    player.find("move", move="pass").click()
    house.until(seat["table"], lambda game: True if game.to_move == (1,) else None, lambda: None)
    assert house.see(seat["table"], drawn) == 1


def test_a_move_made_while_the_server_is_away(house: House, people: People, seat: dict[str, str]) -> None:
    """A move made while the server is away is done once when the server is back."""
    page = people.seated(seat)
    player = Player(page, 0)
    expect(player.find("move", move="draw")).to_be_visible()
    house.stop()
    expect(player.find("reconnecting")).to_be_visible()
    player.find("move", move="draw").click()
    house.start()
    expect(player.find("hand").locator('[data-testid="card"]')).to_have_count(4)
    assert house.see(seat["table"], drawn) == 1


def test_two_tabs_on_one_seat(house: House, people: People, seat: dict[str, str]) -> None:
    """Both tabs show the same, either can move, and a dialog closes in one when the other has answered."""
    one = people.seated(seat)
    two = one.context.new_page()
    two.goto(one.url)
    first, second = Player(one, 0), Player(two, 0)
    for player in (first, second):
        player.find("hand").locator('[data-card="wild"]').click()
        expect(player.find("dialog")).to_be_visible()
    first.find("dialog").locator(f'[data-move="play wild {SECOND}"]').click()
    for player in (first, second):
        expect(player.find("dialog")).to_have_count(0)
        expect(player.find("hand").locator('[data-testid="card"]')).to_have_count(2)
        expect(player.find("color-in-force")).to_have_attribute("data-color", SECOND)


def test_an_opponent_without_a_connection_looks_so_at_once(house: House, people: People) -> None:
    """As soon as a player's page is gone the others see it at the seat and in the log, and see it again when they are back."""
    ann = house.table(EDITION)
    ben = house.join(ann)
    house.start_game(ann, ben)
    page, other = people.seated(ann), people.seated(ben)
    expect(other.get_by_test_id("hand")).to_be_visible()
    seat = page.get_by_test_id("seat-1")
    expect(seat).not_to_contain_text("offline")
    other.goto("about:blank")
    expect(seat).to_contain_text("offline")
    expect(seat.get_by_role("button")).to_have_accessible_name(re.compile("lost connection"))
    expect(page.get_by_test_id("log")).to_contain_text("Ben lost the connection")
    other.go_back()
    expect(seat).not_to_contain_text("offline")
    expect(page.get_by_test_id("log")).to_contain_text("Ben is back")


def test_a_player_who_thinks_is_seen_to(house: House, people: People) -> None:
    """Dots at the face of the player whose turn it is move for a few seconds. With reduced motion they are still."""
    house.arrange(EDITION, hands=[[f"{FIRST}-1", f"{FIRST}-2"], [f"{FIRST}-3", f"{FIRST}-4"]], top=f"{FIRST}-5", turn=1)
    ann = house.table(EDITION)
    ben = house.join(ann)
    house.start_game(ann, ben)
    calm, full = people.seated(ann), people.seated(ann, settings={"motion": "full"})
    other = people.seated(ben)
    for page, most in ((calm, 0.01), (full, 5)):
        dots = page.get_by_test_id("thinks").locator("i")
        expect(dots).to_have_count(3)
        takes = dots.first.evaluate(
            "(dot) => { const s = getComputedStyle(dot); "
            "return parseFloat(s.animationDuration) * parseFloat(s.animationIterationCount) }"
        )
        assert 0 < takes <= most
        expect(page.get_by_test_id("seat-1").get_by_role("button")).to_have_accessible_name(re.compile("Ben.*thinking"))
    expect(other.get_by_test_id("thinks")).to_have_count(0)
    house.command(ben, do="move", move=f"play {FIRST}-3 uno", n=house.number(ann["table"]))
    expect(calm.get_by_test_id("thinks")).to_have_count(0)
    expect(other.get_by_test_id("thinks")).to_have_count(1)


def test_it_says_so_when_it_is_offline(people: People) -> None:
    """A page without a network says that it is offline, and stops saying so when the network is back."""
    page = people.home()
    expect(page.get_by_test_id("play-now")).to_be_visible()
    page.context.set_offline(True)
    expect(page.get_by_text("You're offline.")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("You're offline.")).to_have_count(0)


def test_an_announcement_is_a_quiet_line(house: House, people: People, seat: dict[str, str]) -> None:
    """What the people who run the server announce shows above the table, can be put away, and goes when they take it back."""
    player = Player(people.seated(seat), 0)
    expect(player.find("hand")).to_be_visible()
    house.announce("We restart at nine.")
    expect(player.find("announcement")).to_contain_text("From the people who run this server: We restart at nine.")
    player.find("announcement").get_by_role("button", name="Put away").click()
    expect(player.find("announcement")).to_have_count(0)
    house.announce("We restart at ten.")
    expect(player.find("announcement")).to_contain_text("at ten")
    house.announce("")
    expect(player.find("announcement")).to_have_count(0)
