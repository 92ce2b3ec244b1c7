"""What the server tells: frames, answers and lists, as types from which the schema for clients comes. See docs/protocol.md.

The server writes plain data; these types say what is in it, and the tests hold every frame against them. A field with a
default of UNSET may be missing.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from ..record import Fair
from .protocol import Settings

Stage = Literal["lobby", "playing", "between", "over"]


class Told(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of them all."""


# ---- a table's state --------------------------------------------------------------------------------
class SeatInfo(Told, frozen=True):
    """Who sits on a seat. ``bot`` is a level; ``away`` says why a bot plays for a person."""

    name: str
    ready: bool
    bot: str | UnsetType = UNSET
    away: Literal["clock", "connection", "left", "kept"] | UnsetType = UNSET
    contributed: bool | UnsetType = UNSET


class PendingCard(Told, frozen=True):
    """A card that has been played and whose effect is not settled."""

    card: str
    seat: int
    color_before: str | None


class State(Told, frozen=True):
    """Everything that a viewer knows of a table. Before the first deal nothing of a game is there; ``fair`` comes at its end.

    Keys of ``clocks`` and ``known`` are seats. ``special`` holds what the edition's own cards show; the catalog says what its
    fields hold.
    """

    table: str | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    options: dict[str, Any] | UnsetType = UNSET
    digest: str | UnsetType = UNSET
    settings: Settings | UnsetType = UNSET
    commitment: str | UnsetType = UNSET
    you: int | UnsetType | None = UNSET
    stage: Stage | UnsetType = UNSET
    seats: list[SeatInfo | None] | UnsetType = UNSET
    host: int | UnsetType | None = UNSET
    rematch: str | UnsetType = UNSET
    clocks: dict[str, int] | UnsetType = UNSET
    vetoes: list[int] | UnsetType = UNSET
    muted: list[int] | UnsetType = UNSET
    moves: list[str] | UnsetType = UNSET
    fair: Fair | UnsetType = UNSET
    players: int | UnsetType = UNSET
    round: int | UnsetType = UNSET
    dealer: int | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    to_move: list[int] | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    direction: Literal[1, -1] | UnsetType = UNSET
    color: str | UnsetType | None = UNSET
    top: str | UnsetType = UNSET
    discard_count: int | UnsetType = UNSET
    draw_count: int | UnsetType = UNSET
    counts: list[int] | UnsetType = UNSET
    hand: list[str] | UnsetType = UNSET
    drawn: str | UnsetType | None = UNSET
    known: dict[str, list[str]] | UnsetType = UNSET
    owes_uno: list[int] | UnsetType = UNSET
    pending: PendingCard | UnsetType | None = UNSET
    special: dict[str, Any] | UnsetType = UNSET
    scores: list[int] | UnsetType = UNSET
    points: list[int] | UnsetType | None = UNSET
    hands: list[list[str]] | UnsetType | None = UNSET
    round_over: bool | UnsetType = UNSET
    over: bool | UnsetType = UNSET
    winner: int | UnsetType | None = UNSET
    winners: list[int] | UnsetType = UNSET


# ---- over the WebSocket -----------------------------------------------------------------------------
class GameEvent(Told, frozen=True):
    """What happened, as this viewer may see it: a card or word that it may not see is missing."""

    what: str
    seat: int | UnsetType = UNSET
    card: str | UnsetType = UNSET
    color: str | UnsetType = UNSET
    to: int | UnsetType = UNSET
    n: int | UnsetType = UNSET
    word: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    uno: bool | UnsetType = UNSET


class ChatLine(Told, frozen=True):
    """A line that was said before this connection."""

    seat: int
    name: str
    text: str


class SaidLine(Told, frozen=True):
    """A line or an emote, just now."""

    seat: int
    text: str | UnsetType = UNSET
    emote: str | UnsetType = UNSET


class FirstFrame(Told, frozen=True):
    """The first frame of a connection: everything."""

    n: int
    e: int
    events: list[GameEvent]
    set: State
    chat: list[ChatLine]
    version: int
    time: int


class UpdateFrame(Told, frozen=True):
    """Every later frame: what has changed. With ``id`` it acknowledges that command."""

    n: int
    e: int
    events: list[GameEvent] | UnsetType = UNSET
    set: State | UnsetType = UNSET
    said: list[SaidLine] | UnsetType = UNSET
    id: str | UnsetType = UNSET


