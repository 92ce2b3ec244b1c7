"""The board: a table on a large screen for everyone in the room."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.axe import faults
from browser.house import House
from browser.people import PHONE, People
from browser.players import Player
from lastcard import editions

EDITION = editions.names()[0]
FIRST, SECOND, *_ = editions.get(EDITION).colors
HD, UHD = ViewportSize(width=1920, height=1080), ViewportSize(width=3840, height=2160)
# The hand takes most of the width beside the piles.
HAND_IS_MOST = """() => {
  const hand = document.querySelector('[data-testid="hand"]').getBoundingClientRect();
  return hand.width > innerWidth * 0.7 && hand.left > 100;
}"""
# Counts the tones that are played, and remembers whether the screen stays on and what effects say.
SENSES = """
window.tones = 0;
window.captions = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones++; return start.apply(this, when); };
if (navigator.wakeLock) WakeLock.prototype.request = async () => (window.isAwake = true, new EventTarget());
document.addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) if (node.dataset?.look) window.captions.push(node.innerText);
}).observe(document.body, { childList: true, subtree: true }));
"""
# Names what doesn't fit the screen, or the pairs that cover one another.
CROWDED = """(parts) => {
  const found = [...document.querySelectorAll(parts)].map((part) => [part.innerText, part.getBoundingClientRect()]);
  const covers = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const fits = ({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  const out = found.filter(([, box]) => !fits(box));
  const pairs = found.flatMap(([text, box], i) =>
    found.slice(i + 1).flatMap(([other, place]) => (covers(box, place) ? [[text, other]] : [])));
  return [found.length > 0, ...out.map(([text]) => text), ...pairs];
}"""
WIN = {"hands": [[f"{FIRST}-1"], [f"{SECOND}-1", f"{FIRST}-3"]], "top": f"{FIRST}-5"}


def opened(house: House, people: People, made: dict[str, Any], viewport: ViewportSize = HD, **more: Any) -> Page:
    """Open the board of a table."""
    page = people.context(viewport=viewport, **more).new_page()
    page.goto(f"{house.url}#board={made['watch']}&join={made['invite']}")
    return page


def move(house: House, seat: dict[str, Any], move: str) -> None:
    """Make a move over HTTP."""
    house.command(seat, do="move", move=move, n=house.number(seat["table"]))


def perfect(board: Page) -> None:
    """Check that axe finds no fault on a board, however large the screen is."""
    for size in (UHD, HD):
        board.set_viewport_size(size)
        board.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=list(size.values()))
        assert faults(board) == []


def test_a_board_shows_a_whole_game(house: House, people: People) -> None:
    """A board invites people, shows the round without any hand, then the scores, then the rematch, and axe finds no fault."""
    house.arrange(EDITION, **WIN)
    ann = house.table(EDITION)
    board = opened(house, people, ann)
    expect(board.get_by_test_id("board-invite")).to_have_attribute("data-link", f"{house.url}#join={ann['invite']}")
    expect(board.get_by_test_id("board-invite").get_by_role("img")).to_be_visible()
    perfect(board)
    ben = house.join(ann)
    expect(board.get_by_test_id("board-invite")).to_have_count(0)
    house.start_game(ann, ben)
    expect(board.get_by_test_id("board-table").get_by_test_id("seat-1")).to_contain_text("2")
    expect(board.get_by_test_id("hand")).to_have_count(0)
    expect(board.get_by_test_id("prompt")).to_contain_text("Ann")
    expect(board.get_by_test_id("discard-pile").locator(f'[data-card="{FIRST}-5"]')).to_be_visible()
    perfect(board)
    move(house, ann, f"play {FIRST}-1")
    expect(board.get_by_test_id("board-scores").get_by_role("heading", level=1)).to_contain_text("Ann")
    perfect(board)
    house.command(ben, do="rematch")
    expect(board.get_by_test_id("board-lobby")).to_contain_text("Ben")


@pytest.mark.parametrize("players", [4, 10])
def test_a_board_fits_a_small_screen(players: int, house: House, people: People) -> None:
    """On 640 x 360, as some TVs count, no seat, pile or label of the board covers another, in the lobby or during a round."""
    ann = house.table(EDITION, seats=players)
    board = opened(house, people, ann, ViewportSize(width=640, height=360))
    expect(board.get_by_test_id("board-invite").get_by_role("img")).to_be_visible()
    assert board.evaluate(CROWDED, ".lobby > header, .lobby li, .seating, .lobby footer > p, .start") == [True]
    house.start_game(ann, *(house.join(ann, f"Player {n}") for n in range(2, players + 1)))
    expect(board.get_by_test_id("seat-1").locator(".count")).to_have_text("7")
    assert board.evaluate(CROWDED, "[data-testid^=seat-], .stack, .color, .way, .middle > .last, .strip > p, .start") == [True]
    assert faults(board) == []


def test_a_board_shows_who_performs_and_the_vote(house: House, people: People) -> None:
    """While somebody does a dare, the board has their name, the dare, the clock and who has voted, and then the votes."""
    hands = [["red-dare-3", "red-1", "red-2"], ["red-4", "red-6"], ["blue-4", "blue-6"]]
    house.arrange("dare", hands=hands, top="red-9", rest=True)
    seats = [house.table("dare", seats=3, settings={"clock": 120})]
    seats += [house.join(seats[0], name) for name in ("Ben", "Cleo")]
    house.start_game(*seats)
    board = opened(house, people, seats[0])
    expect(board.get_by_test_id("board-table")).to_be_visible()
    move(house, seats[0], "play red-dare-3")
    move(house, seats[1], "dare")
    spot, votes = board.get_by_test_id("board-spotlight"), board.get_by_test_id("board-votes").get_by_role("listitem")
    expect(spot.get_by_role("heading")).to_have_text("Ben")
    text = house.see(seats[0]["table"], lambda game: str(game.view(None).special["dare"]["text"]))
    expect(spot).to_contain_text(text)
    expect(spot.get_by_role("timer")).to_be_visible()
    expect(votes.filter(has_text="deciding")).to_have_count(2)
    move(house, seats[2], "vote no")
    expect(votes.filter(has_text="deciding")).to_have_count(1)
    assert faults(board) == []
    move(house, seats[0], "vote yes")
    verdict = board.get_by_test_id("board-verdict")
    expect(verdict).to_contain_text("Ben")
    expect(verdict.get_by_role("listitem")).to_have_count(2)


def test_a_board_comes_back_by_itself(house: House, people: People) -> None:
    """After a day, and after the server was restarted, the board still shows every move."""
    house.arrange(
        EDITION, hands=[[f"{FIRST}-1", f"{SECOND}-7", f"{SECOND}-8"], [f"{SECOND}-1", f"{FIRST}-3"]], top=f"{FIRST}-5"
    )
    ann = house.table(EDITION)
    ben = house.join(ann)
    house.start_game(ann, ben)
    page = people.context(viewport=HD).new_page()
    page.clock.install()
    page.goto(f"{house.url}#board={ann['watch']}&join={ann['invite']}")
    expect(page.get_by_test_id("board-table")).to_be_visible()
    page.clock.fast_forward("24:00:00")
    house.stop()
    expect(page.get_by_test_id("reconnecting")).to_be_visible()
    house.start()
    page.clock.fast_forward(10_000)
    expect(page.get_by_test_id("reconnecting")).to_have_count(0)
    move(house, ann, f"play {FIRST}-1")
    expect(page.get_by_test_id("seat-0")).to_contain_text("2")


def test_one_tap_starts_sound_and_keeps_the_screen_on(house: House, people: People) -> None:
    """The board is silent until its one button is tapped. Then the screen stays on, and effects play with sound."""
    hands = [[f"{FIRST}-skip", f"{FIRST}-1"], [f"{SECOND}-1", f"{FIRST}-3"]]  # with a Skip, it is Ann's turn again
    house.arrange(EDITION, hands=hands, top=f"{FIRST}-5", turn=0)
    ann = house.table(EDITION, options={"target": 500})
    house.start_game(ann, house.join(ann))
    context = people.context(viewport=HD, settings={"motion": "full"})
    context.add_init_script(SENSES)
    page = context.new_page()
    page.goto(f"{house.url}#board={ann['watch']}&join={ann['invite']}")
    expect(page.get_by_test_id("board-table")).to_be_visible()
    assert page.evaluate("window.tones") == 0
    page.get_by_test_id("board-start").click()
    expect(page.get_by_test_id("board-start")).to_have_count(0)
    page.wait_for_function("() => window.isAwake && window.tones > 0")
    before = page.evaluate("window.tones")
    move(house, ann, f"play {FIRST}-skip uno")
    page.wait_for_function("() => window.captions.some((caption) => caption.includes('UNO!'))")
    page.wait_for_function("(before) => window.tones > before", arg=before)
    move(house, ann, f"play {FIRST}-1")
    page.wait_for_function("() => window.captions.some((caption) => caption.includes('wins the round!'))")
    expect(page.get_by_test_id("board-scores")).to_contain_text("500")  # between two rounds
    expect(page.get_by_test_id("result-0")).to_contain_text("Ann")


def test_the_lobby_has_the_link(house: House, people: People) -> None:
    """The host finds the link to the board in the lobby. A table without spectators has none."""
    ann = house.table(EDITION)
    page = people.seated(ann)
    link = page.get_by_test_id("board-link")
    expect(link).to_have_value(f"{house.url}#board={ann['watch']}&join={ann['invite']}")
    house.command(ann, do="change", settings={"watchers": False})
    expect(link).to_have_count(0)


def test_in_one_room_phones_are_hands(house: House, people: People) -> None:
    """One tap in the lobby turns clocks off and shows the board's link. At the table a phone shows its hand and no effects."""
    house.arrange(EDITION, hands=[["wild", f"{SECOND}-7"], [f"{SECOND}-1", f"{FIRST}-3"]], top=f"{FIRST}-5", turn=0)
    ann = house.table(EDITION, settings={"clock": 30})
    ben = house.join(ann)
    phone = people.seated(ann, viewport=PHONE)
    phone.get_by_test_id("one-room").click()
    expect(phone.get_by_test_id("board-link")).to_have_value(f"{house.url}#board={ann['watch']}&join={ann['invite']}")
    house.start_game(ann, ben)
    play = phone.get_by_test_id("screen-play")
    expect(play).to_have_class(re.compile(r"\bhands\b"))
    expect(phone.get_by_test_id("hand").get_by_role("button")).to_have_count(2)
    expect(phone.get_by_test_id("effects")).to_have_count(0)
    expect(phone.get_by_test_id("uno")).to_be_visible()
    expect(phone.get_by_test_id("seat-1")).to_be_hidden()
    expect(phone.get_by_role("timer")).to_have_count(0)
    assert faults(phone) == []
    phone.set_viewport_size(ViewportSize(width=PHONE["height"], height=PHONE["width"]))  # on its side
    expect(play).to_have_class(re.compile(r"\bhands\b.*\blow\b"))
    for part in (*phone.get_by_test_id("hand").get_by_role("button").all(), phone.get_by_test_id("discard-pile")):
        expect(part).to_be_in_viewport(ratio=0.9)
    expect(phone.locator('.acts [data-move="draw"]')).to_be_in_viewport(ratio=0.9)
    expect(phone.get_by_test_id("uno")).to_be_in_viewport(ratio=0.9)
    expect(phone.get_by_test_id("seat-1")).to_be_hidden()
    phone.wait_for_function(HAND_IS_MOST)
    assert faults(phone) == []
    Player(phone, 0).make(f"play wild {SECOND} uno")  # with the button
    house.until(ann["table"], lambda game: game.to_move == (1,) or None, lambda: None)
    assert not house.see(ann["table"], lambda game: any(str(move) == "catch 0" for move in game.moves(1)))
    move(house, ben, f"play {SECOND}-1")
    expect(phone.get_by_test_id("discard-pile").locator(f'[data-card="{SECOND}-1"]')).to_be_visible()


def test_a_report_reaches_the_host_who_removes(house: House, people: People) -> None:
    """A guest reports another in the lobby, from the menu of their seat. The host reads it, mutes and removes them."""
    ann = house.table(EDITION, seats=3)
    ben, cleo = house.join(ann), house.join(ann, "Cleo")
    host, player = people.seated(ann), people.seated(cleo)
    player.get_by_test_id("seat-1").get_by_role("button").first.click()
    player.get_by_test_id("report-words").click()
    report = host.get_by_test_id("report")
    expect(report).to_contain_text("Cleo reports Ben")
    host.get_by_test_id("seat-2").get_by_role("button").first.click()
    host.get_by_test_id("moderate").click()
    host.get_by_role("button", name="Mute for everyone").click()
    expect(host.get_by_role("dialog")).to_have_count(0)
    assert faults(host) == []
    house.start_game(ann, ben, cleo)
    expect(host.get_by_test_id("screen-play")).to_be_visible()
    host.get_by_test_id("seat-2").get_by_role("button").first.click()
    expect(host.get_by_role("dialog")).to_contain_text("muted by the host")
    host.keyboard.press("Escape")
    report.get_by_test_id("report-remove").click()
    expect(report).to_have_count(0)
    expect(host.get_by_test_id("seat-1")).to_contain_text("away")
