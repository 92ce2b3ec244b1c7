"""The conformance suite of lastcard.testing, over every edition that is installed, and over editions broken on purpose."""

import dataclasses
import sys
import types
from collections.abc import Callable
from typing import Any

import pytest

from lastcard import Edition, editions, testing
from lastcard.moves import DRAW
from lastcard.options import Option
from lastcard.rules.build import kernel
from lastcard.rules.core import add, add_plays, begin, gain, take
from lastcard.rules.state import Round, Row, Rules

# Compiling takes its time: both speeds are compared in test_speeds.py.
INTERPRETED = [name for name in testing.CHECKS if name != "both speeds agree"]


@pytest.mark.parametrize("check", INTERPRETED)
@pytest.mark.parametrize("edition", editions.names())
def test_edition_conforms(edition: str, check: str) -> None:
    """Every edition that is installed passes every check of the suite."""
    testing.check_edition(edition, [check])


def fails(edition: Edition, check: str, says: str) -> None:
    """The suite refuses this edition, and says why."""
    with pytest.raises(AssertionError, match=says):
        testing.check_edition(edition, [check])


def classic(**changes: Any) -> Edition:
    """Classic with other data."""
    return dataclasses.replace(editions.get("classic"), **changes)


def broken(monkeypatch: pytest.MonkeyPatch, *kernels: Callable[..., Any]) -> Edition:
    """Classic with kernels replaced."""
    module = types.ModuleType("broken_rules")
    for function in kernels:
        function.__module__ = module.__name__
        setattr(module, function.__name__, function)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return editions.get("classic").with_kernels(module, id="broken")


def test_leaking_view_does_not_conform() -> None:
    """An edition whose view tells a hidden hand fails the check of hidden information."""
    leaky = classic(sees=lambda r, g, seat, said, options: {"first": list(g.hand[0])})
    fails(leaky, "hidden information", "depends on hidden cards")


def test_unmarked_chance_does_not_conform() -> None:
    """An edition whose call is not marked as a move out of turn fails the check of chances."""
    verbs = tuple(verb._replace(chance=False) for verb in editions.get("classic").verbs)
    fails(classic(verbs=verbs), "chances are marked", "the verb of '(uno|catch .)' is not marked as a chance")


def test_lost_card_does_not_conform(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition in which a penalty loses a card fails the check of conservation."""

    @kernel
    def draw_cards(g: Round, seat: int, count: int) -> None:
        for _ in range(count):
            take(g)

    fails(broken(monkeypatch, draw_cards), "cards are conserved", "missing")


def test_duplicate_move_does_not_conform(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition that lists a move twice fails the check of moves."""

    @kernel
    def special_chances(r: Rules, g: Round, seat: int, out: Row, n: int) -> int:
        return add(out, add(out, n, DRAW << 12), DRAW << 12)

    fails(broken(monkeypatch, special_chances), "moves are listed", "twice")


def test_move_nobody_asks_for_does_not_conform(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition with a move out of turn that no offer announces fails the check that somebody can move."""

    @kernel
    def special_chances(r: Rules, g: Round, seat: int, out: Row, n: int) -> int:
        return add(out, n, DRAW << 12)

    fails(broken(monkeypatch, special_chances), "somebody can move", "nobody would ask")


def test_waiting_in_vain_does_not_conform(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition that waits for seats without a move fails the check that somebody can move."""

    @kernel
    def duties(r: Rules, g: Round, seat: int, out: Row) -> int:
        return add_plays(r, g, seat, out, 0)

    fails(broken(monkeypatch, duties), "somebody can move", "no legal move")


def test_endless_round_does_not_conform(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition in which nobody ever goes out fails the check that rounds end."""

    @kernel
    def on_out(r: Rules, g: Round, seat: int) -> None:
        gain(g, seat, take(g))
        begin(g, seat)

    monkeypatch.setattr("lastcard.testing.walks.LONGEST", 500)
    monkeypatch.setattr("lastcard.testing.checks.TABLES", ((2, 1),))
    fails(broken(monkeypatch, on_out), "rounds end", "no end")


def test_wrong_default_does_not_conform() -> None:
    """An edition with a default that the option itself refuses fails the check of options."""

    def check(value: Any) -> Any:
        if value != "green":
            raise ValueError
        return value

    shade = Option("shade", "red", "the shade", "green", check)
    fails(classic(options=(*editions.get("classic").options, shade)), "options", "shade is green")


def test_rule_id_twice_does_not_conform() -> None:
    """An edition with two rules of one id fails the check of the rulebook."""
    rulebook = editions.get("classic").rulebook
    fails(classic(rulebook=(*rulebook, rulebook[0])), "rulebook", "stands twice")


def test_suite_names_every_failure() -> None:
    """One run names every check that failed, each with its reason."""
    rulebook = editions.get("classic").rulebook
    edition = classic(rulebook=(*rulebook, rulebook[0]), title="")
    with pytest.raises(AssertionError, match=r"(?s)identity: .*no title.*\nrulebook: .*stands twice"):
        testing.check_edition(edition, ["identity", "rulebook", "options"])


def test_suite_takes_an_edition_that_is_not_installed() -> None:
    """An edition that is not installed is checked all the same, its replay included."""
    testing.check_edition(classic(id="classic-at-home"), ["records replay", "identity"])
