"""An edition for the tests with house rules: the shared deck plus one card that carries a rule and can't be blocked."""

from __future__ import annotations

from typing import Any

from lastcard.edition import Edition, edition_2023
from lastcard.events import VOTE_HAPPENINGS
from lastcard.house import check_rule, encode
from lastcard.moves import ANSWER_VERBS, VERBS, VOTE, vote_verb
from lastcard.options import Option, Options
from lastcard.rulebook import Rule
from lastcard.rules import house_steps, votes
from lastcard.rules.house_steps import (
    HOUSE_FIELDS,
    HOUSE_HAPPENINGS,
    HOUSE_PHASES,
    HouseRound,
    HouseRules,
    clear_rule,
    house_verbs,
    rule_moves,
    rule_step,
    start_rule,
)
from lastcard.rules.state import VOTING, Row
from lastcard.rules.votes import cast_vote, vote_moves


def _check(given: Any) -> Any:
    return None if given is None else check_rule(given)


EDITION = edition_2023(
    id="house",
    title="House",
    summary="Wild House runs the rule that the table has written.",
    special="wild-house",
    options=(Option("house_rule", None, "what Wild House does", "a house rule or null", _check, rule="house"),),
    parts=(votes, house_steps),
    phases=HOUSE_PHASES,
    verbs=(*VERBS, *ANSWER_VERBS, vote_verb("house"), *house_verbs("house")),
    happenings=(*VOTE_HAPPENINGS, *HOUSE_HAPPENINGS),
    rulebook=(Rule("house", "Wild House: name a color, then do what the table has written."),),
)


@EDITION.state()
class OurRules(HouseRules):
    """The rules, with a house rule and nothing else."""


@EDITION.state(public=HOUSE_FIELDS, own=("ballots",))
class OurRound(HouseRound):
    """The round, with a running house rule and nothing else."""


@EDITION.hook
def fill(r: Any, edition: Edition, options: Options) -> None:
    """Store the table's one rule."""
    for i, number in enumerate(encode(options["house_rule"])):
        r.house[0][i] = number


@EDITION.hook
def clear_special(r: OurRules, g: OurRound) -> None:
    """Start with no rule running."""
    clear_rule(g)


@EDITION.hook
def on_special(r: OurRules, g: OurRound, seat: int) -> None:
    """Run the rule."""
    start_rule(r, g, seat)


@EDITION.hook
def special_moves(r: OurRules, g: OurRound, seat: int, out: Row) -> int:
    """List what a vote or a rule asks for."""
    return vote_moves(out) if g.phase == VOTING else rule_moves(g, seat, out)


@EDITION.hook
def special_step(r: OurRules, g: OurRound, seat: int, move: int) -> None:
    """Take a vote or an answer to the rule."""
    if move >> 12 == VOTE:
        cast_vote(r, g, seat, move >> 1 & 15)
    else:
        rule_step(r, g, seat, move)
