"""Moves as values, and their texts.

A :class:`Move` *is* its text (``play wild red uno``), with its parts as attributes. The rules use numbers for moves
(:mod:`~lastcard.bits`), and a :class:`Codec` translates between the two for one edition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self

from .bits import arg_of, kind_of, move_of, says_uno, verb_of
from .cards import FIRST_WILD, Kind
from .errors import NOTHING, Declared, InvalidMove
from .sentence_type import Sentence, sentence
from .typed_text import PLACEHOLDER, meant, quoted, trouble_with

# The verbs that every edition has, then one for votes. An edition's own begin at OTHER, and those of table rules at CHOOSE.
PLAY, DRAW, PASS, UNO, CATCH, ACCEPT, CHALLENGE, NAME, VOTE, OTHER = range(10)
UNKNOWN = -1  # the verb of a move that no edition has made
YES, NO, ABSTAIN = range(3)
CHOOSE, DISCARD, DONE, JUMP = range(28, 32)
TAKES = ("", "card", "color", "seat", "card color", "text", "word")
HANDLES = ("", "parts", "hides", "shows")
REASONS = ("not-yourself", "no-such-seat", "not-colored", "not-held")
ALREADY = "-already"
PLACES = ("", "hand", "pile", "end", "call", "seat")
SEATS = 10
COLORED = "The color becomes {color}."


class Verb(NamedTuple):
    """A verb: its number, its word, what follows it ("", card, color, seat, card color, text, word), and when it is allowed.

    ``when`` is the sentence that refuses the verb at any other time ("You can only draw on your turn."), and ``rule`` the rule
    behind it. ``says`` is the text on the button for such a move, with what follows the verb in braces, and ``brings`` tells in
    a sentence what the move leads to. ``chance``: the move is made out of turn, and the game never waits for it. ``calls``: UNO
    may be called with it.

    ``phase`` is the phase that asks for it. In that phase, what follows the verb is checked, and ``refuses`` has the sentences
    that refuse it, by code: not-yourself, no-such-seat, not-colored, not-held. A code that ends in -already refuses the verb in
    a later phase, to the player whose card it is. Without a phase, ``refuses`` applies at any time.

    ``at`` is where a page puts the move: on its card in the ``hand``, on the draw ``pile``, on the button to ``end`` a turn or
    to ``call`` UNO, or on the other ``seat``. Without one, the move is a choice in a question. ``title`` is the heading of
    several such moves, and the text on a seat. ``stack``: it draws all the cards that draw cards have added up to.

    The rest is for bots, clocks, reviews and hints. ``mild``: a seat does this when its time runs out, with this word if the
    verb takes one. ``social``: people say, do or judge something. ``easy``: anyone who may do it does. ``blocks``: it cancels
    the card that waits for an answer. ``handles``: its card is given away, hidden from the others, or shown to them.
    """

    code: int
    word: str
    takes: str = ""
    rule: str = ""
    when: str = ""
    words: tuple[str, ...] = ()
    says: str = ""
    chance: bool = False
    calls: bool = False
    mild: bool | str = False
    social: bool = False
    easy: bool = False
    blocks: bool = False
    handles: str = ""
    brings: str = ""
    at: str = ""
    title: str = ""
    stack: bool = False
    phase: int | None = None
    refuses: Mapping[str, str] = NOTHING


class VerbText(NamedTuple):
    """What players read about a verb, as in Verb."""

    says: str = ""
    when: str = ""
    refuses: Mapping[str, str] = NOTHING
    brings: str = ""
    title: str = ""


VERBS = (
    Verb(PLAY, "play", "card", "turn-match", "You can only play on your turn.", says="Play {card}", calls=True, at="hand"),
    Verb(DRAW, "draw", "", "turn-draw", "You can only draw on your turn.", says="Draw", mild=True, at="pile"),
    Verb(PASS, "pass", "", "turn-drawn-only", "You can only pass after drawing a card.", says="Pass", mild=True, at="end"),
    Verb(
        UNO,
        "uno",
        "",
        "uno-false",
        "You can only call UNO with one card left.",
        says="Call UNO",
        chance=True,
        easy=True,
        mild=True,
        at="call",
    ),
    Verb(
        CATCH,
        "catch",
        "seat",
        "uno-false",
        "You can only catch a missed UNO call.",
        says="Catch {seat}",
        chance=True,
        easy=True,
        at="seat",
        title="Catch!",
    ),
)
ACCEPT_VERB = Verb(
    ACCEPT, "accept", "", "wd4-take", "You can only accept a card played on you.", says="Draw four", mild=True, stack=True
)
CHALLENGE_VERB = Verb(
    CHALLENGE, "challenge", "", "wd4-take", "You can only challenge a Wild Draw Four played on you.", says="Challenge"
)
ANSWER_VERBS = (ACCEPT_VERB, CHALLENGE_VERB)


def color_verb(rule: str) -> Verb:
    """Return the verb for editions in which a player may have to name a color after playing a card."""
    when = "You can only pick a color when you're asked for one."
    return Verb(NAME, "color", "color", rule, when, says="{color}", brings=COLORED)


def vote_verb(rule: str) -> Verb:
    """Return the verb for editions in which the table votes."""
    words, when = ("yes", "no", "abstain"), "You can only vote when the table asks you to."
    return Verb(VOTE, "vote", "word", rule, when, words, says="{word}", mild=words[ABSTAIN], social=True)


def vote_brings(word: int, performer: int, n: int, *, unanimous: bool) -> list[Sentence]:
    """Say what a vote leads to, if the seat that is judged draws ``n`` cards for failing."""
    if word == ABSTAIN:
        return [Sentence("Your vote doesn't count either way.")]
    if word == NO:
        says = "{seat} fails and draws {n}." if unanimous else "If more than half say no, {seat} draws {n}."
        return [sentence(says, seat=performer, n=n)]
    if unanimous:
        return [Sentence("It counts if nobody votes no.")]
    return [sentence("If at least half say yes, {seat} draws nothing.", seat=performer)]


def house_verbs(rule: str) -> tuple[Verb, ...]:
    """Return the verbs for house rules that ask somebody for a choice."""
    return (
        Verb(CHOOSE, "choose", "seat", rule, "You can only pick a player when a house rule asks you to.", says="{seat}"),
        Verb(
            DISCARD,
            "discard",
            "card",
            rule,
            "You can only discard when a house rule asks you to.",
            says="Discard {card}",
            handles="parts",
        ),
    )


DONE_VERB = Verb(
    DONE, "done", "", "follow", "You can only stop while you may add cards with the same number.", says="Done", mild=True
)
JUMP_VERB = Verb(
    JUMP,
    "jump",
    "card",
    "jump-in",
    "You can only jump in right after somebody has played a number, a Skip or a Reverse.",
    says="Jump in with {card}",
    chance=True,
    calls=True,
)
_SHARED = {verb.word: verb for verb in (*VERBS, *ANSWER_VERBS, color_verb(""), vote_verb(""), *house_verbs(""))}


class Move(str):
    """A move: its text, with its parts as attributes. ``meaning`` is the edition's description of its verb."""

    __slots__ = ("card", "color", "meaning", "said", "seat", "uno", "verb", "word")
    verb: str
    meaning: Verb
    card: str | None
    color: str | None
    seat: int | None
    word: str | None
    said: str | None
    uno: bool

    def __new__(
        cls,
        text: str,
        verb: str | None = None,
        card: str | None = None,
        color: str | None = None,
        seat: int | None = None,
        word: str | None = None,
        said: str | None = None,
        *,
        uno: bool = False,
        meaning: Verb | None = None,
    ) -> Self:
        move = super().__new__(cls, text)
        move.verb = verb or text.partition(" ")[0]
        move.meaning = meaning or _SHARED.get(move.verb) or Verb(UNKNOWN, move.verb)
        move.card = card
        move.color = color
        move.seat = seat
        move.word = word
        move.said = said
        move.uno = uno
        return move

    @property
    def does(self) -> int:
        """The number of its verb, such as PLAY or DRAW, or one of the edition's own."""
        return self.meaning.code

    @property
    def is_mild(self) -> bool:
        """Whether a seat does this when its time runs out."""
        mild = self.meaning.mild
        return mild == self.word if isinstance(mild, str) else mild

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (str(self),), {name: getattr(self, name) for name in self.__slots__}

    def __getstate__(self) -> None:
        """Return nothing more than ``__getnewargs_ex__`` does."""


