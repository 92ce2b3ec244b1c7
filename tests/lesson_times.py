"""How long lessons take, estimated: ``python tests/lesson_times.py`` prints it for every edition.

Nobody is timed. A learner reads at 238 words a minute, the mean of adults who read English silently (Brysbaert 2019), takes
three seconds to find and make each move, one to go on to another position or where nothing is wanted, and one to watch
each move of the others.
"""

from __future__ import annotations

import sys
from itertools import pairwise

from lastcard import editions
from lastcard.edition import Edition
from lastcard.editions.texts.table_lessons import TABLE_LESSONS
from lastcard.lesson_type import Lesson

WORDS_A_SECOND = 238 / 60
TO_MOVE, TO_GO_ON, TO_WATCH = 3, 1, 1  # seconds


def seconds(lesson: Lesson) -> float:
    """Return how long a lesson takes by the estimate above."""
    words = sum(len(f"{step.says} {step.outcome}".split()) for step in lesson.steps)
    own = sum(TO_MOVE if step.wants else TO_GO_ON for step in lesson.steps)
    own += sum(TO_GO_ON for before, step in pairwise(lesson.steps) if before.wants and step.position is not None)
    others = sum(len(step.script) + len(step.then) for step in lesson.steps)
    return words / WORDS_A_SECOND + own + others * TO_WATCH


def first_lesson(edition: Edition) -> list[Lesson]:
    """Return what a newcomer plays first: the basics and the edition's own cards."""
    return [lesson for lesson in edition.lessons if lesson not in TABLE_LESSONS]


if __name__ == "__main__":
    for edition in map(editions.get, editions.names()):
        sys.stdout.write(f"{edition.id}: about {sum(map(seconds, first_lesson(edition))):.0f} s\n")
        for lesson in edition.lessons:
            sys.stdout.write(f"  {lesson.id}: {len(lesson.steps)} steps, about {seconds(lesson):.0f} s\n")
