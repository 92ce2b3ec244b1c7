"""Events: what happened, and who may see it.

The rules write an event as a row of four numbers ``(what, seat, kind, n)``. A :class:`Happening` says what such a row means:
its name, its sentence, who may see its card, and how it moves cards between hands. An :class:`Event` is a row as one seat may
see it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from .bits import arg_of, says_uno
from .errors import Declared

Row = tuple[int, int, int, int]

# The events that every edition has. An edition's own are from OWN to END, and those of house rules follow.
E_DEALER, E_CUT, E_DEALT, E_FLIPPED, E_RETURNED, E_DREW, E_PLAYED, E_NAMED, E_PASSED, E_CALLED, E_CAUGHT = range(1, 12)
E_RESHUFFLED, E_SKIPPED, E_REVERSED, E_ACCEPTED, E_CHALLENGED, E_SHOWN, E_JUDGED_PLAY, E_OUT, E_STUCK = range(12, 21)
E_VOTE, E_VOTED, E_BALLOT, E_VERDICT = range(21, 25)
E_SHOWS, E_HANDED, E_ENDED, E_STACKED, E_DEFLECTED, E_TIRED = range(25, 31)
OWN, END = 32, 56
E_RULE, E_CHOSE, E_DISCARDED, E_SWAPPED, E_HANDS_PASSED, E_AGAIN, E_STOPPED, E_JUMPED = range(END, END + 8)
SAID = ("seat", "to", "card", "color", "uno", "n", "word", "text")  # what a sentence may contain in braces


class Event(NamedTuple):
    """One thing that happened, as one seat may see it. A card that the seat may not see is None."""

    what: str
    seat: int | None = None
    card: str | None = None
    color: str | None = None
    to: int | None = None
    n: int | None = None
    word: str | None = None
    text: str | None = None
    uno: bool = False
    seen_by: tuple[int, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the event as plain JSON data, without empty fields."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in zip(self._fields, self, strict=True)
            if value is not None and value is not False
        }


class Effect(NamedTuple):
    """The way an interface shows that something happens.

    ``look`` is what it looks like and ``at`` where: the event's ``seat``, the other seat (``to``), the discard pile or the
    whole table. ``sound`` is the voice of its family. ``weight`` says how much of a scene it makes: 0 none, 1 motion and sound,
    2 also a caption, 3 a caption that goes before others. ``shout`` is the caption: one text, or one for each word of the
    happening, with ``{n}`` for the event's number.
    """

    look: str
    at: str = "seat"
    sound: str = "special"
    weight: int = 2
    shout: tuple[str, ...] = ()


LOOKS = ("", "stamp", "turn", "wash", "rain", "flight", "spotlight", "burst")
PLACES = ("seat", "to", "discard", "table")
SOUNDS = ("", "play", "draw", "slide", "color", "skip", "turn", "uno", "bad", "tense", "verdict", "chime", "special", "win")
CAPTION, HEAVIEST = 2, 3  # weights: from the first on, an effect has a caption
NO_EFFECT = Effect("", sound="", weight=0)


class Happening(NamedTuple):
    """The meaning of a row.

    ``kind`` and ``n`` name what those two numbers hold (card, color, seat, n, word, play, text, or nothing). ``secret`` says
    who may see the card: "" everybody, "own" the seat, "pair" the seat and ``to``, "to" only the other seat. If ``kind`` is
    empty and ``n`` is a word, the word is the secret. ``cards`` says how cards move: in, out, gift, seen or clear. The values
    show, swap and rotate are about whole hands, and a row for each card follows (shown, handed).
    ``spoken`` are the ``words`` as sentences say them, where that differs.

    ``says`` is the sentence, without a period. ``you`` replaces it for the event's own seat ("You draw {card}") and ``to_you``
    for the other seat ("{seat} challenges you"). Without them, players read the plain sentence with their own name.
    """

    code: int
    name: str
    says: str = ""
    kind: str = ""
    n: str = ""
    secret: str = ""
    cards: str = ""
    words: tuple[str, ...] = ()
    effect: Effect | None = None
    you: str = ""
    to_you: str = ""
    spoken: tuple[str, ...] = ()

    def in_words(self, word: str | None) -> str:
        """Return one of its words as sentences say it."""
        return self.spoken[self.words.index(word)] if word and self.spoken else word or ""


class EventText(NamedTuple):
    """What players read and see of a happening: its sentences and its effect, as in Happening."""

    says: str = ""
    you: str = ""
    to_you: str = ""
    effect: Effect | None = None


_BY_CARDS = {
    "in": Effect("rain", "seat", "draw", 1),
    "out": Effect("flight", "discard", "play", 1),
    "gift": Effect("flight", "to", "slide"),
    "seen": Effect("spotlight", "seat", "chime"),
    "show": Effect("spotlight", "seat", "chime"),
    "swap": Effect("flight", "table", "slide", 3),
    "rotate": Effect("flight", "table", "slide", 3),
    "shown": NO_EFFECT,
    "handed": NO_EFFECT,
    "clear": NO_EFFECT,
}
_BY_NUMBER = {
    "color": Effect("wash", "discard", "color"),
    "seat": Effect("stamp", "to"),
    "text": Effect("spotlight", "seat"),
    "word": Effect("stamp", "seat", "verdict"),
}


def effect_of(happening: Happening) -> Effect:
    """Return the effect of a happening: its own, or a fitting one. A ValueError says what is wrong with its own."""
    effect = happening.effect or _derived(happening)
    for value, allowed in ((effect.look, LOOKS), (effect.at, PLACES), (effect.sound, SOUNDS)):
        if value not in allowed:
            known = ", ".join(repr(each) for each in allowed)
            raise ValueError(f"the effect of {happening.name!r} says {value!r}, which isn't one of {known}")
    if not 0 <= effect.weight <= HEAVIEST or len(effect.shout) not in (0, 1, len(happening.words)):
        raise ValueError(
            f"the effect of {happening.name!r} weighs 0 to {HEAVIEST} and has a shout for each word, or one, or none"
        )
    if effect.shout or effect.weight < 2:
        return effect
    texts = happening.words if happening.n == "word" and happening.words else (happening.name,)
    return effect._replace(shout=tuple(f"{text.replace('-', ' ').capitalize()}!" for text in texts))


def _derived(happening: Happening) -> Effect:
    if happening.cards in _BY_CARDS:
        return _BY_CARDS[happening.cards]
    if happening.secret:
        return NO_EFFECT
    if happening.n in _BY_NUMBER:
        return _BY_NUMBER[happening.n]
    return Effect("stamp", "seat" if "{seat" in happening.says else "table")


HAPPENINGS: tuple[Happening, ...] = (
    Happening(E_DEALER, "dealer", "{seat} deals", you="You deal", n="n", cards="clear"),
    Happening(E_CUT, "cut", "{seat} cuts {card}", you="You cut {card}", kind="card"),
    Happening(E_DEALT, "dealt", "{seat} is dealt {card}", you="You are dealt {card}", kind="card", secret="own", cards="in"),
    Happening(E_FLIPPED, "flipped", "The top card is {card}", kind="card"),
    Happening(E_RETURNED, "returned", "It goes back into the deck", kind="card"),
    Happening(E_DREW, "drew", "{seat} draws {card}", you="You draw {card}", kind="card", secret="own", cards="in"),
    Happening(
        E_PLAYED,
        "played",
        "{seat} plays {card}{color}{uno}",
        you="You play {card}{color}{uno}",
        kind="card",
        n="play",
        cards="out",
    ),
    Happening(E_NAMED, "named", "{seat} picks {color}", you="You pick {color}", n="color"),
    Happening(E_PASSED, "passed", "{seat} passes", you="You pass"),
    Happening(E_CALLED, "called", "{seat} calls UNO", you="You call UNO"),
    Happening(
        E_CAUGHT,
        "caught",
        "{to} catches {seat} forgetting UNO",
        you="{to} catches you forgetting UNO",
        to_you="You catch {seat} forgetting UNO",
        n="seat",
    ),
    Happening(E_RESHUFFLED, "reshuffled", "{n} discards are shuffled into a new draw pile", n="n"),
    Happening(E_SKIPPED, "skipped", "{seat} loses a turn", you="You lose a turn"),
    Happening(E_REVERSED, "reversed", "Play reverses"),
    Happening(E_ACCEPTED, "accepted", "{seat} accepts", you="You accept"),
    Happening(
        E_CHALLENGED, "challenged", "{seat} challenges {to}", you="You challenge {to}", to_you="{seat} challenges you", n="seat"
    ),
    Happening(
        E_SHOWS,
        "shows",
        "{seat} shows {to} their hand",
        you="You show {to} your hand",
        to_you="{seat} shows you their hand",
        n="seat",
        cards="show",
    ),
    Happening(
        E_SHOWN,
        "shown",
        "{seat} shows {to} {card}",
        you="You show {to} {card}",
        to_you="{seat} shows you {card}",
        kind="card",
        n="seat",
        secret="pair",
        cards="shown",
    ),
    Happening(
        E_JUDGED_PLAY,
        "judged",
        "{seat} was {word}",
        you="You were {word}",
        n="word",
        words=("innocent", "guilty"),
        spoken=("honest", "bluffing"),
    ),
    Happening(
        E_OUT,
        "out",
        "{seat} wins the round. Points in the other hands: {n}",
        you="You win the round. Points in the other hands: {n}",
        n="n",
    ),
    Happening(E_STUCK, "stuck", "Nobody can play on, so the round has no winner"),
    Happening(E_ENDED, "ended", "The game has gone on too long: it ends here, and the scores so far decide it"),
    Happening(E_TIRED, "turn-limit", "After {n} turns, the round ends without a winner", n="n"),
    Happening(
        E_STACKED,
        "stacked",
        "{seat} stacks: {to} now faces {n} cards",
        you="You stack: {to} now faces {n} cards",
        to_you="{seat} stacks: you now face {n} cards",
        kind="seat",
        n="n",
    ),
    Happening(
        E_DEFLECTED,
        "deflected",
        "{seat} sends the {n} cards back to {to}",
        you="You send the {n} cards back to {to}",
        to_you="{seat} sends the {n} cards back to you",
        kind="seat",
        n="n",
    ),
    Happening(
        E_HANDED,
        "handed",
        "{seat} hands {to} {card}",
        you="You hand {to} {card}",
        to_you="{seat} hands you {card}",
        kind="card",
        n="seat",
        secret="pair",
        cards="handed",
    ),
)
_SHARED_EFFECTS = {
    "dealt": Effect("flight", "seat", "draw", 0),
    "cut": NO_EFFECT,
    "flipped": Effect("flight", "discard", "play", 1),
    "returned": NO_EFFECT,
    "named": Effect("wash", "discard", "color", 1),
    "passed": NO_EFFECT,
    "called": Effect("burst", "seat", "uno", 3, ("UNO!",)),
    "caught": Effect("stamp", "seat", "bad", 3, ("Caught!",)),
    "reshuffled": Effect("stamp", "table", "draw", 2, ("Shuffled!",)),
    "skipped": Effect("stamp", "seat", "skip", 2, ("Skipped!",)),
    "reversed": Effect("turn", "table", "turn", 2, ("Reverse!",)),
    "accepted": NO_EFFECT,
    "challenged": Effect("stamp", "to", "tense", 2, ("Challenged!",)),
    "shows": Effect("spotlight", "seat", "chime", 1),
    "judged": Effect("stamp", "seat", "verdict", 3, ("Honest!", "Bluffing!")),
    "out": Effect("burst", "seat", "win", 3, ("Round won!",)),
    "stacked": Effect("stamp", "to", "tense", 3, ("+{n}!",)),
    "deflected": Effect("stamp", "to", "tense", 3, ("Sent back: +{n}!",)),
    "stuck": Effect("stamp", "table", "bad", 3, ("No winner!",)),
    "ended": Effect("stamp", "table", "bad", 3, ("Game over!",)),
}
_VOTES = (
    Happening(
        E_VOTE,
        "vote",
        "All eyes on {seat}",
        you="All eyes on you",
        effect=Effect("spotlight", "seat", "tense", 2, ("Showtime!",)),
    ),
    Happening(
        E_VOTED, "voted", "{seat} has voted", you="You have voted", n="word", secret="own", words=("yes", "no", "abstain")
    ),
    Happening(
        E_BALLOT,
        "ballot",
        "{seat}'s vote: {word}",
        you="Your vote: {word}",
        n="word",
        words=("yes", "no", "abstain"),
        effect=NO_EFFECT,
    ),
    Happening(
        E_VERDICT,
        "verdict",
        "The verdict: {seat} {word}",
        you="The verdict: you {word}",
        n="word",
        words=("fails", "succeeds"),
        spoken=("didn't do it", "did it"),
        effect=Effect("stamp", "seat", "verdict", 3, ("Failed!", "Well done!")),
    ),
)
_HOUSE_RULES = (
    Happening(
        E_RULE,
        "rule",
        "House rule on {card}: “{text}”",
        kind="card",
        effect=Effect("stamp", "table", "special", 2, ("House rule!",)),
    ),
    Happening(
        E_CHOSE,
        "chose",
        "{seat} picks {to}",
        you="You pick {to}",
        to_you="{seat} picks you",
        n="seat",
        effect=Effect("stamp", "to", "tense", 2, ("Chosen!",)),
    ),
    Happening(E_DISCARDED, "discarded", "{seat} discards {card}", you="You discard {card}", kind="card", cards="out"),
    Happening(
        E_SWAPPED,
        "swapped",
        "{seat} swaps hands with {to}",
        you="You swap hands with {to}",
        to_you="{seat} swaps hands with you",
        n="seat",
        cards="swap",
        effect=Effect("flight", "table", "slide", 3, ("Hands swapped!",)),
    ),
    Happening(
        E_HANDS_PASSED,
        "hands-passed",
        "Everyone passes their hand to the {word}",
        n="word",
        words=("left", "right"),
        cards="rotate",
        effect=Effect("flight", "table", "slide", 3, ("All hands move!",)),
    ),
    Happening(
        E_AGAIN, "again", "{seat} plays again", you="You play again", effect=Effect("stamp", "seat", "special", 2, ("Again!",))
    ),
)
_MORE_PLAYS = (
    Happening(E_STOPPED, "stopped", "{seat} is done", you="You are done", effect=NO_EFFECT),
    Happening(
        E_JUMPED, "jumped", "{seat} jumps in", you="You jump in", effect=Effect("burst", "seat", "special", 3, ("Jump in!",))
    ),
)
HAPPENINGS = tuple(
    each._replace(effect=each.effect or _SHARED_EFFECTS.get(each.name))
    for each in (*HAPPENINGS, *_VOTES, *_HOUSE_RULES, *_MORE_PLAYS)
)


class Teller:
    """Turns the rows of one edition into events and sentences."""

    def __init__(
        self,
        happenings: Iterable[Happening],
        card_texts: dict[int, str],
        colors: tuple[str, ...],
        names_color: Callable[[int], bool],
        card_names: Mapping[str, str],
    ) -> None:
        undeclared = "the event {number} is noted, which is not among the edition's happenings"
        self.happenings = Declared({happening.code: happening for happening in happenings}, undeclared)
        self.effects = {code: effect_of(happening) for code, happening in self.happenings.items()}
        self.by_name = {happening.name: happening for happening in self.happenings.values()}
        self.cards = Declared({code: h.cards for code, h in self.happenings.items()}, undeclared)
        self._cards = card_texts
        self._colors = colors
        self._names_color = names_color
        self._card_names = card_names
        self._open: dict[Row, Event] = {}
        self._closed: dict[Row, Event] = {}
        self._seers: dict[Row, tuple[int, ...] | None] = {}
        # Given a row twice, it returns the equal one that all games have in common: there are only a few hundred.
        self.share: Callable[[Row, Row], Row] = dict[Row, Row]().setdefault

    def seers(self, row: Row) -> tuple[int, ...] | None:
        """Return the seats that may see the secret of a row, or None if it has no secret."""
        try:
            return self._seers[row]
        except KeyError:
            pass
        secret = self.happenings[row[0]].secret
        seats = {"": None, "own": (row[1],), "pair": (row[1], row[3]), "to": (row[3],)}[secret]
        self._seers[row] = seats
        return seats

    def tell(self, row: Row, seat: int | None, text: str | None = None) -> Event:
        """Return the event as a seat (None: a spectator) may see it."""
        seers = self.seers(row)
        is_open = seers is None or seat in seers
        known = self._open if is_open else self._closed
        event = known.get(row)
        if event is None:
            event = known[row] = self._make(row, seers, is_open=is_open)
        return event if text is None else event._replace(text=text)

    def _make(self, row: Row, seers: tuple[int, ...] | None, *, is_open: bool) -> Event:
        what, seat, kind, n = row
        happening = self.happenings[what]
        found: dict[str, Any] = {}
        if happening.kind == "card" and is_open:
            found["card"] = self._cards[kind]
        elif happening.kind == "seat":
            found["to"] = kind
        if happening.n == "play":
            found["uno"] = bool(says_uno(n))
            if self._names_color(kind):
                found["color"] = self._colors[arg_of(n)]
        elif happening.n == "color":
            found["color"] = self._colors[n]
        elif happening.n == "seat":
            found["to"] = n
        elif happening.n == "n":
            found["n"] = n
        elif happening.n == "word" and is_open:
            found["word"] = happening.words[n]
        return Event(happening.name, None if seat < 0 else seat, seen_by=seers, **found)

    def sentence(self, event: Event, names: Callable[[int], str], you: int | None = None) -> str:
        """Return an event in words. ``names`` gives the name of each seat, and ``you`` is the seat to address.

        Cards are called by their names. A card that is already in words, such as "3 cards", stays as it is.
        """
        happening = self.by_name[event.what]
        is_you = you is not None and event.seat == you
        says = (happening.you if is_you else happening.to_you if you is not None and event.to == you else "") or happening.says
        told = says.format(
            seat="" if event.seat is None else names(event.seat),
            to="" if event.to is None else names(event.to),
            card=self._card_names.get(event.card, event.card) if event.card else "a card",
            color=(f" and {'pick' if is_you else 'picks'} " if event.what == "played" and event.color else "")
            + (event.color or ""),
            uno=", calling UNO" if event.uno else "",
            n=event.n,
            word=happening.in_words(event.word),
            text=event.text or "…",
        )
        return told[:1].upper() + told[1:]
