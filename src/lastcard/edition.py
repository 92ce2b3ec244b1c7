"""What an edition is: data, the kernels it replaces, and what a seat sees of its own fields."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

from . import options as opt
from . import rulebook as book
from .cards import FIRST_WILD, FX_DRAW_FOUR, FX_SPECIAL, RED_YELLOW_GREEN_BLUE, Kind, standard_kinds, wild_kind
from .errors import Refusal
from .events import HAPPENINGS, Happening, Teller
from .moves import ANSWER_VERBS, VERBS, Codec, Verb
from .options import Option, Options
from .rulebook import Rule
from .rules import core, evidence
from .rules.build import interpret
from .rules.core import ANSWER, ANSWER_UNLESS_LAST, DREW, NO_ANSWER, PHASES
from .rules.fair import FAIR_DICE
from .rules.state import Round, Rules, fields

Said = Sequence[tuple[str, str]]


class Prompt(NamedTuple):
    """What a phase asks of the seats that it waits for, and what the others are told; {seats} stands for those."""

    asks: str
    waits: str


PROMPTS = {
    "turn": Prompt("Your turn: play a card that matches, or draw one.", "Waiting for {seats} to play."),
    "drew": Prompt("Play the card you drew, or pass.", "Waiting for {seats} to play the drawn card or pass."),
    "answer": Prompt("Draw four, or challenge?", "Waiting for {seats} to draw four or challenge."),
    "color": Prompt("Choose a color.", "Waiting for {seats} to choose a color."),
    "vote": Prompt("What is your verdict?", "Waiting for {seats} to vote."),
    "over": Prompt("The round is over.", "The round is over."),
}


class Shown(NamedTuple):
    """What a field of an edition's own part of a view holds, and its sentence; {it} stands for what it holds.

    ``holds`` is seat, card, number, text, texts, dare (number, text, lasting) or rule (a house rule); "… by seat" where there
    is one for each of some seats, {seat}.
    """

    holds: str
    says: str


class Mood(NamedTuple):
    """How an edition looks where cards are drawn: three to five colors, the ground first, and the pattern on the backs."""

    colors: tuple[str, ...]
    pattern: str


PATTERNS = ("rays", "waves", "stars", "grid", "rings", "checks")
PLAIN = Mood(("#22304a", "#5b7db1", "#e9edf5"), "rings")
# The fields of every round that everybody knows.
PUBLIC = (
    *("dealer", "turn", "direction", "color", "phase", "waiting", "owes_uno", "card", "actor"),
    *("shown_n", "color_before", "idle", "draw_n", "discard_n", "hand_n", "discard"),
)


def _no_rules(r: Any, edition: Edition, options: Options) -> None:
    return


def _nothing_more(r: Any, g: Any, seat: int | None, said: Said, options: Options) -> dict[str, Any]:
    return {}


def _no_reason(r: Any, g: Any, seat: int, move: int) -> Refusal | None:
    return None


def _nothing_to_veto(r: Any, g: Any) -> tuple[str, int] | None:
    return None


def _hears_all(said: Said, word: str, text: str) -> Refusal | None:
    return None


@dataclass(frozen=True, eq=False)
class Edition:
    """One leaflet. The fields up to ``rulebook`` are data; the rest is for editions with cards of their own.

    ``prompts`` are by the name of a phase, ``shows`` by the field of what ``sees`` tells.
    ``module`` is the edition's module, whose kernels replace those of ``parts``; ``fill`` writes its rules' fields from the
    options; ``sees`` tells what a seat knows of its round's fields, in words; ``why_not`` and ``hear`` refuse with a reason;
    ``vetoable`` is a move that a player may have vetoed, and its number. For bots that play worlds out: ``public`` names the
    fields of its round that everybody knows, ``own`` those of which a row has an entry that only its seat knows, and a number
    is known to the player of the pending card.
    """

    id: str
    title: str
    summary: str
    colors: tuple[str, ...]
    kinds: tuple[Kind, ...]
    options: tuple[Option, ...]
    rulebook: tuple[Rule, ...]
    version: int = 1
    module: str = core.__name__
    parts: tuple[ModuleType, ...] = ()
    rules: type[Rules] = Rules
    round: type[Round] = Round
    verbs: tuple[Verb, ...] = (*VERBS, *ANSWER_VERBS)
    happenings: tuple[Happening, ...] = ()
    phases: Mapping[int, str] = field(default_factory=dict)
    prompts: Mapping[str, Prompt] = field(default_factory=dict)
    shows: Mapping[str, Shown] = field(default_factory=dict)
    mood: Mood = PLAIN
    public: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    colorless: frozenset[int] = frozenset()
    foil: tuple[str, str] | None = None
    wilds_match: bool = True
    vote_rule: str = "hidden"
    suggestions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    fill: Callable[[Any, Edition, Options], None] = _no_rules
    sees: Callable[[Any, Any, int | None, Said, Options], dict[str, Any]] = _nothing_more
    why_not: Callable[[Any, Any, int, int], Refusal | None] = _no_reason
    hear: Callable[[Said, str, str], Refusal | None] = _hears_all
    vetoable: Callable[[Any, Any], tuple[str, int] | None] = _nothing_to_veto
    redeal: Callable[[Any, Any, int | None, Any], bool] = field(default=lambda r, g, seat, rng: True)

    @cached_property
    def modules(self) -> tuple[ModuleType, ...]:
        """Every module of kernels, in the order in which they replace each other."""
        own = (sys.modules[self.module],) if self.module != core.__name__ else ()
        return (core, evidence, *self.parts, *own)

    @cached_property
    def kernels(self) -> SimpleNamespace:
        """The rules, interpreted."""
        return interpret(*self.modules)

    @cached_property
    def fair_kernels(self) -> SimpleNamespace:
        """The same with fair dice."""
        return interpret(*self.modules, **FAIR_DICE)

    @cached_property
    def codec(self) -> Codec:
        """Moves and cards as texts and numbers."""
        return Codec(self.verbs, self.kinds, self.colors, self.colorless)

    @cached_property
    def teller(self) -> Teller:
        """Events as a seat may see them."""
        return Teller((*HAPPENINGS, *self.happenings), self.codec.card_texts, self.colors, self.codec.names_color)

    def public_fields(self, g: Any) -> dict[str, Any]:
        """What everybody knows of a round, copied field by field."""
        numbers, rows = self._public
        found = dict(zip(numbers, attrgetter(*numbers)(g), strict=True))
        for name in rows:
            row = getattr(g, name)
            found[name] = bytes(row[: g.discard_n]) if name == "discard" else tuple(row[: g.players])
        return found

    def own_fields(self, r: Any, g: Any, seat: int) -> dict[str, Any]:
        """What this seat knows of a round besides: its own entry of each such row, and numbers where it is the actor."""
        found = {}
        for name in self.own:
            value = getattr(g, name)
            if not isinstance(value, int):
                found[name] = value[seat]
            elif seat == g.actor:
                found[name] = value
        if g.phase == DREW and seat == g.turn:
            found["drawn"] = g.drawn
        elif g.phase == ANSWER and seat == g.actor and r.fx[g.card] == FX_DRAW_FOUR:
            found["guilty"] = g.guilty
        return found

    @cached_property
    def _public(self) -> tuple[list[str], list[str]]:
        shapes = fields(self.round)
        names = (*PUBLIC, *self.public)
        return [name for name in names if not shapes[name][1]], [name for name in names if shapes[name][1]]

    @cached_property
    def phase_names(self) -> dict[int, str]:
        """The name of every phase."""
        return {**PHASES, **self.phases}

    def prompt(self, phase: str) -> Prompt:
        """What a phase asks."""
        return {**PROMPTS, **self.prompts}.get(phase, Prompt("It is up to you.", "Waiting for {seats}."))

    def with_kernels(self, module: ModuleType, **changes: Any) -> Edition:
        """This edition with the kernels of a module in place of its own: house rules that need more than steps."""
        own = (*self.modules[2:],)
        return replace(self, **{"module": module.__name__, "parts": own, **changes})

    def deck(self, options: Options) -> list[int]:
        """Every card in play, in printed order."""
        copies = {kind.text: kind.copies for kind in self.kinds}
        if self.foil and options.get("foil"):
            special, foil = self.foil
            copies[special] -= 1
            copies[foil] += 1
        return [kind.code for kind in self.kinds for _ in range(copies[kind.text])]

    def read_options(self, given: Options | None) -> dict[str, Any]:
        """The table's choices, checked and complete."""
        return opt.read_options(self.options, given)

    def make_rules(self, options: Options, players: int) -> Rules:
        """The rules of a table."""
        r = self.rules()
        self.fill_rules(r, options, players)
        return r

    def fill_rules(self, r: Any, options: Options, players: int) -> None:
        """Write the rules of a table into a state, interpreted or compiled."""
        r.players = players
        r.hand_size = 7
        r.bluff = int(options.get("bluff", True))
        r.wilds_match = int(self.wilds_match)
        r.two_reverse_skips = int(options["two_player_reverse"] == "skip")
        r.colorless = sum(1 << (kind & 15) for kind in self.colorless)
        r.draw_four = 0
        for i, code in enumerate(deck := self.deck(options)):
            r.deck[i] = code
        r.deck_n = len(deck)
        for kind in self.kinds:
            color, rank = kind.code >> 4, kind.code & 15
            r.fx[kind.code] = kind.effect
            r.value[kind.code] = kind.value
            r.symbol[color][rank] = _ranks_with(self.kinds, kind.symbol) if kind.symbol else 0
            r.answered[kind.code] = NO_ANSWER
            if kind.effect == FX_DRAW_FOUR:
                r.draw_four |= 1 << rank
                r.answered[kind.code] = ANSWER_UNLESS_LAST if r.bluff else NO_ANSWER
        self.fill(r, self, options)


