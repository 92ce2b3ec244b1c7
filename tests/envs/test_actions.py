"""The list of actions, which numbers every move of an edition."""

import pytest

from lastcard import editions
from lastcard.envs import DECLINE, actions
from lastcard.envs.testing import check_actions


@pytest.mark.parametrize("edition", editions.names())
def test_every_legal_move_is_an_action(edition: str) -> None:
    """Every legal move has a number, and the number leads back to it, whichever seat makes it."""
    check_actions(editions.get(edition))


@pytest.mark.parametrize("edition", editions.names())
def test_actions_are_different(edition: str) -> None:
    """No two actions mean the same move, and the first one declines."""
    texts = actions(edition, players=5, seat=3)
    assert texts[DECLINE] == "decline"
    assert len(set(texts)) == len(texts)


def test_seats_are_counted_from_your_own() -> None:
    """The action that names the next seat has the same number for every seat."""
    places = {actions("classic", 4, seat).index(f"catch {(seat + 1) % 4}") for seat in range(4)}
    assert len(places) == 1


def test_text_moves_say_what_the_edition_suggests() -> None:
    """A free-text move uses the edition's first suggestion, or the placeholder."""
    texts = actions("favorite-line")
    assert f"film {editions.get('favorite-line').suggestions['film'][0]}" in texts
    assert "line …" in texts
