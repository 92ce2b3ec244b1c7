"""The home page, and the way to a table."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from browser.house import House
from browser.people import People
from lastcard import editions


def test_one_click_leads_to_a_table(people: People, house: House) -> None:
    """A first-time visitor plays against bots after one click."""
    page = people.home()
    page.get_by_test_id("play-now").click()
    expect(page.get_by_test_id("screen-play")).to_be_visible()
    table = page.url.partition("#table=")[2]
    assert house.see(table, lambda game: game.players) == 4


def test_every_edition_can_be_chosen(people: People) -> None:
    """Every installed edition is offered with its title and one line, and the chosen one stays chosen."""
    page = people.home()
    expect(page.get_by_test_id("play-now")).to_be_visible()
    for name in editions.names():
        edition = editions.get(name)
        tile = page.get_by_role("radio", name=re.compile(re.escape(edition.title)))
        tile.check()
        expect(page.get_by_text(edition.summary)).to_be_visible()
    page.get_by_role("link", name="Rules").first.click()
    expect(page.get_by_test_id("play-now")).to_have_count(0)
    page.go_back()
    expect(page.locator(".tiles").get_by_role("radio").last).to_be_checked()


def test_the_last_game_is_played_again_with_one_tap(people: People, house: House) -> None:
    """A player who comes back is offered the last game first: the same edition against as many bots."""
    page = people.home()
    page.get_by_role("radio").nth(2).check()
    page.get_by_label("Players").select_option("3")
    page.get_by_test_id("play-now").click()
    expect(page.get_by_test_id("screen-play")).to_be_visible()
    page.goto(house.url)
    expect(page.get_by_test_id("continue")).to_be_visible()
    page.get_by_test_id("play-again").click()
    expect(page.get_by_test_id("screen-play")).to_be_visible()
    table = page.url.partition("#table=")[2]
    assert house.see(table, lambda game: (game.players, game.edition.id)) == (3, editions.names()[2])


def test_a_game_played_again_has_the_same_rules_and_bots(people: People, house: House) -> None:
    """What was changed in the lobby of a table of bots is kept for the next one, and the first page is about that game."""
    made = house.table(editions.names()[1], seats=2, bots=1, options={"target": 300})
    house.start_game(made)
    page = people.seated(made)
    expect(page.get_by_test_id("screen-play")).to_be_visible()
    page.goto(house.url)
    expect(page.get_by_role("radio").nth(1)).to_be_checked()
    page.get_by_test_id("play-again").click()
    expect(page).not_to_have_url(re.compile(made["table"]))
    expect(page.get_by_test_id("screen-play")).to_be_visible()
    table = page.url.partition("#table=")[2]
    assert house.see(table, lambda game: (game.players, game.options["target"])) == (2, 300)


def test_the_home_page_is_about_what_was_played_last(people: People, house: House) -> None:
    """An older game that still runs can be continued, but the edition that was played since is the one that is selected."""
    page = people.home()
    for n in (2, 1):
        page.goto(house.url)
        page.get_by_role("radio", name=re.compile(".")).nth(n).check()
        page.get_by_test_id("play-now").click()
        expect(page.get_by_test_id("screen-play")).to_be_visible()
    house.end_game(page.url.partition("#table=")[2])
    page.goto(house.url)
    expect(page.get_by_test_id("continue")).to_be_visible()
    expect(page.get_by_role("radio").nth(1)).to_be_checked()


def test_a_running_game_is_continued_first(people: People, house: House) -> None:
    """The home page leads back to a running game with its first button."""
    page = people.home()
    page.get_by_test_id("play-now").click()
    expect(page.get_by_test_id("screen-play")).to_be_visible()
    table = page.url
    page.goto(house.url)
    first = page.get_by_role("main").get_by_role("button").first
    expect(first).to_contain_text("Continue")  # once the server has said which games are running
    first.click()
    expect(page.get_by_test_id("screen-play")).to_be_visible()
    assert page.url == table


def test_a_friend_joins_by_the_link(people: People, house: House) -> None:
    """One click makes a table as long as Ann chose. A friend sees who is inviting them to what, and joins with one more."""
    ann = people.home()
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_text("To 500 points").click()
    ann.get_by_test_id("make-table").click()
    expect(ann.get_by_test_id("length")).to_have_text("To 500 points")
    invite = ann.evaluate("Object.values(JSON.parse(localStorage.getItem('lastcard.tables')))[0].invite")
    ben = people.context().new_page()
    ben.goto(f"{house.url}#join={invite}")
    expect(ben.get_by_role("heading", level=1)).to_contain_text("Ann invites you to")
    expect(ben.get_by_test_id("length")).to_have_text("To 500 points")
    expect(ben.get_by_text("3 seats are free.")).to_be_visible()
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Join", exact=True).click()
    expect(ben.get_by_test_id("screen-lobby")).to_be_visible()
    expect(ann.get_by_text("Ben").first).to_be_visible()


def evening(house: House, **options: int) -> dict[str, Any]:
    """Start a game in which Ann, who plays against a bot, is about to win the round."""
    edition = editions.names()[0]
    first, second, *_ = editions.get(edition).colors
    house.arrange(edition, hands=[[f"{first}-1"], [f"{second}-1", f"{second}-3"]], top=f"{first}-5")
    ann = house.table(edition, bots=1, options=options)
    house.start_game(ann)
    return ann | {"wins": f"play {first}-1"}


def test_a_latecomer_waits_for_the_seat_of_a_bot(people: People, house: House) -> None:
    """Whoever opens the link during a round asks once, and has a bot's seat as soon as the round ends."""
    ann = evening(house, target=500)
    page = people.context().new_page()
    page.clock.install()
    page.goto(f"{house.url}#join={ann['invite']}")
    page.get_by_label("Your name").fill("Cleo")
    expect(page.get_by_text("A round is in progress.")).to_be_visible()
    page.get_by_test_id("join").click()
    expect(page.get_by_role("status")).to_have_text("You're in as soon as a seat is free.")
    expect(page.get_by_test_id("join")).to_be_disabled()
    assert "Cleo" not in house.names(ann["table"])
    house.command(ann, do="move", move=ann["wins"], n=10**6)
    page.clock.run_for(5000)
    expect(page.get_by_test_id("screen-between")).to_be_visible()
    assert house.names(ann["table"]) == ["Ann", "Cleo"]


