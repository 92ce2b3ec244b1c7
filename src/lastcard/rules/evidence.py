"""What players' choices tell about their hands, for all to see: who draws has nothing that fits, who spends a wild neither.

A *lack* is a set of cards that a seat did not have: a color and a symbol, or the wilds. It is kept with how many of the
seat's cards are still known not to be in that set; cards that come later may be. A *choice* is a play from the hand, with
what it was played on: it tells something about the cards that were not played.
"""

from __future__ import annotations

from typing import Annotated

from ..cards import FIRST_WILD, FX_SPECIAL
from ..moves import DRAW, PASS, PLAY, SEATS
from .build import kernel
from .core import ANSWER, DREW, NONE, TURN, same_symbol
from .state import Grid, Round, Row, Rules, State

LACKS, CHOICES = 4, 3
WILDS = 1 << 20  # the set of all wilds; other sets are color | ranks << 4
NO_COLOR = 15


class Evidence(State):
    """The last lacks of every seat, the first place being for wilds; its last choices, the newest first."""

    lack: Annotated[Grid, "i8", SEATS, LACKS]
    without: Annotated[Grid, "i8", SEATS, LACKS]  # at least so many of the seat's cards are not in the set
    last: Annotated[Row, "i8", SEATS]  # the place written last
    choice: Annotated[Grid, "i8", SEATS, CHOICES]  # size of the hand << 24 | color in force << 20 | top card << 12 | play


@kernel
def in_lack(kind: int, lack: int) -> bool:
    """Whether a card belongs to a set."""
    if kind >= FIRST_WILD:
        return lack >= WILDS
    return kind >> 4 == lack & 15 or (lack >> 4 >> (kind & 15) & 1) != 0


@kernel
def forget_all(e: Evidence) -> None:
    for seat in range(SEATS):
        e.last[seat] = 0
        for i in range(LACKS):
            e.lack[seat][i] = 0
            e.without[seat][i] = 0
        for i in range(CHOICES):
            e.choice[seat][i] = 0


@kernel
def observe(r: Rules, g: Round, e: Evidence, seat: int, move: int) -> None:
    """Take in a move before it is done."""
    verb = move >> 12
    if verb == PLAY:
        if g.phase != DREW:  # else it is the card just drawn
            observe_play(r, g, e, seat, move)
    elif verb == DRAW:
        if g.phase == TURN or g.phase == ANSWER:
            e.lack[seat][0] = WILDS | NO_COLOR
            e.without[seat][0] = g.hand_n[seat]
            lacks(r, g, e, seat, g.hand_n[seat])
    elif verb == PASS:
        if g.phase == DREW:
            e.without[seat][e.last[seat]] += 1
    elif g.phase != TURN:
        observe_special(r, g, e, seat, move)


@kernel
def observe_play(r: Rules, g: Round, e: Evidence, seat: int, move: int) -> None:
    """A card leaves the hand; who plays a wild had most likely nothing else that fits."""
    kind = move >> 5 & 127
    observe_loss(e, seat, kind)
    for i in range(CHOICES - 1, 0, -1):
        e.choice[seat][i] = e.choice[seat][i - 1]
    e.choice[seat][0] = g.hand_n[seat] << 24 | g.color << 20 | g.discard[g.discard_n - 1] << 12 | move
    if kind >= FIRST_WILD and g.hand_n[seat] > 1:
        lacks(r, g, e, seat, g.hand_n[seat] - 1)


@kernel
def observe_loss(e: Evidence, seat: int, kind: int) -> None:
    """A card has left the hand; NONE: any card."""
    for i in range(LACKS):
        if e.without[seat][i] and (kind == NONE or not in_lack(kind, e.lack[seat][i])):
            e.without[seat][i] -= 1


@kernel
def lacks(r: Rules, g: Round, e: Evidence, seat: int, count: int) -> None:
    """None of so many cards fits the card on top: written over the same color, else over what tells least."""
    at = 1
    for i in range(1, LACKS):
        if e.without[seat][i] and e.lack[seat][i] & 15 == g.color:
            at = i
            break
        if e.without[seat][i] < e.without[seat][at]:
            at = i
    e.lack[seat][at] = g.color | same_symbol(r, g) << 4
    e.without[seat][at] = count
    e.last[seat] = at


@kernel
def observe_special(r: Rules, g: Round, e: Evidence, seat: int, move: int) -> None:
    """Moves of other kinds: a special card may move whole hands, so all is forgotten. An edition replaces it to keep more."""
    if g.card != NONE and r.fx[g.card] == FX_SPECIAL:
        forget_all(e)


def told(e: Evidence, players: int) -> dict[str, tuple[tuple[int, ...], ...]]:
    """The same as plain rows of the seats in play."""
    return {name: tuple(map(tuple, getattr(e, name)[:players])) for name in ("lack", "without", "choice")}
