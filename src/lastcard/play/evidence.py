"""Evidence for bots: what players have openly done with their hands.

A *choice* is one number. It says what was played, or that a card was drawn, and records the color, the top card and how many
cards the player had.
"""

from __future__ import annotations

from typing import Annotated

from ..bits import arg_of, bit, color_of_kind, has, kind_of, move_of, verb_of
from ..house_rules import MOVE, SWAP_CHOSEN
from ..moves import ACCEPT, CHOOSE, DISCARD, DONE, DRAW, JUMP, PASS, PLAY, SEATS
from ..rules.build import hook, kernel
from ..rules.seats import after, team
from ..rules.state import ANSWER, CHOOSING, DREW, FOLLOWING, NONE, TURN, VOTING, Grid, Round, Row, Rules, State

HISTORY = 20  # how many choices are kept for each seat
# A choice holds the move, then the top card, the color in force, the hand size, whether a pass followed the draw, and the hand
# sizes of the next player, the previous player and the player with the fewest cards. Last comes what the player could choose
# from. These are the positions of their bits:
TOP, IN_FORCE, SIZE, PASSED, COUNT_NEXT, COUNT_PREVIOUS, COUNT_FEWEST, AMONG = 16, 24, 28, 36, 37, 44, 51, 58
# What a player chose from: all that match, answers to the draw card on top, cards with the same number, or nobody can say.
MATCHING, ANSWERS, SAME_NUMBER, UNKNOWN = range(4)
PILE = 7  # bits that count the cards of one color in a pile


class Evidence(State):
    """The last choices of every seat, in a ring buffer."""

    choices: Annotated[Row, "i8", SEATS]  # how many there have been in this round
    choice: Annotated[Grid, "i8", SEATS, HISTORY]
    piled: Annotated[Grid, "i8", SEATS, HISTORY]  # the discard pile at that time
    pile: int  # how many cards of each color are in the discard pile, PILE bits each
    pile_n: int  # how many of its cards have been counted


# ---- choices and piles as numbers ------------------------------------------------------------------
@kernel
def chosen(choice: int) -> int:
    """Return the move that was made."""
    return choice & 0xFFFF


@kernel
def top_then(choice: int) -> int:
    """Return the top card of the discard pile at that time."""
    return choice >> TOP & 127


@kernel
def color_then(choice: int) -> int:
    """Return the color that was in force."""
    return choice >> IN_FORCE & 15


@kernel
def size_then(choice: int) -> int:
    """Return how many cards were in the hand."""
    return choice >> SIZE & 255


@kernel
def passed_then(choice: int) -> int:
    """Whether a pass followed the draw."""
    return choice >> PASSED & 1


@kernel
def next_then(choice: int) -> int:
    """Return how many cards the next player had."""
    return choice >> COUNT_NEXT & 127


@kernel
def previous_then(choice: int) -> int:
    """Return how many cards the previous player had."""
    return choice >> COUNT_PREVIOUS & 127


@kernel
def fewest_then(choice: int) -> int:
    """Return how many cards the other player with the fewest had."""
    return choice >> COUNT_FEWEST & 127


@kernel
def among_then(choice: int) -> int:
    """Return what the player chose from."""
    return choice >> AMONG & 3


@kernel
def piled_cards(kind: int, copies: int) -> int:
    """Return a pile with this many cards of one kind. Piles can be added together."""
    return copies << PILE * color_of_kind(kind)


@kernel
def in_pile(pile: int, color: int) -> int:
    """Return how many cards of a color are in a pile."""
    return pile >> PILE * color & ((1 << PILE) - 1)


# ---- watching --------------------------------------------------------------------------------------
@kernel
def forget_choices(e: Evidence) -> None:
    for seat in range(SEATS):
        e.choices[seat] = 0
    e.pile_n = 0


@kernel
def count_pile(g: Round, e: Evidence) -> None:
    """Continue counting the discard pile, or start over after a reshuffle or in a new round."""
    if e.pile_n == 0 or e.pile_n > g.discard_n:
        e.pile_n = 0
        e.pile = 0
    while e.pile_n < g.discard_n:
        e.pile += piled_cards(g.discard[e.pile_n], 1)
        e.pile_n += 1