def _ranks_with(kinds: Iterable[Kind], symbol: str) -> int:
    return sum({1 << (kind.code & 15) for kind in kinds if kind.symbol == symbol})


RULES_2023 = (
    *book.DECK,
    *book.DECK_WILDS,
    *book.SETUP,
    *book.SETUP_2023,
    *book.TURN,
    *book.UNO,
    *book.ACTIONS,
    *book.DRAWS_AND_WILDS,
    *book.WILDS_MATCH,
)
RULES_2023_END = (*book.GOING_OUT, *book.MATCH_SINGLE, *book.EVERYBODY)
OPTIONS_2023 = (opt.target(None), opt.SCORING, opt.BLUFF, opt.TWO_PLAYER_REVERSE, opt.DEALER)


def edition_2023(
    special: str = "", called: str = "", rulebook: tuple[Rule, ...] = (), options: tuple[Option, ...] = (), **more: Any
) -> Edition:
    """The kind of leaflet of 2023: the shared deck and rules, with four of a special card and its foil twin."""
    kinds = standard_kinds(RED_YELLOW_GREEN_BLUE)
    rules = (*RULES_2023, *rulebook, *RULES_2023_END)
    if special:
        foil = f"{special}@foil"
        kinds += (wild_kind(2, special, 4, FX_SPECIAL, name=called), wild_kind(3, foil, 0, FX_SPECIAL, name=called))
        more["foil"] = (special, foil)
        options = (opt.FOIL, *options)
        rules = (*book.DECK_SPECIALS, *rules)
    return Edition(colors=RED_YELLOW_GREEN_BLUE, kinds=kinds, options=(*OPTIONS_2023, *options), rulebook=rules, **more)


SPECIAL_KIND, FOIL_KIND = FIRST_WILD | 2, FIRST_WILD | 3
