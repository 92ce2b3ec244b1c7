"""Lessons in the browser: played at the real table, by mouse and by keyboard, left and resumed."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect
from playwright.sync_api import TimeoutError as NotThere

from browser.house import House
from browser.people import PHONE, People, hurry, resize
from browser.players import SHORT, Player
from lastcard import editions
from lastcard.bots.bot_names import BOT_NAMES
from lastcard.lesson_run import GO_ON, Learning
from lastcard.lesson_type import LEARNER, Lesson
from lastcard.typed_text import PLACEHOLDER

FIRST = editions.names()[0]
BASICS = editions.get(FIRST).lessons[0]
# Editions share the basics, which are played by keyboard below.
LESSONS = {lesson.id: (name, lesson) for name in reversed(editions.names()) for lesson in editions.get(name).lessons}
LESSONS.pop(BASICS.id)
# A lesson whose first step ends with a card, before another position.
EXERCISES = ("dare", editions.get("dare").lessons[0])


def opened(
    house: House, people: People, edition: str = FIRST, lesson: Lesson = BASICS, step: int = 0, *, pace: int = 20, **more: Any
) -> Page:
    """Open a lesson at a step, on a page where time passes faster."""
    page = people.context(kept={"lessons": {f"{edition} {lesson.id}": {"step": step, "moves": []}}}, **more).new_page()
    page.goto(f"{house.url}#learn={edition}&lesson={lesson.id}")
    hurry(page, pace)
    return page


def said(learning: Learning) -> str:
    """Return what the coach says, with the names of the bots."""
    says, args = learning.says
    return says.replace("{seat}", BOT_NAMES[args.get("seat", 1) - 1])


def make(page: Page, learning: Learning) -> None:
    """Make the first move that the step wants, or go on, until the page shows the next step."""
    move = str(learning.wanted[0]) if learning.step.wants else GO_ON
    if move:
        Player(page, 0).make(move.replace(PLACEHOLDER, "words"))
    else:
        go_on(page)
    game, since = learning.game, learning.game.event_count
    learning.do(move)
    if any(event.what == "shown" and event.to == LEARNER for event in game.events(LEARNER, since)):
        page.locator('[data-dialog="shown"] .button').click()
    if move and not learning.is_over and learning.step.position is not None:
        go_on(page)


def go_on(page: Page) -> None:
    """Go on to the next position or step."""
    expect(page.get_by_test_id("lesson-next")).to_be_enabled()
    page.get_by_test_id("lesson-next").click()


@pytest.mark.long  # the conformance suite checks the rules of all lessons, and the next test plays one of them
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_can_be_played(lesson: str, house: House, people: People) -> None:
    """Every step shows its sentence, its wanted move can be made at the table, and the last one ends the lesson."""
    edition, taught = LESSONS[lesson]
    play(opened(house, people, edition, taught), edition, taught)


def test_a_lesson_can_be_played_with_full_motion(house: House, people: People) -> None:
    """Every step waits for its cards to land, and can be played then."""
    edition, shortest = min(LESSONS.values(), key=lambda each: len(each[1].steps))
    play(opened(house, people, edition, shortest, settings={"motion": "full"}), edition, shortest)


def play(page: Page, edition: str, lesson: Lesson) -> None:
    """Play a lesson to its end."""
    learning = Learning(editions.get(edition), lesson)
    while not learning.is_over:
        expect(page.get_by_test_id("coach")).to_have_attribute("data-step", str(learning.at))
        expect(page.get_by_test_id("coach-says")).to_have_text(said(learning))
        make(page, learning)
    expect(page.get_by_test_id("lesson-end")).to_be_visible()


def test_a_whole_lesson_by_keyboard_and_ear(house: House, people: People) -> None:
    """By keyboard, the focus is always on what the step is about, and every step is announced with what has happened."""
    page = opened(house, people)
    heard, learning = page.get_by_test_id("announcements"), Learning(editions.get(FIRST), BASICS)
    while not learning.is_over:
        expect(page.get_by_test_id("coach")).to_have_attribute("data-step", str(learning.at))
        expect(heard).to_contain_text(said(learning))
        press(page, learning)
    expect(heard).to_contain_text("You win the round.")
    expect(heard).to_contain_text("Lesson done!")
    expect(page.get_by_role("heading", level=1, name="Lesson done!")).to_be_focused()


def press(page: Page, learning: Learning) -> None:
    """Do what the step wants with keys alone."""
    game, move = learning.game, str(learning.wanted[0]) if learning.step.wants else GO_ON
    since = game.event_count
    learning.do(move)
    words = move.split()
    focus = page.locator(":focus")
    if not move:
        expect(page.get_by_test_id("lesson-next")).to_be_focused()
    elif words[0] == "play":
        if words[-1] == "uno":
            expect(page.get_by_test_id("uno")).to_be_focused()
            page.keyboard.press("Enter")
            expect(page.get_by_test_id("uno")).to_have_attribute("aria-pressed", "true")
        expect(focus).to_have_attribute("data-card", words[1])
    elif words[0] == "challenge":
        expect(page.get_by_test_id("dialog").locator(":focus")).to_have_attribute("data-move", move)
    else:
        expect(focus).to_have_attribute("data-move", move)
    page.keyboard.press("Enter")
    if words[:1] == ["play"] and words[1].startswith("wild"):
        expect(page.get_by_test_id("dialog").locator(":focus")).to_have_attribute("data-move", move)
        page.keyboard.press("Enter")
    if any(event.what == "shown" and event.to == LEARNER for event in game.events(LEARNER, since)):
        expect(page.locator('[data-dialog="shown"] .button')).to_be_focused()
        page.keyboard.press("Enter")
    if move and not learning.is_over and learning.step.position is not None:
        expect(page.get_by_test_id("lesson-next")).to_be_enabled()
        expect(page.get_by_test_id("dialog")).to_have_count(0)
        page.keyboard.press("Enter")


# ---- around a lesson --------------------------------------------------------------------------------
def test_another_move_gets_a_friendly_answer(house: House, people: People) -> None:
    """A move that the step doesn't want changes nothing: the coach names the one to try, and it still works."""
    page = opened(house, people, *EXERCISES)
    says = page.get_by_test_id("coach-says")
    expect(says).to_have_text(EXERCISES[1].steps[0].says)
    page.get_by_test_id("draw-pile").click()
    expect(says).to_have_text("Not yet. Play the blue 9 or the red 5.")
    expect(page.get_by_test_id("announcements")).to_contain_text("Not yet.")
    Player(page, 0).make("play red-5")
    expect(page.get_by_test_id("lesson-next")).to_be_enabled()
    expect(page.get_by_test_id("lesson-skip")).to_have_count(0)  # there is nothing left to skip


