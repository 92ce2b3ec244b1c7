"""Codes and tokens: all random, all made here. Only their hashes are kept."""

from __future__ import annotations

import re
import secrets

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: nothing that looks like something else
_LOOKALIKES = str.maketrans("ILO", "110", "- ")
_CODE = re.compile(rf"[{_ALPHABET}]{{12}}")
_TABLE = re.compile(r"[0-9a-f]{16}")
_TOKEN = re.compile(r"[0-9a-f]{32}")


def new_table() -> str:
    """A table's id: no secret."""
    return secrets.token_hex(8)


def is_table(text: str) -> bool:
    """Whether this could be a table's id."""
    return _TABLE.fullmatch(text) is not None


def new_token() -> str:
    """128 bits that hold a seat."""
    return secrets.token_hex(16)


def is_token(text: str) -> bool:
    """Whether this could be a token."""
    return _TOKEN.fullmatch(text) is not None


def new_code() -> str:
    """60 bits that lead to a table, in a form that can be read aloud: four, four and four."""
    letters = "".join(secrets.choice(_ALPHABET) for _ in range(12))
    return f"{letters[:4]}-{letters[4:8]}-{letters[8:]}"


def read_code(text: str) -> str | None:
    """A code as it was made, from what somebody typed; None where it cannot be one."""
    letters = text[:40].upper().translate(_LOOKALIKES)
    return f"{letters[:4]}-{letters[4:8]}-{letters[8:]}" if _CODE.fullmatch(letters) else None
