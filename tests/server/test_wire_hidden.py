"""Non-interference over the wire: what a viewer is sent does not depend on what it cannot see, byte for byte."""

from __future__ import annotations

from random import Random

import pytest

from lastcard import editions
from lastcard.game import Game
from lastcard.server import botplay, frames
from lastcard.server.protocol import encode
from lastcard.server.table import Table, Viewer
from lastcard.worlds import redeal
from served import LONGEST, walk
from tables import phases

# Players, seed, which variant of the options, how many moves; some seeds open with a card that asks for an answer.
WALKS = [(2, 0, 0, LONGEST), (3, 1, 1, LONGEST), (4, 2, 2, LONGEST), *((3, seed, 0, 6) for seed in range(10, 40))]


def with_game(table: Table, game: Game) -> Table:
    """The same table with another game at it."""
    twin = object.__new__(Table)
    twin.__dict__.update(table.__dict__, game=game)
    return twin


def sent(table: Table, viewer: Viewer, before: frames.State, since: int) -> list[bytes]:
    """Everything that goes to a viewer: a first frame, one for who reconnects, and an update."""
    update, _ = frames.update(table, viewer, before, since, [])
    return [frames.first(table, viewer, 0, 9.0)[0], frames.first(table, viewer, since, 9.0)[0], encode(update)]


@pytest.mark.rule("hidden", "hero-secret")
@pytest.mark.parametrize("edition", editions.names())
def test_frames_tell_nothing_hidden(edition: str) -> None:
    """Dealing anew what a viewer cannot see changes no byte of what it is sent, in every phase, for seats and spectators."""
    seen = set()
    for players, seed, variant, moves in WALKS:
        rng = Random(seed)
        before: dict[Viewer, frames.State] = {}
        since = 0
        for number, table in enumerate(walk(edition, players, seed, variant, moves)):
            assert table.game is not None
            is_special = table.game.phase not in ("turn", "drew")
            seen.add(table.game.phase)
            for viewer in (None, *range(players)):
                if is_special or number % 7 == 0:
                    twin = with_game(table, redeal(table.game, viewer, rng))
                    old = before.get(viewer, {})
                    assert sent(twin, viewer, old, since) == sent(table, viewer, old, since)
                before[viewer] = table.state(viewer)
            since = frames.event_count(table)
    assert seen == phases(edition)


@pytest.mark.rule("hero-secret")
@pytest.mark.parametrize("edition", editions.names())
def test_bots_are_asked_whatever_they_hold(edition: str) -> None:
    """Which bots are asked, in which order and how fast, is the same whatever a spectator cannot see."""
    rng = Random(1)
    for table in walk(edition, 4, 1):
        assert table.game is not None
        twin = with_game(table, redeal(table.game, None, rng))
        assert [ask.seat for ask in botplay.asks(twin)] == [ask.seat for ask in botplay.asks(table)]
        assert botplay.pace(twin) == botplay.pace(table)


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", editions.names())
def test_updates_add_up_to_the_state(edition: str) -> None:
    """Who takes in every update from the first frame on knows exactly what a fresh first frame tells."""
    known: dict[Viewer, frames.State] = {}
    before: dict[Viewer, frames.State] = {}
    since = 0
    for table in walk(edition, 3, 5):
        for viewer in (None, 0, 1, 2):
            update, before[viewer] = frames.update(table, viewer, before.get(viewer, {}), since, [])
            known[viewer] = {**known.get(viewer, {}), **update.get("set", {})}
            assert known[viewer] == table.state(viewer)
        since = frames.event_count(table)
