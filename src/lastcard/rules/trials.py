"""Trying moves out: worlds imagined from what one seat knows, each move played on in the same worlds.

What the seat knows is a round in which the other hands hold the cards known to be there, and the draw pile everything unseen;
:class:`~lastcard.rules.beliefs.Unseen` says how many cards each hand lacks. A trial ends with the round, or is judged
before that (:mod:`~lastcard.rules.outlook`), which depends less on luck.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ..cards import FX_DRAW_FOUR, WILD
from ..moves import CATCH, SEATS
from .beliefs import Unseen, first_world, rethink, see_pile
from .build import entry, kernel, lowest
from .core import ANSWER, DREW, NONE, OVER, TURN, after, below, seed_dice, shuffle_draw, step
from .outlook import Judge, weigh
from .policy import prefer, prefer_next, see, some_card
from .state import Grid, Round, Row, Rules

# The columns of a move's totals.
TRIALS, WINS, POINTS, VALUE, SQUARES, TOTALS = range(6)
BUCKETS, BUCKET = 64, 10  # a value for each winner and so many points
LONGEST_TRIAL = 1500  # moves after which a trial is given up
KNOWN, BELIEVED, WORLD, TRIAL, ROUNDS = range(5)  # the rounds that are worked with


@kernel
def copy_round(gs: MutableSequence[Round], to: int, of: int) -> None:
    """One record over another; interpreted, a copy takes the other's place."""
    gs[to] = gs[of]


@kernel
def imagine(r: Rules, g: Round, seat: int, p: Judge) -> None:
    """Complete a world: judge a pending Wild Draw Four, fit hidden choices, shuffle the pile."""
    if g.phase == ANSWER and g.actor != seat and r.fx[g.card] == FX_DRAW_FOUR:
        g.guilty = 0
        if r.bluff and (g.held[g.actor][g.color_before] or (r.wilds_match and g.held[g.actor][WILD])):
            g.guilty = 1
    if g.phase == DREW and g.turn != seat:
        g.drawn = some_card(g, g.turn, 5, p)
    imagine_special(r, g, seat, p)
    seed_dice(g, below(p, 1 << 30))
    shuffle_draw(g, g.draw_n)


@kernel
def imagine_special(r: Rules, g: Round, seat: int, p: Judge) -> None:
    """Hidden choices are fitted to the hands that were dealt. An edition with such choices replaces it."""
    return


@kernel
def try_move(r: Rules, g: Round, seat: int, move: int, p: Judge, out: Row) -> None:
    """Do a move (NONE: let a chance pass) and play on. Who forgets the call is caught half of the time."""
    if move != NONE:
        see(p, move)
        step(r, g, seat, move)
        if g.owes_uno >> seat & 1 and below(p, 2):
            step(r, g, after(g, seat, 1), CATCH << 12 | seat << 1)
    else:
        mover = lowest(g.waiting)
        move = prefer(r, g, mover, p, out)
        see(p, move)
        step(r, g, mover, move)
    play_on(r, g, seat, p, out)


@kernel
def play_on(r: Rules, g: Round, seat: int, p: Judge, out: Row) -> None:
    """The round from here to its end, or to the turn of the seat at which it is judged."""
    most = g.steps + LONGEST_TRIAL
    turns = p.turns
    while g.phase != OVER and g.steps < most:
        if g.phase == TURN and g.waiting == 1 << seat and g.owes_uno == 0:
            turns -= 1
            if turns == 0:
                return
        choice = prefer_next(r, g, p, out)
        see(p, choice & 0xFFFFF)
        step(r, g, choice >> 20, choice & 0xFFFFF)


@kernel
def value_of(values: Grid, winner: int, points: int) -> int:
    return values[winner if winner != NONE else SEATS][min(points // BUCKET, BUCKETS - 1)]


@kernel
def foresee(r: Rules, g: Round, e: Unseen, seat: int, values: Grid, p: Judge) -> int:
    """What a trial is worth that has not ended: by who is likely to win, with the points that are in the hands now."""
    odds = weigh(r, g, p)
    points = 0
    for other in range(g.players):
        points += p.holding[other]
    worth = 0
    for winner in range(g.players):
        counted = points - p.holding[winner]
        if e.lowest:
            counted = 0 if winner == seat else p.holding[seat]
        worth += p.standing[winner] * value_of(values, winner, counted)
    return (worth + odds // 2) // odds


@kernel
def add_trial(r: Rules, g: Round, e: Unseen, seat: int, values: Grid, total: Row, p: Judge) -> None:
    """Count how a trial went for the seat."""
    if p.turns and g.phase != OVER:
        worth = foresee(r, g, e, seat, values, p)
    else:
        worth = value_of(values, g.winner, g.points[seat] if e.lowest else g.score)
    total[TRIALS] += 1
    if g.winner == seat:
        total[WINS] += 1
        total[POINTS] += g.score
    total[VALUE] += worth
    total[SQUARES] += worth * worth


@entry
def try_moves(
    rs: MutableSequence[Rules],
    gs: MutableSequence[Round],
    es: MutableSequence[Unseen],
    ps: MutableSequence[Judge],
    moves: Row,
    seat: int,
    seed: int,
    worlds: int,
    values: Grid,
    totals: Grid,
    out: Row,
) -> None:
    """So many worlds; every move in each of them, with the same dice. ``gs[0]`` is what the seat knows.

    A seed begins anew; NONE goes on from the last world.
    """
    r = rs[0]
    e = es[0]
    p = ps[0]
    if seed != NONE:
        seed_dice(p, seed)
        copy_round(gs, BELIEVED, KNOWN)
        first_world(r, gs[BELIEVED], e, seat, p)
    for _ in range(worlds):
        rethink(r, gs[BELIEVED], e, p, e.more)
        copy_round(gs, WORLD, BELIEVED)
        imagine(r, gs[WORLD], seat, p)
        dice = below(p, 1 << 30)
        for i in range(len(moves)):
            copy_round(gs, TRIAL, WORLD)
            seed_dice(p, dice)
            p.verdict = NONE
            see_pile(p, e.pile)
            try_move(r, gs[TRIAL], seat, moves[i], p, out)
            add_trial(r, gs[TRIAL], e, seat, values, totals[i], p)
        seed_dice(p, dice + 1)
