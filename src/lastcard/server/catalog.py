"""Editions as data: everything that a client needs to draw and to explain them, so that it knows none by name."""

from __future__ import annotations

from functools import cache
from typing import Any

from .. import editions
from ..cards import FIRST_WILD, SYMBOLS, WILD_SYMBOL, Kind
from ..edition import Edition
from ..events import Happening
from ..moves import Verb
from ..options import Option
from .protocol import EMOTES, LEVELS, VERSION, encode


@cache
def catalog() -> bytes:
    """GET /api/editions."""
    found = [_edition(editions.get(name)) for name in editions.names()]
    return encode({"version": VERSION, "levels": LEVELS, "emotes": EMOTES, "editions": found})


def _edition(edition: Edition) -> dict[str, Any]:
    return {
        "id": edition.id,
        "title": edition.title,
        "summary": edition.summary,
        "version": edition.version,
        "colors": [{"name": c, "symbol": SYMBOLS[c].name, "glyph": SYMBOLS[c].glyph} for c in edition.colors],
        "wild": {"symbol": WILD_SYMBOL.name, "glyph": WILD_SYMBOL.glyph},
        "cards": len(edition.deck(edition.read_options(None))),
        "kinds": [_kind(edition, kind) for kind in edition.kinds],
        "verbs": [_verb(verb) for verb in edition.verbs],
        "phases": [{"name": name, **edition.prompt(name)._asdict()} for name in edition.phase_names.values()],
        "shows": [{"name": name, **shown._asdict()} for name, shown in edition.shows.items()],
        "mood": edition.mood._asdict(),
        "options": [_option(option) for option in edition.options],
        "rulebook": [rule._asdict() for rule in edition.rulebook],
        "suggestions": {word: list(texts) for word, texts in edition.suggestions.items()},
        "happenings": [_happening(happening) for happening in edition.teller.happenings.values()],
    }


def _kind(edition: Edition, kind: Kind) -> dict[str, Any]:
    color = None if kind.code >= FIRST_WILD else edition.colors[kind.code >> 4]
    told: dict[str, Any] = {"text": kind.text, "name": kind.title, "face": kind.face, "color": color}
    told |= {"copies": kind.copies, "value": kind.value}
    more = {"symbol": kind.symbol, "emblem": kind.emblem, "number": kind.number}
    told |= {name: value for name, value in more.items() if value}
    if edition.foil and kind.text == edition.foil[1]:
        told["foil"] = True
    return told


def _verb(verb: Verb) -> dict[str, Any]:
    told = verb._asdict()
    del told["code"]
    return told


def _option(option: Option) -> dict[str, Any]:
    told = option._asdict()
    del told["check"]
    return {**told, "form": dict(option.form)}


def _happening(happening: Happening) -> dict[str, Any]:
    return {"name": happening.name, "says": happening.says, "moves": happening.cards, "secret": happening.secret}
