"""Lessons: played through in every edition, and checked by the conformance suite."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lastcard import IllegalMove, InvalidOption, editions
from lastcard.edition import Edition
from lastcard.lesson_run import GO_ON, Learning, learn
from lastcard.lesson_type import Lesson, Step
from lastcard.testing import CHECKS
from lastcard.tui.learn import teach
from lesson_times import seconds

POSITION = {"hands": [["red-5", "blue-9"], ["blue-1", "red-2"], ["red-1", "red-7"]], "top": "red-9"}
LESSONS = [(name, lesson.id) for name in editions.names() for lesson in editions.get(name).lessons]


def with_steps(*steps: Step, **changes: Any) -> Edition:
    """Return an edition with one lesson of these steps."""
    lesson = Lesson("one", "One", ("turn-match",), steps)._replace(**changes)
    return replace(editions.get("classic"), lessons=(lesson,))


def test_every_edition_has_a_lesson() -> None:
    """Every one of our editions teaches what is special about it."""
    assert {name for name, _ in LESSONS} == set(editions.names())


@pytest.mark.parametrize(("edition", "lesson"), LESSONS)
def test_a_lesson_is_short(edition: str, lesson: str) -> None:
    """A lesson has at most 20 steps. By estimate, the basics take two minutes at most, and any other lesson one."""
    found = next(each for each in editions.get(edition).lessons if each.id == lesson)
    assert len(found.steps) <= 20
    assert seconds(found) <= (120 if lesson == "basics" else 60)


@pytest.mark.parametrize("edition", editions.names())
def test_lessons_conform(edition: str) -> None:
    """Every step can be reached and completed by each of the moves it wants."""
    CHECKS["lessons"](editions.get(edition))


@pytest.mark.parametrize("edition", editions.names())
def test_a_reverse_in_a_lesson_turns_the_game_around(edition: str) -> None:
    """When the learner plays a Reverse, the direction changes before the lesson goes on to another position."""
    lesson = editions.get(edition).lessons[0]
    found = [(at, want) for at, step in enumerate(lesson.steps) for want in step.wants if "-reverse" in want]
    assert found
    for at, want in found:
        first, *rest = learn(editions.get(edition), lesson.id, [want], at).moments
        shown = [moment.game for moment in rest if moment.seat is not None]
        assert (first.game.view(0).direction, shown[-1].view(0).direction) == (1, -1)


BROKEN = {
    "begins without a position": with_steps(Step("Play.", ("play red-5",))),
    "cannot be reached": with_steps(Step("Play.", ("play red-5",), {**POSITION, "top": "purple-9"})),
    "cannot be reached: ": with_steps(Step("Look.", (), {**POSITION, "turn": 1}, ((1, "play blue-1"),))),
    "wants 'play red-6', which is not among": with_steps(Step("Play.", ("play red-6",), POSITION)),
    "the lesson cannot go on": with_steps(
        Step("Play.", ("play red-5", "play blue-9"), POSITION), Step("Look.", script=((1, "play red-2"),))
    ),
    "nothing that the next step wants": with_steps(
        Step("Play.", ("play red-5", "play red-5 uno"), POSITION), Step("Call.", ("uno",))
    ),
    "a scripted move of the learner, ": with_steps(Step("Play.", ("play red-5",), POSITION, then=((0, "draw"),))),
    "a scripted move of the learner": with_steps(Step("Look.", (), POSITION, ((0, "draw"),))),
    "in braces": with_steps(Step("{color} it is.", (), POSITION)),
    "says nothing": with_steps(Step(" ", (), POSITION)),
    "has no steps": with_steps(),
    "has no title": with_steps(Step("Look.", (), POSITION), title=""),
    "not in the rulebook": with_steps(Step("Look.", (), POSITION), rules=("turn-around",)),
    "an id that is not lower-case": with_steps(Step("Look.", (), POSITION), id="The One"),
}


@pytest.mark.parametrize("says", BROKEN)
def test_a_broken_lesson_does_not_conform(says: str) -> None:
    """Each mistake in a lesson is found and named."""
    with pytest.raises(AssertionError, match=says.strip()):
        CHECKS["lessons"](BROKEN[says])


def test_two_lessons_with_one_id_do_not_conform() -> None:
    """Two lessons of an edition cannot have the same id."""
    edition = with_steps(Step("Look.", (), POSITION))
    with pytest.raises(AssertionError, match="there twice"):
        CHECKS["lessons"](replace(edition, lessons=edition.lessons * 2))


@pytest.mark.parametrize(("part", "says"), [("wants", "lets the learner use"), ("script", "against the learner")])
def test_a_special_card_left_out_does_not_conform(part: str, says: str) -> None:
    """A special card has to be used both by the learner and against the learner."""
    edition = editions.get("dark-side")
    steps = edition.lessons[1].steps
    kept = steps[:4] if part == "script" else steps[4:]
    with pytest.raises(AssertionError, match=says):
        CHECKS["lessons"](replace(edition, lessons=(edition.lessons[1]._replace(steps=kept),)))


@pytest.mark.parametrize(("edition", "lesson"), LESSONS)
def test_a_lesson_can_be_played_and_resumed(edition: str, lesson: str) -> None:
    """Played by its first wanted moves, a lesson ends, and resumed at any step it looks the same."""
    learning = learn(editions.get(edition), lesson, [])
    while not learning.is_over:
        again = learn(editions.get(edition), lesson, [], learning.at)
        assert again.game.view(0) == learning.game.view(0)
        assert again.says == learning.says
        learning.do(learning.wanted[0] if learning.step.wants else GO_ON)
    with pytest.raises(IllegalMove, match="over"):
        learning.do(GO_ON)


def test_only_what_the_lesson_asks_for_is_done() -> None:
    """Another legal move is refused kindly, an illegal one with its rule, and neither changes anything."""
    learning = Learning(editions.get("classic"), editions.get("classic").lessons[0])
    for move, code in (("draw", "other-move"), ("play green-2", "no-match"), ("pass", "draw-first")):
        with pytest.raises(IllegalMove) as refused:
            learning.do(move)
        assert refused.value.code == code
    assert learning.at == 0
    learning.do("play blue-9")
    assert learning.at == 1


def test_a_lesson_is_found_by_its_id() -> None:
    """An unknown lesson is refused with the names of those there are."""
    with pytest.raises(InvalidOption, match="there are basics"):
        learn(editions.get("classic"), "advanced", [])


def test_a_lesson_can_be_played_line_by_line() -> None:
    """In the terminal, each step is told with its choices, and the lesson goes on to its end or to quit."""
    edition = editions.get("dark-side")
    said: list[str] = []
    assert teach(edition, edition.lessons[1], said.append, iter(["1", "9", "1", "1", "done", ""]).__next__) is None
    assert "1 of 5. The Wild Rule of Two goes on any card. Play it and pick a color." in said
    assert any(line.startswith("1 Ada gets up to 2 of your cards.") for line in said)
    assert "You take Ada as an apprentice." in said
    assert said[-1] == "That's it. Well played!"
    assert teach(edition, edition.lessons[0], said.append, lambda: None) == 0
