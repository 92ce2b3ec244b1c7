"""Every error that lastcard raises, and the refusal that an illegal move carries.

::

    ValueError
    └── LastcardError        something the caller can fix
        ├── InvalidMove      not a move at all, or it names a card the edition does not have
        ├── IllegalMove      a move that is not allowed now; carries the refusal
        ├── InvalidOption    an option, house rule or dare that does not exist or is out of range
        ├── InvalidPosition  an arranged position or a deck order that is impossible
        ├── InvalidEdition   an edition whose rules do not work
        └── InvalidRecord    a record that is broken, hostile or made under other rules

None of them changes anything: the object that raised it is as it was before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, TypeVar

NOTHING: Mapping[str, Any] = {}
T = TypeVar("T")


class Refusal(NamedTuple):
    """A reason not to allow a move: the rule behind it, a code for programs, and a sentence for people.

    ``says`` is the sentence with names in braces, and ``args`` holds their values, so that it can be translated and use the
    players' names. ``seat`` and ``seats`` are seat numbers, and ``card``, ``color`` and ``symbol`` are texts of cards. It is a
    whole sentence with a period. Errors that only programmers read have neither a capital nor a period.
    """

    rule: str
    code: str
    says: str
    args: Mapping[str, Any] = NOTHING

    @property
    def sentence(self) -> str:
        """The sentence, with seat numbers instead of names."""
        return filled(self.says, self.args)

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})"


def filled(says: str, args: Mapping[str, Any]) -> str:
    """Fill in the braces of a sentence, which begins with a capital even if a seat comes first."""
    if not args:
        return says
    spoken = {name: f"{value:,}" if type(value) is int else value for name, value in args.items()}
    if "seat" in args:
        spoken["seat"] = f"seat {args['seat']}"
    if "seats" in args:
        spoken["seats"] = ("seat " if len(args["seats"]) == 1 else "seats ") + listed([str(seat) for seat in args["seats"]])
    sentence = says.format(**spoken)
    return sentence[:1].upper() + sentence[1:]


def listed(words: Sequence[str], last: str = " and ") -> str:
    """Join words as a sentence does: "Ada, Bo and Cleo"."""
    *first, end = words
    return f"{', '.join(first)}{last}{end}" if first else end


class LastcardError(ValueError):
    """The base class of all errors that lastcard raises."""

    @property
    def sentence(self) -> str:
        """The message as a whole sentence, for people who are not programming."""
        text = str(self)
        return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


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


class InvalidEdition(LastcardError):
    """An edition with a mistake, such as a kernel that replaces something other than a hook."""


class Declared(dict[int, T]):
    """An edition's declarations by number. Any other number raises InvalidEdition with the sentence ``says`` about {number}."""

    def __init__(self, found: Mapping[int, T], says: str) -> None:
        super().__init__(found)
        self.says = says

    def __missing__(self, number: int) -> NoReturn:
        raise InvalidEdition(self.says.format(number=number))


class InvalidRecord(LastcardError):
    """A record that cannot be read or does not follow the rules.

    Its text gives the exact reason. ``says``, with ``args`` for its braces, is a simpler sentence for people who opened a file.
    """

    def __init__(self, text: str, says: str = "This record is damaged.", **args: Any) -> None:
        super().__init__(text)
        self.says = says
        self.args_said: dict[str, Any] = args
