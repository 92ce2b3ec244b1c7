"""The options of a table. Each says what it is about and which values it takes, and refuses anything else with that list."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from types import MappingProxyType
from typing import Any, NamedTuple

from .errors import NOTHING, InvalidOption
from .moves import SEATS
from .sentence_type import Sentence, sentence
from .typed_text import meant, quoted

Options = Mapping[str, Any]
ANY_FORM: Mapping[str, Any] = MappingProxyType({"type": "any"})


class Option(NamedTuple):
    """One option. ``check`` returns the value as it is stored, or raises ValueError. ``allowed`` says which values it takes.

    ``form`` says the same as data for interfaces that draw a control. Its ``type`` is choice, flag, number, seat, rules or
    dares, or else any. ``rule`` is the id of the rule that the option is about. A table rule has a ``group``: such an option is
    named only if it differs from the leaflet. It also has a ``title``, a sentence for each other value (``told``: for n, any
    other number, which {n} stands for), the same in pictures (``strips``), and an ``example``. ``quick`` is what quick play
    chooses instead of the default. ``changes`` are the ids of the leaflet's rules that a changed table no longer plays as they
    are written, and ``brings`` those of the rules that it plays by instead.
    """

    name: str
    default: Any
    about: str
    allowed: str
    check: Callable[[Any], Any]
    between_rounds: bool = False
    rule: str = ""
    form: Mapping[str, Any] = ANY_FORM
    group: str = ""
    title: str = ""
    told: Mapping[str, str] = NOTHING
    example: str = ""
    strips: Mapping[str, str] = NOTHING
    quick: Any = None
    changes: tuple[str, ...] = ()
    brings: tuple[str, ...] = ()

    def tell(self, value: Any) -> Sentence:
        """Say what the rule is at a table that has changed it."""
        n = len(value) if isinstance(value, list) else value
        text = str(n).lower() if isinstance(n, bool) else str(n)
        return Sentence(self.told[text]) if text in self.told else sentence(self.told.get("n", self.about), n=n)


def choice(name: str, about: str, *values: Any, rule: str = "", says: Mapping[Any, str] | None = None) -> Option:
    """An option with a list of values, the first of which is the default. Capitals don't matter, nor do spaces for hyphens.

    ``says`` explains each value.
    """

    def check(value: Any) -> Any:
        word = value.casefold().replace(" ", "-").replace("_", "-") if isinstance(value, str) else value
        for allowed in values:
            if type(word) is type(allowed) and word == allowed:
                return allowed
        raise ValueError

    told = [{"value": value, "says": (says or {}).get(value, str(value))} for value in values]
    form = {"type": "choice", "values": told}
    return Option(name, values[0], about, " or ".join(_json(value) for value in values), check, rule=rule, form=form)


def flag(name: str, about: str, *, default: bool, rule: str = "") -> Option:
    """An option that is true or false."""
    return choice(name, about, default, not default, rule=rule)._replace(form={"type": "flag"})


def whole_number(name: str, about: str, default: int | None, low: int, high: int, none: str) -> Option:
    """An option that is a whole number, or None, which ``none`` explains."""

    def check(value: Any) -> int | None:
        if value is None or (type(value) is int and low <= value <= high):
            return value
        raise ValueError

    form = {"type": "number", "low": low, "high": high, "none": none}
    return Option(name, default, about, f"a whole number from {low} to {high}, or null: {none}", check, form=form)


def _json(value: Any) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else f'"{value}"'


def target(default: int | None) -> Option:
    """The target score, for the rules match-500 and match-single."""
    return whole_number("target", "points that end the game", default, 1, 100_000, "one round decides")


SCORING = choice(
    "scoring",
    "how rounds are scored",
    "winner",
    "lowest",
    rule="match-lowest",
    says={
        "winner": "the winner scores everyone else's cards",
        "lowest": "everyone scores their own hand, and the lowest total wins",
    },
)
TWO_PLAYER_REVERSE = choice(
    "two_player_reverse",
    "a Reverse with two players",
    "skip",
    "plain",
    rule="reverse-two",
    says={"skip": "skips the other player", "plain": "only reverses the direction"},
)
_BY_CHANCE = "at random or by a cut"
DEALER = whole_number("dealer", "who deals the first round", None, 0, SEATS - 1, _BY_CHANCE)._replace(
    form={"type": "seat", "none": _BY_CHANCE}
)
BLUFF = flag("bluff", "you may bluff with a Wild Draw Four, and you can be challenged", default=True, rule="wd4-legal")
FOIL = flag("foil", "the foil card replaces one special card", default=False, rule="deck-foil")


def read_options(allowed: Iterable[Option], given: Options | None) -> dict[str, Any]:
    """Every option of an edition, with the table's value or the default. InvalidOption says what is wrong.

    A table rule (an option with a group) is only there if it differs from the leaflet.
    """
    known = {option.name: option for option in allowed}
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        raise InvalidOption(f"options are names with values, not {type(given).__name__}")
    for name in given:
        if name not in known:
            near = meant(name, known)
            lists = f"{near} This edition has" if near else "; this edition has"
            raise InvalidOption(f"there is no option {quoted(name)}{lists} {', '.join(sorted(known))}")
    read = {
        name: _checked(option, given[name]) if name in given else deepcopy(option.default) for name, option in known.items()
    }
    if "draw_four" in given and given.get("bluff") is False:
        raise InvalidOption('bluff=false is an older name of draw_four="strict": give only one of the two')
    read = {name: value for name, value in read.items() if not known[name].group or value != known[name].default}
    if "draw_four" in read:
        read.pop("bluff", None)
    return read


def rewritten(old: Options, new: Options) -> dict[str, Any]:
    """Options with new values. If a value is a mapping, entries that the new one does not name are kept."""
    both = {name: old[name] for name in new if isinstance(old.get(name), Mapping) and isinstance(new[name], Mapping)}
    return {**old, **new, **{name: {**value, **new[name]} for name, value in both.items()}}


def read_rewritten(allowed: Sequence[Option], old: Options, new: Options) -> dict[str, Any]:
    """Every option, with what is rewritten between two rounds. A change to one that is fixed for the whole game is refused."""
    if not isinstance(new, Mapping):
        raise InvalidOption(f"options are names with values, not {type(new).__name__}")
    free = {option.name: option.between_rounds for option in allowed}
    changed = read_options(allowed, rewritten(old, new))
    for name in new:
        if not free[name]:
            others = sorted(other for other in free if free[other]) or ["nothing"]
            raise InvalidOption(f"{name} is fixed for the whole game; between rounds you can change {', '.join(others)}")
    return changed


def _checked(option: Option, value: Any) -> Any:
    try:
        return option.check(value)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        reason = f": {error}" if isinstance(error, ValueError) and str(error) else ""
        raise InvalidOption(f"{option.name} is {option.allowed}, not {quoted(value)}{reason}") from None


def as_typed(options: Options) -> list[str]:
    """The command-line arguments that :func:`typed_options` reads as these options."""
    return [word for name, value in options.items() for word in ("--option", f"{name}={json.dumps(value)}")]


def typed_options(given: Iterable[str], called: str = "option", example: str = "target=500") -> dict[str, Any]:
    """Read options typed as NAME=VALUE, where values are JSON or plain words."""
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            article = "an" if called == "option" else "a"
            raise InvalidOption(f"write {article} {called} as NAME=VALUE, as in {example}, not {quoted(text)}")
        if name in options:
            raise InvalidOption(f"{called} {quoted(name)} is given twice")
        try:
            options[name] = json.loads(value)
        except (ValueError, RecursionError):
            options[name] = value
    return options
