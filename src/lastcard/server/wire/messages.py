"""Messages from the server: frames, answers and lists. See docs/protocol.md.

These are what the server builds and encodes, and the schema for clients comes from them. A field that is UNSET is left out.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, field

from ...record import Fair
from .commands import Candidate, Refused
from .table_settings import Settings

Stage = Literal["lobby", "playing", "between", "over"]


class Told(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base class of all messages."""


# ---- a table's state --------------------------------------------------------------------------------
class SeatInfo(Told, frozen=True):
    """A seat and its player. ``bot`` is a level, and ``away`` says why a bot plays for a person.

    ``face`` is the number of the face that a person picked; without it, the face is drawn from the name. ``offline`` says that
    a person has just lost the connection and has some seconds to come back. ``silenced`` says that the host has muted them.
    """

    name: str
    ready: bool
    face: int | UnsetType = UNSET
    bot: str | UnsetType = UNSET
    away: Literal["clock", "connection", "left", "kept"] | UnsetType = UNSET
    offline: bool | UnsetType = UNSET
    contributed: bool | UnsetType = UNSET
    silenced: bool | UnsetType = UNSET


class ReportInfo(Told, frozen=True):
    """What a player told the host about another one. ``n`` is its number, and ``name`` the player's name at that time."""

    n: int
    seat: int
    name: str
    by: str
    why: str


class TonightLine(Told, frozen=True):
    """Someone's wins tonight, over a game and its rematches. ``seat`` is where they sit now, if they do."""

    name: str
    games: int
    won: int
    points: int
    seat: int | UnsetType = UNSET


class PendingCard(Told, frozen=True):
    """A card that has been played and whose effect is not settled.

    At a table that stacks, ``sum`` is how many cards the seat ``hit`` has to take, and ``answers`` are the cards that the
    rules let anybody put on it.
    """

    card: str
    seat: int
    color_before: str | None
    sum: int | UnsetType | None = UNSET
    hit: int | UnsetType | None = UNSET
    answers: list[str] | UnsetType | None = UNSET


class SentenceInfo(Told, frozen=True):
    """A sentence with names in braces, and their values, as in a refusal."""

    says: str
    args: dict[str, Any] | UnsetType = UNSET


class ConsequenceInfo(SentenceInfo, frozen=True, kw_only=True):
    """A sentence about what some of a seat's moves cost or bring. ``moves`` are their indexes in the state's ``moves``."""

    moves: list[int]


class State(Told, frozen=True):
    """Everything that a viewer knows about a table. Before the first deal there is no game in it. ``fair`` comes at the end.

    Keys of ``clocks`` and ``known`` are seats. The next round is dealt by itself at ``deal_at``, and the card that was played
    takes effect by itself at ``answer_at``, in milliseconds. ``special`` holds what the edition's own cards show; the catalog
    says what its fields hold.
    """

    table: str | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    options: dict[str, Any] | UnsetType = UNSET
    digest: str | UnsetType = UNSET
    settings: Settings | UnsetType = UNSET
    commitment: str | UnsetType = UNSET
    scheme: int | UnsetType = UNSET
    you: int | UnsetType | None = UNSET
    stage: Stage | UnsetType = UNSET
    seats: list[SeatInfo | None] | UnsetType = UNSET
    host: int | UnsetType | None = UNSET
    rematch: str | UnsetType = UNSET
    tonight: list[TonightLine] | UnsetType = UNSET
    deal_at: int | UnsetType | None = UNSET
    answer_at: int | UnsetType | None = UNSET
    clocks: dict[str, int] | UnsetType = UNSET
    vetoes: list[int] | UnsetType = UNSET
    muted: list[int] | UnsetType = UNSET
    reports: list[ReportInfo] | UnsetType = UNSET
    moves: list[str] | UnsetType = UNSET
    consequences: list[ConsequenceInfo] | UnsetType = UNSET
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
    """An event as this viewer may see it. A card or word that the viewer may not see is left out."""

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
    """A line or an emote that was just sent. With ``at``, the emote is a thing thrown at that seat."""

    seat: int
    text: str | UnsetType = UNSET
    emote: str | UnsetType = UNSET
    at: int | UnsetType = UNSET


class FirstFrame(Told, frozen=True):
    """The first frame of a connection, with the whole state."""

    n: int
    e: int
    events: list[GameEvent]
    set: State
    chat: list[ChatLine]
    version: int
    time: int


class UpdateFrame(Told, frozen=True):
    """A later frame, with what has changed. With an ``id`` it acknowledges that command."""

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
    """The answer to a command that no frame acknowledges: it changed nothing, or was already done, as number ``ok``."""

    id: str
    ok: int
    made: TableCodes | UnsetType = UNSET


class RefusalInfo(Told, frozen=True):
    """A reason why not: a code for programs, a sentence for people, and the rule behind it.

    ``says`` is the sentence with names in braces and ``args`` what they stand for: ``seat`` is the number of one and ``seats``
    of some, ``card``, ``color`` and ``symbol`` are texts of cards, ``word`` is a verb and ``when`` its words in the catalog.
    """

    code: str
    text: str
    says: str | UnsetType = UNSET
    args: dict[str, Any] | UnsetType = UNSET
    rule: str | UnsetType = UNSET


