"""What has happened in a game, as rows of the rules, and which cards each seat knows from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Self

from .events import Event, Row, Teller
from .knowledge import Knowledge, Truth

NOBODY: frozenset[int] = frozenset()


class Inside(NamedTuple):
    """A game's state in the rules' own numbers: the objects themselves, not copies."""

    rules: Any
    round: Any
    kernels: Any
    rows: list[Row]
    hands: list[list[int]]  # in the order received


class Deal(NamedTuple):
    """What a game needs to go on from a deal: which round it is, who deals, the scores, and the last events before it."""

    round: int
    dealer: int
    scores: tuple[int, ...]
    first: int
    rows: list[Row]
    texts: dict[int, str]


class History:
    """The events of a game. The rules write ``rows``, and ``texts`` holds what players wrote or named, by the event's number.

    Rows of old rounds can be forgotten: ``first`` is the number of the first event that is left.
    """

    def __init__(self, teller: Teller, players: int) -> None:
        self.first = 0
        self.rows: list[Row] = []
        self.texts: dict[int, str] = {}
        self.truth = Truth(players)
        self._teller = teller
        self._players = players
        self._known: dict[int | None, Knowledge] = {}

    @property
    def count(self) -> int:
        """The number of events so far."""
        return self.first + len(self.rows)

    def say(self, text: str) -> None:
        """Keep what a player wrote with the first of the new rows."""
        self.texts[self.first + self.truth.read] = text

    def name(self, code: int, name: Callable[[int], str]) -> None:
        """Keep a text with each new row of this code, given its card."""
        for at in range(self.truth.read, len(self.rows)):
            what, _, card, _ = self.rows[at]
            if what == code:
                self.texts[self.first + at] = name(card)

    def take_in(self) -> None:
        """Follow the cards through the rows that are new."""
        rows, new = self.rows, self.truth.read
        self.truth.take_in(self._teller, rows)
        share = self._teller.share
        for i in range(new, len(rows)):
            rows[i] = share(rows[i], rows[i])

    def events(self, seat: int | None, since: int) -> list[Event]:
        """Return the events from this number on, as a seat (None: a spectator) may see them."""
        tell, texts = self._teller.tell, self.texts
        since = max(since, self.first)
        rows = self.rows[since - self.first :]
        if texts:
            return [tell(row, seat, texts.get(number)) for number, row in enumerate(rows, since)]
        return [tell(row, seat) for row in rows]

    def seers(self, since: int) -> frozenset[int]:
        """Return the seats that see more than a spectator of the events from this number on."""
        found = [seers for row in self.rows[max(since - self.first, 0) :] if (seers := self._teller.seers(row))]
        return frozenset(seat for seers in found for seat in seers) if found else NOBODY

    def known(self, seat: int | None) -> Knowledge:
        """Return what a seat knows of each hand."""
        known = self._known.get(seat)
        if known is None:
            known = self._known[seat] = Knowledge(seat, self._players)
        if known.read < len(self.rows):
            known.catch_up(self._teller, self.rows)
        return known

    def forget(self, keep: int) -> None:
        """Forget whole rounds, except the last one and those that the last ``keep`` events belong to."""
        starts = [i for i, row in enumerate(self.rows) if self._teller.cards[row[0]] == "clear"]
        cut = max((start for start in starts if start <= len(self.rows) - keep), default=0)
        for seat in self._known:
            self.known(seat)
        del self.rows[:cut]
        self.first += cut
        self.texts = {number: text for number, text in self.texts.items() if number >= self.first}
        for known in (self.truth, *self._known.values()):
            known.read -= cut

    def before_the_round(self) -> list[Row]:
        """Return the rows of the rounds before this one."""
        start = max(i for i, row in enumerate(self.rows) if self._teller.cards[row[0]] == "clear")
        return self.rows[:start]

    def begin_with(self, deal: Deal) -> None:
        """Begin with the events before a deal. Nobody holds any of their cards anymore."""
        self.first, self.texts = deal.first, dict(deal.texts)
        self.rows[:] = [self._teller.share(row, row) for row in deal.rows]
        self.truth.read = len(self.rows)

    def copy(self) -> Self:
        """Return a copy that continues independently."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.rows = self.rows[:]
        twin.texts = dict(self.texts)
        twin.truth = self.truth.copy()
        twin._known = {seat: known.copy() for seat, known in self._known.items()}
        return twin

    def imagine(self, rows: list[Row]) -> None:
        """Replace the rows by others that tell a different story."""
        self.rows[:] = rows
        self._known = {}
        self.truth = Truth(self._players)
        self.truth.catch_up(self._teller, rows)
