"""The effects of moves: the rules that all editions share, as kernels. Rule ids mark where each rule is decided.

A round moves from phase to phase. ``waiting`` holds the seats it is waiting for, ``duties`` lists the moves such a seat must
choose from, ``chances`` lists what any seat may do out of turn, and ``step`` makes one move.
Each of the modules of rules has the hooks for its topic.
"""

from __future__ import annotations

from ..bits import arg_of, bit, color_of_kind, has, kind_of, rank_of, said_with, says_uno, verb_of
from ..cards import FIRST_WILD, FX_DRAW_FOUR, FX_DRAW_TWO, FX_NONE, FX_REVERSE, FX_SKIP
from ..events import (
    E_ACCEPTED,
    E_CALLED,
    E_CAUGHT,
    E_CHALLENGED,
    E_DREW,
    E_JUDGED_PLAY,
    E_JUMPED,
    E_NAMED,
    E_PASSED,
    E_PLAYED,
    E_REVERSED,
    E_SHOWS,
    E_SKIPPED,
    E_STOPPED,
)
from ..moves import ACCEPT, CATCH, CHALLENGE, CHOOSE, DRAW, JUMP, NAME, PASS, PLAY, UNO, VOTE
from .build import hook, inlined, kernel
from .house_steps import rule_step, start_rule
from .jump_in import open_jump
from .legal import breaks_draw_four, may_play
from .piles import can_draw, discard, draw_cards, gain, lose, note, owe, take
from .round_end import finish
from .seats import after, ask, begin
from .stacking import put_on_stack
from .state import ANSWER, ANSWER_ALWAYS, DREW, FOLLOWING, NO_ANSWER, NONE, TURN, Round, Rules
from .votes import cast_vote


# ---- what a move does ----------------------------------------------------------------------------
@inlined
def step(r: Rules, g: Round, seat: int, move: int) -> None:
    """Make one move, which must be legal."""
    g.steps += 1
    verb = verb_of(move)
    if verb <= PASS:
        if g.limit:
            count_turn(g)
        if g.phase == ANSWER and g.stack == 0:
            resolve(r, g)
        g.owes_uno = 0  # uno-window: the next turn begins
        if verb == PLAY:
            on_play(r, g, seat, move)
        elif verb == DRAW:
            on_draw(r, g, seat)
        else:
            on_pass(r, g, seat)
    elif verb == ACCEPT:
        note(g, E_ACCEPTED, seat, 0, 0)
        settle_card(r, g)
    elif verb == CHALLENGE:
        on_challenge(r, g, seat)
    elif verb == NAME:
        g.color = arg_of(move)
        note(g, E_NAMED, seat, 0, g.color)
        on_named(r, g, seat)
    else:
        other_step(r, g, seat, move)
    if g.limit and g.turns >= g.limit and g.phase == TURN:  # turn-limit
        finish(r, g, NONE)


@kernel
def other_step(r: Rules, g: Round, seat: int, move: int) -> None:
    """Make a move that neither takes a turn nor settles a card: calls, votes, and moves of table rules and of the edition."""
    verb = verb_of(move)
    if verb == UNO:
        g.owes_uno &= ~bit(seat)
        note(g, E_CALLED, seat, 0, 0)
    elif verb == CATCH:
        caught = arg_of(move)
        note(g, E_CAUGHT, caught, 0, seat)
        g.owes_uno &= ~bit(caught)
        draw_cards(g, caught, r.uno_penalty)  # uno-catch
    elif g.phase == FOLLOWING:
        note(g, E_STOPPED, seat, 0, 0)
        settle_card(r, g)  # follow
    elif verb == VOTE:
        cast_vote(r, g, seat, arg_of(move))
    elif verb == JUMP:
        on_jump(r, g, seat, move)
    elif verb >= CHOOSE:
        rule_step(r, g, seat, move)
    else:
        special_step(r, g, seat, move)


@kernel
def count_turn(g: Round) -> None:
    """Count the turn that begins at a table with changed rules, where nobody can jump in on the last card anymore."""
    if g.phase == TURN or (g.phase == ANSWER and g.stack == 0):
        g.turns += 1  # turn-limit
    g.jump = NONE


