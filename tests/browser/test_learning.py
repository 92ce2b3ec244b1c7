"""Learning: the rulebook, and what a card is."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.house import House
from browser.people import PHONE, People, hurry
from lastcard import editions
from lastcard.card_examples import card_examples

FIRST, SECOND, *_ = editions.names()
RED, *_, BLUE = editions.get(FIRST).colors


# ---- the rulebook -----------------------------------------------------------------------------------
def test_the_rulebook_follows_its_address(house: House, people: People) -> None:
    """A new edition in the address shows that edition's rules, even while the page stays open."""
    page = people.home()
    title = page.get_by_role("heading", level=1)
    for edition in (FIRST, SECOND, FIRST):
        page.goto(f"{house.url}#rules={edition}")
        expect(title).to_have_text(f"Rules of {editions.get(edition).title}")
        expect(title).to_be_focused()


def test_the_rulebook_teaches_every_card(house: House, people: People) -> None:
    """The face to learn shows what matches, what each card of the edition is called and does, and an example of it in play."""
    page = people.context().new_page()
    learn = page.get_by_test_id("screen-rules")
    for edition in map(editions.get, editions.names()):
        page.goto(f"{house.url}#rules={edition.id}")
        expect(learn.get_by_role("heading", level=1)).to_have_text(f"Rules of {edition.title}")
        expect(learn.locator("figcaption", has_text="same color")).to_be_visible()
        does = {kind.text: str(kind.info) for kind in edition.kinds}
        examples = {does[example.card]: example for example in reversed(card_examples(edition))}
        expect(learn.get_by_test_id("card-example")).to_have_count(len(examples))
        for card, top, _ in examples.values():
            shown = learn.get_by_test_id("card-example").filter(has=page.locator(f'[data-face="{card}"]'))
            expect(shown.locator(f'[data-face="{top}"]')).to_be_visible()
            expect(shown.get_by_role("listitem").first).to_contain_text("You play")
        for kind in edition.kinds:
            if kind.copies and not kind.digits:
                expect(learn.get_by_role("heading", level=3, name=kind.title, exact=True)).to_be_visible()
                expect(learn.get_by_text(str(kind.info)).first).to_be_visible()


def test_the_rulebook_has_two_faces(house: House, people: People) -> None:
    """One face is short; the other is complete, and a link to a rule opens it at that rule."""
    page = people.context().new_page()
    page.goto(f"{house.url}#rules={FIRST}")
    expect(page.get_by_role("searchbox")).to_have_count(0)
    page.get_by_role("link", name="Look up").click()
    expect(page.get_by_test_id("table-if")).to_be_visible()  # what a table may choose isn't in force
    rules = editions.get(FIRST).rulebook
    expect(page.locator("article")).to_have_count(len(rules))
    expect(page.get_by_text(rules[0].id, exact=True)).to_have_count(0)
    page.locator(f"#rule-{rules[-1].id}").get_by_role("link", name="Link to this rule: ").click()
    expect(page.locator(f"#rule-{rules[-1].id}")).to_be_focused()


def test_a_search_on_a_phone_shows_what_it_finds(house: House, people: People) -> None:
    """On a phone, everything else makes room for the rules that were found."""
    page = people.context({"width": 360, "height": 640}).new_page()
    page.goto(f"{house.url}#rules={FIRST}&face=all")
    page.get_by_role("searchbox").fill("last card")
    expect(page.locator("article").first).to_be_in_viewport()
    expect(page.locator("aside.side .cards")).to_have_count(0)


# ---- what a card is ---------------------------------------------------------------------------------
def at_table(house: House, people: People, **more: Any) -> Page:
    """Open a table of the first edition at which it is Ann's turn, with a wild and a card that doesn't match."""
    house.arrange(FIRST, hands=[[f"{RED}-2", f"{BLUE}-7", "wild"], [f"{BLUE}-1", f"{BLUE}-3"]], top=f"{RED}-5")
    ann = house.table(FIRST)
    house.start_game(ann, house.join(ann))
    page = people.seated(ann, **more)
    expect(page.get_by_test_id("hand").get_by_test_id("card")).to_have_count(3)
    expect(page.get_by_test_id("info-layer")).to_be_attached()  # it is loaded after the table
    return page


def card_of(page: Page, card: str) -> Locator:
    """Find a card in the hand."""
    return page.get_by_test_id("hand").locator(f'[data-card="{card}"]')


def test_a_mouse_that_rests_on_a_thing_explains_it(house: House, people: People) -> None:
    """A card, a pile, a sign and a button explain themselves in a box that is gone when the mouse is, or with Escape."""
    page = at_table(house, people)
    hurry(page)
    info = page.get_by_test_id("info")
    card_of(page, "wild").hover()
    expect(info).to_contain_text("Wild")
    expect(info).to_contain_text("Worth 50 points · 4 in the deck")
    card_of(page, f"{RED}-2").hover()
    expect(info).to_contain_text("Ben is next.")
    page.locator('[data-move="draw"]').hover()
    expect(info).to_contain_text("Draw a card. If it matches, you may play it.")
    page.get_by_test_id("discard-pile").hover()
    expect(info).to_contain_text(f"{RED.capitalize()} 5")
    page.get_by_test_id("draw-pile").hover()
    expect(info).to_contain_text("Draw pile")
    page.keyboard.press("Escape")
    expect(info).to_have_count(0)
    page.get_by_test_id("color-in-force").hover()
    expect(info).to_contain_text("The color to match")
    page.mouse.move(2, 2)
    expect(info).to_have_count(0)