def test_the_coach_takes_back_an_answer_while_the_learner_tries_again(house: House, people: People) -> None:
    """As soon as the learner plays the wanted card, the coach only asks for what is left to pick."""
    edition, taught = LESSONS["heroes"]
    step = next(at for at, step in enumerate(taught.steps) if step.wants[0].startswith("play hero"))
    page = opened(house, people, edition, taught, step)
    says = page.get_by_test_id("coach-says")
    expect(says).to_have_text(taught.steps[step].says)
    page.get_by_test_id("draw-pile").click()
    expect(says).to_contain_text("Not yet.")
    page.get_by_test_id("hand").locator('[data-card="hero@superman"]').click()
    expect(page.get_by_test_id("coach-asks")).to_contain_text("Now pick any color.")
    expect(says).to_have_text(taught.steps[step].says)


def test_praise_comes_right_after_the_move(house: House, people: People) -> None:
    """The coach praises a move before the others answer it, and says it once. Then only the way on is announced."""
    page = opened(house, people, *EXERCISES)
    heard = page.get_by_test_id("announcements")
    expect(heard).to_contain_text(EXERCISES[1].steps[0].says)
    Player(page, 0).make("play red-5")
    expect(heard).to_have_text(re.compile(r"That's it!.*You play a red 5.*The coach is waiting", re.DOTALL))
    expect(heard).not_to_have_text(re.compile(r"That's it!.*That's it!", re.DOTALL))


