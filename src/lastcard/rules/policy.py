"""The ``steady`` way of playing as kernels: how imagined rounds are played out. Fast rather than faithful in every detail.

What counts how much are fields of :class:`Player`, in hundredths of a card to follow, so that they can be tuned without
compiling anew. An edition replaces the kernels of its own moves by name.
"""

from __future__ import annotations

from typing import Annotated

from ..cards import FIRST_WILD, FX_DRAW_FOUR, FX_DRAW_TWO, FX_NONE, FX_REVERSE, FX_SKIP, WILD
from ..moves import ACCEPT, CHALLENGE, DRAW, NAME, PASS, PLAY, UNO
from .build import kernel, lowest
from .core import (
    ANSWER,
    COLOR,
    DREW,
    MASK32,
    NONE,
    TURN,
    VOTING,
    after,
    below,
    can_draw,
    matches,
    playable_wilds,
    same_symbol,
)
from .playout import People, pick_special, pick_vote, takers
from .state import Round, Row, Rules


class Player(People):
    """What counts how much in a play; the dice, too."""

    follow: int  # a card left of the color that will be in force
    symbol: int  # a card left of the same number or symbol
    wild: int  # a wild is spent
    draw_four: int  # a Wild Draw Four is spent, besides
    action: int  # an action card is spent
    again: int  # with two players: the turn comes back, and something can follow
    hurt: int  # a card that the next player draws, when that player has few
    stop: int  # the next player loses the turn, when that player has few
    few: int  # how many cards are few
    points: int  # a point that is no longer in the hand
    bluff: int  # a Wild Draw Four is played against the rule
    turn: int  # a Reverse takes the turn to who has a card more than the next player
    keep_drawn: int  # a wild just drawn is kept with more cards left than this
    doubt: int  # a Wild Draw Four is challenged where its player has so many cards
    scarce: int  # a card of the new color that has been seen, when somebody has few: others have fewer
    # What is looked at for a play:
    colors: Annotated[Row, "i8", 5]  # the hand, by color
    seen: Annotated[Row, "i8", 5]  # the discard pile by color; cards that are played are added
    following: int  # cards of the next player
    previous: int  # and of the one before
    nearest: int  # and of who has fewest


WEIGHTS = {
    "follow": 100,
    "symbol": 60,
    "wild": 800,
    "draw_four": 100,
    "action": 50,
    "again": 150,
    "hurt": 100,
    "stop": 200,
    "few": 4,
    "points": 2,
    "bluff": 800,
    "turn": 50,
    "keep_drawn": 1,
    "doubt": 2,
    "scarce": 10,
}


@kernel
def count_colors(g: Round, seat: int, p: Player) -> None:
    """How many cards of each color the seat holds."""
    for color in range(5):
        ranks = g.held[seat][color]
        n = 0
        while ranks:
            n += g.hand[seat][color << 4 | lowest(ranks)]
            ranks &= ranks - 1
        p.colors[color] = n


@kernel
def look_around(g: Round, seat: int, p: Player) -> None:
    """How many cards the others have."""
    p.following = g.hand_n[after(g, seat, 1)]
    p.previous = p.following
    p.nearest = p.following
    if g.players == 2:
        return
    p.previous = g.hand_n[after(g, seat, -1)]
    for other in range(g.players):
        if other != seat and g.hand_n[other] < p.nearest:
            p.nearest = g.hand_n[other]


@kernel
def best_color(p: Player, chance: int) -> int:
    """The color that the seat has most of, going by ``p.nearest`` too; of equals one by chance."""
    best = chance & 3
    for i in range(1, 4):
        color = (chance + i) & 3
        if p.follow * p.colors[color] + color_worth(p, color) > p.follow * p.colors[best] + color_worth(p, best):
            best = color
    return best


@kernel
def penalty(r: Rules, g: Round, kind: int) -> int:
    """How many cards the next player draws for this one. An edition replaces it where its own cards make somebody draw."""
    fx = r.fx[kind]
    if fx == FX_DRAW_TWO:
        return 2
    return 4 if fx == FX_DRAW_FOUR else 0


