"""What the server says first: the client needn't load the rest of a language before it shows a screen."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from ... import consequences, editions, moves, rule_effects
from .catalog import catalog
from .close_codes import REASONS

Edition = dict[str, Any]  # as the catalog describes it


def first_texts() -> dict[str, list[str]]:
    """The texts of the home page, of a table, and of what opens while a table is played. All others come with their screens."""
    told = json.loads(catalog())
    described: list[Edition] = told["editions"]
    found = {
        "home": {*told["levels"], *(text for edition in described for text in _at_home(edition))},
        "table": {
            *told["levels"],
            *REASONS.values(),
            *(text for edition in described for text in (*_of_cards(edition), *_at_table(edition))),
        },
        "playing": {
            *(emote.replace("-", " ") for emote in told["emotes"]),
            *(text for edition in described for text in _while_playing(edition)),
            *(verb.brings for name in editions.names() for verb in editions.get(name).every_verb),
            *(text for module in (consequences, moves, rule_effects) for text in _sentences(module)),
        },
    }
    return {part: sorted(filter(_has_words, texts)) for part, texts in found.items()}


def _has_words(text: str) -> bool:
    return any(map(str.isalpha, re.sub(r"{\w+}", "", text)))


def _at_home(edition: Edition) -> Iterator[str]:
    yield edition["summary"]
    for preset in edition["presets"]:
        yield from (preset["name"], preset["says"], *preset["left_out"])


def _of_cards(edition: Edition) -> Iterator[str]:
    yield edition["wild"]["symbol"]
    for color in edition["colors"]:
        yield from (color["name"], color["symbol"])
    for kind in edition["kinds"]:
        yield from (kind["name"], kind["face"].replace("-", " "), kind.get("emblem", ""))


def _at_table(edition: Edition) -> Iterator[str]:
    for verb in edition["verbs"]:
        yield from (verb["word"], verb["says"], verb["title"], *verb["words"])
    for phase in edition["phases"]:
        yield from (phase["asks"], *phase["offers"].values(), phase["waits"])
    for shown in edition["shows"]:
        yield from (shown["says"], shown["you"], shown["label"])
    for happening in edition["happenings"]:
        yield from (happening.get(form, "") for form in ("says", "you", "to_you"))
        yield from happening.get("spoken") or happening.get("words", ())


def _while_playing(edition: Edition) -> Iterator[str]:
    for happening in edition["happenings"]:
        yield from happening["shout"]
    for option in edition["options"]:
        yield from (option["title"], *option["told"].values())
        for ready in option["form"].get("library", ()):
            yield from (ready["name"], ready["text"])
        for value in option["form"].get("values", ()):
            yield from (item["text"] for item in value.get("items", ()))


def _sentences(module: ModuleType) -> Iterator[str]:
    """The sentences in a module's code, except its docstrings."""
    tree = ast.parse(inspect.getsource(module))
    docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and str(node.value).endswith(".") and node not in docstrings:
            yield str(node.value)
