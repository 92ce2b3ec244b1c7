"""Which hands others may hold: worlds as likely as what everybody has been seen to do makes them.

A world says which cards each hand holds, and in which order all cards of a hand came, those too that have been played since.
It is changed in small steps: two unseen cards change places, or two cards came the other way round; the change stays where a
steady player is at least as likely to have done what was done, else now and then (Metropolis and others). How surprising that
is with a hand is counted by going back through its choices, each card that left put back, each that came taken out.
"""

from __future__ import annotations

from typing import Annotated

from ..cards import FIRST_WILD, WILD
from ..moves import PLAY, SEATS
from .build import kernel, lowest
from .core import NONE, below, gain, lose, matches, playable_wilds, same_symbol
from .evidence import COUNT_FEWEST, COUNT_NEXT, COUNT_PREVIOUS, HISTORY, IN_FORCE, PASSED, PILE, SIZE, TOP, Evidence
from .policy import Player, best_color, color_worth, count_colors, keeps_wild, play_worth, wild_worth
from .state import CARDS, Grid, Round, Row, Rules

NEVER = 31  # bits of surprise that are not believed
MOST = 2 * HISTORY * NEVER  # a draw may be a surprise, and the pass after it
PLAYED = CARDS  # from here on, places in ``order`` are those of cards that have left


class Unseen(Evidence):
    """What a seat does not see, and what it believes of that."""

    missing: Annotated[Row, "i8", SEATS]  # cards that each hand has besides those known
    dealt: Annotated[Grid, "i8", SEATS, CARDS]  # those cards in a world
    # The order in which a seat's cards came: places in ``dealt``, and PLAYED + the place in ``choice`` of one that has left.
    order: Annotated[Grid, "i8", SEATS, CARDS + HISTORY]
    order_n: Annotated[Row, "i8", SEATS]
    surprise: Annotated[Row, "i8", SEATS]  # at a seat's choices with its hand, in bits
    # Going back through a seat's choices:
    there: Annotated[Row, "i8", CARDS + HISTORY]  # whether a card, by its place in ``order``, is in the hand
    place: Annotated[Row, "i8", HISTORY]  # where in ``order`` a card is that has left
    newest: int  # no card behind this place in ``order`` is in the hand
    odd: int  # bits of surprise at what no steady player does; 0: what others do tells nothing
    first: int  # changes before the first world, for each other seat
    more: int  # changes before each further world
    lowest: int  # whoever has fewest points wins the game: the value is by the own points, not the winner's


@kernel
def deal_unseen(g: Round, e: Unseen, seat: int, p: Player) -> None:
    """Fill the other hands by chance."""
    owing = g.owes_uno
    for other in range(g.players):
        for i in range(e.missing[other]):
            at = below(p, g.draw_n)
            kind = int(g.draw[at])
            g.draw_n -= 1
            g.draw[at] = g.draw[g.draw_n]
            e.dealt[other][i] = kind
            gain(g, other, kind)
    g.owes_uno = owing


@kernel
def can_play(r: Rules, g: Round, seat: int) -> bool:
    """Whether something in the hand fits."""
    held = g.held[seat]
    if held[g.color] or held[WILD]:
        return True
    return ((held[0] | held[1] | held[2] | held[3]) & same_symbol(r, g)) != 0


@kernel
def see_pile(p: Player, pile: int) -> None:
    for color in range(5):
        p.seen[color] = pile >> PILE * color & ((1 << PILE) - 1)


@kernel
def recall(e: Unseen, p: Player, seat: int, at: int) -> None:
    """How things stood at a choice, as far as a steady player looks at them."""
    choice = e.choice[seat][at]
    p.following = choice >> COUNT_NEXT & 127
    p.previous = choice >> COUNT_PREVIOUS & 127
    p.nearest = choice >> COUNT_FEWEST & 127
    see_pile(p, e.piled[seat][at])


@kernel
def bits_of(choices: int) -> int:
    """How surprising it is that just this one of so many was made, to the nearest bit."""
    return (choices >= 2) + (choices >= 3) + (choices >= 6) + (choices >= 12)


