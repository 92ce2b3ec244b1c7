"""The moves of an edition as a fixed list of actions, for learners that choose by number.

The list is derived from the edition's verbs, cards and colors. Seats are counted from the acting seat: the action that is
``catch 1`` for seat 0 is ``catch 3`` for seat 2, so one policy can play every seat. Action 0 declines moves out of turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

from .. import editions
from ..bits import arg_of, move_of, naming, verb_of, with_call
from ..edition import Edition
from ..moves import PLAY, Verb
from ..typed_text import PLACEHOLDER

DECLINE = 0


class Actions:
    """The actions of an edition for a number of players. At a table with some options there may be more."""

    def __init__(self, edition: Edition, players: int, options: Collection[str] = ()) -> None:
        self.edition = edition
        self.players = players
        verbs = edition.verbs_at(options)
        self.seat_verbs = {verb.code for verb in verbs if verb.takes == "seat"}
        calling: list[int] = []
        others: list[int] = []
        for verb in sorted(verbs):
            (calling if verb.calls else others).extend(self._codes(verb))
        self.calling = len(calling)  # a move with the call comes this many places after the one without
        self.codes: list[int | None] = [None, *calling, *(with_call(code) for code in calling), *others]
        self._numbers = {code: number for number, code in enumerate(self.codes)}

    def __len__(self) -> int:
        return len(self.codes)

    def _codes(self, verb: Verb) -> Iterator[int]:
        """The rules' codes for a verb's moves, with a seat given by its distance."""
        takes = verb.takes.split()
        codec = self.edition.codec
        if "card" in takes:
            for kind in self.edition.kinds:
                names_color = codec.names_color(kind.code)
                if "color" in takes and not names_color:
                    continue
                colored = "color" in takes or (verb.code == PLAY and names_color)
                yield from (move_of(verb.code, kind.code, arg) for arg in range(len(codec.colors) if colored else 1))
        else:
            args = {"seat": self.players, "color": len(codec.colors), "word": len(verb.words)}.get(verb.takes, 1)
            yield from (move_of(verb.code, arg=arg) for arg in range(args))

    def number(self, move: str, seat: int) -> int:
        """The action number of a seat's move."""
        code, _ = self.edition.codec.read(move)
        return self._numbers[self._turned(code, -seat)]

    def move(self, action: int, seat: int) -> str | None:
        """The text of an action as this seat's move; None declines."""
        code = self.codes[action]
        if code is None:
            return None
        move = self.edition.codec.move(self._turned(code, seat))
        if move.said != PLACEHOLDER:
            return str(move)
        said = self.edition.suggestions.get(move.verb, (PLACEHOLDER,))[0]
        return f"{move.verb} {said}"

    def _turned(self, code: int, by: int) -> int:
        """A code whose seat, if it has one, is moved by ``by`` places."""
        if verb_of(code) not in self.seat_verbs:
            return code
        return naming(code, (arg_of(code) + by) % self.players)


def actions_of(edition: Edition, players: int, options: Mapping[str, Any] | None = None) -> Actions:
    """The actions of an edition, cached. Table rules among the options may add some."""
    return _actions(edition, players, frozenset(edition.read_options(options)))


@cache
def _actions(edition: Edition, players: int, options: frozenset[str]) -> Actions:
    return Actions(edition, players, options)


def actions(edition: str | Edition, players: int = 4, seat: int = 0, options: Mapping[str, Any] | None = None) -> list[str]:
    """Return the actions of a seat: the texts of the moves in order, starting with ``decline``."""
    found = actions_of(editions.get(edition), players, options)
    return [found.move(number, seat) or "decline" for number in range(len(found))]