@kernel
def effect_worth(r: Rules, g: Round, seat: int, p: Player, kind: int, can_follow: bool) -> int:
    """What the card does to the others."""
    fx = r.fx[kind]
    near = p.following <= p.few
    worth = p.hurt * penalty(r, g, kind) if near else 0
    skips = fx == FX_SKIP or fx == FX_DRAW_TWO or fx == FX_DRAW_FOUR
    if g.players == 2:
        if can_follow and (skips or (fx == FX_REVERSE and r.two_reverse_skips)):
            worth += p.again
    elif skips:
        if near:
            worth += p.stop
    elif fx == FX_REVERSE:
        worth += p.turn * (min(p.previous, p.few + 1) - min(p.following, p.few + 1))
    return worth


@kernel
def color_worth(p: Player, color: int) -> int:
    """Of a color that has been seen a lot the others have less."""
    return p.scarce * (p.seen[color] + p.colors[color]) if p.nearest <= 3 else 0


@kernel
def play_worth(r: Rules, g: Round, seat: int, p: Player, kind: int) -> int:
    """How good it is to play this colored card now, once the hand is counted and the others looked at."""
    color = kind >> 4
    same = r.symbol[color][kind & 15]
    follow = p.colors[color] - 1
    alike = 0 - 1
    for other in range(4):
        ranks = g.held[seat][other] & same
        while ranks:
            alike += g.hand[seat][other << 4 | lowest(ranks)]
            ranks &= ranks - 1
    worth = p.follow * follow + p.symbol * alike + p.points * r.value[kind] + color_worth(p, color)
    if r.fx[kind] != FX_NONE:
        worth += effect_worth(r, g, seat, p, kind, follow + alike + p.colors[WILD] > 0) - p.action
    return worth


@kernel
def wild_worth(r: Rules, g: Round, seat: int, p: Player, kind: int, color: int) -> int:
    """How good it is to play this wild now and go on with this color."""
    follow = p.colors[color]
    worth = p.follow * follow + p.points * r.value[kind] - p.wild + color_worth(p, color)
    if r.fx[kind] == FX_DRAW_FOUR:
        worth -= p.draw_four
        if p.colors[g.color] or p.colors[WILD] > 1:
            worth -= p.bluff
    if r.fx[kind] != FX_NONE:
        worth += effect_worth(r, g, seat, p, kind, follow + p.colors[WILD] - 1 > 0)
    return worth


@kernel
def with_color(r: Rules, kind: int, color: int, uno: int) -> int:
    """The play of a card; a color is named where the card asks for one."""
    move = PLAY << 12 | kind << 5 | uno
    if kind < FIRST_WILD or r.colorless >> (kind & 15) & 1:
        return move
    return move | color << 1


@kernel
def best_play(r: Rules, g: Round, seat: int, p: Player, chance: int) -> int:
    """The card that is worth most and fits, NONE where none does; of equals one by chance. The hand is counted."""
    same = same_symbol(r, g)
    best = NONE
    most = 0
    for color in range(4):
        ranks = g.held[seat][color]
        if color != g.color:
            ranks &= same
        while ranks:
            kind = color << 4 | lowest(ranks)
            ranks &= ranks - 1
            worth = play_worth(r, g, seat, p, kind) * 8 + (chance >> (kind & 15) & 7)
            if best == NONE or worth > most:
                most = worth
                best = kind
    wilds = playable_wilds(r, g, seat)
    if wilds:
        color = best_color(p, chance >> 28)
        while wilds:
            kind = FIRST_WILD | lowest(wilds)
            wilds &= wilds - 1
            worth = wild_worth(r, g, seat, p, kind, color) * 8 + (chance >> (kind & 15) & 7)
            if best == NONE or worth > most:
                most = worth
                best = kind
    return best


@kernel
def prefer_turn(r: Rules, g: Round, seat: int, p: Player) -> int:
    """The play that is worth most, with the call where it is due; a draw only where nothing can be played."""
    count_colors(g, seat, p)
    look_around(g, seat, p)
    chance = below(p, MASK32)
    kind = best_play(r, g, seat, p, chance)
    if kind == NONE:
        return DRAW << 12 if can_draw(g) else PASS << 12
    color = best_color(p, chance >> 28) if kind >= FIRST_WILD else 0
    return with_color(r, kind, color, 1 if g.hand_n[seat] == 2 else 0)


@kernel
def keeps_wild(p: Player, size: int) -> bool:
    """Whether a wild just drawn stays in a hand of so many cards: while nobody is about to go out."""
    return size - 1 > p.keep_drawn and p.nearest > 2


