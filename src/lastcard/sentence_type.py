"""What a sentence for players is: a text and its values, so that every interface can put in names and translate it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .errors import NOTHING, filled


class Sentence(NamedTuple):
    """A sentence with names in braces, and their values.

    ``seat`` and ``seats`` are seat numbers, ``card`` and ``color`` are texts of cards, ``n`` and ``m`` are numbers, and
    ``text`` is something a player wrote. "You" is the seat that the sentence is for.
    """

    says: str
    args: Mapping[str, Any] = NOTHING

    def __str__(self) -> str:
        return filled(self.says, self.args)


def sentence(says: str, **args: Any) -> Sentence:
    """Make a sentence from its text and what its braces stand for."""
    return Sentence(says, args)


def turn_of(seat: int, you: int) -> Sentence:
    """Say whose turn comes next."""
    return Sentence("It's your turn.") if seat == you else sentence("{seat} is next.", seat=seat)


NEXT = turn_of(0, you=1).says
