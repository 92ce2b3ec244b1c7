"""The catalog of editions: cards, verbs, events, options, rules and lessons. See docs/protocol.md."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from .messages import GameEvent, SentenceInfo, Told


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
    """A card as it is printed. ``color`` is null for a wild, and ``value`` is its points.

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
    """The first word of a move, what follows it, when it is allowed, and the text on its button.

    ``chance``: it is made out of turn, and the game never waits for it. ``calls``: it may end with the word uno, which calls
    it. Two verbs may share a word, one with and one without something after it. ``at`` is where the move stands: on its card in
    the hand, on the draw pile, on the button to end a turn or to call UNO, or on the other seat; without it, the move answers a
    question. ``title`` is the heading of several such moves, and the text on a seat. ``stack``: it draws what draw cards have
    added up to. ``social``: people say, do or judge something.
    """

    word: str
    takes: Literal["", "card", "color", "seat", "card color", "text", "word"]
    rule: str
    when: str
    words: list[str]
    says: str
    chance: bool
    calls: bool
    at: Literal["", "hand", "pile", "end", "call", "seat"]
    title: str
    stack: bool
    social: bool


class PhaseInfo(Told, frozen=True):
    """A phase: the question for the seats that it waits for, and the line for the others, with {seats} for those it waits for.

    In ``asks``, {seat} and {card} stand for the pending card's player and its name. ``offers`` has other words for a player who
    can only do some of what it offers, by the verbs that are left. ``aloud``: the awaited player performs.
    """

    name: str
    asks: str
    waits: str
    aloud: bool
    offers: dict[str, str]


class ShownInfo(Told, frozen=True):
    """A field of the state's ``special``, and its sentence: {it} stands for the value, and {seat} for the seat it belongs to.

    ``you`` is the sentence for the player whom the field is about; if it is empty, ``says`` is for everyone. A dare is an
    object of number, text and lasting; a rule is a house rule as the options have it. "… by seat" is an object with a seat as
    each key. Cards that turned out well or badly for their players have a ``sign``, and a ``label`` that says it in words.
    """

    name: str
    holds: Literal["seat", "card", "number", "text", "texts", "dare", "rule", "card by seat", "number by seat", "dare by seat"]
    says: str
    you: str
    sign: Literal["", "yes", "no"]
    label: str


class Mood(Told, frozen=True):
    """The look of an edition: colors, starting with the background, and the pattern on card backs."""

    colors: list[str]
    pattern: Literal["rays", "waves", "stars", "grid", "rings", "checks"]


class ItemInfo(Told, frozen=True):
    """An item of a list, such as a dare. Items are numbered from 1, and vetoed by that number."""

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
    """A step's words about someone, with a number. Null stands for nobody in particular, or any number. {n} is the number.

    If ``text`` addresses the card's player as "you", ``other`` says the same to everybody else, and {seat} is that player.
    """

    who: str | None
    n: int | None
    text: str
    other: str


class StepInfo(Told, frozen=True):
    """A step of a house rule: whom it may be about (nobody if empty), and whether it takes a number from 1 on.

    Its words are the first clause with the step's ``who`` and its ``n`` (or null). ``needs_text``: the rule needs a text.
    ``strip`` shows it in pictures, as those of table rules do. ``title`` is what it does, without whom and how many. It is
    empty if its words say neither.
    """

    does: str
    who: list[str]
    takes_n: bool
    needs_text: bool
    clauses: list[ClauseInfo]
    strip: str
    title: str


class PlaceInfo(Told, frozen=True):
    """A key, and what it stands for."""

    value: str
    says: str


class RuleWriting(Told, frozen=True):
    """The words and limits of house rules. A rule's sentence is the clauses of its steps with ``then`` between them."""

    places: list[PlaceInfo]
    who: list[PlaceInfo]
    steps: list[StepInfo]
    then: str
    most_steps: int
    most: int
    longest_name: int
    longest_text: int


class RulesForm(RuleWriting, frozen=True, tag_field="type", tag="rules"):
    """An object with a house rule, or null, at each of some places: ``name``, ``text`` and ``steps`` (does, who, n).

    Its sentence is the steps' clauses with ``then`` between them.
    """


class ReadyRule(Told, frozen=True):
    """A rule of the library: the cards it is meant for, and the rule as an option holds it."""

    when: str
    name: str
    text: str
    steps: list[dict[str, str | int]]


