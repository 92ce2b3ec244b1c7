"""Presets: table rules that go well together, as data. A preset applies what an edition has, and says what it left out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from .card_rules import SEVEN_ZERO
from .errors import InvalidOption
from .options import Option, Options, typed_options
from .table_rule_words import WORDS
from .typed_text import meant, quoted


class Preset(NamedTuple):
    """A name, a sentence and options. Rules that it doesn't name stay as in the leaflet."""

    id: str
    name: str
    says: str
    options: Mapping[str, Any]


LEAFLET = Preset("leaflet", "Official", "The official rules, with no house rules.", {})
PRESETS = (
    LEAFLET,
    Preset("family", "Family", "Short and gentle, for all ages.", {"hand_size": 5, "draw_four": "free", "uno_penalty": 1}),
    Preset(
        "party",
        "Party",
        "Loud, quick and full of surprises.",
        {"stacking": "any", "card_rules": [*SEVEN_ZERO], "jump_in": "identical"},
    ),
    Preset(
        "ruthless",
        "Ruthless",
        "Nobody is safe, least of all the leader.",
        {"stacking": "any", "deflect": "reverse", "last_card": "number", "uno_penalty": 4},
    ),
)


class Applied(NamedTuple):
    """The table rules of a preset that an edition has, and the names of those that it left out."""

    options: dict[str, Any]
    left_out: tuple[str, ...]


def names() -> list[str]:
    """Return the ids of all presets."""
    return [preset.id for preset in PRESETS]


def find(name: str) -> Preset:
    """Return a preset by its id. If there isn't one, InvalidOption says which was probably meant."""
    for preset in PRESETS:
        if preset.id == name.casefold():
            return preset
    everything = f"; there are {', '.join(names())}"
    raise InvalidOption(f"there is no preset {quoted(name)}{meant(name, names(), everything)}")


def applied(preset: Preset, options: Iterable[Option]) -> Applied:
    """Apply a preset to an edition with these options."""
    offered = {option.name for option in options if option.group}
    return Applied(
        {name: value for name, value in preset.options.items() if name in offered},
        tuple(name for name in preset.options if name not in offered),
    )


def preset_of(options: Options, offered: Sequence[Option]) -> Preset | None:
    """Return the preset whose rules a table plays by, if there is one."""
    changed = {option.name: options[option.name] for option in offered if option.group and option.name in options}
    return next((preset for preset in PRESETS if applied(preset, offered).options == changed), None)


def read_rules(options: Sequence[Option], preset: str | None, rules: Iterable[str]) -> Applied:
    """Read table rules as they are typed: the name of a preset, and NAME=VALUE for rules that differ from it.

    A value is JSON, a plain word, or @FILE for a JSON file. The rules themselves are checked with the other options.
    """
    chosen, left_out = applied(find(preset) if preset else LEAFLET, options)
    offered = [option.name for option in options if option.group]
    typed = typed_options(rules, "rule", "stacking=any")
    for name, value in typed.items():
        if name not in offered:
            raise InvalidOption(_no_rule(name, options, offered))
        chosen[name] = _from_file(value) if isinstance(value, str) and value.startswith("@") else value
    return Applied(chosen, left_out)


def _no_rule(name: str, options: Sequence[Option], offered: Sequence[str]) -> str:
    """Say why an edition doesn't have a table rule."""
    if name in {option.name for option in options}:
        return f"{name} is an option, not a table rule: set it with --option"
    everything = f"; this edition has {', '.join(sorted(offered))}"
    if name in WORDS:
        return f"the table rule {name} needs cards that are not in this edition{everything}"
    return f"there is no table rule {quoted(name)}{meant(name, offered, everything)}"


def _from_file(value: str) -> Any:
    """Read a value from a JSON file."""
    try:
        return json.loads(Path(value[1:]).read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidOption(f"cannot read {quoted(value[1:])}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise InvalidOption(f"{quoted(value[1:])} is not JSON: {error}") from None


def left_out_words(preset: Preset, left_out: Sequence[str], title: str) -> str:
    """Say what a preset left out of an edition."""
    rules = ", ".join(WORDS[name].title if name in WORDS else name for name in left_out)
    return f"{preset.name} without {rules}: {title} has no cards for that"
