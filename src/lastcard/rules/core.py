"""The rules that all editions share, as kernels. Rule ids stand where a rule is decided.

A round is a machine of phases: ``waiting`` holds the seats it waits for, ``duties`` lists what such a seat must choose from,
``chances`` what any seat may do out of turn, ``step`` does one move. The kernels at the end are hooks for editions.
"""

from __future__ import annotations

from ..cards import FIRST_WILD, FX_DRAW_FOUR, FX_DRAW_TWO, FX_NONE, FX_REVERSE, FX_SKIP, WILD
from ..events import (
    E_ACCEPTED,
    E_CALLED,
    E_CAUGHT,
    E_CHALLENGED,
    E_DEALER,
    E_DEALT,
    E_DREW,
    E_FLIPPED,
    E_JUDGED_PLAY,
    E_NAMED,
    E_OUT,
    E_PASSED,
    E_PLAYED,
    E_RESHUFFLED,
    E_REVERSED,
    E_SHOWS,
    E_SKIPPED,
    E_STUCK,
)
from ..moves import ACCEPT, CATCH, CHALLENGE, DRAW, NAME, PASS, PLAY, UNO
from .build import kernel, lowest
from .state import Round, Row, Rules, State

NONE, MASK32 = -1, 0xFFFFFFFF
# Phases; an edition's own begin at SPECIAL.
OVER, TURN, DREW, ANSWER, COLOR, VOTING, SPECIAL = range(7)
PHASES = {OVER: "over", TURN: "turn", DREW: "drew", ANSWER: "answer", COLOR: "color", VOTING: "vote"}
# Whether a card waits for the next player's answer, and whether that player's play or draw is one too.
NO_ANSWER, ANSWER_UNLESS_LAST, ANSWER_ALWAYS, ANSWER_OR_GO_ON = range(4)


# ---- events, dice, piles ---------------------------------------------------------------------------
@kernel
def note(g: Round, what: int, seat: int, kind: int, n: int) -> None:
    """Something happened: logged when interpreted, nothing when compiled."""
    return


@kernel
def hash32(x: int) -> int:
    x = x & MASK32
    x = ((x ^ x >> 16) * 0x7FEB352D) & MASK32
    x = ((x ^ x >> 15) * 0x846CA68B) & MASK32
    return x ^ x >> 16


@kernel
def seed_dice(s: State, seed: int) -> None:
    s.rng_a = hash32(seed + 0x9E3779B9)
    s.rng_b = hash32(seed + 0x3C6EF372 ^ hash32(seed >> 32)) | 1


@kernel
def below(s: State, n: int) -> int:
    """A number from 0 to n - 1 (xoroshiro64**)."""
    s0 = s.rng_a
    s1 = s.rng_b ^ s0
    s.rng_a = ((s0 << 26 | s0 >> 6) ^ s1 ^ s1 << 9) & MASK32
    s.rng_b = (s1 << 13 | s1 >> 19) & MASK32
    x = (s0 * 0x9E3779BB) & MASK32
    return (((x << 5 | x >> 27) & MASK32) * 5 & MASK32) * n >> 32


@kernel
def shuffle_draw(g: Round, top: int) -> None:
    """Mix the draw pile so that its ``top`` next cards are at random; all of them: a whole shuffle."""
    g.shuffles += 1
    pile = g.draw
    for i in range(g.draw_n - 1, max(g.draw_n - top, 1) - 1, -1):
        j = below(g, i + 1)
        card = pile[i]
        pile[i] = pile[j]
        pile[j] = card


@kernel
def take(g: Round) -> int:
    """The next card of the draw pile, refilled from under the top card; NONE where nothing is left (pile-reshuffle)."""
    if g.draw_n == 0:
        n = g.discard_n - 1
        if n <= 0:
            return NONE
        for i in range(n):
            g.draw[i] = g.discard[i]
        g.discard[0] = g.discard[n]
        g.draw_n = n
        g.discard_n = 1
        note(g, E_RESHUFFLED, NONE, 0, n)
        shuffle_draw(g, n)
    g.draw_n -= 1
    return int(g.draw[g.draw_n])


@kernel
def can_draw(g: Round) -> bool:
    return g.draw_n + g.discard_n > 1