@kernel
def play_surprise(r: Rules, g: Round, e: Unseen, seat: int, p: Player, choice: int) -> int:
    """How surprising a play is with this hand: something may have been worth more, or as much."""
    kind = choice >> 5 & 127
    count_colors(g, seat, p)
    alike = 1
    if kind < FIRST_WILD:
        worth = play_worth(r, g, seat, p, kind)
    else:
        color = best_color(p, 0)
        worth = wild_worth(r, g, seat, p, kind, color)
        if r.colorless >> (kind & 15) & 1 == 0:
            alike = same_colors(p, choice >> 1 & 15)
            if color_value(p, color) > color_value(p, choice >> 1 & 15):
                return e.odd
    same = same_symbol(r, g)
    for color in range(4):
        ranks = g.held[seat][color]
        if color != g.color:
            ranks &= same
        while ranks:
            other = color << 4 | lowest(ranks)
            ranks &= ranks - 1
            if other != kind:
                found = play_worth(r, g, seat, p, other)
                if found > worth:
                    return e.odd
                alike += found == worth
    wilds = playable_wilds(r, g, seat)
    while wilds:
        other = FIRST_WILD | lowest(wilds)
        wilds &= wilds - 1
        if other != kind and wild_worth(r, g, seat, p, other, best_color(p, 0)) > worth:
            return e.odd
    return min(bits_of(alike), e.odd)


@kernel
def same_colors(p: Player, named: int) -> int:
    """How many colors are worth as much as this one."""
    n = 0
    for color in range(4):
        n += color_value(p, color) == color_value(p, named)
    return n


@kernel
def color_value(p: Player, color: int) -> int:
    return p.follow * p.colors[color] + color_worth(p, color)


@kernel
def card_of(e: Unseen, seat: int, place: int) -> int:
    """The kind of a card by its place in the order."""
    which = e.order[seat][place]
    return e.dealt[seat][which] if which < PLAYED else e.choice[seat][which - PLAYED] >> 5 & 127


@kernel
def start_back(e: Unseen, seat: int) -> None:
    """Every card is where it is now."""
    e.newest = e.order_n[seat] - 1
    for i in range(e.order_n[seat]):
        which = e.order[seat][i]
        e.there[i] = 1 if which < PLAYED else 0
        if which >= PLAYED:
            e.place[which - PLAYED] = i


@kernel
def end_back(g: Round, e: Unseen, seat: int) -> None:
    """Cards are where they are now, again."""
    for i in range(e.order_n[seat]):
        if e.order[seat][i] < PLAYED:
            if e.there[i] == 0:
                gain(g, seat, card_of(e, seat, i))
        elif e.there[i]:
            lose(g, seat, card_of(e, seat, i))


@kernel
def take_newest(g: Round, e: Unseen, seat: int) -> int:
    """Take out the card that came last; its kind, or NONE where no card can be taken out."""
    while e.newest >= 0 and e.there[e.newest] == 0:
        e.newest -= 1
    if e.newest < 0:
        return NONE
    e.there[e.newest] = 0
    kind = card_of(e, seat, e.newest)
    lose(g, seat, kind)
    return kind


@kernel
def put_back(g: Round, e: Unseen, seat: int, at: int) -> None:
    """The card of a choice has not left yet."""
    place = e.place[at]
    e.there[place] = 1
    e.newest = max(e.newest, place)
    gain(g, seat, card_of(e, seat, place))


@kernel
def surprise_of(r: Rules, g: Round, e: Unseen, seat: int, p: Player, most: int) -> int:
    """How surprising a seat's choices are with its hand, from the last one back to where its cards cannot be followed, in bits.

    Counting ends where there are more than ``most``.
    """
    color = g.color
    top = g.discard[g.discard_n - 1]
    start_back(e, seat)
    found = 0
    for i in range(min(e.choices[seat], HISTORY)):
        if found > most:
            break
        at = (e.choices[seat] - 1 - i) % HISTORY
        choice = e.choice[seat][at]
        drew = choice >> 12 & 15 != PLAY
        passed = choice >> PASSED & 1
        size = (choice >> SIZE & 255) + (passed if drew else -1)  # of the hand when the choice was made
        while g.hand_n[seat] > size:
            if take_newest(g, e, seat) == NONE:
                break
        if g.hand_n[seat] != size:
            break
        g.color = choice >> IN_FORCE & 15
        g.discard[g.discard_n - 1] = choice >> TOP & 127
        recall(e, p, seat, at)
        if not drew:
            put_back(g, e, seat, at)
            found += play_surprise(r, g, e, seat, p, choice)
            continue
        if passed:
            kind = take_newest(g, e, seat)
            if kind == NONE:
                break
            if kind < FIRST_WILD:
                if matches(r, g, kind):
                    found += e.odd
            elif not keeps_wild(p, size):
                found += e.odd
        if can_play(r, g, seat):
            found += e.odd
    end_back(g, e, seat)
    g.color = color
    g.discard[g.discard_n - 1] = top
    return found


