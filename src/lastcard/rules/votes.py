"""Votes: the table judges a player. Everyone else votes once, hidden until all votes are in.

The performer fails if more than half of the votes cast say no. Abstentions don't count, and a tie favors the performer. With
``unanimous``, a single no is enough. ``open_vote`` of ``seats`` begins one. An edition that does so replaces ``on_verdict``.
"""

from __future__ import annotations

from ..bits import bit
from ..events import E_BALLOT, E_VERDICT, E_VOTED
from ..moves import NO, YES
from .build import hook, kernel
from .house_steps import rule_verdict
from .piles import note
from .state import NOT_YET, Round, Rules


@kernel
def cast_vote(r: Rules, g: Round, seat: int, word: int) -> None:
    """Record one ballot. The last one closes the vote."""
    g.ballots[seat] = word
    g.waiting &= ~bit(seat)
    note(g, E_VOTED, seat, 0, word)
    if g.waiting == 0:
        close_vote(r, g)


@kernel
def close_vote(r: Rules, g: Round) -> None:
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
    if g.for_rule:
        rule_verdict(r, g, g.performer, passed)
    else:
        on_verdict(r, g, g.performer, passed)


@hook
def on_verdict(r: Rules, g: Round, seat: int, passed: int) -> None:
    """Carry out the table's verdict on this seat.

    When: after the last ballot has been cast in a vote of the edition's own. ``passed`` is 1 or 0.
    May: anything. It must continue the round.
    """
    return