@kernel
def discard(g: Round, kind: int) -> None:
    g.discard[g.discard_n] = kind
    g.discard_n += 1


# ---- hands -----------------------------------------------------------------------------------------
@kernel
def gain(g: Round, seat: int, kind: int) -> None:
    """A card comes into a hand; a call that was owed is owed no more (uno-once)."""
    g.hand[seat][kind] += 1
    g.hand_n[seat] += 1
    g.held[seat][kind >> 4] |= 1 << (kind & 15)
    g.owes_uno &= ~(1 << seat)


@kernel
def lose(g: Round, seat: int, kind: int) -> None:
    g.hand[seat][kind] -= 1
    g.hand_n[seat] -= 1
    if g.hand[seat][kind] == 0:
        g.held[seat][kind >> 4] &= ~(1 << (kind & 15))


@kernel
def draw_cards(g: Round, seat: int, count: int) -> None:
    """A seat draws this many, or what there is (pile-exhausted)."""
    for _ in range(count):
        kind = take(g)
        if kind == NONE:
            return
        gain(g, seat, kind)
        note(g, E_DREW, seat, kind, 0)


@kernel
def owe(g: Round, seat: int) -> None:
    """Coming down to one card is a duty to call (uno-duty, uno-duty-any-way)."""
    if g.hand_n[seat] == 1:
        g.owes_uno |= 1 << seat


@kernel
def count_points(r: Rules, g: Round) -> int:
    """What every hand counts (score-values); the sum of them."""
    total = 0
    for seat in range(g.players):
        points = 0
        for color in range(5):
            ranks = g.held[seat][color]
            while ranks:
                kind = color << 4 | lowest(ranks)
                ranks &= ranks - 1
                points += g.hand[seat][kind] * r.value[kind]
        g.points[seat] = points
        total += points
    return total


# ---- seats and phases ------------------------------------------------------------------------------
@kernel
def after(g: Round, seat: int, by: int) -> int:
    """The seat so many on in the order of play."""
    seat += g.direction * by
    while seat >= g.players:
        seat -= g.players
    while seat < 0:
        seat += g.players
    return seat


@kernel
def everyone(g: Round) -> int:
    return (1 << g.players) - 1


@kernel
def ask(g: Round, seat: int, phase: int) -> None:
    """The round waits for this seat alone."""
    g.phase = phase
    g.waiting = 1 << seat


@kernel
def take_turn(g: Round, seat: int) -> None:
    g.turn = seat
    g.phase = TURN
    g.waiting = 1 << seat


@kernel
def finish(r: Rules, g: Round, winner: int) -> None:
    """The round is over: the winner gets what the other hands hold (out, score-winner)."""
    total = count_points(r, g)
    g.winner = winner
    g.score = total if winner != NONE else 0
    g.phase = OVER
    g.waiting = 0
    g.owes_uno = 0
    note(g, E_OUT if winner != NONE else E_STUCK, winner, 0, g.score)


# ---- set-up ----------------------------------------------------------------------------------------
@kernel
def clear(r: Rules, g: Round) -> None:
    """An empty table, the deck in its printed order as the draw pile."""
    g.players = r.players
    g.direction = 1
    g.turn = NONE
    g.color = NONE
    g.phase = OVER
    g.waiting = 0
    g.owes_uno = 0
    g.drawn = NONE
    g.card = NONE
    g.actor = NONE
    g.guilty = 0
    g.shown_n = 0
    g.color_before = NONE
    g.idle = 0
    g.steps = 0
    g.winner = NONE
    g.score = 0
    for seat in range(g.players):
        g.hand_n[seat] = 0
        g.points[seat] = 0
        for color in range(5):
            ranks = g.held[seat][color]
            while ranks:
                g.hand[seat][color << 4 | lowest(ranks)] = 0
                ranks &= ranks - 1
            g.held[seat][color] = 0
    g.discard_n = 0
    g.draw_n = r.deck_n
    for i in range(r.deck_n):
        g.draw[i] = r.deck[i]
    clear_special(r, g)


@kernel
def new_round(r: Rules, g: Round, seed: int, dealer: int) -> None:
    """Seed the dice, choose the dealer where none is given, shuffle and deal (match-deal)."""
    seed_dice(g, seed)
    g.shuffles = 0
    clear(r, g)
    g.dealer = choose_dealer(r, g) if dealer == NONE else dealer
    shuffle_draw(g, g.draw_n)
    deal(r, g)


