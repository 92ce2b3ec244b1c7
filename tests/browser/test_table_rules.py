"""Table rules in the browser: presets in one tap, the catalog, what they change, and everyone sees it before they sit down."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from browser.house import House
from browser.people import PHONE, People
from lastcard import editions, presets
from lastcard.card_rules import SEVEN_ZERO
from lastcard.edition import Edition
from lastcard.lab.effects import FIRST
from lastcard.options import Option
from lastcard.server.live import rule_effects

PLAIN = editions.DEFAULT
RUTHLESS = presets.find("ruthless")
RULES = [option for option in editions.get(PLAIN).options if option.name in RUTHLESS.options]
SAID = {option.name: str(option.tell(RUTHLESS.options[option.name])) for option in RULES}


def two(house: House) -> tuple[dict[str, Any], dict[str, Any]]:
    """Make a table for two people."""
    ann = house.table(PLAIN)
    return ann, house.join(ann)


def lobby(people: People, seat: dict[str, Any]) -> Page:
    """Open a seat's lobby."""
    page = people.seated(seat)
    expect(page.get_by_test_id("screen-lobby")).to_be_visible()
    return page


def test_a_preset_is_one_tap(house: House, people: People) -> None:
    """A tap sets up a preset. Everyone reads in sentences what it changes, and has to agree again."""
    ann, ben = two(house)
    host, guest = lobby(people, ann), lobby(people, ben)
    expect(host.locator("[data-preset=leaflet]")).to_have_attribute("aria-pressed", "true")
    guest.get_by_test_id("ready").click()
    expect(host.get_by_test_id("start")).to_have_attribute("aria-disabled", "false")
    host.locator("[data-preset=ruthless]").click()
    expect(host.locator("[data-preset=ruthless]")).to_have_attribute("aria-pressed", "true")
    for name, said in SAID.items():
        expect(guest.locator(f"[data-option={name}].changed")).to_contain_text(said)
    expect(host.get_by_test_id("start")).to_have_attribute("aria-disabled", "true")
    expect(guest.get_by_test_id("presets")).to_have_count(0)


def test_a_preset_does_not_lose_the_own_mix(house: House, people: People) -> None:
    """After a preset, the table's own mix is one tap away, with the rules that were written on cards."""
    seven = {"when": "7", "name": "Two more", "text": "", "steps": [{"does": "draws", "who": "next", "n": 2}]}
    ann = house.table(PLAIN, options={"stacking": "same", "card_rules": [seven]})
    page = lobby(people, ann)
    before = house.state(ann)["options"]
    expect(page.locator("[data-preset=mix]")).to_have_count(0)
    page.locator("[data-preset=family]").click()
    page.locator("[data-preset=mix]").click()
    expect(page.locator("[data-preset=mix]")).to_have_count(0)
    assert house.state(ann)["options"] == before


def test_rules_are_changed_in_the_catalog(house: House, people: People) -> None:
    """The catalog finds a rule by a word of it, and a table's own mix can be kept as a preset and chosen again."""
    ann, ben = two(house)
    host, guest = lobby(people, ann), lobby(people, ben)
    host.get_by_test_id("change-rules").click()
    expect(host.get_by_test_id("rule-search")).to_be_focused()
    expect(host.locator("[data-group]").first).to_be_visible()
    host.get_by_test_id("rule-search").fill("starts with")
    expect(host.locator("[data-rule]")).to_have_count(1)
    host.locator("[data-rule=hand_size] select").select_option(index=2)
    expect(host.locator("[data-rule=hand_size]")).to_contain_text("Everyone starts with 5 cards.")
    expect(guest.get_by_text("The table's own mix")).to_be_visible()
    host.get_by_test_id("preset-name").fill("Five")
    host.get_by_test_id("keep-preset").click()
    host.get_by_role("button", name="Done").click()
    expect(host.locator('[data-preset="own:Five"]')).to_have_attribute("aria-pressed", "true")
    host.locator("[data-preset=leaflet]").click()
    expect(host.get_by_test_id("changed-rules")).to_have_count(0)
    host.locator('[data-preset="own:Five"]').click()
    expect(host.get_by_test_id("changed-rules")).to_contain_text("Everyone starts with 5 cards.")


