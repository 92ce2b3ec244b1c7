"""Editions: their data, followed by declarations of their phases, verbs, events, fields and the hooks they replace."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from operator import attrgetter
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple, TypeVar

from . import options as opt
from . import rulebook as book
from . import table_rules as tables
from .assembly import Play, assembled, optional_modules, shared_modules
from .bits import bit, color_of_kind, has, kind_at, rank_of
from .card_rules import write_rules
from .cards import (
    DRAW_FOUR_COLORS,
    FIRST_WILD,
    FX_DRAW_FOUR,
    FX_DRAW_TWO,
    FX_REVERSE,
    FX_SPECIAL,
    RED_YELLOW_GREEN_BLUE,
    WILD,
    Kind,
    standard_kinds,
    wild_kind,
)
from .edition_checks import check_data
from .errors import Declared, InvalidEdition, Refusal
from .events import HAPPENINGS, OWN, EventText, Happening, Teller
from .house_rules import OWN_RULE, ROW
from .lesson_type import Lesson
from .moves import ANSWER_VERBS, OTHER, VERBS, Codec, Verb, VerbText
from .options import Option, Options
from .prompts import ASKS, PROMPTS, WAITS, Prompt
from .rulebook import Rule
from .rules.build import interpret, kernel
from .rules.fair import FAIR_DICE
from .rules.hooks import check_home, check_modules, check_plain
from .rules.state import (
    ANSWER,
    ANSWER_UNLESS_LAST,
    CHOOSING,
    DISCARDING,
    DREW,
    NO_ANSWER,
    NONE,
    PHASES,
    SPECIAL,
    TABLE_PHASES,
    VOTING,
    Round,
    Rules,
    State,
    amounts,
    fields,
)
from .sentence_type import Sentence, sentence
from .shown_type import SHOWS, Shown
from .tips import Tip, shared_tips

Said = Sequence[tuple[str, str]]
F = TypeVar("F", bound=Callable[..., Any])
S = TypeVar("S", bound=State)


class Mood(NamedTuple):
    """The look of an edition: three to five colors, starting with the background, and the pattern on card backs."""

    colors: tuple[str, ...]
    pattern: str


PLAIN = Mood(("#22304a", "#5b7db1", "#e9edf5"), "rings")
TYPES = {
    "kinds": Kind,
    "options": Option,
    "rulebook": Rule,
    "verbs": Verb,
    "happenings": Happening,
    "prompts": Prompt,
    "event_texts": EventText,
    "verb_texts": VerbText,
    "shows": Shown,
    "lessons": Lesson,
    "tips": Tip,
}
# The fields of every round that everyone knows.
PUBLIC = (
    *("dealer", "turn", "direction", "color", "phase", "waiting", "owes_uno", "card", "actor"),
    *("shown_n", "color_before", "answer", "idle", "draw_n", "discard_n", "hand_n", "discard"),
    *("stack", "base", "under", "hit", "jump", "turns", "limit", "most", "silent", "teams"),
    *("performer", "for_rule", "at", "chosen", "skips", "again", "row", "performers", "penalty", "to_discard"),
)

# The hooks that aren't kernels, and the attributes that are built once from the declarations.
PLAIN_HOOKS = ("fill", "own_rules", "sees", "why_not", "consequence", "hear", "vetoable", "redeal")
BUILT = frozenset(
    {"own_modules", "kernels", "fair_kernels", "codec", "teller", "phase_names", "kinds_by_code", "_public", "_shown_in"}
)


def _unused(first: int, used: Collection[int]) -> int:
    """Return the first unused number from here on."""
    return next(number for number in count(first) if number not in used)


def _no_rules(r: Any, edition: Edition, options: Options) -> None:
    return


def _no_own_rules(options: Options) -> Sequence[Mapping[str, Any] | None]:
    return ()


def _nothing_more(r: Any, g: Any, seat: int | None, said: Said, options: Options) -> dict[str, Any]:
    return {}


def _no_reason(r: Any, g: Any, seat: int, move: int) -> Refusal | None:
    return None


def _no_consequence(r: Any, g: Any, seat: int, move: int, options: Options) -> Sequence[Sentence] | None:
    return None


def _nothing_to_veto(r: Any, g: Any) -> tuple[str, int] | None:
    return None


def _hears_all(said: Said, word: str, text: str) -> Refusal | None:
    return None


@dataclass(frozen=True, eq=False, repr=False)
class Edition:
    """One leaflet. Its file begins with these data and declares below them what its own cards need, where it is used.

    ``EDITION.phase``, ``verb`` and ``event`` declare the edition's own phases, verbs and events and return their numbers.
    ``state`` adds fields to a round or to its rules. ``show`` says what a field in its part of a view holds. ``hook`` replaces
    a shared function.

    ``version`` changes whenever the edition's rules do. ``reads`` lists older versions whose games can be replayed by today's
    rules. ``words`` replaces the texts of rules in its rulebook, by id. ``parts`` are modules of kernels that it shares with
    other editions. ``verbs``, ``happenings``, ``phases`` and ``prompts`` hold those that come with parts, or that put shared
    ones in other words. ``prompts``, ``event_texts`` and ``verb_texts`` may also hold the words of its own phases, events and
    verbs, by name.
    ``modules`` are the modules that hold its hooks.
    """

    id: str
    title: str
    summary: str
    colors: tuple[str, ...]
    kinds: tuple[Kind, ...]
    options: tuple[Option, ...]
    rulebook: tuple[Rule, ...]
    words: Mapping[str, str] = field(default_factory=dict)
    version: int = 1
    reads: tuple[int, ...] = ()
    parts: tuple[ModuleType, ...] = ()
    rules: type[Rules] = Rules
    round: type[Round] = Round
    verbs: tuple[Verb, ...] = (*VERBS, *ANSWER_VERBS)
    happenings: tuple[Happening, ...] = ()
    phases: Mapping[int, str] = field(default_factory=dict)
    prompts: Mapping[str, Prompt] = field(default_factory=dict)
    event_texts: Mapping[str, EventText] = field(default_factory=dict)
    verb_texts: Mapping[str, VerbText] = field(default_factory=dict)
    shows: Mapping[str, Shown] = field(default_factory=dict)
    mood: Mood = PLAIN
    public: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    colorless: frozenset[int] = frozenset()
    foil: tuple[str, str] | None = None
    wilds_match: bool = True
    vote_rule: str = "hidden"
    suggestions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lessons: tuple[Lesson, ...] = ()
    tips: tuple[Tip, ...] = ()
    fill: Callable[[Any, Edition, Options], None] = _no_rules
    own_rules: Callable[[Options], Sequence[Mapping[str, Any] | None]] = _no_own_rules
    sees: Callable[[Any, Any, int | None, Said, Options], dict[str, Any]] = _nothing_more
    why_not: Callable[[Any, Any, int, int], Refusal | None] = _no_reason
    consequence: Callable[[Any, Any, int, int, Options], Sequence[Sentence] | None] = _no_consequence
    hear: Callable[[Said, str, str], Refusal | None] = _hears_all
    vetoable: Callable[[Any, Any], tuple[str, int] | None] = _nothing_to_veto
    redeal: Callable[[Any, Any, int | None, Any], bool] = field(default=lambda r, g, seat, rng: True)
    modules: tuple[ModuleType, ...] = ()
    lineage: tuple[object, ...] = ()  # a mark for each edition it was copied from, then its own

    def __post_init__(self) -> None:
        self._offer_table_rules()
        if self.words:
            object.__setattr__(self, "rulebook", book.worded(self.rulebook, self.words))
        object.__setattr__(self, "lineage", (*self.lineage, object()))

    def __repr__(self) -> str:
        return f"<Edition {self.id}: {self.title}>"

    def _offer_table_rules(self) -> None:
        """Add the table rules that the edition's cards have a use for, unless it was copied from one that has them."""
        offered = tables.offered(self.kinds)
        options = [rule.option for rule in offered if rule.option.name not in {option.name for option in self.options}]
        known = {getattr(rule, "id", "") for rule in self.rulebook}  # invalid rules are refused later
        rules = [rule for each in offered for rule in each.rules if rule.id not in known]
        object.__setattr__(self, "options", (*self.options, *options))
        object.__setattr__(self, "own", tuple(dict.fromkeys((*self.own, "ballots"))))
        object.__setattr__(self, "rulebook", (*self.rulebook, *rules))

    def phase(self, name: str, asks: str = "", waits: str = "", first: str = "", *, aloud: bool = False) -> int:
        """Declare a phase, with what it asks and what it tells the others (see Prompt), and return its number.

        Sentences that are not given here are taken from ``prompts``.
        """
        number = _unused(SPECIAL, self.phases)
        told = self.prompts.get(name, Prompt(ASKS, WAITS))
        given = told._replace(asks=asks or told.asks, waits=waits or told.waits, first=first or told.first, aloud=aloud)
        prompts = {**self.prompts, name: given}
        self._declare(phases=dict(sorted([*self.phases.items(), (number, name)])), prompts=prompts)
        return number

    def verb(self, word: str, takes: str = "", rule: str = "", when: str = "", **more: Any) -> int:
        """Declare a verb with the fields of a Verb, and return its number.

        Sentences that are not given here are taken from ``verb_texts``, by the word alone or with what follows it
        ("failed seat").
        """
        number = _unused(OTHER, [verb.code for verb in self.verbs])
        told = (self.verb_texts.get(f"{word} {takes}") or self.verb_texts.get(word, VerbText()))._asdict()
        given = told | ({"when": when} if when else {}) | more
        verbs = [*self.verbs, Verb(number, word, takes, rule, **given)]
        self._declare(verbs=tuple(sorted(verbs, key=lambda verb: verb.code)))
        return number

    def event(self, name: str, says: str = "", **more: Any) -> int:
        """Declare an event with the fields of a Happening, and return its number.

        Sentences and an effect that are not given here are taken from ``event_texts``.
        """
        number = _unused(OWN, [each.code for each in self.happenings])
        told = self.event_texts.get(name, EventText())._asdict()
        happenings = [*self.happenings, Happening(number, name, **told | ({"says": says} if says else {}) | more)]
        self._declare(happenings=tuple(sorted(happenings, key=lambda each: each.code)))
        return number

    def show(self, name: str, holds: str, says: str, *phases: int, **more: str) -> None:
        """Declare a field of the view with the fields of a Shown: what it holds, and the sentences that show it.

        In these phases, it is the public field of the round with that name. Without any, ``sees`` returns it.
        """
        self._declare(shows={**self.shows, name: Shown(holds, says, phases, **more)})

    def state(self, *, public: Iterable[str] = (), own: Iterable[str] = ()) -> Callable[[type[S]], type[S]]:
        """Mark a subclass of Round or Rules as the edition's.

        The names tell bots what a seat knows. ``public`` lists the fields of a round that everyone knows, and ``own`` those
        that are secret. Of a row in ``own``, each seat knows only its own entry. A number in ``own`` is known only to the
        player of the pending card.
        """

        def mark(cls: type[S]) -> type[S]:
            field = {"round": cls} if issubclass(cls, Round) else {"rules": cls}
            self._declare(**field, public=(*self.public, *public), own=(*self.own, *own))
            return cls

        return mark

    def hook(self, function: F) -> F:
        """Replace the hook of the same name with a function.

        Most hooks are kernels of the rules. Eight are plain Python. ``fill`` sets the fields of the rules from the options.
        ``own_rules`` returns the house rules that a table has written on cards of the edition's own; in ``fill``, ``written``
        gets their numbers, from ``OWN_RULE`` on.
        ``sees`` returns what a seat knows about the round's own fields, in words. ``why_not`` gives the reason why a move is
        refused, if its verb doesn't. ``consequence`` says what a legal move costs or brings, and returns None to leave that to
        the shared rules.
        ``hear`` refuses something a player says. ``vetoable`` returns a move that players may have vetoed, and its number.
        ``redeal`` fits hidden choices to newly dealt hands.
        """
        name, module = function.__name__, sys.modules.get(function.__module__)
        if module is None:
            raise InvalidEdition(f"{self.id}: the module {function.__module__!r} of {name} is not loaded under that name")
        if name in PLAIN_HOOKS:
            self._declare(**{name: function})
        else:
            self._declare(modules=(*(each for each in self.modules if each is not module), module))
            kernel(function)
        function.__dict__["replaces"] = True
        return function

    def _declare(self, **changes: Any) -> None:
        """Set fields. This fails once the edition has been used, since the change would go unnoticed."""
        if BUILT.intersection(vars(self)):
            raise InvalidEdition(f"{self.id}: {', '.join(changes)} declared after the edition was first used")
        for name, value in changes.items():
            object.__setattr__(self, name, value)

    @cached_property
    def own_modules(self) -> tuple[ModuleType, ...]:
        """The edition's parts and its own modules of kernels. Raises InvalidEdition if they replace anything but hooks."""
        check_data(self, TYPES)
        own = (*self.parts, *self.modules)
        for home in self.homes():
            check_home(self.id, home, own, shared_modules(), optional_modules())
            check_plain(home, {name: getattr(self, name) for name in PLAIN_HOOKS})
        check_modules(own, shared_modules(), optional_modules(), shared_modules("game"), PLAIN_HOOKS)
        return own

    def homes(self) -> list[ModuleType]:
        """The modules whose EDITION this is, or was copied from."""
        held = [(module, getattr(module, "__dict__", {}).get("EDITION")) for module in [*sys.modules.values()]]
        return [module for module, found in held if isinstance(found, Edition) and found.lineage[-1] in self.lineage]

    def assembled(self, play: Play = "game", watch: Sequence[ModuleType] = ()) -> tuple[ModuleType, ...]:
        """Return all modules of kernels for this kind of ``play``, in the order in which they replace hooks."""
        return assembled(self.own_modules, play, watch)

    @property
    def all_tips(self) -> tuple[Tip, ...]:
        """The edition's tips and the shared ones that fit it."""
        known = {verb.word for verb in self.every_verb} | self.teller.by_name.keys()
        return (*self.tips, *shared_tips(self.tips, known, wilds_match=self.wilds_match))

    @cached_property
    def kernels(self) -> SimpleNamespace:
        """The rules, interpreted."""
        return interpret(*self.assembled())

    @cached_property
    def fair_kernels(self) -> SimpleNamespace:
        """The rules, interpreted, with fair dice."""
        return interpret(*self.assembled(), **FAIR_DICE)

    @cached_property
    def codec(self) -> Codec:
        """The codec that translates moves and cards between texts and numbers."""
        return Codec(self.every_verb, self.kinds, self.colors, self.colorless, self.verbs)

    @property
    def every_verb(self) -> tuple[Verb, ...]:
        """The leaflet's verbs, then those that a table with changed rules may need."""
        return self.verbs_at({option.name for option in self.options})

    @property
    def every_show(self) -> dict[str, Shown]:
        """What the fields of a view's ``special`` hold: those of a running house rule, and the edition's own."""
        return {**SHOWS, **self.shows}

    def verbs_at(self, options: Collection[str]) -> tuple[Verb, ...]:
        """Return the verbs of a table with these options: the leaflet's, then those of the table rules among them."""
        known = {verb.code for verb in self.verbs}
        return (*self.verbs, *(verb for verb in tables.verbs_for(options) if verb.code not in known))

    @cached_property
    def teller(self) -> Teller:
        """The teller that shows events as each seat may see them."""
        names = {card: kind.in_a_sentence for card, kind in self.kinds_by_text.items()}
        return Teller((*HAPPENINGS, *self.happenings), self.codec.card_texts, self.colors, self.codec.names_color, names)

    def public_fields(self, g: Any) -> dict[str, Any]:
        """Copy the fields of a round that everyone knows."""
        numbers, rows = self._public
        found = dict(zip(numbers, attrgetter(*numbers)(g), strict=True))
        for name in rows:
            row = getattr(g, name)
            found[name] = bytes(row[: g.discard_n]) if name == "discard" else tuple(row[: g.players])
        return found

    def own_fields(self, r: Any, g: Any, seat: int) -> dict[str, Any]:
        """Return what only this seat knows of a round.

        That is its entry in each secret row, secret numbers if it played the pending card, and the card it has just drawn.
        """
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

    def rule_on(self, r: Rules, kind: int, options: Options) -> Mapping[str, Any] | None:
        """Return the house rule that a card carries at this table, if any."""
        number = r.written[kind]
        if number == 0:
            return None
        return options["card_rules"][number - 1] if number < OWN_RULE else self.own_rules(options)[number - OWN_RULE]

    def special(self, r: Any, g: Any, seat: int | None, said: Said, options: Options) -> dict[str, Any]:
        """Return what a seat knows of the running house rule and of the edition's own fields, in words."""
        shown = {name: getattr(g, name) for name in self._shown_in.get(g.phase, ())}
        rule_votes = g.phase == VOTING and g.for_rule
        if not rule_votes:
            shown |= self.sees(r, g, seat, said, options)
        if rule_votes or g.phase in (CHOOSING, DISCARDING):
            shown["rule"] = rule = self.rule_on(r, g.card, options)
            to_come = rule["steps"][g.at // ROW :] if rule else ()
            if g.chosen != NONE and any(step.get("who") == "chosen" for step in to_come):
                shown["chosen"] = g.chosen
        if g.phase == DISCARDING:
            shown["to_discard"] = {str(s): g.to_discard[s] for s in range(g.players) if g.to_discard[s]}
        return shown

    def stack_answers(self, r: Any, g: Any) -> tuple[str, ...]:
        """Return the cards that the rules let anybody put on the stack: none if it ends with a last card (stack-out)."""
        if g.hand_n[g.actor] == 0:
            return ()
        colored, wild = self.kernels.answers(r, g), self.kernels.wild_answers(r, g)
        codes = [kind.code for kind in self.kinds if kind.copies]
        allowed = [code for code in codes if (has(colored, code) if code < FIRST_WILD else has(wild, rank_of(code)))]
        return tuple(self.codec.card_texts[code] for code in allowed)

    @cached_property
    def _public(self) -> tuple[list[str], list[str]]:
        shapes = fields(self.round)
        names = (*PUBLIC, *self.public)
        return [name for name in names if not shapes[name][1]], [name for name in names if shapes[name][1]]

    @cached_property
    def _shown_in(self) -> dict[int, list[str]]:
        """The public fields that a view shows as they are, by phase."""
        shows = self.every_show.items()
        return {phase: [name for name, shown in shows if phase in shown.phases] for phase in self.phase_names}

    @cached_property
    def kinds_by_code(self) -> dict[int, Kind]:
        """The cards by their codes."""
        return {kind.code: kind for kind in self.kinds}

    def info(self, kind: Kind) -> Sentence:
        """A sentence about what a card does here, for players who look at it."""
        if kind.effect == FX_DRAW_FOUR and not self.wilds_match and not kind.does:
            return sentence(DRAW_FOUR_COLORS, n=kind.draws)
        return kind.info

    @cached_property
    def kinds_by_text(self) -> dict[str, Kind]:
        """The cards by their texts."""
        return {kind.text: kind for kind in self.kinds}

    @cached_property
    def phase_names(self) -> dict[int, str]:
        """The names of all phases, by number."""
        undeclared = "the round waits in the phase {number}, which is not among the edition's phases"
        return Declared({**PHASES, **self.phases, **TABLE_PHASES}, undeclared)

    @property
    def prompted(self) -> tuple[str, ...]:
        """The names of everything that has a prompt: all phases, "stack" for an answer, and "rule-vote" for a house rule."""
        more = ("stack", "rule-vote") if any(option.name == "stacking" for option in self.options) else ("rule-vote",)
        return (*self.phase_names.values(), *more)

    def plays(self, version: int) -> bool:
        """Whether games begun with this version of the rules can be replayed, as long as nothing they use has changed."""
        return version == self.version or version in self.reads

    def prompt(self, phase: str) -> Prompt:
        """Return what a phase asks and tells."""
        return {**PROMPTS, **self.prompts}.get(phase, Prompt(ASKS, WAITS))

    def with_kernels(self, module: ModuleType, **changes: Any) -> Edition:
        """Return a copy of this edition with a module of kernels added, for house rules that need more than steps."""
        return replace(self, **{"modules": (*self.modules, module), **changes})

    def deck(self, options: Options) -> list[int]:
        """Return every card in play, in printed order."""
        copies = {kind.text: kind.copies for kind in self.kinds}
        if self.foil and options.get("foil"):
            special, foil = self.foil
            copies[special] -= 1
            copies[foil] += 1
        return [kind.code for kind in self.kinds for _ in range(copies[kind.text])]

    def kinds_at(self, r: Rules) -> dict[str, Kind]:
        """Return the cards by their texts, with the effects and points they have by a table's rules."""
        return {
            kind.text: kind
            if (r.fx[kind.code], r.value[kind.code]) == (kind.effect, kind.value)
            else kind._replace(effect=r.fx[kind.code], value=r.value[kind.code])
            for kind in self.kinds
        }

    def read_options(self, given: Options | None) -> dict[str, Any]:
        """Check the table's options and fill in the defaults."""
        read = opt.read_options(self.options, given)
        tables.check_together(read)
        return read

    def make_rules(self, options: Options, players: int) -> Rules:
        """Return the rules for a table with these options and this many players."""
        r = self.rules()
        self.fill_rules(r, options, players)
        return r

    def fill_rules(self, r: Any, options: Options, players: int) -> None:
        """Write the rules for a table into a state, interpreted or compiled."""
        r.players = players
        for name, amount in amounts(self.rules).items():
            setattr(r, name, amount)
        tables.fill_table(r, self.kinds, options)
        write_rules(r, self.kinds, options.get("card_rules", ()), self.own_rules(options))
        r.wilds_match = int(self.wilds_match)
        r.two_reverse_skips = int(options["two_player_reverse"] == "skip")
        r.colorless = sum(bit(rank_of(kind)) for kind in self.colorless)
        r.draw_four = r.draw_two = r.reverse = 0
        for i, code in enumerate(deck := self.deck(options)):
            r.deck[i] = code
        r.deck_n = len(deck)
        for kind in self.kinds:
            color, rank = color_of_kind(kind.code), rank_of(kind.code)
            r.fx[kind.code] = kind.effect
            r.value[kind.code] = kind.value
            r.symbol[color][rank] = _ranks_with(self.kinds, kind.symbol) if kind.symbol else 0
            r.answered[kind.code] = NO_ANSWER
            if kind.effect == FX_DRAW_FOUR:
                r.draw_four |= bit(rank)
                r.answered[kind.code] = ANSWER_UNLESS_LAST if r.bluff else NO_ANSWER
            elif kind.effect == FX_DRAW_TWO:
                r.draw_two |= bit(rank)
            elif kind.effect == FX_REVERSE:
                r.reverse |= bit(rank)
        self.fill(r, self, options)
        r.more = int(r.stacks or r.jumps or r.follows or r.ruled)


def _ranks_with(kinds: Iterable[Kind], symbol: str) -> int:
    return sum({bit(rank_of(kind.code)) for kind in kinds if kind.symbol == symbol})


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
    special: str = "",
    called: str = "",
    drawing: str = "",
    does: str = "",
    rulebook: tuple[Rule, ...] = (),
    options: tuple[Option, ...] = (),
    drops: tuple[str, ...] = (),
    **more: Any,
) -> Edition:
    """Make an edition like the 2023 leaflets: the shared deck and rules, plus four special cards and their foil twin.

    ``does`` tells players what the special card does. Without it, they read the rule that begins with the card's name.
    ``drops`` are the ids of shared rules that it leaves out.
    """
    kinds = standard_kinds(RED_YELLOW_GREEN_BLUE)
    rules = (*RULES_2023, *rulebook, *RULES_2023_END)
    if special:
        foil = f"{special}@foil"
        card = wild_kind(2, special, 4, FX_SPECIAL, name=called, drawing=drawing, does=does)
        about = does or next((rule.text for rule in rulebook if rule.text.startswith(card.title)), "")
        kinds += (
            card._replace(does=about),
            wild_kind(3, foil, 0, FX_SPECIAL, name=called, drawing=drawing, does=about),
        )
        more["foil"] = (special, foil)
        options = (opt.FOIL, *options)
        rules = (*book.DECK_SPECIALS, *rules)
    if drops:
        rules = tuple(rule for rule in rules if rule.id not in drops)
    return Edition(colors=RED_YELLOW_GREEN_BLUE, kinds=kinds, options=(*OPTIONS_2023, *options), rulebook=rules, **more)


SPECIAL_KIND, FOIL_KIND = kind_at(WILD, 2), kind_at(WILD, 3)