def test_what_came_of_a_move_is_explained_before_the_next_deal(house: House, people: People) -> None:
    """Where a step has an outcome, the coach says it instead of praise once everything has happened."""
    edition, taught = LESSONS["heroes"]
    page = opened(house, people, edition, taught)
    Player(page, 0).make(taught.steps[0].wants[0])
    expect(page.get_by_test_id("lesson-next")).to_be_visible()
    expect(page.get_by_test_id("coach-says")).to_have_text("Ada's Batman Hero blocked your Skip!")
    expect(page.get_by_test_id("announcements")).to_contain_text("Ada's Batman Hero blocked your Skip! The coach is waiting")


def test_a_wrong_guess_is_not_praised(house: House, people: People) -> None:
    """A move that makes the learner draw gets no praise, only a word to watch."""
    page = opened(house, people, *LESSONS["unite-etheria"])
    heard = page.get_by_test_id("announcements")
    Player(page, 0).make("reveal red-5")
    expect(heard).to_contain_text("Watch what happens.")
    expect(heard).not_to_contain_text("That's it!")


def test_a_new_deal_is_named_and_next_is_within_reach_of_a_thumb(house: House, people: People) -> None:
    """On a phone, the way on is near the hand, and new cards on the table are called a new deal."""
    edition, taught = LESSONS["favorite-line"]
    step = next(at for at, step in enumerate(taught.steps) if step.wants[0].startswith("vote"))
    page = opened(house, people, edition, taught, step, viewport=PHONE)
    expect(page.get_by_test_id("new-deal")).to_have_count(0)
    Player(page, 0).make("vote yes")
    button = page.get_by_test_id("lesson-next").bounding_box()
    assert button is not None
    assert button["y"] > PHONE["height"] / 2
    go_on(page)
    expect(page.get_by_test_id("new-deal")).to_have_text("A new deal:")


def test_on_a_desktop_the_way_on_is_where_the_coach_speaks(house: House, people: People) -> None:
    """On a large screen, the learner reads and goes on in one place, and it is the only one."""
    page = opened(house, people, *EXERCISES)
    Player(page, 0).make("play red-5")
    expect(page.get_by_test_id("coach").get_by_test_id("lesson-next")).to_be_visible()
    expect(page.get_by_test_id("lesson-next")).to_have_count(1)
    go_on(page)
    expect(page.get_by_test_id("new-deal")).to_have_text("A new deal:")


def test_only_what_a_step_wants_glows(house: House, people: People) -> None:
    """A step that is about a catch marks neither cards nor the draw pile, and the line below the table says the same."""
    edition, taught = EXERCISES[0], editions.get(EXERCISES[0]).lessons[0]
    step = next(at for at, step in enumerate(taught.steps) if step.wants == ("catch 2",))
    page = opened(house, people, edition, taught, step)
    caught = page.locator('[data-move="catch 2"]')
    expect(caught).to_be_visible()
    expect(page.get_by_test_id("prompt")).to_have_text("Do what the coach says.")
    expect(page.locator(".playable, .draw.ready, .uno.ready")).to_have_count(0)
    for size in (ViewportSize(width=1366, height=768), PHONE):
        resize(page, size)
        assert caught.evaluate(
            """(button) => {
                const [box, who] = [button, button.parentElement.querySelector(".text")].map((e) => e.getBoundingClientRect());
                const ring = 6;
                return box.left >= ring && box.right <= innerWidth - ring && box.top >= who.bottom;
            }"""
        )
    page.get_by_test_id("draw-pile").click()
    expect(page.get_by_test_id("coach-says")).to_contain_text("Not yet. Choose “Catch!”.")


def test_the_way_on_is_named_only_once_it_is_there(house: House, people: People) -> None:
    """While cards still move, nothing tells the learner to press a button that isn't there yet. Then it is announced once."""
    page = opened(house, people, *EXERCISES, settings={"motion": "full"}, pace=1)
    expect(page.get_by_test_id("hand")).to_be_visible()
    page.evaluate(
        """() => {
            const find = (name) => document.querySelector(`[data-testid="${name}"]`);
            window.tooEarly = false;
            new MutationObserver(() => {
                if (find('prompt')?.textContent.includes('press Next') && !find('lesson-next')) window.tooEarly = true;
            }).observe(document.body, { subtree: true, childList: true, characterData: true });
        }"""
    )
    hurry(page)
    Player(page, 0).make("play red-5")
    expect(page.get_by_test_id("lesson-next")).to_be_visible()
    expect(page.get_by_test_id("prompt")).to_contain_text("press Next")
    expect(page.get_by_test_id("announcements")).to_contain_text("The coach is waiting")
    expect(page.get_by_test_id("announcements")).not_to_have_text(re.compile("coach is waiting.*coach is waiting", re.DOTALL))
    assert page.evaluate("() => window.tooEarly") is False


