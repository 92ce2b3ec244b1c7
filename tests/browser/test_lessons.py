"""Lessons in the browser: played at the real table, by mouse and by keyboard, left and resumed."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from browser.house import House
from browser.people import People
from browser.players import Player
from lastcard import editions
from lastcard.bots.levels import BOT_NAMES
from lastcard.learning import GO_ON, Learning
from lastcard.lessons import LEARNER, Lesson
from lastcard.texts import PLACEHOLDER

FIRST = editions.names()[0]
BASICS = editions.get(FIRST).lessons[0]
# Editions share some lessons: each lesson once.
LESSONS = {lesson.id: (name, lesson) for name in reversed(editions.names()) for lesson in editions.get(name).lessons}


def opened(house: House, people: People, edition: str = FIRST, lesson: Lesson = BASICS, step: int = 0) -> Page:
    """Open a lesson at a step."""
    context = people.context()
    kept = json.dumps(json.dumps({f"{edition} {lesson.id}": {"step": step, "moves": []}}))
    context.add_init_script(f"localStorage.getItem('lastcard.lessons') ?? localStorage.setItem('lastcard.lessons', {kept})")
    page = context.new_page()
    page.goto(f"{house.url}#learn={edition}&lesson={lesson.id}")
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


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_can_be_played(lesson: str, house: House, people: People) -> None:
    """Every step shows its sentence, its wanted move can be made at the table, and the last one ends the lesson."""
    edition, taught = LESSONS[lesson]
    page = opened(house, people, edition, taught)
    learning = Learning(editions.get(edition), taught)
    while not learning.is_over:
        expect(page.get_by_test_id("coach")).to_have_attribute("data-step", str(learning.at))
        expect(page.get_by_test_id("coach-says")).to_have_text(said(learning))
        make(page, learning)
    expect(page.get_by_test_id("lesson-end")).to_be_visible()
