"""Playing rounds to the end at full speed: the ``random`` and ``chaos`` policies, and a model of people.

``random`` is uniform over the legal moves, but draws only when it cannot play, and calls UNO; a chance out of turn is taken
half of the time. ``chaos`` is uniform over everything that any seat may do. What people say, do and vote is not a matter of
policy but of chance: :class:`People` says how often somebody knows a line and does a dare; votes are honest.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ..cards import FIRST_WILD, FX_DRAW_FOUR, WILD
from ..moves import ACCEPT, CHALLENGE, DRAW, NO, PASS, PLAY, UNO, VOTE, YES
from .build import entry, kernel, lowest, popcount
from .core import (
    ANSWER,
    DREW,
    NONE,
    OVER,
    TURN,
    VOTING,
    below,
    breaks_draw_four,
    can_draw,
    chances,
    duties,
    interrupts,
    legal,
    matches,
    new_round,
    same_symbol,
    seed_dice,
    step,
)
from .state import Round, Row, Rules, State

LONGEST = 20_000  # moves after which a playout is given up; none of ours has come near


class People(State):
    """How people behave, in thousandths: the model of chance for social moves. Also the dice of the policy."""

    line: int  # knows a line
    dare: int  # does what was dared, or what a house rule's text says
    verdict: int  # what everybody saw, while they vote on it


DEFAULT_PEOPLE = {"line": 800, "dare": 700}


@kernel
def nth(bits: int, i: int) -> int:
    """The place of the i-th bit that is set."""
    while i > 0:
        bits &= bits - 1
        i -= 1
    return lowest(bits)


@kernel
def pick_turn(r: Rules, g: Round, seat: int, people: People) -> int:
    """A play at random, with the call where it is due; a draw, or a pass, only where nothing can be played."""
    same = same_symbol(r, g) * 0x10001
    held = g.held[seat]
    own = 0xFFFF << (g.color << 4)
    low = (held[0] | held[1] << 16) & (same | own)
    high = (held[2] | held[3] << 16) & (same | own >> 32)
    wilds = held[WILD]
    if r.bluff == 0 and wilds & r.draw_four and breaks_draw_four(r, g, seat):
        wilds &= ~r.draw_four
    plain = wilds & r.colorless
    wilds &= ~r.colorless
    a = popcount(low)
    b = a + popcount(high)
    c = b + 4 * popcount(wilds)
    n = c + popcount(plain)
    if n == 0:
        return DRAW << 12 if can_draw(g) else PASS << 12
    uno = 1 if g.hand_n[seat] == 2 else 0
    i = below(people, n)
    if i < a:
        return PLAY << 12 | nth(low, i) << 5 | uno
    if i < b:
        return PLAY << 12 | (32 | nth(high, i - a)) << 5 | uno
    if i < c:
        i -= b
        return PLAY << 12 | (FIRST_WILD | nth(wilds, i >> 2)) << 5 | (i & 3) << 1 | uno
    return PLAY << 12 | (FIRST_WILD | nth(plain, i - c)) << 5 | uno


@kernel
def pick_drawn(r: Rules, g: Round, seat: int, people: People, out: Row) -> int:
    """The drawn card or a pass, at random; mostly only the pass is possible."""
    if not matches(r, g, g.drawn):
        return PASS << 12
    n = duties(r, g, seat, out)
    move = out[below(people, n)]
    return move | 1 if move >> 12 == PLAY and g.hand_n[seat] == 2 else move


@kernel
def pick_answer(r: Rules, g: Round, people: People) -> int:
    """Accept; where one may challenge, do so half of the time."""
    can_challenge = r.bluff and r.fx[g.card] == FX_DRAW_FOUR and g.hand_n[g.actor] > 0
    return CHALLENGE << 12 if can_challenge and below(people, 2) else ACCEPT << 12


@kernel
def pick_held(g: Round, seat: int, colors: int, verb: int, people: People) -> int:
    """A move of this verb with one of the kinds held in the first so many colors; what ``add_held`` lists, without a list."""
    n = 0
    for color in range(colors):
        n += popcount(g.held[seat][color])
    i = below(people, n)
    color = 0
    while i >= popcount(g.held[seat][color]):
        i -= popcount(g.held[seat][color])
        color += 1
    return verb << 12 | (color << 4 | nth(g.held[seat][color], i)) << 5


@kernel
def pick_vote(g: Round, people: People) -> int:
    """Everybody saw the same and says so."""
    if people.verdict == NONE:
        people.verdict = succeeds(people)
    word = YES if people.verdict else NO
    if g.waiting & (g.waiting - 1) == 0:
        people.verdict = NONE
    return VOTE << 12 | word << 1


@kernel
def pick(r: Rules, g: Round, seat: int, people: People, out: Row) -> int:
    """The ``random`` policy for a seat in ``waiting``."""
    if g.phase == TURN:
        return pick_turn(r, g, seat, people)
    if g.phase == DREW:
        return pick_drawn(r, g, seat, people, out)
    if g.phase == ANSWER:
        return pick_answer(r, g, people)
    if g.phase == VOTING:
        return pick_vote(g, people)
    return pick_special(r, g, seat, people, out)


@kernel
def pick_special(r: Rules, g: Round, seat: int, people: People, out: Row) -> int:
    """In any other phase; an edition replaces it where people decide, or where it can be picked without a list."""
    n = duties(r, g, seat, out)
    return out[below(people, n)]


@kernel
def succeeds(people: People) -> int:
    """Whether the performer does what the table judges. An edition replaces it."""
    return 1 if below(people, 1000) < people.dare else 0


@kernel
def takers(r: Rules, g: Round) -> int:
    """The seats that the policy lets take a chance out of turn. An edition replaces it where it can tell faster."""
    return interrupts(r, g)


@kernel
def choose(r: Rules, g: Round, people: People, out: Row) -> int:
    """The next move and its seat, as one number: a call that is owed, a chance out of turn half of the time, else a duty."""
    if g.owes_uno:
        return lowest(g.owes_uno) << 20 | UNO << 12
    seats = takers(r, g)
    while seats:
        seat = lowest(seats)
        seats &= seats - 1
        n = chances(r, g, seat, out, 0)
        if n and below(people, 2):
            return seat << 20 | out[below(people, n)]
    seat = lowest(g.waiting)
    return seat << 20 | pick(r, g, seat, people, out)


@kernel
def playout(r: Rules, g: Round, people: People, out: Row) -> None:
    """The round from here to its end."""
    while g.phase != OVER and g.steps < LONGEST:
        choice = choose(r, g, people, out)
        step(r, g, choice >> 20, choice & 0xFFFFF)


@entry
def playouts(
    rs: MutableSequence[Rules],
    gs: MutableSequence[Round],
    ps: MutableSequence[People],
    out: Row,
    seed: int,
    games: int,
    totals: Row,
) -> None:
    """So many rounds, each of its own seed. Totals: moves, points, rounds without a winner or given up, wins by seat."""
    r = rs[0]
    g = gs[0]
    people = ps[0]
    for i in range(games):
        new_round(r, g, seed + i, NONE)
        seed_dice(people, seed + i ^ 0x5DEECE66D)
        people.verdict = NONE
        playout(r, g, people, out)
        totals[0] += g.steps
        totals[1] += g.score
        if g.winner == NONE:
            totals[2] += 1
        else:
            totals[3 + g.winner] += 1


@entry
def start(rs: MutableSequence[Rules], gs: MutableSequence[Round], ps: MutableSequence[People], seed: int) -> None:
    """A new round, and the dice of its policy."""
    new_round(rs[0], gs[0], seed, NONE)
    seed_dice(ps[0], seed ^ 0x5DEECE66D)
    ps[0].verdict = NONE


@entry
def chaos_move(rs: MutableSequence[Rules], gs: MutableSequence[Round], ps: MutableSequence[People], out: Row) -> int:
    """One move of the ``chaos`` policy; its seat and number as one number, 0 - 1 where the seat asked has none."""
    r = rs[0]
    g = gs[0]
    seat = below(ps[0], g.players)
    n = legal(r, g, seat, out)
    if n == 0:
        return NONE
    move = out[below(ps[0], n)]
    step(r, g, seat, move)
    return seat << 20 | move
