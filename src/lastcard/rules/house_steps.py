"""Runs house rules: steps from a small vocabulary, one after another, with a program counter in the round.

A step that asks someone for a choice is a phase like any other, and the rule continues after it. There are no jumps, so a
rule always ends. ``written`` has the number of the rule on each card, and ``house`` its steps. The shared rules run what is
written on number, Skip, Reverse and plain Wild cards (card-rules). An edition calls ``start_rule`` for cards of its own.
"""

from __future__ import annotations

from ..bits import arg_of, bit, has, kind_of, verb_of
from ..events import (
    E_AGAIN,
    E_CHOSE,
    E_DISCARDED,
    E_HANDS_PASSED,
    E_REVERSED,
    E_RULE,
    E_SKIPPED,
    E_SWAPPED,
)
from ..house_rules import (
    AGAIN,
    CHOSEN,
    DISCARDS,
    DRAWS,
    END,
    EVERYONE,
    HANDS_LEFT,
    HANDS_ON,
    HANDS_RIGHT,
    ME,
    MOST_CARDS,
    MOST_STEPS,
    NEXT,
    OTHERS,
    PERFORMS,
    PREVIOUS,
    REVERSES,
    ROW,
    SKIPS,
    SWAPS,
)
from ..moves import CHOOSE
from .build import kernel, lowest
from .piles import discard, draw_cards, lose, note
from .seats import after, ask, begin, everyone, open_vote
from .state import CHOOSING, DISCARDING, KINDS, NONE, Round, Rules

MOST_AGAIN = 3  # card-rules-turn: how often somebody can play again in a row


@kernel
def clear_rule(g: Round) -> None:
    """Reset the round's fields so that no rule is running."""
    g.performer = NONE
    g.at = 0
    g.chosen = NONE
    g.skips = 0
    g.again = 0
    g.performers = 0
    g.penalty = 0
    g.for_rule = 0
    for seat in range(g.players):
        g.to_discard[seat] = 0


@kernel
def start_rule(r: Rules, g: Round, seat: int, lost: int) -> None:
    """Run the rule on the pending card, whose own effect costs this many turns. Ask first if it is about a chosen player."""
    clear_rule(g)
    g.skips = lost
    note(g, E_RULE, seat, g.card, 0)
    steps = r.house[r.written[g.card]]
    for i in range(0, MOST_STEPS * ROW, ROW):
        if steps[i] != END and steps[i + 1] == CHOSEN:
            ask(g, seat, CHOOSING)
            return
    run_steps(r, g)


@kernel
def run_steps(r: Rules, g: Round) -> None:
    """Run steps until one waits for a seat or the rule ends."""
    steps = r.house[r.written[g.card]]
    g.waiting = 0
    while g.waiting == 0 and g.at < MOST_STEPS * ROW and steps[g.at] != END:
        g.at += ROW
        run_step(g, steps[g.at - ROW], who_of(g, steps[g.at - ROW + 1]), steps[g.at - ROW + 2])
    if g.waiting == 0:
        end_rule(g)


@kernel
def end_rule(g: Round) -> None:
    """Continue play: with the same player again, three times in a row at most, or after those who lose their turns."""
    row = g.row
    if g.again and row < MOST_AGAIN:
        note(g, E_AGAIN, g.actor, 0, 0)
        begin(g, g.actor)
        g.row = row + 1
        return
    for i in range(1, g.skips + 1):
        note(g, E_SKIPPED, after(g, g.actor, i), 0, 0)
    begin(g, after(g, g.actor, 1 + g.skips))


@kernel
def who_of(g: Round, who: int) -> int:
    """Return a mask of the seats that a step is about. If most or fewest cards is a tie, the first in order of play counts."""
    if who == ME:
        return bit(g.actor)
    if who == NEXT:
        return bit(after(g, g.actor, 1))
    if who == PREVIOUS:
        return bit(after(g, g.actor, -1))
    if who == CHOSEN:
        return bit(g.chosen)
    if who == EVERYONE:
        return everyone(g)
    if who == OTHERS:
        return everyone(g) & ~bit(g.actor)
    best = after(g, g.actor, 1)
    for i in range(2, g.players + 1):
        seat = after(g, g.actor, i)
        more = g.hand_n[seat] - g.hand_n[best]
        if (more > 0 and who == MOST_CARDS) or (more < 0 and who != MOST_CARDS):
            best = seat
    return bit(best)


