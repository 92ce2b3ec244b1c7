"""Dares at the table: which one it is, who does it, what each answer means, and who judges."""

from __future__ import annotations

import re
from typing import Any, cast

from playwright.sync_api import Page, ViewportSize, expect

from browser.axe import STILL
from browser.house import House
from browser.people import PHONE, People, hurry

SMALL_DESK = ViewportSize(width=1366, height=768)

# Remembers whether the captions that come tell of a success or a failure.
WATCH_TONES = """
() => {
  window.tones = new Set();
  const look = () => document.querySelectorAll("[data-tone]").forEach((each) => window.tones.add(each.dataset.tone));
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}
"""


def test_a_dare_can_be_read_at_the_table(house: House, people: People) -> None:
    """Your dare is wide, says that it is yours, lies inside the table, and a tap shows every word."""
    house.arrange("dare", hands=[["green-dare-2", "red-1", "red-2"], ["green-4", "red-6", "red-7"]], top="green-9", rest=True)
    ann = house.table("dare")
    ben = house.join(ann)
    house.start_game(ann, ben)
    page = people.seated(ben, viewport=PHONE)
    house.command(ann, do="move", move="play green-dare-2", n=house.number(ann["table"]))
    page.locator('[data-testid="dialog"] [data-move="dare"]').click()
    box = page.get_by_test_id("situation")
    expect(box).to_contain_text("You're doing")
    page.wait_for_function(
        """() => {
            const at = (css) => document.querySelector(css)?.getBoundingClientRect();
            const [box, table, number] = ['[data-testid=situation]', '[data-place=table]', '.situation .number'].map(at);
            return box && box.width > 240 && box.bottom <= table.bottom && number.bottom <= box.bottom;
        }"""
    )
    box.get_by_role("button", name="Read it all").click()
    expect(page.get_by_test_id("dialog").locator("figcaption")).to_be_in_viewport(ratio=1)


def test_what_a_player_keeps_up_hides_nothing_of_the_piles(house: House, people: People) -> None:
    """On a desktop with three players, the caption of a lasting dare stays under its player, clear of pile and arrow."""
    hands = [["red-dare-7", "blue-1", "blue-2"], ["green-1", "green-2"], ["green-3", "green-4"]]
    house.arrange("dare", hands=hands, top="red-9")
    ann = house.table("dare", seats=3)
    ben = house.join(ann)
    house.start_game(ann, ben, house.join(ann, "Cleo"))
    page = people.seated(ann, viewport=SMALL_DESK)
    face = page.get_by_test_id("seat-1").locator(".avatar")
    before = face.bounding_box()
    house.command(ann, do="move", move="play red-dare-7", n=10**6)
    house.command(ben, do="move", move="dare", n=10**6)
    note, arrow = (page.locator(each).first.bounding_box() for each in (".note", ".arc"))
    after = face.bounding_box()
    assert before
    assert after
    assert note
    assert arrow
    assert abs(before["x"] - after["x"]) < 4
    assert note["x"] + note["width"] < arrow["x"]


def test_a_question_about_a_dare_says_only_what_counts(house: House, people: People) -> None:
    """A lasting dare says once how long it lasts, and drawing two is as good an answer as doing it.

    What counts for a challenge isn't told where nobody can challenge.
    """
    house.arrange("dare", hands=[["wild-dare-14", "red-1", "red-2"], ["green-4", "red-6", "red-7"]], top="green-9", rest=True)
    ann = house.table("dare")
    ben = house.join(ann)
    house.start_game(ann, ben)
    page = people.seated(ben, viewport=PHONE)
    house.command(ann, do="move", move="play wild-dare-14 red", n=house.number(ann["table"]))
    expect(page.get_by_test_id("dialog").locator("figcaption")).to_have_text(re.compile(r"until your next turn\.”\s*$"))
    expect(page.get_by_test_id("pending")).to_contain_text("Ann played")
    expect(page.get_by_test_id("dialog")).not_to_contain_text("Before it")
    answers = page.get_by_test_id("dialog").locator("[data-move]")
    expect(answers).to_have_count(2)
    expect(page.get_by_test_id("dialog").locator(".button")).to_have_count(0)  # neither answer is the one to press