def refusal_info(refused: Refused) -> RefusalInfo:
    """A refusal as it goes over the wire."""
    return RefusalInfo(
        code=refused.code,
        text=refused.sentence,
        says=refused.says,
        args=refused.args_said or UNSET,
        rule=refused.rule or UNSET,
    )


class RefusedAnswer(Told, frozen=True):
    """A command that was refused. Over HTTP there is no ``id``."""

    refused: RefusalInfo
    id: str | UnsetType = UNSET


class WhyAnswer(Told, frozen=True):
    """The reason why a move is not allowed, or null if it is."""

    id: str
    why: RefusalInfo | None


class EstimateInfo(Told, frozen=True):
    """The result of trying a move (null: letting a chance pass): the chance to win the round, and its error."""

    move: str | None
    chance: float
    error: float


class HintInfo(Told, frozen=True):
    """The strongest bot's move (null: nothing), and why: a sentence with its arguments in braces."""

    move: str | None
    says: str
    args: dict[str, Any]
    estimates: list[EstimateInfo]


class HintAnswer(Told, frozen=True):
    """A hint, sent only to the player who asked for it."""

    id: str
    hint: HintInfo


class PongAnswer(Told, frozen=True):
    """The server's time in milliseconds."""

    id: str
    pong: int


class IceServer(Told, frozen=True):
    """A server that helps browsers find each other, in the form of RTCIceServer. What opens a relay is valid for some hours."""

    urls: list[str]
    username: str | UnsetType = UNSET
    credential: str | UnsetType = UNSET


class CallAnswer(Told, frozen=True):
    """You are in the table's call, by this id. With ``relay``, browsers must not connect directly."""

    id: str
    call: str
    ice: list[IceServer]
    relay: bool


class CallerInfo(Told, frozen=True):
    """Someone in the table's call: the id that signals are addressed to, and the seat."""

    call: str
    seat: int


class CallsFrame(Told, frozen=True):
    """Everyone in the table's call, told to the players whenever that changes."""

    calls: list[CallerInfo]


class SignalFrame(Told, frozen=True):
    """An offer, an answer or candidates from the browser with this call id."""

    sender: str = field(name="from")
    kind: Literal["offer", "answer", "candidates"]
    sdp: str | UnsetType = UNSET
    candidates: list[Candidate] | UnsetType = UNSET


class AnnouncementFrame(Told, frozen=True):
    """What the people who run the server tell everybody; an empty text takes it back."""

    announcement: str


Answer = OkAnswer | RefusedAnswer | WhyAnswer | HintAnswer | PongAnswer | CallAnswer
Message = FirstFrame | UpdateFrame | Answer | CallsFrame | SignalFrame | AnnouncementFrame


# ---- over HTTP --------------------------------------------------------------------------------------
class MadeTable(Told, frozen=True):
    """POST /api/tables."""

    table: str
    invite: str
    watch: str
    seat: int
    token: str


class MadeMove(Told, frozen=True):
    """The move that led to a frame of a replay. A deal, or the end of the game, has no seat. ``at`` is in milliseconds."""

    seat: int | None
    move: str
    at: int | UnsetType = UNSET


class ReplayFrame(Told, frozen=True):
    """A moment of a finished game: the first one has the whole state, the others what has changed."""

    n: int
    e: int
    events: list[GameEvent]
    set: State
    made: MadeMove | UnsetType = UNSET


class ShuffleInfo(Told, frozen=True):
    """A shuffle of a fair deal: its round and number, how many cards at the end it mixed, the pile before and after."""

    round: int
    number: int
    top: int
    before: list[str]
    after: list[str]


class Replay(Told, frozen=True):
    """GET /api/tables/{table}/replay and POST /api/replay: a frame for the first deal and one for every move."""

    frames: list[ReplayFrame]
    shuffles: list[ShuffleInfo]


class LessonMoment(Told, frozen=True):
    """POST /api/lessons: where the learner is, the moves that lead on (if any), and what happened since the last one.

    ``outcome`` explains what came of the move before the position changes.
    """

    step: int
    steps: int
    over: bool
    wants: list[str]
    frames: list[ReplayFrame]
    says: SentenceInfo | UnsetType = UNSET
    outcome: SentenceInfo | UnsetType = UNSET


class Joined(Told, frozen=True):
    """POST /api/join. A spectator gets neither a seat nor a token."""

    table: str
    role: Literal["play", "watch"]
    seat: int | UnsetType = UNSET
    token: str | UnsetType = UNSET


class InviteInfo(Told, frozen=True):
    """POST /api/invite: what someone with an invite code may know before sitting down. ``free`` counts the seats they can take.

    ``called`` is what the table would call them, if they gave a name: with a number if somebody there has it.
    If the game has a rematch, it is about the rematch.
    """

    table: str
    edition: str
    stage: Stage
    seats: list[SeatInfo | None]
    host: int | None
    options: dict[str, Any]
    free: int
    called: str | UnsetType = UNSET


class ListedTable(Told, frozen=True):
    """A table in a list. ``seat`` is the viewer's own. ``time`` is when something last happened there, in milliseconds."""

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