@kernel
def run_step(g: Round, does: int, who: int, n: int) -> None:
    if does == DRAWS:
        draw_in_order(g, who, n)
    elif does == DISCARDS:
        ask_discards(g, who, n)
    elif does == HANDS_LEFT or does == HANDS_RIGHT:
        pass_hands(g, 1 if does == HANDS_LEFT else -1)
    elif does == HANDS_ON:
        pass_hands(g, g.direction)
    elif does == SWAPS:
        swap_with(g, lowest(who))
    elif does == SKIPS:
        g.skips += n
    elif does == AGAIN:
        g.again = 1
    elif does == REVERSES:
        g.direction = -g.direction
        note(g, E_REVERSED, NONE, 0, 0)
    elif does == PERFORMS:
        g.performers = who
        g.penalty = n
        judge_next(g)


@kernel
def draw_in_order(g: Round, who: int, n: int) -> None:
    """Make these seats draw, in order of play."""
    for i in range(1, g.players + 1):
        seat = after(g, g.actor, i)
        if has(who, seat):
            draw_cards(g, seat, n)


@kernel
def swap_with(g: Round, other: int) -> None:
    """Swap the hands of the card's player and another one."""
    if other != g.actor:
        note(g, E_SWAPPED, g.actor, 0, other)
        swap_hands(g, g.actor, other)


@kernel
def ask_discards(g: Round, who: int, n: int) -> None:
    """Wait for the seats that must discard. Nobody has to give up their last card."""
    for seat in range(g.players):
        g.to_discard[seat] = min(n, g.hand_n[seat] - 1) if has(who, seat) else 0
        if g.to_discard[seat] > 0:
            g.waiting |= bit(seat)
    g.phase = DISCARDING


@kernel
def discard_under(g: Round, seat: int, kind: int) -> None:
    """Put a discarded card under the top card, so that the card last played still shows."""
    lose(g, seat, kind)
    top = int(g.discard[g.discard_n - 1])
    g.discard[g.discard_n - 1] = kind
    discard(g, top)
    note(g, E_DISCARDED, seat, kind, 0)
    g.owes_uno &= ~bit(seat)


@kernel
def swap_hands(g: Round, a: int, b: int) -> None:
    """Swap two hands. A player who gets a one-card hand this way doesn't owe a call (uno-duty-any-way)."""
    for kind in range(KINDS):
        copies = int(g.hand[a][kind])
        g.hand[a][kind] = g.hand[b][kind]
        g.hand[b][kind] = copies
    for color in range(5):
        ranks = g.held[a][color]
        g.held[a][color] = g.held[b][color]
        g.held[b][color] = ranks
    count = g.hand_n[a]
    g.hand_n[a] = g.hand_n[b]
    g.hand_n[b] = count
    g.owes_uno &= ~(bit(a) | bit(b))


@kernel
def pass_hands(g: Round, by: int) -> None:
    """Pass every hand to the left (by 1) or to the right."""
    note(g, E_HANDS_PASSED, g.actor, 0, 0 if by == 1 else 1)
    for i in range(g.players - 1):
        if by == 1:
            swap_hands(g, g.players - 1 - i, g.players - 2 - i)
        else:
            swap_hands(g, i, i + 1)


@kernel
def judge_next(g: Round) -> None:
    """Let the next seat in order of play do what the text says."""
    for i in range(1, g.players + 1):
        seat = after(g, g.actor, i)
        if has(g.performers, seat):
            g.performers &= ~bit(seat)
            open_vote(g, seat)
            g.for_rule = 1
            return


@kernel
def rule_verdict(r: Rules, g: Round, seat: int, passed: int) -> None:
    """Make a player who hasn't done what the text says draw, and go on with the rule."""
    if passed == 0:
        draw_cards(g, seat, g.penalty)
    if g.performers:
        judge_next(g)
    else:
        run_steps(r, g)


@kernel
def rule_step(r: Rules, g: Round, seat: int, move: int) -> None:
    """Carry out a seat's choice, and continue the rule once everyone has chosen."""
    if verb_of(move) == CHOOSE:
        g.chosen = arg_of(move)
        note(g, E_CHOSE, seat, 0, g.chosen)
        run_steps(r, g)
        return
    discard_under(g, seat, kind_of(move))
    g.to_discard[seat] -= 1
    if g.to_discard[seat] == 0:
        g.waiting &= ~bit(seat)
    if g.waiting == 0:
        run_steps(r, g)
