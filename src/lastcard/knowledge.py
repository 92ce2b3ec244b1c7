"""Which cards one seat knows in each hand, worked out from the events that it may see.

:class:`Knowledge` follows the events as one seat sees them. :class:`Truth` follows all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from copy import copy
from typing import Self

from .events import E_HANDED, E_SHOWN, Row, Teller

EVERYTHING = -1

Texts = tuple[tuple[str, ...], dict[int, tuple[str, ...]]]  # the cards of a seat's own hand, and those it knows in others


def takers(moved: str, row: Row, players: int) -> dict[int, int]:
    """Return where whole hands go, giver to taker, when two players swap or everyone passes theirs on."""
    _, seat, _, n = row
    if moved == "swap":
        return {seat: n, n: seat}
    step = 1 if n == 0 else -1
    return {giver: (giver + step) % players for giver in range(players)}


class Knowledge:
    """The cards that a seat (None: a spectator; EVERYTHING: the truth) knows in each hand, in the order received."""

    def __init__(self, seat: int | None, players: int) -> None:
        self.seat = seat
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.read = 0
        self._texts: Texts | None = None  # until the hands change

    def copy(self) -> Self:
        """Return a copy that continues independently."""
        twin = copy(self)
        twin.hands = [hand[:] for hand in self.hands]
        return twin

    def catch_up(self, teller: Teller, log: list[Row]) -> None:
        """Follow the rows written since the last time."""
        self.follow(teller, log[self.read :])
        self.read = len(log)

    def texts(self, card_texts: Mapping[int, str]) -> Texts:
        """Return the seat's own hand, and the cards it knows in other hands by seat. The same objects until they change."""
        if self._texts is None:
            hands = [tuple([card_texts[kind] for kind in hand]) for hand in self.hands]
            own = () if self.seat is None else hands[self.seat]
            self._texts = own, {seat: hand for seat, hand in enumerate(hands) if hand and seat != self.seat}
        return self._texts

    def follow(self, teller: Teller, rows: Iterable[Row]) -> None:
        """Follow these rows."""
        cards = teller.cards
        for row in rows:
            moved = cards[row[0]]
            if moved == "out":
                self._leaves(row[1], row[2])
            elif moved:
                seers = teller.seers(row)
                self._apply(moved, row, seen=seers is None or self.seat in seers or self.seat == EVERYTHING)

    def _apply(self, moved: str, row: Row, *, seen: bool) -> None:
        _, seat, kind, n = row
        if moved == "in" and not seen:
            return
        self._texts = None
        hands, is_mine = self.hands, n == self.seat
        if moved == "in":
            hands[seat].append(kind)
        elif moved == "gift":
            self._gift(seat, kind, n, seen=seen)
        elif moved == "seen" and kind not in hands[seat]:
            hands[seat].append(kind)
        elif moved in ("show", "shown") and is_mine:
            hands[seat] = [] if moved == "show" else [*hands[seat], kind]
        elif moved == "handed" and is_mine:
            hands[n].append(kind)
        elif moved in ("swap", "rotate"):
            self._replace(takers(moved, row, len(hands)))
        elif moved == "clear":
            self.hands = [[] for _ in hands]

    def _leaves(self, seat: int, kind: int) -> None:
        """Remove a card. Of two copies, the newer one goes, since it may be the one just drawn."""
        hand = self.hands[seat]
        if kind in hand:
            self._texts = None
            del hand[len(hand) - 1 - hand[::-1].index(kind)]

    def _gift(self, seat: int, kind: int, to: int, *, seen: bool) -> None:
        if seen:
            self._leaves(seat, kind)
            self.hands[to].append(kind)
        else:  # any known card may be the one that left, so one fewer of each kind is certain
            self.hands[seat] = [k for k, copies in Counter(self.hands[seat]).items() for _ in range(copies - 1)]

    def _replace(self, to: Mapping[int, int]) -> None:
        """Hand whole hands over. What this seat receives follows card by card."""
        old = self.hands
        self.hands = old[:]
        for seat, place in to.items():
            self.hands[place] = sorted(old[seat]) if place != self.seat else []


class Truth(Knowledge):
    """Every card of every hand, in the order received."""

    def __init__(self, players: int) -> None:
        super().__init__(EVERYTHING, players)

    def take_in(self, teller: Teller, log: list[Row]) -> None:
        """Follow new rows. After a row that shows or hands over a whole hand, write the hand into the log card by card.

        The cards are written in deck order, because the order received would reveal when each card came.
        """
        i = self.read
        while i < len(log):
            row = log[i]
            moved = teller.cards[row[0]]
            if moved in ("show", "swap", "rotate"):
                log[i + 1 : i + 1] = self._card_by_card(moved, row)
            i += 1
            if moved:
                self.follow(teller, (row,))
        self.read = len(log)

    def _card_by_card(self, moved: str, row: Row) -> list[Row]:
        _, seat, count, n = row
        hands = self.hands
        if moved == "show":
            return [(E_SHOWN, seat, kind, n) for kind in sorted(hands[seat][:count])]
        to = takers(moved, row, len(hands))
        return [(E_HANDED, giver, kind, taker) for giver, taker in to.items() for kind in sorted(hands[giver])]
