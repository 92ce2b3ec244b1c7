"""Lessons: played through in every edition, and checked by the conformance suite."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lastcard import IllegalMove, InvalidOption, editions
from lastcard.edition import Edition
from lastcard.editions.texts.table_lessons import TABLE_LESSONS
from lastcard.lesson_run import GO_ON, Learning, learn
from lastcard.lesson_type import Lesson, Step
from lastcard.testing import CHECKS
from lastcard.testing.teaching import is_special, used_against, used_by
from lastcard.tui.learn import teach
from lesson_times import first_lesson, seconds

POSITION = {"hands": [["red-5", "blue-9"], ["blue-1", "red-2"], ["red-1", "red-7"]], "top": "red-9"}
LESSONS = [(name, lesson.id) for name in editions.names() for lesson in editions.get(name).lessons]


def with_steps(*steps: Step, **changes: Any) -> Edition:
    """Return an edition with one lesson of these steps."""
    lesson = Lesson("one", "One", ("turn-match",), steps)._replace(**changes)
    return replace(editions.get("classic"), lessons=(lesson,))


def test_every_edition_has_a_lesson() -> None:
    """Every one of our editions teaches what is special about it."""
    assert {name for name, _ in LESSONS} == set(editions.names())


@pytest.mark.parametrize("edition", editions.names())
def test_a_first_lesson_takes_about_90_seconds(edition: str) -> None:
    """By estimate, the basics and the edition's own cards take less than 98 seconds together."""
    assert sum(map(seconds, first_lesson(editions.get(edition)))) < 98


@pytest.mark.parametrize("lesson", TABLE_LESSONS, ids=lambda lesson: lesson.id)
def test_a_lesson_about_a_table_rule_takes_half_a_minute(lesson: Lesson) -> None:
    """By estimate, it takes less than 35 seconds."""
    assert seconds(lesson) < 35


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
        assert shown[-1].view(0).direction == -first.game.view(0).direction


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
    "a scripted move of the learner, ": with_steps(
        Step("Play.", ("play red-5",), POSITION, then=((0, "draw"),)), Step("Look.")
    ),
    "a scripted move of the learner": with_steps(Step("Look.", (), POSITION, ((0, "draw"),))),
    "has an outcome, but": with_steps(Step("Play.", ("play red-5",), POSITION, outcome="Played!"), Step("Look.")),
    "has an outcome, but no move": with_steps(Step("Look.", (), POSITION, outcome="Seen!"), Step("Look.", (), POSITION)),
    "in braces": with_steps(Step("{color} it is.", (), POSITION)),
    "says nothing": with_steps(Step(" ", (), POSITION)),
    "has no steps": with_steps(),
    "ends before the answers": with_steps(Step("Play.", ("play red-5",), POSITION, then=((1, "draw"),))),
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


SHARED = ("skip", "reverse", "draw-two", "wild", "wild-draw-four")
SPECIAL = [
    (edition, face)
    for edition in editions.names()
    for face in dict.fromkeys(kind.face for kind in editions.get(edition).kinds if kind.copies and is_special(kind))
]


def test_every_card_but_the_numbers_is_special() -> None:
    """The shared cards have to be taught as well as an edition's own."""
    assert [face for edition, face in SPECIAL if edition == "classic"] == [*SHARED]
    assert {("dare", "dare"), ("dare", "wild-dare"), ("dawn-of-justice", "hero"), ("dawn-of-justice", "wild")} < {*SPECIAL}


@pytest.mark.parametrize(("edition", "face"), SPECIAL)
def test_every_special_card_is_used_by_and_against_the_learner(edition: str, face: str) -> None:
    """The lessons that a learner of an edition gets use each of its cards in both ways."""
    found = editions.get(edition)
    assert any(face in used_by(found, lesson) for lesson in found.lessons)
    assert any(face in used_against(found, lesson) for lesson in found.lessons)


def test_a_card_that_the_learner_need_not_use_is_not_used() -> None:
    """A step that can also be done with another card uses neither of them."""
    hands = [["red-skip", "red-reverse", "wild", "red-1"], ["blue-1"] * 2, ["blue-2"] * 2]
    for wants, used in (
        (("play red-skip",), {"skip"}),
        (("play red-skip", "play red-reverse"), set()),
        (("play red-skip", "draw"), set()),
        (("play wild …",), {"wild"}),
    ):
        edition = with_steps(Step("Play.", wants, {"hands": hands, "top": "red-9"}))
        assert used_by(edition, edition.lessons[0]) == used


