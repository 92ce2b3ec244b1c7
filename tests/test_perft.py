"""Perft: how many ways a tiny position can go on, every seat's moves counted, out of turn too; one golden row an edition.

A change of any rule that these positions touch changes a count. Where the change is meant, ``scripts/make-goldens`` counts
anew.
"""

import json

import pytest

from lastcard import editions
from make_goldens import PERFT, POSITIONS, arranged, perft


@pytest.mark.parametrize("edition", editions.names())
def test_perft(edition: str) -> None:
    """The edition's tiny position goes on in exactly as many ways as counted before."""
    assert edition in POSITIONS, f"{edition} needs a position in make_goldens.py"
    counts = json.loads(PERFT.read_text(encoding="utf-8"))[edition]
    assert len(counts) >= 6
    assert perft(arranged(edition), len(counts)) == counts
