"""Two people in two browsers and two bots play a whole round of every edition, including its special cards."""

from __future__ import annotations

import time
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from browser.axe import faults
from browser.house import PATIENCE, House
from browser.people import People
from browser.players import BASIC, Chooser, Player, Round, hidden_cards, names_of, shown, specials
from lastcard import Game, editions
from variants import variants


def hands(edition: str) -> dict[str, object]:
    """Return a position in which both people hold the edition's own cards and nobody is close to going out."""
    found = editions.get(edition)
    first, second, third, fourth = found.colors
    own = [card for card in specials(found) if not card.endswith("@foil")]
    wilds = [card for card in own if card.partition("-")[0] not in found.colors] or own
    ours = wilds[:2] if len(wilds) > 1 else wilds * 2
    theirs = wilds[-2:] if len(wilds) > 3 else ours
    return {
        "hands": [
            [ours[0], f"{first}-1", f"{second}-2", f"{third}-3"],
            [theirs[-1], f"{first}-4", f"{second}-6", f"{fourth}-7"],
            [f"{second}-1", f"{third}-2", f"{fourth}-3", f"{third}-8", f"{fourth}-9"],
            [f"{second}-9", f"{third}-6", f"{fourth}-8", f"{third}-1", f"{fourth}-2"],
        ],
        "top": f"{first}-5",
    }


@pytest.mark.parametrize("edition", editions.names())
def test_a_whole_round(edition: str, house: House, people: People) -> None:
    """Two people play a round to its end with its special cards, and no page ever shows a card that it must not."""
    house.arrange(edition, **hands(edition))
    ann = house.table(edition, seats=4, bots=0, options={**variants(edition)[2], "target": None})
    ben = house.join(ann)
    for seat in (2, 3):
        house.command(ann, do="bot", seat=seat, level="easy")
    house.start_game(ann, ben)
    seats = ((ann, "light"), (ben, "dark"))
    players = [Player(people.seated(who, settings={"theme": theme}), seat) for seat, (who, theme) in enumerate(seats)]
    names = names_of(edition)

    def nothing_leaks() -> None:
        for player in players:
            html, seat = player.page.content(), player.seat
            secret = house.see(ann["table"], partial(hidden_cards, seat=seat))
            assert not {card for card in secret if shown(html, card, names[card])}

    def looks_right() -> None:
        """Check that secrets stay secret, and that axe finds no faults the first time each question is asked in a theme."""
        nothing_leaks()
        for player in players:
            kind = player.page.evaluate("document.querySelector('[data-testid=\"dialog\"]')?.dataset.dialog ?? ''")
            if (player.seat, kind) not in asked:
                asked.add((player.seat, kind))
                assert faults(player.page) == []

    asked: set[tuple[int, str]] = set()
    for player in players:
        expect(player.find("hand")).to_be_visible()
    Round(house, ann["table"], players).play(Chooser(edition), looks_right)
    for player in players:
        expect(player.find("screen-between")).to_be_visible()
    made = [move for player in players for move in player.made]
    assert {move.split()[1] for move in made if move.startswith("play")} & set(specials(editions.get(edition)))
    assert {move.split()[0] for move in made} - set(BASIC)


def left_over(page: Page, test_id: str) -> int:
    """Count the screens in memory that are no longer on the page, without garbage."""
    client = page.context.new_cdp_session(page)
    client.send("HeapProfiler.collectGarbage")  # the search collects garbage too, but leaves what seems to be on the stack
    kind = client.send("Runtime.evaluate", {"expression": "HTMLElement.prototype"})["result"]["objectId"]
    found = client.send("Runtime.queryObjects", {"prototypeObjectId": kind})["objects"]["objectId"]
    is_real = "!Object.hasOwn(it, 'constructor') && it.ownerDocument === document"  # neither a prototype nor a template
    is_left = f"{is_real} && !it.isConnected && it.dataset.testid === '{test_id}'"
    count = f"function () {{ return this.filter((it) => {is_left}).length }}"
    told = client.send("Runtime.callFunctionOn", {"objectId": found, "functionDeclaration": count, "returnByValue": True})
    client.detach()
    return int(told["result"]["value"])


def is_forgotten(page: Page, test_id: str) -> bool:
    """Whether the screens that left the page leave memory too, once the last timers are over."""
    deadline = time.monotonic() + PATIENCE
    while left_over(page, test_id):
        if time.monotonic() > deadline:
            return False
    return True


def test_a_round_leaves_nothing_in_memory(house: House, people: People) -> None:
    """The table of a round that is over leaves memory, and so do the points when the next round begins."""
    house.arrange("classic", hands=[["red-1"], ["blue-2", "blue-3"]], top="red-5")
    ann = house.table("classic", bots=1, options={"target": 500})
    house.start_game(ann)
    page = people.seated(ann, settings={"tips": True, "motion": "full"})
    page.locator('[data-testid="hand"] [data-card="red-1"]').click()
    page.get_by_test_id("wait").click()  # or the next round may begin while the heap is searched
    assert is_forgotten(page, "screen-play")
    page.get_by_test_id("ready").click()
    expect(page.get_by_test_id("screen-play")).to_be_visible()
    assert is_forgotten(page, "screen-between")


def test_a_leak_would_be_seen() -> None:
    """The check knows which cards a seat must not see, and finds one in a page by attribute or by name."""
    game = Game.arrange("classic", hands=[["red-1", "wild"], ["blue-2", "wild-draw-four"], ["red-1"]], top="green-5")
    assert hidden_cards(game, 0) == {"blue-2", "wild-draw-four"}
    names = names_of("classic")
    assert shown('<button data-card="blue-2">', "blue-2", names["blue-2"])
    assert shown("<p>Ben holds blue 2</p>", "blue-2", names["blue-2"])
    assert not shown('<button data-card="blue-3">blue 3, wild</button>', "blue-2", names["blue-2"])
