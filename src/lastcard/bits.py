"""Cards, moves and sets as numbers: the one place that knows which bits hold what.

A *kind* of card is ``color << 4 | rank``, a *move* is ``verb << 12 | kind << 5 | arg << 1 | uno``, and a *set* of seats or
ranks has the bit ``1 << n`` for every ``n`` in it. These functions work as kernels, interpreted and compiled, without a mark.
"""

from __future__ import annotations

from collections.abc import Sequence

# ---- kinds -----------------------------------------------------------------------------------------
RANKS = 16  # in every color


def kind_at(color: int, rank: int) -> int:
    """Return the kind with this color and rank."""
    return color << 4 | rank


def color_of_kind(kind: int) -> int:
    """Return the color of a card, which is 4 for a wild."""
    return kind >> 4


def rank_of(kind: int) -> int:
    """Return the rank of a card, which is its number within its color."""
    return kind & 15


# ---- moves -----------------------------------------------------------------------------------------
def move_of(verb: int, kind: int = 0, arg: int = 0, uno: int = 0) -> int:
    """Make a move from its verb, its card, the color, seat or word that it names, and whether it calls UNO."""
    return verb << 12 | kind << 5 | arg << 1 | uno


def verb_of(move: int) -> int:
    """Return the verb of a move."""
    return move >> 12


def kind_of(move: int) -> int:
    """Return the card of a move."""
    return move >> 5 & 127


def arg_of(move: int) -> int:
    """Return the color, seat or word that a move names."""
    return move >> 1 & 15


def said_with(move: int) -> int:
    """Return what a move names and whether it calls UNO, without its card. ``arg_of`` and ``says_uno`` can read it."""
    return move & 31


def says_uno(move: int) -> int:
    """Whether a move calls UNO."""
    return move & 1


def naming(move: int, arg: int) -> int:
    """Return the move with this color, seat or word instead of the one that it names."""
    return move & ~30 | arg << 1


def with_call(move: int) -> int:
    """Return the move with the call of UNO."""
    return move | 1


def without_call(move: int) -> int:
    """Return the move without the call of UNO."""
    return move & ~1


def stem_of(move: int) -> int:
    """Return the verb and card of a move, without the call or what it names."""
    return move >> 5


# ---- moves with their seats ------------------------------------------------------------------------
def with_seat(seat: int, move: int) -> int:
    """Combine a move and the seat that makes it into one number."""
    return seat << 20 | move


def seat_in(choice: int) -> int:
    """Return the seat that makes the move."""
    return choice >> 20


def move_in(choice: int) -> int:
    """Return the move without its seat."""
    return choice & 0xFFFFF


# ---- sets of kinds, without wilds ------------------------------------------------------------------
def colored_kinds(held: Sequence[int]) -> int:
    """Return the set of kinds held, from the ranks held in each color."""
    return held[0] | held[1] << 16 | held[2] << 32 | held[3] << 48


def kinds_of(color: int) -> int:
    """Return the set of all kinds of a color."""
    return 0xFFFF << (color << 4)


def ranks_in(kinds: int, color: int) -> int:
    """Return the ranks of the kinds of a color in a set."""
    return kinds >> (color << 4) & 0xFFFF


def in_every_color(ranks: int) -> int:
    """Return the set of kinds with these ranks, in every color."""
    return ranks * 0x1000100010001


# ---- sets ------------------------------------------------------------------------------------------
def bit(n: int) -> int:
    """Return the set that holds only ``n``."""
    return 1 << n


def has(members: int, n: int) -> int:
    """Whether ``n`` is in a set, as 1 or 0."""
    return members >> n & 1


def several(members: int) -> bool:
    """Whether a set has more than one member."""
    return (members & (members - 1)) != 0
