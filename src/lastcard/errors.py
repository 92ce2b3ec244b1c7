"""Every error of lastcard, and what a refusal says.

::

    ValueError
    └── LastcardError        what a caller can put right
        ├── InvalidMove      not a move at all, or it names a card the edition does not have
        ├── IllegalMove      a move, but not allowed now; carries the refusal
        ├── InvalidOption    an option, house rule or dare that does not exist or is out of range
        ├── InvalidPosition  an arranged position or a deck order that cannot be
        └── InvalidRecord    a record that is broken, hostile or of other rules

None of them changes anything: what raised is as it was before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

NOTHING: Mapping[str, Any] = {}


class Refusal(NamedTuple):
    """Why a move is not allowed: the rule that refuses it, a code for programs, a sentence for people.

    ``says`` is the sentence with names in braces, ``args`` what they stand for, so that it can be said in other languages and
    with the players' names: ``seat`` is the number of one and ``seats`` of some, ``card``, ``color`` and ``symbol`` are texts
    of cards, ``word`` a verb and ``when`` the words of one.
    """

    rule: str
    code: str
    says: str
    args: Mapping[str, Any] = NOTHING

    @property
    def sentence(self) -> str:
        """The sentence, with seats by their numbers."""
        return filled(self.says, self.args)

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})"


def filled(says: str, args: Mapping[str, Any]) -> str:
    """A sentence with what stands in braces filled in."""
    if not args:
        return says
    spoken = dict(args)
    if "seat" in args:
        spoken["seat"] = f"seat {args['seat']}"
    if "seats" in args:
        spoken["seats"] = f"seat {' and '.join(map(str, args['seats']))}"
    return says.format(**spoken)


class LastcardError(ValueError):
    """The root of the tree."""


class InvalidMove(LastcardError):
    """Text that is not a move of this edition."""


class IllegalMove(LastcardError):
    """A move that the rules do not allow now."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[Refusal]]:
        return type(self), (self.refusal,)

    @property
    def rule(self) -> str:
        return self.refusal.rule

    @property
    def code(self) -> str:
        return self.refusal.code

    @property
    def sentence(self) -> str:
        return self.refusal.sentence


class InvalidOption(LastcardError):
    """An option that this edition does not have, or a value it does not allow."""


class InvalidPosition(LastcardError):
    """A position or deck order that no game could reach."""


class InvalidRecord(LastcardError):
    """A record that cannot be read or does not follow the rules.

    Its text is exact; ``says``, with ``args`` in its braces, is what somebody who only opened a file wants to know.
    """

    def __init__(self, text: str, says: str = "this record is broken", **args: Any) -> None:
        super().__init__(text)
        self.says = says
        self.args_said: dict[str, Any] = args
