"""Set-up as in the 2013 and 2015 leaflets: the highest card deals, and the opening card does something."""

from __future__ import annotations

from ..cards import FIRST_WILD, FX_DRAW_FOUR, FX_DRAW_TWO, FX_REVERSE, FX_SKIP
from ..events import E_CUT, E_RETURNED, E_REVERSED, E_SKIPPED
from .build import kernel, lowest
from .core import COLOR, NONE, after, ask, begin, draw_cards, everyone, flip, note, shuffle_draw
from .state import Round, Rules


@kernel
def choose_dealer(r: Rules, g: Round) -> int:
    """Each player draws a card and the highest number deals; those tied draw again (setup-dealer-cut)."""
    left = everyone(g)
    while left & (left - 1):
        if g.draw_n < g.players:
            g.draw_n = r.deck_n
        shuffle_draw(g, g.players)
        best = -1
        highest = 0
        for seat in range(g.players):
            if left >> seat & 1:
                g.draw_n -= 1  # a card that was cut stays out until all go back
                kind = int(g.draw[g.draw_n])
                note(g, E_CUT, seat, kind, 0)
                number = kind & 15 if kind < FIRST_WILD and kind & 15 < 10 else 0
                if number > best:
                    best = number
                    highest = 0
                if number == best:
                    highest |= 1 << seat
        left = highest
    g.draw_n = r.deck_n
    return lowest(left)


@kernel
def opening(r: Rules, g: Round) -> None:
    """The opening card was played by nobody, but works on the first turn."""
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
    g.color = kind >> 4
    fx = r.fx[kind]
    if fx == FX_REVERSE:  # open-reverse
        g.direction = -1
        note(g, E_REVERSED, NONE, 0, 0)
        begin(g, g.dealer)
    elif fx == FX_SKIP or fx == FX_DRAW_TWO:  # open-skip, open-draw-two
        if fx == FX_DRAW_TWO:
            draw_cards(g, first, 2)
        note(g, E_SKIPPED, first, 0, 0)
        begin(g, after(g, g.dealer, 2))
    else:
        open_colored(r, g, kind, first)


@kernel
def open_wild(r: Rules, g: Round, kind: int, first: int) -> None:
    """open-wild: the player left of the dealer names the color, then has the first turn."""
    g.turn = first
    ask(g, first, COLOR)


@kernel
def open_colored(r: Rules, g: Round, kind: int, first: int) -> None:
    """A number, or a colored card of the edition's own."""
    begin(g, first)
