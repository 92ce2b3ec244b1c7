"""Codes and tokens, all random and all made here. Only their hashes are stored."""

from __future__ import annotations

import re
import secrets

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no look-alikes
_LOOKALIKES = str.maketrans("ILO", "110", "- ")
_CODE = re.compile(rf"[{_ALPHABET}]{{12}}")
_TABLE = re.compile(r"[0-9a-f]{16}")
_TOKEN = re.compile(r"[0-9a-f]{32}")


def new_table() -> str:
    """A new table id, which is not a secret."""
    return secrets.token_hex(8)


def is_table(text: str) -> bool:
    """Whether this could be a table's id."""
    return _TABLE.fullmatch(text) is not None


def new_token() -> str:
    """A new token of 128 bits, which holds a seat."""
    return secrets.token_hex(16)


def is_token(text: str) -> bool:
    """Whether this could be a token."""
    return _TOKEN.fullmatch(text) is not None


def new_code() -> str:
    """A new code of 60 bits that leads to a table, in three groups of four so that it can be read aloud."""
    letters = "".join(secrets.choice(_ALPHABET) for _ in range(12))
    return f"{letters[:4]}-{letters[4:8]}-{letters[8:]}"


def read_code(text: str) -> str | None:
    """Normalize a code that someone typed, or return None if it cannot be one."""
    letters = text[:40].upper().translate(_LOOKALIKES)
    return f"{letters[:4]}-{letters[4:8]}-{letters[8:]}" if _CODE.fullmatch(letters) else None
