"""A small network that rates moves by what a seat knows, as kernels: the bot ``learned``.

A move is described by a row of small numbers, from what its player sees and what everyone has openly done
(:mod:`~lastcard.play.evidence`). Colors count by what they mean for the move, never by name, and players by when they act next.
Two hidden layers of whole numbers turn the row into a rating, the same at both speeds and on every machine.
``benchmarks/learn.py`` makes the weights.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated

from ..bits import arg_of, bit, color_of_kind, has, kind_at, kind_of, rank_of, verb_of
from ..cards import FIRST_WILD, FX_DRAW_FOUR, FX_DRAW_TWO, FX_REVERSE, FX_SKIP, FX_SPECIAL, WILD
from ..moves import ACCEPT, CHALLENGE, DRAW, PLAY, SEATS
from ..rules.build import entry, kernel, lowest
from ..rules.legal import can_play
from ..rules.seats import after
from ..rules.state import ANSWER, DREW, KINDS, NONE, TURN, Grid, Round, Row, Rules, State
from .evidence import HISTORY, MATCHING, Evidence, among_then, chosen, color_then, passed_then, size_then

# What a seat knows whatever it does: players (3, 4, 5 to 6, more), phase (turn, drew, answer, other), piles, and its hand.
OF_PLAYERS, OF_PHASE, PILE_LEFT, UNSEEN, UNSEEN_WILDS, HAND, HAND_POINTS, CAN_PLAY = 0, 4, 8, 9, 10, 11, 12, 13
IN_FORCE, HAS_IN_FORCE = 14, 15  # cards in the hand of the color in force
STATE = 16
# What a move does and leaves. Its verb has a place by its number, and DECLINED is letting a chance pass.
VERBS, DECLINED = 32, 27
OF_VERB = STATE
OF_EFFECT = OF_VERB + VERBS
WITH_CARD, WITH_WILD, CARD_POINTS, AGAIN = range(OF_EFFECT + FX_SPECIAL + 1, OF_EFFECT + FX_SPECIAL + 5)
LEFT = AGAIN + 1  # 0, 1, 2, 3, 4, 5 to 6, more cards in the hand
COLOR_LEFT = LEFT + 7  # 0, 1, 2, more cards of the color that will be in force, then how many
ALIKE, HAS_ALIKE, WILDS_LEFT, NO_WILD, FOURS_LEFT, STOPPERS, TWOS_LEFT, TURNS_LEFT = range(COLOR_LEFT + 5, COLOR_LEFT + 13)
LONGEST, MIDDLE, SHORTEST, COLORS_LEFT, POINTS_LEFT, MATCHING_LEFT = range(COLOR_LEFT + 13, COLOR_LEFT + 19)
UNSEEN_COLOR, SEEN_COLOR, SAME_COLOR = range(COLOR_LEFT + 19, COLOR_LEFT + 22)
UNSEEN_ALIKE, WAYS_OUT, LINKS = range(COLOR_LEFT + 22, COLOR_LEFT + 25)
UNSEEN_OTHERS = COLOR_LEFT + 25  # unseen cards of the other colors, the one with most cards in the hand first
# Of other players: how many cards they have (1, 2, 3, 4, more), then what they did about the color: whether they drew or spent
# a wild on it and have 0, 1, 2 or more new cards since, whether that was a wild, and how lately they changed to it, left it
# and stayed in it. Then how many cards they have, and how likely they have the color, a wild, and nothing that follows. Last
# come the other colors, the one with most cards in the own hand first: how likely they have it, and how lately they changed to
# it.
SIZES = 5
VOID, WILD_SPENT, LIKED, ABANDONED, STAYED = SIZES, SIZES + 4, SIZES + 5, SIZES + 6, SIZES + 7
CARDS, LIKELY, LIKELY_WILD, STUCK, LIKELY_OTHERS, LIKED_OTHERS = (SIZES + i for i in (8, 9, 10, 11, 12, 15))
ABOUT = SIZES + 18
FIRST = COLOR_LEFT + 28  # the player who acts first after the move
SECOND = FIRST + ABOUT
LAST = SECOND + ABOUT  # the last one before the turn comes back
NAMED = LAST + ABOUT  # the one the move names, or whose card it answers
STOPPED = NAMED + ABOUT  # the one who loses a turn: the number of cards alone
INPUTS = STOPPED + SIZES
HIDDEN, DEEP = 96, 32  # units in the hidden layers
UNIT = 256  # weights of the second and third layer are in these parts of one
CEILING = 16383  # what a unit of the first hidden layer gives at most
RECENT = 8  # choices that are looked at
MOST = 31  # the highest input
CERTAIN = 1024  # chances are in these parts of one
DREW_ON, SPENT = 1, 2  # how a player showed to have none of a color


class Thought(State):
    """What the network works on while it rates a move."""

    cards: int  # set of the verbs that part with a card
    colors: int  # set of the verbs that name a color
    seats: int  # set of the verbs that name a seat
    people: int  # set of the verbs by which people say, do or judge something
    inputs: Annotated[Row, "i8", INPUTS]
    unseen: Annotated[Row, "i8", 5]  # cards by color that are neither in the hand nor in the discard pile
    seen: Annotated[Row, "i8", 5]  # cards by color in the discard pile
    counts: Annotated[Row, "i8", 5]  # cards in the hand by color, without the one that the move parts with
    points: int  # of those cards
    twos: int  # Draw Twos among them
    turns: int  # Skips and Reverses among them
    fours: int  # Wild Draw Fours among them
    copies: Annotated[Row, "i8", KINDS]  # unseen cards by kind
    hidden_n: int  # unseen cards
    order: Annotated[Row, "i8", 3]  # the colors that the move is not about
    # What is known about other players, by seat and color:
    new: Annotated[Grid, "i8", SEATS, 5]  # cards that may be of that color
    void: Annotated[Grid, "i8", SEATS, 5]  # DREW_ON or SPENT a wild on it, or 0
    liked: Annotated[Grid, "i8", SEATS, 5]  # how lately the player changed to it
    left: Annotated[Grid, "i8", SEATS, 5]  # how lately the player changed from it to another
    stayed: Annotated[Grid, "i8", SEATS, 5]  # how lately the player went on with it
    lacks: Annotated[Grid, "i8", SEATS, 5]  # how likely they have none of it, in parts of CERTAIN
    base: Annotated[Row, "i4", HIDDEN]  # what the seat knows, after the first layer
    hidden: Annotated[Row, "i4", HIDDEN]
    deep: Annotated[Row, "i4", DEEP]


# ---- inputs: what the seat knows whatever it does --------------------------------------------------
@kernel
def describe_seat(r: Rules, g: Round, e: Evidence, seat: int, t: Thought) -> None:
    """Write what the seat knows whatever it does."""
    x = t.inputs
    for i in range(STATE):
        x[i] = 0
    if g.players > 2:
        x[OF_PLAYERS + (g.players - 3 if g.players < 5 else 2 if g.players < 7 else 3)] = 1
    x[OF_PHASE + (0 if g.phase == TURN else 1 if g.phase == DREW else 2 if g.phase == ANSWER else 3)] = 1
    count_hand(r, g, seat, NONE, t)
    count_unseen(r, g, seat, t)
    x[PILE_LEFT] = g.draw_n // 8
    x[UNSEEN] = (r.deck_n - g.discard_n - g.hand_n[seat]) // 8
    x[UNSEEN_WILDS] = t.unseen[WILD]
    x[HAND] = min(g.hand_n[seat], MOST)
    x[HAND_POINTS] = min(t.points // 8, MOST)
    x[CAN_PLAY] = 1 if can_play(r, g, seat) else 0
    if g.color != NONE:
        x[IN_FORCE] = min(t.counts[g.color], MOST)
        x[HAS_IN_FORCE] = 1 if t.counts[g.color] else 0
    for i in range(1, g.players):
        recall(g, e, (seat + i) % g.players, t)


@kernel
def count_hand(r: Rules, g: Round, seat: int, without: int, t: Thought) -> None:
    """Count a hand without one card (NONE: all of it)."""
    t.points = 0
    t.twos = 0
    t.turns = 0
    t.fours = 0
    for color in range(5):
        ranks = g.held[seat][color]
        n = 0
        while ranks:
            kind = kind_at(color, lowest(ranks))
            ranks &= ranks - 1
            copies = g.hand[seat][kind]
            if kind == without:
                copies -= 1
            n += copies
            t.points += copies * r.value[kind]
            fx = r.fx[kind]
            t.twos += copies if fx == FX_DRAW_TWO else 0
            t.fours += copies if fx == FX_DRAW_FOUR else 0
            t.turns += copies if fx == FX_SKIP or fx == FX_REVERSE else 0
        t.counts[color] = n


@kernel
def count_unseen(r: Rules, g: Round, seat: int, t: Thought) -> None:
    """Count the cards that lie open and those that the seat can't see. The hand must have been counted."""
    for color in range(5):
        t.seen[color] = 0
        t.unseen[color] = 0 - t.counts[color]
    for kind in range(KINDS):
        t.copies[kind] = 0 - g.hand[seat][kind]
    for i in range(r.deck_n):
        t.unseen[color_of_kind(r.deck[i])] += 1
        t.copies[r.deck[i]] += 1
    for i in range(g.discard_n):
        color = color_of_kind(g.discard[i])
        t.seen[color] += 1
        t.unseen[color] -= 1
        t.copies[g.discard[i]] -= 1
    t.hidden_n = max(r.deck_n - g.discard_n - g.hand_n[seat], 1)


