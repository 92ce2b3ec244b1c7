"""Lessons line by line, for ``lastcard learn``. The user's data folder remembers where a lesson was left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..bots.bot_names import BOT_NAMES
from ..edition import Edition
from ..errors import IllegalMove, InvalidMove
from ..game import Game
from ..lesson_run import GO_ON, Learning
from ..lesson_type import LEARNER, Lesson
from ..typed_text import PLACEHOLDER
from . import words
from .records import data_folder, keep, read_kept

NAMES = ("Player", *BOT_NAMES)
LEAVES = (None, "q", "quit")
Ask = Callable[[], str | None]  # the next line that is typed, or None at the end


class Places:
    """Where each edition's lessons were left: the id of a lesson, and a step of it."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or data_folder() / "lessons.json"
        known = read_kept(self._file)
        self._kept: dict[str, Any] = known if isinstance(known, dict) else {}

    def find(self, edition: Edition, lessons: Sequence[Lesson]) -> tuple[int, int]:
        """Which of these lessons to go on with, and at which step. The first step of the first one if none was left."""
        match self._kept.get(edition.id):
            case [str(lesson), int(step)]:
                for index, each in enumerate(lessons):
                    if each.id == lesson and 0 <= step < len(each.steps):
                        return index, step
        return 0, 0

    def keep(self, edition: Edition, lesson: Lesson, step: int) -> None:
        """Remember a place."""
        self._kept[edition.id] = [lesson.id, step]
        keep(self._file, self._kept)

    def forget(self, edition: Edition, lessons: Sequence[Lesson]) -> None:
        """Remember no place in these lessons."""
        if self.find(edition, lessons) != (0, 0):
            del self._kept[edition.id]
            keep(self._file, self._kept)


def teach_all(edition: Edition, lessons: Sequence[Lesson], places: Places, say: Callable[[str], None], ask: Ask) -> None:
    """Run lessons one after the other, from where the user left them. Typing quit, or the end of the input, leaves them."""
    first, begin = places.find(edition, lessons)
    for lesson in lessons[first:]:
        if lesson is not lessons[first]:
            begin = 0
            say(f"Press Enter for the next lesson, {lesson.title}, or type quit.")
            if ask() in LEAVES:
                places.keep(edition, lesson, 0)
                return
        left_at = teach(edition, lesson, say, ask, begin)
        if left_at is not None:
            places.keep(edition, lesson, left_at)
            return
    places.forget(edition, lessons)


def teach(edition: Edition, lesson: Lesson, say: Callable[[str], None], ask: Ask, begin: int = 0) -> int | None:
    """Run a lesson from a step on. Return the step at which it was left, or None if it was finished."""
    say(f"{edition.title}: {lesson.title}. Type the number of a move. skip goes to the next step, and quit leaves the lesson.")
    if begin:
        say("You go on where you left off. --restart begins with the first step.")
    learning = Learning(edition, lesson, begin)
    since = 0
    while not learning.is_over:
        since = _show(learning, say, since)
        line = ask()
        if line in LEAVES:
            return learning.at
        before, seen = learning.game, since
        try:
            learning.do(_move(learning, line))
        except (IllegalMove, InvalidMove) as error:
            say(words.refused(edition, error.refusal, NAMES) if isinstance(error, IllegalMove) else error.sentence)
        if learning.game is not before:
            since = 0
            _news(learning.edition, before, say, seen)
            if learning.outcome:
                say(words.spoken(learning.edition, learning.outcome.says, learning.outcome.args, NAMES))
    _news(learning.edition, learning.game, say, since)
    say("That's it. Well played!")
    return None


def _show(learning: Learning, say: Callable[[str], None], since: int) -> int:
    """Tell what happened, what the step says, and what there is to choose. Return how many events have been told."""
    count = _news(learning.edition, learning.game, say, since)
    view = learning.game.view(LEARNER)
    say("")
    says = words.spoken(learning.edition, learning.says.says, learning.says.args, NAMES)
    say(f"{learning.at + 1} of {len(learning.lesson.steps)}. {says}")
    if not learning.step.wants:
        say("Press Enter to go on.")
        return count
    say(f"{words.pile_line(learning.edition, view)} You hold: {words.card_list(learning.edition, view.hand)}.")
    brings = learning.game.consequences(LEARNER)
    coming = view.pending.sum if view.pending else None
    for number, move in enumerate(learning.wanted, 1):
        told = " ".join(words.spoken(learning.edition, said.says, said.args, NAMES) for said in brings[move])
        say(f"{number} {words.with_brings(words.move_words(learning.edition, move, NAMES, coming=coming), told)}")
    return count


def _news(edition: Edition, game: Game, say: Callable[[str], None], since: int) -> int:
    """Tell the moves since this event, but not how a position came about."""
    begins = len([event for event in game.events(LEARNER) if event.what in ("dealer", "dealt", "flipped")])
    for sentence in words.news(edition, game.events(LEARNER, max(since, begins)), NAMES, LEARNER):
        say(f"{sentence}.")
    return game.event_count


def _move(learning: Learning, line: str) -> str:
    """The move that a line stands for: a number of the list, or the move itself."""
    if not learning.step.wants:
        return GO_ON
    wanted = learning.wanted
    if line == "skip":
        return str(wanted[0])
    if line.isascii() and line.isdigit() and 1 <= int(line[:3]) <= len(wanted):
        chosen = wanted[int(line[:3]) - 1]
        return f"{chosen.verb} words" if chosen.said == PLACEHOLDER else str(chosen)
    return line