def test_a_dare_among_bots_is_on_your_honor(house: House, people: People) -> None:
    """Where only bots could judge, the question says that you are on your honor. With a person at the table, it does not."""
    hands = [["red-1", "red-2", "red-3"], ["green-dare-6", "red-4", "red-6"]]
    house.arrange("dare", hands=hands, top="green-9", turn=1, rest=True)
    ann = house.table("dare", bots=1)
    house.start_game(ann)
    page = people.seated(ann)
    expect(page.get_by_test_id("on-honor")).to_contain_text("You're on your honor")
    page.locator('[data-testid="dialog"] [data-move="dare"]').click()
    expect(page.get_by_test_id("prompt")).to_have_text("Do it now: you're on your honor. The bots wait a moment.")
    ann = house.table("dare")
    ben = house.join(ann)
    house.start_game(ann, ben)
    page = people.seated(ann)
    house.command(ben, do="move", move="play green-dare-6", n=house.number(ann["table"]))
    expect(page.get_by_test_id("dialog")).to_be_visible()
    expect(page.get_by_test_id("on-honor")).to_have_count(0)


def test_ready_made_dares_can_only_be_read_between_rounds(house: House, people: People) -> None:
    """At the end of a round, a guest reads of rewriting only where something can be rewritten: a list of the table's own."""
    house.arrange("dare", hands=[["green-1"], ["green-4", "red-6"]], top="green-9", rest=True)
    ann = house.table("dare", options={"target": 500})
    ben = house.join(ann)
    house.start_game(ann, ben)
    page = people.seated(ben, viewport=PHONE)
    house.command(ann, do="move", move="play green-1", n=10**6)
    expect(page.get_by_role("heading", name="Dares", exact=True)).to_be_visible()
    expect(page.get_by_text("See the dares")).to_be_visible()
    expect(page.get_by_test_id("screen-between")).not_to_contain_text("between rounds")


def test_a_dare_is_read_aloud_and_judged_once(house: House, people: People) -> None:
    """A dialog about a dare says which one, to the ear too. Whoever does it is told that the others judge.

    The answers stay where they are when the performer says something in the chat.
    """
    hands = [["red-dare-3", "blue-1", "blue-2"], ["green-1", "green-2"], ["green-3", "green-4"]]
    house.arrange("dare", hands=hands, top="red-9")
    ann = house.table("dare", seats=3)
    ben = house.join(ann)
    house.start_game(ann, ben, house.join(ann, "Cleo"))
    pages = [people.seated(seat, viewport=PHONE) for seat in (ann, ben)]
    for page in pages:
        hurry(page)
    house.command(ann, do="move", move="play red-dare-3", n=house.number(ann["table"]))
    described = re.compile("Hum a tune everyone knows")
    expect(pages[1].get_by_test_id("dialog")).to_have_accessible_description(described)
    pages[1].get_by_test_id("dialog").locator('[data-move="dare"]').click()
    told = "You're on: do it aloud or in the chat. Ann and Cleo will judge."
    expect(pages[1].get_by_test_id("prompt")).to_have_text(told)
    pages[0].get_by_test_id("decide").click()
    answers = pages[0].get_by_test_id("dialog").get_by_test_id("move")
    expect(answers.first).to_be_visible()
    expect(pages[0].get_by_test_id("performs-where")).to_have_text("Ben does it aloud, or writes it here.")
    pages[0].wait_for_function(STILL)
    before = answers.first.bounding_box()
    house.command(ben, do="chat", text="La la la")
    expect(pages[0].get_by_test_id("dialog")).to_have_accessible_description(described)
    expect(pages[0].get_by_test_id("performer-says")).to_contain_text("La la la")
    assert answers.first.bounding_box() == before


