"""What one seat knows.

:class:`Knowledge` follows the events as one seat sees them and keeps where that seat knows cards to be. :class:`View` is
built from nothing: each of its fields is written down here, never pruned from the truth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from .events import Row, Teller

EVERYTHING = -1


class Knowledge:
    """The cards that a seat (None: a spectator; EVERYTHING: the truth) knows in each hand, in the order received."""

    def __init__(self, seat: int | None, players: int) -> None:
        self.seat = seat
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.read = 0

    def copy(self) -> Knowledge:
        """A twin that follows on its own."""
        twin = Knowledge(self.seat, 0)
        twin.hands = [hand[:] for hand in self.hands]
        twin.read = self.read
        return twin

    def follow(self, teller: Teller, rows: Iterable[Row]) -> None:
        """Take in what happened."""
        cards = teller.cards
        for row in rows:
            moved = cards[row[0]]
            if moved:
                seers = teller.seers(row)
                self._apply(moved, row, seen=seers is None or self.seat in seers or self.seat == EVERYTHING)

    def _apply(self, moved: str, row: Row, *, seen: bool) -> None:  # noqa: PLR0912 - a case for each way that cards move
        _, seat, kind, n = row
        hands = self.hands
        if moved == "in":
            if seen:
                hands[seat].append(kind)
        elif moved == "out":
            self._leaves(seat, kind)
        elif moved == "gift":
            self._gift(seat, kind, n, seen=seen)
        elif moved == "seen":
            if kind not in hands[seat]:
                hands[seat].append(kind)
        elif moved == "show":
            if n == self.seat:
                hands[seat] = []
        elif moved == "shown":
            if n == self.seat:
                hands[seat].append(kind)
        elif moved == "handed":
            if n == self.seat:
                hands[n].append(kind)
        elif moved == "swap":
            self._replace({seat: n, n: seat})
        elif moved == "rotate":
            players = len(hands)
            self._replace({s: (s + (1 if n == 0 else -1)) % players for s in range(players)})
        else:
            self.hands = [[] for _ in hands]

    def _leaves(self, seat: int, kind: int) -> None:
        """Of two copies the newer leaves: it may be the one just drawn."""
        hand = self.hands[seat]
        if kind in hand:
            del hand[len(hand) - 1 - hand[::-1].index(kind)]

    def _gift(self, seat: int, kind: int, to: int, *, seen: bool) -> None:
        if seen:
            self._leaves(seat, kind)
            self.hands[to].append(kind)
        else:  # any known card may be the one that left: of each kind one fewer is certain
            self.hands[seat] = [k for k, copies in Counter(self.hands[seat]).items() for _ in range(copies - 1)]

    def _replace(self, to: Mapping[int, int]) -> None:
        """Hands change places; what this seat receives it is told card by card."""
        old = self.hands
        self.hands = old[:]
        for seat, place in to.items():
            self.hands[place] = sorted(old[seat]) if place != self.seat else []


@dataclass(frozen=True)
class Pending:
    """A card that has been played and whose effect is not settled; what a challenge is about is the color before it."""

    card: str
    seat: int
    color_before: str | None


class Numbers(NamedTuple):
    """What a seat knows of the round as the rules' own numbers: enough to play on from here in an imagined world.

    Fields of the round that everybody knows, those of which this seat alone knows something, and what the choices of all
    have told (:mod:`lastcard.rules.evidence`).
    """

    public: Mapping[str, Any]
    own: Mapping[str, Any]
    evidence: Mapping[str, Any]


@dataclass(frozen=True)
class View:
    """What one seat knows (``seat`` None: a spectator). Cards and colors are texts; ``numbers`` is for bots."""

    edition: str
    players: int
    seat: int | None
    options: dict[str, Any]
    round: int
    dealer: int
    turn: int
    to_move: tuple[int, ...]
    phase: str
    direction: int
    color: str | None
    top: str
    discard_pile: tuple[str, ...]
    draw_count: int
    counts: tuple[int, ...]
    hand: tuple[str, ...]
    drawn: str | None
    known: dict[int, tuple[str, ...]]
    owes_uno: tuple[int, ...]
    pending: Pending | None
    special: dict[str, Any]
    scores: tuple[int, ...]
    points: tuple[int, ...] | None
    hands: tuple[tuple[str, ...], ...] | None
    round_over: bool
    over: bool
    winner: int | None
    winners: tuple[int, ...]
    numbers: Numbers

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON data, without ``numbers``, which tells the same otherwise."""
        return {name: _plain(value) for name, value in vars(self).items() if name != "numbers"}


def _plain(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, Pending):
        return vars(value).copy()
    return value