@kernel
def on_jump(r: Rules, g: Round, seat: int, move: int) -> None:
    """Play a card out of turn (jump-in)."""
    note(g, E_JUMPED, seat, 0, 0)
    count_turn(g)
    g.turn = seat
    g.owes_uno = 0
    on_play(r, g, seat, move)


@kernel
def on_draw(r: Rules, g: Round, seat: int) -> None:
    g.idle = 0
    g.drawn = take(g)
    gain(g, seat, g.drawn)
    note(g, E_DREW, seat, g.drawn, 1)  # 1: as a move, not as a penalty
    if r.until:
        while can_draw(g, seat) and not may_play(r, g, seat, g.drawn):  # draw-until
            g.drawn = take(g)
            gain(g, seat, g.drawn)
            note(g, E_DREW, seat, g.drawn, 1)
    g.phase = DREW


@kernel
def on_pass(r: Rules, g: Round, seat: int) -> None:
    note(g, E_PASSED, seat, 0, 0)
    if g.phase == TURN:
        g.idle += 1
        if g.idle == g.players:  # pile-exhausted: a full lap of passes
            finish(r, g, NONE)
            return
    begin(g, after(g, seat, 1))


@inlined
def on_play(r: Rules, g: Round, seat: int, move: int) -> None:
    g.idle = 0
    kind = kind_of(move)
    g.color_before = g.color
    if r.fx[kind] == FX_DRAW_FOUR:
        g.guilty = 1 if breaks_draw_four(r, g, seat) else 0
        g.shown_n = g.hand_n[seat] - 1
    lose(g, seat, kind)
    discard(g, kind)
    note(g, E_PLAYED, seat, kind, said_with(move))
    if not says_uno(move):
        owe(g, seat)
    if kind < FIRST_WILD:
        g.color = color_of_kind(kind)
    else:
        g.color = NONE if has(r.colorless, rank_of(kind)) else arg_of(move)
    g.card = kind
    g.actor = seat
    g.answer = answer_to(r, g, kind)
    if r.more:
        more_than_leaflet(r, g, seat, kind)
    elif g.answer == NO_ANSWER or (g.hand_n[seat] == 0 and g.answer != ANSWER_ALWAYS):
        resolve(r, g)
    else:
        ask(g, after(g, seat, 1), ANSWER)


@kernel
def more_than_leaflet(r: Rules, g: Round, seat: int, kind: int) -> None:
    """Go on after a card at a table that stacks, jumps in, follows up or has card rules."""
    if r.jumps and g.stack == 0:
        open_jump(r, g, kind)
    if r.stacks:
        put_on_stack(r, g, seat, kind)
    if g.answer != NO_ANSWER and (g.hand_n[seat] or g.answer == ANSWER_ALWAYS):
        ask(g, after(g, seat, 1), ANSWER)
    elif r.follows and g.hand_n[seat] and kind < FIRST_WILD and r.fx[kind] == FX_NONE:
        ask(g, seat, FOLLOWING)
    else:
        settle_card(r, g)


@kernel
def settle_card(r: Rules, g: Round) -> None:
    """Carry out the effect of the pending card and then the house rule that it carries (card-rules)."""
    if r.written[g.card] and r.fx[g.card] <= FX_REVERSE and g.hand_n[g.actor] and g.stack == 0:
        run_card_rule(r, g, g.actor)
    else:
        resolve(r, g)


@kernel
def take_stack(r: Rules, g: Round) -> None:
    """Let the player who is hit take the sum and lose the turn (stack)."""
    make_next_draw(r, g, g.actor)
    g.stack = 0
    note(g, E_SKIPPED, g.hit, 0, 0)
    begin(g, after(g, g.hit, 1))


@inlined
def resolve(r: Rules, g: Round) -> None:
    """Carry out the effect of the pending card."""
    seat = g.actor
    fx = r.fx[g.card]
    if g.hand_n[seat] == 0:
        on_out(r, g, seat)
    elif fx == FX_NONE:
        begin(g, after(g, seat, 1))
    elif g.stack:
        take_stack(r, g)
    elif fx == FX_SKIP:
        note(g, E_SKIPPED, after(g, seat, 1), 0, 0)
        begin(g, after(g, seat, 2))
    elif fx == FX_REVERSE:
        g.direction = -g.direction
        note(g, E_REVERSED, NONE, 0, 0)
        begin(g, after(g, seat, 2 if g.players == 2 and r.two_reverse_skips else 1))
    elif fx == FX_DRAW_TWO or fx == FX_DRAW_FOUR:
        make_next_draw(r, g, seat)
        note(g, E_SKIPPED, after(g, seat, 1), 0, 0)
        begin(g, after(g, seat, 2))
    else:
        on_special(r, g, seat)


