"""What the server tells: frames, answers and lists. See docs/protocol.md.

These are what the server builds and encodes, and the schema for clients comes from them. A field that is UNSET is left out.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from ...record import Fair
from .commands import Refused
from .settings import Settings

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


class TonightLine(Told, frozen=True):
    """What someone has won tonight, over a game and its rematches; ``seat`` is where they sit now, if they do."""

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
    sum: int | UnsetType = UNSET
    hit: int | UnsetType = UNSET
    answers: list[str] | UnsetType = UNSET


class SentenceInfo(Told, frozen=True):
    """A sentence with names in braces, and what they stand for, as in a refusal."""

    says: str
    args: dict[str, Any] | UnsetType = UNSET


class ConsequenceInfo(SentenceInfo, frozen=True, kw_only=True):
    """What some of a seat's moves cost or bring. ``moves`` are their places in the state's ``moves``, from 0 on."""

    moves: list[int]


class State(Told, frozen=True):
    """Everything that a viewer knows of a table. Before the first deal nothing of a game is there; ``fair`` comes at its end.

    Keys of ``clocks`` and ``known`` are seats. The next round is dealt by itself at ``deal_at``, in milliseconds. ``special``
    holds what the edition's own cards show; the catalog says what its fields hold.
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
    clocks: dict[str, int] | UnsetType = UNSET
    vetoes: list[int] | UnsetType = UNSET
    muted: list[int] | UnsetType = UNSET
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
    """Why not: a code for programs, a sentence for people, the rule that says so.

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
    """A command that is not done; over HTTP there is no ``id``."""

    refused: RefusalInfo
    id: str | UnsetType = UNSET


class WhyAnswer(Told, frozen=True):
    """Why a move is not allowed; null where it is."""

    id: str
    why: RefusalInfo | None


class EstimateInfo(Told, frozen=True):
    """How a move (null: letting a chance pass) went where the bot tried it: the chance to win the round, and its error."""

    move: str | None
    chance: float
    error: float


class HintInfo(Told, frozen=True):
    """What the strongest bot would do (null: nothing), and why: a sentence with its arguments in braces."""

    move: str | None
    says: str
    args: dict[str, Any]
    estimates: list[EstimateInfo]


class HintAnswer(Told, frozen=True):
    """A hint, to who asked for it."""

    id: str
    hint: HintInfo


class PongAnswer(Told, frozen=True):
    """The server's time in milliseconds."""

    id: str
    pong: int


Message = FirstFrame | UpdateFrame | OkAnswer | RefusedAnswer | WhyAnswer | HintAnswer | PongAnswer


# ---- over HTTP --------------------------------------------------------------------------------------
class MadeTable(Told, frozen=True):
    """POST /api/tables."""

    table: str
    invite: str
    watch: str
    seat: int
    token: str


class MadeMove(Told, frozen=True):
    """The move that led to a frame of a replay, with no seat where the next round was dealt or the game ended; ``at`` in ms."""

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
    """POST /api/lessons: where the learner is, the moves that lead on (if any), and what happened since the last one."""

    step: int
    steps: int
    over: bool
    wants: list[str]
    frames: list[ReplayFrame]
    says: SentenceInfo | UnsetType = UNSET


class Joined(Told, frozen=True):
    """POST /api/join; who watches has neither seat nor token."""

    table: str
    role: Literal["play", "watch"]
    seat: int | UnsetType = UNSET
    token: str | UnsetType = UNSET


class InviteInfo(Told, frozen=True):
    """POST /api/invite: what someone with an invite code may know before sitting down. ``free`` counts the seats they can take.

    If the game has a rematch, it is about the rematch.
    """

    table: str
    edition: str
    stage: Stage
    seats: list[SeatInfo | None]
    host: int | None
    options: dict[str, Any]
    free: int


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
    """What is printed on a card; ``color`` is null for a wild, ``value`` its points.

    ``name`` is what the leaflet calls it, without color, emblem and number; ``face`` the same for programs. ``digits`` are the
    figures on it ("7", "+2"), ``glyph`` its drawing; with neither it shows its initials. ``does`` says what it does.
    """

    text: str
    name: str
    face: str
    color: str | None
    copies: int
    value: int
    does: SentenceInfo
    symbol: str | UnsetType = UNSET
    emblem: str | UnsetType = UNSET
    number: int | UnsetType = UNSET
    digits: str | UnsetType = UNSET
    glyph: str | UnsetType = UNSET
    foil: bool | UnsetType = UNSET


class VerbInfo(Told, frozen=True):
    """The first word of a move, what follows it, when it can be said, and what stands on a button for it.

    ``chance``: it is made out of turn, and the game never waits for it. ``calls``: it may end with the word uno, which calls
    it. Two verbs may share a word, one with and one without something after it.
    """

    word: str
    takes: Literal["", "card", "color", "seat", "card color", "text", "word"]
    rule: str
    when: str
    words: list[str]
    says: str
    chance: bool
    calls: bool


