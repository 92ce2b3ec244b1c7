"""The end of a round: what the hands are worth, who wins, and why a round ended without a winner."""

from __future__ import annotations

from ..bits import bit, kind_at
from ..events import E_OUT, E_STUCK, E_TIRED
from .build import kernel, lowest
from .piles import note
from .seats import team
from .state import NONE, OVER, Round, Rules


@kernel
def count_points(r: Rules, g: Round) -> int:
    """Count the points in every hand (score-values) and return their sum."""
    total = 0
    for seat in range(g.players):
        points = 0
        for color in range(5):
            ranks = g.held[seat][color]
            while ranks:
                kind = kind_at(color, lowest(ranks))
                ranks &= ranks - 1
                points += g.hand[seat][kind] * r.value[kind]
        g.points[seat] = points
        total += points
    return total


@kernel
def finish(r: Rules, g: Round, winner: int) -> None:
    """End the round. The winner scores the points in the other hands (out, score-winner)."""
    total = count_points(r, g)
    if g.teams and winner != NONE:
        total -= g.points[lowest(team(g, winner) & ~bit(winner))]  # teams
    g.stack = 0
    g.winner = winner
    g.score = total if winner != NONE else 0
    g.phase = OVER
    g.waiting = 0
    g.owes_uno = 0
    if winner != NONE:
        note(g, E_OUT, winner, 0, g.score)
    elif g.limit and g.turns >= g.limit:
        note(g, E_TIRED, NONE, 0, g.turns)
    else:
        note(g, E_STUCK, NONE, 0, 0)