def test_what_saves_a_card_rule_stays_in_sight(house: House, people: People) -> None:
    """While a rule is written on a desktop, the button that saves it is never cut off, however high the screen is."""
    page = people.seated(house.table(editions.names()[0]), viewport={"width": 1366, "height": 768})
    page.get_by_test_id("change-rules").click()
    page.get_by_label("Your own rule").select_option(index=3)
    page.get_by_role("button", name="Write", exact=True).click()
    for height in (768, 620):
        page.set_viewport_size({"width": 1366, "height": height})
        expect(page.get_by_role("button", name="Save this rule")).to_be_in_viewport(ratio=1)


def test_the_lobby_says_what_rules_change(house: House, people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lobby says in words what the rules change, first roughly and then more exactly."""
    quick = FIRST._replace(most=40, seconds=0.1)
    for aim in ("FIRST", "LATER", "EXACT"):
        monkeypatch.setattr(rule_effects, aim, quick)
    ann, _ = two(house)
    host = lobby(people, ann)
    host.locator("[data-preset=family]").click()
    host.get_by_test_id("ask-effects").click()
    expect(host.get_by_test_id("effects")).to_contain_text("Rounds")
    expect(host.get_by_test_id("effects")).to_have_attribute("data-final", "true")


def test_an_invite_says_what_is_changed(house: House, people: People) -> None:
    """Before they sit down, friends read in sentences which rules the table has changed."""
    ann = house.table(PLAIN, options=dict(RUTHLESS.options))
    page = people.context().new_page()
    page.goto(f"{house.url}#join={ann['invite']}")
    for said in SAID.values():
        expect(page.get_by_test_id("screen-invited")).to_contain_text(said)


def test_an_open_invite_follows_the_rules(house: House, people: People) -> None:
    """Friends who haven't sat down yet see what the host has changed meanwhile."""
    ann = house.table(PLAIN)
    page = people.context().new_page()
    page.clock.install()
    page.goto(f"{house.url}#join={ann['invite']}")
    expect(page.get_by_test_id("screen-invited")).to_contain_text("exactly by the official rules")
    house.command(ann, do="change", options=dict(RUTHLESS.options))
    page.clock.run_for(20_000)
    for said in SAID.values():
        expect(page.get_by_test_id("screen-invited")).to_contain_text(said)


def test_an_invite_reads_out_the_rules_on_cards(house: House, people: People) -> None:
    """Friends read what is written on the edition's own cards, too, not only how many rules there are."""
    rule = {"name": "Shower", "steps": [{"does": "draws", "who": "next", "n": 2}]}
    ann = house.table("dawn-of-justice", options={"house_rules": [rule, None]})
    page = people.context().new_page()
    page.goto(f"{house.url}#join={ann['invite']}")
    expect(page.get_by_test_id("screen-invited")).to_contain_text("Shower. The next player draws 2.")


def test_escape_keeps_the_rule_that_is_being_written(house: House, people: People) -> None:
    """Escape saves a changed rule and closes its editor alone. Closing everything saves it, too."""
    seven = {"when": "7", "name": "Two more", "text": "", "steps": [{"does": "draws", "who": "next", "n": 2}]}
    ann = house.table(PLAIN, options={"card_rules": [seven]})
    page = lobby(people, ann)
    page.get_by_test_id("change-rules").click()
    edit, name = page.locator("[data-card-rule] button").first, page.get_by_label("Rule name")
    for key, written in (("Escape", "Shower"), ("Close", "Downpour")):
        edit.press("Enter")
        name.fill(written)
        if key == "Escape":
            name.press(key)
            expect(edit).to_be_focused()
        else:
            page.get_by_test_id("dialog-close").click()
            expect(page.get_by_test_id("dialog")).to_have_count(0)
        expect(page.locator("[data-option=card_rules], [data-card-rule]").last).to_contain_text(written)


def test_a_link_brings_a_preset(house: House, people: People) -> None:
    """A link brings a preset into this browser, and quick play offers it."""
    given = json.dumps({"name": "Bo's rules", "options": {"hand_size": 4}})
    page = people.context().new_page()
    page.goto(f"{house.url}#preset={quote(given)}")
    expect(page.get_by_test_id("screen-home")).to_contain_text("Bo's rules")
    expect(page.get_by_test_id("preset")).to_have_value("own:Bo's rules")
    page.get_by_test_id("make-table").click()
    expect(page.get_by_test_id("changed-rules")).to_contain_text("Everyone starts with 4 cards.")


def test_a_stack_shows_its_sum(house: House, people: People) -> None:
    """A stack shows its sum and whom it hits, and a chip tells the rules.

    A button takes the cards, and says how many. The ones that answer are chosen in the hand.
    """
    red, blue = (editions.get(PLAIN).colors[i] for i in (0, 3))
    hands = [[f"{red}-draw-two", f"{red}-1", f"{red}-2"], [f"{blue}-draw-two", f"{blue}-1", f"{blue}-2"]]
    house.arrange(PLAIN, hands=hands, top=f"{red}-9", turn=0)
    ann = house.table(PLAIN, options={"stacking": "any"})
    ben = house.join(ann)
    house.start_game(ann, ben)
    page = people.seated(ben)
    house.command(ann, do="move", move=f"play {red}-draw-two", n=house.number(ann["table"]))
    expect(page.get_by_test_id("stack-sum")).to_have_attribute("data-sum", "2")
    expect(page.get_by_test_id("stack-sum")).to_contain_text("for you")
    expect(page.get_by_role("button", name="Draw 2 cards")).to_be_visible()
    expect(page.locator('[data-testid="hand"] .playable')).to_have_attribute("data-card", f"{blue}-draw-two")
    house.command(ben, do="move", move=f"play {blue}-draw-two", n=house.number(ann["table"]))
    expect(page.get_by_test_id("stack-sum")).to_contain_text("for Ann")
    expect(page.get_by_test_id("stack-sum")).to_have_attribute("data-sum", "4")
    page.get_by_test_id("rule-chip").click()
    expect(page.get_by_test_id("changed-rules")).to_contain_text("the sum moves on")


def test_a_question_says_what_a_stack_adds_up_to(house: House, people: People) -> None:
    """Somebody who can't answer a stack reads which card hit them and how many cards it has become."""
    red, blue = (editions.get(PLAIN).colors[i] for i in (0, 3))
    hands = [[f"{red}-draw-two", f"{red}-1", f"{red}-2"], [f"{blue}-3", f"{blue}-1", f"{blue}-2"]]
    house.arrange(PLAIN, hands=hands, top=f"{red}-9", turn=0)
    ann = house.table(PLAIN, options={"stacking": "any"})
    ben = house.join(ann)
    house.start_game(ann, ben)
    page = people.seated(ben)
    house.command(ann, do="move", move=f"play {red}-draw-two", n=house.number(ann["table"]))
    expect(page.get_by_test_id("pending")).to_have_text(f"Ann played a {red} Draw Two. The stack now adds up to 2 cards.")


def test_every_changed_rule_is_a_chip(house: House, people: People) -> None:
    """A table has a chip for every changed rule, which opens its sentence. On a phone, the last chip stands for the rest."""
    ann = house.table(PLAIN, options=dict(RUTHLESS.options))
    house.start_game(ann, house.join(ann))
    page = people.seated(ann)
    for option in RULES:
        page.locator(f"[data-testid=rule-chip][data-option={option.name}]").click()
        expect(page.get_by_test_id("changed-rules")).to_contain_text(SAID[option.name])
        page.get_by_test_id("dialog-close").click()
        expect(page.get_by_test_id("dialog")).to_have_count(0)
    phone = people.seated(ann, viewport=PHONE)
    expect(phone.get_by_test_id("rule-chip")).to_have_count(2)
    phone.get_by_test_id("rule-chip").last.click()
    for said in SAID.values():
        expect(phone.get_by_test_id("changed-rules")).to_contain_text(said)


def test_new_rules_are_told_once_at_the_start(house: House, people: People) -> None:
    """The first game with a changed rule begins with its sentence and the way to a lesson. After that it is known."""
    red = editions.get(PLAIN).colors[0]
    house.arrange(PLAIN, hands=[[f"{red}-1", f"{red}-2", f"{red}-3"], [f"{red}-4", f"{red}-5"]], top=f"{red}-9", turn=0)
    ann = house.table(PLAIN, options={"stacking": "any"})
    house.start_game(ann, house.join(ann))
    page = people.seated(ann, settings={"tips": True})
    expect(page.get_by_test_id("tip")).to_contain_text("At this table: Hit by a draw card?")
    expect(page.get_by_test_id("tip-learn")).to_have_attribute("href", re.compile(f"learn={PLAIN}"))
    page.reload()
    expect(page.get_by_test_id("hand")).to_be_visible()
    expect(page.get_by_test_id("tip").filter(has_text="At this table")).to_have_count(0)
    again = house.table(PLAIN, options={"stacking": "same"})
    house.start_game(again, house.join(again))
    knows = people.seated(again, settings={"tips": True}, kept={"lessons-offered": [PLAIN]})
    expect(knows.get_by_test_id("tip-lesson")).to_have_attribute("href", re.compile("lesson=stacking"))


WRITTEN = [(edition, option) for edition in map(editions.get, editions.names()) for option in edition.options if option.quick]


@pytest.mark.parametrize(
    ("edition", "written"),
    [(PLAIN, {}), *((edition.id, {option.name: option.quick}) for edition, option in WRITTEN)],
    ids=[PLAIN, *(edition.id for edition, _ in WRITTEN)],
)
def test_many_new_rules_are_only_named(edition: str, written: dict[str, Any], house: House, people: People) -> None:
    """With more than two new rules, the tip at the start names them, so that it leaves the table to see."""
    red = editions.get(edition).colors[0]
    house.arrange(edition, hands=[[f"{red}-1", f"{red}-2", f"{red}-3"], [f"{red}-4", f"{red}-5"]], top=f"{red}-9", turn=0)
    ann = house.table(edition, options={**RUTHLESS.options, **written})
    house.start_game(ann, house.join(ann))
    page = people.seated(ann, settings={"tips": True})
    tip = page.get_by_test_id("tip")
    names = [rule["name"] for rules in written.values() for rule in rules.values()]
    for named in (*(option.title for option in RULES), *names):
        expect(tip).to_contain_text(named)
    expect(tip).not_to_contain_text(next(iter(SAID.values())))


@pytest.mark.parametrize(("edition", "option"), WRITTEN, ids=[edition.id for edition, _ in WRITTEN])
def test_quick_play_shows_the_rules_it_writes_on_cards(edition: Edition, option: Option, house: House, people: People) -> None:
    """Quick play writes two ready rules on the cards that need them. The game begins with them, and a chip names them."""
    hands = [[f"{color}-1", f"{color}-2", f"{color}-3"] for color in edition.colors]
    house.arrange(edition.id, hands=hands, top=f"{edition.colors[0]}-9", turn=0)
    page = people.home(settings={"tips": True})
    page.get_by_role("radio", name=re.compile(re.escape(edition.title))).check()
    page.get_by_test_id("play-now").click()
    names = [rule["name"] for rule in option.quick.values()]
    assert len(names) == 2
    for name in names:
        expect(page.get_by_test_id("tip")).to_contain_text(f"{name}.")
    chip = page.locator(f"[data-testid=rule-chip][data-option={option.name}]")
    expect(chip).to_have_text(" · ".join(names))
    chip.click()
    expect(page.get_by_test_id("changed-rules")).to_contain_text(f"{names[0]}.")


def test_rules_are_shown_in_pictures_before_the_deal(house: House, people: People) -> None:
    """A guest sees on the invite, and everyone in the lobby, what a changed rule does: a card, an arrow, and what happens."""
    red, blue = editions.get(PLAIN).colors[:2]
    seven = {"when": "7", "name": "Two more", "text": "", "steps": [{"does": "draws", "who": "next", "n": 2}]}
    ann = house.table(PLAIN, options={"stacking": "same", "card_rules": [seven]})
    page = people.context(viewport=PHONE).new_page()
    page.goto(f"{house.url}#join={ann['invite']}")
    for each in (page, people.seated(ann)):
        strips = each.get_by_test_id("rule-strip")
        expect(strips).to_have_count(2)
        stack, written = strips.nth(0), strips.nth(1)
        for card in (f"{red}-draw-two", f"{blue}-draw-two"):
            expect(stack.locator(f'[data-face="{card}"]')).to_be_visible()
        expect(stack).to_contain_text("+4")
        expect(written.locator(f'[data-face="{red}-7"]')).to_be_visible()
        expect(written).to_contain_text("+2")


def test_quick_play_remembers_the_preset(house: House, people: People) -> None:
    """The preset that quick play was started with is chosen again the next time."""
    page = people.home()
    page.get_by_test_id("preset").select_option("family")
    page.get_by_test_id("play-now").click()
    expect(page.get_by_test_id("screen-play")).to_be_visible()
    page.goto(house.url)
    expect(page.get_by_test_id("preset")).to_have_value("family")


def four_in_teams(house: House, **options: Any) -> list[dict[str, Any]]:
    """Start a game of two pairs in which Ann, who moves first, has one card that fits."""
    red, blue = (editions.get(PLAIN).colors[i] for i in (0, 3))
    hands = [[f"{red}-1"], [f"{blue}-1", f"{blue}-2"], [f"{red}-5", f"{blue}-5"], [f"{blue}-7"]]
    house.arrange(PLAIN, hands=hands, top=f"{red}-9", turn=0)
    ann = house.table(PLAIN, seats=4, options={"teams": "pairs", **options})
    seats = [ann, *(house.join(ann, name) for name in ("Ben", "Cleo", "Dan"))]
    house.start_game(*seats)
    return seats


def test_partners_are_marked_and_win_together(house: House, people: People) -> None:
    """Your partner is marked. If they go out, you win too, and only the other team's hands count."""
    ann, _, cleo, _ = four_in_teams(house, target=500)
    page = people.seated(cleo)
    partner = page.get_by_test_id("seat-0")
    expect(partner.get_by_role("button")).to_have_accessible_name(re.compile("Ann, your partner"))
    expect(partner).to_contain_text("partner")
    expect(page.get_by_test_id("seat-1").get_by_role("button")).to_have_accessible_name(re.compile("Ben, team B"))
    expect(page.get_by_test_id("own-score")).to_have_text("You and Ann: 0 pts")
    house.command(ann, do="move", move=f"play {editions.get(PLAIN).colors[0]}-1", n=house.number(ann["table"]))
    expect(page.get_by_role("heading", level=1)).to_have_text("You and Ann win round 1")
    expect(page.get_by_test_id("result-0")).to_contain_text("+10")
    expect(page.get_by_test_id("result-2")).to_contain_text("10 points")
    expect(page.get_by_test_id("result-1")).to_contain_text("team B")


def test_the_rules_of_a_changed_table(house: House, people: People) -> None:
    """A changed table's rules begin with its own, in sentences, and the leaflet's say which of them are changed here."""
    ann = house.table(PLAIN, options={"stacking": "any"})
    page = people.seated(ann)
    page.goto(f"{house.url}#rules={PLAIN}&table={ann['table']}&face=all")
    expect(page.get_by_test_id("table-told")).to_contain_text(str(RULES[0].tell("any")))
    expect(page.locator("#rule-turn-no-stacking")).to_contain_text("Changed here: Stacking")
    expect(page.locator("#rule-jump-in")).to_have_count(0)
    page.goto(f"{house.url}#rules={PLAIN}&face=all")
    expect(page.locator("#rule-jump-in")).to_be_visible()
    expect(page.get_by_test_id("table-told")).to_have_count(0)


def test_an_older_option_stands_aside(house: House, people: People) -> None:
    """The lobby says how a Wild Draw Four is played only once, also at a table that was made with the older option."""
    ann = house.table(PLAIN, options={"bluff": False})
    page = lobby(people, ann)
    expect(page.locator("li[data-option=draw_four]")).to_contain_text("There are no bluffs and no challenges.")
    expect(page.locator("[data-option=bluff]")).to_have_count(0)
    page.locator("[data-preset=family]").click()
    expect(page.locator("li[data-option=draw_four]")).to_contain_text("at any time")


FULL = {"motion": "full", "speed": "normal"}
MOVES = "element => getComputedStyle(element).animationName !== 'none'"


def three_who_jump(house: House) -> list[dict[str, Any]]:
    """Start a game of three in which Cleo holds the twin of the card that Ann plays first."""
    red, blue = (editions.get(PLAIN).colors[i] for i in (0, 3))
    hands = [[f"{red}-4", f"{blue}-1", f"{blue}-2"], [f"{blue}-5", f"{blue}-6"], [f"{red}-4", f"{blue}-7", f"{blue}-8"]]
    house.arrange(PLAIN, hands=hands, top=f"{red}-9", turn=0)
    ann = house.table(PLAIN, seats=3, options={"jump_in": "identical"})
    seats = [ann, *(house.join(ann, name) for name in ("Ben", "Cleo"))]
    house.start_game(*seats)
    house.command(ann, do="move", move=f"play {red}-4", n=house.number(ann["table"]))
    return seats


@pytest.mark.parametrize("motion", ["full", "reduced"])
def test_a_jump_in_shakes_for_its_holder(motion: str, house: House, people: People) -> None:
    """The card to jump in with shakes and has a badge, for its holder alone. With reduced motion there is only the badge."""
    _, ben, cleo = three_who_jump(house)
    page, other = (people.seated(seat, settings={**FULL, "motion": motion}) for seat in (cleo, ben))
    urgent = page.locator("[data-testid=card].urgent")
    expect(urgent).to_have_count(1)
    expect(urgent).to_have_accessible_name(re.compile("you can use it right now"))
    page.wait_for_function(f"moves => ({MOVES})(document.querySelector('.urgent')) === moves", arg=motion == "full")
    badge = "getComputedStyle(document.querySelector('.urgent'), '::before').content"
    page.wait_for_function(f"""{badge} === '"!"'""")
    expect(other.get_by_test_id("hand").get_by_test_id("card")).to_have_count(2)
    expect(other.locator("[data-testid=card].urgent")).to_have_count(0)
    urgent.press("Enter")
    expect(page.get_by_test_id("hand").get_by_test_id("card")).to_have_count(2)


def test_hands_that_change_owners_fly(house: House, people: People) -> None:
    """When hands are passed on, backs fly between the seats, and the new hand is there afterward."""
    red, blue = (editions.get(PLAIN).colors[i] for i in (0, 3))
    hands = [[f"{red}-0", f"{blue}-1", f"{blue}-2"], [f"{blue}-5", f"{blue}-6"], [f"{red}-4", f"{blue}-7"]]
    house.arrange(PLAIN, hands=hands, top=f"{red}-9", turn=0)
    ann = house.table(PLAIN, seats=3, options={"card_rules": [*SEVEN_ZERO]})
    ben, cleo = (house.join(ann, name) for name in ("Ben", "Cleo"))
    house.start_game(ann, ben, cleo)
    page = people.seated(ben, settings={**FULL, "speed": "slow"})
    expect(page.get_by_test_id("hand").locator(f'[data-card="{blue}-5"]')).to_be_visible()
    page.evaluate(
        """() => {
          window.flew = 0;
          new MutationObserver(() => {
            window.flew = Math.max(window.flew, document.querySelectorAll(".flyer").length);
          }).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    house.command(ann, do="move", move=f"play {red}-0", n=house.number(ann["table"]))
    page.wait_for_function("() => window.flew >= 9")
    expect(page.locator(".flyer")).to_have_count(0)
    expect(page.get_by_test_id("hand").locator(f'[data-card="{blue}-1"]')).to_be_visible()


def test_a_stack_moves_and_its_answers_glow(house: House, people: People) -> None:
    """The sum of a stack lands with every card, a card that can answer it glows, and help says how many cards it costs."""
    red, blue = (editions.get(PLAIN).colors[i] for i in (0, 3))
    hands = [[f"{red}-draw-two", f"{red}-1", f"{red}-2"], [f"{blue}-draw-two", f"{blue}-1", f"{blue}-2"]]
    house.arrange(PLAIN, hands=hands, top=f"{red}-9", turn=0)
    ann = house.table(PLAIN, options={"stacking": "any"})
    ben = house.join(ann)
    house.start_game(ann, ben)
    page = people.seated(ben, settings=FULL)
    expect(page.get_by_test_id("hand")).to_be_visible()
    house.command(ann, do="move", move=f"play {red}-draw-two", n=house.number(ann["table"]))
    expect(page.get_by_test_id("stack-sum")).to_have_attribute("data-sum", "2")
    page.wait_for_function(f"({MOVES})(document.querySelector('[data-testid=stack-sum]'))")
    expect(page.locator("[data-testid=card].playable")).to_have_count(1)
    expect(page.locator("[data-testid=card].playable")).to_have_attribute("data-card", f"{blue}-draw-two")
    page.keyboard.press("?")
    expect(page.get_by_test_id("dialog")).to_contain_text("Draw 2 cards")