def test_the_coach_speaks_as_soon_as_it_is_the_learners_turn(house: House, people: People) -> None:
    """Once the page offers the learner's moves, the coach no longer says to watch what happens."""
    context = people.context(settings={"motion": "full", "speed": "slow"})
    context.add_init_script(
        """
        const find = (css) => document.querySelector(css);
        window.late = [];
        new MutationObserver(() => {
            const says = find('[data-testid="coach-says"]')?.textContent ?? "";
            if (says.startsWith("Watch")) window.watched = true;
            if (says.startsWith("Watch") && find(".bar.yours") && find('.acts [data-move="draw"]')) window.late.push(says);
        }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
        """
    )
    edition, taught = EXERCISES
    step = next(at for at, step in enumerate(taught.steps) if step.wants == ("catch 2",))
    people.keep(context, "lessons", {f"{edition} {taught.id}": {"step": step, "moves": []}})
    page = context.new_page()
    page.goto(f"{house.url}#learn={edition}&lesson={taught.id}")
    hurry(page)
    expect(page.get_by_test_id("coach-says")).to_contain_text("catch them")
    assert page.evaluate("() => [window.watched, window.late]") == [True, []]


def test_a_lesson_is_resumed_where_it_was_left(house: House, people: People) -> None:
    """After a reload, the lesson goes on in the same step with the same cards."""
    page = opened(house, people, step=1)
    Player(page, 0).make("draw")
    drawn = page.get_by_test_id("hand").locator('[data-card="green-skip"]')
    for _ in range(2):
        expect(page.get_by_test_id("coach-says")).to_have_text(BASICS.steps[2].says)
        expect(drawn).to_be_visible()
        page.reload()


def test_steps_can_be_skipped_and_the_end_is_one_tap_from_a_game(house: House, people: People) -> None:
    """From the home page to the lesson, past its last step, and into a game of that edition."""
    page = people.home()
    hurry(page, 20)
    shown = page.locator('[data-dialog="shown"]')

    def close() -> None:
        """Look at a hand that someone shows, and close it unless the next step has."""
        with suppress(NotThere):
            shown.locator(".button").click(timeout=SHORT)

    page.add_locator_handler(shown, close, no_wait_after=True)
    page.get_by_test_id("learn").click()
    for step in range(len(BASICS.steps)):
        expect(page.get_by_test_id("coach")).to_have_attribute("data-step", str(step))
        # A step that is only read has nothing to skip. A question that covers the coach has the button itself.
        page.locator('[data-testid="lesson-skip"], [data-testid="lesson-next"]').click()
    page.get_by_test_id("lesson-end").get_by_test_id("play-now").click()
    expect(page.get_by_test_id("screen-play")).to_be_visible()


def test_the_home_page_offers_what_was_just_learned(house: House, people: People) -> None:
    """After a lesson, the home page is about its edition, whatever was played before."""
    played, learned = editions.names()[:2]
    context = people.context()
    people.keep(context, "again", {"edition": played, "bots": ["easy"], "options": {}})
    page = context.new_page()
    page.goto(f"{house.url}#learn={learned}")
    expect(page.get_by_test_id("coach-says")).not_to_be_empty()
    page.goto(f"{house.url}#home")
    expect(page.locator('input[name="edition"]:checked')).to_have_value(learned)


def test_a_question_begins_with_the_chance_that_a_lesson_wants(house: House, people: People) -> None:
    """A question that also offers a chance out of turn begins with it if the step wants it, and arrow keys reach the rest."""
    edition, lesson, step = next(
        (name, lesson, at)
        for name in editions.names()
        for lesson in editions.get(name).lessons
        for at, step in enumerate(lesson.steps)
        if step.wants and step.wants[0].startswith("block")
    )
    page = opened(house, people, edition, lesson, step)
    focus = page.get_by_test_id("dialog").locator(":focus")
    expect(focus).to_have_attribute("data-testid", "chance")
    expect(focus).to_have_css("box-shadow", re.compile("inset"))
    page.keyboard.press("ArrowUp")
    expect(focus).to_have_attribute("data-move", "accept")


