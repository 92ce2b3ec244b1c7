"""A whole game by keyboard alone, and what a screen reader announces."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.house import House
from browser.people import People
from browser.players import BASIC, Chooser, Player, Round
from lastcard import editions

EDITION = editions.names()[0]
# Keeps every announcement as it comes, because the page keeps only the last few.
LISTEN = """
() => {
  window.heard = [];
  const region = document.querySelector('[data-testid="announcements"]');
  new MutationObserver((changes) => {
    window.heard.push(...changes.flatMap((change) => [...change.addedNodes].map((node) => node.textContent)));
  }).observe(region, { childList: true });
}
"""
FOCUS = "() => { const at = document.activeElement; return at === document.body ? null : { ...at.dataset, tag: at.tagName }; }"
MOST_TABS = 80


class Typist(Player):
    """A player who uses only the keyboard."""

    def press(self, key: str) -> None:
        """Press a key."""
        self.page.keyboard.press(key)

    def at(self) -> dict[str, str]:
        """Return what has the focus, and fail if nothing has it."""
        found: dict[str, str] | None = self.page.evaluate(FOCUS)
        assert found is not None, "the focus is lost"
        return found

    def tab_to(self, **wanted: str) -> None:
        """Tab to the element with these data attributes."""
        for _ in range(MOST_TABS):
            at = self.page.evaluate(FOCUS) or {}
            if wanted.items() <= at.items():
                return
            self.press("Tab")
        raise AssertionError(f"{wanted} cannot be reached with Tab")

    def make(self, move: str) -> None:
        """Make a move with keys instead of clicks."""
        self.made.append(move)
        words = move.split()
        if words[0] == "play":
            self._play_by_key(move, words)
        elif words[0] in BASIC:
            self.find("move", move=move).wait_for()
            self.press(words[0][0])
        else:
            self.find("move", move=move).wait_for()
            self.tab_to(testid="move", move=move)
            self.press("Enter")

    def _play_by_key(self, move: str, words: list[str]) -> None:
        if words[-1] == "uno" and self.find("uno").get_attribute("aria-pressed") != "true":
            self.press("u")
        self.find("card", card=words[1]).first.wait_for()
        self.tab_to(testid="card")
        self.press("Home")
        while self.at()["card"] != words[1]:
            place = self.at()["key"]
            self.press("ArrowRight")
            assert self.at()["key"] != place, f"{words[1]} cannot be reached"
        self.press("Enter")
        if len(words) - (words[-1] == "uno") > 2:
            self.find("move", move=move).wait_for()
            self.tab_to(testid="move", move=move)
            self.press("Enter")


def heard(page: Page) -> str:
    """Return everything announced so far."""
    return " ".join(page.evaluate("window.heard"))


def test_a_whole_game_by_keyboard(house: House, people: People) -> None:
    """A whole game needs no pointer, never loses the focus, and announces each play in order."""
    first, second, *_ = editions.get(EDITION).colors
    house.arrange(
        EDITION,
        hands=[
            [f"{first}-1", f"{second}-2", "wild", f"{second}-9"],
            [f"{second}-1", f"{first}-3", f"{second}-5", f"{first}-8"],
        ],
        top=f"{first}-5",
    )
    page = people.home()
    ann = Typist(page, 0)
    page.evaluate(LISTEN)
    ann.tab_to(tag="INPUT")
    page.keyboard.type("Ann")
    page.evaluate("localStorage.setItem('lastcard.quick', JSON.stringify({players: 2, level: 'easy'}))")
    page.reload()
    expect(ann.find("play-now")).to_be_visible()
    page.evaluate(LISTEN)
    ann.tab_to(testid="play-now")
    ann.press("Enter")
    expect(ann.find("hand")).to_be_visible()
    table = page.url.partition("#table=")[2]

    Round(house, table, [ann]).play(Chooser(EDITION), lambda: None)
    expect(ann.find("screen-between")).to_be_visible()
    assert ann.at()
    told = heard(page)
    assert "Your turn" in told
    place = 0
    names = house.names(table)
    for event in house.see(table, lambda game: game.events(0)):
        if event.what == "played" and event.seat is not None and event.card:
            plays = f"{names[event.seat]} plays" if event.seat else "You play"
            sentence = f"{plays} a {event.card.replace('-', ' ')}"
            place = told.casefold().find(sentence.casefold(), place)
            assert place >= 0, f"{sentence!r} was not told, or not in its turn: {told}"
            place += len(sentence)
    assert re.search("wins? the round", told[place:])


def on_turn(house: House, people: People, **settings: bool) -> Player:
    """Open a page for a player on turn with a 1 of the first color and a 2 of the second. The other player has three cards."""
    first, second, *_ = editions.get(EDITION).colors
    others = [f"{second}-1", f"{first}-3", f"{second}-5"]
    house.arrange(EDITION, hands=[[f"{first}-1", f"{second}-2"], others], top=f"{first}-5", draw=[f"{first}-9"])
    seat = house.table(EDITION)
    house.start_game(seat, house.join(seat))
    player = Player(people.seated(seat, settings=settings), 0)
    expect(player.find("hand")).to_be_visible()
    player.page.evaluate(LISTEN)
    return player


def dealt(house: House, *hands: list[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Deal these hands to Ann and Ben. Ann begins on a 5."""
    house.arrange(EDITION, hands=[*hands], top=f"{editions.get(EDITION).colors[0]}-5")
    ann = house.table(EDITION)
    ben = house.join(ann)
    house.start_game(ann, ben)
    return ann, ben


