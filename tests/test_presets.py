"""Presets of table rules, the sentences that players read about them, and both as they are typed in a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lastcard import Game, editions, presets
from lastcard.edition import Edition
from lastcard.errors import InvalidOption
from lastcard.table_rules import GROUPS
from lastcard.tui.words import option_lines, table_rule_lines
from table_choices import choices
from test_cli import refusal, run

every_preset = pytest.mark.parametrize("preset", presets.PRESETS, ids=presets.names())


@every_preset
@pytest.mark.parametrize("edition", editions.names())
def test_a_preset_applies_what_an_edition_has(edition: str, preset: presets.Preset) -> None:
    """A preset can be played in every edition. What it left out is exactly what the edition does not have."""
    found = editions.get(edition)
    chosen, left_out = presets.applied(preset, found.options)
    assert {**chosen, **{name: preset.options[name] for name in left_out}} == dict(preset.options)
    assert {option.name for option in found.options}.isdisjoint(left_out)
    game = Game(edition, 4, seed=1, options=chosen)
    assert {name: game.options[name] for name in chosen} == chosen
    assert presets.preset_of(game.options, found.options) is not None


@every_preset
def test_every_preset_names_known_rules(preset: presets.Preset) -> None:
    """A preset names only table rules that some edition has, each different from the leaflet."""
    known = {option.name: option for option in editions.get(editions.DEFAULT).options}
    assert all(known[name].check(value) != known[name].default for name, value in preset.options.items())


def test_a_table_finds_its_preset() -> None:
    """A table that plays by a preset knows its name, other options or not. One that differs from all of them has none."""
    offered = editions.get("classic").options
    ruthless = presets.find("Ruthless")
    assert presets.preset_of({**ruthless.options, "target": 500}, offered) == ruthless
    assert presets.preset_of({}, offered) == presets.LEAFLET
    assert presets.preset_of({"stacking": "same"}, offered) is None


@pytest.mark.parametrize("edition", [editions.get(name) for name in editions.names()], ids=editions.names())
def test_every_table_rule_has_words(edition: Edition) -> None:
    """Every table rule has a known group, a title, an example, and a sentence for every way to change the leaflet."""
    for option in edition.options:
        if not option.group:
            continue
        assert option.group in GROUPS
        assert option.title
        assert option.example
        for value in choices(edition).get(option.name, ()):
            if value != option.default:
                told = str(option.tell(value))
                assert told.endswith((".", "!", "?")), (option.name, value)
                assert told != option.about, (option.name, value)


def test_rules_are_typed() -> None:
    """Rules that are typed change a preset, and a value can come from a file."""
    offered = editions.get("classic").options
    read = presets.read_rules(offered, "family", ["uno_penalty=3", "must_play=true", "last_card=no-wild"])
    expected = {"hand_size": 5, "draw_four": "free", "uno_penalty": 3, "must_play": True, "last_card": "no-wild"}
    assert read == (expected, ())


def test_a_rule_comes_from_a_file(tmp_path: Path) -> None:
    """With @, the value of a rule is read from a JSON file."""
    (tmp_path / "size.json").write_text("9")
    assert presets.read_rules(editions.get("classic").options, None, [f"hand_size=@{tmp_path / 'size.json'}"])[0] == {
        "hand_size": 9
    }
    (tmp_path / "broken.json").write_text("{")
    with pytest.raises(InvalidOption, match="is not JSON"):
        presets.read_rules(editions.get("classic").options, None, [f"hand_size=@{tmp_path / 'broken.json'}"])


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (["classic", "--rules", "ruthles"], "there is no preset 'ruthles'; did you mean 'ruthless'?"),
        (["classic", "--rules", "kind"], "there is no preset 'kind'; there are leaflet, family, party, ruthless"),
        (["classic", "--rule", "stackng=any"], "there is no table rule 'stackng'; did you mean 'stacking'?"),
        (["classic", "--rule", "target=500"], "target is an option, not a table rule: set it with --option"),
        (["classic", "--rule", "stacking"], "write a rule as NAME=VALUE, as in stacking=any, not 'stacking'"),
        (["classic", "--rule", "draw=one", "--rule", "draw=one"], "rule 'draw' is given twice"),
        (["classic", "--rule", "stacking=always"], 'stacking is "off" or "same" or "up" or "any", not \'always\''),
        (["classic", "--rule", "draw=@no.json"], "cannot read 'no.json': No such file or directory"),
        (
            ["dare", "--rule", "stacking=any"],
            "the table rule stacking needs cards that are not in this edition; this edition has",
        ),
        (["classic", "--rules", "party", "-o", "stacking=up"], "stacking is given twice"),
        (["classic", "-p", "10", "--rule", "hand_size=8"], "10 players can be dealt at most 7 cards each, not 8"),
    ],
)
def test_wrong_rules_are_refused(typed: list[str], says: str) -> None:
    """A wrong preset or rule is one line that says what to type instead."""
    assert says in refusal("deal", *typed)


def test_a_preset_is_dealt() -> None:
    """``--rules`` and ``--rule`` set up the table, and a preset says what it left out."""
    told = json.loads(run("deal", "classic", "--rules", "family", "--rule", "hand_size=4", "--json").stdout)
    assert told["counts"] == [4] * 4
    assert told["options"]["draw_four"] == "free"
    dare = run("deal", "dare", "--rules", "ruthless", "--json")
    assert f"Ruthless without Stacking, Deflecting: {editions.get('dare').title} has no cards for that" in dare.stderr
    assert json.loads(dare.stdout)["options"]["last_card"] == "number"


def test_a_terminal_says_what_is_changed() -> None:
    """A terminal says in sentences which rules a table has changed, with the preset's name, and nothing otherwise."""
    classic = editions.get("classic")
    assert table_rule_lines(classic, classic.read_options({})) == []
    (line,) = table_rule_lines(classic, presets.find("family").options)
    assert line.startswith("Table rules (Family): ")
    assert "Everyone starts with 5 cards." in line
    (line,) = table_rule_lines(classic, {"stacking": "same"})
    assert line.startswith("Table rules: Hit by a draw card?")
    assert "Your last card can't be a wild." in option_lines(classic, classic.read_options({"last_card": "no-wild"}))
