"""A table's log: what happened there, in order. The state of a table is the fold of its entries.

Entries are stored as JSON. Times are seconds since the epoch. Tokens are stored hashed. Nobody is told the secret of the deal
before the game is over.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct, field

from ..wire.table_settings import Settings


class Entry(Struct, tag_field="k", frozen=True, kw_only=True, omit_defaults=True):
    """Something that happened, and when. ``cid`` is the id of the client's command that asked for it.

    ``by`` is the seat that asked for it, if that is not the seat it is about.
    """

    t: float
    cid: str = ""
    by: int | None = None


class Person(Struct, frozen=True, omit_defaults=True):
    """A person in a seat, by the hash of a token, or a bot, by its level. Face 0 is drawn from the name."""

    name: str
    token_hash: str = field(name="token", default="")
    level: str = ""
    face: int = 0


class Tally(Struct, frozen=True, omit_defaults=True):
    """Someone's wins tonight: in this table's game and those it is a rematch of."""

    person: Person
    games: int = 0
    won: int = 0
    points: int = 0


class Created(Entry, tag="create", frozen=True):
    """A table was created, with its host in the first seat. It is always played by this ``rules_version`` of its edition.

    A rematch knows tonight's score, the seats that ``agreed`` to the same options in the last game, and who was muted, silenced
    or removed. ``came`` has the seats of its people in the order in which they came, if that isn't the order of the seats.
    Tables with ``manners`` below 2 come from older servers and never deal by themselves.
    """

    table: str
    edition: str
    options: dict[str, Any]
    settings: Settings
    people: list[Person | None]
    secret: str
    rules_version: int = 1
    tonight: list[Tally] = []
    agreed: list[int] | None = None
    manners: int = 1
    mutes: dict[str, list[Person]] = {}
    silenced: list[Person] = []
    removed: list[Person] = []
    came: list[int] = []


class Sat(Entry, tag="sit", frozen=True):
    """Someone took a seat."""

    seat: int
    person: Person


class Freed(Entry, tag="free", frozen=True):
    """A seat became free again."""

    seat: int


class Changed(Entry, tag="change", frozen=True):
    """The options, settings or number of seats changed."""

    options: dict[str, Any] | None = None
    settings: Settings | None = None
    seats: int | None = None


class Readied(Entry, tag="ready", frozen=True):
    """A player agreed to the options and is ready, having seen the commitment to the deal under this scheme."""

    seat: int
    scheme: int = 1


class Contributed(Entry, tag="contribute", frozen=True):
    """A player added randomness of their own."""

    seat: int
    hex: str


class Vetoed(Entry, tag="veto", frozen=True):
    """A player ruled out some dares."""

    seat: int
    dares: list[int]


class Started(Entry, tag="start", frozen=True):
    """The first round was dealt, by this scheme of :mod:`lastcard.rules.fair`."""

    scheme: int = 1


class Moved(Entry, tag="move", frozen=True):
    """A move was made. ``how`` is player, clock, window (a card took effect by itself) or bot."""

    seat: int
    move: str
    how: str = "player"


class Waited(Entry, tag="wait", frozen=True):
    """A player stopped the countdown to the next deal."""

    seat: int


class Dealt(Entry, tag="deal", frozen=True):
    """The next round was dealt."""


class Ended(Entry, tag="end", frozen=True):
    """The log is full: the round ended without a winner, and the current scores decide the game."""


class Said(Entry, tag="say", frozen=True):
    """A player said something in chat."""

    seat: int
    text: str


class Gestured(Entry, tag="emote", frozen=True):
    """A player sent an emote, or threw a thing ``at`` another seat."""

    seat: int
    emote: str
    at: int | None = None


class Faced(Entry, tag="face", frozen=True):
    """A player picked another face."""

    seat: int
    face: int


class Muted(Entry, tag="mute", frozen=True):
    """A player muted another, or unmuted them."""

    seat: int
    about: int
    on: bool


class Reported(Entry, tag="report", frozen=True):
    """A player told the host about another one."""

    seat: int
    about: int
    why: str


class Silenced(Entry, tag="silence", frozen=True):
    """The host muted a player for everyone, or lifted that."""

    seat: int
    on: bool


class Removed(Entry, tag="remove", frozen=True):
    """The host removed a player for good."""

    seat: int


class WentAway(Entry, tag="away", frozen=True):
    """A bot took over this seat until its player comes back. ``why`` is clock, connection or left."""

    seat: int
    why: str


class CameBack(Entry, tag="back", frozen=True):
    """The player took the seat back."""

    seat: int


class KeepVoted(Entry, tag="keep", frozen=True):
    """A player voted on whether the bot should keep an absent player's seat for good."""

    seat: int
    about: int
    yes: bool


class Extended(Entry, tag="extend", frozen=True):
    """A player's clock was restarted."""

    seat: int


class Outage(Entry, tag="outage", frozen=True):
    """Nothing could be written for so many seconds. Every clock and countdown runs that much longer."""

    seconds: float


class Rematched(Entry, tag="rematch", frozen=True):
    """The same people got another table."""

    to: str


BeforeTheDeal = Created | Sat | Freed | Removed | Changed | Readied | Contributed | Vetoed | Waited
InTheGame = Started | Moved | Dealt | Ended | WentAway | CameBack | KeepVoted | Extended | Outage | Rematched
AnyEntry = BeforeTheDeal | InTheGame | Said | Gestured | Faced | Muted | Reported | Silenced

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode
