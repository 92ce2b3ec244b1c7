"""Estimates who is likely to win when all hands are known, to judge an imagined round before it ends.

Every hand has a strength, which is the sum of what its traits are worth. Its player's odds grow exponentially with it. What
traits are worth was learned from rounds that steady players played to the end (``benchmarks/outlook.py``).
"""

from __future__ import annotations

import math
from array import array
from typing import Annotated

from ..bits import colored_kinds, kind_at
from ..cards import FX_DRAW_TWO, FX_REVERSE, FX_SKIP, WILD
from ..moves import SEATS
from ..rules.build import kernel, lowest
from ..rules.legal import can_play
from ..rules.seats import after
from ..rules.state import Round, Row, Rules
from .policy import Player

# The traits of a hand: its size up to SIZES, and each card beyond that. Then whether one of its cards can be played now, by
# hand size (all above three are alike) and by how soon its turn comes (now, next, second next, later). The rest are below.
SIZES, NEAR = 12, 4
MORE_CARDS = SIZES
PLAYABLE = SIZES + 1
OF_WILDS = PLAYABLE + NEAR * NEAR  # each wild
WITHOUT_WILD = OF_WILDS + 1  # no wild
LATE_WILD = OF_WILDS + 2  # a wild among at most three cards
OF_DRAWS = OF_WILDS + 3  # each Draw Two
OF_TURNS = OF_WILDS + 4  # each Skip or Reverse
STOPPERS = OF_WILDS + 5  # with at most four cards: each Skip or Draw Two of the color in force in the previous hand
WILD_BEFORE = OF_WILDS + 6  # with at most four cards: a wild in the previous hand
TRAITS = OF_WILDS + 7
SCALE = 100  # strengths are in hundredths of the logarithm of the odds
STRONGEST = 1200  # strengths are limited to this and its negative


class Judge(Player):
    """A player who can judge a round before it ends."""

    turns: int  # how many of the seat's own turns to play before judging a trial; 0 plays it to the end
    worth: Annotated[Row, "i8", TRAITS]
    odds: Annotated[Row, "i8", 2 * STRONGEST + 1]  # by strength
    standing: Annotated[Row, "i8", SEATS]  # the odds of each seat
    holding: Annotated[Row, "i8", SEATS]  # the points in each hand


ODDS = array("q", (max(1, round(1000 * math.exp(strength / SCALE))) for strength in range(-STRONGEST, STRONGEST + 1)))
WORTH_OF_TWO = [
    *(138, 94, 69, 51, 27, 6, -16, -36, -55, -76, -92, -110),  # 1 to 12 cards
    -16,  # each card beyond that
    *(844, 133, 0, 0),  # the last card can be played: now, next
    *(71, 40, 0, 0),  # one of two cards can be played
    *(32, 14, 0, 0),  # one of three
    *(17, 9, 0, 0),  # one of more
    *(41, -44, 62),  # each wild; no wild; a wild among few cards
    *(41, 18),  # each Draw Two; each Skip or Reverse
    *(-14, 1),  # each stopper in the previous hand; a wild there
]
WORTH_OF_MORE = [
    *(213, 141, 95, 65, 20, -8, -34, -58, -79, -98, -118, -139),  # the same, with more players
    -23,
    *(982, 133, 98, 73),  # now, next, second next, later
    *(82, 45, 34, 31),
    *(43, 23, 16, 12),
    *(31, 20, 17, 8),
    *(36, -31, 40),
    *(18, 4),
    *(-34, -25),
]


def worth_of(players: int) -> list[int]:
    """Return what traits are worth with this many players."""
    return WORTH_OF_TWO if players == 2 else WORTH_OF_MORE


@kernel
def cards_worth(r: Rules, g: Round, seat: int, p: Judge) -> int:
    """Return what the cards of a hand are worth one by one. Their points are stored in ``p.holding``."""
    points = 0
    worth = 0
    for color in range(5):
        ranks = g.held[seat][color]
        while ranks:
            kind = kind_at(color, lowest(ranks))
            ranks &= ranks - 1
            copies = g.hand[seat][kind]
            fx = r.fx[kind]
            points += copies * r.value[kind]
            if color == WILD:
                worth += copies * p.worth[OF_WILDS]
            elif fx == FX_DRAW_TWO:
                worth += copies * p.worth[OF_DRAWS]
            elif fx == FX_SKIP or fx == FX_REVERSE:
                worth += copies * p.worth[OF_TURNS]
    p.holding[seat] = points
    return worth


@kernel
def threat(r: Rules, g: Round, seat: int, p: Judge) -> int:
    """Return what the cards of the previous player are worth to a player with few cards."""
    before = g.held[after(g, seat, 0 - 1)]
    worth = p.worth[WILD_BEFORE] if before[WILD] else 0
    ranks = before[g.color]
    while ranks:
        fx = r.fx[kind_at(g.color, lowest(ranks))]
        ranks &= ranks - 1
        if fx == FX_DRAW_TWO or fx == FX_SKIP:
            worth += p.worth[STOPPERS]
    return worth


@kernel
def cards_to_go(r: Rules, g: Round, seat: int) -> int:
    """Return how many cards the hand has. One that may not be a last card counts as two, since another is needed."""
    size = g.hand_n[seat]
    if size == 1 and r.ends:
        held = g.held[seat]
        return 1 if colored_kinds(held) & r.last_kinds or held[WILD] & r.last_wilds else 2
    return size


@kernel
def strength(r: Rules, g: Round, seat: int, later: int, p: Judge) -> int:
    """Return the strength of a hand whose turn is ``later`` turns away. Its points are stored in ``p.holding``."""
    size = cards_to_go(r, g, seat)
    p.holding[seat] = 0
    if size == 0:
        return STRONGEST
    total = p.worth[min(size, SIZES) - 1] + p.worth[MORE_CARDS] * max(size - SIZES, 0)
    if can_play(r, g, seat):
        total += p.worth[PLAYABLE + (min(size, NEAR) - 1) * NEAR + min(later, NEAR - 1)]
    total += cards_worth(r, g, seat, p)
    if g.held[seat][WILD] == 0:
        total += p.worth[WITHOUT_WILD]
    elif size <= 3:
        total += p.worth[LATE_WILD]
    return total + threat(r, g, seat, p) if size <= 4 else total


@kernel
def weigh(r: Rules, g: Round, p: Judge) -> int:
    """Store the odds of every seat in ``p.standing`` and return their sum."""
    on_turn = lowest(g.waiting)
    total = 0
    for later in range(g.players):
        seat = after(g, on_turn, later)
        found = strength(r, g, seat, later, p)
        p.standing[seat] = p.odds[STRONGEST + max(min(found, STRONGEST), 0 - STRONGEST)]
        total += p.standing[seat]
    return total