@kernel
def recall(g: Round, e: Evidence, other: int, t: Thought) -> None:
    """Note what another player lately did about each color, and how likely that player has none of it."""
    for color in range(5):
        t.new[other][color] = g.hand_n[other]
        t.void[other][color] = 0
        t.liked[other][color] = 0
        t.left[other][color] = 0
        t.stayed[other][color] = 0
    n = e.choices[other]
    plays = 0
    for age in range(min(n, RECENT)):
        choice = e.choice[other][(n - 1 - age) % HISTORY]
        is_play = verb_of(chosen(choice)) == PLAY
        if among_then(choice) == MATCHING and (not is_play or kind_of(chosen(choice)) >= FIRST_WILD):
            note_void(g, other, choice, is_play, plays, t)
        if is_play:
            plays += 1
            note_play(other, choice, RECENT - age, t)
    for color in range(5):
        t.lacks[other][color] = chance_of_none(t.new[other][color], t.unseen[color], t.hidden_n)


@kernel
def note_void(g: Round, other: int, choice: int, is_play: bool, plays: int, t: Thought) -> None:
    """Note that a player drew or spent a wild, and made this many plays since. A player who draws has no wild either."""
    size = size_then(choice) + (0 - 1 if is_play else passed_then(choice))
    new = max(min(g.hand_n[other] + plays - size, g.hand_n[other]), 0)
    color = color_then(choice)
    if color < WILD and t.void[other][color] == 0:
        t.void[other][color] = SPENT if is_play else DREW_ON
        t.new[other][color] = new
    if not is_play and t.void[other][WILD] == 0:
        t.void[other][WILD] = DREW_ON
        t.new[other][WILD] = new


