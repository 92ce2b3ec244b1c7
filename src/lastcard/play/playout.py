"""Plays rounds to the end at full speed, with the ``random`` and ``chaos`` policies and a model of people.

``random`` picks uniformly among the legal moves, except that it draws only when it can't play, always calls UNO, and takes a
chance out of turn half of the time. ``chaos`` picks uniformly among everything that any seat may do. What people say, do and
vote is left to chance, not to the policy. :class:`People` says how often someone knows a line or does a dare. Votes are honest.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ..bits import (
    color_of_kind,
    kind_at,
    move_in,
    move_of,
    seat_in,
    several,
    verb_of,
    with_call,
    with_seat,
)
from ..cards import WILD
from ..moves import ACCEPT, CHALLENGE, DRAW, JUMP, NO, PASS, PLAY, UNO, VOTE, YES
from ..rules.build import entry, hook, inlined, kernel, lowest, nth
from ..rules.effects import step
from ..rules.jump_in import holders, jump_kinds
from ..rules.legal import (
    can_challenge,
    chances,
    duties,
    interrupts,
    legal,
    may_play,
    playable,
    playable_wilds,
)
from ..rules.piles import below, call_due, can_draw, seed_dice
from ..rules.setup import new_round
from ..rules.state import ANSWER, CHOOSING, DREW, NONE, OVER, TURN, VOTING, Round, Row, Rules, State

LONGEST = 20_000  # moves after which a playout is given up; none of ours has come close


class People(State):
    """The behavior of people in social moves, as chances in thousandths. Also holds the dice of the policy."""

    line: int  # knows a line
    dare: int  # does what was dared, or what a house rule's text says
    verdict: int  # what everyone saw, while they vote on it


DEFAULT_PEOPLE = {"line": 800, "dare": 700}


@kernel
def seed_people(people: People, seed: int) -> None:
    """Give people dice of their own for a round that is dealt from the same seed."""
    seed_dice(people, seed ^ 0x5DEECE66D)
    people.verdict = NONE


@inlined
def pick_turn(r: Rules, g: Round, seat: int, people: People) -> int:
    """Pick a random play, with the call if it is due. Draw or pass only if nothing can be played."""
    kinds = playable(r, g, seat)
    wilds = playable_wilds(r, g, seat)
    plain = wilds & r.colorless
    wilds &= ~r.colorless
    a = kinds.bit_count()
    b = a + 4 * wilds.bit_count()
    n = b + plain.bit_count()
    if n == 0:
        return move_of(DRAW) if can_draw(g, seat) else move_of(PASS)
    uno = call_due(g, seat)
    i = below(people, n)
    if i < a:
        return move_of(PLAY, nth(kinds, i), uno=uno)
    if i < b:
        i -= a
        return move_of(PLAY, kind_at(WILD, nth(wilds, i // 4)), i % 4, uno)
    return move_of(PLAY, kind_at(WILD, nth(plain, i - b)), uno=uno)


@kernel
def pick_drawn(r: Rules, g: Round, seat: int, people: People, out: Row) -> int:
    """Play the drawn card or pass, at random. Usually only the pass is possible."""
    if not may_play(r, g, seat, g.drawn):
        return move_of(PASS)
    n = duties(r, g, seat, out)
    move = out[below(people, n)]
    return with_call(move) if verb_of(move) == PLAY and call_due(g, seat) else move


@kernel
def pick_answer(r: Rules, g: Round, seat: int, people: People) -> int:
    """Put a card on the stack if possible, else accept. If a challenge is possible, challenge half of the time."""
    if g.stack and g.hand_n[g.actor] > 0:
        move = pick_turn(r, g, seat, people)
        if verb_of(move) == PLAY:
            return move
    return move_of(CHALLENGE) if can_challenge(r, g) and below(people, 2) else move_of(ACCEPT)


@kernel
def pick_held(g: Round, seat: int, colors: int, verb: int, people: People) -> int:
    """Pick a move with this verb and a kind held in the first ``colors`` colors, like ``add_held`` but without a list."""
    n = 0
    for color in range(colors):
        n += g.held[seat][color].bit_count()
    i = below(people, n)
    color = 0
    while i >= g.held[seat][color].bit_count():
        i -= g.held[seat][color].bit_count()
        color += 1
    return move_of(verb, kind_at(color, nth(g.held[seat][color], i)))


@kernel
def pick_vote(g: Round, people: People) -> int:
    """Vote honestly. Everyone saw the same thing, so all votes agree."""
    if people.verdict == NONE:
        people.verdict = does_it(people) if g.for_rule else succeeds(people)
    word = YES if people.verdict else NO
    if not several(g.waiting):
        people.verdict = NONE
    return move_of(VOTE, arg=word)


@inlined
def pick(r: Rules, g: Round, seat: int, people: People, out: Row) -> int:
    """Pick a move by the ``random`` policy for a seat in ``waiting``."""
    if g.phase == TURN:
        return pick_turn(r, g, seat, people)
    if g.phase == DREW:
        return pick_drawn(r, g, seat, people, out)
    if g.phase == ANSWER:
        return pick_answer(r, g, seat, people)
    if g.phase == VOTING:
        return pick_vote(g, people)
    if g.phase >= CHOOSING:
        n = duties(r, g, seat, out)
        move = out[below(people, n)]
        return with_call(move) if verb_of(move) == PLAY and call_due(g, seat) else move
    return pick_special(r, g, seat, people, out)


@kernel
def does_it(people: People) -> int:
    """Decide whether somebody does what was dared, or what a house rule's text says."""
    return 1 if below(people, 1000) < people.dare else 0


