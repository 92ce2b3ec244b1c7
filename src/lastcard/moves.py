"""Moves as values, and their texts.

A :class:`Move` *is* its text (``play wild red uno``) with the parts named. The rules know a move as a number,
``verb << 12 | kind << 5 | arg << 1 | uno``; a :class:`Codec` translates for one edition.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Self

from .cards import FIRST_WILD, Kind
from .errors import InvalidMove
from .texts import PLACEHOLDER, quoted, trouble_with

# The verbs that every edition has, then one for votes; an edition's own begin at OTHER.
PLAY, DRAW, PASS, UNO, CATCH, ACCEPT, CHALLENGE, NAME, VOTE, OTHER = range(10)
YES, NO, ABSTAIN = range(3)
SEATS = 10


class Verb(NamedTuple):
    """A verb's number and word; what follows it ("", card, color, seat, card color, text, word); when it can be said.

    ``rule`` and ``when`` make the refusal of a verb that is out of place: "'draw' is only possible on your turn (turn-draw)".
    ``says`` is what stands on a button for such a move; in braces what follows the verb. ``chance``: it is made out of turn,
    and the game never waits for it.
    """

    code: int
    word: str
    takes: str = ""
    rule: str = ""
    when: str = ""
    words: tuple[str, ...] = ()
    says: str = ""
    chance: bool = False


VERBS = (
    Verb(PLAY, "play", "card", "turn-match", "on your turn", says="Play {card}"),
    Verb(DRAW, "draw", "", "turn-draw", "on your turn", says="Draw"),
    Verb(PASS, "pass", "", "turn-drawn-only", "after you have drawn", says="Pass"),
    Verb(UNO, "uno", "", "uno-false", "while you owe the call", says="Call UNO", chance=True),
    Verb(CATCH, "catch", "seat", "uno-false", "while that player owes the call", says="Catch {seat}", chance=True),
)
ANSWER_VERBS = (
    Verb(ACCEPT, "accept", "", "wd4-take", "for the next player, on a card that waits for an answer", says="Draw four"),
    Verb(CHALLENGE, "challenge", "", "wd4-take", "for the next player, on a Wild Draw Four", says="Challenge"),
)


def color_verb(rule: str) -> Verb:
    """The verb of an edition in which a color may be owed after the card."""
    return Verb(NAME, "color", "color", rule, "for the player who owes a color", says="{color}")


def vote_verb(rule: str) -> Verb:
    """The verb of an edition in which the table judges."""
    return Verb(VOTE, "vote", "word", rule, "once, for those who judge", ("yes", "no", "abstain"), says="{word}")


class Move(str):
    """What a seat does: its text, with the parts of it as attributes."""

    __slots__ = ("card", "color", "said", "seat", "uno", "verb", "word")
    verb: str
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
    ) -> Self:
        move = super().__new__(cls, text)
        move.verb = verb or text.partition(" ")[0]
        move.card = card
        move.color = color
        move.seat = seat
        move.word = word
        move.said = said
        move.uno = uno
        return move

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (str(self),), {name: getattr(self, name) for name in self.__slots__}

    def __getstate__(self) -> None:
        """Nothing besides what ``__getnewargs_ex__`` gives."""


class Codec:
    """The moves of one edition, as texts and as the rules' numbers."""

    def __init__(
        self, verbs: Iterable[Verb], kinds: Iterable[Kind], colors: tuple[str, ...], colorless: frozenset[int]
    ) -> None:
        self.colors = colors
        self.verbs = {verb.code: verb for verb in verbs}
        self.card_texts = {kind.code: kind.text for kind in kinds}
        self.card_codes = {text: code for code, text in self.card_texts.items()}
        self._words = {verb.word: [v for v in self.verbs.values() if v.word == verb.word] for verb in self.verbs.values()}
        self._colorless = colorless
        self._codes: dict[str, int] = {}
        self._moves: dict[int, Move] = {}

    def card(self, text: object) -> int:
        """The code of a card text; InvalidMove where this edition does not have it."""
        code = self.card_codes.get(text) if isinstance(text, str) else None
        if code is None:
            raise InvalidMove(f"this edition has no card {quoted(text)}")
        return code

    def names_color(self, kind: int) -> bool:
        """Whether a play of this card says a color."""
        return kind >= FIRST_WILD and kind not in self._colorless

    def read(self, text: object) -> tuple[int, str | None]:
        """The number of a move's text, and the free text said with it."""
        code = self._codes.get(text) if isinstance(text, str) else None
        if code is not None:
            return code, None
        if not isinstance(text, str):
            raise InvalidMove(f"a move is text, not {type(text).__name__}")
        word, _, rest = text.strip().partition(" ")
        verbs = self._words.get(word)
        if verbs is None:
            raise InvalidMove(f"{quoted(text)} is not a move; moves begin with {', '.join(sorted(self._words))}")
        if verbs[0].takes == "text":
            trouble = trouble_with(rest)
            if trouble:
                raise InvalidMove(f"the text after {word!r} {trouble}")
            return verbs[0].code << 12, rest.strip()
        parts = rest.split()
        verb = next((v for v in verbs if bool(v.takes) == bool(parts)), verbs[0])
        code = self._read_parts(verb, parts, text)
        self._codes[str(self.move(code))] = code
        return code, None

    def clean(self, text: object) -> Move:
        """The Move of a text as it is listed, whatever spaces were around its words."""
        code, said = self.read(text)
        return self.move(code) if said is None else self.say(code, said)

    def _read_parts(self, verb: Verb, parts: list[str], text: str) -> int:
        kind = arg = uno = 0
        wanted = verb.takes.split()
        if verb.code == PLAY:
            if parts and parts[-1] == "uno":
                uno = 1
                parts.pop()
            if parts and self.names_color(self.card(parts[0])):
                wanted = ["card", "color"]
        if len(parts) != len(wanted):
            raise InvalidMove(f"{quoted(text)} is not a move: say {self._form(verb, wanted)}")
        for want, part in zip(wanted, parts, strict=True):
            if want == "card":
                kind = self.card(part)
            else:
                arg = self._read_arg(verb, want, part)
        return verb.code << 12 | kind << 5 | arg << 1 | uno

    def _read_arg(self, verb: Verb, want: str, part: str) -> int:
        if want == "seat":
            if part.isascii() and part.isdigit() and len(part) <= 2 and int(part) < SEATS and str(int(part)) == part:
                return int(part)
            raise InvalidMove(f"{quoted(part)} is not a seat: seats are 0 to {SEATS - 1}")
        allowed = self.colors if want == "color" else verb.words
        if part in allowed:
            return allowed.index(part)
        raise InvalidMove(f"{quoted(part)} is not one of {', '.join(allowed)}")

    def _form(self, verb: Verb, wanted: list[str]) -> str:
        forms = ["|".join(verb.words) if want == "word" else want.upper() for want in wanted]
        return repr(" ".join([verb.word, *forms]))

    def move(self, code: int) -> Move:
        """The Move of a number; free text is a placeholder."""
        found = self._moves.get(code)
        if found is None:
            found = self._moves[code] = self._make(code)
        return found

    def say(self, code: int, said: str) -> Move:
        """The Move of a number whose verb takes free text."""
        word = self.verbs[code >> 12].word
        return Move(f"{word} {said}", verb=word, said=said)

    def _make(self, code: int) -> Move:
        verb = self.verbs[code >> 12]
        kind, arg, uno = code >> 5 & 127, code >> 1 & 15, bool(code & 1)
        if verb.takes == "text":
            return self.say(code, PLACEHOLDER)
        takes = verb.takes.split()
        card = self.card_texts[kind] if "card" in takes else None
        color = self.colors[arg] if "color" in takes or (verb.code == PLAY and self.names_color(kind)) else None
        seat = arg if "seat" in takes else None
        word = verb.words[arg] if "word" in takes else None
        parts = [verb.word, card, color, None if seat is None else str(seat), word, "uno" if uno else None]
        text = " ".join(part for part in parts if part is not None)
        return Move(text, verb=verb.word, card=card, color=color, seat=seat, word=word, uno=uno)
