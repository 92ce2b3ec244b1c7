"""The ``steady`` policy as kernels, which plays out imagined rounds. It favors speed over fidelity in every detail.

Its weights are fields of :class:`Player`, in hundredths of a card that can follow, so you can tune them without recompiling.
An edition replaces the hooks for its own moves.
"""

from __future__ import annotations

from typing import Annotated

from ..bits import bit, color_of_kind, has, kind_at, kind_of, move_of, rank_of, several, verb_of, with_seat
from ..cards import FIRST_WILD, FX_DRAW_FOUR, FX_DRAW_TWO, FX_NONE, FX_REVERSE, FX_SKIP, WILD
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
    OWN_RULE,
    PERFORMS,
    PREVIOUS,
    ROW,
    SKIPS,
    SWAPS,
)
from ..moves import ACCEPT, CHALLENGE, CHOOSE, DISCARD, DONE, DRAW, JUMP, NAME, PASS, PLAY, UNO
from ..rules.build import hook, kernel, lowest
from ..rules.jump_in import holders, jump_kinds
from ..rules.legal import can_challenge, may_play, must_play_drawn, playable, playable_wilds
from ..rules.piles import MASK32, below, call_due, can_draw
from ..rules.seats import after, team
from ..rules.state import ANSWER, CHOOSING, COLOR, DISCARDING, DREW, FOLLOWING, NONE, TURN, VOTING, Round, Row, Rules
from .playout import People, pick_special, pick_vote, takers

NEAR = 3  # a player with this many cards left is about to go out


class Player(People):
    """The weights of a steady player, the dice, and what the player looks at."""

    follow: int  # for each card left of the color that will be in force
    symbol: int  # for each card left with the same number or symbol
    wild: int  # a wild is spent
    draw_four: int  # a Wild Draw Four is spent, on top of that
    action: int  # an action card is spent
    again: int  # with two players: the turn comes back, and something can follow
    hurt: int  # for each card that the next player draws, if that player has few
    stop: int  # the next player loses the turn, if that player has few cards
    few: int  # how many cards count as few
    points: int  # for each point that leaves the hand
    bluff: int  # a Wild Draw Four is played against the rule
    turn: int  # for each card that the player a Reverse turns to has more than the next one
    keep_drawn: int  # a wild just drawn is kept if more cards than this are left
    doubt: int  # a Wild Draw Four is challenged if its player has at least this many cards
    swap: int  # for each card by which a house rule makes the hand smaller
    scarce: int  # for each card seen of the new color, if someone has NEAR or fewer: the others have less of it
    # What the player looks at to choose a play:
    colors: Annotated[Row, "i8", 5]  # cards in the hand, by color
    seen: Annotated[Row, "i8", 5]  # cards in the discard pile, by color; plays are added
    following: int  # cards of the next player
    previous: int  # cards of the previous player
    nearest: int  # cards of the other player with the fewest


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
    "swap": 150,
    "scarce": 10,
}


@kernel
def count_colors(g: Round, seat: int, p: Player) -> None:
    """Count the cards of each color in the seat's hand."""
    hand = g.hand[seat]
    held = g.held[seat]
    for color in range(5):
        ranks = held[color]
        n = 0
        while ranks:
            n += hand[kind_at(color, lowest(ranks))]
            ranks &= ranks - 1
        p.colors[color] = n


@kernel
def look_around(g: Round, seat: int, p: Player) -> None:
    """Note how many cards the others have."""
    p.following = g.hand_n[after(g, seat, 1)]
    p.previous = p.following
    p.nearest = p.following
    if g.players == 2:
        return
    p.previous = g.hand_n[after(g, seat, -1)]
    ours = team(g, seat) if g.teams else bit(seat)
    for other in range(g.players):
        if has(ours, other) == 0 and g.hand_n[other] < p.nearest:
            p.nearest = g.hand_n[other]


@kernel
def best_color(p: Player, chance: int) -> int:
    """Return the color to go on with, mostly the one the seat has most of. Ties are broken by ``chance``."""
    best = chance & 3
    most = p.follow * p.colors[best] + color_worth(p, best)
    for i in range(1, 4):
        color = (chance + i) & 3
        worth = p.follow * p.colors[color] + color_worth(p, color)
        if worth > most:
            most = worth
            best = color
    return best


