"""Events, dice, piles and hands: how cards move from one place to another, and the call that a single card requires."""

from __future__ import annotations

from ..bits import bit, color_of_kind, rank_of, says_uno
from ..events import E_CALLED, E_DREW, E_RESHUFFLED
from .build import kernel
from .state import NONE, Round, State

MASK32 = 0xFFFFFFFF


# ---- events, dice, piles -------------------------------------------------------------------------
@kernel
def note(g: Round, what: int, seat: int, kind: int, n: int) -> None:
    """Log an event in interpreted rounds. In compiled ones it does nothing."""
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
    """Return a random number from 0 to n - 1 (xoroshiro64**)."""
    s0 = s.rng_a
    s1 = s.rng_b ^ s0
    s.rng_a = ((s0 << 26 | s0 >> 6) ^ s1 ^ s1 << 9) & MASK32
    s.rng_b = (s1 << 13 | s1 >> 19) & MASK32
    x = (s0 * 0x9E3779BB) & MASK32
    return (((x << 5 | x >> 27) & MASK32) * 5 & MASK32) * n >> 32


@kernel
def shuffle_draw(g: Round, top: int) -> None:
    """Shuffle the draw pile so that its next ``top`` cards are random. Pass its size for a full shuffle."""
    g.shuffles += 1
    pile = g.draw
    for i in range(g.draw_n - 1, max(g.draw_n - top, 1) - 1, -1):
        j = below(g, i + 1)
        card = pile[i]
        pile[i] = pile[j]
        pile[j] = card


@kernel
def take(g: Round) -> int:
    """Take the next card, refilling the draw pile from under the top card; NONE if nothing is left (pile-reshuffle)."""
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
def can_draw(g: Round, seat: int) -> bool:
    """Whether there is a card left that the seat may draw (pile-exhausted, hand-limit)."""
    return g.draw_n + g.discard_n > 1 and (g.most == 0 or g.hand_n[seat] < g.most)


@kernel
def discard(g: Round, kind: int) -> None:
    g.discard[g.discard_n] = kind
    g.discard_n += 1


# ---- hands ---------------------------------------------------------------------------------------
@kernel
def gain(g: Round, seat: int, kind: int) -> None:
    """Add a card to a hand. Its player no longer owes a call (uno-once)."""
    g.hand[seat][kind] += 1
    g.hand_n[seat] += 1
    g.held[seat][color_of_kind(kind)] |= bit(rank_of(kind))
    g.owes_uno &= ~bit(seat)


@kernel
def lose(g: Round, seat: int, kind: int) -> None:
    g.hand[seat][kind] -= 1
    g.hand_n[seat] -= 1
    if g.hand[seat][kind] == 0:
        g.held[seat][color_of_kind(kind)] &= ~bit(rank_of(kind))


@kernel
def draw_cards(g: Round, seat: int, count: int) -> None:
    """Let a seat draw this many cards, or as many as there are (pile-exhausted) and as its hand may hold (hand-limit)."""
    if g.most:
        count = min(count, g.most - g.hand_n[seat])
    for _ in range(count):
        kind = take(g)
        if kind == NONE:
            return
        gain(g, seat, kind)
        note(g, E_DREW, seat, kind, 0)


@kernel
def owe(g: Round, seat: int) -> None:
    """Make a seat that is down to one card owe a call (uno-duty, uno-duty-any-way), unless nobody calls (uno-silent)."""
    if g.hand_n[seat] == 1 and g.silent == 0:
        g.owes_uno |= bit(seat)


@kernel
def call_due(g: Round, seat: int) -> int:
    """Return 1 if a card that the seat parts with now comes with a call, else 0."""
    return 1 if g.hand_n[seat] == 2 and g.silent == 0 else 0


@kernel
def call_or_owe(g: Round, seat: int, move: int) -> None:
    """Note the call that came with one of an edition's own moves, or make the seat owe one if it is due (uno-duty)."""
    if says_uno(move):
        note(g, E_CALLED, seat, 0, 0)
    else:
        owe(g, seat)
