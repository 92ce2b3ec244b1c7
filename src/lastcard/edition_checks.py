"""Checks that an edition's data fit the limits of the rules, when it is first used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .bits import RANKS, color_of_kind, kind_at
from .cards import DRAWINGS, FIRST_WILD, FX_NONE, SYMBOLS, WILD, Kind, color_of
from .errors import InvalidEdition
from .events import END, HAPPENINGS, OWN
from .moves import ALREADY, ANSWER_VERBS, HANDLES, OTHER, PLACES, REASONS, TAKES, VERBS, color_verb, house_verbs, vote_verb
from .rules.state import CARDS, PHASES, SPECIAL, TABLE_PHASES

PATTERNS = ("rays", "waves", "stars", "grid", "rings", "checks")


def check_data(edition: Any, types: Mapping[str, type]) -> None:
    """Raise InvalidEdition if an edition's data don't fit the limits of the rules."""
    name, colors, mood = edition.id, edition.colors, edition.mood
    _check_types(edition, types)
    unknown = [color for color in colors if color not in SYMBOLS]
    if unknown:
        raise InvalidEdition(f"{name}: nothing is known of the color {unknown[0]!r}; there are {', '.join(SYMBOLS)}")
    if len(colors) != WILD:
        raise InvalidEdition(f"{name} has {len(colors)} colors ({', '.join(colors)}); an edition has {WILD}, plus wilds")
    for kind in edition.kinds:
        _check_kind(edition, kind)
    cards = sum(kind.copies for kind in edition.kinds)
    if cards > CARDS:
        raise InvalidEdition(f"{name} has {cards} cards; there is room for {CARDS}")
    if not any(kind.copies and kind.code < FIRST_WILD and kind.effect == FX_NONE for kind in edition.kinds):
        raise InvalidEdition(f"{name} has no number card in any color, so that no round could begin")
    if mood.pattern not in PATTERNS:
        raise InvalidEdition(f"{name}: there is no pattern {mood.pattern!r}; there are {', '.join(PATTERNS)}")
    if not 3 <= len(mood.colors) <= 5 or not all(re.fullmatch("#[0-9a-f]{6}", color) for color in mood.colors):
        raise InvalidEdition(f"{name}: a mood has three to five colors, each as in '#22304a'")
    _check_numbers(edition)
    _check_shows(edition)


def _check_types(edition: Any, types: Mapping[str, type]) -> None:
    """Raise InvalidEdition if something in the data has the wrong type. Usually it is a tuple without its comma."""
    for what in ("id", "title", "summary"):
        if not isinstance(getattr(edition, what), str):
            raise InvalidEdition(f"{edition.id}: the {what} of an edition is text, not {getattr(edition, what)!r}")
    for what, wanted in types.items():
        values = getattr(edition, what)
        for value in values.values() if isinstance(values, Mapping) else values:
            if not isinstance(value, wanted):
                raise InvalidEdition(
                    f"{edition.id}: {value!r} in {what} is no {wanted.__name__} (a tuple of one needs a comma after it)"
                )


def _check_numbers(edition: Any) -> None:
    """Raise InvalidEdition if verbs, phases or events reuse the numbers or names of others, or have numbers out of range."""
    verbs = [(verb.code, verb.word) for verb in edition.verbs]
    ours = {verb.code: verb.word for verb in (*VERBS, *ANSWER_VERBS, color_verb(""), vote_verb(""), *house_verbs(""))}
    _check_own(edition.id, "verb", verbs, ours, f"OTHER ({OTHER})")
    for verb in edition.verbs:
        if verb.takes not in TAKES:
            raise InvalidEdition(
                f"{edition.id}: the verb {verb.word!r} takes {verb.takes!r}; a verb takes nothing, or {', '.join(TAKES[1:])}"
            )
        if verb.handles not in HANDLES:
            raise InvalidEdition(
                f"{edition.id}: the verb {verb.word!r} handles its card by {verb.handles!r}; there are {', '.join(HANDLES[1:])}"
            )
        if verb.at not in PLACES:
            raise InvalidEdition(
                f"{edition.id}: the verb {verb.word!r} stands at {verb.at!r}; there are {', '.join(PLACES[1:])}, or none"
            )
        for code in verb.refuses:
            if code not in REASONS and not code.endswith(ALREADY):
                raise InvalidEdition(
                    f"{edition.id}: the verb {verb.word!r} refuses by {code!r}; there are {', '.join(REASONS)}, and codes that "
                    f"end in {ALREADY}; give other reasons in why_not"
                )
        if verb.phase not in (None, *edition.phases, *PHASES, *TABLE_PHASES):
            raise InvalidEdition(
                f"{edition.id}: the verb {verb.word!r} belongs to the phase {verb.phase}, which does not exist"
            )
    _check_own(edition.id, "phase", [*edition.phases.items()], PHASES | TABLE_PHASES, f"SPECIAL ({SPECIAL})")
    _check_names(edition.id, "phases", [*PHASES.values(), *TABLE_PHASES.values(), *edition.phases.values()])
    for number, name in [(each.code, each.name) for each in edition.happenings]:
        if number >= END:
            raise InvalidEdition(f"{edition.id}: the event {name!r} has the number {number}; there are {OWN} to {END - 1}")
    events = [(each.code, each.name) for each in (*HAPPENINGS, *edition.happenings)]
    _check_own(edition.id, "event", events, {each.code: each.name for each in HAPPENINGS}, f"OWN ({OWN})")
    _check_names(edition.id, "events", [name for _, name in events])


def _check_shows(edition: Any) -> None:
    """Raise InvalidEdition if a view would show a field that not everyone knows, or that isn't a plain number."""
    for name, shown in edition.shows.items():
        if shown.phases and (name not in edition.public or shown.holds not in ("seat", "number")):
            raise InvalidEdition(
                f"{edition.id}: a view can only show a public field that holds a seat or a number; return {name!r} in sees"
            )


def _check_own(edition: str, what: str, found: Iterable[tuple[int, str]], ours: Mapping[int, str], begin: str) -> None:
    known: dict[int, str] = {}
    for number, name in found:
        if number in known:
            both = f"{known[number]!r} and {name!r} have the same number {number}"
            raise InvalidEdition(f"{edition}: the {what}s {both}; an edition's own begin at {begin}")
        if ours.get(number, name) != name:
            raise InvalidEdition(
                f"{edition}: the {what} {name!r} has the number {number}, which is that of {ours[number]!r}; "
                f"an edition's own begin at {begin}"
            )
        known[number] = name


def _check_names(edition: str, what: str, names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise InvalidEdition(f"{edition}: two {what} have the name {name!r}")


def _check_kind(edition: Any, kind: Kind) -> None:
    if kind.drawing and kind.drawing not in DRAWINGS:
        raise InvalidEdition(
            f"{edition.id}: {kind.text} has the drawing {kind.drawing!r}; there are {', '.join(DRAWINGS)}, or none"
        )
    color = color_of(kind.text)
    if color is not None and color not in edition.colors:
        raise InvalidEdition(f"{edition.id}: {kind.text} is {color}; the edition's colors are {', '.join(edition.colors)}")
    place = WILD if color is None else edition.colors.index(color)
    if color_of_kind(kind.code) != place:
        kinds = "the wilds" if color is None else color
        raise InvalidEdition(
            f"{edition.id}: {kind.text} has the code {kind.code}, which does not belong to {kinds}; {RANKS} ranks of each "
            f"color, and {RANKS} wilds, is all there is room for: {kind_at(place, 0)} to {kind_at(place, RANKS - 1)}"
        )