def test_a_finger_that_holds_a_card_explains_it_and_plays_nothing(house: House, people: People) -> None:
    """The explanation stays when the finger is lifted, the card stays in the hand, and a short tap plays it."""
    page = at_table(house, people, viewport=PHONE, has_touch=True)
    box = card_of(page, f"{RED}-2").bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    at = [{"x": box["x"] + 12, "y": box["y"] + 40}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    expect(page.get_by_test_id("info")).to_contain_text(f"{RED.capitalize()} 2")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.get_by_test_id("info")).to_be_visible()
    expect(page.get_by_test_id("hand").get_by_test_id("card")).to_have_count(3)
    page.touchscreen.tap(at[0]["x"], at[0]["y"])
    expect(page.get_by_test_id("info")).to_have_count(0)
    expect(page.get_by_test_id("hand").get_by_test_id("card")).to_have_count(2)


def test_a_key_explains_the_focused_card_aloud(house: House, people: People) -> None:
    """The key i explains the card with the focus, otherwise the top card, in a question too, and screen readers hear it."""
    page = at_table(house, people)
    said = page.get_by_test_id("announcements")
    card_of(page, f"{BLUE}-7").focus()
    page.keyboard.press("i")
    expect(page.get_by_test_id("info")).to_contain_text(f"{BLUE.capitalize()} 7")
    expect(said).to_contain_text(f"{BLUE.capitalize()} 7.")
    expect(said).to_contain_text("Worth 7 points")
    page.get_by_test_id("draw-pile").focus()
    page.keyboard.press("i")
    expect(page.get_by_test_id("info")).to_contain_text("Draw pile")
    card_of(page, "wild").click()
    dialog = page.get_by_test_id("dialog")
    expect(dialog.locator(":focus")).to_be_attached()
    page.keyboard.press("i")
    expect(page.get_by_test_id("info")).to_contain_text(f"{RED.capitalize()} 5")
    expect(dialog).to_be_visible()


def signs_of(house: House, people: People, **more: Any) -> Page:
    """Open Cleo's page at a table with a changed rule, teams, points, a dealer, a stack, and a player with one card."""
    hands = [[f"{RED}-draw-two", f"{RED}-1"], [f"{BLUE}-draw-two", f"{BLUE}-1"], [f"{RED}-5", f"{BLUE}-5"], [f"{BLUE}-7"]]
    house.arrange(FIRST, hands=hands, top=f"{RED}-9", turn=0)
    ann = house.table(FIRST, seats=4, options={"teams": "pairs", "target": 300, "stacking": "any"})
    seats = [ann, *(house.join(ann, name) for name in ("Ben", "Cleo", "Dan"))]
    house.start_game(*seats)
    page = people.seated(seats[2], **more)
    expect(page.get_by_test_id("info-layer")).to_be_attached()
    house.command(ann, do="move", move=f"play {RED}-draw-two", n=house.number(ann["table"]))
    expect(page.get_by_test_id("stack-sum")).to_be_visible()
    return page


SIGNS = {
    '[data-testid="rule-chip"]': "Stacking",
    '[data-testid="tension"]': "One card left",
    '[data-testid="stack-sum"]': "puts another draw card on it",
    '[data-testid="own-score"]': "The game goes to 300",
    '[data-testid="team"]': "are partners",
    ".dealer": "dealt the round",
    '[data-about="way"]': "Direction of play",
    '[data-testid="color-in-force"]': "The color to match",
}


@pytest.mark.long  # a key explains every sign below, and a mouse the things on a table above
def test_a_mouse_explains_every_sign(house: House, people: People) -> None:
    """Chips, pills, badges and the sum of a stack say what they mean, and the sum still lets clicks through to the piles."""
    page = signs_of(house, people)
    hurry(page)
    for sign, says in SIGNS.items():
        box = page.locator(sign).first.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.move(box["x"] + box["width"] / 2 + 1, box["y"] + box["height"] / 2)
        expect(page.get_by_test_id("info")).to_contain_text(says)
        page.mouse.move(2, 2)
        expect(page.get_by_test_id("info")).to_have_count(0)


def test_a_finger_explains_a_sign(house: House, people: People) -> None:
    """Holding the color to match or the news of one card left explains it, and opens nothing."""
    page = signs_of(house, people, viewport=PHONE, has_touch=True)
    hurry(page)
    touch = page.context.new_cdp_session(page)
    for sign in ('[data-testid="color-in-force"]', '[data-testid="tension"]'):
        box = page.locator(sign).first.bounding_box()
        assert box is not None
        at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
        expect(page.get_by_test_id("info")).to_contain_text(SIGNS[sign])
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.evaluate("() => new Promise(requestAnimationFrame)")
        expect(page.get_by_test_id("info")).to_contain_text(SIGNS[sign])
        expect(page.get_by_test_id("dialog")).to_have_count(0)


