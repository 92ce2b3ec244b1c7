"""The catalog holds what a client needs to draw and explain an edition that it does not know."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from lastcard import Edition, editions
from lastcard.cards import DRAWINGS, FX_SPECIAL, wild_kind
from lastcard.edition_checks import PATTERNS
from lastcard.house_rules import STEPS, check_rule, sentence
from lastcard.options import Option
from lastcard.server.wire.catalog import catalog
from server_walks import walk
from table_logs import told_state
from variants import HOUSE_RULES

ROOT = Path(__file__).parents[2]
CATALOG: dict[str, dict[str, Any]] = {edition["id"]: edition for edition in json.loads(catalog())["editions"]}
OPTIONS = [(name, option) for name in editions.names() for option in editions.get(name).options]


def forms(kind: str) -> list[dict[str, Any]]:
    """Every edition's options whose form is of this type."""
    return [option for edition in CATALOG.values() for option in edition["options"] if option["form"]["type"] == kind]


@pytest.mark.parametrize("edition", editions.names())
def test_every_phase_asks_for_something(edition: str) -> None:
    """Every phase of a game has its own prompt or the shared one, both for those asked and for the others."""
    own = editions.get(edition)
    for name in own.phases.values():
        assert name in own.prompts
    for phase in CATALOG[edition]["phases"]:
        assert phase["asks"]
        assert "{seats}" in phase["waits"] or phase["name"] == "over"


@pytest.mark.parametrize("edition", editions.names())
def test_every_verb_has_a_button(edition: str) -> None:
    """A button's label refers only to what follows the verb."""
    for verb in CATALOG[edition]["verbs"]:
        assert verb["says"], verb["word"]
        assert set(re.findall(r"{(\w+)}", verb["says"])) <= {*verb["takes"].split()}


@pytest.mark.parametrize("edition", editions.names())
def test_what_an_edition_shows_is_described(edition: str) -> None:
    """Every field in the special part of a state has a catalog entry that says what it holds."""
    described = {shown["name"]: shown["holds"] for shown in CATALOG[edition]["shows"]}
    seen: set[str] = set()
    for players, seed, variant in ((2, 0, 0), (3, 1, 1), (4, 2, 2), (4, 3, 2), (3, 4, 2)):
        for table in walk(edition, players, seed, variant):
            for viewer in (None, *range(players)):
                special = told_state(table, viewer)["special"]
                seen |= set(special)
                for name, value in special.items():
                    assert fits(described[name], value), (name, value)
    assert set(editions.get(edition).shows) <= seen


def fits(holds: str, value: Any) -> bool:
    """Whether a value fits such a field."""
    kind, _, by_seat = holds.partition(" by ")
    if by_seat:
        return all(key.isdigit() and fits(kind, each) for key, each in value.items())
    types: dict[str, Any] = {"seat": int, "number": int, "card": str, "text": str, "texts": list, "dare": dict, "rule": dict}
    return isinstance(value, types[kind])


@pytest.mark.parametrize("edition", editions.names())
def test_every_edition_has_a_mood(edition: str) -> None:
    """Each edition has three to five colors in hex and a pattern that clients draw."""
    mood = CATALOG[edition]["mood"]
    assert 3 <= len(mood["colors"]) <= 5
    assert all(re.fullmatch(r"#[0-9a-f]{6}", color) for color in mood["colors"])
    assert mood["pattern"] in PATTERNS


def test_kinds_have_the_names_of_the_leaflet() -> None:
    """A name contains no color, emblem or number, and a face says the same for programs."""
    names = {kind["text"]: (kind["name"], kind["face"]) for edition in CATALOG.values() for kind in edition["kinds"]}
    assert names["red-7"] == ("7", "7")
    assert names["gold-draw-two@superman"] == ("Draw Two", "draw-two")
    assert names["wild-draw-four"] == ("Wild Draw Four", "wild-draw-four")
    assert names["wild-rule-of-two@foil"] == ("Wild Rule of Two", "wild-rule-of-two")
    assert names["wild-favorite-line"] == ("Wild My Favorite Line", "wild-favorite-line")
    assert names["wild-custom@batman"] == ("Wild Customizable", "wild-custom")
    assert names["wild-dare-12"] == ("Wild Dare", "wild-dare")
    assert names["hero@batman"] == ("Hero", "hero")


def test_kinds_say_what_is_drawn_on_them() -> None:
    """A card shows figures, a drawing or both, or only its initials if there is nothing else to show."""
    shown = {
        kind["text"]: (kind.get("digits", ""), kind.get("glyph", ""))
        for edition in CATALOG.values()
        for kind in edition["kinds"]
    }
    assert shown["red-0"] == ("0", "")
    assert shown["red-skip"] == ("", "skip")
    assert shown["gold-draw-two@superman"] == ("+2", "")
    assert shown["wild"] == shown["wild@batman"] == ("", "wild")
    assert shown["wild-draw-four"] == ("+4", "")
    assert shown["wild-rule-of-two@foil"] == ("", "pair")
    assert shown["wild-dare-12"] == ("12", "flame")
    assert shown["hero@batman"] == ("", "shield")
    assert all(digits or glyph for digits, glyph in shown.values())


