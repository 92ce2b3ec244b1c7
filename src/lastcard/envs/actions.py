"""The moves of an edition as a fixed list of actions, for learners that choose by number.

The list is derived from the edition's verbs, cards and colors. Seats are counted from one's own: the action that is
``catch 1`` for seat 0 is ``catch 3`` for seat 2, so that one policy can play every seat. Action 0 declines moves out of turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from .. import editions
from ..edition import Edition
from ..moves import PLAY, Verb
from ..texts import PLACEHOLDER

DECLINE = 0
_ARG = 15 << 1


class Actions:
    """The actions of an edition with so many players, by number."""

    def __init__(self, edition: Edition, players: int) -> None:
        self.edition = edition
        self.players = players
        self.seat_verbs = {verb.code for verb in edition.verbs if verb.takes == "seat"}
        plays: list[int] = []
        others: list[int] = []
        for verb in sorted(edition.verbs):
            (plays if verb.code == PLAY else others).extend(self._codes(verb))
        self.plays = len(plays)  # a play with the call stands so many places after the play without
        self.codes: list[int | None] = [None, *plays, *(code | 1 for code in plays), *others]
        self._numbers = {code: number for number, code in enumerate(self.codes)}

    def __len__(self) -> int:
        return len(self.codes)

    def _codes(self, verb: Verb) -> Iterator[int]:
        """The rules' numbers of a verb's moves, a seat given by its distance."""
        takes = verb.takes.split()
        codec, start = self.edition.codec, verb.code << 12
        if "card" in takes:
            for kind in self.edition.kinds:
                names_color = codec.names_color(kind.code)
                if "color" in takes and not names_color:
                    continue
                colored = "color" in takes or (verb.code == PLAY and names_color)
                yield from (start | kind.code << 5 | arg << 1 for arg in range(len(codec.colors) if colored else 1))
        else:
            args = {"seat": self.players, "color": len(codec.colors), "word": len(verb.words)}.get(verb.takes, 1)
            yield from (start | arg << 1 for arg in range(args))

    def number(self, move: str, seat: int) -> int:
        """The action of a seat's move."""
        code, _ = self.edition.codec.read(move)
        return self._numbers[self._turned(code, -seat)]

    def move(self, action: int, seat: int) -> str | None:
        """The text of an action as a seat would say it; None declines."""
        code = self.codes[action]
        if code is None:
            return None
        move = self.edition.codec.move(self._turned(code, seat))
        if move.said != PLACEHOLDER:
            return str(move)
        said = self.edition.suggestions.get(move.verb, (PLACEHOLDER,))[0]
        return f"{move.verb} {said}"

    def _turned(self, code: int, by: int) -> int:
        """A number with its seat, where it has one, so many places on."""
        if code >> 12 not in self.seat_verbs:
            return code
        return code & ~_ARG | ((code >> 1 & 15) + by) % self.players << 1


@cache
def actions_of(edition: Edition, players: int) -> Actions:
    """The same list for all who ask."""
    return Actions(edition, players)


def actions(edition: str | Edition, players: int = 4, seat: int = 0) -> list[str]:
    """What each action means for a seat: the texts of the moves in the order of their numbers, ``decline`` first."""
    found = actions_of(editions.get(edition), players)
    return [found.move(number, seat) or "decline" for number in range(len(found))]