def with_a_dare(house: House) -> list[dict[str, Any]]:
    """Deal Ann a dare for Ben, and seat Cleo with them. Return their seats."""
    hands = [["red-dare-3", "blue-1", "blue-2"], ["green-1", "green-2"], ["green-3", "green-4"]]
    house.arrange("dare", hands=hands, top="red-9")
    ann = house.table("dare", seats=3)
    seats = [ann, house.join(ann), house.join(ann, "Cleo")]
    house.start_game(*seats)
    return seats


def test_a_performance_is_watched_before_it_is_judged(house: House, people: People) -> None:
    """Nobody is asked while Ben performs. On a phone he writes and says that it's done with buttons, and then they are.

    A line that is said while the question is open goes to everyone, and the verdict says who voted how.
    """
    ann, ben, cleo = with_a_dare(house)
    page, own = (people.seated(seat, viewport=PHONE) for seat in (ann, ben))
    for each in (page, own):
        hurry(each)
    house.command(ann, do="move", move="play red-dare-3", n=10**6)
    own.get_by_test_id("dialog").locator('[data-move="dare"]').click()
    expect(page.get_by_test_id("prompt")).to_have_text("Ben is on: you vote afterward, or decide now.")
    own.get_by_test_id("write-it").click()
    expect(own.get_by_label("Do it here, or out loud")).to_be_focused()
    expect(own.get_by_test_id("dialog")).to_contain_text("Hum a tune")
    own.keyboard.type("La la la")
    own.keyboard.press("Enter")
    expect(page.get_by_test_id("seat-1").locator(".heard")).to_have_text("La la la")
    expect(page.get_by_test_id("dialog")).to_have_count(0)
    expect(own.get_by_test_id("dialog")).to_have_count(0)
    own.get_by_test_id("performed").click()
    expect(own.get_by_test_id("performed")).to_have_count(0)
    expect(own.get_by_test_id("prompt")).to_have_text("Waiting for Ann and Cleo to judge the dare.")
    expect(own.get_by_test_id("card").first).to_be_focused()
    question = page.get_by_test_id("dialog")
    expect(question.get_by_test_id("performer-says").get_by_role("listitem")).to_have_text(["Ben La la la", "Ben all done"])
    question.get_by_test_id("chat-text").fill("Bravo")
    question.get_by_test_id("chat-text").press("Enter")
    expect(own.get_by_test_id("seat-0").locator(".heard")).to_have_text("Bravo")
    expect(question.get_by_test_id("judging")).to_contain_text("still deciding")
    house.command(cleo, do="move", move="vote no", n=10**6)
    expect(question.get_by_test_id("judging")).to_contain_text("has voted")
    question.locator("[data-move='vote yes']").click()
    for each in (page, own):
        expect(each.get_by_test_id("verdict-told")).to_contain_text("A tie counts as yes.")
    expect(own.get_by_test_id("verdict-told").get_by_role("listitem")).to_have_text(["Ann yes", "Cleo no"])


def test_whoever_performs_is_told_by_keyboard_how_it_ends(house: House, people: People) -> None:
    """The answer to "What can I do now?" names the button that ends a performance, and a key presses it."""
    ben, (_, own, _) = judging(house, people)
    house.command(ben, do="move", move="dare", n=10**6)
    expect(own.get_by_test_id("chat-text")).to_be_focused()
    own.get_by_test_id("card").first.focus()
    own.keyboard.press("?")
    expect(own.get_by_test_id("dialog")).to_contain_text("The others can vote as soon as you say so.")
    own.keyboard.press("Escape")
    own.keyboard.press("e")
    expect(own.get_by_test_id("performed")).to_have_count(0)
    expect(
        own.locator("[role=log], [aria-live]").filter(has_text="Waiting for Ann and Cleo to judge the dare.").first
    ).to_be_attached()


def judging(house: House, people: People) -> tuple[dict[str, Any], list[Page]]:
    """Let Ben take on a dare, in front of Ann and Cleo. Return Ben's seat and the pages of all three, in order of seats."""
    ann, ben, cleo = with_a_dare(house)
    pages = [people.seated(seat, viewport=SMALL_DESK) for seat in (ann, ben, cleo)]
    for page in pages:
        expect(page.get_by_test_id("chat-text")).to_be_visible()
        hurry(page)
    house.command(ann, do="move", move="play red-dare-3", n=house.number(ann["table"]))
    expect(pages[1].get_by_test_id("dialog")).to_be_visible()
    return ben, pages


