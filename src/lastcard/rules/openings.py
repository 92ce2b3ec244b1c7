"""Setup as in the 2013 and 2015 leaflets: the player with the highest card deals, and the opening card has an effect."""

from __future__ import annotations

from ..bits import bit, color_of_kind, has, rank_of, several
from ..cards import FIRST_WILD, FX_DRAW_FOUR, FX_DRAW_TWO, FX_REVERSE, FX_SKIP
from ..events import E_CUT, E_RETURNED, E_REVERSED, E_SKIPPED
from .build import hook, kernel, lowest
from .piles import draw_cards, note, shuffle_draw
from .seats import after, ask, begin, everyone
from .setup import flip
from .state import COLOR, NONE, Round, Rules


@kernel
def choose_dealer(r: Rules, g: Round) -> int:
    """Let each player draw a card. The highest number deals, and tied players draw again (setup-dealer-cut)."""
    left = everyone(g)
    while several(left):
        if g.draw_n < g.players:
            g.draw_n = r.deck_n
        shuffle_draw(g, g.players)
        best = -1
        highest = 0
        for seat in range(g.players):
            if has(left, seat):
                g.draw_n -= 1  # a drawn card stays out until all of them go back
                kind = int(g.draw[g.draw_n])
                note(g, E_CUT, seat, kind, 0)
                number = rank_of(kind) if kind < FIRST_WILD and rank_of(kind) < 10 else 0
                if number > best:
                    best = number
                    highest = 0
                if number == best:
                    highest |= bit(seat)
        left = highest
    g.draw_n = r.deck_n
    return lowest(left)


@kernel
def opening(r: Rules, g: Round) -> None:
    """Turn up the opening card. Nobody played it, but it affects the first turn."""
    kind = flip(g)
    while r.fx[kind] == FX_DRAW_FOUR:  # open-wild-draw-four
        g.discard_n -= 1
        g.draw[g.draw_n] = kind
        g.draw_n += 1
        note(g, E_RETURNED, NONE, kind, 0)
        shuffle_draw(g, g.draw_n)
        kind = flip(g)
    first = after(g, g.dealer, 1)
    if kind >= FIRST_WILD:
        open_wild(r, g, kind, first)
        return
    g.color = color_of_kind(kind)
    fx = r.fx[kind]
    if fx == FX_REVERSE:  # open-reverse
        g.direction = -1
        note(g, E_REVERSED, NONE, 0, 0)
        begin(g, g.dealer)
    elif fx == FX_SKIP or fx == FX_DRAW_TWO:  # open-skip, open-draw-two
        if fx == FX_DRAW_TWO:
            draw_cards(g, first, r.draw_two_n)
        note(g, E_SKIPPED, first, 0, 0)
        begin(g, after(g, g.dealer, 2))
    else:
        open_colored(r, g, kind, first)


@hook
def open_wild(r: Rules, g: Round, kind: int, first: int) -> None:
    """Let the player left of the dealer name the color and then take the first turn (open-wild).

    When: when the opening card is a wild other than a Wild Draw Four. ``g.turn`` isn't set yet.
    May: anything. Sooner or later it must ask for the color.
    """
    g.turn = first
    ask(g, first, COLOR)


@hook
def open_colored(r: Rules, g: Round, kind: int, first: int) -> None:
    """Open with a number card, or with one of the edition's own colored cards.

    When: when the opening card is colored and isn't a Skip, a Reverse or a Draw Two.
    May: anything. It begins the first turn, or asks someone.
    """
    begin(g, first)
