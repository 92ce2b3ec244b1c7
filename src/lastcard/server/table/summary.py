"""A table's entry in a list. It is stored next to the log, so that listing tables reads no logs."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, Struct, field

from ..wire.messages import InviteInfo, ListedTable
from .free_name import free_name
from .table import Table


class Listed(ListedTable, frozen=True, forbid_unknown_fields=False):
    """A table in a list, as stored. A newer server may have written more fields."""


class Summary(Struct):
    """A table as everyone may know it. For this server only: hashed tokens, watching, and the rematch."""

    told: Listed
    token_hashes: list[str] = field(name="tokens")
    watchers: bool = True
    rematch: str = ""

    @property
    def has_free_seat(self) -> bool:
        """Whether someone can still sit down."""
        return None in self.told.seats

    def agrees(self, other: Summary) -> bool:
        """Whether both describe the same outcome of the game."""
        one, two = self.told, other.told
        return (one.stage, one.scores, one.winners) == (two.stage, two.scores, two.winners)

    def seat_of(self, token_hashes: list[str]) -> int | None:
        """The seat held by the first of these tokens that has one."""
        return next((self.token_hashes.index(each) for each in token_hashes if each in self.token_hashes), None)


def status(table: Table) -> str:
    """The status by which the store lists a table: lobby while a seat is free, full before the start, playing, or over."""
    if table.stage == "lobby":
        return "lobby" if any(seat.person is None for seat in table.seats) else "full"
    return "over" if table.stage == "over" else "playing"


def summary(table: Table) -> Summary:
    """The current summary of a table."""
    told = Listed(
        table=table.id,
        edition=table.edition,
        stage=table.stage,
        seats=[seat.info() for seat in table.seats] if table.moderation.silenced else table.company.seats,
        time=round(table.time * 1000),
        scores=list(table.game.scores) if table.game else UNSET,
        winners=list(table.game.winners) if table.game else UNSET,
    )
    return Summary(told, table.company.tokens, table.settings.watchers, table.rematch)


def invitation(table: Table, name: str = "") -> InviteInfo:
    """Return what someone who is invited may know about a table, and what they would be called there."""
    seats = [seat.person for seat in table.seats]
    is_between = table.stage == "between" or (table.stage == "lobby" and table.is_rematch)
    free = sum(person is None or (is_between and bool(person.level)) for person in seats)
    return InviteInfo(
        table=table.id,
        edition=table.edition,
        stage=table.stage,
        seats=[seat.info() for seat in table.seats],
        host=table.host,
        options=table.constant["options"],
        free=free if table.stage == "lobby" or is_between else 0,
        called=free_name(table, name) or UNSET,
    )


def written(table: Table) -> str:
    """A summary in its stored form."""
    return msgspec.json.encode(summary(table)).decode()


read = msgspec.json.Decoder(Summary).decode
