"""Fair dice: a keyed hash stream that replaces the kernels' own dice, so that anyone can repeat and check a deal.

The key is the 32-byte seed of the game. Each shuffle S (from 1, or 0 before the first one) of each round R (from 0) has its
own stream: HMAC-SHA256(key, "R/S/B") for the blocks B = 0, 1, …, each of them eight big-endian words of 32 bits. A random
number below n is the next word modulo n. Words of 2**32 - 2**32 % n or more are skipped, so all numbers are equally likely.

A shuffle is a pure function of the key, its two numbers and the cards (:func:`shuffled`). The dealer commits to a secret
before the deal (:func:`commitment`). The seed combines that secret with what the players add (:func:`mixed_seed`).

The commitment and the seed are both HMAC-SHA256 keyed by the secret, over different texts, so the commitment reveals nothing
about the seed no matter what the players add. Older games were dealt with scheme 1 and can still be verified. It hashed the
secret alone for the commitment, and the secret followed by the contributions for the seed. At a table where nobody added
anything, the commitment was the seed.
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
from ..typed_text import quoted

DIGITS = 64
SCHEMES = (1, 2)
SCHEME = 2  # for new games
_WORDS = struct.Struct(">8I")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2})*")
_NOT_YET = -1


class Shuffle(NamedTuple):
    """One shuffle: its round (from 0) and number (from 1), and the pile before and after it.

    Cards are drawn from the end of the pile. ``top`` says how many cards at that end were shuffled.
    """

    round: int
    number: int
    top: int
    before: tuple[str, ...]
    after: tuple[str, ...]


def is_seed(seed: object) -> bool:
    """Whether this is a seed for fair dice, which has 64 hex digits."""
    return isinstance(seed, str) and len(seed) == DIGITS and _HEX.fullmatch(seed) is not None


def is_contribution(given: object) -> bool:
    """Whether a player may add this to the seed: at most 32 whole bytes in hex, or an empty text."""
    return isinstance(given, str) and len(given) <= DIGITS and _HEX.fullmatch(given) is not None


def commitment(secret: str, table: str = "", scheme: int = SCHEME) -> str:
    """Return the commitment to announce at this table before the deal. It has 64 hex digits, like the secret."""
    key = _secret(secret)
    if _checked(scheme) == 1:
        return hashlib.sha256(key).hexdigest()
    return _keyed(key, f"lastcard/{scheme}/commitment", table.encode())


def mixed_seed(secret: str, contributions: Sequence[str], table: str = "", scheme: int = SCHEME) -> str:
    """Combine the secret with each seat's contribution, in seat order, into the seed of this table's game; all in hex."""
    wrong = next((given for given in contributions if not is_contribution(given)), None)
    if wrong is not None:
        raise InvalidOption(f"a contribution is up to {DIGITS} hex digits, two a byte, not {quoted(wrong)}")
    key, added = _secret(secret), map(bytes.fromhex, contributions)
    if _checked(scheme) == 1:
        return hashlib.sha256(key + b"".join(added)).hexdigest()
    return _keyed(key, f"lastcard/{scheme}/seed", table.encode(), *added)


def _secret(secret: str) -> bytes:
    """Require exactly 32 bytes. HMAC pads shorter keys and hashes longer ones, so two different keys could be equivalent."""
    if not is_seed(secret):
        raise InvalidOption(f"a secret is {DIGITS} hex digits")
    return bytes.fromhex(secret)


def _checked(scheme: int) -> int:
    if scheme not in SCHEMES:
        raise InvalidOption(f"a fair deal is of scheme {' or '.join(map(str, SCHEMES))}, not {quoted(scheme)}")
    return scheme


def _keyed(secret: bytes, purpose: str, *fields: bytes) -> str:
    """HMAC-SHA256 of the fields. A four-byte length before each field keeps any two lists of fields distinct."""
    message = b"".join(len(field).to_bytes(4, "big") + field for field in (purpose.encode(), *fields))
    return hmac.digest(secret, message, "sha256").hex()


def words(key: bytes, round_number: int, number: int, block: int) -> tuple[int, ...]:
    """Return one block of the stream, as eight words."""
    return _WORDS.unpack(hmac.digest(key, f"{round_number}/{number}/{block}".encode(), "sha256"))


def shuffled(seed: str, round_number: int, number: int, cards: Sequence[str], top: int) -> tuple[str, ...]:
    """Return the cards after a shuffle. From the end back, each of the last ``top`` cards swaps places with a random one."""
    stream = _stream(bytes.fromhex(seed), round_number, number)
    pile = list(cards)
    for i in range(len(pile) - 1, max(len(pile) - top, 1) - 1, -1):
        most = (1 << 32) - (1 << 32) % (i + 1)
        j = next(word for word in stream if word < most) % (i + 1)
        pile[i], pile[j] = pile[j], pile[i]
    return tuple(pile)


def _stream(key: bytes, round_number: int, number: int) -> Iterator[int]:
    return (word for block in count() for word in words(key, round_number, number, block))


# ---- replacements for kernels ----------------------------------------------------------------------
# The round carries ``key``, ``dealt`` (its number), ``words`` (the current block) and ``shuffled`` (the log). As dice,
# ``rng_a`` is the position in the stream and ``rng_b`` says which shuffle the stream belongs to.
Kernel = Callable[..., Any]


def forget_key(g: Any) -> None:
    """Remove everything from a round that would let someone predict its deals."""
    for name in ("key", "dealt", "words", "shuffled"):
        vars(g).pop(name, None)


def _seed_dice(g: Any, round_number: int) -> None:
    g.dealt = round_number
    g.rng_b = _NOT_YET


def _below(g: Any, n: int) -> int:
    """Return a random number from 0 to n - 1."""
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


# For each kernel by name, a function that takes it and returns its replacement.
FAIR_DICE: dict[str, Callable[[Kernel], Kernel]] = {
    "seed_dice": lambda _: _seed_dice,
    "below": lambda _: _below,
    "shuffle_draw": _logged,
}
