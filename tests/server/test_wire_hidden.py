"""Non-interference over the wire: what a viewer is sent does not depend on what it cannot see, byte for byte."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from msgspec import UNSET

from lastcard import editions
from lastcard.game import Game
from lastcard.server.live import bots
from lastcard.server.table import frames, log
from lastcard.server.table.state import whole as whole_state
from lastcard.server.table.summary import invitation, written
from lastcard.server.table.table import Table, Viewer
from lastcard.server.table.window import answers_at
from lastcard.server.wire.commands import encode
from lastcard.server.wire.messages import State, UpdateFrame
from lastcard.server.wire.table_settings import Settings
from lastcard.worlds import redeal
from server_walks import LONGEST, NOTHING_YET, Told, updated, walk
from table_logs import told_state
from variants import phases

# Players, seed, variant of the options, number of moves. Some seeds open with a card that asks for an answer.
WALKS = [(2, 0, 0, LONGEST), (3, 1, 1, LONGEST), (4, 2, 2, LONGEST), *((3, seed, 0, 6) for seed in range(10, 40))]


def with_game(table: Table, game: Game) -> Table:
    """The same table with a different game."""
    twin = object.__new__(Table)
    twin.__dict__.update(table.__dict__, game=game)
    return twin


def sent(table: Table, viewer: Viewer, before: Told, since: int) -> list[bytes]:
    """Everything sent to a viewer: a first frame, one after reconnecting, and an update."""
    update, _ = updated(table, viewer, before, since)
    return [frames.first(table, viewer, 0, 9.0)[0], frames.first(table, viewer, since, 9.0)[0], update]


def whole(table: Table, viewer: Viewer, before: State, since: int) -> dict[str, Any]:
    """An update that is worked out for one viewer alone, from the whole state."""
    assert table.game is not None
    frame = UpdateFrame(
        n=table.number,
        e=frames.event_count(table),
        events=frames.told_events(table.game, viewer, since) or UNSET,
        set=frames.difference(before, whole_state(table, viewer))[0],
    )
    found: dict[str, Any] = json.loads(encode(frame))
    return found


@pytest.mark.rule("hidden", "hero-secret")
@pytest.mark.parametrize("edition", editions.names())
def test_frames_tell_nothing_hidden(edition: str) -> None:
    """Redealing what a viewer cannot see changes no byte of what it is sent, in every phase, for seats and spectators."""
    seen = set()
    for players, seed, variant, moves in WALKS:
        rng = Random(seed)
        before: dict[Viewer, Told] = {}
        since = 0
        for number, table in enumerate(walk(edition, players, seed, variant, moves)):
            assert table.game is not None
            is_special = table.game.phase not in ("turn", "drew")
            seen.add(table.game.phase)
            for viewer in (None, *range(players)):
                if is_special or number % 7 == 0:
                    twin = with_game(table, redeal(table.game, viewer, rng))
                    old = before.get(viewer, NOTHING_YET)
                    assert sent(twin, viewer, old, since) == sent(table, viewer, old, since)
                before[viewer] = frames.first(table, viewer, 0, 9.0)[1:]
            since = frames.event_count(table)
    assert seen == phases(edition)


@pytest.mark.rule("hidden", "hero-secret")
@pytest.mark.parametrize("edition", editions.names())
def test_what_all_are_told_is_what_a_spectator_sees(edition: str) -> None:
    """The part of a frame that everybody gets stays the same to the byte whatever anybody holds."""
    rng = Random(3)
    for players, seed, variant, moves in WALKS[:4]:
        before, since = NOTHING_YET[0], 0
        for table in walk(edition, players, seed, variant, moves):
            assert table.game is not None
            twin = with_game(table, redeal(table.game, None, rng))
            shared, now = frames.update(table, before, since)
            assert frames.update(twin, before, since)[0] == shared
            before, since = now, frames.event_count(table)


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", editions.names())
def test_two_parts_make_the_whole(edition: str) -> None:
    """A frame put together from the shared part and a viewer's own is the frame worked out for this viewer alone."""
    for players, seed, variant, moves in WALKS[:6]:
        told: dict[Viewer, Told] = {}
        states: dict[Viewer, State] = {}
        since = 0
        for table in walk(edition, players, seed, variant, moves):
            for viewer in (None, *range(players)):
                frame, told[viewer] = updated(table, viewer, told.get(viewer, NOTHING_YET), since)
                assert json.loads(frame) == whole(table, viewer, states.get(viewer, frames.NOTHING), since)
                states[viewer] = whole_state(table, viewer)
            since = frames.event_count(table)


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
    before: dict[Viewer, Told] = {}
    since = 0
    for table in walk(edition, 3, 5):
        for viewer in (None, 0, 1, 2):
            update, before[viewer] = updated(table, viewer, before.get(viewer, NOTHING_YET), since)
            known[viewer] = known.get(viewer, {}) | json.loads(update).get("set", {})
            assert known[viewer] == told_state(table, viewer)
        since = frames.event_count(table)


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", editions.names())
def test_a_board_is_told_nothing_hidden(edition: str) -> None:
    """A board in the room of the players, with its invitation, gets the same bytes whatever anybody holds.

    It also gets the same bytes whether or not somebody was reported to the host.
    """
    rng, before, since = Random(5), NOTHING_YET, 0
    for number, table in enumerate(walk(edition, 4, 5, 0, 60)):
        assert table.game is not None
        if number == 0:
            table.apply(log.Changed(t=3.0, by=0, settings=Settings(room=True, clock=0)))
            table.apply(log.Silenced(t=3.0, by=0, seat=2, on=True))
        twin = with_game(table, redeal(table.game, None, rng))
        assert sent(twin, None, before, since) == sent(table, None, before, since)
        assert (encode(invitation(twin)), written(twin)) == (encode(invitation(table)), written(table))
        before, since = frames.first(table, None, 0, 9.0)[1:], frames.event_count(table)
        if number == 30:
            table.apply(log.Reported(t=table.time, seat=2, about=0, why="words"))
            assert frames.first(table, None, 0, 9.0)[1:] == before