def test_a_scene_that_is_skipped_ends_at_once(house: House, people: People) -> None:
    """With full motion, "Skip step" shows the rest of a scene at once, and never begins the scene again."""
    scene = next(i for i, step in enumerate(BASICS.steps) if len(step.script) > 1)
    page = opened(house, people, settings={"motion": "full"}, step=scene - 1, pace=1)
    asked: list[int] = []

    def note(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or "")["step"])
        route.continue_()

    page.route("**/api/lessons", note)
    skip, says = page.get_by_test_id("lesson-skip"), page.get_by_test_id("coach-says")
    expect(says).to_have_text(BASICS.steps[scene - 1].says)
    asked.clear()
    skip.click()
    expect(says).to_have_text("Watch what happens.")
    skip.click()
    expect(page.get_by_test_id("coach")).to_have_attribute("data-step", str(scene))
    assert asked == [scene]


def test_a_lesson_that_others_begin_says_to_watch(house: House, people: People) -> None:
    """While the others make the first moves of a lesson, the coach says to watch them."""
    edition, lesson = next(found for found in LESSONS.values() if found[1].steps[0].script)
    page = opened(house, people, edition, lesson, settings={"motion": "full"}, pace=5)
    expect(page.get_by_test_id("coach-says")).to_have_text("Watch what happens.")
    expect(page.get_by_test_id("coach-says")).to_have_text(said(Learning(editions.get(edition), lesson)))


def test_the_question_mark_helps_in_a_lesson(house: House, people: People) -> None:
    """In a lesson, the question mark repeats what the coach says and lists what can be done."""
    page = opened(house, people)
    expect(page.get_by_test_id("coach-says")).to_have_text(BASICS.steps[0].says)
    page.keyboard.press("?")
    expect(page.get_by_test_id("dialog")).to_contain_text(BASICS.steps[0].says)
    expect(page.get_by_test_id("dialog")).to_contain_text("Red 5")


def test_a_call_leads_to_its_card_and_a_wrong_color_asks_again(house: House, people: People) -> None:
    """After the call the focus is on the card that goes with it and nothing moves. Another color leaves the question open."""
    step = next(at for at, step in enumerate(BASICS.steps) if step.wants and step.wants[0].endswith("blue uno"))
    page = opened(house, people, step=step, forced_colors="active")
    uno, says, bar = page.get_by_test_id("uno"), page.get_by_test_id("coach-says"), page.locator('[data-place="turn"]')
    expect(says).to_have_text(BASICS.steps[step].says)
    before = bar.bounding_box()
    uno.press("Enter")
    expect(uno).to_have_attribute("aria-pressed", "true")
    card = page.get_by_test_id("hand").locator('[data-card="wild-draw-four"]')
    expect(card).to_be_focused()
    expect(says).to_have_text("Good. Now play the Wild Draw Four.")
    assert bar.bounding_box() == before
    page.keyboard.press("Enter")
    page.locator('[data-move="play wild-draw-four red uno"]').press("Enter")
    expect(page.get_by_test_id("coach-asks")).to_contain_text("Pick blue.")
    page.locator('[data-move="play wild-draw-four blue uno"]').press("Enter")
    expect(page.get_by_test_id("dialog")).to_have_count(0)
    expect(page.get_by_test_id("announcements")).to_contain_text("You play a Wild Draw Four and pick blue, calling UNO.")


def test_what_glows_stays_in_its_place(house: House, people: People) -> None:
    """While the button that catches a player at the edge of the table moves to be noticed, it stays whole on the page."""
    step = next(at for at, step in enumerate(BASICS.steps) if step.wants and step.wants[0].startswith("catch"))
    page = opened(house, people, step=step, settings={"motion": "full"}, pace=5)
    rights = page.locator("button.catch").evaluate(
        """(button) => new Promise((done) => {
            const seen = [];
            const look = () => {
                seen.push(button.getBoundingClientRect().right);
                if (seen.length < 30) requestAnimationFrame(look);
                else done(seen);
            };
            look();
        })"""
    )
    assert max(rights) + 7 <= 1280
