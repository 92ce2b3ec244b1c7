"""A table in a list. What is said of it there is kept beside its log, so that a list reads no log."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from .table import Table


class Summary(Struct):
    """What everybody may know of a table, and the hash of the token that holds each seat, for this server alone."""

    told: dict[str, Any]
    tokens: list[str]

    @property
    def has_free_seat(self) -> bool:
        """Whether somebody can still sit down."""
        return None in self.told["seats"]

    def seat_of(self, hashes: list[str]) -> int | None:
        """The seat that the first of these tokens to have one holds."""
        return next((self.tokens.index(token) for token in hashes if token in self.tokens), None)


def summary(table: Table) -> Summary:
    """Of a table as it is."""
    told: dict[str, Any] = {
        "table": table.id,
        "edition": table.edition,
        "stage": table.stage,
        "seats": [seat.to_dict() for seat in table.seats],
        "time": round(table.time * 1000),
    }
    if table.game:
        told |= {"scores": list(table.game.scores), "winners": list(table.game.winners)}
    return Summary(told, [seat.person.token if seat.person else "" for seat in table.seats])


def written(table: Table) -> str:
    """A summary as it is kept."""
    return msgspec.json.encode(summary(table)).decode()


read = msgspec.json.Decoder(Summary).decode
