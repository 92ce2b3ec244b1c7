"""Trying moves out: worlds imagined from what one seat knows, each move played on to the end in the same worlds.

What the seat knows is a round in which the other hands hold the cards known to be there, and the draw pile everything unseen;
:class:`Unseen` says how many cards each hand lacks, and carries the evidence.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated

from ..cards import FIRST_WILD, FX_DRAW_FOUR, WILD
from ..moves import CATCH, SEATS
from .build import entry, kernel, lowest
from .core import ANSWER, DREW, NONE, after, below, gain, lose, seed_dice, shuffle_draw, step
from .evidence import CHOICES, LACKS, Evidence, in_lack
from .policy import Player, play_out, prefer, prefer_turn, some_card
from .state import CARDS, Grid, Round, Row, Rules

# The columns of a move's totals.
TRIALS, WINS, POINTS, VALUE, SQUARES, TOTALS = range(6)
BUCKETS, BUCKET = 64, 10  # a value for each winner and so many points
HANDS = 6  # to find a hand that fits what was played
TRIES = 16  # to find a card for a hand that the evidence does not exclude


class Unseen(Evidence):
    """What a seat does not see."""

    missing: Annotated[Row, "i8", SEATS]  # cards that each hand has besides those known
    used: Annotated[Row, "i8", LACKS]
    dealt: Annotated[Row, "i8", CARDS]
    odd: int  # of a hundred hands that would have played another card, how many are taken all the same
    trust: int  # of a hundred worlds, how many take the evidence for certain
    lowest: int  # whoever has fewest points wins the game: the value is by the own points, not the winner's


@kernel
def copy_round(gs: MutableSequence[Round], to: int, of: int) -> None:
    """One record over another; interpreted, a copy takes the other's place."""
    gs[to] = gs[of]


@kernel
def excluded(e: Unseen, seat: int, size: int, kind: int) -> bool:
    """Whether a hand of this size has no place left for such a card, going by the evidence."""
    for i in range(LACKS):
        if e.without[seat][i] and in_lack(kind, e.lack[seat][i]) and e.used[i] >= size - e.without[seat][i]:
            return True
    return False


@kernel
def use(e: Unseen, seat: int, kind: int) -> None:
    for i in range(LACKS):
        if in_lack(kind, e.lack[seat][i]):
            e.used[i] += 1


@kernel
def fill_hand(g: Round, e: Unseen, seat: int, p: Player, trusting: bool) -> None:
    """Deal what a hand is missing out of the unseen cards."""
    size = g.hand_n[seat] + e.missing[seat]
    for i in range(LACKS):
        e.used[i] = 0
    for color in range(5):
        ranks = g.held[seat][color]
        while ranks:
            kind = color << 4 | lowest(ranks)
            ranks &= ranks - 1
            for _ in range(g.hand[seat][kind]):
                use(e, seat, kind)
    for i in range(e.missing[seat]):
        at = below(p, g.draw_n)
        tries = 0
        while trusting and tries < TRIES and excluded(e, seat, size, g.draw[at]):
            at = below(p, g.draw_n)
            tries += 1
        kind = int(g.draw[at])
        g.draw_n -= 1
        g.draw[at] = g.draw[g.draw_n]
        use(e, seat, kind)
        gain(g, seat, kind)
        e.dealt[i] = kind


@kernel
def take_back(g: Round, e: Unseen, seat: int) -> None:
    """What was dealt to a hand goes back among the unseen cards."""
    for i in range(e.missing[seat]):
        lose(g, seat, e.dealt[i])
        g.draw[g.draw_n] = e.dealt[i]
        g.draw_n += 1