@kernel
def deal(r: Rules, g: Round) -> None:
    """Seven cards each from the left of the dealer on, then the opening card (setup-deal, setup-flip)."""
    note(g, E_DEALER, g.dealer, 0, r.hand_size)
    for _ in range(r.hand_size):
        for i in range(1, g.players + 1):
            seat = after(g, g.dealer, i)
            kind = take(g)
            gain(g, seat, kind)
            note(g, E_DEALT, seat, kind, 0)
    opening(r, g)


@kernel
def flip(g: Round) -> int:
    """The next card of the draw pile is turned up on the discard pile."""
    kind = take(g)
    discard(g, kind)
    note(g, E_FLIPPED, NONE, kind, 0)
    return kind


# ---- what a seat may do ----------------------------------------------------------------------------
@kernel
def add(out: Row, n: int, move: int) -> int:
    out[n] = move
    return n + 1


@kernel
def add_held(g: Round, seat: int, colors: int, verb: int, out: Row, n: int) -> int:
    """A move of this verb for every kind held in the first so many colors."""
    for color in range(colors):
        ranks = g.held[seat][color]
        while ranks:
            n = add(out, n, verb << 12 | (color << 4 | lowest(ranks)) << 5)
            ranks &= ranks - 1
    return n


@kernel
def add_colors(move: int, out: Row, n: int) -> int:
    for color in range(4):
        n = add(out, n, move | color << 1)
    return n


@kernel
def same_symbol(r: Rules, g: Round) -> int:
    """The ranks that match the top card by number or symbol."""
    top = g.discard[g.discard_n - 1]
    return r.symbol[top >> 4][top & 15]


@kernel
def matches(r: Rules, g: Round, kind: int) -> bool:
    """turn-match."""
    return kind >= FIRST_WILD or kind >> 4 == g.color or (same_symbol(r, g) >> (kind & 15) & 1) != 0


@kernel
def breaks_draw_four(r: Rules, g: Round, seat: int) -> bool:
    """wd4-legal, wd4-wilds-match: a card of the color in force is held, or (2023) a wild besides this one."""
    if g.held[seat][g.color]:
        return True
    if r.wilds_match == 0:
        return False
    wilds = g.held[seat][WILD]
    if wilds & (wilds - 1):
        return True
    return g.hand[seat][FIRST_WILD | lowest(wilds)] > 1


@kernel
def playable_wilds(r: Rules, g: Round, seat: int) -> int:
    """The ranks of the wilds that may be played: all, but without bluff no forbidden Wild Draw Four."""
    wilds = g.held[seat][WILD]
    if r.bluff == 0 and wilds & r.draw_four and breaks_draw_four(r, g, seat):
        return wilds & ~r.draw_four
    return wilds


@kernel
def add_play(r: Rules, g: Round, seat: int, kind: int, out: Row, n: int) -> int:
    """A play, once for each color it may name; where it leaves one card, once more with the call (uno-duty)."""
    move = PLAY << 12 | kind << 5
    for uno in range(2 if g.hand_n[seat] == 2 else 1):
        if kind < FIRST_WILD or r.colorless >> (kind & 15) & 1:
            n = add(out, n, move | uno)
        else:
            n = add_colors(move | uno, out, n)
    return n


@kernel
def add_plays(r: Rules, g: Round, seat: int, out: Row, n: int) -> int:
    two = g.hand_n[seat] == 2
    held = g.held[seat]
    kinds = held[0] | held[1] << 16 | held[2] << 32 | held[3] << 48
    own = 0xFFFF << (g.color << 4) if g.color != NONE else 0
    kinds &= same_symbol(r, g) * 0x1000100010001 | own
    while kinds:
        kind = lowest(kinds)
        n = add(out, n, PLAY << 12 | kind << 5)
        if two:
            n = add(out, n, PLAY << 12 | kind << 5 | 1)
        kinds &= kinds - 1
    wilds = playable_wilds(r, g, seat)
    while wilds:
        n = add_play(r, g, seat, FIRST_WILD | lowest(wilds), out, n)
        wilds &= wilds - 1
    return n