def test_a_special_card_that_nobody_else_uses_does_not_conform() -> None:
    """It isn't enough that the learner uses every card."""
    cards = ("red-skip", "red-reverse", "red-draw-two", "wild", "wild-draw-four")
    others = [["blue-1"] * 2, ["blue-2"] * 2]
    hands = {card: [[card, "green-1", "green-2"], *others] for card in cards}
    plays = [
        Step("Play.", (f"play {card}{' …' * ('wild' in card)}",), {"hands": hands[card], "top": "red-9"}) for card in cards
    ]
    with pytest.raises(AssertionError, match="no lesson uses the special card 'skip' against the learner; BASICS"):
        CHECKS["lessons"](with_steps(*plays))


AGAINST = {
    "a Skip that hits somebody else": ([["red-1"] * 2, ["red-skip", "red-2"], ["blue-1"] * 2], (1, "play red-skip")),
    "a Draw Two that hits somebody else": (
        [["red-1"] * 2, ["red-draw-two", "red-2"], ["blue-1"] * 2],
        (1, "play red-draw-two"),
    ),
    "a Wild that keeps the color": ([["red-1"] * 2, ["wild", "red-2"], ["blue-1"] * 2], (1, "play wild red")),
}
HITS = {
    "a Skip that hits the learner": ([["red-1"] * 2, ["blue-1"] * 2, ["red-skip", "red-2"]], (2, "play red-skip")),
    "a Draw Two that hits the learner": ([["red-1"] * 2, ["blue-1"] * 2, ["red-draw-two", "red-2"]], (2, "play red-draw-two")),
    "a Wild Draw Four that asks the learner": ([["red-1"] * 2, ["wild-draw-four", "red-2"]], (1, "play wild-draw-four blue")),
    "a Wild that changes the color": ([["red-1"] * 2, ["wild", "red-2"], ["blue-1"] * 2], (1, "play wild blue")),
    "a Reverse of somebody else": ([["red-1"] * 2, ["red-reverse", "red-2"], ["blue-1"] * 2], (1, "play red-reverse")),
}


@pytest.mark.parametrize(("says", "counts"), [*((says, False) for says in AGAINST), *((says, True) for says in HITS)])
def test_a_special_card_counts_against_the_learner_only_if_it_matters_to_them(says: str, *, counts: bool) -> None:
    """A Skip or a draw card has to hit the learner. Of other cards, the learner may also get another color or direction."""
    hands, (seat, move) = (HITS if counts else AGAINST)[says]
    step = Step("Look.", (), {"hands": hands, "top": "red-9", "turn": seat}, ((seat, move),))
    edition = with_steps(step)
    face = move.split()[1].removeprefix("red-")
    assert used_against(edition, edition.lessons[0]) == ({face} if counts else set())


def test_a_lesson_without_the_shared_cards_says_where_they_are() -> None:
    """An edition with a lesson about its own card alone is told which lesson teaches the others."""
    edition = editions.get("dark-side")
    with pytest.raises(AssertionError, match=r"'skip'; BASICS of lastcard\.editions\.texts\.basics_lesson"):
        CHECKS["lessons"](replace(edition, lessons=edition.lessons[1:]))
    with pytest.raises(AssertionError, match=r"'wild-rule-of-two'$"):
        CHECKS["lessons"](replace(edition, lessons=edition.lessons[:1]))


def test_an_edition_without_lessons_conforms() -> None:
    """Lessons are optional: without any, there is nothing to check."""
    CHECKS["lessons"](replace(editions.get("dark-side"), lessons=()))


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


def test_an_outcome_is_told_before_the_next_position() -> None:
    """What came of the learner's move is explained once, with the name of the seat that answered."""
    edition = editions.get("dawn-of-justice")
    learning = learn(edition, "heroes", ["play red-skip@superman"])
    assert learning.outcome == ("{seat}'s Batman Hero blocked your Skip!", {"seat": 1})
    assert learn(edition, "heroes", ["play red-skip@superman", learning.wanted[0]]).outcome is None
    said: list[str] = []
    teach(edition, edition.lessons[1], said.append, iter(["1", "quit"]).__next__)
    assert "Ada's Batman Hero blocked your Skip!" in said


def test_only_what_the_lesson_asks_for_is_done() -> None:
    """Another legal move is refused kindly, an illegal one with its rule, and neither changes anything."""
    learning = Learning(editions.get("classic"), editions.get("classic").lessons[0])
    for move, code in (("draw", "other-move"), ("play blue-reverse", "no-match"), ("pass", "draw-first")):
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
    assert "1 of 5. The Wild Rule of Two goes on any card. Play it!" in said
    assert any(line.startswith("1 Ada gets up to 2 of your cards.") for line in said)
    assert "You take Ada as an apprentice." in said
    assert said[-1] == "That's it. Well played!"
    assert teach(edition, edition.lessons[0], said.append, lambda: None) == 0
