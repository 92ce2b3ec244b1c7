"""A table's log: what happened at it, in order. The state of a table is the fold of its entries.

Entries are kept as JSON. Times are seconds since the epoch. Tokens are kept hashed; the secret of the deal is told to nobody
before the game is over.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from .protocol import Settings


class Entry(Struct, tag_field="k", frozen=True, kw_only=True, omit_defaults=True):
    """One thing that happened, and when; ``cid`` is the id of the client's command that asked for it.

    ``by`` is the seat that asked for it, where that is not the seat it is about.
    """

    t: float
    cid: str = ""
    by: int | None = None


class Person(Struct, frozen=True, omit_defaults=True):
    """Who sits on a seat: a person by the hash of a token, or a bot by its level."""

    name: str
    token: str = ""
    level: str = ""


class Created(Entry, tag="create", frozen=True):
    """The table; the first seat is the host's. ``rules_version`` is of the edition: a table is played on by the same rules."""

    table: str
    edition: str
    options: dict[str, Any]
    settings: Settings
    people: list[Person | None]
    secret: str
    rules_version: int = 1


class Sat(Entry, tag="sit", frozen=True):
    """Somebody takes a seat."""

    seat: int
    person: Person


class Freed(Entry, tag="free", frozen=True):
    """A seat is free again."""

    seat: int


class Changed(Entry, tag="change", frozen=True):
    """Other options, settings or number of seats."""

    options: dict[str, Any] | None = None
    settings: Settings | None = None
    seats: int | None = None


class Readied(Entry, tag="ready", frozen=True):
    """A player agrees to the options and is ready."""

    seat: int


class Contributed(Entry, tag="contribute", frozen=True):
    """A player's own randomness."""

    seat: int
    hex: str


class Vetoed(Entry, tag="veto", frozen=True):
    """Dares that a player will not do."""

    seat: int
    dares: list[int]


class Started(Entry, tag="start", frozen=True):
    """The first deal."""


class Moved(Entry, tag="move", frozen=True):
    """A move in the game; ``how`` is player, clock or bot."""

    seat: int
    move: str
    how: str = "player"


class Dealt(Entry, tag="deal", frozen=True):
    """The next round."""


class Said(Entry, tag="say", frozen=True):
    """Chat."""

    seat: int
    text: str


class Gestured(Entry, tag="emote", frozen=True):
    """An emote."""

    seat: int
    emote: str


class Muted(Entry, tag="mute", frozen=True):
    """A player hears another no more, or again."""

    seat: int
    about: int
    on: bool


class WentAway(Entry, tag="away", frozen=True):
    """A bot plays this seat until its player comes back; ``why`` is clock, connection or left."""

    seat: int
    why: str


class CameBack(Entry, tag="back", frozen=True):
    """The player has the seat again."""

    seat: int


class KeepVoted(Entry, tag="keep", frozen=True):
    """A vote that the bot shall keep an absent player's seat for good."""

    seat: int
    about: int
    yes: bool


class Extended(Entry, tag="extend", frozen=True):
    """A player's clock starts anew."""

    seat: int


class Rematched(Entry, tag="rematch", frozen=True):
    """The same people have another table."""

    to: str


BeforeTheDeal = Created | Sat | Freed | Changed | Readied | Contributed | Vetoed
InTheGame = Started | Moved | Dealt | WentAway | CameBack | KeepVoted | Extended | Rematched
AnyEntry = BeforeTheDeal | InTheGame | Said | Gestured | Muted

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode
