"""The rulebook of one table: its own rules first, and what they change in the leaflet."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from lastcard import cli, editions, presets
from lastcard.table_rulebook import rulebook_at
from lastcard.tui.words import option_lines, origin_at


def test_a_table_by_the_leaflet_has_the_leaflets_rules() -> None:
    """Where nothing is changed, no table rule is in the book, and every rule holds as it is written."""
    classic = editions.get("classic")
    book = rulebook_at(classic, classic.read_options(None))
    assert [entry.rule for entry in book] == [rule for rule in classic.rulebook if not rule.table]
    assert not any(entry.changed_by for entry in book)


def test_a_changed_table_begins_with_its_own_rules() -> None:
    """Only the rules that a table has chosen are in its book. They come first, and the leaflet's say what changes them."""
    classic = editions.get("classic")
    book = rulebook_at(classic, classic.read_options({"stacking": "any", "hand_size": 5}))
    own = [entry.rule.id for entry in book if entry.rule.table]
    assert own == [entry.rule.id for entry in book[: len(own)]]
    assert {"stack", "hand-size", "turn-limit"} <= set(own)
    assert "jump-in" not in own
    changed = {entry.rule.id: entry.changed_by for entry in book if entry.changed_by}
    assert changed["turn-no-stacking"] == ("Stacking",)
    assert changed["setup-deal"] == ("Hand size",)
    entry = next(entry for entry in book if entry.rule.id == "setup-deal")
    assert origin_at(entry) == "leaflet, changed here by Hand size"


@pytest.mark.parametrize("edition", editions.names())
def test_what_table_rules_change_exists(edition: str) -> None:
    """The rules that a table rule brings are in every rulebook that offers it, and those it changes are in some."""
    found = editions.get(edition)
    known = {rule.id: rule for rule in found.rulebook}
    every = {rule.id for name in editions.names() for rule in editions.get(name).rulebook}
    for option in found.options:
        assert all(known[rule].table for rule in option.brings)
        assert bool(option.brings) == bool(option.group)
        assert set(option.changes) <= every


def test_the_command_shows_a_tables_rules() -> None:
    """``lastcard rules EDITION --rules`` shows the rulebook of that table, and without it every rule there is."""
    plain, changed = (CliRunner().invoke(cli.app, ["rules", "classic", *more]).stdout for more in ([], ["--rules", "ruthless"]))
    assert "changed here by Last card" in " ".join(changed.split())
    assert "jump-in" in plain.split("Rules\n")[-1]
    assert "jump-in  table rule" not in changed
    assert presets.find("ruthless")


def test_an_older_option_stands_aside() -> None:
    """The option that a table rule has replaced is not listed beside it, unless a table still uses it."""
    classic = editions.get("classic")
    said = "You may bluff with a Wild Draw Four"
    assert not any(line.startswith(said) for line in option_lines(classic, classic.read_options(None)))
    assert any(line.startswith(said) for line in option_lines(classic, classic.read_options({"bluff": False})))
