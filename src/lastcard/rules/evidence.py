"""What players have done with their hands, for all to see: the evidence that a bot goes by.

A *choice* is one number: what was played or that a card was drawn, on which color and top card, out of how many cards.
"""

from __future__ import annotations

from typing import Annotated

from ..moves import DRAW, PASS, PLAY, SEATS
from .build import kernel
from .core import ANSWER, DREW, TURN, after
from .state import Grid, Round, Row, Rules, State

HISTORY = 20  # choices of a seat that are kept
# move | top card << TOP | color in force << IN_FORCE | cards in the hand << SIZE | whether a pass followed the draw << PASSED
# | cards of the next player << COUNT_NEXT, of the one before << COUNT_PREVIOUS, of who had fewest << COUNT_FEWEST
TOP, IN_FORCE, SIZE, PASSED, COUNT_NEXT, COUNT_PREVIOUS, COUNT_FEWEST = 16, 24, 28, 36, 37, 44, 51
PILE = 7  # bits for the number of cards of a color


class Evidence(State):
    """The last choices of every seat, in a ring."""

    choices: Annotated[Row, "i8", SEATS]  # how many there have been in this round
    choice: Annotated[Grid, "i8", SEATS, HISTORY]
    piled: Annotated[Grid, "i8", SEATS, HISTORY]  # the discard pile at that time
    pile: int  # the discard pile as the number of cards of each color, PILE bits each,
    pile_n: int  # as far as it has been counted


@kernel
def forget_choices(e: Evidence) -> None:
    for seat in range(SEATS):
        e.choices[seat] = 0
    e.pile_n = 0


@kernel
def count_pile(g: Round, e: Evidence) -> None:
    """Go on counting the discard pile; from its bottom where it has become the draw pile or is another round's."""
    if e.pile_n == 0 or e.pile_n > g.discard_n:
        e.pile_n = 0
        e.pile = 0
    while e.pile_n < g.discard_n:
        e.pile += 1 << PILE * (g.discard[e.pile_n] >> 4)
        e.pile_n += 1


@kernel
def observe(r: Rules, g: Round, e: Evidence, seat: int, move: int) -> None:
    """Take in a move before it is done. The play of a card just drawn tells nothing about the hand."""
    verb = move >> 12
    if verb == PLAY or verb == DRAW:
        if g.phase == TURN or g.phase == ANSWER:
            choice = move | g.discard[g.discard_n - 1] << TOP | g.color << IN_FORCE | g.hand_n[seat] << SIZE
            choice |= g.hand_n[after(g, seat, 1)] << COUNT_NEXT | g.hand_n[after(g, seat, -1)] << COUNT_PREVIOUS
            fewest = 127
            for other in range(g.players):
                if other != seat:
                    fewest = min(fewest, g.hand_n[other])
            count_pile(g, e)
            e.choice[seat][e.choices[seat] % HISTORY] = choice | fewest << COUNT_FEWEST
            e.piled[seat][e.choices[seat] % HISTORY] = e.pile
            e.choices[seat] += 1
    elif verb == PASS:
        if g.phase == DREW and e.choices[seat]:
            e.choice[seat][(e.choices[seat] - 1) % HISTORY] |= 1 << PASSED
    else:
        observe_special(r, g, e, seat, move)


@kernel
def observe_special(r: Rules, g: Round, e: Evidence, seat: int, move: int) -> None:
    """Other moves: nothing to keep. An edition in which whole hands change places replaces it, and forgets."""
    return


def told(e: Evidence, players: int) -> dict[str, tuple[object, ...]]:
    """The same as plain rows of the seats in play."""
    return {
        "choices": tuple(e.choices[:players]),
        "choice": tuple(map(tuple, e.choice[:players])),
        "piled": tuple(map(tuple, e.piled[:players])),
    }
