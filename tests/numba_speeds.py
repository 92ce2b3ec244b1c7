"""Check that both speeds agree with the installed Numba; with the argument ``plain``, without Numba's private parts.

This program needs lastcard on the path, Numba, and nothing else.
"""

from __future__ import annotations

import sys
import warnings

from lastcard import editions
from lastcard.compiled import Compiled
from lastcard.play.playout import DEFAULT_PEOPLE, People
from lastcard.rules import numba_parts
from lastcard.rules.build import interpret
from lastcard.rules.state import MOVES

ROUNDS = 30


def _gone() -> type[object]:
    raise AttributeError("gone")


def main(expected: str = "fast") -> None:
    """Compile an edition and compare the results of rounds."""
    import numba

    if expected == "plain":
        numba_parts._dispatcher = _gone
    with warnings.catch_warnings():
        warnings.simplefilter("error" if expected == "fast" else "ignore")
        parts = numba_parts.private_parts()
    assert (parts is None) == (expected == "plain"), f"with Numba {numba.__version__} the private parts are {parts}"
    edition = editions.get("dark-side")
    rules = edition.make_rules(edition.read_options(None), 4)
    people, round_, totals = People(), edition.round(), [0] * 13
    vars(round_)["log"] = []
    for name, value in DEFAULT_PEOPLE.items():
        setattr(people, name, value)
    interpret(*edition.assembled("playouts")).playouts([rules], [round_], [people], [0] * MOVES, 1, ROUNDS, totals)
    slow = (ROUNDS, *totals[:3], tuple(totals[3:7]))
    fast = Compiled(edition, players=4, quiet=True, cache=False).playouts(1, ROUNDS)
    assert tuple(fast) == slow, f"with Numba {numba.__version__}: {fast}, not {slow}"
    print(f"Numba {numba.__version__}, {expected}: both speeds agree on {slow}")  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