@hook
def penalty(r: Rules, g: Round, kind: int) -> int:
    """Return how many cards this card makes the next player draw. Replace it if the edition's own cards make someone draw.

    When: when a steady player considers playing a card.
    May: nothing.
    """
    fx = r.fx[kind]
    if fx == FX_DRAW_TWO:
        return r.draw_two_n
    return r.draw_four_n if fx == FX_DRAW_FOUR else 0


@kernel
def effect_worth(r: Rules, g: Round, seat: int, p: Player, kind: int, can_follow: bool) -> int:
    """Return what the card's effect on the others is worth."""
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
def rule_worth(r: Rules, g: Round, seat: int, p: Player, kind: int) -> int:
    """Return what the house rule on a card is worth, by the sizes of the hands it moves, makes larger or smaller.

    A card of the edition's own is valued without its rule, as by the bot ``steady``.
    """
    if r.written[kind] >= OWN_RULE:
        return 0
    left = g.hand_n[seat] - 1
    steps = r.house[r.written[kind]]
    worth = 0
    for i in range(0, MOST_STEPS * ROW, ROW):
        does = steps[i]
        who = steps[i + 1]
        n = steps[i + 2]
        if does == SWAPS:
            worth += p.swap * (left - swapped_for(p, who))
        elif does == HANDS_ON or does == HANDS_LEFT or does == HANDS_RIGHT:
            worth += p.swap * (left - p.previous)
        elif does == AGAIN:
            worth += p.again
        elif does == SKIPS and p.following <= p.few:
            worth += p.stop
        elif does == DRAWS or does == DISCARDS or does == PERFORMS:
            sign = -1 if does == DISCARDS else 1
            if who == ME:
                worth -= sign * p.hurt * n
            elif who != EVERYONE and p.nearest <= p.few:
                worth += sign * p.hurt * n
    return worth


@kernel
def swapped_for(p: Player, who: int) -> int:
    """Return the size of the hand that a swap with these players brings."""
    if who == NEXT or who == MOST_CARDS:
        return p.following
    return p.previous if who == PREVIOUS else p.nearest


@kernel
def color_worth(p: Player, color: int) -> int:
    """Return what a color is worth because the others have less of what has been seen a lot."""
    return p.scarce * (p.seen[color] + p.colors[color]) if p.nearest <= NEAR else 0


@kernel
def held_alike(r: Rules, g: Round, seat: int, kind: int) -> int:
    """Count the cards in the hand with the same number or symbol as this colored card, itself included."""
    same = r.symbol[color_of_kind(kind)][rank_of(kind)]
    hand = g.hand[seat]
    held = g.held[seat]
    n = 0
    for color in range(4):
        ranks = held[color] & same
        while ranks:
            n += hand[kind_at(color, lowest(ranks))]
            ranks &= ranks - 1
    return n


@kernel
def play_worth(r: Rules, g: Round, seat: int, p: Player, kind: int) -> int:
    """Return what playing this colored card is worth now. Call ``count_colors`` and ``look_around`` first."""
    color = color_of_kind(kind)
    follow = p.colors[color] - 1
    alike = held_alike(r, g, seat, kind) - 1
    worth = p.follow * follow + p.symbol * alike + p.points * r.value[kind] + color_worth(p, color)
    if r.ruled and r.written[kind]:
        worth += rule_worth(r, g, seat, p, kind)
    if r.fx[kind] != FX_NONE:
        worth += effect_worth(r, g, seat, p, kind, follow + alike + p.colors[WILD] > 0) - p.action
    elif r.follows:
        worth += p.again * alike
    return worth


@kernel
def wild_worth(r: Rules, g: Round, seat: int, p: Player, kind: int, color: int) -> int:
    """Return what playing this wild is worth now, continuing with this color if the wild names one."""
    follow = 0
    worth = p.points * r.value[kind] - p.wild
    if r.ruled and r.written[kind]:
        worth += rule_worth(r, g, seat, p, kind)
    if not has(r.colorless, rank_of(kind)):
        follow = p.colors[color]
        worth += p.follow * follow + color_worth(p, color)
    if r.fx[kind] == FX_DRAW_FOUR:
        worth -= p.draw_four
        if r.bluff and g.stack == 0 and (p.colors[g.color] or (r.wilds_match and p.colors[WILD] > 1)):
            worth -= p.bluff
    if r.fx[kind] != FX_NONE:
        worth += effect_worth(r, g, seat, p, kind, follow + p.colors[WILD] - 1 > 0)
    return worth


@kernel
def with_color(r: Rules, kind: int, color: int, uno: int) -> int:
    """Return the play of a card, naming the color if the card needs one."""
    if kind < FIRST_WILD or has(r.colorless, rank_of(kind)):
        return move_of(PLAY, kind, uno=uno)
    return move_of(PLAY, kind, color, uno)


