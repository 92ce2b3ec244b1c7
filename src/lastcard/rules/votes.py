"""Votes, for editions in which the table judges a player. Everyone else votes once, hidden until all votes are in.

The performer fails if more than half of the votes cast say no. Abstentions don't count, and a tie favors the performer. With
``unanimous``, a single no is enough. An edition includes this module and replaces ``on_verdict``.
"""

from __future__ import annotations

from typing import Annotated

from ..bits import bit, move_of
from ..events import E_BALLOT, E_VERDICT, E_VOTE, E_VOTED
from ..moves import NO, SEATS, VOTE, YES
from .build import hook, kernel
from .legal import add
from .piles import note
from .seats import everyone
from .state import VOTING, Round, Row, Rules

NOT_YET = -1


class VotingRules(Rules):
    """The rules of an edition with votes."""

    unanimous: int


class VotingRound(Round):
    """A round in which the table may judge a seat."""

    performer: int
    ballots: Annotated[Row, "i8", SEATS]


@kernel
def open_vote(g: VotingRound, performer: int) -> None:
    """Start a vote on the performer and wait for everyone else."""
    note(g, E_VOTE, performer, 0, 0)
    g.performer = performer
    for seat in range(g.players):
        g.ballots[seat] = NOT_YET
    g.phase = VOTING
    g.waiting = everyone(g) & ~bit(performer)


@kernel
def vote_moves(out: Row) -> int:
    n = 0
    for word in range(3):
        n = add(out, n, move_of(VOTE, arg=word))
    return n


@kernel
def cast_vote(r: VotingRules, g: VotingRound, seat: int, word: int) -> None:
    """Record one ballot. The last one closes the vote."""
    g.ballots[seat] = word
    g.waiting &= ~bit(seat)
    note(g, E_VOTED, seat, 0, word)
    if g.waiting == 0:
        close_vote(r, g)


@kernel
def close_vote(r: VotingRules, g: VotingRound) -> None:
    yes = 0
    no = 0
    for seat in range(g.players):
        word = g.ballots[seat]
        if word == NOT_YET:
            continue
        note(g, E_BALLOT, seat, 0, word)
        if word == YES:
            yes += 1
        elif word == NO:
            no += 1
    passed = 1
    if no > yes or (r.unanimous and no > 0):
        passed = 0
    note(g, E_VERDICT, g.performer, 0, passed)
    on_verdict(r, g, g.performer, passed)


@hook
def on_verdict(r: VotingRules, g: VotingRound, seat: int, passed: int) -> None:
    """Carry out the table's verdict on this seat.

    When: after the last ballot has been cast. ``passed`` is 1 or 0.
    May: anything. It must continue the round.
    """
    return
