"""What a table shows is true: one queue of scenes, who is there, whose turn it is, and how to leave."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.house import House
from browser.people import People, hurry
from browser.players import Player
from lastcard import editions

PLAIN = editions.names()[0]
RED, BLUE = (editions.get(PLAIN).colors[i] for i in (0, 3))
FULL = {"motion": "full", "speed": "normal"}
BRIGHTNESS = """
(element) => {
  const [r, g, b] = getComputedStyle(element).backgroundColor.match(/[\\d.]+/g).map(Number);
  return (r + g + b) / 3 / 255;
}
"""


def two(house: House, **more: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Start a game of two people in which Ann, who moves first, has two red cards."""
    hands = [[f"{RED}-1", f"{RED}-2", f"{BLUE}-3"], [f"{BLUE}-5", f"{RED}-7", f"{BLUE}-7"]]
    house.arrange(PLAIN, **{"hands": hands, "top": f"{RED}-9", "turn": 0, **more.pop("position", {})})
    ann = house.table(PLAIN, **more)
    ben = house.join(ann)
    house.start_game(ann, ben)
    return ann, ben


def test_a_card_that_hits_you_needs_no_answer(house: House, people: People) -> None:
    """It is announced with what it does, without a dialog. More time makes it a question."""
    hands = [["gold-skip@batman", "gold-1", "gold-2"], ["gold-3", "gold-4"], ["gold-5", "gold-6"]]
    house.arrange("dawn-of-justice", hands=hands, top="gold-9", turn=0)
    ann = house.table("dawn-of-justice", seats=3, settings={"window": 10})
    ben = house.join(ann)
    house.start_game(ann, ben, house.join(ann, "Cy"))
    page = people.seated(ben)
    expect(page.get_by_test_id("hand").get_by_test_id("card")).to_have_count(2)
    house.command(ann, do="move", move="play gold-skip@batman", n=10**6)
    expect(page.locator('.acts [data-move="accept"]')).to_be_visible()
    expect(page.get_by_role("timer")).to_be_visible()
    expect(page.get_by_test_id("announcements")).to_contain_text("Ann's Skip hits you. You lose your turn.")
    expect(page.get_by_test_id("announcements")).not_to_contain_text("by itself")
    expect(page.get_by_test_id("dialog")).to_have_count(0)
    page.get_by_role("button", name="Get more time").click()
    page.get_by_test_id("dialog").locator('[data-move="accept"]').click()
    house.until(ann["table"], lambda game: True if game.to_move == (2,) else None, lambda: None)


def test_a_card_that_leaves_nothing_to_decide_is_no_question(house: House, people: People) -> None:
    """After a Wild, which a play or a draw accepts, the next player has a plain turn, and each card says if it is playable."""
    hands = [["wild@superman", "gold-1", "gold-2"], ["red-3", "gold-4"], ["gold-5", "gold-6"]]
    house.arrange("dawn-of-justice", hands=hands, top="gold-9", turn=0)
    ann = house.table("dawn-of-justice", seats=3, settings={"window": 10})
    ben = house.join(ann)
    house.start_game(ann, ben, house.join(ann, "Cy"))
    page = people.seated(ben)
    expect(page.get_by_test_id("hand").get_by_test_id("card")).to_have_count(2)
    house.command(ann, do="move", move="play wild@superman silver", n=10**6)
    expect(page.get_by_test_id("prompt")).to_contain_text("Your turn")
    expect(page.get_by_role("button", name="not playable")).to_have_count(2)
    expect(page.locator('.acts [data-move="draw"]')).to_be_visible()
    expect(page.get_by_test_id("dialog")).to_have_count(0)


def test_the_host_sets_how_long_a_card_waits_for_a_block(house: House, people: People) -> None:
    """Where cards can be blocked, the host chooses after how long one takes effect by itself, and everyone sees it."""
    verbs = {name: editions.get(name).verbs for name in editions.names()}
    blocks = next(name for name, all_ in verbs.items() if any(verb.chance and verb.takes.startswith("card") for verb in all_))
    ann = house.table(blocks)
    page, other = (people.seated(seat) for seat in (ann, house.join(ann)))
    for each in (page, other):
        each.get_by_text("Table settings").click()
    window = page.get_by_label("A card that hits you takes effect by itself")
    expect(window.locator("option")).to_have_text(["after 4 seconds", "after 10 seconds", "never: you're asked"])
    for choice in ("after 10 seconds", "never: you're asked"):
        window.select_option(choice)
        expect(other.get_by_text("A card that hits you takes effect by itself")).to_contain_text(choice)


