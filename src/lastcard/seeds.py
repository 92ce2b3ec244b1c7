"""The seed of a game, and the seeds of the dice in each of its rounds."""

from __future__ import annotations

import os

from .errors import InvalidOption
from .rules.fair import DIGITS, is_seed
from .typed_text import quoted

SEED_BITS = 62
STRIDE = 0x2545F4914F6CDD1D


def read_seed(seed: object) -> int | str:
    """Check a seed (None: pick a random one), which is a number or the digits that fair dice take."""
    if seed is None:
        return int.from_bytes(os.urandom(8), "big") >> 64 - SEED_BITS
    if type(seed) is int and 0 <= seed < 1 << 64:
        return seed
    if isinstance(seed, str) and is_seed(seed):
        return seed.lower()
    raise InvalidOption(f"a seed is a whole number from 0 to 2**64 - 1, or {DIGITS} hex digits, not {quoted(seed)}")


def round_seed(seed: int | str, round_number: int) -> int:
    """Return the seed of a round's dice. Fair dice already have their key."""
    if isinstance(seed, str):
        return round_number
    return (seed + ((seed >> SEED_BITS) + round_number) * STRIDE) % (1 << SEED_BITS)
