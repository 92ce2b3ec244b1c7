"""The primer: the game in a few sentences, with an example that the game itself judges."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lastcard import editions
from lastcard.primer import ALWAYS, GOAL, NO_MATCH, SAME_COLOR, SAME_SYMBOL, primer


@pytest.mark.parametrize("edition", editions.names())
def test_the_example_has_a_card_for_each_reason(edition: str) -> None:
    """The hand holds a card of the same color, one with the same number, a wild, and one that doesn't match."""
    found = primer(editions.get(edition))
    assert [(each.plays, each.says) for each in found.examples] == [
        (True, SAME_COLOR),
        (True, SAME_SYMBOL),
        (True, ALWAYS),
        (False, NO_MATCH),
    ]
    assert found.top.split("-")[0] == found.examples[0].card.split("-")[0]


def test_without_number_cards_there_is_no_example() -> None:
    """An edition whose numbers are too small for the example keeps the sentences."""
    edition = editions.get("classic")
    low = replace(edition, kinds=tuple(kind for kind in edition.kinds if kind.value < 5))
    assert primer(low).examples == ()
    assert primer(low).lines()[0] == GOAL
