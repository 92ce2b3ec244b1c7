"""Legal moves: which cards match, what a seat must choose from when asked, and what it may do out of turn."""

from __future__ import annotations

from ..bits import (
    color_of_kind,
    colored_kinds,
    has,
    in_every_color,
    kind_at,
    kinds_of,
    move_of,
    naming,
    rank_of,
    several,
    with_call,
)
from ..cards import FIRST_WILD, FX_DRAW_FOUR, FX_DRAW_TWO, WILD
from ..moves import ACCEPT, CATCH, CHALLENGE, CHOOSE, DISCARD, DONE, DRAW, JUMP, NAME, PASS, PLAY, UNO, VOTE
from .build import hook, inlined, kernel, lowest
from .jump_in import jump_kinds, jumpers
from .piles import call_due, can_draw
from .seats import after, everyone
from .stacking import answers, two_answers, wild_answers
from .state import (
    ANSWER,
    ANSWER_OR_GO_ON,
    CHOOSING,
    COLOR,
    DISCARDING,
    DREW,
    FOLLOWING,
    NONE,
    OVER,
    STACK_ANY,
    TURN,
    VOTING,
    Round,
    Row,
    Rules,
)


# ---- listing moves -------------------------------------------------------------------------------
@kernel
def add(out: Row, n: int, move: int) -> int:
    out[n] = move
    return n + 1


@kernel
def add_held(g: Round, seat: int, colors: int, verb: int, out: Row, n: int) -> int:
    """Add a move with this verb for every kind the seat holds in the first ``colors`` colors."""
    for color in range(colors):
        ranks = g.held[seat][color]
        while ranks:
            n = add(out, n, move_of(verb, kind_at(color, lowest(ranks))))
            ranks &= ranks - 1
    return n


@kernel
def add_others(g: Round, seat: int, verb: int, out: Row, n: int) -> int:
    """Add a move with this verb for every other seat, in the order of play."""
    for i in range(1, g.players):
        n = add(out, n, move_of(verb, arg=after(g, seat, i)))
    return n


@kernel
def add_calls(g: Round, seat: int, out: Row, start: int, n: int) -> int:
    """Add the moves from ``start`` on again with the call, if they leave their player one card (uno-duty)."""
    if call_due(g, seat):
        for i in range(start, n):
            out[n + i - start] = with_call(out[i])
        return n + n - start
    return n


@kernel
def add_colors(move: int, out: Row, n: int) -> int:
    for color in range(4):
        n = add(out, n, naming(move, color))
    return n


@kernel
def vote_moves(out: Row) -> int:
    n = 0
    for word in range(3):
        n = add(out, n, move_of(VOTE, arg=word))
    return n


@kernel
def rule_moves(g: Round, seat: int, out: Row) -> int:
    """List what a seat may do when a house rule asks it: discard a card, or choose another player."""
    if g.phase == DISCARDING:
        return add_held(g, seat, 5, DISCARD, out, 0)
    return add_others(g, seat, CHOOSE, out, 0)


# ---- what matches --------------------------------------------------------------------------------
@kernel
def same_symbol(r: Rules, g: Round) -> int:
    """Return a mask of the ranks that match the top card by number or symbol."""
    top = g.discard[g.discard_n - 1]
    return r.symbol[color_of_kind(top)][rank_of(top)]


@kernel
def matches(r: Rules, g: Round, kind: int) -> bool:
    """Whether a card matches the top card (turn-match)."""
    return kind >= FIRST_WILD or color_of_kind(kind) == g.color or has(same_symbol(r, g), rank_of(kind)) != 0


# ---- what may be played --------------------------------------------------------------------------
@kernel
def can_challenge(r: Rules, g: Round) -> bool:
    """Whether the pending card is a Wild Draw Four that may be challenged (wd4-take, stack-challenge).

    On a stack it may be if its player could have put a Draw Two on instead.
    """
    if r.bluff == 0 or r.fx[g.card] != FX_DRAW_FOUR or g.hand_n[g.actor] == 0:
        return False
    return g.under == NONE or r.fx[g.under] == FX_DRAW_TWO or r.stacking == STACK_ANY


@kernel
def breaks_draw_four(r: Rules, g: Round, seat: int) -> bool:
    """Whether the seat holds a card of the color in force or (2023) another wild (wd4-legal, wd4-wilds-match).

    Without bluffing, another Wild Draw Four doesn't count. Otherwise a player with two of them could never play either. On a
    stack only a Draw Two that could have been put on counts (stack-guilt).
    """
    if r.free:
        return False
    if g.stack:
        held = g.held[seat]
        return colored_kinds(held) & two_answers(r, g.base, g.color) != 0
    if g.held[seat][g.color]:
        return True
    if r.wilds_match == 0:
        return False
    wilds = g.held[seat][WILD]
    if r.bluff == 0:
        return wilds & ~r.draw_four != 0
    if several(wilds):
        return True
    return g.hand[seat][kind_at(WILD, lowest(wilds))] > 1


