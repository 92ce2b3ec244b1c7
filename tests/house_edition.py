"""An edition for the tests with house rules: the shared deck plus one card that carries a rule and can't be blocked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lastcard.cards import FX_SPECIAL
from lastcard.edition import Edition, edition_2023
from lastcard.house_rules import OWN_RULE, check_rule
from lastcard.moves import ANSWER_VERBS, VERBS, house_verbs, vote_verb
from lastcard.options import Option, Options
from lastcard.rulebook import Rule
from lastcard.rules.house_steps import start_rule
from lastcard.rules.state import Round, Rules


def _check(given: Any) -> Any:
    return None if given is None else check_rule(given)


EDITION = edition_2023(
    id="house",
    title="House",
    summary="Wild House runs the rule that the table has written.",
    special="wild-house",
    options=(Option("house_rule", None, "what Wild House does", "a house rule or null", _check, rule="house"),),
    verbs=(*VERBS, *ANSWER_VERBS, vote_verb("house"), *house_verbs("house")),
    rulebook=(Rule("house", "Wild House: name a color, then do what the table has written."),),
)


@EDITION.hook
def own_rules(options: Options) -> Sequence[Any]:
    """Return the table's one rule."""
    return [options["house_rule"]]


@EDITION.hook
def fill(r: Any, edition: Edition, options: Options) -> None:
    """Let Wild House carry the rule."""
    for kind in edition.kinds:
        if kind.effect == FX_SPECIAL:
            r.written[kind.code] = OWN_RULE


@EDITION.hook
def on_special(r: Rules, g: Round, seat: int) -> None:
    """Run the rule."""
    start_rule(r, g, seat, 0)
