"""Tries moves out: imagines worlds from what one seat knows, and plays on after each move in the same worlds.

What the seat knows is a round in which the other hands hold only the cards known to be there and the draw pile holds
everything unseen. :class:`~lastcard.play.beliefs.Unseen` says how many cards are missing from each hand. A trial ends with
the round, or is judged earlier (:mod:`~lastcard.play.outlook`), which depends less on luck.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ..bits import bit, colored_kinds, has, move_in, move_of, seat_in
from ..cards import FX_DRAW_FOUR, WILD
from ..moves import CATCH, SEATS
from ..rules.build import entry, hook, kernel, lowest
from ..rules.effects import step
from ..rules.piles import below, seed_dice, shuffle_draw
from ..rules.seats import after, team
from ..rules.stacking import two_answers
from ..rules.state import ANSWER, DREW, NONE, OVER, TURN, Grid, Round, Row, Rules
from .beliefs import Unseen, first_world, rethink, see_pile
from .outlook import Judge, weigh
from .policy import prefer, prefer_next, see, some_card

# The columns of the totals kept for each move.
TRIALS, WINS, POINTS, VALUE, SQUARES, TOTALS = range(6)
BUCKETS, BUCKET = 64, 10  # each winner has a value per bucket of this many points
LONGEST_TRIAL = 1500  # moves after which a trial is given up
KNOWN, BELIEVED, WORLD, TRIAL, ROUNDS = range(5)  # the rounds in ``gs``


@kernel
def copy_round(gs: MutableSequence[Round], to: int, of: int) -> None:
    """Copy one round's record over another's. Interpreted play replaces this kernel with one that copies objects."""
    gs[to] = gs[of]


@kernel
def imagine(r: Rules, g: Round, seat: int, p: Judge) -> None:
    """Complete a world: judge a pending Wild Draw Four, fit hidden choices to the hands, and shuffle the pile."""
    if g.phase == ANSWER and g.actor != seat and r.fx[g.card] == FX_DRAW_FOUR:
        g.guilty = 0
        held = g.held[g.actor]
        if g.under != NONE:  # stack-guilt
            g.guilty = 1 if colored_kinds(held) & two_answers(r, g.under, g.color_before) else 0
        elif r.bluff and (held[g.color_before] or (r.wilds_match and held[WILD])):
            g.guilty = 1
    if g.phase == DREW and g.turn != seat:
        g.drawn = some_card(g, g.turn, 5, p)
    imagine_special(r, g, seat, p)
    seed_dice(g, below(p, 1 << 30))
    shuffle_draw(g, g.draw_n)


@hook
def imagine_special(r: Rules, g: Round, seat: int, p: Judge) -> None:
    """Fit hidden choices to the imagined hands. Replace it if players of the edition make choices in secret.

    When: after a bot has dealt out the cards it can't see.
    May: the fields that hold hidden choices, and hands that couldn't have made them.
    """
    return


@kernel
def try_move(r: Rules, g: Round, seat: int, move: int, p: Judge, out: Row) -> None:
    """Make a move and play on. NONE lets a chance pass. A player who forgets the call is caught half of the time."""
    if move != NONE:
        see(p, move)
        step(r, g, seat, move)
        if has(g.owes_uno, seat) and below(p, 2):
            step(r, g, after(g, seat, 1), move_of(CATCH, arg=seat))
    else:
        mover = lowest(g.waiting)
        move = prefer(r, g, mover, p, out)
        see(p, move)
        step(r, g, mover, move)
    play_on(r, g, seat, p, out)


@kernel
def play_on(r: Rules, g: Round, seat: int, p: Judge, out: Row) -> None:
    """Play the round to its end, or to the seat's turn at which it is judged."""
    most = g.steps + LONGEST_TRIAL
    turns = p.turns
    while g.phase != OVER and g.steps < most:
        if g.phase == TURN and g.waiting == bit(seat) and g.owes_uno == 0:
            turns -= 1
            if turns == 0:
                return
        choice = prefer_next(r, g, p, out)
        see(p, move_in(choice))
        step(r, g, seat_in(choice), move_in(choice))


@kernel
def value_of(values: Grid, winner: int, points: int) -> int:
    return values[winner if winner != NONE else SEATS][min(points // BUCKET, BUCKETS - 1)]


@kernel
def foresee(r: Rules, g: Round, e: Unseen, seat: int, values: Grid, p: Judge) -> int:
    """Return what an unfinished trial is worth, by who is likely to win and the points in the hands now."""
    odds = weigh(r, g, p)
    points = 0
    for other in range(g.players):
        points += p.holding[other]
    worth = 0
    for winner in range(g.players):
        counted = points - of_team(g, p.holding, winner)
        if e.lowest:
            counted = of_team(g, p.holding, seat)
            if has(team(g, seat), winner):
                counted -= p.holding[winner]
        worth += p.standing[winner] * value_of(values, winner, counted)
    return (worth + odds // 2) // odds


@kernel
def of_team(g: Round, points: Row, seat: int) -> int:
    """Return the points in the hand of a seat, together with those of its partner if there are teams."""
    return points[seat] + points[(seat + g.players // 2) % g.players] if g.teams else points[seat]


@kernel
def add_trial(r: Rules, g: Round, e: Unseen, seat: int, values: Grid, total: Row, p: Judge) -> None:
    """Add the outcome of a trial for the seat to the totals."""
    if p.turns and g.phase != OVER:
        worth = foresee(r, g, e, seat, values, p)
    else:
        worth = value_of(values, g.winner, of_team(g, g.points, seat) if e.lowest else g.score)
    total[TRIALS] += 1
    if g.winner != NONE and has(team(g, seat), g.winner):
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
    """Try every move in each of this many worlds, with the same dice. ``gs[0]`` is what the seat knows.

    With a seed it starts from a new world, with NONE it continues from the last one.
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
