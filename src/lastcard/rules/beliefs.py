"""Which hands others may hold: worlds as likely as what everybody has been seen to do makes them.

A world is changed card by card: two unseen cards change places, and stay so where a steady player with the new hand is at
least as likely to have done what was done, else now and then (Metropolis and others). What a hand is unlikely to have done
is counted by going back through its choices, each card that left put back, each that came taken out.
"""

from __future__ import annotations

from typing import Annotated

from ..cards import FIRST_WILD, WILD
from ..moves import PLAY, SEATS
from .build import kernel
from .core import below, gain, lose, matches, same_symbol
from .evidence import COUNT_NEXT, COUNT_PREVIOUS, HISTORY, IN_FORCE, PASSED, SIZE, TOP, Evidence
from .policy import Player, best_color, best_play, color_worth, count_colors, play_worth, wild_worth
from .state import CARDS, Grid, Round, Row, Rules


class Unseen(Evidence):
    """What a seat does not see, and what it believes of that."""

    missing: Annotated[Row, "i8", SEATS]  # cards that each hand has besides those known
    dealt: Annotated[Grid, "i8", SEATS, CARDS]  # those cards in a world, in the order in which they came
    surprise: Annotated[Row, "i8", SEATS]  # how many of a seat's choices its hand does not explain
    # Going back through a seat's choices:
    hidden: int  # dealt cards that are still there
    back_n: int
    back: Annotated[Row, "i8", HISTORY]  # cards that had not left yet
    undo_n: int
    undo: Annotated[Row, "i8", 4 * CARDS]  # kinds put back in the hand, and ~kinds taken out
    odd: int  # of a hundred, how often a world is believed that explains one choice less
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
def explains(r: Rules, g: Round, seat: int, p: Player, choice: int) -> bool:
    """Whether a steady player with this hand may have played that: nothing was worth more."""
    kind = choice >> 5 & 127
    count_colors(g, seat, p)
    p.following = choice >> COUNT_NEXT & 127
    p.previous = choice >> COUNT_PREVIOUS & 127
    p.nearest = min(p.following, p.previous)
    color = choice >> 1 & 15
    named = kind >= FIRST_WILD and r.colorless >> (kind & 15) & 1 == 0
    best = best_play(r, g, seat, p, 0)
    if named and color_value(p, color) < color_value(p, best_color(p, 0)):
        return False
    return best == kind or play_value(r, g, seat, p, kind) >= play_value(r, g, seat, p, best)


@kernel
def play_value(r: Rules, g: Round, seat: int, p: Player, kind: int) -> int:
    if kind < FIRST_WILD:
        return play_worth(r, g, seat, p, kind)
    return wild_worth(r, g, seat, p, kind, best_color(p, 0))


@kernel
def color_value(p: Player, color: int) -> int:
    return p.follow * p.colors[color] + color_worth(p, color)


@kernel
def choice_at(e: Unseen, seat: int, ago: int) -> int:
    return e.choice[seat][(e.choices[seat] - 1 - ago) % HISTORY]


@kernel
def came_later(r: Rules, e: Unseen, seat: int, kind: int, ago: int) -> bool:
    """Whether the seat drew at that choice or before though this card would have fitted: so it was not there yet."""
    for i in range(ago, min(e.choices[seat], HISTORY)):
        choice = choice_at(e, seat, i)
        if choice >> 12 & 15 != PLAY:
            top = choice >> TOP & 127
            same = kind < FIRST_WILD and (r.symbol[top >> 4][top & 15] >> (kind & 15) & 1) != 0
            if same or kind >= FIRST_WILD or kind >> 4 == choice >> IN_FORCE & 15:
                return True
    return False


@kernel
def take_newest(r: Rules, g: Round, e: Unseen, seat: int, ago: int) -> int:
    """Take out the card that came last: one that was put back and cannot have been there before, else of those dealt."""
    at = e.back_n
    for i in range(e.back_n):
        if came_later(r, e, seat, e.back[i], ago):
            at = i
            break
    if at == e.back_n and e.hidden == 0:
        at = 0
    if at < e.back_n:
        kind = e.back[at]
        e.back_n -= 1
        e.back[at] = e.back[e.back_n]
    else:
        e.hidden -= 1
        kind = e.dealt[seat][e.hidden]
    lose(g, seat, kind)
    e.undo[e.undo_n] = ~kind
    e.undo_n += 1
    return kind


@kernel
def put_back(g: Round, e: Unseen, seat: int, kind: int) -> None:
    """A card has not left yet."""
    gain(g, seat, kind)
    e.undo[e.undo_n] = kind
    e.undo_n += 1
    e.back[e.back_n] = kind
    e.back_n += 1


@kernel
def undo_all(g: Round, e: Unseen, seat: int) -> None:
    while e.undo_n:
        e.undo_n -= 1
        kind = e.undo[e.undo_n]
        if kind < 0:
            gain(g, seat, ~kind)
        else:
            lose(g, seat, kind)


@kernel
def surprise_of(r: Rules, g: Round, e: Unseen, seat: int, p: Player) -> int:
    """How many of a seat's choices its hand does not explain, from the last one back to where its cards cannot be followed."""
    color = g.color
    top = g.discard[g.discard_n - 1]
    e.hidden = e.missing[seat]
    e.back_n = 0
    found = 0
    for i in range(min(e.choices[seat], HISTORY)):
        choice = choice_at(e, seat, i)
        drew = choice >> 12 & 15 != PLAY
        passed = choice >> PASSED & 1
        size = (choice >> SIZE & 255) + (passed if drew else -1)  # of the hand when the choice was made
        if g.hand_n[seat] < size or g.hand_n[seat] - size + passed > e.hidden + e.back_n:
            break
        while g.hand_n[seat] > size:
            take_newest(r, g, e, seat, i)
        g.color = choice >> IN_FORCE & 15
        g.discard[g.discard_n - 1] = choice >> TOP & 127
        if not drew:
            put_back(g, e, seat, choice >> 5 & 127)
            if not explains(r, g, seat, p, choice):
                found += 1
            continue
        if passed:
            kind = take_newest(r, g, e, seat, i)
            if kind < FIRST_WILD and matches(r, g, kind):
                found += 1
        if can_play(r, g, seat):
            found += 1
    undo_all(g, e, seat)
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
def believes(e: Unseen, p: Player, more: int) -> bool:
    """Whether a world with so many more surprises is believed."""
    for _ in range(more):
        if below(p, 100) >= e.odd:
            return False
    return True


@kernel
def exchange(r: Rules, g: Round, e: Unseen, seat: int, at: int, p: Player) -> None:
    """A dealt card and one of the draw pile may change places."""
    pile = below(p, g.draw_n)
    old = e.dealt[seat][at]
    new = int(g.draw[pile])
    if old == new:
        return
    put(g, e, seat, at, new)
    surprise = surprise_of(r, g, e, seat, p)
    if believes(e, p, surprise - e.surprise[seat]):
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
    surprise = surprise_of(r, g, e, seat, p)
    theirs = surprise_of(r, g, e, other, p) if other != seat else surprise
    more = surprise - e.surprise[seat]
    if other != seat:
        more += theirs - e.surprise[other]
    if believes(e, p, more):
        e.surprise[seat] = surprise
        e.surprise[other] = theirs
    else:
        put(g, e, seat, at, one)
        put(g, e, other, place, two)


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
        if below(p, 4) and g.draw_n:
            exchange(r, g, e, seat, at, p)
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
            e.surprise[other] = surprise_of(r, g, e, other, p)
    g.owes_uno = owing
    rethink(r, g, e, p, e.first * g.players)