@kernel
def prefer_drawn(r: Rules, g: Round, seat: int, p: Player) -> int:
    """The drawn card is played where it fits; a wild is kept while nobody is about to go out."""
    kind = g.drawn
    if not matches(r, g, kind):
        return PASS << 12
    if kind >= FIRST_WILD:
        if playable_wilds(r, g, seat) >> (kind & 15) & 1 == 0:
            return PASS << 12
        look_around(g, seat, p)
        if keeps_wild(p, g.hand_n[seat]):
            return PASS << 12
        count_colors(g, seat, p)
    return with_color(r, kind, best_color(p, below(p, 4)), 1 if g.hand_n[seat] == 2 else 0)


@kernel
def prefer_answer(r: Rules, g: Round, seat: int, p: Player) -> int:
    """Challenge who has so many cards that one of them most likely fitted."""
    if r.bluff and r.fx[g.card] == FX_DRAW_FOUR and g.hand_n[g.actor] >= p.doubt:
        return CHALLENGE << 12
    return ACCEPT << 12


@kernel
def prefer(r: Rules, g: Round, seat: int, p: Player, out: Row) -> int:
    """What a steady player does in a seat that the round waits for."""
    if g.phase == TURN:
        return prefer_turn(r, g, seat, p)
    if g.phase == DREW:
        return prefer_drawn(r, g, seat, p)
    if g.phase == ANSWER:
        return prefer_answer(r, g, seat, p)
    if g.phase == VOTING:
        return pick_vote(g, p)
    if g.phase == COLOR:
        count_colors(g, seat, p)
        look_around(g, seat, p)
        return NAME << 12 | best_color(p, below(p, 4)) << 1
    return prefer_special(r, g, seat, p, out)


@kernel
def prefer_special(r: Rules, g: Round, seat: int, p: Player, out: Row) -> int:
    """In the edition's own phases; by chance, unless the edition replaces it."""
    return pick_special(r, g, seat, p, out)


@kernel
def spare_card(r: Rules, g: Round, seat: int, p: Player) -> int:
    """The card that is least use in the hand: no wild, of a short color, not of the color in force, rather a high one."""
    count_colors(g, seat, p)
    best = NONE
    least = 0
    for color in range(5):
        ranks = g.held[seat][color]
        while ranks:
            kind = color << 4 | lowest(ranks)
            ranks &= ranks - 1
            use = 10000
            if color < WILD:
                use = 100 * p.colors[color] + (200 if color == g.color else 0) - 5 * r.value[kind]
            use += below(p, 8)
            if best == NONE or use < least:
                least = use
                best = kind
    return best


@kernel
def some_card(g: Round, seat: int, colors: int, p: Player) -> int:
    """A card of a hand by chance, of the first so many colors; NONE where there is none."""
    n = 0
    for color in range(colors):
        ranks = g.held[seat][color]
        while ranks:
            n += g.hand[seat][color << 4 | lowest(ranks)]
            ranks &= ranks - 1
    if n == 0:
        return NONE
    n = below(p, n)
    for color in range(colors):
        ranks = g.held[seat][color]
        while ranks:
            kind = color << 4 | lowest(ranks)
            ranks &= ranks - 1
            n -= g.hand[seat][kind]
            if n < 0:
                return kind
    return NONE


@kernel
def fewest_cards(g: Round, seat: int, p: Player) -> int:
    """The other seat with fewest cards; of equals one by chance."""
    turn = below(p, g.players)
    best = NONE
    for i in range(g.players):
        other = (turn + i) % g.players
        if other != seat and (best == NONE or g.hand_n[other] < g.hand_n[best]):
            best = other
    return best


@kernel
def prefer_chance(r: Rules, g: Round, seat: int, p: Player, out: Row) -> int:
    """A move out of turn for a seat that may make one, or NONE. An edition replaces it."""
    return NONE


@kernel
def prefer_next(r: Rules, g: Round, p: Player, out: Row) -> int:
    """The next move and its seat, as one number: a call that is owed, a chance out of turn, else a duty."""
    if g.owes_uno:
        return lowest(g.owes_uno) << 20 | UNO << 12
    seats = takers(r, g)
    while seats:
        seat = lowest(seats)
        seats &= seats - 1
        move = prefer_chance(r, g, seat, p, out)
        if move != NONE:
            return seat << 20 | move
    seat = lowest(g.waiting)
    return seat << 20 | prefer(r, g, seat, p, out)


@kernel
def see(p: Player, move: int) -> None:
    """A card that is played is seen."""
    if move >> 12 == PLAY:
        p.seen[move >> 9 & 7] += 1
