"""Checkpoints: a table as it was after its last deal, so that opening it does not play through the rounds before.

A checkpoint is only a shortcut. The log has everything, and a checkpoint that was made by other code, by other rules or from
another log is not used.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from ... import editions
from ...game import Game
from ...history import Deal
from ..wire.messages import ChatLine
from ..wire.table_settings import Settings
from . import log
from .moderation import Moderation
from .seat import Seat
from .table import Table

LONG = 300  # entries from which opening a table takes noticeable time
PACKAGE = Path(__file__).parents[2]


class KeptSeat(Struct):
    """The fields of a :class:`~.seat.Seat`."""

    person: log.Person | None
    came: int
    ready: bool
    agreed: str
    away: str
    kept_by_bot: bool
    is_removed: bool
    away_since: float
    missed: int
    extended: int
    vetoes: frozenset[int]
    contribution: str
    keep_votes: dict[int, bool]
    recent: dict[str, int]
    deadline: float | None
    asked: int
    asides: int
    threw: float
    asked_for: tuple[str, int] | None


class KeptTable(Struct):
    """The fields of a :class:`~.table.Table`, apart from its seats and its game."""

    number: int
    id: str
    edition: str
    version: int
    options: dict[str, Any]
    settings: Settings
    secret: str
    scheme: int
    time: float
    since: float
    owing: frozenset[int]
    pending: tuple[int, int] | None
    window_at: float
    window_number: int
    chat: list[tuple[log.Person, ChatLine]]
    moderation: Moderation
    rematch: str
    tonight: list[log.Tally]
    manners: int
    is_rematch: bool
    is_stopped: bool
    deal_at: float | None
    answer_at: float | None
    rewrite: dict[str, Any]


class Checkpoint(Struct):
    """A table after the deal that ``entry`` says, the entry with the table's number, and the ``code`` that made it."""

    code: str
    entry: bytes
    table: KeptTable
    seats: list[KeptSeat]
    seed: int | str
    options: dict[str, Any]  # of the game, which fill in what the table left open
    deal: Deal

    @property
    def number(self) -> int:
        """The number of the last entry that is part of it."""
        return self.table.number


@cache
def _sources() -> str:
    """A digest of this package's code."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def code_of(edition: str) -> str:
    """A digest of all the code that a table of this edition is played by, and of the version of its rules."""
    found = editions.get(edition)
    own = [Path(module.__file__).read_bytes() for module in found.modules if module.__file__]
    return hashlib.sha256(b"\0".join([_sources().encode(), str(found.version).encode(), *own])).hexdigest()


def kept(table: Table, entry: log.AnyEntry, keep: int) -> bytes | None:
    """A table that has just been dealt as a checkpoint, with its last ``keep`` events. None if it would save nothing."""
    if type(entry) is not log.Dealt or table.game is None or table.number < LONG or table.is_older:
        return None
    table.game.forget(keep)
    fields = {name: getattr(table, name) for name in KeptTable.__struct_fields__}
    found = Checkpoint(
        code=code_of(table.edition),
        entry=log.encode(entry),
        table=KeptTable(**fields),
        seats=[KeptSeat(**vars(seat)) for seat in table.seats],
        seed=table.game.seed,
        options=table.game.options,
        deal=table.game.last_deal(),
    )
    return msgspec.msgpack.encode(found)


def read(data: bytes, edition_names: list[str]) -> Checkpoint | None:
    """A checkpoint, or None if other code made it."""
    try:
        found = msgspec.msgpack.decode(data, type=Checkpoint)
    except msgspec.DecodeError:
        return None
    is_known = found.table.edition in edition_names
    return found if is_known and found.code == code_of(found.table.edition) else None


def restored(found: Checkpoint) -> Table:
    """The table of a checkpoint."""
    table = Table()
    vars(table).update(asdict(found.table))
    for each in found.seats:
        seat = Seat(each.person)
        vars(seat).update(asdict(each))
        table.seats.append(seat)
    table.game = Game.dealt_again(table.edition, len(table.seats), found.seed, found.options, found.deal)
    return table