def test_a_vote_waits_for_a_line_that_is_being_written(house: House, people: People) -> None:
    """While you type in the chat, no question opens and takes your letters. It opens once the line is sent, or left.

    Then it begins with no answer chosen, so Enter votes for nothing, and the arrow keys lead to the answers.
    """
    ben, (ann, _, cleo) = judging(house, people)
    for page in (ann, cleo):
        page.get_by_test_id("chat-text").focus()
        page.keyboard.type("come on")
    house.command(ben, do="move", move="dare", n=10**6)
    house.command(ben, do="emote", emote="all-done")
    for page in (ann, cleo):
        expect(page.get_by_test_id("decide")).to_be_visible()
        expect(page.locator("[role=log], [aria-live]").filter(has_text="Did Ben do the dare?").first).to_be_attached()
        page.keyboard.type(", Ben")
        expect(page.get_by_test_id("dialog")).to_have_count(0)
        expect(page.get_by_test_id("chat-text")).to_have_value("come on, Ben")
    ann.keyboard.press("Enter")
    cleo.get_by_role("button", name="Send").click()
    for page in (ann, cleo):
        expect(page.get_by_role("heading", name="Did Ben do the dare?")).to_be_focused()
        expect(page.get_by_test_id("judged").locator("svg")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("performer-says")).to_be_visible()
    expect(cleo.get_by_test_id("chat")).to_have_count(0)  # the log is in front, and both lines were sent
    cleo.keyboard.press("Escape")
    cleo.locator("#tab-chat").click()
    expect(cleo.get_by_test_id("chat").get_by_text("come on, Ben")).to_have_count(2)
    ann.keyboard.press("ArrowDown")
    expect(ann.get_by_test_id("dialog").locator("[data-move='vote yes']")).to_be_focused()


def test_everyone_sees_who_performs_and_who_has_voted(house: House, people: People) -> None:
    """The place of whoever is judged is lit, in forced colors too, and a check marks those who have voted.

    The performer's own line in the chat says that they can do it there. It stays while they write, and a success is green.
    """
    ben, (ann, own, cleo) = judging(house, people)
    house.command(ben, do="move", move="dare", n=10**6)
    seat = ann.get_by_test_id("seat-1")
    expect(seat).to_have_class(re.compile(r"\bstands\b"))
    expect(seat.locator(".who")).to_have_accessible_name(re.compile("in the spotlight"))
    for forced in (None, "active"):
        ann.emulate_media(forced_colors=cast(Any, forced))
        expect(seat.locator(".avatar")).not_to_have_css("outline-style", "none")
    expect(ann.get_by_test_id("seat-2")).not_to_have_class(re.compile(r"\bvoted\b"))
    cleo.get_by_test_id("decide").click()
    expect(own.get_by_placeholder("Do it here, or out loud")).to_be_visible()
    own.get_by_test_id("chat-text").fill("La la la")
    cleo.get_by_test_id("dialog").locator("[data-move='vote yes']").click()
    expect(ann.get_by_test_id("seat-2")).to_have_class(re.compile(r"\bvoted\b"))
    expect(cleo.get_by_test_id("why")).to_have_text("Your vote: yes")
    expect(ann.get_by_test_id("seat-2").locator(".who")).to_have_accessible_name(re.compile("has voted"))
    ann.get_by_test_id("decide").click()
    own.evaluate(WATCH_TONES)
    ann.get_by_test_id("dialog").locator("[data-move='vote yes']").click()
    own.wait_for_function("() => window.tones.has('good')")
    expect(own.get_by_placeholder("Do it here, or out loud")).to_have_count(0)
    expect(own.get_by_test_id("chat-text")).to_be_focused()
    expect(own.get_by_test_id("chat")).to_be_visible()