class TableCodes(Told, frozen=True):
    """A new table, and the codes that lead to it."""

    table: str
    invite: str
    watch: str


class OkAnswer(Told, frozen=True):
    """A command that no frame acknowledges: it changed nothing, or was done before, as number ``ok``."""

    id: str
    ok: int
    made: TableCodes | UnsetType = UNSET


class RefusalInfo(Told, frozen=True):
    """Why not: a code for programs, a sentence for people, the rule that says so."""

    code: str
    text: str
    rule: str | UnsetType = UNSET


class RefusedAnswer(Told, frozen=True):
    """A command that is not done; over HTTP there is no ``id``."""

    refused: RefusalInfo
    id: str | UnsetType = UNSET


class WhyAnswer(Told, frozen=True):
    """Why a move is not allowed; null where it is."""

    id: str
    why: RefusalInfo | None


class PongAnswer(Told, frozen=True):
    """The server's time in milliseconds."""

    id: str
    pong: int


Message = FirstFrame | UpdateFrame | OkAnswer | RefusedAnswer | WhyAnswer | PongAnswer


# ---- over HTTP --------------------------------------------------------------------------------------
class MadeTable(Told, frozen=True):
    """POST /api/tables."""

    table: str
    invite: str
    watch: str
    seat: int
    token: str


class Joined(Told, frozen=True):
    """POST /api/join; who watches has neither seat nor token."""

    table: str
    role: Literal["play", "watch"]
    seat: int | UnsetType = UNSET
    token: str | UnsetType = UNSET


class ListedTable(Told, frozen=True):
    """A table in a list; ``seat`` is one's own. ``time`` is of the last thing that happened, in milliseconds."""

    table: str
    edition: str
    stage: Stage
    seats: list[SeatInfo | None]
    time: int
    scores: list[int] | UnsetType = UNSET
    winners: list[int] | UnsetType = UNSET
    seat: int | UnsetType = UNSET


class TableList(Told, frozen=True):
    """GET /api/tables."""

    tables: list[ListedTable]


class GameList(Told, frozen=True):
    """POST /api/games."""

    games: list[ListedTable]


# ---- the catalog ------------------------------------------------------------------------------------
class ColorInfo(Told, frozen=True):
    """A color, and the shape that stands for it."""

    name: str
    symbol: str
    glyph: str


class WildInfo(Told, frozen=True):
    """The shape of cards without a color."""

    symbol: str
    glyph: str


class KindInfo(Told, frozen=True):
    """What is printed on a card; ``color`` is null for a wild, ``value`` its points."""

    text: str
    color: str | None
    copies: int
    value: int
    symbol: str | UnsetType = UNSET
    emblem: str | UnsetType = UNSET
    number: int | UnsetType = UNSET
    foil: bool | UnsetType = UNSET


class VerbInfo(Told, frozen=True):
    """The first word of a move, what follows it, and when it can be said."""

    word: str
    takes: Literal["", "card", "color", "seat", "card color", "text", "word"]
    rule: str
    when: str
    words: list[str]


class OptionInfo(Told, frozen=True):
    """One of a table's choices."""

    name: str
    default: Any
    about: str
    allowed: str
    between_rounds: bool


class RuleInfo(Told, frozen=True):
    """A rule; ``ruling`` where the leaflet leaves it open."""

    id: str
    text: str
    ruling: bool


class HappeningInfo(Told, frozen=True):
    """What an event means; ``says`` is its sentence, ``moves`` how it moves cards, ``secret`` who may see its card."""

    name: str
    says: str
    moves: str
    secret: str


class EditionInfo(Told, frozen=True):
    """Everything about an edition; ``suggestions`` are texts for verbs that take one."""

    id: str
    title: str
    summary: str
    version: int
    colors: list[ColorInfo]
    wild: WildInfo
    cards: int
    kinds: list[KindInfo]
    verbs: list[VerbInfo]
    phases: list[str]
    options: list[OptionInfo]
    rulebook: list[RuleInfo]
    suggestions: dict[str, list[str]]
    happenings: list[HappeningInfo]


class Catalog(Told, frozen=True):
    """GET /api/editions."""

    version: int
    levels: list[str]
    emotes: list[str]
    editions: list[EditionInfo]