def test_a_hand_that_was_shown_stays_until_it_was_seen(house: House, people: People) -> None:
    """Moves of the others don't close the dialog with a challenged player's hand."""
    hands = [[f"{BLUE}-1", f"{BLUE}-2"], ["wild-draw-four", f"{BLUE}-3", f"{RED}-3"], [f"{BLUE}-5", f"{BLUE}-6"]]
    house.arrange(PLAIN, hands=hands, top=f"{RED}-9", turn=1)
    ann = house.table(PLAIN, seats=3, settings={"grace": 0})
    ben = house.join(ann)
    cleo = house.join(ann, "Cleo")
    house.start_game(ann, ben, cleo)
    page = people.seated(cleo, settings=FULL)
    expect(page.get_by_test_id("hand")).to_be_visible()
    hurry(page)
    house.command(ben, do="move", move=f"play wild-draw-four {BLUE}", n=10**6)
    page.get_by_test_id("dialog").locator('[data-move="challenge"]').click()
    shown = page.locator('[data-dialog="shown"]')
    expect(shown).to_be_visible()
    shown.evaluate("(dialog) => { dialog.dataset.same = 'yes'; }")
    house.command(cleo, do="move", move=f"play {BLUE}-5", n=10**6)
    house.command(ann, do="move", move=f"play {BLUE}-1", n=10**6)
    expect(page.get_by_test_id("log")).to_contain_text(f"Ann plays a {BLUE} 1")
    expect(shown).to_have_attribute("data-same", "yes")
    expect(shown.get_by_test_id("color-before")).to_have_text(
        f"The color was {RED}, and one card in this hand has that color. It's marked."
    )
    expect(shown.locator(".matching").get_by_role("img")).to_have_attribute("data-face", f"{RED}-3")
    expect(shown.get_by_role("img", name="marked")).to_have_attribute("data-face", f"{RED}-3")


def test_bots_do_not_play_on_behind_a_hand_that_is_being_read(house: House, people: People) -> None:
    """Among bots, what they do shows only after the player has closed the dialog with the shown hand."""
    hands = [[f"{BLUE}-1", f"{BLUE}-2"], ["wild-draw-four", f"{BLUE}-3", f"{BLUE}-4", f"{BLUE}-6"]]
    house.arrange(PLAIN, hands=hands, top=f"{RED}-9", turn=1)
    ann = house.table(PLAIN, seats=2, bots=1)
    house.start_game(ann)
    page = people.seated(ann, settings=FULL)
    hurry(page, 20)
    page.get_by_test_id("dialog").locator('[data-move="challenge"]').click()
    shown = page.locator('[data-dialog="shown"]')
    expect(shown).to_be_visible()
    house.until(ann["table"], lambda game: game.to_move == (0,) or None, lambda: None)  # the bot has played on
    house.announce("Tables close at nine.")  # comes after everything that the bot did
    expect(page.get_by_text("Tables close at nine.").first).to_be_visible()
    page.evaluate("() => new Promise((done) => setTimeout(done, 4000))")  # four seconds of the page's time
    again = re.compile("You lose a turn.*Ada", re.DOTALL)
    expect(page.get_by_test_id("log")).not_to_have_text(again)
    shown.get_by_role("button", name="Got it").click()
    expect(page.get_by_test_id("log")).to_have_text(again)


APART = """
() => {
  const box = (id) => document.querySelector(`[data-testid="${id}"]`)?.getBoundingClientRect();
  const [seat, piles] = [box("seat-2"), [box("draw-pile"), box("discard-pile")]];
  return !!seat && piles.every((pile) => pile && seat.bottom <= pile.top);
}
"""


def test_the_player_across_does_not_cover_the_piles(house: House, people: People) -> None:
    """At a table of four with changed rules and a tip, the seat across from the player ends above both piles."""
    ann = house.table(PLAIN, seats=4, bots=3, options={"target": 300, "uno_penalty": 4})
    house.start_game(ann)
    page = people.seated(ann, settings={"tips": True})
    expect(page.get_by_test_id("hand")).to_be_visible()
    page.wait_for_function(APART)