@kernel
def is_likely(r: Rules, g: Round, e: Unseen, seat: int, p: Player) -> bool:
    """Whether a steady player with this hand would have played what the seat did play; now and then it need not be."""
    color = g.color
    top = g.discard[g.discard_n - 1]
    back = 0
    likely = True
    for i in range(CHOICES):
        choice = e.choice[seat][i]
        if choice == 0 or choice >> 24 != g.hand_n[seat] + 1:
            break  # cards have come in between
        kind = choice >> 5 & 127
        gain(g, seat, kind)
        back += 1
        g.color = choice >> 20 & 15
        g.discard[g.discard_n - 1] = choice >> 12 & 127
        move = prefer_turn(r, g, seat, p)
        same = move >> 5 & 127 == kind
        if same and kind >= FIRST_WILD and r.colorless >> (kind & 15) & 1 == 0:
            same = p.colors[choice >> 1 & 7] >= p.colors[move >> 1 & 7]
        if not same and below(p, 100) >= e.odd:
            likely = False
            break
    for i in range(back):
        lose(g, seat, e.choice[seat][i] >> 5 & 127)
    g.color = color
    g.discard[g.discard_n - 1] = top
    return likely


@kernel
def imagine(r: Rules, g: Round, e: Unseen, seat: int, p: Player) -> None:
    """Turn what a seat knows into a world: fill hands, judge a pending Wild Draw Four, fit hidden choices, shuffle."""
    owing = g.owes_uno
    trusting = below(p, 100) < e.trust
    for i in range(1, g.players):
        other = (seat + i) % g.players
        if e.missing[other] > 0:
            fill_hand(g, e, other, p, trusting)
            tries = 0
            while trusting and tries < HANDS and not is_likely(r, g, e, other, p):
                take_back(g, e, other)
                fill_hand(g, e, other, p, trusting)
                tries += 1
    g.owes_uno = owing
    if g.phase == ANSWER and g.actor != seat and r.fx[g.card] == FX_DRAW_FOUR:
        g.guilty = 1 if g.held[g.actor][g.color_before] or (r.wilds_match and g.held[g.actor][WILD]) else 0
        if r.bluff == 0:
            g.guilty = 0
    if g.phase == DREW and g.turn != seat:
        g.drawn = some_card(g, g.turn, 5, p)
    imagine_special(r, g, seat, p)
    seed_dice(g, below(p, 1 << 30))
    shuffle_draw(g, g.draw_n)


@kernel
def imagine_special(r: Rules, g: Round, seat: int, p: Player) -> None:
    """Hidden choices are fitted to the hands that were dealt. An edition with such choices replaces it."""
    return


@kernel
def try_move(r: Rules, g: Round, seat: int, move: int, p: Player, out: Row) -> None:
    """Do a move (NONE: let a chance pass) and play on to the end. Who forgets the call is caught half of the time."""
    if move != NONE:
        step(r, g, seat, move)
        if g.owes_uno >> seat & 1 and below(p, 2):
            step(r, g, after(g, seat, 1), CATCH << 12 | seat << 1)
    else:
        mover = lowest(g.waiting)
        step(r, g, mover, prefer(r, g, mover, p, out))
    play_out(r, g, p, out)


@kernel
def add_trial(g: Round, e: Unseen, seat: int, values: Grid, total: Row) -> None:
    """Count how a trial ended for the seat."""
    won = g.winner == seat
    points = g.points[seat] if e.lowest else g.score
    worth = values[g.winner if g.winner != NONE else SEATS][min(points // BUCKET, BUCKETS - 1)]
    total[TRIALS] += 1
    if won:
        total[WINS] += 1
        total[POINTS] += g.score
    total[VALUE] += worth
    total[SQUARES] += worth * worth


@entry
def try_moves(
    rs: MutableSequence[Rules],
    gs: MutableSequence[Round],
    es: MutableSequence[Unseen],
    ps: MutableSequence[Player],
    moves: Row,
    seat: int,
    seed: int,
    worlds: int,
    values: Grid,
    totals: Grid,
    out: Row,
) -> None:
    """So many worlds, from this seed on; every move in each of them, with the same dice.

    ``gs[0]`` is what the seat knows; the other two are worked in.
    """
    r = rs[0]
    e = es[0]
    p = ps[0]
    for world in range(worlds):
        seed_dice(p, seed + world)
        copy_round(gs, 1, 0)
        imagine(r, gs[1], e, seat, p)
        dice = below(p, 1 << 30)
        for i in range(len(moves)):
            copy_round(gs, 2, 1)
            seed_dice(p, dice)
            p.verdict = NONE
            try_move(r, gs[2], seat, moves[i], p, out)
            add_trial(gs[2], e, seat, values, totals[i])
