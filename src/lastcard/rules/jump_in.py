"""Jumping in: who may play out of turn, and which cards. At tables that jump in (jump-in)."""

from __future__ import annotations

from ..bits import bit, color_of_kind, has, rank_of, ranks_in
from ..cards import FIRST_WILD
from .build import kernel, lowest
from .seats import everyone
from .state import NONE, TURN, Round, Rules


@kernel
def open_jump(r: Rules, g: Round, kind: int) -> None:
    """Let others jump in on this card once a turn begins, unless all cards that look like it lie open (jump-in)."""
    g.jump = NONE
    if kind >= FIRST_WILD or r.twins[kind] < 2:
        return
    alike = r.symbol[color_of_kind(kind)][rank_of(kind)]
    n = 0
    for i in range(g.discard_n):
        other = int(g.discard[i])
        if color_of_kind(other) == color_of_kind(kind):
            n += has(alike, rank_of(other))
    if n < r.twins[kind]:
        g.jump = kind


@kernel
def jumpers(r: Rules, g: Round) -> int:
    """Return a mask of the seats that may jump in now, whatever they hold: all but the card's player and the seat on turn."""
    if g.jump == NONE or g.phase != TURN or g.discard[g.discard_n - 1] != g.jump:
        return 0
    return everyone(g) & ~bit(g.actor) & ~bit(g.turn)


@kernel
def jump_kinds(r: Rules, g: Round, seat: int) -> int:
    """Return the ranks, in the color of the card just played, of the cards with which the seat may jump in."""
    ranks = g.held[seat][color_of_kind(g.jump)] & r.symbol[color_of_kind(g.jump)][rank_of(g.jump)]
    if ranks == 0 or has(g.owes_uno, seat):
        return 0
    return ranks & ranks_in(r.last_kinds, color_of_kind(g.jump)) if g.hand_n[seat] == 1 else ranks


@kernel
def holders(r: Rules, g: Round) -> int:
    """Return a mask of the seats that can jump in now with what they hold. Only playouts may know."""
    seats = 0
    left = jumpers(r, g)
    while left:
        seat = lowest(left)
        left &= left - 1
        seats |= bit(seat) if jump_kinds(r, g, seat) else 0
    return seats