@kernel
def duties(r: Rules, g: Round, seat: int, out: Row) -> int:
    """What a seat in ``waiting`` must choose from; nothing while it has the turn and owes the call (uno-window)."""
    if g.phase == TURN:
        if g.owes_uno >> seat & 1:
            return 0
        n = add_plays(r, g, seat, out, 0)
        if can_draw(g):
            return add(out, n, DRAW << 12)  # turn-draw, turn-draw-by-choice
        return n if n else add(out, n, PASS << 12)  # pile-exhausted
    if g.phase == DREW:
        n = 0
        if matches(r, g, g.drawn) and (g.drawn < FIRST_WILD or playable_wilds(r, g, seat) >> (g.drawn & 15) & 1):
            n = add_play(r, g, seat, g.drawn, out, n)  # turn-drawn-only
        return add(out, n, PASS << 12)
    if g.phase == ANSWER:
        n = add(out, 0, ACCEPT << 12)
        if r.bluff and r.fx[g.card] == FX_DRAW_FOUR and g.hand_n[g.actor] > 0:
            n = add(out, n, CHALLENGE << 12)
        if r.answered[g.card] == ANSWER_OR_GO_ON and g.owes_uno >> seat & 1 == 0:
            n = add_plays(r, g, seat, out, n)
            if can_draw(g):
                n = add(out, n, DRAW << 12)
        return n
    if g.phase == COLOR:
        return add_colors(NAME << 12, out, 0)
    return special_moves(r, g, seat, out)


@kernel
def chances(r: Rules, g: Round, seat: int, out: Row, n: int) -> int:
    """What a seat may do out of turn: call, catch, and what the edition adds."""
    if g.owes_uno:
        if g.owes_uno >> seat & 1:
            n = add(out, n, UNO << 12)
        for other in range(g.players):
            if other != seat and g.owes_uno >> other & 1:
                n = add(out, n, CATCH << 12 | other << 1)
    return special_chances(r, g, seat, out, n)


@kernel
def legal(r: Rules, g: Round, seat: int, out: Row) -> int:
    """Every move of a seat now."""
    n = 0
    if g.waiting >> seat & 1:
        n = duties(r, g, seat, out)
    return chances(r, g, seat, out, n)


@kernel
def offered(r: Rules, g: Round) -> int:
    """The seats to be asked for moves out of turn, whatever they hold."""
    if g.phase == OVER:
        return 0
    return everyone(g) if g.owes_uno else interrupts(r, g)


# ---- what a move does ------------------------------------------------------------------------------
@kernel
def step(r: Rules, g: Round, seat: int, move: int) -> None:
    """Do one legal move."""
    g.steps += 1
    verb = move >> 12
    if verb <= PASS:
        if g.phase == ANSWER:
            resolve(r, g)
        g.owes_uno = 0  # uno-window: the next turn begins
        if verb == PLAY:
            on_play(r, g, seat, move)
        elif verb == DRAW:
            on_draw(g, seat)
        else:
            on_pass(r, g, seat)
    elif verb == ACCEPT:
        note(g, E_ACCEPTED, seat, 0, 0)
        resolve(r, g)
    elif verb == CHALLENGE:
        on_challenge(r, g, seat)
    elif verb == NAME:
        g.color = move >> 1 & 15
        note(g, E_NAMED, seat, 0, g.color)
        on_named(r, g, seat)
    elif verb == UNO:
        g.owes_uno &= ~(1 << seat)
        note(g, E_CALLED, seat, 0, 0)
    elif verb == CATCH:
        note(g, E_CAUGHT, move >> 1 & 15, 0, seat)
        g.owes_uno &= ~(1 << (move >> 1 & 15))
        draw_cards(g, move >> 1 & 15, 2)  # uno-catch
    else:
        special_step(r, g, seat, move)


@kernel
def on_draw(g: Round, seat: int) -> None:
    g.idle = 0
    g.drawn = take(g)
    gain(g, seat, g.drawn)
    note(g, E_DREW, seat, g.drawn, 1)  # 1: as a move, not as a penalty
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


