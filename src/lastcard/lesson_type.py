"""What a lesson is: steps in positions that the learner plays. What the lessons teach is in ``editions/texts``.

A lesson is for seat 0. :mod:`lastcard.lesson_run` runs it, and the conformance suite checks it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

LEARNER = 0
ANY = "…"  # at the end of a wanted move: any move that begins like this


class Step(NamedTuple):
    """A step of a lesson: a sentence for the learner, and how it comes about and is completed.

    ``position`` holds the arguments of ``Game.arrange``; without one, the game goes on. ``script`` are the moves that the other
    seats make first. Any of the moves in ``wants`` completes the step; ``play wild …`` stands for every move that begins like
    this. With none, the learner only reads. ``then`` are the answers of the other seats to the learner's move. ``outcome``
    explains before the next position what came of them, instead of praise. In ``says``, {seat} stands for the seat that moved
    last in the script, and in ``outcome`` for the one that answered last.
    """

    says: str
    wants: tuple[str, ...] = ()
    position: Mapping[str, Any] | None = None
    script: tuple[tuple[int, str], ...] = ()
    then: tuple[tuple[int, str], ...] = ()
    outcome: str = ""

    def is_wanted(self, move: str) -> bool:
        """Whether a move completes the step."""
        return any(move.startswith(want[:-1]) if want.endswith(ANY) else move == want for want in self.wants)


class Lesson(NamedTuple):
    """About a minute of play that teaches some rules. The first step has a position."""

    id: str
    title: str
    rules: tuple[str, ...]
    steps: tuple[Step, ...]
