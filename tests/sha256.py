"""SHA-256 continued from a digest alone, following the standard: the length-extension attack that a plain hash invites."""

from __future__ import annotations

import struct

MASK = 0xFFFFFFFF
BLOCK = 64


def _cube_root(n: int) -> int:
    """Return the whole part of the cube root."""
    low, high = 0, 1 << (n.bit_length() // 3 + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**3 <= n else (low, middle)
    return low


PRIMES = [n for n in range(2, 312) if all(n % d for d in range(2, n))]
CONSTANTS = [_cube_root(prime << 96) & MASK for prime in PRIMES]


def padding(length: int) -> bytes:
    """Return the padding that the hash adds after this many bytes."""
    return b"\x80" + bytes((BLOCK - 9 - length) % BLOCK) + struct.pack(">Q", 8 * length)


def _turned(word: int, by: int) -> int:
    return (word >> by | word << (32 - by)) & MASK


def _mixed(state: tuple[int, ...], block: bytes) -> tuple[int, ...]:
    """Return the state after one more block."""
    w = list(struct.unpack(">16I", block))
    for i in range(16, 64):
        low = _turned(w[i - 15], 7) ^ _turned(w[i - 15], 18) ^ w[i - 15] >> 3
        high = _turned(w[i - 2], 17) ^ _turned(w[i - 2], 19) ^ w[i - 2] >> 10
        w.append((w[i - 16] + low + w[i - 7] + high) & MASK)
    a, b, c, d, e, f, g, h = state
    for word, constant in zip(w, CONSTANTS, strict=True):
        chosen = (e & f) ^ (~e & g)
        one = (h + (_turned(e, 6) ^ _turned(e, 11) ^ _turned(e, 25)) + chosen + constant + word) & MASK
        most = (a & b) ^ (a & c) ^ (b & c)
        two = ((_turned(a, 2) ^ _turned(a, 13) ^ _turned(a, 22)) + most) & MASK
        a, b, c, d, e, f, g, h = (one + two) & MASK, a, b, c, (d + one) & MASK, e, f, g
    return tuple((old + new) & MASK for old, new in zip(state, (a, b, c, d, e, f, g, h), strict=True))


def extended(digest: str, length: int, more: bytes) -> str:
    """Return the digest of unknown bytes of this length, their padding and more bytes, given only the unknown bytes' digest."""
    state = struct.unpack(">8I", bytes.fromhex(digest))
    rest = more + padding(length + len(padding(length)) + len(more))
    for at in range(0, len(rest), BLOCK):
        state = _mixed(state, rest[at : at + BLOCK])
    return struct.pack(">8I", *state).hex()
