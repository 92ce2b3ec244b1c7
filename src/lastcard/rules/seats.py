"""The order of play: seats, turns and which seats the round is waiting for."""

from __future__ import annotations

from ..bits import bit
from ..events import E_VOTE
from .build import hook, kernel
from .piles import note
from .state import NOT_YET, TURN, VOTING, Round


@kernel
def after(g: Round, seat: int, by: int) -> int:
    """Return the seat that is ``by`` places further in the order of play."""
    seat += g.direction * by
    while seat >= g.players:
        seat -= g.players
    while seat < 0:
        seat += g.players
    return seat


@kernel
def everyone(g: Round) -> int:
    return bit(g.players) - 1


@kernel
def team(g: Round, seat: int) -> int:
    """Return a mask of the seat and its partner, who sits opposite. Without teams it is the seat alone (teams)."""
    return bit(seat) | bit((seat + g.players // 2) % g.players) if g.teams else bit(seat)


@kernel
def ask(g: Round, seat: int, phase: int) -> None:
    """Enter a phase in which the round waits only for this seat."""
    g.phase = phase
    g.waiting = bit(seat)


@kernel
def open_vote(g: Round, performer: int) -> None:
    """Start a vote on the performer and wait for everyone else."""
    note(g, E_VOTE, performer, 0, 0)
    g.performer = performer
    g.for_rule = 0
    for seat in range(g.players):
        g.ballots[seat] = NOT_YET
    g.phase = VOTING
    g.waiting = everyone(g) & ~team(g, performer)  # teams-votes


@kernel
def take_turn(g: Round, seat: int) -> None:
    g.turn = seat
    g.row = 0
    g.phase = TURN
    g.waiting = bit(seat)


@hook
def begin(g: Round, seat: int) -> None:
    """Begin a seat's turn.

    When: every time a turn begins. Every card's effect ends by calling it.
    May: anything, as long as it gives the seat its turn with ``take_turn`` now or later.
    """
    take_turn(g, seat)
