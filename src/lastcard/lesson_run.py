"""Runs a lesson: one learner in seat 0, with everything the others do scripted. Pure: the same moves lead to the same place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .edition import Edition
from .errors import IllegalMove, InvalidOption, Refusal
from .events import Event
from .game import Game
from .lesson_type import LEARNER, Lesson, Step
from .moves import Move
from .sentence_type import Sentence
from .typed_text import PLACEHOLDER, quoted

GO_ON = ""  # what a learner does in a step that is only read
OTHER_MOVE = Refusal("", "other-move", "You could do that, but try what the lesson asks for first.")
ONLY_READ = Refusal("", "only-read", "There is nothing to do in this step: go on.")
IS_DONE = Refusal("", "lesson-done", "This lesson is over.")


class Moment(NamedTuple):
    """The game after something happened in a lesson: a position was set up (no ``seat``), or a seat moved."""

    game: Game
    seat: int | None = None
    move: str = ""


def find_lesson(edition: Edition, lesson: str) -> Lesson:
    """Return an edition's lesson by its id."""
    found = {each.id: each for each in edition.lessons}
    if lesson not in found:
        there = f"there are {', '.join(found)}" if found else "it has none"
        raise InvalidOption(f"{edition.id} has no lesson {quoted(lesson)}; {there}")
    return found[lesson]


class Learning:
    """A learner in the middle of a lesson.

    ``at`` is the number of the current step, and ``game`` is what the learner sees. ``begin`` starts at a later step, as if the
    learner had made the first wanted move of each step before it.
    """

    game: Game

    def __init__(self, edition: Edition, lesson: Lesson, begin: int = 0) -> None:
        self.edition = edition
        self.lesson = lesson
        self.at = -1
        self.moments: list[Moment] = []
        self.outcome: Sentence | None = None  # of the step that was just completed
        self._next()
        while self.at < begin and not self.is_over:
            self.do(str(self.wanted[0]) if self.step.wants else GO_ON)
        self.outcome = None

    @property
    def is_over(self) -> bool:
        """Whether every step is done."""
        return self.at >= len(self.lesson.steps)

    @property
    def step(self) -> Step:
        """The current step."""
        return self.lesson.steps[self.at]

    @property
    def says(self) -> Sentence:
        """The sentence for the learner now, with the seat that moved last."""
        return _said(self.step.says, self.step.script)

    @property
    def wanted(self) -> list[Move]:
        """The moves that complete the step, as the game lists them. None if it is only read."""
        if self.is_over:
            return []
        return [move for move in self.game.moves(LEARNER) if self.step.is_wanted(move)]

    def do(self, move: str) -> list[Event]:
        """Make a wanted move, or GO_ON in a step that is only read. Return the learner's events since then.

        ``moments`` then tells what happened, beginning with the game before it or with a new position.
        """
        if self.is_over:
            raise IllegalMove(IS_DONE)
        before, step = self.game, self.step
        self.moments = []
        since = before.event_count
        if self.step.wants:
            self._check(move)
            self.moments = [Moment(before.copy())]
            self._move(LEARNER, f"{move[:-1]}words" if move.endswith(f" {PLACEHOLDER}") else str(move))
            for seat, answer in step.then:
                self._move(seat, answer)
        elif move != GO_ON:
            raise IllegalMove(ONLY_READ)
        self.outcome = _said(step.outcome, step.then) if step.outcome else None
        self._next()
        return self.game.events(LEARNER, since if self.game is before else 0)

    def _check(self, move: str) -> None:
        refusal = self.game.why_not(LEARNER, move)
        if refusal:
            raise IllegalMove(refusal)
        if not self.step.is_wanted(str(self.edition.codec.clean(move, self.game.players))):
            raise IllegalMove(OTHER_MOVE)

    def _next(self) -> None:
        self.at += 1
        if self.is_over:
            return
        if self.step.position is not None:
            self.game = Game.arrange(self.edition, **self.step.position)
            self.moments = [*self.moments, Moment(self.game.copy())]
        elif not self.moments:
            self.moments = [Moment(self.game.copy())]
        for seat, move in self.step.script:
            self._move(seat, move)

    def _move(self, seat: int, move: str) -> None:
        self.game.move(seat, move)
        self.moments.append(Moment(self.game.copy(), seat, move))


def _said(says: str, moves: Sequence[tuple[int, str]]) -> Sentence:
    """A sentence of a step, in which {seat} stands for the last to make these moves."""
    return Sentence(says, {"seat": moves[-1][0] if moves else 1}) if "{seat}" in says else Sentence(says)


def learn(edition: Edition, lesson: str, moves: Iterable[str], begin: int = 0) -> Learning:
    """Return a lesson after a learner's moves, from a step on. The same moves always lead to the same place."""
    learning = Learning(edition, find_lesson(edition, lesson), begin)
    for move in moves:
        learning.do(move)
    return learning