@kernel
def put(g: Round, e: Unseen, seat: int, at: int, kind: int) -> None:
    """Another card in place of one that was dealt."""
    lose(g, seat, e.dealt[seat][at])
    gain(g, seat, kind)
    e.dealt[seat][at] = kind


@kernel
def tolerance(p: Player) -> int:
    """How many more bits of surprise are believed this time: one half of the time, two a quarter of the time."""
    return lowest(below(p, 1 << NEVER - 1) | 1 << NEVER - 1)


@kernel
def exchange(r: Rules, g: Round, e: Unseen, seat: int, at: int, p: Player) -> None:
    """A dealt card and one of the draw pile may change places."""
    pile = below(p, g.draw_n)
    old = e.dealt[seat][at]
    new = int(g.draw[pile])
    if old == new:
        return
    put(g, e, seat, at, new)
    most = e.surprise[seat] + tolerance(p)
    surprise = surprise_of(r, g, e, seat, p, most)
    if surprise <= most:
        e.surprise[seat] = surprise
        g.draw[pile] = old
    else:
        put(g, e, seat, at, old)


@kernel
def swap(r: Rules, g: Round, e: Unseen, seat: int, at: int, other: int, place: int, p: Player) -> None:
    """Two dealt cards, of two hands or of one, may change places."""
    one = e.dealt[seat][at]
    two = e.dealt[other][place]
    if one == two:
        return
    put(g, e, seat, at, two)
    put(g, e, other, place, one)
    most = e.surprise[seat] + tolerance(p)
    if other != seat:
        most += e.surprise[other]
    surprise = surprise_of(r, g, e, seat, p, most)
    theirs = surprise
    total = surprise
    if other != seat and surprise <= most:
        theirs = surprise_of(r, g, e, other, p, most - surprise)
        total += theirs
    if total <= most:
        e.surprise[seat] = surprise
        e.surprise[other] = theirs
    else:
        put(g, e, seat, at, one)
        put(g, e, other, place, two)


@kernel
def reorder(r: Rules, g: Round, e: Unseen, seat: int, p: Player) -> None:
    """Two cards of a seat may have come the other way round."""
    order = e.order[seat]
    a = below(p, e.order_n[seat])
    b = below(p, e.order_n[seat])
    if a == b:
        return
    one = order[a]
    order[a] = order[b]
    order[b] = one
    most = e.surprise[seat] + tolerance(p)
    surprise = surprise_of(r, g, e, seat, p, most)
    if surprise <= most:
        e.surprise[seat] = surprise
    else:
        order[b] = order[a]
        order[a] = one


@kernel
def first_order(e: Unseen, seat: int) -> None:
    """Cards that have left came before those that are there."""
    n = 0
    for i in range(min(e.choices[seat], HISTORY), 0, -1):
        at = (e.choices[seat] - i) % HISTORY
        if e.choice[seat][at] >> 12 & 15 == PLAY:
            e.order[seat][n] = PLAYED + at
            n += 1
    for i in range(e.missing[seat]):
        e.order[seat][n] = i
        n += 1
    e.order_n[seat] = n


@kernel
def rethink(r: Rules, g: Round, e: Unseen, p: Player, changes: int) -> None:
    """Try so many changes of the world."""
    owing = g.owes_uno
    for _ in range(changes):
        seat = below(p, g.players)
        if e.missing[seat] == 0:
            continue
        at = below(p, e.missing[seat])
        other = below(p, g.players)
        if below(p, 2) and g.draw_n:
            exchange(r, g, e, seat, at, p)
        elif below(p, 2):
            reorder(r, g, e, seat, p)
        elif e.missing[other]:
            swap(r, g, e, seat, at, other, below(p, e.missing[other]), p)
    g.owes_uno = owing


@kernel
def first_world(r: Rules, g: Round, e: Unseen, seat: int, p: Player) -> None:
    """Deal, and change what was dealt until it fits what was done."""
    deal_unseen(g, e, seat, p)
    owing = g.owes_uno
    for other in range(g.players):
        if e.missing[other]:
            first_order(e, other)
            e.surprise[other] = surprise_of(r, g, e, other, p, MOST)
    g.owes_uno = owing
    rethink(r, g, e, p, e.first * g.players)
