"""Dares at the table: which one it is, who does it, what each answer means, and who judges."""

from __future__ import annotations

import re

from playwright.sync_api import ViewportSize, expect

from browser.axe import STILL
from browser.house import House
from browser.people import PHONE, People, hurry

SMALL_DESK = ViewportSize(width=1366, height=768)


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
    told = "Do it now, aloud or in the chat: the others see what you write. Ann and Cleo will judge."
    expect(pages[1].get_by_test_id("prompt")).to_have_text(told)
    answers = pages[0].get_by_test_id("dialog").get_by_test_id("move")
    expect(answers.first).to_be_visible()
    expect(pages[0].get_by_test_id("performs-where")).to_contain_text("or in the chat below")
    pages[0].wait_for_function(STILL)
    before = answers.first.bounding_box()
    house.command(ben, do="chat", text="La la la")
    expect(pages[0].get_by_test_id("dialog")).to_have_accessible_description(described)
    expect(pages[0].get_by_test_id("performer-says")).to_contain_text("La la la")
    assert answers.first.bounding_box() == before