class CardRulesForm(RuleWriting, frozen=True, tag_field="type", tag="card-rules"):
    """A list of up to ``most_rows`` house rules, each with ``when``: one of these places, or a card of one color (``red-7``).

    The rest is as in RulesForm, and ``library`` has ready-made rules to start from.
    """

    most_rows: int
    library: list[ReadyRule]


class DaresForm(Told, frozen=True, tag_field="type", tag="dares"):
    """A list of up to ``places`` dares: objects of text and lasting, or null."""

    places: int
    longest_text: int


class AnyForm(Told, frozen=True, tag_field="type", tag="any"):
    """Whatever ``allowed`` says, as JSON."""


OptionForm = ChoiceForm | FlagForm | NumberForm | SeatForm | RulesForm | CardRulesForm | DaresForm | AnyForm


class OptionInfo(Told, frozen=True):
    """One of a table's choices; ``form`` says which values it takes, ``rule`` which rule it is about (or empty).

    A table rule has a ``group``, and is in a table's options only if it differs from the leaflet. It has a ``title``, an
    ``example``, and a sentence for each such value as text (``told``; that of ``n`` is for other numbers, with {n}).
    ``strips`` say the same in pictures, as rows of words: cards, signs and a few letters.
    ``quick`` is what quick play chooses, or null for the default. ``changes`` are the leaflet's rules that a table with this
    rule no longer plays as they are written, and ``brings`` those that it plays by instead.
    """

    name: str
    default: Any
    about: str
    allowed: str
    between_rounds: bool
    rule: str
    form: OptionForm
    group: str
    quick: Any
    title: str
    told: dict[str, str]
    example: str
    strips: dict[str, str]
    changes: list[str]
    brings: list[str]


class GroupInfo(Told, frozen=True):
    """A group of table rules, and its heading."""

    name: str
    says: str


class PresetInfo(Told, frozen=True):
    """Table rules that go together. All others are the leaflet's. ``left_out`` has the titles of those it cannot apply here."""

    id: str
    name: str
    says: str
    options: dict[str, Any]
    left_out: list[str]


class RuleInfo(Told, frozen=True):
    """A rule. ``ruling`` is true if the leaflet leaves it open and we decided it, ``table`` if tables may choose it."""

    id: str
    text: str
    ruling: bool
    table: bool


class HappeningInfo(Told, frozen=True):
    """The meaning of an event: ``says`` is its sentence, ``moves`` how it moves cards, ``secret`` who may see its card.

    ``you`` replaces the sentence for the event's own seat, and ``to_you`` for the other seat. ``spoken`` are its ``words`` as
    sentences say them, if that differs.

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
    you: str | UnsetType = UNSET
    to_you: str | UnsetType = UNSET
    spoken: list[str] | UnsetType = UNSET


class LessonInfo(Told, frozen=True):
    """A lesson: its title, the ids of the rules it teaches, and how many steps it has."""

    id: str
    title: str
    rules: list[str]
    steps: int


class TipInfo(Told, frozen=True):
    """A sentence for the first time that the event ``happens`` to a player, or that a move is offered to them.

    ``hits`` says whom the event has to happen to: its seat, its "to", or anyone (""). In ``offers`` and ``without``, … stands
    for anything, and the player may have no move like ``without``.
    """

    id: str
    says: str
    happens: str
    hits: str
    offers: str
    without: str


class ExampleInfo(Told, frozen=True):
    """A card of the primer's example: whether it may be played on the top card, and why."""

    card: str
    plays: bool
    says: str


class CardExampleInfo(Told, frozen=True):
    """A card that seat 0 plays on the top card, and what happens then, as that seat sees it."""

    card: str
    top: str
    events: list[GameEvent]


class PrimerInfo(Told, frozen=True):
    """The game in a few sentences, and examples: cards of a hand for a card on the pile, and cards that do something."""

    goal: str
    turn: str
    draw: str
    uno: str
    top: str
    examples: list[ExampleInfo]
    cards: list[CardExampleInfo]


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
    groups: list[GroupInfo]
    presets: list[PresetInfo]
    rulebook: list[RuleInfo]
    suggestions: dict[str, list[str]]
    happenings: list[HappeningInfo]
    lessons: list[LessonInfo]
    tips: list[TipInfo]
    primer: PrimerInfo


class Catalog(Told, frozen=True):
    """GET /api/editions."""

    version: int
    levels: list[str]
    emotes: list[str]
    things: list[str]
    editions: list[EditionInfo]