class PhaseInfo(Told, frozen=True):
    """What a phase asks of those that it waits for, and what the others are told; {seats} stands for those."""

    name: str
    asks: str
    waits: str


class ShownInfo(Told, frozen=True):
    """What a field of the state's ``special`` holds, and its sentence; {it} stands for that, {seat} for the seat it is of.

    A dare is an object of number, text and lasting; a rule is a house rule as the options have it. "… by seat" is an object
    with a seat as each key.
    """

    name: str
    holds: Literal["seat", "card", "number", "text", "texts", "dare", "rule", "card by seat", "number by seat", "dare by seat"]
    says: str


class Mood(Told, frozen=True):
    """How an edition looks: colors, the ground first, and the pattern on the backs."""

    colors: list[str]
    pattern: Literal["rays", "waves", "stars", "grid", "rings", "checks"]


class ItemInfo(Told, frozen=True):
    """One of a list, such as a dare; numbered from 1, and vetoed by that number."""

    text: str
    lasting: bool


class ValueInfo(Told, frozen=True):
    """A value, and what it means. It may be a list: of ``items``, or of what is ``written`` in the option of that name."""

    value: str | bool | int
    says: str
    items: list[ItemInfo] | UnsetType = UNSET
    written: str | UnsetType = UNSET


class ChoiceForm(Told, frozen=True, tag_field="type", tag="choice"):
    """One of some values."""

    values: list[ValueInfo]


class FlagForm(Told, frozen=True, tag_field="type", tag="flag"):
    """True or false."""


class NumberForm(Told, frozen=True, tag_field="type", tag="number"):
    """A whole number, or null for what ``none`` says."""

    low: int
    high: int
    none: str


class SeatForm(Told, frozen=True, tag_field="type", tag="seat"):
    """A seat, or null for what ``none`` says."""

    none: str


class ClauseInfo(Told, frozen=True):
    """What a step says about somebody, with a number; null stands for nobody, and for any number. {n} is the number."""

    who: str | None
    n: int | None
    text: str


class StepInfo(Told, frozen=True):
    """A step of a house rule: whom it may be about (nobody where empty), and whether it takes a number from 1 on.

    Of the clauses the first with the step's ``who`` and its ``n`` (or null) is said. ``needs_text``: the rule needs a text.
    """

    does: str
    who: list[str]
    takes_n: bool
    needs_text: bool
    clauses: list[ClauseInfo]


class PlaceInfo(Told, frozen=True):
    """A key, and what it stands for."""

    value: str
    says: str


class RulesForm(Told, frozen=True, tag_field="type", tag="rules"):
    """An object with a house rule, or null, at each of some places: ``name``, ``text`` and ``steps`` (does, who, n).

    Its sentence is the steps' clauses with ``then`` between them.
    """

    places: list[PlaceInfo]
    who: list[PlaceInfo]
    steps: list[StepInfo]
    then: str
    most_steps: int
    most: int
    longest_name: int
    longest_text: int


class DaresForm(Told, frozen=True, tag_field="type", tag="dares"):
    """A list of up to ``places`` dares: objects of text and lasting, or null."""

    places: int
    longest_text: int


class AnyForm(Told, frozen=True, tag_field="type", tag="any"):
    """Whatever ``allowed`` says, as JSON."""


OptionForm = ChoiceForm | FlagForm | NumberForm | SeatForm | RulesForm | DaresForm | AnyForm


class OptionInfo(Told, frozen=True):
    """One of a table's choices; ``form`` says which values it takes, ``rule`` which rule it is about (or empty).

    A table rule has a ``group``, and stands in a table's options only if it differs from the leaflet.
    """

    name: str
    default: Any
    about: str
    allowed: str
    between_rounds: bool
    rule: str
    form: OptionForm
    group: str


class RuleInfo(Told, frozen=True):
    """A rule; ``ruling`` where the leaflet leaves it open, ``table`` where the table may choose it."""

    id: str
    text: str
    ruling: bool
    table: bool


class HappeningInfo(Told, frozen=True):
    """What an event means; ``says`` is its sentence, ``moves`` how it moves cards, ``secret`` who may see its card.

    The rest is how to show it: what it looks like, where (seat, to, discard, table), its sound, its weight from 0 (nothing) to
    3 (before all others), and the caption to shout: one text, or one for each of its ``words``.
    """

    name: str
    says: str
    moves: str
    secret: str
    look: str
    at: str
    sound: str
    weight: int
    shout: list[str]
    words: list[str]


class LessonInfo(Told, frozen=True):
    """A lesson: its title, the ids of the rules it teaches, and how many steps it has."""

    id: str
    title: str
    rules: list[str]
    steps: int


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
    phases: list[PhaseInfo]
    shows: list[ShownInfo]
    mood: Mood
    options: list[OptionInfo]
    rulebook: list[RuleInfo]
    suggestions: dict[str, list[str]]
    happenings: list[HappeningInfo]
    lessons: list[LessonInfo]


class Catalog(Told, frozen=True):
    """GET /api/editions."""

    version: int
    levels: list[str]
    emotes: list[str]
    editions: list[EditionInfo]
