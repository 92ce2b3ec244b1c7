"""The conformance suite: what every edition must satisfy, ours and anybody else's.

From pytest, one test for each property::

    import pytest
    from lastcard import testing
    from my_package.my_edition import EDITION

    @pytest.mark.parametrize("check", testing.CHECKS)
    def test_my_edition(check):
        testing.CHECKS[check](EDITION)

or all at once with :func:`check_edition`. The edition need not be installed. A check that fails raises AssertionError with
a sentence that says what is wrong and where: edition, players, seed and number of moves of the walk that found it.
"""

from __future__ import annotations

from collections.abc import Iterable

from .. import editions
from ..edition import Edition
from . import checks
from .checks import Check, shown
from .walks import choose, walk

__all__ = ["CHECKS", "Check", "check_edition", "choose", "shown", "walk"]

CHECKS: dict[str, Check] = {
    "identity": checks.check_identity,
    "rulebook": checks.check_rulebook,
    "options": checks.check_options,
    "cards read back": checks.check_cards_read_back,
    "moves are listed": checks.check_moves_listed,
    "chances are marked": checks.check_chances,
    "somebody can move": checks.check_somebody_can_move,
    "cards are conserved": checks.check_conservation,
    "rounds end": checks.check_termination,
    "refusals change nothing": checks.check_refusals,
    "hidden information": checks.check_hidden_information,
    "records replay": checks.check_replay,
    "both speeds agree": checks.check_speeds_agree,
}


def check_edition(edition: str | Edition, only: Iterable[str] | None = None) -> None:
    """Run the checks (``only`` some, by name) on an edition, given itself or by its id.

    All of them are run; the AssertionError at the end names each that failed, with its reason.
    """
    found = editions.get(edition)
    failed = []
    for name in CHECKS if only is None else only:
        try:
            CHECKS[name](found)
        except AssertionError as error:
            failed.append(f"{name}: {error}")
    if failed:
        raise AssertionError(f"{found.id} does not conform:\n" + "\n".join(failed))