@kernel
def best_play(r: Rules, g: Round, seat: int, p: Player, chance: int) -> int:
    """Return the matching card that is worth most, or NONE. Ties are broken by ``chance``."""
    kinds = playable(r, g, seat)
    wilds = playable_wilds(r, g, seat)
    if wilds == 0 and not several(kinds):  # nothing to weigh
        return lowest(kinds) if kinds else NONE
    count_colors(g, seat, p)
    look_around(g, seat, p)
    best = NONE
    most = 0
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        worth = play_worth(r, g, seat, p, kind) * 8 + (chance >> rank_of(kind) & 7)
        if best == NONE or worth > most:
            most = worth
            best = kind
    if wilds:
        color = best_color(p, chance >> 28)
        while wilds:
            kind = kind_at(WILD, lowest(wilds))
            wilds &= wilds - 1
            worth = wild_worth(r, g, seat, p, kind, color) * 8 + (chance >> rank_of(kind) & 7)
            if best == NONE or worth > most:
                most = worth
                best = kind
    return best


@kernel
def prefer_turn(r: Rules, g: Round, seat: int, p: Player) -> int:
    """Make the play that is worth most, with the call if it is due. Draw only if nothing can be played."""
    chance = below(p, MASK32)
    kind = best_play(r, g, seat, p, chance)
    if kind == NONE:
        return move_of(DRAW) if can_draw(g, seat) else move_of(PASS)
    color = best_color(p, chance >> 28) if kind >= FIRST_WILD else 0
    return with_color(r, kind, color, call_due(g, seat))


@kernel
def keeps_wild(p: Player, size: int) -> bool:
    """Whether to keep a wild just drawn in a hand of this size, which is wise while nobody is about to go out."""
    return size - 1 > p.keep_drawn and p.nearest > 2


@kernel
def prefer_drawn(r: Rules, g: Round, seat: int, p: Player) -> int:
    """Play the drawn card if it matches, but keep a wild while nobody is about to go out."""
    kind = g.drawn
    if not may_play(r, g, seat, kind):
        return move_of(PASS)
    if kind >= FIRST_WILD:
        look_around(g, seat, p)
        if keeps_wild(p, g.hand_n[seat]) and not must_play_drawn(r, g, seat):
            return move_of(PASS)
        count_colors(g, seat, p)
    return with_color(r, kind, best_color(p, below(p, 4)), call_due(g, seat))


@kernel
def prefer_answer(r: Rules, g: Round, seat: int, p: Player) -> int:
    """Put a card on a stack. Challenge a player who has enough cards that one of them probably matched.

    A Wild Draw Four on a stack is hardly ever guilty, because its player would have had to hold a Draw Two (stack-guilt).
    """
    if g.stack and g.hand_n[g.actor] > 0:
        move = prefer_turn(r, g, seat, p)
        if verb_of(move) == PLAY:
            return move
    if g.under == NONE and g.hand_n[g.actor] >= p.doubt and can_challenge(r, g):
        return move_of(CHALLENGE)
    return move_of(ACCEPT)


@kernel
def prefer(r: Rules, g: Round, seat: int, p: Player, out: Row) -> int:
    """Return the move of a steady player in a seat that the round is waiting for."""
    if g.phase == TURN:
        return prefer_turn(r, g, seat, p)
    if g.phase == DREW:
        return prefer_drawn(r, g, seat, p)
    if g.phase == ANSWER:
        return prefer_answer(r, g, seat, p)
    if g.phase == VOTING:
        return pick_vote(g, p)
    if g.phase == FOLLOWING:
        move = prefer_turn(r, g, seat, p)
        return move if verb_of(move) == PLAY else move_of(DONE)
    if g.phase >= CHOOSING:
        return prefer_in_rule(r, g, seat, p)
    if g.phase == COLOR:
        count_colors(g, seat, p)
        look_around(g, seat, p)
        return move_of(NAME, arg=best_color(p, below(p, 4)))
    return prefer_special(r, g, seat, p, out)


@kernel
def prefer_in_rule(r: Rules, g: Round, seat: int, p: Player) -> int:
    """Discard the least useful card. Pick the player with the fewest cards, or with the most if that only helps them."""
    if g.phase == DISCARDING:
        return move_of(DISCARD, spare_card(r, g, seat, p))
    steps = r.house[r.written[g.card]]
    sign = -1
    for i in range(0, MOST_STEPS * ROW, ROW):
        if steps[i] != END and steps[i] != DISCARDS and steps[i + 1] == CHOSEN:
            sign = 1
    return move_of(CHOOSE, arg=fewest_cards(g, seat, sign, p))


