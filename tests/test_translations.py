"""Every text that reaches a player is translated, and no translation is out of date."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lastcard import editions
from lastcard.bots.hint_words import REASONS as REASONS_OF_HINTS
from lastcard.bots.hints import CAREFUL, PATIENT
from lastcard.cards import DRAW_FOUR_COLORS, EFFECT_TEXTS
from lastcard.consequences import FOLLOWS
from lastcard.edition import Edition
from lastcard.errors import InvalidRecord
from lastcard.game import RULES_CHANGED as MOVE_OF_OTHER_RULES
from lastcard.house_rules import ABOUT_CHOSEN
from lastcard.lab.effects import FIGURES, PAIRS
from lastcard.record import NO_RECORD
from lastcard.refusals import NOT_NOW, WRONG
from lastcard.rule_effects import ABOUT, SWAPS, TABLE
from lastcard.server.table.table import RULES_CHANGED
from lastcard.server.wire.catalog import catalog
from lastcard.server.wire.close_codes import REASONS
from lastcard.server.wire.first_texts import first_texts

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "lastcard"
LANGUAGES = sorted(path.name.partition(".")[0] for path in (ROOT / "web" / "src" / "texts").glob("*.game.json"))


def _of_option(option: dict[str, Any]) -> Iterator[str]:
    """Return the texts of an option and its form."""
    yield from (option["about"], option["allowed"])
    form = option["form"]
    if "none" in form:
        yield form["none"]
    for value in (*form.get("values", ()), *_places(form), *form.get("who", ())):
        yield value["says"]
        yield from (item["text"] for item in value.get("items", ()))
    for step in form.get("steps", ()):
        yield from (step["does"], step["title"])
        yield from (clause[form] for clause in step["clauses"] for form in ("text", "other"))
    if "then" in form:
        yield form["then"]
    yield from (option["title"], option["example"], *option["told"].values())
    for ready in form.get("library", ()):
        yield from (ready["name"], ready["text"])


def _places(form: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the places for house rules whose names are words."""
    if form["type"] not in ("rules", "card-rules"):
        return []
    return [place for place in form["places"] if not place["says"].isdigit()]


def _of_cards(edition: dict[str, Any]) -> Iterator[str]:
    """Return the names of colors, their shapes, and the cards and their faces."""
    for color in edition["colors"]:
        yield from (color["name"], color["symbol"])
    yield edition["wild"]["symbol"]
    for kind in edition["kinds"]:
        if not kind["face"].isdigit():
            yield from (kind["name"], kind["face"].replace("-", " "))
        yield kind["does"]["says"]
        yield from kind["text"].split("@")[1:]


def _of_edition(edition: dict[str, Any], own: Edition) -> Iterator[str]:
    """Return everything that the catalog says about an edition, except its title."""
    yield edition["summary"]
    yield from (rule["text"] for rule in edition["rulebook"])
    yield from (text for option in edition["options"] for text in _of_option(option))
    yield from (group["says"] for group in edition["groups"])
    yield from (text for preset in edition["presets"] for text in (preset["name"], preset["says"]))
    for verb in edition["verbs"]:
        yield from (verb["word"], verb["when"], verb["says"], verb["title"], *verb["words"])
    for phase in edition["phases"]:
        yield from (phase["asks"], *phase["offers"].values(), phase["waits"], own.prompt(phase["name"]).first)
    yield from (text for verb in own.verbs for text in (verb.brings, *verb.refuses.values()))
    for lesson in own.lessons:
        yield from (lesson.title, *(text for step in lesson.steps for text in (step.says, step.outcome) if text))
    primer = edition["primer"]
    yield from (primer["goal"], primer["turn"], primer["draw"], primer["uno"], *(each["says"] for each in primer["examples"]))
    yield from (tip["says"] for tip in edition["tips"])
    yield from (text for shown in edition["shows"] for text in (shown["says"], shown["you"], shown["label"]))
    yield from (happening.get(form, "") for happening in edition["happenings"] for form in ("says", "you", "to_you"))
    yield from (word for happening in own.teller.happenings.values() for word in happening.spoken or happening.words)
    yield from (shout for happening in edition["happenings"] for shout in happening["shout"])
    yield from _of_cards(edition)


def _refusals() -> Iterator[str]:
    """Return the refusals in the server's source code; the terminal has its own."""
    places = {"Refusal": 2, "Refused": 1, "_none": 0, "sentence": 0, "Sentence": 0}
    yield InvalidRecord("").says
    yield NO_RECORD
    for path in [path for path in SOURCE.rglob("*.py") if path.parent.name != "tui"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in places:
                says = node.args[places[node.func.id] :][:1]  # type: ignore[attr-defined]
                yield from (text for each in says for text in _strings(each))
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "InvalidRecord":
                yield from (text for keyword in node.keywords if keyword.arg == "says" for text in _strings(keyword.value))
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "says":
                yield from _strings(node.value)


def _strings(node: ast.AST) -> Iterator[str]:
    """Return the texts of several words in a syntax tree."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and " " in part.value:
            yield part.value


def texts() -> set[str]:
    """Return every text that reaches a player from the server."""
    found: set[str] = {*REASONS.values(), *_refusals()}
    told = json.loads(catalog())
    found |= {*told["levels"], *(emote.replace("-", " ") for emote in told["emotes"])}
    for edition in told["editions"]:
        found |= set(_of_edition(edition, editions.get(edition["id"])))
    found |= {
        *ABOUT_CHOSEN.values(),
        *(says for forms in (*ABOUT.values(), SWAPS, TABLE) for says in forms.values()),
        *EFFECT_TEXTS.values(),
        DRAW_FOUR_COLORS,
        *FOLLOWS.values(),
        *REASONS_OF_HINTS,
        *(text for figure in (*FIGURES, *PAIRS.values()) for text in (figure.title, figure.says)),
        CAREFUL,
        NOT_NOW,
        *WRONG.values(),
        PATIENT,
        RULES_CHANGED,
        MOVE_OF_OTHER_RULES,
    }
    return {text for text in found if re.sub(r"{\w+}", "", text).strip()}


def translated(language: str) -> dict[str, str]:
    """Return the translations into a language."""
    path = ROOT / "web" / "src" / "texts" / f"{language}.game.json"
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


def test_there_is_a_second_language() -> None:
    """There is at least one language other than English."""
    assert LANGUAGES


def test_the_texts_that_come_first_are_texts() -> None:
    """What a language loads first is translated, with every event, prompt and verdict that a table may show."""
    first = first_texts()
    assert {text for part in first.values() for text in part} <= texts()
    shown = [happening for edition in json.loads(catalog())["editions"] for happening in edition["happenings"]]
    assert {happening["says"] for happening in shown if happening.get("says")} <= {*first["table"], ""}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    """No language is missing a text of the game."""
    assert sorted(texts() - set(translated(language))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_stale(language: str) -> None:
    """No translation is for a text that no longer exists."""
    assert sorted(set(translated(language)) - texts()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_what_stands_in_braces(language: str) -> None:
    """No translation is empty, and each has the same names in braces, equally often."""
    for text, other in translated(language).items():
        assert other.strip(), text
        assert sorted(re.findall(r"{\w+}", text)) == sorted(re.findall(r"{\w+}", other)), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_are_in_order(language: str) -> None:
    """The file is sorted, so that changes are easy to read."""
    assert list(translated(language)) == sorted(translated(language))