@kernel
def run_card_rule(r: Rules, g: Round, seat: int) -> None:
    """Carry out the effect of a number, Skip, Reverse or Wild, then the house rule that it carries (card-rules)."""
    lost = 1 if r.fx[g.card] == FX_SKIP else 0
    if r.fx[g.card] == FX_REVERSE:
        g.direction = -g.direction
        note(g, E_REVERSED, NONE, 0, 0)
        lost = 1 if g.players == 2 and r.two_reverse_skips else 0
    start_rule(r, g, seat, lost)


@hook
def make_next_draw(r: Rules, g: Round, seat: int) -> None:
    """Make the next player draw (draw-two, wd4-take).

    When: when a Draw Two or a Wild Draw Four takes effect, including one that was its player's last card.
    May: hands, through ``draw_cards``. The shared rules then pass the turn on.
    """
    fx = r.fx[g.card]
    if g.stack:
        draw_cards(g, g.hit, g.stack)
    elif fx == FX_DRAW_TWO:
        draw_cards(g, after(g, seat, 1), r.draw_two_n)
    elif fx == FX_DRAW_FOUR:
        draw_cards(g, after(g, seat, 1), r.draw_four_n)


@kernel
def on_challenge(r: Rules, g: Round, seat: int) -> None:
    """Settle a challenge: show the hand, then one of the two players draws (wd4-show, wd4-guilty, wd4-innocent)."""
    note(g, E_CHALLENGED, seat, 0, g.actor)
    note(g, E_SHOWS, g.actor, g.shown_n, seat)
    note(g, E_JUDGED_PLAY, g.actor, 0, g.guilty)
    count = g.stack if g.stack else r.draw_four_n  # stack-challenge
    g.stack = 0
    if g.guilty:
        draw_cards(g, g.actor, count)
        begin(g, seat)
    else:
        draw_cards(g, seat, count + r.challenge_n)
        note(g, E_SKIPPED, seat, 0, 0)
        begin(g, after(g, seat, 1))


# ---- hooks ---------------------------------------------------------------------------------------
@hook
def on_named(r: Rules, g: Round, seat: int) -> None:
    """Continue once a color is named: with the first player after an opening card, else after the card's player.

    When: after a player has named a color as a separate move.
    May: anything. It must continue the round.
    """
    begin(g, g.turn if g.actor == NONE else after(g, g.actor, 1))


@hook
def answer_to(r: Rules, g: Round, kind: int) -> int:
    """Say whether the card just played waits for an answer, and how it can be answered.

    When: after a card has been played, before anyone is asked for an answer.
    May: nothing. It returns ``NO_ANSWER`` or one of the ``ANSWER_`` constants of ``lastcard.rules.state``.
    """
    return r.answered[kind]


@hook
def on_out(r: Rules, g: Round, seat: int) -> None:
    """Go out. A Draw Two or Wild Draw Four still makes the next player draw, but no other card has an effect (out-draw).

    When: after a player's last card has been played and answered.
    May: anything. It ends the round with ``finish``, or asks someone first.
    """
    if g.stack or r.fx[g.card] == FX_DRAW_TWO or r.fx[g.card] == FX_DRAW_FOUR:
        make_next_draw(r, g, seat)
    finish(r, g, seat)


@hook
def on_special(r: Rules, g: Round, seat: int) -> None:
    """Carry out the effect of one of the edition's own cards.

    When: after a card with the effect ``FX_SPECIAL`` has been played and answered, if its player still has cards.
    May: anything. It continues the round with ``begin``, or asks a seat with ``ask``.
    """
    begin(g, after(g, seat, 1))


@hook
def special_step(r: Rules, g: Round, seat: int, move: int) -> None:
    """Make a move that uses one of the edition's own verbs.

    When: when a player makes a move whose verb the shared rules don't have.
    May: anything. It continues the round, or asks a seat.
    """
    return