def test_the_link_of_the_first_game_leads_to_the_next(people: People, house: House) -> None:
    """After a rematch, the link that everybody has leads to the new table."""
    ann = evening(house)
    house.command(ann, do="move", move=ann["wins"], n=10**6)
    house.command(ann, do="rematch")
    page = people.context().new_page()
    page.goto(f"{house.url}#join={ann['invite']}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ann invites you to")
    page.get_by_label("Your name").fill("Cleo")
    page.get_by_test_id("join").click()
    expect(page.get_by_test_id("screen-lobby")).to_be_visible()
    assert ann["table"] not in page.url
    assert "Cleo" in house.names(page.url.partition("#table=")[2])


def test_a_wrong_code_is_refused_in_a_sentence(people: People) -> None:
    """A code that leads nowhere is reported on the page, and you can try another."""
    page = people.home()
    page.get_by_label("Join with a link or code").fill("0000-0000-0000")
    page.get_by_role("button", name="Join", exact=True).click()
    field = page.get_by_label("Join with a link or code")
    expect(field).to_have_accessible_description("No table has this code.")
    expect(field).to_be_focused()
    expect(page.get_by_role("alert")).to_be_in_viewport()


def test_it_can_be_installed(people: People, house: House) -> None:
    """The manifest names a start page, a separate window and icons for every purpose, and all of them are served."""
    page = people.home()
    manifest = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())")
    assert manifest["display"] == "standalone"
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        response = page.request.get(f"{house.url}{icon['src'].lstrip('/')}")
        assert (response.status, response.headers["content-type"]) == (200, icon["type"])


def test_without_a_network_the_page_says_so(people: People, house: House) -> None:
    """A returning visitor who is offline is told so and sees no old page, and once online everything is as before."""
    page = people.home()
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    house.stop()
    page.goto(house.url)
    expect(page.get_by_role("heading", name="You're offline")).to_be_visible()
    house.start()
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_test_id("play-now")).to_be_visible()