def test_the_log_never_runs_ahead_of_the_cards(house: House, people: People) -> None:
    """While a card flies, log and prompt tell of that card, and not of what happened after it."""
    ann, ben = two(house, seats=2)
    page = people.seated(ann, settings={"motion": "full", "speed": "slow"})
    expect(page.get_by_test_id("hand")).to_be_visible()
    page.evaluate(
        """(cards) => {
          const place = (text) => cards.findLastIndex((card) => text.replace("-", " ").includes(card.replace("-", " ")));
          const find = (css) => document.querySelector(css);
          window.wrong = [];
          const look = () => {
            const line = find('[data-testid="log"] li:last-child')?.innerText ?? "";
            const card = find('[data-place="discard"] .laid:last-child')?.dataset.card ?? "";
            const prompt = find('[data-testid="prompt"]').innerText;
            if (place(line) > place(card) + 1) window.wrong.push([line, card]);
            if (prompt.includes("Ann")) window.wrong.push(prompt);
          };
          new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
        }""",
        [f"{RED}-9", f"{RED}-1", f"{RED}-7", f"{RED}-2"],
    )
    hurry(page)
    for seat, move in ((ann, f"play {RED}-1"), (ben, f"play {RED}-7"), (ann, f"play {RED}-2 uno")):
        house.command(seat, do="move", move=move, n=10**6)
    expect(page.get_by_test_id("log")).to_contain_text("2, calling UNO")
    expect(page.locator(".flyer")).to_have_count(0)
    assert page.evaluate("window.wrong") == []


def test_the_color_can_be_read_while_it_changes(house: House, people: People) -> None:
    """The pill that names the color changes its ground and its text at the same moment."""
    ann, _ = two(house)
    page = people.seated(ann, settings=FULL)
    pill = page.get_by_test_id("color-in-force")
    expect(pill).to_be_visible()
    assert pill.evaluate("pill => getComputedStyle(pill).transitionDuration") == "0s"


def test_a_dark_table_follows_a_dark_page(house: House, people: People) -> None:
    """Someone who comes back to a running game sees no light page before the table."""
    ann, _ = two(house)
    page = people.seated(ann, settings={"theme": "light"})
    expect(page.get_by_test_id("screen-play")).to_be_visible()
    page.context.route_web_socket("**/ws/**", lambda _: None)  # the first frame never comes
    page.reload()
    expect(page.get_by_text("Connecting")).to_be_visible()
    assert page.locator(".shell").evaluate(BRIGHTNESS) < 0.2


def test_the_logo_asks_before_it_leaves_a_running_game(house: House, people: People) -> None:
    """The logo does not leave a running game at once. The answer "Keep playing" goes back to it."""
    ann, _ = two(house)
    page = people.seated(ann)
    expect(page.get_by_test_id("hand")).to_be_visible()
    page.get_by_role("link", name="Home").first.click()
    dialog = page.get_by_test_id("dialog")
    expect(dialog).to_contain_text("Leave this game?")
    dialog.get_by_role("button", name="Keep playing").click()
    expect(page.get_by_test_id("hand")).to_be_visible()
    page.get_by_role("link", name="Home").first.click()
    dialog.get_by_test_id("leave").click()
    expect(page.get_by_test_id("play-now")).to_be_visible()


@pytest.mark.parametrize("target", [None, 500])
def test_your_own_score_in_games_of_several_rounds(target: int | None, house: House, people: People) -> None:
    """A player sees their own score at the table if the game has several rounds."""
    ann, _ = two(house, options={"target": target})
    page = people.seated(ann)
    expect(page.get_by_test_id("hand")).to_be_visible()
    if target:
        expect(page.get_by_test_id("own-score")).to_have_text("You: 0 pts")
    else:
        expect(page.get_by_test_id("own-score")).to_have_count(0)


def test_who_plays_for_someone_who_left(house: House, people: People) -> None:
    """A bot plays only while someone else is there. Otherwise the game waits, and spectators are told so."""
    ann, ben = two(house, settings={"watchers": True})
    page = people.seated(ann)
    watcher = people.context().new_page()
    watcher.goto(f"{house.url}#watch={ann['watch']}")
    house.command(ann, do="leave")
    expect(page.get_by_test_id("prompt")).to_have_text("A bot is playing for you.")
    house.command(ben, do="leave")
    expect(page.get_by_test_id("prompt")).to_have_text("The game is waiting for you.")
    expect(watcher.get_by_test_id("prompt")).to_have_text("Paused until a player comes back.")
    Player(page, 0).find("back").click()
    expect(page.get_by_test_id("prompt")).not_to_contain_text("waiting for you")
