"""Fair dice: a keyed hash stream in place of the kernels' own, so that anybody can deal again what was dealt.

The key is 32 bytes, the seed of the game. Round R (from 0), shuffle S (from 1; before the first, 0) have a stream of their
own: HMAC-SHA256(key, "R/S/B") for the blocks B = 0, 1, …, each eight big-endian words of 32 bits. A number below n is the
next word w modulo n; a word of 2**32 - 2**32 % n or more is left out, so that every number is as likely.

A shuffle is a pure function of the key, its two numbers and the cards (:func:`shuffled`). Who deals commits to a secret
before the deal (:func:`commitment`); the seed is made of it and of what the players add (:func:`mixed_seed`).
"""

from __future__ import annotations

import hashlib
import hmac
import re
import struct
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple

from ..errors import InvalidOption
from ..texts import quoted

DIGITS = 64
_WORDS = struct.Struct(">8I")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2})*")
_NOT_YET = -1


class Shuffle(NamedTuple):
    """One shuffle: its round (from 0) and number (from 1), how many cards at the end it mixed; the pile, drawn from its end."""

    round: int
    number: int
    top: int
    before: tuple[str, ...]
    after: tuple[str, ...]


def is_seed(seed: object) -> bool:
    """Whether this is the seed of fair dice: 64 hex digits."""
    return isinstance(seed, str) and len(seed) == DIGITS and _HEX.fullmatch(seed) is not None


def is_contribution(given: object) -> bool:
    """Whether a player may add this to the seed: whole bytes in hex, 32 at most; none is fine."""
    return isinstance(given, str) and len(given) <= DIGITS and _HEX.fullmatch(given) is not None


def commitment(secret: str) -> str:
    """What is told before the deal: the SHA-256 of the secret, both as 64 hex digits."""
    return hashlib.sha256(_secret(secret)).hexdigest()


def mixed_seed(secret: str, contributions: Sequence[str]) -> str:
    """The seed of the game: the SHA-256 of the secret and what each seat adds, in the order of seats, all in hex."""
    wrong = next((given for given in contributions if not is_contribution(given)), None)
    if wrong is not None:
        raise InvalidOption(f"a contribution is up to {DIGITS} hex digits, two a byte, not {quoted(wrong)}")
    return hashlib.sha256(_secret(secret) + b"".join(map(bytes.fromhex, contributions))).hexdigest()


def _secret(secret: str) -> bytes:
    if not is_seed(secret):
        raise InvalidOption(f"a secret is {DIGITS} hex digits")
    return bytes.fromhex(secret)


def words(key: bytes, round_number: int, number: int, block: int) -> tuple[int, ...]:
    """A block of the stream."""
    return _WORDS.unpack(hmac.digest(key, f"{round_number}/{number}/{block}".encode(), "sha256"))


def shuffled(seed: str, round_number: int, number: int, cards: Sequence[str], top: int) -> tuple[str, ...]:
    """The cards after a shuffle, which leaves at random those that come last: from the end, each changes places with one."""
    stream = _stream(bytes.fromhex(seed), round_number, number)
    pile = list(cards)
    for i in range(len(pile) - 1, max(len(pile) - top, 1) - 1, -1):
        most = (1 << 32) - (1 << 32) % (i + 1)
        j = next(word for word in stream if word < most) % (i + 1)
        pile[i], pile[j] = pile[j], pile[i]
    return tuple(pile)


def _stream(key: bytes, round_number: int, number: int) -> Iterator[int]:
    return (word for block in count() for word in words(key, round_number, number, block))


# ---- in place of kernels ---------------------------------------------------------------------------
# The round carries ``key``, ``dealt`` (its number), ``words`` (the block in use) and ``shuffled`` (the log); as dice,
# ``rng_a`` is the place in the stream and ``rng_b`` the shuffle whose stream it is.
Kernel = Callable[..., Any]


def _seed_dice(g: Any, round_number: int) -> None:
    g.dealt = round_number
    g.rng_b = _NOT_YET


def _below(g: Any, n: int) -> int:
    """A number from 0 to n - 1."""
    if g.rng_b != g.shuffles:
        g.rng_b = g.shuffles
        g.rng_a = 0
    most = (1 << 32) - (1 << 32) % n
    while True:
        block, place = divmod(g.rng_a, 8)
        if place == 0:
            g.words = words(g.key, g.dealt, g.shuffles, block)
        g.rng_a += 1
        word: int = g.words[place]
        if word < most:
            return word % n


def _logged(shuffle_draw: Kernel) -> Kernel:
    def shuffle_and_log(g: Any, top: int) -> None:
        before = bytes(g.draw[: g.draw_n])
        shuffle_draw(g, top)
        g.shuffled.append((g.dealt, g.shuffles, top, before, bytes(g.draw[: g.draw_n])))

    return shuffle_and_log


# By the name of the kernel: what makes its replacement from it.
FAIR_DICE: dict[str, Callable[[Kernel], Kernel]] = {
    "seed_dice": lambda _: _seed_dice,
    "below": lambda _: _below,
    "shuffle_draw": _logged,
}
