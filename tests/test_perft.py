"""Perft: the number of ways a tiny position can go on, counting every seat's moves, with one golden row per edition.

Moves out of turn count too. Changing any rule that these positions touch changes a count. If the change is intended,
``scripts/make-goldens`` counts again.
"""

import json

import pytest

from lastcard import editions
from make_goldens import PERFT, POSITIONS, arranged, perft


@pytest.mark.parametrize("edition", editions.names())
def test_perft(edition: str) -> None:
    """The edition's tiny position goes on in exactly as many ways as before."""
    assert edition in POSITIONS, f"{edition} needs a position in make_goldens.py"
    counts = json.loads(PERFT.read_text(encoding="utf-8"))[edition]
    assert len(counts) >= 6
    assert perft(arranged(edition), len(counts)) == counts
