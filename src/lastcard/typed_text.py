"""Checks what people write, such as lines, film titles, house rules and dares: short, plain text with no hidden characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

LONGEST = 200
PLACEHOLDER = "…"

_REORDERING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNPRINTABLE = ("Cc", "Cs", "Zl", "Zp")


def trouble_with(text: object, longest: int = LONGEST) -> str | None:
    """Return what is wrong with a text that a person wrote, as the end of a sentence. None if it is fine."""
    if not isinstance(text, str):
        return f"must be text, not {type(text).__name__}"
    trimmed = text.strip()
    if all(unicodedata.category(c)[0] in "CZ" for c in trimmed) and len(trimmed) <= longest:
        return "must not be empty" if not trimmed else "must hold something to see"
    if len(trimmed) > longest:
        return f"must have at most {longest} characters, not {len(trimmed)}"
    if any(unicodedata.category(c) in _UNPRINTABLE or c in _REORDERING for c in trimmed):
        return "must not hold control characters"
    return None


def bare(text: str) -> str:
    """A line reduced to letters, marks and digits without case, to find repeats. A line without any is unchanged."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    letters = "".join(c for c in folded if c.isalnum() or unicodedata.category(c).startswith("M"))
    return letters or text


def quoted(value: object, longest: int = 60) -> str:
    """A wrong input in a form that is safe in an error message: one short line."""
    try:
        shown = repr(value if not isinstance(value, str) else value[: longest + 1])
    except (RecursionError, ValueError):  # nested too deeply, or a number with thousands of digits
        return f"such a {type(value).__name__}"
    return shown if len(shown) <= longest + 2 else shown[:longest] + "…"


def meant(wrong: object, known: Iterable[str], otherwise: str = "") -> str:
    """Return what a mistyped word was probably meant to be, as the end of a sentence. If nothing is near, ``otherwise``."""
    by_fold = {word.casefold(): word for word in known}
    near = get_close_matches(wrong.casefold()[:LONGEST], by_fold, n=1, cutoff=0.7) if isinstance(wrong, str) else []
    return f"; did you mean {by_fold[near[0]]!r}?" if near else otherwise
