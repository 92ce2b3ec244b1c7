"""The name that someone gets at a table."""

from __future__ import annotations

from ...moves import SEATS
from ..wire.commands import NAME_LENGTH
from .table import Table, plain


def free_name(table: Table, name: str) -> str:
    """Return the name that a table gives a newcomer who typed this one, with a number if somebody there has it.

    It is empty if nothing of the name can be shown.
    """
    clean = plain(name, NAME_LENGTH)
    taken = {name.casefold() for name in table.names()}
    names = (clean, *(f"{clean[: NAME_LENGTH - 3]} {i}" for i in range(2, SEATS + 2)))
    return clean and next(candidate for candidate in names if candidate.casefold() not in taken)
