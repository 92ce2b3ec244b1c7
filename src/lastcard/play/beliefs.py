"""Which hands the others may hold: samples worlds in proportion to how well they explain what everyone has done.

A world says which cards each hand holds, and in which order all its cards arrived, including those played since. It changes
in small steps: two unseen cards swap places, or two cards arrive in the opposite order. A change stays if a steady player
with these hands is at least as likely to have made the moves that were made, and otherwise only now and then (Metropolis et
al.). To measure how surprising a hand's choices are, we go back through them, putting back each card that left and taking out
each card that arrived.
"""

from __future__ import annotations

from typing import Annotated

from ..bits import arg_of, bit, has, kind_at, kind_of, rank_of, verb_of
from ..cards import FIRST_WILD, WILD
from ..moves import PLAY, SEATS
from ..rules.build import kernel, lowest
from ..rules.legal import can_play, matches, playable, playable_wilds
from ..rules.piles import below, gain, lose
from ..rules.state import CARDS, FOLLOWING, NONE, TURN, Grid, Round, Row, Rules
from .evidence import (
    ANSWERS,
    HISTORY,
    SAME_NUMBER,
    UNKNOWN,
    Evidence,
    among_then,
    chosen,
    color_then,
    fewest_then,
    in_pile,
    next_then,
    passed_then,
    previous_then,
    size_then,
    top_then,
)
from .policy import Player, best_color, color_worth, count_colors, keeps_wild, play_worth, wild_worth

NEVER = 31  # bits of surprise that are never believed
MOST = 2 * HISTORY * NEVER  # a draw may be a surprise, and so may the pass after it
PLAYED = CARDS  # entries of ``order`` from here on are cards that have left the hand


class Unseen(Evidence):
    """The cards that a seat can't see, and its beliefs about them."""

    missing: Annotated[Row, "i8", SEATS]  # how many unknown cards each hand has
    dealt: Annotated[Grid, "i8", SEATS, CARDS]  # those cards in the current world
    # The order in which a seat's cards arrived: indices into ``dealt``, or PLAYED + the index into ``choice`` of a card
    # that has left.
    order: Annotated[Grid, "i8", SEATS, CARDS + HISTORY]
    order_n: Annotated[Row, "i8", SEATS]
    surprise: Annotated[Row, "i8", SEATS]  # how surprising a seat's choices are with its hand, in bits
    # Used while going back through a seat's choices:
    there: Annotated[Row, "i8", CARDS + HISTORY]  # whether each card of ``order`` is in the hand
    place: Annotated[Row, "i8", HISTORY]  # where in ``order`` each card that has left is
    newest: int  # no card after this index of ``order`` is in the hand
    odd: int  # bits of surprise for what no steady player does; 0 ignores what others do
    first: int  # changes to try before the first world, per seat
    more: int  # changes to try before each further world
    lowest: int  # the fewest points win the game, so the seat's own points count instead of the winner's


@kernel
def deal_unseen(g: Round, e: Unseen, seat: int, p: Player) -> None:
    """Fill the other hands at random."""
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
def see_pile(p: Player, pile: int) -> None:
    for color in range(5):
        p.seen[color] = in_pile(pile, color)


@kernel
def recall(g: Round, e: Unseen, p: Player, seat: int, at: int) -> None:
    """Restore what a steady player looks at, as it was at the time of a choice."""
    choice = e.choice[seat][at]
    top = top_then(choice)
    g.color = color_then(choice)
    g.discard[g.discard_n - 1] = top
    g.stack = 1 if among_then(choice) == ANSWERS else 0
    g.base = top
    g.phase = FOLLOWING if among_then(choice) == SAME_NUMBER else TURN
    p.following = next_then(choice)
    p.previous = previous_then(choice)
    p.nearest = fewest_then(choice)
    see_pile(p, e.piled[seat][at])