@inlined
def playable(r: Rules, g: Round, seat: int) -> int:
    """Return the set of colored kinds that the seat may play. ``playable_wilds`` has the wilds. Nothing else is legal."""
    held = g.held[seat]
    if r.narrows:
        return colored_kinds(held) & allowed_kinds(r, g, seat)
    top = g.discard[g.discard_n - 1]
    same = in_every_color(r.symbol[color_of_kind(top)][rank_of(top)])
    return colored_kinds(held) & (same | kinds_of(g.color) if g.color != NONE else same)


@kernel
def allowed_kinds(r: Rules, g: Round, seat: int) -> int:
    """Return the colored kinds that a table with narrower rules lets the seat play, if it holds them (stack, last-card)."""
    if g.stack:
        kinds = answers(r, g)
    elif g.phase == FOLLOWING:
        kinds = in_every_color(same_symbol(r, g))
    else:
        same = in_every_color(same_symbol(r, g))
        kinds = same | kinds_of(g.color) if g.color != NONE else same
    return kinds & r.last_kinds if g.hand_n[seat] == 1 else kinds


@inlined
def playable_wilds(r: Rules, g: Round, seat: int) -> int:
    """Return the ranks of the wilds that the seat may play. Without bluffing, a forbidden Wild Draw Four is left out."""
    wilds = g.held[seat][WILD]
    if r.narrows:
        if g.hand_n[seat] == 1:
            wilds &= r.last_wilds
        if g.stack:
            wilds &= wild_answers(r, g)
        elif g.phase == FOLLOWING:
            return 0
    if r.bluff == 0 and wilds & r.draw_four and breaks_draw_four(r, g, seat):
        return wilds & ~r.draw_four
    return wilds


@kernel
def can_play(r: Rules, g: Round, seat: int) -> bool:
    """Whether the seat may play any of its cards."""
    return playable(r, g, seat) != 0 or playable_wilds(r, g, seat) != 0


@kernel
def may_play(r: Rules, g: Round, seat: int, kind: int) -> bool:
    """Whether the seat may play this card, which it holds."""
    if kind < FIRST_WILD:
        return has(playable(r, g, seat), kind) != 0
    return has(playable_wilds(r, g, seat), rank_of(kind)) != 0


@kernel
def add_play(r: Rules, g: Round, seat: int, kind: int, out: Row, n: int) -> int:
    """Add a play, once for each color it may name. If it leaves one card, add each again with the call (uno-duty)."""
    for uno in range(1 + call_due(g, seat)):
        move = move_of(PLAY, kind, uno=uno)
        if kind < FIRST_WILD or has(r.colorless, rank_of(kind)):
            n = add(out, n, move)
        else:
            n = add_colors(move, out, n)
    return n


@kernel
def add_plays(r: Rules, g: Round, seat: int, out: Row, n: int) -> int:
    two = call_due(g, seat)
    kinds = playable(r, g, seat)
    while kinds:
        kind = lowest(kinds)
        n = add(out, n, move_of(PLAY, kind))
        if two:
            n = add(out, n, move_of(PLAY, kind, uno=1))
        kinds &= kinds - 1
    wilds = playable_wilds(r, g, seat)
    while wilds:
        n = add_play(r, g, seat, kind_at(WILD, lowest(wilds)), out, n)
        wilds &= wilds - 1
    return n


@kernel
def must_play(r: Rules, g: Round, seat: int) -> bool:
    """Whether the seat has a play other than a Wild Draw Four that a challenge would find guilty (pile-exhausted)."""
    wilds = playable_wilds(r, g, seat)
    if playable(r, g, seat) or wilds & ~r.draw_four:
        return True
    return wilds != 0 and not breaks_draw_four(r, g, seat)


@kernel
def must_play_drawn(r: Rules, g: Round, seat: int) -> bool:
    """Whether the table makes the seat play the drawn card, which is legal. It doesn't if a challenge would find it guilty."""
    return r.drawn_must != 0 and not (r.fx[g.drawn] == FX_DRAW_FOUR and breaks_draw_four(r, g, seat))


@kernel
def add_jumps(r: Rules, g: Round, seat: int, out: Row, n: int) -> int:
    start = n
    ranks = jump_kinds(r, g, seat)
    while ranks:
        n = add(out, n, move_of(JUMP, kind_at(color_of_kind(g.jump), lowest(ranks))))
        ranks &= ranks - 1
    return add_calls(g, seat, out, start, n)


