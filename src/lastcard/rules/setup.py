"""The start of a round: an empty table, the deal, and the first card turned up."""

from __future__ import annotations

from ..bits import color_of_kind, kind_at
from ..cards import FIRST_WILD, FX_NONE
from ..events import E_DEALER, E_DEALT, E_FLIPPED
from .build import hook, kernel, lowest
from .house_steps import clear_rule
from .piles import below, discard, gain, note, seed_dice, shuffle_draw, take
from .seats import after, begin
from .state import NO_ANSWER, NONE, OVER, Round, Rules


@kernel
def new_round(r: Rules, g: Round, seed: int, dealer: int) -> None:
    """Seed the dice, choose a dealer if none is given, then shuffle and deal (match-deal)."""
    seed_dice(g, seed)
    g.shuffles = 0
    clear(r, g)
    g.dealer = choose_dealer(r, g) if dealer == NONE else dealer
    shuffle_draw(g, g.draw_n)
    deal(r, g)


@kernel
def clear(r: Rules, g: Round) -> None:
    """Clear the table, with the whole deck in printed order as the draw pile."""
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
    g.answer = NO_ANSWER
    g.stack = 0
    g.base = NONE
    g.under = NONE
    g.hit = NONE
    g.jump = NONE
    g.idle = 0
    g.turns = 0
    g.limit = r.limit
    g.most = r.hand_limit
    g.silent = r.silent
    g.teams = r.teams
    g.steps = 0
    g.winner = NONE
    g.score = 0
    for seat in range(g.players):
        g.hand_n[seat] = 0
        g.points[seat] = 0
        for color in range(5):
            ranks = g.held[seat][color]
            while ranks:
                g.hand[seat][kind_at(color, lowest(ranks))] = 0
                ranks &= ranks - 1
            g.held[seat][color] = 0
    g.discard_n = 0
    g.draw_n = r.deck_n
    for i in range(r.deck_n):
        g.draw[i] = r.deck[i]
    g.row = 0
    clear_rule(g)
    clear_special(r, g)


@kernel
def deal(r: Rules, g: Round) -> None:
    """Deal the first hands, starting left of the dealer, and turn up the opening card (setup-deal, setup-flip)."""
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
    """Turn the next card of the draw pile up on the discard pile."""
    kind = take(g)
    discard(g, kind)
    note(g, E_FLIPPED, NONE, kind, 0)
    return kind


# ---- hooks ---------------------------------------------------------------------------------------
@hook
def clear_special(r: Rules, g: Round) -> None:
    """Clear the edition's own fields for a new round.

    When: before every deal, and whenever the edition itself calls it.
    May: the fields that the edition adds to the round.
    """
    return


@hook
def choose_dealer(r: Rules, g: Round) -> int:
    """Choose a dealer at random (setup-dealer-chosen).

    When: before the deal, if neither the table nor the previous round determines a dealer.
    May: the order of the draw pile, which is shuffled next. It returns the dealer's seat.
    """
    return below(g, g.players)


@hook
def opening(r: Rules, g: Round) -> None:
    """Turn up cards until a number shows (setup-ignore-action). The player left of the dealer begins (setup-first).

    When: after the deal, with the draw pile shuffled and no card turned up yet.
    May: anything. It turns up a card, sets the color unless someone has to name it, and begins a turn or asks someone.
    """
    kind = flip(g)
    while kind >= FIRST_WILD or r.fx[kind] != FX_NONE:
        kind = flip(g)
    g.color = color_of_kind(kind)
    begin(g, after(g, g.dealer, 1))