@kernel
def bits_of(choices: int) -> int:
    """Return the surprise at seeing one of this many equally good choices, to the nearest bit."""
    return (choices >= 2) + (choices >= 3) + (choices >= 6) + (choices >= 12)


@kernel
def play_surprise(r: Rules, g: Round, e: Unseen, seat: int, p: Player, choice: int) -> int:
    """Return how surprising a play is with this hand, given the plays that were worth more or just as much."""
    kind = kind_of(choice)
    count_colors(g, seat, p)
    alike = 1
    if kind < FIRST_WILD:
        worth = play_worth(r, g, seat, p, kind)
    else:
        color = best_color(p, 0)
        worth = wild_worth(r, g, seat, p, kind, color)
        if not has(r.colorless, rank_of(kind)):
            alike = same_colors(p, arg_of(choice))
            if color_value(p, color) > color_value(p, arg_of(choice)):
                return e.odd
    kinds = playable(r, g, seat)
    while kinds:
        other = lowest(kinds)
        kinds &= kinds - 1
        if other != kind:
            found = play_worth(r, g, seat, p, other)
            if found > worth:
                return e.odd
            alike += found == worth
    wilds = playable_wilds(r, g, seat)
    while wilds:
        other = kind_at(WILD, lowest(wilds))
        wilds &= wilds - 1
        if other != kind and wild_worth(r, g, seat, p, other, best_color(p, 0)) > worth:
            return e.odd
    return min(bits_of(alike), e.odd)


@kernel
def same_colors(p: Player, named: int) -> int:
    """Count the colors that are worth as much as this one, itself included."""
    n = 0
    for color in range(4):
        n += color_value(p, color) == color_value(p, named)
    return n


@kernel
def color_value(p: Player, color: int) -> int:
    return p.follow * p.colors[color] + color_worth(p, color)


@kernel
def card_of(e: Unseen, seat: int, place: int) -> int:
    """Return the kind of the card at this index of ``order``."""
    which = e.order[seat][place]
    return e.dealt[seat][which] if which < PLAYED else kind_of(e.choice[seat][which - PLAYED])


@kernel
def start_back(e: Unseen, seat: int) -> None:
    """Start going back, with every card where it is now."""
    e.newest = e.order_n[seat] - 1
    for i in range(e.order_n[seat]):
        which = e.order[seat][i]
        e.there[i] = 1 if which < PLAYED else 0
        if which >= PLAYED:
            e.place[which - PLAYED] = i


@kernel
def end_back(g: Round, e: Unseen, seat: int) -> None:
    """Finish going back: put every card back where it is now."""
    for i in range(e.order_n[seat]):
        if e.order[seat][i] < PLAYED:
            if e.there[i] == 0:
                gain(g, seat, card_of(e, seat, i))
        elif e.there[i]:
            lose(g, seat, card_of(e, seat, i))


@kernel
def take_newest(g: Round, e: Unseen, seat: int) -> int:
    """Take out the card that arrived last and return its kind, or NONE if there is none to take out."""
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
    """Put the card of a choice back into the hand."""
    place = e.place[at]
    e.there[place] = 1
    e.newest = max(e.newest, place)
    gain(g, seat, card_of(e, seat, place))


@kernel
def is_play(choice: int) -> bool:
    return verb_of(chosen(choice)) == PLAY


@kernel
def kept_then(r: Rules, choice: int) -> int:
    """Whether the card that was drawn was kept. If several were drawn, nobody knows which of them (draw-until)."""
    return passed_then(choice) if r.until == 0 else 0


@kernel
def go_back(r: Rules, g: Round, e: Unseen, seat: int, at: int) -> bool:
    """Take out the cards that arrived after a choice. Return whether they can be traced."""
    choice = e.choice[seat][at]
    size = size_then(choice) + (0 - 1 if is_play(choice) else kept_then(r, choice))
    while g.hand_n[seat] > size:
        if take_newest(g, e, seat) == NONE:
            return False
    return g.hand_n[seat] == size