# ---- what is asked -------------------------------------------------------------------------------
@kernel
def duties(r: Rules, g: Round, seat: int, out: Row) -> int:
    """List the moves a seat in ``waiting`` must choose from: none while it is on turn and owes the call (uno-window)."""
    if g.phase == TURN:
        if has(g.owes_uno, seat):
            return 0
        n = add_plays(r, g, seat, out, 0)
        if can_draw(g, seat):
            return n if r.forced and must_play(r, g, seat) else add(out, n, move_of(DRAW))  # turn-draw, turn-draw-by-choice
        return n if must_play(r, g, seat) else add(out, n, move_of(PASS))
    if g.phase == DREW:
        return drawn_moves(r, g, seat, out)
    if g.phase == ANSWER:
        return answer_moves(r, g, seat, out)
    if g.phase == COLOR:
        return add_colors(move_of(NAME), out, 0)
    if g.phase == VOTING:
        return vote_moves(out)
    if g.phase == FOLLOWING:
        n = add(out, 0, move_of(DONE))
        return n if has(g.owes_uno, seat) else add_plays(r, g, seat, out, n)  # follow
    if g.phase >= CHOOSING:
        return rule_moves(g, seat, out)
    return special_moves(r, g, seat, out)


@kernel
def drawn_moves(r: Rules, g: Round, seat: int, out: Row) -> int:
    """List what a seat may do with the card that it drew."""
    n = 0
    if may_play(r, g, seat, g.drawn):
        n = add_play(r, g, seat, g.drawn, out, n)  # turn-drawn-only
        if must_play_drawn(r, g, seat):
            return n
    return add(out, n, move_of(PASS))


@kernel
def answer_moves(r: Rules, g: Round, seat: int, out: Row) -> int:
    """List what a seat may do about a card that hits it."""
    n = add(out, 0, move_of(ACCEPT))
    if can_challenge(r, g):
        n = add(out, n, move_of(CHALLENGE))
    if g.stack:
        if g.hand_n[g.actor] > 0 and not has(g.owes_uno, seat):  # stack-out, uno-window
            n = add_plays(r, g, seat, out, n)
    elif g.answer == ANSWER_OR_GO_ON and not has(g.owes_uno, seat):
        n = add_plays(r, g, seat, out, n)
        if can_draw(g, seat) and not (r.forced and must_play(r, g, seat)):
            n = add(out, n, move_of(DRAW))
    return n


@kernel
def chances(r: Rules, g: Round, seat: int, out: Row, n: int) -> int:
    """List what a seat may do out of turn: call UNO, catch someone, and whatever the edition adds."""
    if g.owes_uno:
        if has(g.owes_uno, seat):
            n = add(out, n, move_of(UNO))
        for other in range(g.players):
            if other != seat and has(g.owes_uno, other):
                n = add(out, n, move_of(CATCH, arg=other))
    if g.jump != NONE and has(jumpers(r, g), seat):
        n = add_jumps(r, g, seat, out, n)
    return special_chances(r, g, seat, out, n)


@kernel
def legal(r: Rules, g: Round, seat: int, out: Row) -> int:
    """List every move that a seat may make now."""
    n = 0
    if has(g.waiting, seat):
        n = duties(r, g, seat, out)
    return chances(r, g, seat, out, n)


@kernel
def offered(r: Rules, g: Round) -> int:
    """Return a mask of the seats to ask for moves out of turn, no matter which cards they hold."""
    if g.phase == OVER:
        return 0
    if g.owes_uno:
        return everyone(g)
    return interrupts(r, g) | jumpers(r, g) if g.jump != NONE else interrupts(r, g)


# ---- hooks ---------------------------------------------------------------------------------------
@hook
def special_moves(r: Rules, g: Round, seat: int, out: Row) -> int:
    """List the moves that a seat must choose from in the edition's own phases.

    When: while the round is waiting for the seat in one of the edition's own phases.
    May: only ``out``. It writes the moves there from 0 on and returns how many there are.
    """
    return 0


@hook
def special_chances(r: Rules, g: Round, seat: int, out: Row, n: int) -> int:
    """Add the edition's own moves out of turn.

    When: whenever the moves of a seat are listed.
    May: only ``out``. It adds moves from ``n`` on and returns how many there are now.
    """
    return n


@hook
def interrupts(r: Rules, g: Round) -> int:
    """Say which seats to ask for the edition's own moves out of turn, no matter which cards they hold.

    When: after every move, unless someone owes a call.
    May: nothing. It returns a mask of seats.
    """
    return 0