def test_a_key_explains_every_sign_in_turn(house: House, people: People) -> None:
    """The key i explains the focused chip. Pressed again it goes on to whatever else shows, while the focus stays."""
    page = signs_of(house, people)
    chip = page.get_by_test_id("rule-chip").first
    chip.focus()
    wanted, said = set(SIGNS.values()), []
    for _ in range(20):
        page.keyboard.press("i")
        expect(page.get_by_test_id("info")).to_be_visible()
        said.append(page.get_by_test_id("info").inner_text())
        wanted -= {says for says in wanted if says in said[-1]}
    assert page.get_by_test_id("rule-chip").first.inner_text() in said[0]
    assert not wanted, said
    expect(chip).to_be_focused()


# ---- questions --------------------------------------------------------------------------------------
GIFT = {
    "hands": [["wild-rule-of-two", "red-2", "yellow-9", "green-4"], ["blue-1", "blue-2"], ["green-1", "green-2"]],
    "top": "yellow-7",
}


def test_a_gift_is_chosen_in_the_hand(house: House, people: People) -> None:
    """A question about your own cards opens no dialog: it says what to do and what it brings, and the cards are the answers."""
    house.arrange("dark-side", **GIFT)
    ann = house.table("dark-side", seats=3)
    house.start_game(ann, house.join(ann), house.join(ann, "Cleo"))
    page = people.seated(ann)
    card_of(page, "wild-rule-of-two").click(position={"x": 16, "y": 40})
    page.locator('[data-move="play wild-rule-of-two red"]').click()
    page.locator('[data-move="apprentice 1"]').click()
    expect(page.get_by_test_id("dialog")).to_have_count(0)
    expect(page.get_by_test_id("why")).to_contain_text("Ben")
    expect(page.get_by_test_id("announcements")).to_contain_text(page.get_by_test_id("prompt").inner_text())
    card_of(page, "yellow-9").click(position={"x": 16, "y": 40})
    expect(page.get_by_test_id("hand").get_by_test_id("card")).to_have_count(2)


def test_every_answer_says_what_it_costs(house: House, people: People) -> None:
    """The question about a Wild Draw Four says what drawing and challenging lead to, and neither is the default."""
    house.arrange(FIRST, hands=[["wild-draw-four", f"{BLUE}-1"], [f"{BLUE}-7", f"{RED}-1"]], top=f"{RED}-5")
    ann = house.table(FIRST)
    ben = house.join(ann)
    house.start_game(ann, ben)
    page = people.seated(ben)
    expect(page.get_by_test_id("hand")).to_be_visible()
    house.command(ann, do="move", move=f"play wild-draw-four {BLUE}", n=house.number(ann["table"]))
    dialog = page.get_by_test_id("dialog")
    expect(dialog.locator('[data-move="accept"]')).to_contain_text("Draw 4 and lose your turn.")
    expect(dialog.locator('[data-move="challenge"]')).to_contain_text("If Ann was honest, you draw 6")
    expect(dialog.locator(".button")).to_have_count(0)


def test_a_refused_card_says_what_would_be_possible(house: House, people: People) -> None:
    """The reason points at the card, names the cards that match, and stays when the mouse has gone."""
    page = at_table(house, people)
    card_of(page, f"{BLUE}-7").click(position={"x": 16, "y": 40}, force=True)
    why = page.get_by_test_id("why")
    expect(why).to_contain_text(f"You can play {RED} 2 or Wild.")
    page.mouse.move(2, 2)
    expect(why).to_contain_text(f"You can play {RED} 2 or Wild.")
    expect(why).to_have_class(re.compile("points"))


# ---- what can I do now? -----------------------------------------------------------------------------
def test_help_says_what_you_can_do_now(house: House, people: People) -> None:
    """On a phone, the question mark lists every card that can be played and everything else, with what it brings.

    Whoever uses a keyboard, as on some touch screens, has the shortcuts in a tab of it.
    """
    page = at_table(house, people, viewport=PHONE, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="What can I do now?").click()
    dialog = page.get_by_test_id("dialog")
    expect(dialog).to_contain_text(f"{RED.capitalize()} 2")
    expect(dialog).to_contain_text("Wild")
    expect(dialog).to_contain_text("Draw a card. If it matches, you may play it.")
    expect(dialog).not_to_contain_text(f"{BLUE.capitalize()} 7")
    expect(dialog).to_contain_text("To see what a card or a button does, press and hold it.")
    expect(page.get_by_test_id("help-keys")).to_have_count(0)
    page.get_by_test_id("dialog-close").click()
    page.keyboard.press("?")
    page.get_by_test_id("help-now").press("ArrowRight")
    expect(dialog.locator("kbd").first).to_be_visible()