@kernel
def on_play(r: Rules, g: Round, seat: int, move: int) -> None:
    g.idle = 0
    kind = move >> 5 & 127
    g.color_before = g.color
    if r.fx[kind] == FX_DRAW_FOUR:
        g.guilty = 1 if breaks_draw_four(r, g, seat) else 0
        g.shown_n = g.hand_n[seat] - 1
    lose(g, seat, kind)
    discard(g, kind)
    note(g, E_PLAYED, seat, kind, move & 31)
    if move & 1 == 0:
        owe(g, seat)
    if kind < FIRST_WILD:
        g.color = kind >> 4
    else:
        g.color = NONE if r.colorless >> (kind & 15) & 1 else move >> 1 & 15
    g.card = kind
    g.actor = seat
    answer = r.answered[kind]
    if answer == NO_ANSWER or (g.hand_n[seat] == 0 and answer != ANSWER_ALWAYS):
        resolve(r, g)
    else:
        ask(g, after(g, seat, 1), ANSWER)


@kernel
def resolve(r: Rules, g: Round) -> None:
    """The pending card's effect happens."""
    seat = g.actor
    fx = r.fx[g.card]
    if g.hand_n[seat] == 0:
        on_out(r, g, seat)
    elif fx == FX_NONE:
        begin(g, after(g, seat, 1))
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
def make_next_draw(r: Rules, g: Round, seat: int) -> None:
    """draw-two, wd4-take."""
    fx = r.fx[g.card]
    if fx == FX_DRAW_TWO:
        draw_cards(g, after(g, seat, 1), 2)
    elif fx == FX_DRAW_FOUR:
        draw_cards(g, after(g, seat, 1), 4)


@kernel
def on_challenge(r: Rules, g: Round, seat: int) -> None:
    """wd4-show, wd4-guilty, wd4-innocent."""
    note(g, E_CHALLENGED, seat, 0, g.actor)
    note(g, E_SHOWS, g.actor, g.shown_n, seat)
    note(g, E_JUDGED_PLAY, g.actor, 0, g.guilty)
    if g.guilty:
        draw_cards(g, g.actor, 4)
        begin(g, seat)
    else:
        draw_cards(g, seat, 6)
        note(g, E_SKIPPED, seat, 0, 0)
        begin(g, after(g, seat, 1))


# ---- hooks: an edition replaces these by writing a kernel of the same name -------------------------
@kernel
def clear_special(r: Rules, g: Round) -> None:
    """The edition's own fields are cleared for a new round."""
    return


@kernel
def choose_dealer(r: Rules, g: Round) -> int:
    """setup-dealer-chosen: by chance where the table has chosen none."""
    return below(g, g.players)


@kernel
def opening(r: Rules, g: Round) -> None:
    """Turn cards up until a number shows (setup-ignore-action); the left of the dealer begins (setup-first)."""
    kind = flip(g)
    while kind >= FIRST_WILD or r.fx[kind] != FX_NONE:
        kind = flip(g)
    g.color = kind >> 4
    begin(g, after(g, g.dealer, 1))


@kernel
def begin(g: Round, seat: int) -> None:
    """A seat's turn begins."""
    take_turn(g, seat)


@kernel
def on_named(r: Rules, g: Round, seat: int) -> None:
    """A color that was owed has been named: the opening's seat has the turn, else the one after the card's player."""
    begin(g, g.turn if g.actor == NONE else after(g, g.actor, 1))


@kernel
def on_out(r: Rules, g: Round, seat: int) -> None:
    """The last card was played: a Draw Two or Wild Draw Four still draws, nothing else happens (out-draw)."""
    make_next_draw(r, g, seat)
    finish(r, g, seat)


@kernel
def on_special(r: Rules, g: Round, seat: int) -> None:
    """The edition's own card was played and stands."""
    begin(g, after(g, seat, 1))


@kernel
def special_moves(r: Rules, g: Round, seat: int, out: Row) -> int:
    """Duties in the edition's own phases."""
    return 0


@kernel
def special_chances(r: Rules, g: Round, seat: int, out: Row, n: int) -> int:
    """The edition's own moves out of turn."""
    return n


@kernel
def special_step(r: Rules, g: Round, seat: int, move: int) -> None:
    """A move with one of the edition's own verbs."""
    return


@kernel
def interrupts(r: Rules, g: Round) -> int:
    """The seats to be asked for the edition's own moves out of turn, whatever they hold."""
    return 0