@kernel
def keeping_surprise(r: Rules, g: Round, e: Unseen, p: Player, size: int, kind: int) -> int:
    """Return how surprising it is that a player with a hand of this size keeps the card just drawn."""
    if kind < FIRST_WILD:
        return e.odd if matches(r, g, kind) else 0
    return e.odd if r.drawn_must == 0 and not keeps_wild(p, size) else 0


@kernel
def choice_surprise(r: Rules, g: Round, e: Unseen, seat: int, p: Player, at: int) -> int:
    """Return how surprising a choice is with this hand, as it was right after it, and go back to before it."""
    choice = e.choice[seat][at]
    recall(g, e, p, seat, at)
    if is_play(choice):
        put_back(g, e, seat, at)
        return play_surprise(r, g, e, seat, p, choice) if among_then(choice) != UNKNOWN else 0
    found = 0
    if kept_then(r, choice):
        size = g.hand_n[seat]
        kind = take_newest(g, e, seat)
        if kind == NONE:
            return 0
        found = keeping_surprise(r, g, e, p, size, kind)
    return found + e.odd if can_play(r, g, seat) else found


@kernel
def surprise_of(r: Rules, g: Round, e: Unseen, seat: int, p: Player, most: int) -> int:
    """Return how surprising a seat's choices are with its hand, in bits.

    It goes back from the last choice for as long as the seat's cards can be traced, and stops after more than ``most`` bits.
    """
    color = g.color
    stack = g.stack
    base = g.base
    phase = g.phase
    top = g.discard[g.discard_n - 1]
    start_back(e, seat)
    found = 0
    for i in range(min(e.choices[seat], HISTORY)):
        at = (e.choices[seat] - 1 - i) % HISTORY
        if found > most or not go_back(r, g, e, seat, at):
            break
        found += choice_surprise(r, g, e, seat, p, at)
    end_back(g, e, seat)
    g.color = color
    g.stack = stack
    g.base = base
    g.phase = phase
    g.discard[g.discard_n - 1] = top
    return found


@kernel
def put(g: Round, e: Unseen, seat: int, at: int, kind: int) -> None:
    """Replace a dealt card with another one."""
    lose(g, seat, e.dealt[seat][at])
    gain(g, seat, kind)
    e.dealt[seat][at] = kind


@kernel
def tolerance(p: Player) -> int:
    """Draw how many extra bits of surprise to accept: at least one half of the time, at least two a quarter of the time."""
    return lowest(below(p, bit(NEVER - 1)) | bit(NEVER - 1))


@kernel
def exchange(r: Rules, g: Round, e: Unseen, seat: int, at: int, p: Player) -> None:
    """Try swapping a dealt card with one from the draw pile."""
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
    """Try swapping two dealt cards, of the same hand or of two hands."""
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
    """Try swapping the order in which two cards of a seat arrived."""
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
    """Start from the order in which the cards that have left arrived before those still in the hand."""
    n = 0
    for i in range(min(e.choices[seat], HISTORY), 0, -1):
        at = (e.choices[seat] - i) % HISTORY
        if verb_of(chosen(e.choice[seat][at])) == PLAY:
            e.order[seat][n] = PLAYED + at
            n += 1
    for i in range(e.missing[seat]):
        e.order[seat][n] = i
        n += 1
    e.order_n[seat] = n


@kernel
def rethink(r: Rules, g: Round, e: Unseen, p: Player, changes: int) -> None:
    """Try this many changes to the world."""
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
    """Deal the unseen cards at random, then try changes so that the hands fit what was done."""
    deal_unseen(g, e, seat, p)
    owing = g.owes_uno
    for other in range(g.players):
        if e.missing[other]:
            first_order(e, other)
            e.surprise[other] = surprise_of(r, g, e, other, p, MOST)
    g.owes_uno = owing
    rethink(r, g, e, p, e.first * g.players)