@hook
def pick_special(r: Rules, g: Round, seat: int, people: People, out: Row) -> int:
    """Pick a random move. Replace it if the choice depends on people, or if you can pick one without listing all moves.

    When: when a seat must choose in one of the edition's own phases, in random playouts and, unless ``prefer_special`` is
        replaced, in imagined rounds.
    May: ``people``, whose dice it rolls. It returns a legal move.
    """
    n = duties(r, g, seat, out)
    return out[below(people, n)]


@hook
def succeeds(people: People) -> int:
    """Decide whether the performer really did what the table is voting on. Editions replace it.

    When: when a vote of the edition's own has begun in a playout. The outcome is rolled once for everyone who votes.
    May: ``people``, whose dice it rolls. It returns 1 or 0.
    """
    return does_it(people)


@hook
def takers(r: Rules, g: Round) -> int:
    """Say which seats the policy lets act out of turn. Replace it if there is a faster way to tell.

    When: before every move in playouts and imagined rounds, unless someone owes a call.
    May: nothing. It returns a mask of seats, all of which ``interrupts`` includes. Seats that can jump in are asked anyway.
    """
    return interrupts(r, g)


@kernel
def choose_jump(r: Rules, g: Round, people: People) -> int:
    """Choose a jump half of the time if somebody can jump in, with its seat as one number, or NONE."""
    seats = holders(r, g)
    if seats == 0 or below(people, 2):
        return NONE
    seat = lowest(seats)
    kind = kind_at(color_of_kind(g.jump), lowest(jump_kinds(r, g, seat)))
    return with_seat(seat, move_of(JUMP, kind, uno=call_due(g, seat)))


@kernel
def choose(r: Rules, g: Round, people: People, out: Row) -> int:
    """Choose the next move and its seat, as one number: an owed call, a chance out of turn half of the time, else a duty."""
    if g.owes_uno:
        return with_seat(lowest(g.owes_uno), move_of(UNO))
    if g.jump != NONE:
        choice = choose_jump(r, g, people)
        if choice != NONE:
            return choice
    seats = takers(r, g)
    while seats:
        seat = lowest(seats)
        seats &= seats - 1
        n = chances(r, g, seat, out, 0)
        if n and below(people, 2):
            return with_seat(seat, out[below(people, n)])
    seat = lowest(g.waiting)
    return with_seat(seat, pick(r, g, seat, people, out))


@kernel
def playout(r: Rules, g: Round, people: People, out: Row) -> None:
    """Play the round from here to its end."""
    while g.phase != OVER and g.steps < LONGEST:
        choice = choose(r, g, people, out)
        step(r, g, seat_in(choice), move_in(choice))


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
    """Play this many rounds, each with its own seed.

    ``totals`` adds up moves, points, rounds without a winner (or given up), and wins by seat.
    """
    r = rs[0]
    g = gs[0]
    people = ps[0]
    for i in range(games):
        new_round(r, g, seed + i, NONE)
        seed_people(people, seed + i)
        playout(r, g, people, out)
        totals[0] += g.steps
        totals[1] += g.score
        if g.winner == NONE:
            totals[2] += 1
        else:
            totals[3 + g.winner] += 1


@entry
def start(rs: MutableSequence[Rules], gs: MutableSequence[Round], ps: MutableSequence[People], seed: int) -> None:
    """Start a new round and seed the dice of its policy."""
    new_round(rs[0], gs[0], seed, NONE)
    seed_people(ps[0], seed)


@entry
def chaos_move(rs: MutableSequence[Rules], gs: MutableSequence[Round], ps: MutableSequence[People], out: Row) -> int:
    """Make one move of the ``chaos`` policy. Return its seat and move as one number, or NONE if the chosen seat had no move."""
    r = rs[0]
    g = gs[0]
    seat = below(ps[0], g.players)
    n = legal(r, g, seat, out)
    if n == 0:
        return NONE
    move = out[below(ps[0], n)]
    step(r, g, seat, move)
    return with_seat(seat, move)