@kernel
def note_play(other: int, choice: int, lately: int, t: Thought) -> None:
    """Note which color a player changed to, left or stayed in."""
    kind = kind_of(chosen(choice))
    then = color_then(choice)
    color = color_of_kind(kind) if kind < FIRST_WILD else arg_of(chosen(choice))
    if color >= WILD:
        return
    if color == then:
        t.stayed[other][color] += lately
    else:
        t.liked[other][color] += lately
        if then < WILD:
            t.left[other][then] += lately


@kernel
def chance_of_none(cards: int, wanted: int, among: int) -> int:
    """Return how likely it is that none of some cards is one of the wanted ones, in parts of CERTAIN."""
    each = (among - max(min(wanted, among), 0)) * CERTAIN // among
    chance = CERTAIN
    for _ in range(min(cards, MOST)):
        chance = chance * each // CERTAIN
    return chance


# ---- inputs: what a move does ----------------------------------------------------------------------
@kernel
def describe_move(r: Rules, g: Round, seat: int, move: int, t: Thought) -> None:
    """Write what a move does and leaves. NONE lets a chance pass."""
    x = t.inputs
    for i in range(STATE, INPUTS):
        x[i] = 0
    verb = verb_of(move) if move != NONE else DECLINED
    kind = kind_of(move) if move != NONE and has(t.cards, verb) else NONE
    color = color_about(r, g, move, t)
    x[OF_VERB + verb] = 1
    count_hand(r, g, seat, kind, t)
    if kind != NONE:
        x[WITH_CARD] = 1
        x[OF_EFFECT + min(r.fx[kind], FX_SPECIAL)] = 1
        x[WITH_WILD] = 1 if kind >= FIRST_WILD else 0
        x[CARD_POINTS] = min(r.value[kind] // 5, MOST)
    describe_rest(r, g, seat, kind, color, 1 if verb == DRAW else 0, t)
    if color != NONE:
        x[UNSEEN_COLOR] = max(t.unseen[color], 0) // 2
        x[SEEN_COLOR] = min(t.seen[color], MOST)
        x[SAME_COLOR] = 1 if color == g.color else 0
    order_colors(color, t)
    alike = unseen_alike(r, g, kind, t)
    x[UNSEEN_ALIKE] = min(alike, MOST)
    for i in range(3):
        x[UNSEEN_OTHERS + i] = max(t.unseen[t.order[i]], 0) // 2
    describe_others(r, g, seat, verb, kind, color, alike, t)
    if move != NONE and has(t.seats, verb):
        if arg_of(move) != seat:
            describe_player(g, arg_of(move), color, alike, t, NAMED)
    elif g.phase == ANSWER and g.actor != NONE and g.actor != seat:
        describe_player(g, g.actor, color, alike, t, NAMED)


@kernel
def order_colors(color: int, t: Thought) -> None:
    """Order the other colors by how many cards of them are left in the hand. The hand must have been counted."""
    found = 0
    for i in range(4):
        if i != color and found < 3:
            at = found
            while at > 0 and t.counts[t.order[at - 1]] < t.counts[i]:
                t.order[at] = t.order[at - 1]
                at -= 1
            t.order[at] = i
            found += 1


@kernel
def unseen_alike(r: Rules, g: Round, kind: int, t: Thought) -> int:
    """Count the unseen cards in other colors with the number or symbol of this card, or of the top card without one."""
    if kind == NONE:
        kind = g.discard[g.discard_n - 1]
    if kind >= FIRST_WILD:
        return 0
    n = 0
    for color in range(4):
        if color != color_of_kind(kind):
            ranks = r.symbol[color_of_kind(kind)][rank_of(kind)]
            while ranks:
                n += t.copies[kind_at(color, lowest(ranks))]
                ranks &= ranks - 1
    return max(n, 0)


@kernel
def color_about(r: Rules, g: Round, move: int, t: Thought) -> int:
    """Return the color that a move is about: the one that will be in force, or for an answer the one before the card."""
    if move == NONE:
        return g.color
    verb = verb_of(move)
    kind = kind_of(move)
    if verb == PLAY:
        if kind < FIRST_WILD:
            return color_of_kind(kind)
        return g.color if has(r.colorless, rank_of(kind)) else arg_of(move)
    if verb == ACCEPT or verb == CHALLENGE:
        return g.color_before
    if has(t.colors, verb):
        return arg_of(move)
    return color_of_kind(kind) if has(t.cards, verb) and kind < FIRST_WILD else g.color


@kernel
def describe_rest(r: Rules, g: Round, seat: int, kind: int, color: int, drawn: int, t: Thought) -> None:
    """Write what is left in the hand after the move, and how well it goes on. The hand must have been counted."""
    x = t.inputs
    left = t.counts[0] + t.counts[1] + t.counts[2] + t.counts[3] + t.counts[4]
    after_draw = left + drawn
    x[LEFT + (after_draw if after_draw < 5 else 5 if after_draw < 7 else 6)] = 1
    x[WILDS_LEFT] = t.counts[WILD]
    x[NO_WILD] = 1 if t.counts[WILD] == 0 else 0
    x[FOURS_LEFT] = t.fours
    x[TWOS_LEFT] = t.twos
    x[TURNS_LEFT] = t.turns
    x[POINTS_LEFT] = min(t.points // 8, MOST)
    if color == NONE or color >= WILD:
        return
    same = t.counts[color]
    x[COLOR_LEFT + min(same, 3)] = 1
    x[COLOR_LEFT + 4] = min(same, MOST)
    most = 0
    least = MOST
    others = 0
    kinds = 1 if same else 0
    for i in range(4):
        if i != color:
            n = t.counts[i]
            others += n
            most = max(most, n)
            least = min(least, n)
            kinds += 1 if n else 0
    x[LONGEST] = min(most, MOST)
    x[MIDDLE] = min(others - most - least, MOST)
    x[SHORTEST] = least
    x[COLORS_LEFT] = kinds
    alike = 0
    if kind != NONE and kind < FIRST_WILD:
        alike = alike_elsewhere(r, g, seat, kind)
    x[ALIKE] = alike
    x[HAS_ALIKE] = 1 if alike else 0
    x[MATCHING_LEFT] = min(same + alike + t.counts[WILD], MOST)
    x[STOPPERS] = stoppers(r, g, seat, kind, color)
    describe_links(g, seat, kind, color, x)


@kernel
def describe_links(g: Round, seat: int, without: int, color: int, x: Row) -> None:
    """Write how many cards of the color lead to another one, and how many ranks are left in several colors."""
    own = 0
    once = 0
    twice = 0
    for i in range(4):
        ranks = g.held[seat][i]
        if without != NONE and color_of_kind(without) == i and g.hand[seat][without] == 1:
            ranks &= ~bit(rank_of(without))
        if i == color:
            own = ranks
        twice |= once & ranks
        once |= ranks
    x[WAYS_OUT] = members(own & twice)
    x[LINKS] = members(twice)


@kernel
def members(ranks: int) -> int:
    """Count the members of a set."""
    n = 0
    while ranks:
        ranks &= ranks - 1
        n += 1
    return n


@kernel
def alike_elsewhere(r: Rules, g: Round, seat: int, kind: int) -> int:
    """Count the cards in the hand with the same number or symbol as this one in other colors."""
    same = r.symbol[color_of_kind(kind)][rank_of(kind)]
    n = 0
    for color in range(4):
        if color != color_of_kind(kind):
            ranks = g.held[seat][color] & same
            while ranks:
                n += g.hand[seat][kind_at(color, lowest(ranks))]
                ranks &= ranks - 1
    return n


@kernel
def stoppers(r: Rules, g: Round, seat: int, without: int, color: int) -> int:
    """Count the Skips and Draw Twos of a color in the hand, without one card."""
    n = 0
    ranks = g.held[seat][color]
    while ranks:
        kind = kind_at(color, lowest(ranks))
        ranks &= ranks - 1
        fx = r.fx[kind]
        if fx == FX_SKIP or fx == FX_DRAW_TWO:
            n += g.hand[seat][kind]
            if kind == without:
                n -= 1
    return n


# ---- inputs: the other players ---------------------------------------------------------------------
@kernel
def describe_others(r: Rules, g: Round, seat: int, verb: int, kind: int, color: int, alike: int, t: Thought) -> None:
    """Write about the players who act first, second and last after the move, and about the one who is stopped."""
    x = t.inputs
    fx = r.fx[kind] if verb == PLAY else 0
    stops = 1 if fx == FX_SKIP or fx == FX_DRAW_TWO or fx == FX_DRAW_FOUR else 0
    way = 1
    if fx == FX_REVERSE:
        if g.players > 2:
            way = 0 - 1
        elif r.two_reverse_skips:
            stops = 1
    others = g.players - 1 - stops  # who act before the turn comes back
    x[AGAIN] = 1 if others == 0 else 0
    if stops:
        write_size(g.hand_n[after(g, seat, way)], x, STOPPED)
    if others == 0:
        describe_player(g, after(g, seat, 1), color, alike, t, LAST)
    if others >= 1:
        describe_player(g, after(g, seat, way * (1 + stops)), color, alike, t, FIRST)
    if others >= 2:
        describe_player(g, after(g, seat, way * (2 + stops)), color, alike, t, SECOND)
    if others >= 3:
        describe_player(g, after(g, seat, 0 - way), color, alike, t, LAST)


@kernel
def write_size(size: int, x: Row, at: int) -> None:
    if size:
        x[at + min(size, SIZES) - 1] = 1


@kernel
def describe_player(g: Round, other: int, color: int, alike: int, t: Thought, at: int) -> None:
    """Write how many cards another player has, and what is known of them. ``alike`` unseen cards match the number or symbol."""
    x = t.inputs
    write_size(g.hand_n[other], x, at)
    x[at + CARDS] = min(g.hand_n[other], MOST)
    no_wild = t.lacks[other][WILD]
    x[at + LIKELY_WILD] = MOST - no_wild * MOST // CERTAIN
    if color == NONE or color >= WILD:
        return
    if t.void[other][color]:
        x[at + VOID + min(t.new[other][color], 3)] = 1
        x[at + WILD_SPENT] = 1 if t.void[other][color] == SPENT else 0
    x[at + LIKED] = min(t.liked[other][color], MOST)
    x[at + ABANDONED] = min(t.left[other][color], MOST)
    x[at + STAYED] = min(t.stayed[other][color], MOST)
    none = t.lacks[other][color]
    x[at + LIKELY] = MOST - none * MOST // CERTAIN
    none = none * no_wild // CERTAIN
    x[at + STUCK] = none * chance_of_none(g.hand_n[other], alike, t.hidden_n) * MOST // (CERTAIN * CERTAIN)
    for i in range(3):
        x[at + LIKELY_OTHERS + i] = MOST - t.lacks[other][t.order[i]] * MOST // CERTAIN
        x[at + LIKED_OTHERS + i] = min(t.liked[other][t.order[i]], MOST)


# ---- the network -----------------------------------------------------------------------------------
@kernel
def begin_rating(t: Thought, first: Grid, biases: Row) -> None:
    """Take what the seat knows through the first layer, once for all its moves."""
    for j in range(HIDDEN):
        t.base[j] = biases[j]
    for i in range(STATE):
        x = t.inputs[i]
        if x:
            row = first[i]
            for j in range(HIDDEN):
                t.base[j] += x * row[j]


@kernel
def rate(t: Thought, first: Grid, second: Grid, third: Row, biases: Row) -> int:  # noqa: C901 - three layers, a loop each
    """Return the rating of the move that was described. ``biases`` holds those of the hidden layers, one after the other."""
    hidden = t.hidden
    deep = t.deep
    for j in range(HIDDEN):
        hidden[j] = t.base[j]
    for i in range(STATE, INPUTS):
        x = t.inputs[i]
        if x:
            row = first[i]
            for j in range(HIDDEN):
                hidden[j] += x * row[j]
    for k in range(DEEP):
        deep[k] = biases[HIDDEN + k]
    for j in range(HIDDEN):
        x = min(hidden[j], CEILING)
        if x > 0:
            row = second[j]
            for k in range(DEEP):
                deep[k] += x * row[k]
    total = 0
    for k in range(DEEP):
        if deep[k] > 0:
            total += deep[k] // UNIT * third[k]
    return total


@entry
def rate_moves(
    rs: MutableSequence[Rules],
    gs: MutableSequence[Round],
    es: MutableSequence[Evidence],
    ts: MutableSequence[Thought],
    first: Grid,
    second: Grid,
    third: Row,
    biases: Row,
    seat: int,
    moves: Row,
    ratings: Row,
) -> None:
    """Rate a seat's moves. The round holds what the seat knows."""
    t = ts[0]
    describe_seat(rs[0], gs[0], es[0], seat, t)
    begin_rating(t, first, biases)
    for i in range(len(moves)):
        describe_move(rs[0], gs[0], seat, moves[i], t)
        ratings[i] = rate(t, first, second, third, biases)