@kernel
def remember(g: Round, e: Evidence, seat: int, move: int, among: int) -> None:
    """Add a choice to the last ones of a seat."""
    choice = move | g.discard[g.discard_n - 1] << TOP | g.color << IN_FORCE | g.hand_n[seat] << SIZE | among << AMONG
    choice |= g.hand_n[after(g, seat, 1)] << COUNT_NEXT | g.hand_n[after(g, seat, -1)] << COUNT_PREVIOUS
    fewest = 127
    ours = team(g, seat) if g.teams else bit(seat)
    for other in range(g.players):
        count = g.hand_n[other]
        if count < fewest and has(ours, other) == 0:
            fewest = count
    count_pile(g, e)
    e.choice[seat][e.choices[seat] % HISTORY] = choice | fewest << COUNT_FEWEST
    e.piled[seat][e.choices[seat] % HISTORY] = e.pile
    e.choices[seat] += 1


@kernel
def among_now(g: Round) -> int:
    """Return what the seat that is asked can choose from. A stack that was sent back doesn't show its last draw card."""
    if g.stack:
        return ANSWERS if g.base == g.discard[g.discard_n - 1] else UNKNOWN
    return SAME_NUMBER if g.phase == FOLLOWING else MATCHING


@kernel
def has_nothing(g: Round, verb: int) -> bool:
    """Whether this move says that its player has no answer to the draw card on top, or no more cards of that number."""
    if verb == ACCEPT:
        return g.stack > 0 and g.hand_n[g.actor] > 0 and among_now(g) == ANSWERS
    return verb == DONE and g.phase == FOLLOWING


@kernel
def observe(r: Rules, g: Round, e: Evidence, seat: int, move: int) -> None:
    """Record a move before it is made. Playing a card just drawn says nothing about the hand, so it is left out."""
    verb = verb_of(move)
    if verb <= DRAW:
        if g.phase == TURN:
            remember(g, e, seat, move, MATCHING)
        elif g.phase == ANSWER or g.phase == FOLLOWING:
            remember(g, e, seat, move, among_now(g))
        if r.ruled and verb == PLAY:
            forget_passed(r, e, kind_of(move))
    elif verb == PASS:
        if g.phase == DREW and e.choices[seat]:
            e.choice[seat][(e.choices[seat] - 1) % HISTORY] |= 1 << PASSED
    elif verb == JUMP:
        remember(g, e, seat, move_of(PLAY, kind_of(move)), UNKNOWN)  # a choice has no room for the verb
        forget_passed(r, e, kind_of(move))
    else:
        if g.phase == ANSWER or g.phase == VOTING or g.phase >= CHOOSING:
            if has_nothing(g, verb):
                remember(g, e, seat, move_of(DRAW), among_now(g))
            forget_moved(r, g, e, seat, move)
        observe_special(r, g, e, seat, move)


@kernel
def forget_passed(r: Rules, e: Evidence, kind: int) -> None:
    """Forget all choices if the house rule on this card moves every hand."""
    if r.moving[r.written[kind]] == MOVE:
        forget_choices(e)


@kernel
def forget_moved(r: Rules, g: Round, e: Evidence, seat: int, move: int) -> None:
    """Forget the choices of those whose hands a running house rule may move or shrink."""
    if verb_of(move) == DISCARD:
        e.choices[seat] = 0
    if g.card == NONE or g.hand_n[g.actor] == 0:
        return
    moving = r.moving[r.written[g.card]]
    if moving == MOVE:
        forget_choices(e)
    elif moving == SWAP_CHOSEN and verb_of(move) == CHOOSE:
        e.choices[g.actor] = 0
        e.choices[arg_of(move)] = 0


@hook
def observe_special(r: Rules, g: Round, e: Evidence, seat: int, move: int) -> None:
    """Record a move other than a play, draw or pass. By default nothing is kept. Replace it if hands can change places.

    When: before each such move, if bots are watching.
    May: the evidence.
    """
    return


def told(e: Evidence, players: int) -> dict[str, tuple[object, ...]]:
    """Return the evidence as plain tuples, for the seats in play."""
    return {
        "choices": tuple(e.choices[:players]),
        "choice": tuple(map(tuple, e.choice[:players])),
        "piled": tuple(map(tuple, e.piled[:players])),
    }
