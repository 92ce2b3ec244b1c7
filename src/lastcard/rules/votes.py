"""Judging by vote, for the editions in which the table judges somebody: every other player votes once, hidden until all have.

The rule: more than half of the votes cast must say no to fail (abstentions do not count, a tie favors the performer); where
``unanimous`` is set, one no is enough. An edition includes this module and replaces ``on_verdict``.
"""

from __future__ import annotations

from typing import Annotated

from ..events import E_BALLOT, E_VERDICT, E_VOTE, E_VOTED
from ..moves import NO, SEATS, VOTE, YES
from .build import kernel
from .core import VOTING, add, everyone, note
from .state import Round, Row, Rules

NOT_YET = -1


class VotingRules(Rules):
    """Rules of an edition with votes."""

    unanimous: int


class VotingRound(Round):
    """A round in which the table may judge a seat."""

    performer: int
    ballots: Annotated[Row, "i8", SEATS]


@kernel
def open_vote(g: VotingRound, performer: int) -> None:
    """The round waits for everybody but the performer."""
    note(g, E_VOTE, performer, 0, 0)
    g.performer = performer
    for seat in range(g.players):
        g.ballots[seat] = NOT_YET
    g.phase = VOTING
    g.waiting = everyone(g) & ~(1 << performer)


@kernel
def vote_moves(out: Row) -> int:
    n = 0
    for word in range(3):
        n = add(out, n, VOTE << 12 | word << 1)
    return n


@kernel
def cast_vote(r: VotingRules, g: VotingRound, seat: int, word: int) -> None:
    """One vote; the last one closes the vote."""
    g.ballots[seat] = word
    g.waiting &= ~(1 << seat)
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


@kernel
def on_verdict(r: VotingRules, g: VotingRound, seat: int, passed: int) -> None:
    """The table has judged this seat: an edition says what follows."""
    return
