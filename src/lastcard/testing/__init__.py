"""The conformance suite: checks that every edition must pass, ours and yours.

From pytest, one test for each property::

    import pytest
    from lastcard import testing
    from my_package.my_edition import EDITION

    @pytest.mark.parametrize("check", testing.CHECKS)
    def test_my_edition(check):
        testing.CHECKS[check](EDITION)

or all at once with :func:`check_edition`. The edition need not be installed. A failing check raises AssertionError with a
sentence that says what is wrong and where: the edition, the players, the seed and the number of moves of the walk that
found it.
"""

from __future__ import annotations

import traceback
import warnings
from collections.abc import Iterable
from unittest import SkipTest

from .. import editions
from ..edition import Edition
from ..errors import InvalidEdition
from . import checks, claims, teaching
from .checks import Check, shown
from .walks import choose, walk

__all__ = ["CHECKS", "Check", "check_edition", "choose", "shown", "walk"]

CHECKS: dict[str, Check] = {
    "identity": checks.check_identity,
    "rules are built": checks.check_rules_build,
    "rulebook": checks.check_rulebook,
    "words": claims.check_words,
    "options": checks.check_options,
    "cards read back": checks.check_cards_read_back,
    "moves are listed": checks.check_moves_listed,
    "chances are marked": checks.check_chances,
    "moves are explained": claims.check_moves_explained,
    "a color is in force": checks.check_color_in_force,
    "everything happens": claims.check_everything_happens,
    "somebody can move": checks.check_somebody_can_move,
    "cards are conserved": checks.check_conservation,
    "rounds end": checks.check_termination,
    "refusals change nothing": checks.check_refusals,
    "refusals are true": claims.check_refusals_true,
    "hidden information": checks.check_hidden_information,
    "records replay": checks.check_replay,
    "lessons": teaching.check_lessons,
    "tips": teaching.check_tips,
    "both speeds agree": checks.check_speeds_agree,
}


def check_edition(edition: str | Edition, only: Iterable[str] | None = None) -> None:
    """Run the checks (``only`` some, by name) on an edition, given as an object or by its id.

    All of them run, unless the rules cannot be built. The AssertionError at the end names each check that failed, with the
    reason. A check that could not run gives a warning.
    """
    found = editions.get(edition)
    failed = []
    for name in CHECKS if only is None else only:
        try:
            CHECKS[name](found)
        except AssertionError as error:
            failed.append(f"{name}: {error}")
        except SkipTest as error:
            warnings.warn(f"{name}: {error}", stacklevel=2)
        except InvalidEdition as error:
            failed.append(f"{name}: {error}")
        except Exception as error:  # noqa: BLE001 - anything may happen in an unfinished edition
            failed.append(f"{name}: {type(error).__name__}: {error} ({_place(error, found)})")
        if failed and CHECKS[name] is checks.check_rules_build:
            break
    if failed:
        raise AssertionError(f"{found.id} does not conform:\n" + "\n".join(failed))


def _place(error: Exception, edition: Edition) -> str:
    """Return where an error was raised, in the edition's own file if it passed through it."""
    frames = traceback.extract_tb(error.__traceback__)
    files = {module.__file__ for module in (*edition.modules, *edition.homes())}
    own = [frame for frame in frames if frame.filename in files]
    frame = (own or frames)[-1]
    return f"{frame.filename}, line {frame.lineno}, in {frame.name}"
