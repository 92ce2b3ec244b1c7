"""Who is likely to win from here, all hands open: what an imagined round is worth before it has ended.

Every hand has a strength, the sum of what its traits are worth; the odds of its player grow with it exponentially. The worth
of a trait was learned from rounds that steady players played to the end (``benchmarks/outlook.py``).
"""

from __future__ import annotations

import math
from array import array
from typing import Annotated

from ..cards import FX_DRAW_TWO, FX_REVERSE, FX_SKIP, WILD
from ..moves import SEATS
from .beliefs import can_play
from .build import kernel, lowest
from .core import after
from .policy import Player
from .state import Round, Row, Rules

# The traits of a hand: so many cards, up to SIZES, and each card more; that a card of it can be played now, by its size (more
# than three are alike) and by how soon its turn comes (on turn, next, next but one, later); then those that are counted.
SIZES, NEAR = 12, 4
MORE_CARDS = SIZES
PLAYABLE = SIZES + 1
OF_WILDS = PLAYABLE + NEAR * NEAR  # wilds in it
WITHOUT_WILD = OF_WILDS + 1  # none
LATE_WILD = OF_WILDS + 2  # some, among no more than three cards
OF_DRAWS = OF_WILDS + 3  # Draw Twos in it
OF_TURNS = OF_WILDS + 4  # Skips and Reverses
STOPPERS = OF_WILDS + 5  # of no more than four cards: Skips and Draw Twos of the color in force in the hand before it
WILD_BEFORE = OF_WILDS + 6  # the same: a wild in the hand before it
TRAITS = OF_WILDS + 7
SCALE = 100  # a strength counts hundredths of the logarithm of the odds
STRONGEST = 1200  # strengths are counted up to this, and down to its negative


class Judge(Player):
    """A player who tells before the end how a round stands."""

    turns: int  # the own turns after which a trial is judged; 0: it is played to its end
    worth: Annotated[Row, "i8", TRAITS]
    odds: Annotated[Row, "i8", 2 * STRONGEST + 1]  # by strength
    standing: Annotated[Row, "i8", SEATS]  # the odds of each seat
    holding: Annotated[Row, "i8", SEATS]  # the points in each hand


ODDS = array("q", (max(1, round(1000 * math.exp(strength / SCALE))) for strength in range(-STRONGEST, STRONGEST + 1)))
WORTH_OF_TWO = [
    *(138, 94, 69, 51, 27, 6, -16, -36, -55, -76, -92, -110),  # 1 to 12 cards
    -16,  # each more
    *(844, 133, 0, 0),  # the last card can be played: on turn, next
    *(71, 40, 0, 0),  # one of two
    *(32, 14, 0, 0),  # of three
    *(17, 9, 0, 0),  # of more
    *(41, -44, 62),  # each wild; none; some among few
    *(41, 18),  # each Draw Two; Skip or Reverse
    *(-14, 1),  # stoppers, and a wild, in the hand before
]
WORTH_OF_MORE = [
    *(213, 141, 95, 65, 20, -8, -34, -58, -79, -98, -118, -139),  # the same, with more players
    -23,
    *(982, 133, 98, 73),  # on turn, next, next but one, later
    *(82, 45, 34, 31),
    *(43, 23, 16, 12),
    *(31, 20, 17, 8),
    *(36, -31, 40),
    *(18, 4),
    *(-34, -25),
]


def worth_of(players: int) -> list[int]:
    """What traits are worth with so many players."""
    return WORTH_OF_TWO if players == 2 else WORTH_OF_MORE


@kernel
def strength(r: Rules, g: Round, seat: int, later: int, p: Judge) -> int:
    """What the traits of a hand are worth together, its turn being so many turns away; its points are noted, too."""
    size = g.hand_n[seat]
    p.holding[seat] = 0
    if size == 0:
        return STRONGEST
    total = p.worth[min(size, SIZES) - 1] + p.worth[MORE_CARDS] * max(size - SIZES, 0)
    if can_play(r, g, seat):
        total += p.worth[PLAYABLE + (min(size, NEAR) - 1) * NEAR + min(later, NEAR - 1)]
    for color in range(5):
        ranks = g.held[seat][color]
        while ranks:
            kind = color << 4 | lowest(ranks)
            ranks &= ranks - 1
            copies = g.hand[seat][kind]
            p.holding[seat] += copies * r.value[kind]
            if color == WILD:
                total += copies * p.worth[OF_WILDS]
            elif r.fx[kind] == FX_DRAW_TWO:
                total += copies * p.worth[OF_DRAWS]
            elif r.fx[kind] == FX_SKIP or r.fx[kind] == FX_REVERSE:
                total += copies * p.worth[OF_TURNS]
    if g.held[seat][WILD] == 0:
        total += p.worth[WITHOUT_WILD]
    elif size <= 3:
        total += p.worth[LATE_WILD]
    if size <= 4:
        before = g.held[after(g, seat, 0 - 1)]
        ranks = before[g.color]
        while ranks:
            fx = r.fx[g.color << 4 | lowest(ranks)]
            ranks &= ranks - 1
            if fx == FX_DRAW_TWO or fx == FX_SKIP:
                total += p.worth[STOPPERS]
        if before[WILD]:
            total += p.worth[WILD_BEFORE]
    return total


@kernel
def weigh(r: Rules, g: Round, p: Judge) -> int:
    """The odds of every seat, and their sum."""
    on_turn = lowest(g.waiting)
    total = 0
    for later in range(g.players):
        seat = after(g, on_turn, later)
        found = strength(r, g, seat, later, p)
        p.standing[seat] = p.odds[STRONGEST + max(min(found, STRONGEST), 0 - STRONGEST)]
        total += p.standing[seat]
    return total
