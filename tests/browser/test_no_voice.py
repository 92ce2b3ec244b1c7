"""Where a call cannot work, one sentence says why and what helps, and the game goes on."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from browser.axe import faults
from browser.house import House
from browser.people import People
from browser.players import Player
from lastcard import editions

EDITION = editions.names()[0]
RED = editions.get(EDITION).colors[0]
# As on a computer without devices, also if this one has some.
NO_DEVICE = """if (navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("none", "NotFoundError"))"""
SEAT: dict[str, Any] = {"seats": 2, "settings": {"media": "video"}}


def test_a_microphone_that_is_not_allowed(house: House, people: People) -> None:
    """Without permission the dialog says so, and the player can still listen to the others."""
    ann = house.table(EDITION, **SEAT)
    house.start_game(ann, house.join(ann))
    page = people.seated(ann)
    page.get_by_test_id("call-join").click()
    trouble = page.get_by_test_id("call-trouble")
    expect(trouble).to_contain_text("just listen")
    expect(page.get_by_test_id("join-now")).to_be_disabled()
    assert faults(page) == []
    page.get_by_test_id("join-listen").click()
    expect(page.get_by_test_id("on-air")).to_have_attribute("data-on", "nothing")
    page.get_by_test_id("call-camera").click()
    expect(trouble).to_contain_text("without a picture")
    assert faults(page) == []
    expect(page.get_by_test_id("hand")).to_be_visible()


def test_a_microphone_that_is_not_there(house: House, people: People) -> None:
    """On a computer without devices, the dialog says what to plug in, the player can just listen, and the game goes on."""
    house.arrange(EDITION, hands=[[f"{RED}-1", f"{RED}-2"], [f"{RED}-3", f"{RED}-4"]], top=f"{RED}-5")
    ann = house.table(EDITION, **SEAT)
    house.start_game(ann, house.join(ann))
    context = people.context()
    context.add_init_script(NO_DEVICE)
    people.keep(context, "tables", {ann["table"]: {"token": ann["token"]}})
    page = context.new_page()
    page.goto(f"{house.url}#table={ann['table']}")
    page.get_by_test_id("call-join").click()
    trouble = page.get_by_test_id("call-trouble")
    expect(trouble).to_have_text("There's no microphone. Plug one in and try again, or just listen.")
    page.get_by_test_id("join-camera").click()
    expect(trouble.filter(has_text="There's no camera. Plug one in")).to_be_visible()
    page.get_by_test_id("join-listen").click()
    expect(page.get_by_test_id("on-air")).to_have_attribute("data-on", "nothing")
    Player(page, 0).make(f"play {RED}-1 uno")
    expect(page.get_by_test_id("discard-pile").locator(f'[data-card="{RED}-1"]')).to_be_visible()


def test_a_page_that_is_not_secure(house: House, people: People) -> None:
    """Without HTTPS there is no button to join, and the page says what is missing."""
    ann = house.table(EDITION, **SEAT)
    house.start_game(ann, house.join(ann))
    context = people.context()
    context.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    people.keep(context, "tables", {ann["table"]: {"token": ann["token"]}})
    page = context.new_page()
    page.goto(f"{house.url}#table={ann['table']}")
    expect(page.get_by_test_id("call")).to_contain_text("secure page (https)")
    expect(page.get_by_test_id("call-join")).to_have_count(0)
    expect(page.get_by_test_id("hand")).to_be_visible()


def test_a_dare_that_lasts_has_its_sign_beside_the_face(house: House, people: People) -> None:
    """Whoever has a dare until their next turn is marked where their face is, and the sign and the label say what it is."""
    hands = [["green-dare-2", "red-1", "red-2"], ["green-4", "red-6", "red-7"]]
    house.arrange("dare", hands=hands, top="green-9", rest=True)
    ann = house.table("dare")
    ben = house.join(ann)
    house.start_game(ann, ben)
    page = people.seated(ann)
    sign = page.get_by_test_id("seat-1").locator(".avatar .lasting")
    expect(page.get_by_test_id("hand")).to_be_visible()
    expect(sign).to_have_count(0)
    house.command(ann, do="move", move="play green-dare-2", n=house.number(ann["table"]))
    house.command(ben, do="move", move="dare", n=house.number(ann["table"]))
    expect(sign).to_be_visible()
    text = house.see(ann["table"], lambda game: str(game.view(None).special["running"]["1"]["text"]))
    expect(sign).to_have_attribute("title", text)
    expect(page.get_by_test_id("seat-1").get_by_role("button", name=text)).to_be_visible()


def test_a_table_without_calls_shows_nothing_of_them(house: House, people: People) -> None:
    """By default a table has no call, and its page loads nothing for it. Spectators never see one."""
    ann = house.table(EDITION)
    house.start_game(ann, house.join(ann))
    page = people.seated(ann)
    expect(page.get_by_test_id("hand")).to_be_visible()
    expect(page.get_by_test_id("call")).to_have_count(0)
    house.command(ann, do="change", settings={"media": "voice"})
    expect(page.get_by_test_id("call")).to_be_visible()
    watcher = people.home()
    watcher.goto(f"{house.url}#watch={ann['watch']}")
    expect(watcher.get_by_test_id("seat-0")).to_be_visible()
    expect(watcher.get_by_test_id("call")).to_have_count(0)
