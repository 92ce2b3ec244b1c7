"""Stacking: which cards may be put on a draw card, and what that does. At tables that stack or deflect (stack, deflect)."""

from __future__ import annotations

from ..bits import in_every_color, kinds_of
from ..cards import FX_DRAW_FOUR, FX_DRAW_TWO, FX_REVERSE
from ..events import E_DEFLECTED, E_REVERSED, E_STACKED
from .build import kernel
from .piles import note
from .seats import after
from .state import ANSWER_ALWAYS, ANSWER_UNLESS_LAST, NO_ANSWER, NONE, STACK_ANY, STACK_OFF, STACK_SAME, Round, Rules


@kernel
def two_answers(r: Rules, base: int, color: int) -> int:
    """Return the Draw Twos that the table lets a player put on this draw card, with this color in force (stack)."""
    if r.stacking == STACK_OFF:
        return 0
    if r.fx[base] == FX_DRAW_TWO:
        return in_every_color(r.draw_two)
    return in_every_color(r.draw_two) & kinds_of(color) if r.stacking == STACK_ANY else 0


@kernel
def answers(r: Rules, g: Round) -> int:
    """Return the colored kinds that the table allows as an answer to the stack, whoever holds them (stack, deflect)."""
    found = two_answers(r, g.base, g.color)
    return found | in_every_color(r.reverse) & kinds_of(g.color) if r.deflects else found


@kernel
def wild_answers(r: Rules, g: Round) -> int:
    """Return the ranks of the wilds that the table allows as an answer to the stack (stack)."""
    if r.stacking == STACK_OFF or (r.stacking == STACK_SAME and r.fx[g.base] == FX_DRAW_TWO):
        return 0
    return r.draw_four


@kernel
def put_on_stack(r: Rules, g: Round, seat: int, kind: int) -> None:
    """Begin a stack with a draw card, add to it, or send it back with a Reverse (stack, deflect)."""
    fx = r.fx[kind]
    g.under = NONE
    if fx == FX_DRAW_TWO or fx == FX_DRAW_FOUR:
        is_put_on = g.stack > 0
        if is_put_on:
            g.under = g.base
        g.base = kind
        g.stack += r.draw_two_n if fx == FX_DRAW_TWO else r.draw_four_n
        g.hit = after(g, seat, 1)
        if is_put_on:
            note(g, E_STACKED, seat, g.hit, g.stack)
    elif g.stack:
        g.direction = -g.direction
        note(g, E_REVERSED, NONE, 0, 0)
        g.hit = after(g, seat, 1)
        note(g, E_DEFLECTED, seat, g.hit, g.stack)
    g.turn = seat
    if g.stack:
        g.answer = stack_answer(r, g)


@kernel
def stack_answer(r: Rules, g: Round) -> int:
    """Say how the top of a stack waits for an answer. Unless a last card can still be blocked, it doesn't (stack-out)."""
    if g.answer == NO_ANSWER:
        return ANSWER_UNLESS_LAST
    return ANSWER_ALWAYS if r.fx[g.card] == FX_REVERSE else g.answer