def test_undeclared_cards_are_drawn_by_what_they_do() -> None:
    """A third-party card without a drawing shows how many cards it makes you draw, or only its initials."""
    assert (wild_kind(2, "wild-flood", 4, FX_SPECIAL, makes_draw=6).digits, wild_kind(2, "wild-flood", 4, 0).glyph) == (
        "+6",
        "",
    )


def test_every_drawing_is_drawn() -> None:
    """The browser client draws everything a kind may name and nothing else, and a plain wild is a wheel."""
    drawings = (ROOT / "web/src/cards/face-drawings.ts").read_text(encoding="utf-8")
    drawn = drawings.partition("export const GLYPHS")[2].partition("};")[0]
    assert {*re.findall(r"^  (\w+): ", drawn, re.MULTILINE), "wild"} == set(DRAWINGS)


@pytest.mark.parametrize(("edition", "option"), OPTIONS, ids=[f"{name}-{option.name}" for name, option in OPTIONS])
def test_forms_offer_what_the_option_takes(edition: str, option: Option) -> None:
    """An option accepts every value that its form offers, including both ends of a range and the default."""
    assert offered(option)
    for value in offered(option):
        option.check(value)
    assert any(option.check(value) == option.default for value in offered(option))


def offered(option: Option) -> list[Any]:
    """Some values that the form of an option offers."""
    form = option.form
    kind = form["type"]
    if kind == "choice":
        return [value["value"] for value in form["values"]]
    if kind == "number":
        return [None, form["low"], form["high"], option.default]
    if kind == "rules":
        rule = {"name": "n" * form["longest_name"], "text": "t" * form["longest_text"], "steps": steps(form)}
        return [{place["value"]: None for place in form["places"]}, {form["places"][0]["value"]: rule}]
    if kind == "card-rules":
        rule = {"name": "n" * form["longest_name"], "text": "t" * form["longest_text"], "steps": steps(form)}
        most = [{"when": place["value"], **rule} for place in form["places"][: form["most_rows"]]]
        return [[], most, [{"when": "red-7", **rule}], *([ready] for ready in form["library"])]
    if kind == "dares":
        return [[{"text": "t" * form["longest_text"], "lasting": True}] * form["places"], [None] * form["places"]]
    simple: dict[str, list[Any]] = {"flag": [True, False], "seat": [None, 0]}
    return simple[kind]


def steps(form: dict[str, Any] | Any) -> list[dict[str, Any]]:
    """A rule with as many steps as allowed, each with everything it can take."""
    made = []
    for step in form["steps"][-form["most_steps"] :]:
        who = {"who": step["who"][-1]} if step["who"] else {}
        made.append({"does": step["does"], **who, **({"n": form["most"]} if step["takes_n"] else {})})
    return made


def test_a_client_composes_the_sentence_of_a_house_rule() -> None:
    """Joining clauses with their connecting word gives the same sentence as the rules module, for every step and player."""
    (option,) = forms("rules")
    form = option["form"]
    told = {step["does"]: step for step in form["steps"]}
    assert set(told) == set(STEPS)
    for step in form["steps"]:
        for who in step["who"] or [None]:
            for n in range(1, form["most"] + 1) if step["takes_n"] else [None]:
                given = {"does": step["does"], **({"who": who} if who else {}), **({"n": n} if n else {})}
                rule = check_rule({"name": "x", "text": "y", "steps": [given]})
                assert composed(form, rule["steps"]) == sentence(rule)
    rule = check_rule(HOUSE_RULES[0]["superman"])
    assert composed(form, rule["steps"]) == sentence(rule)


def composed(form: dict[str, Any], rule: list[dict[str, Any]]) -> str:
    """The sentence as a client builds it."""
    told = {step["does"]: step["clauses"] for step in form["steps"]}
    said = []
    for step in rule:
        who, n = step.get("who"), step.get("n")
        clause = next(clause for clause in told[step["does"]] if clause["who"] == who and clause["n"] in (None, n))
        said.append(clause["text"].replace("{n}", str(n)))
    words: str = form["then"].join(said)
    return f"{words[0].upper()}{words[1:]}."


def test_lists_are_in_the_form_of_their_option() -> None:
    """A value that stands for a list contains its items or names the option that the table writes them in."""
    values = [value for option in forms("choice") for value in option["form"]["values"]]
    listed = [value for value in values if "items" in value]
    assert [len(value["items"]) for value in listed] == [16, 16, 16]
    names = {option["name"] for edition in CATALOG.values() for option in edition["options"]}
    assert [value["written"] in names for value in values if "written" in value] == [True]


def test_rules_of_options_are_in_the_rulebook() -> None:
    """An option that names a rule names one from its own edition."""
    for edition in CATALOG.values():
        ids = {rule["id"] for rule in edition["rulebook"]}
        assert {option["rule"] for option in edition["options"] if option["rule"]} <= ids


def test_an_edition_of_somebody_else_has_defaults() -> None:
    """Phases without a prompt, verbs without a button and options without a form get general words."""
    plain = editions.get("classic")
    assert plain.prompt("something else").asks
    assert isinstance(plain, Edition)
    assert Option("x", 1, "about", "anything", lambda value: value).form["type"] == "any"