def test_questions_by_single_keys(house: House, people: People) -> None:
    """Single keys announce the player's hand, the top card, the counts, the clock and what happened."""
    first, second, *_ = editions.get(EDITION).colors
    page = on_turn(house, people).page
    for key in "mtnkl":
        page.keyboard.press(key)
    page.wait_for_function("() => window.heard.join(' ').includes('3 cards')")
    for card in (f"{first} 1", f"{second} 2", f"{first} 5"):
        assert card in heard(page)


def test_arrow_keys_move_between_answers(house: House, people: People) -> None:
    """In a question, arrow keys lead from answer to answer and around, and Enter takes the one with the focus."""
    first, second, *_ = editions.get(EDITION).colors
    ann, ben = dealt(house, ["wild-draw-four", f"{first}-2", f"{second}-2"], [f"{first}-3", f"{second}-5"])
    house.command(ann, do="move", move=f"play wild-draw-four {second}", n=10**6)
    page = people.seated(ben)
    focus = page.get_by_test_id("dialog").locator(":focus")
    for key, move in (("", "accept"), ("ArrowRight", "challenge"), ("ArrowDown", "accept"), ("ArrowUp", "challenge")):
        if key:
            page.keyboard.press(key)
        expect(focus).to_have_attribute("data-move", move)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("log")).to_contain_text("You challenge Ann")


def test_a_card_that_does_not_match_leaves_the_focus_on_pass(house: House, people: People) -> None:
    """After drawing a card that can't be played, with a key or with the button, the next thing to press has the focus."""
    first, second, *_ = editions.get(EDITION).colors
    for key in ("d", "Enter"):
        house.arrange(
            EDITION,
            hands=[[f"{second}-1", f"{second}-2"], [f"{first}-3", f"{second}-4"]],
            top=f"{first}-5",
            draw=[f"{second}-9"],
        )
        ann = house.table(EDITION)
        house.start_game(ann, house.join(ann))
        page = people.seated(ann)
        expect(page.get_by_test_id("hand").locator(":focus")).to_have_count(1)
        if key == "Enter":
            page.locator('[data-testid="move"][data-move="draw"]').focus()
        page.keyboard.press(key)
        expect(page.locator('[data-testid="move"][data-move="pass"]')).to_be_focused()