@hook
def prefer_special(r: Rules, g: Round, seat: int, p: Player, out: Row) -> int:
    """Choose a move in one of the edition's own phases. By default it is random.

    When: when a steady player must choose in one of the edition's own phases.
    May: ``p``, whose dice it rolls. It returns a legal move.
    """
    return pick_special(r, g, seat, p, out)


@kernel
def spare_card(r: Rules, g: Round, seat: int, p: Player) -> int:
    """Return the least useful card in the hand.

    That is preferably a high card that goes with few others, not a wild and not of the color in force.
    """
    count_colors(g, seat, p)
    best = NONE
    least = 0
    for color in range(5):
        ranks = g.held[seat][color]
        while ranks:
            kind = kind_at(color, lowest(ranks))
            ranks &= ranks - 1
            use = 10000
            if color < WILD:
                alike = held_alike(r, g, seat, kind)
                use = 100 * p.colors[color] + 50 * alike + (200 if color == g.color else 0) - 5 * r.value[kind]
            use = 8 * use + below(p, 8)
            if best == NONE or use < least:
                least = use
                best = kind
    return best


@kernel
def some_card(g: Round, seat: int, colors: int, p: Player) -> int:
    """Return a random card of a hand in the first ``colors`` colors, or NONE if there isn't one."""
    n = 0
    for color in range(colors):
        ranks = g.held[seat][color]
        while ranks:
            n += g.hand[seat][kind_at(color, lowest(ranks))]
            ranks &= ranks - 1
    if n == 0:
        return NONE
    n = below(p, n)
    for color in range(colors):
        ranks = g.held[seat][color]
        while ranks:
            kind = kind_at(color, lowest(ranks))
            ranks &= ranks - 1
            n -= g.hand[seat][kind]
            if n < 0:
                return kind
    return NONE


@kernel
def fewest_cards(g: Round, seat: int, sign: int, p: Player) -> int:
    """Return the other seat with the fewest cards, or with the most if the sign is -1. Ties are broken at random."""
    turn = below(p, g.players)
    best = NONE
    ours = team(g, seat)
    for i in range(g.players):
        other = (turn + i) % g.players
        if has(ours, other) == 0 and (best == NONE or sign * g.hand_n[other] < sign * g.hand_n[best]):
            best = other
    return best


@hook
def prefer_chance(r: Rules, g: Round, seat: int, p: Player, out: Row) -> int:
    """Choose a move out of turn, or NONE to do nothing. By default a steady player does nothing.

    When: when a steady player in one of the seats of ``takers`` is asked for a move out of turn.
    May: ``p``, whose dice it rolls. It returns a legal move or NONE.
    """
    return NONE


@kernel
def prefer_jump(r: Rules, g: Round, seat: int, p: Player) -> int:
    """Jump in, or return NONE if the house rule on the card would cost more than it brings."""
    kind = kind_at(color_of_kind(g.jump), lowest(jump_kinds(r, g, seat)))
    if r.ruled and r.written[kind] and g.hand_n[seat] > 1:
        look_around(g, seat, p)
        if rule_worth(r, g, seat, p, kind) < 0:
            return NONE
    return move_of(JUMP, kind, uno=call_due(g, seat))


@kernel
def prefer_next(r: Rules, g: Round, p: Player, out: Row) -> int:
    """Choose the next move and its seat, as one number: an owed call, a chance out of turn, else a duty."""
    if g.owes_uno:
        return with_seat(lowest(g.owes_uno), move_of(UNO))
    seats = holders(r, g)
    while seats:
        seat = lowest(seats)
        seats &= seats - 1
        move = prefer_jump(r, g, seat, p)
        if move != NONE:
            return with_seat(seat, move)
    seats = takers(r, g)
    while seats:
        seat = lowest(seats)
        seats &= seats - 1
        move = prefer_chance(r, g, seat, p, out)
        if move != NONE:
            return with_seat(seat, move)
    seat = lowest(g.waiting)
    return with_seat(seat, prefer(r, g, seat, p, out))


@kernel
def see(p: Player, move: int) -> None:
    """Add a played card to the cards seen."""
    if verb_of(move) == PLAY or verb_of(move) == JUMP:
        p.seen[color_of_kind(kind_of(move))] += 1
