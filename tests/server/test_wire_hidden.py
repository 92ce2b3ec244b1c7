"""Non-interference over the wire: what a viewer is sent does not depend on what it cannot see, byte for byte."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from lastcard import editions
from lastcard.game import Game
from lastcard.server.live import bots
from lastcard.server.table import frames, log
from lastcard.server.table.fold import Table, Viewer
from lastcard.server.table.summary import invitation, written
from lastcard.server.table.window import answers_at
from lastcard.server.wire.commands import encode
from lastcard.server.wire.messages import State
from lastcard.server.wire.table_settings import Settings
from lastcard.worlds import redeal
from server_walks import LONGEST, walk
from table_logs import told_state
from variants import phases

# Players, seed, variant of the options, number of moves. Some seeds open with a card that asks for an answer.
WALKS = [(2, 0, 0, LONGEST), (3, 1, 1, LONGEST), (4, 2, 2, LONGEST), *((3, seed, 0, 6) for seed in range(10, 40))]


def with_game(table: Table, game: Game) -> Table:
    """The same table with a different game."""
    twin = object.__new__(Table)
    twin.__dict__.update(table.__dict__, game=game)
    return twin


def sent(table: Table, viewer: Viewer, before: State, since: int) -> list[bytes]:
    """Everything sent to a viewer: a first frame, one after reconnecting, and an update."""
    update, _ = frames.update(table, viewer, before, since, [])
    return [frames.first(table, viewer, 0, 9.0)[0], frames.first(table, viewer, since, 9.0)[0], encode(update)]


@pytest.mark.rule("hidden", "hero-secret")
@pytest.mark.parametrize("edition", editions.names())
def test_frames_tell_nothing_hidden(edition: str) -> None:
    """Redealing what a viewer cannot see changes no byte of what it is sent, in every phase, for seats and spectators."""
    seen = set()
    for players, seed, variant, moves in WALKS:
        rng = Random(seed)
        before: dict[Viewer, State] = {}
        since = 0
        for number, table in enumerate(walk(edition, players, seed, variant, moves)):
            assert table.game is not None
            is_special = table.game.phase not in ("turn", "drew")
            seen.add(table.game.phase)
            for viewer in (None, *range(players)):
                if is_special or number % 7 == 0:
                    twin = with_game(table, redeal(table.game, viewer, rng))
                    old = before.get(viewer, frames.NOTHING)
                    assert sent(twin, viewer, old, since) == sent(table, viewer, old, since)
                before[viewer] = table.state(viewer)
            since = frames.event_count(table)
    assert seen == phases(edition)


@pytest.mark.rule("hero-secret")
@pytest.mark.parametrize("edition", editions.names())
def test_bots_are_asked_whatever_they_hold(edition: str) -> None:
    """Which bots are asked, in which order and how fast, does not depend on what a spectator cannot see."""
    rng = Random(1)
    for table in walk(edition, 4, 1):
        assert table.game is not None
        twin = with_game(table, redeal(table.game, None, rng))
        assert [asked.seat for asked in bots.questions(twin)] == [asked.seat for asked in bots.questions(table)]
        assert bots.pace(twin) == bots.pace(table)


@pytest.mark.rule("hero-secret")
@pytest.mark.parametrize("edition", editions.names())
def test_cards_take_effect_whatever_anyone_holds(edition: str) -> None:
    """Whether and when a card takes effect by itself does not depend on what a spectator cannot see."""
    rng = Random(1)
    for players, seed, variant, moves in WALKS:
        for table in walk(edition, players, seed, variant, moves):
            game = table.game
            assert game is not None
            if game.phase == "answer":
                assert answers_at(redeal(game, None, rng), Settings(), 1.0) == answers_at(game, Settings(), 1.0)


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", editions.names())
def test_updates_add_up_to_the_state(edition: str) -> None:
    """Applying every update to the first frame gives exactly what a fresh first frame tells."""
    known: dict[Viewer, dict[str, Any]] = {}
    before: dict[Viewer, State] = {}
    since = 0
    for table in walk(edition, 3, 5):
        for viewer in (None, 0, 1, 2):
            update, before[viewer] = frames.update(table, viewer, before.get(viewer, frames.NOTHING), since, [])
            known[viewer] = known.get(viewer, {}) | json.loads(encode(update)).get("set", {})
            assert known[viewer] == told_state(table, viewer)
        since = frames.event_count(table)


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", editions.names())
def test_a_board_is_told_nothing_hidden(edition: str) -> None:
    """A board in the room of the players, with its invitation, gets the same bytes whatever anybody holds.

    It also gets the same bytes whether or not somebody was reported to the host.
    """
    rng, before, since = Random(5), frames.NOTHING, 0
    for number, table in enumerate(walk(edition, 4, 5, 0, 60)):
        assert table.game is not None
        if number == 0:
            table.apply(log.Changed(t=3.0, by=0, settings=Settings(room=True, clock=0)))
            table.apply(log.Silenced(t=3.0, by=0, seat=2, on=True))
        twin = with_game(table, redeal(table.game, None, rng))
        assert sent(twin, None, before, since) == sent(table, None, before, since)
        assert (encode(invitation(twin)), written(twin)) == (encode(invitation(table)), written(table))
        before, since = table.state(None), frames.event_count(table)
        if number == 30:
            table.apply(log.Reported(t=table.time, seat=2, about=0, why="words"))
            assert table.state(None) == before