def mildest_of(moves: Sequence[Move]) -> Move:
    """Return the move that is made when a seat's time runs out: a mild one, or one that takes nothing, or the first."""
    mild = [move for move in moves if move.is_mild] or [move for move in moves if move == move.verb] or moves
    return mild[0]


class Codec:
    """Translates the moves of one edition between texts and the rules' numbers. A refusal lists the verbs in ``hints``."""

    def __init__(
        self,
        verbs: Iterable[Verb],
        kinds: Iterable[Kind],
        colors: tuple[str, ...],
        colorless: frozenset[int],
        hints: Iterable[Verb] | None = None,
    ) -> None:
        self.colors = colors
        verbs = (*verbs,)
        undeclared = "a move with the verb {number} is listed, which is not among the edition's verbs"
        self.verbs = Declared({verb.code: verb for verb in verbs}, undeclared)
        self.card_texts = {kind.code: kind.text for kind in kinds}
        self.card_codes = {text: code for code, text in self.card_texts.items()}
        self._words = {verb.word: [v for v in self.verbs.values() if v.word == verb.word] for verb in self.verbs.values()}
        alike = {(verb.word, verb.takes): verb.code for verb in reversed(verbs)}
        self.twins = {move_of(alike[verb.word, verb.takes]): move_of(verb.code) for verb in verbs if not verb.takes}
        self._hints = sorted({verb.word for verb in (verbs if hints is None else hints)})
        self._colorless = colorless
        self._codes: dict[str, int] = {}
        self._moves: dict[int, Move] = {}

    def card(self, text: object) -> int:
        """Return the code of a card's text. Raises InvalidMove if the edition doesn't have that card."""
        code = self.card_codes.get(text) if isinstance(text, str) else None
        if code is None:
            raise InvalidMove(f"this edition has no card {quoted(text)}{meant(text, self.card_codes)}")
        return code

    def names_color(self, kind: int) -> bool:
        """Whether a play of this card names a color."""
        return kind >= FIRST_WILD and kind not in self._colorless

    def read(self, text: object, seats: int = SEATS) -> tuple[int, str | None]:
        """Return the number of a move's text, and the free text said with it. ``seats`` is how many a refusal mentions."""
        code = self._codes.get(text) if isinstance(text, str) else None
        if code is not None:
            return code, None
        if not isinstance(text, str):
            raise InvalidMove(f"a move is text, not {type(text).__name__}")
        word, _, rest = text.strip().partition(" ")
        verbs = self._words.get(word)
        if verbs is None:
            others = f"; moves begin with {', '.join(self._hints)}"
            raise InvalidMove(f"{quoted(text)} is not a move{meant(word, self._words, others)}")
        if verbs[0].takes == "text":
            trouble = trouble_with(rest)
            if trouble:
                raise InvalidMove(f"the text after {word!r} {trouble}")
            return move_of(verbs[0].code), rest.strip()
        parts = rest.split()
        verb = next((v for v in verbs if bool(v.takes) == bool(parts)), verbs[0])
        code = self._read_parts(verb, parts, text, seats)
        self._codes[str(self.move(code))] = code
        return code, None

    def clean(self, text: object, seats: int = SEATS) -> Move:
        """Return the Move for a text in the form in which moves are listed, ignoring extra spaces."""
        code, said = self.read(text, seats)
        return self.move(code) if said is None else self.say(code, said)

    def _read_parts(self, verb: Verb, parts: list[str], text: str, seats: int) -> int:
        kind = arg = uno = 0
        wanted = verb.takes.split()
        if verb.calls and parts and parts[-1] == "uno":
            uno = 1
            parts.pop()
        if verb.code == PLAY and parts and self.names_color(self.card(parts[0])):
            wanted = ["card", "color"]
        if len(parts) != len(wanted):
            raise InvalidMove(f"{quoted(text)} is not a move: say {self._form(verb, wanted)}")
        for want, part in zip(wanted, parts, strict=True):
            if want == "card":
                kind = self.card(part)
            else:
                arg = self._read_arg(verb, want, part, seats)
        return move_of(verb.code, kind, arg, uno)

    def _read_arg(self, verb: Verb, want: str, part: str, seats: int) -> int:
        if want == "seat":
            if part.isascii() and part.isdigit() and len(part) <= 2 and int(part) < SEATS and str(int(part)) == part:
                return int(part)
            raise InvalidMove(f"{quoted(part)} is not a seat: seats are 0 to {seats - 1}")
        allowed = self.colors if want == "color" else verb.words
        if part in allowed:
            return allowed.index(part)
        raise InvalidMove(f"{quoted(part)} is not one of {', '.join(allowed)}")

    def _form(self, verb: Verb, wanted: list[str]) -> str:
        forms = ["|".join(verb.words) if want == "word" else want.upper() for want in wanted]
        return repr(" ".join([verb.word, *forms]))

    def move(self, code: int) -> Move:
        """Return the Move for a number, with a placeholder for any free text."""
        found = self._moves.get(code)
        if found is None:
            found = self._moves[code] = self._make(code)
        return found

    def say(self, code: int, said: str) -> Move:
        """Return the Move for a number whose verb takes free text, with the text that was said."""
        verb = self.verbs[verb_of(code)]
        return Move(f"{verb.word} {said}", verb=verb.word, said=said, meaning=verb)

    def _make(self, code: int) -> Move:
        verb = self.verbs[verb_of(code)]
        kind, arg, uno = kind_of(code), arg_of(code), bool(says_uno(code))
        if verb.takes == "text":
            return self.say(code, PLACEHOLDER)
        takes = verb.takes.split()
        card = self.card_texts[kind] if "card" in takes else None
        color = self.colors[arg] if "color" in takes or (verb.code == PLAY and self.names_color(kind)) else None
        seat = arg if "seat" in takes else None
        word = verb.words[arg] if "word" in takes else None
        parts = [verb.word, card, color, None if seat is None else str(seat), word, "uno" if uno else None]
        text = " ".join(part for part in parts if part is not None)
        return Move(text, verb=verb.word, card=card, color=color, seat=seat, word=word, uno=uno, meaning=verb)
