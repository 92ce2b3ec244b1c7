"""The catalog holds what a client needs to draw and to explain an edition that it does not know."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from lastcard import Edition, editions
from lastcard.edition import PATTERNS
from lastcard.house import STEPS, check_rule, sentence
from lastcard.options import Option
from lastcard.server.catalog import catalog
from served import walk
from tables import HOUSE_RULES

CATALOG: dict[str, dict[str, Any]] = {edition["id"]: edition for edition in json.loads(catalog())["editions"]}
OPTIONS = [(name, option) for name in editions.names() for option in editions.get(name).options]


def forms(kind: str) -> list[dict[str, Any]]:
    """The options of every edition whose form is of this type."""
    return [option for edition in CATALOG.values() for option in edition["options"] if option["form"]["type"] == kind]


@pytest.mark.parametrize("edition", editions.names())
def test_every_phase_asks_for_something(edition: str) -> None:
    """Every phase that a game can be in has a prompt of its own or the shared one, for who is asked and for the others."""
    own = editions.get(edition)
    for name in own.phases.values():
        assert name in own.prompts
    for phase in CATALOG[edition]["phases"]:
        assert phase["asks"]
        assert "{seats}" in phase["waits"] or phase["name"] == "over"


@pytest.mark.parametrize("edition", editions.names())
def test_every_verb_has_a_button(edition: str) -> None:
    """What stands on a button names only what follows the verb."""
    for verb in CATALOG[edition]["verbs"]:
        assert verb["says"], verb["word"]
        assert set(re.findall(r"{(\w+)}", verb["says"])) <= {*verb["takes"].split()}


@pytest.mark.parametrize("edition", editions.names())
def test_what_an_edition_shows_is_described(edition: str) -> None:
    """Whatever stands in the special part of a state has an entry in the catalog, which says what it holds."""
    described = {shown["name"]: shown["holds"] for shown in CATALOG[edition]["shows"]}
    seen: set[str] = set()
    for players, seed, variant in ((2, 0, 0), (3, 1, 1), (4, 2, 2), (4, 3, 2), (3, 4, 2)):
        for table in walk(edition, players, seed, variant):
            for viewer in (None, *range(players)):
                special = table.state(viewer)["special"]
                seen |= set(special)
                for name, value in special.items():
                    assert fits(described[name], value), (name, value)
    assert seen == set(described)


def fits(holds: str, value: Any) -> bool:
    """Whether a value is what such a field holds."""
    kind, _, by_seat = holds.partition(" by ")
    if by_seat:
        return all(key.isdigit() and fits(kind, each) for key, each in value.items())
    types: dict[str, Any] = {"seat": int, "number": int, "card": str, "text": str, "texts": list, "dare": dict, "rule": dict}
    return isinstance(value, types[kind])


@pytest.mark.parametrize("edition", editions.names())
def test_every_edition_has_a_mood(edition: str) -> None:
    """Three to five colors in hex, and a pattern that clients draw."""
    mood = CATALOG[edition]["mood"]
    assert 3 <= len(mood["colors"]) <= 5
    assert all(re.fullmatch(r"#[0-9a-f]{6}", color) for color in mood["colors"])
    assert mood["pattern"] in PATTERNS


def test_kinds_have_the_names_of_the_leaflet() -> None:
    """A name has neither color nor emblem nor number, and a face says the same for programs."""
    names = {kind["text"]: (kind["name"], kind["face"]) for edition in CATALOG.values() for kind in edition["kinds"]}
    assert names["red-7"] == ("7", "7")
    assert names["gold-draw-two@superman"] == ("Draw Two", "draw-two")
    assert names["wild-draw-four"] == ("Wild Draw Four", "wild-draw-four")
    assert names["wild-rule-of-two@foil"] == ("Wild Rule of Two", "wild-rule-of-two")
    assert names["wild-favorite-line"] == ("Wild My Favorite Line", "wild-favorite-line")
    assert names["wild-custom@batman"] == ("Wild Customizable", "wild-custom")
    assert names["wild-dare-12"] == ("Wild Dare", "wild-dare")
    assert names["hero@batman"] == ("Hero", "hero")


@pytest.mark.parametrize(("edition", "option"), OPTIONS, ids=[f"{name}-{option.name}" for name, option in OPTIONS])
def test_forms_offer_what_the_option_takes(edition: str, option: Option) -> None:
    """Every value that a form offers is taken by its option, at both ends of a range too, and the default is one of them."""
    assert offered(option)
    for value in offered(option):
        option.check(value)
    assert any(option.check(value) == option.default for value in offered(option))


def offered(option: Option) -> list[Any]:
    """Values that the form of an option offers."""
    form = option.form
    kind = form["type"]
    if kind == "choice":
        return [value["value"] for value in form["values"]]
    if kind == "number":
        return [None, form["low"], form["high"], option.default]
    if kind == "rules":
        rule = {"name": "n" * form["longest_name"], "text": "t" * form["longest_text"], "steps": steps(form)}
        return [{place["value"]: None for place in form["places"]}, {form["places"][0]["value"]: rule}]
    if kind == "dares":
        return [[{"text": "t" * form["longest_text"], "lasting": True}] * form["places"], [None] * form["places"]]
    simple: dict[str, list[Any]] = {"flag": [True, False], "seat": [None, 0]}
    return simple[kind]


def steps(form: dict[str, Any] | Any) -> list[dict[str, Any]]:
    """As many steps as a rule may have, each with the most that it takes."""
    made = []
    for step in form["steps"][-form["most_steps"] :]:
        who = {"who": step["who"][-1]} if step["who"] else {}
        made.append({"does": step["does"], **who, **({"n": form["most"]} if step["takes_n"] else {})})
    return made


def test_a_client_composes_the_sentence_of_a_house_rule() -> None:
    """Clauses and the word between them make the sentence that the rules' own module makes, for every step and player."""
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
    """The sentence, as a client makes it."""
    told = {step["does"]: step["clauses"] for step in form["steps"]}
    said = []
    for step in rule:
        who, n = step.get("who"), step.get("n")
        clause = next(clause for clause in told[step["does"]] if clause["who"] == who and clause["n"] in (None, n))
        said.append(clause["text"].replace("{n}", str(n)))
    words: str = form["then"].join(said)
    return f"{words[0].upper()}{words[1:]}."


def test_lists_are_in_the_form_of_their_option() -> None:
    """A value that stands for a list holds its items, or names the option in which the table writes them."""
    values = [value for option in forms("choice") for value in option["form"]["values"]]
    listed = [value for value in values if "items" in value]
    assert [len(value["items"]) for value in listed] == [16, 16, 16]
    names = {option["name"] for edition in CATALOG.values() for option in edition["options"]}
    assert [value["written"] in names for value in values if "written" in value] == [True]


def test_rules_of_options_are_in_the_rulebook() -> None:
    """An option that names a rule names one of its edition's."""
    for edition in CATALOG.values():
        ids = {rule["id"] for rule in edition["rulebook"]}
        assert {option["rule"] for option in edition["options"] if option["rule"]} <= ids


def test_an_edition_of_somebody_else_has_defaults() -> None:
    """Phases without a prompt, verbs without a button and options without a form are told in general words."""
    plain = editions.get("classic")
    assert plain.prompt("something else").asks
    assert isinstance(plain, Edition)
    assert Option("x", 1, "about", "anything", lambda value: value).form["type"] == "any"