def test_the_question_mark_helps_with_a_question(house: House, people: People) -> None:
    """While a question is open, help says what its answers do. Once it is closed, the focus is back on the answer."""
    first, second, *_ = editions.get(EDITION).colors
    ann, ben = dealt(house, ["wild-draw-four", f"{first}-2", f"{second}-2"], [f"{first}-3", f"{second}-5"])
    house.command(ann, do="move", move=f"play wild-draw-four {second}", n=10**6)
    page = people.seated(ben)
    answer = page.locator('[data-move="accept"]')
    expect(answer).to_be_focused()
    page.keyboard.press("?")
    help_ = page.locator('[data-dialog="help"]')
    expect(help_).to_contain_text("Challenge")
    expect(help_).to_contain_text("you draw 6")
    page.keyboard.press("Escape")
    expect(help_).to_have_count(0)
    expect(answer).to_be_focused()


@pytest.mark.parametrize("place", ["home", "settings"])
def test_the_question_mark_lists_the_keys_away_from_a_table(place: str, house: House, people: People) -> None:
    """On pages without a table, the question mark lists the shortcuts, even from a box to check."""
    page = people.home()
    page.goto(f"{house.url}#{place}")
    page.locator("main :is([type=radio], [type=checkbox])").first.focus()
    page.keyboard.press("?")
    expect(page.locator('[data-dialog="help"] kbd').first).to_be_visible()
    expect(page.locator('[data-dialog="help"] a[href="#settings"]')).to_have_count(int(place == "home"))
    page.keyboard.press("Escape")
    expect(page.locator('[data-dialog="help"]')).to_have_count(0)


def test_what_was_before_is_not_told(house: House, people: People) -> None:
    """A page loaded in the middle of a game announces whose turn it is, and nothing that happened before."""
    first, second, *_ = editions.get(EDITION).colors
    ann, ben = dealt(house, [f"{first}-1", f"{second}-2"], [f"{first}-3", f"{second}-5"])
    house.command(ann, do="move", move=f"play {first}-1 uno", n=10**6)
    player = Player(people.seated(ben), 1)
    expect(player.find("announcements")).to_have_text("Your turn.")
    expect(player.find("log")).to_contain_text(f"{first} 1")


def test_single_keys_can_be_switched_off(house: House, people: People) -> None:
    """When single keys are switched off, no letter asks a question or makes a move."""
    first, second, *_ = editions.get(EDITION).colors
    player = on_turn(house, people, keys=False)
    player.page.keyboard.press("m")
    player.page.keyboard.press("d")
    player.find("move", move="draw").click()
    player.page.wait_for_function("() => window.heard.join(' ').includes('You draw')")
    assert f"You draw a {first} 9" in heard(player.page)
    assert f"{second} 2" not in heard(player.page)
    expect(player.find("hand").locator('[data-testid="card"]')).to_have_count(3)


def test_a_card_says_whether_it_can_be_played_and_why_not(house: House, people: People) -> None:
    """A card's label gives color, face, shape and whether it can be played, and choosing an unplayable one says which rule."""
    first, second, *_ = editions.get(EDITION).colors
    ann, _ = dealt(house, [f"{first}-1", f"{second}-2"], [f"{second}-1", f"{first}-3"])
    page = people.seated(ann)
    player = Player(page, 0)
    shape = json.loads(json.dumps({"red": "circle", "blue": "square", "green": "triangle", "yellow": "star"}))
    can = page.get_by_role("button", name=f"{first} 1, {shape[first]}, playable")
    cannot = page.get_by_role("button", name=f"{second} 2, {shape[second]}, not playable")
    expect(can).to_be_visible()
    cannot.focus()
    page.keyboard.press("Enter")
    expect(player.find("why").get_by_role("link")).to_have_attribute("href", re.compile("rule=turn-match$"))
    expect(player.find("announcements")).to_contain_text(f"{second} 2")
