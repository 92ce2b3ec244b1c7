"""What people can say at a table: chat, quick messages, blocks, and a family table."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.house import House
from browser.people import PHONE, People


def test_one_switch_makes_a_family_table(house: House, people: People) -> None:
    """The host's switch leaves quick messages, no voice or video, and Family dares, and the guest sees it."""
    ann = house.table("dare", options={"dare_list": "daredevil"}, settings={"media": "video"})
    host, guest = people.seated(ann), people.seated(house.join(ann))
    expect(guest.get_by_test_id("chat-text")).to_be_visible()
    expect(guest.get_by_test_id("call")).to_be_visible()
    host.get_by_role("heading", name="Table settings").click()
    host.get_by_label("Family table").check()
    expect(host.get_by_role("combobox", name="Voice and video", exact=True)).to_be_hidden()
    expect(guest.get_by_test_id("chat-text")).to_have_count(0)
    expect(guest.get_by_test_id("call")).to_have_count(0)
    guest.get_by_role("group", name="Quick messages").get_by_role("button").first.click()
    expect(host.get_by_test_id("chat").get_by_role("listitem")).to_contain_text("Ben")
    host.get_by_role("combobox", name="Chat", exact=True).select_option(label="off")
    expect(guest.get_by_role("group", name="Quick messages")).to_have_count(0)


def test_the_log_stays_at_its_newest_line(house: House, people: People) -> None:
    """The newest line of the log stays in view when the things to throw need some of its room."""
    house.arrange("classic", hands=[["red-1", "red-2", "red-3"], ["red-4", "red-5", "red-6"]], top="red-9", turn=0)
    ann = house.table("classic")
    ben = house.join(ann)
    house.start_game(ann, ben)
    for seat in (ann, ben) * 3:
        for move in ("draw", "pass"):
            house.command(seat, do="move", move=move, n=house.number(ann["table"]))
    page = people.seated(ann)
    newest = page.get_by_test_id("log").get_by_role("listitem").last
    expect(newest).to_be_in_viewport()
    page.get_by_role("button", name="Throw something").click()
    expect(page.get_by_test_id("throw-flower")).to_be_visible()
    expect(newest).to_be_in_viewport()


# Remembers what pops up or is thrown, and whether it moves.
POPS = """
() => {
  window.pops = [];
  new MutationObserver((changes) => {
    const moves = (node) => node.getAnimations().map(({ effect }) => effect.getKeyframes().length > 1);
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node.matches?.(".heard, [data-testid=own-bubble]")) window.pops.push([node.innerText, moves(node)]);
      for (const one of node.querySelectorAll?.("[data-testid=thrown]") ?? [])
        window.pops.push([one.innerText, moves(one.parentElement.querySelector(".flight"))]);
    }
  }).observe(document.body, { childList: true, subtree: true });
}
"""


def test_a_reaction_moves_and_appears_at_both_ends(house: House, people: People) -> None:
    """What is sent or thrown shows on the page of whoever does it and on everyone else's, unless they don't want throws."""
    ann = house.table("classic")
    ben = house.join(ann)
    house.start_game(ann, ben)
    pages = [people.seated(seat, settings={"motion": "full"}) for seat in (ann, ben)]
    pages.append(people.seated(ann, settings={"motion": "full", "throws": False}))
    for page in pages:
        expect(page.get_by_test_id("hand")).to_be_visible()
        page.evaluate(POPS)
    pages[1].get_by_test_id("seat-0").get_by_role("button").first.click()
    pages[1].get_by_role("dialog").get_by_role("button", name="Flower").click()
    for page in pages[:2]:
        page.wait_for_function("() => window.pops.length")
    house.command(ben, do="emote", emote="wow")
    expect(pages[1].get_by_test_id("own-bubble")).to_contain_text("wow")
    for page in (pages[0], pages[2]):
        expect(page.get_by_test_id("seat-1").locator(".heard")).to_contain_text("wow")
    for page, thrown in zip(pages, (["Ben throws you a flower"], ["You throw Ann a flower"], []), strict=True):
        shown = page.evaluate("window.pops")
        assert [text for text, _ in shown[:-1]] == thrown
        assert "wow" in shown[-1][0].lower()
        assert all(moves == [True] for _, moves in shown)


def test_a_quick_message_is_seen_at_the_table(house: House, people: People) -> None:
    """On a phone, the chat gets out of the way of a quick message or a throw, and the focus goes back to its button."""
    ann = house.table("classic")
    house.start_game(ann, house.join(ann))
    page = people.seated(ann, viewport=PHONE)
    dialog, talk = page.get_by_test_id("dialog"), page.get_by_role("button", name="Log and chat")
    for name in ("wow", "Flower"):
        talk.click()
        dialog.get_by_role("tab", name="Chat").click()
        if name == "Flower":
            expect(dialog.get_by_test_id("chat").locator("[data-emote=wow]")).to_be_visible()
            dialog.get_by_test_id("throwing").click()
        dialog.get_by_role("button", name=name).click()
        expect(dialog).to_have_count(0)
        expect(talk).to_be_focused()
        if name == "wow":
            expect(page.get_by_test_id("own-bubble")).to_contain_text("wow")


def test_a_quick_message_keeps_its_picture_in_the_lobby(house: House, people: People) -> None:
    """Before the game, a line of the chat shows the picture of its quick message."""
    ann = house.table("classic")
    page = people.seated(ann)
    page.get_by_role("group", name="Quick messages").get_by_role("button", name="wow").click()
    expect(page.get_by_test_id("chat").locator("[data-emote=wow]")).to_be_visible()


def test_a_blocked_player_is_not_heard(house: House, people: People) -> None:
    """A guest blocks another from the menu of their seat. Nothing they said or say shows any more, even if they come back."""
    ann = house.table("classic", seats=3)
    ben, cleo = house.join(ann), house.join(ann, "Cleo")
    page = people.seated(cleo)
    house.command(ben, do="chat", text="first words")
    said = page.get_by_test_id("chat")
    expect(said).to_contain_text("first words")
    page.get_by_test_id("seat-1").get_by_role("button").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Block").click()
    expect(said).to_have_count(0)
    house.command(ben, do="leave")
    again = house.join(ann, "Ben")
    house.command(again, do="chat", text="more words")
    house.command(ann, do="chat", text="hello")
    expect(said).to_contain_text("hello")
    expect(said).not_to_contain_text("words")
