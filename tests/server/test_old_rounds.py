"""A served table forgets its old rounds, which its log keeps, and nobody can tell."""

from __future__ import annotations

from random import Random

import pytest

from lastcard import Game, InvalidRecord, editions
from lastcard.server.live.room import Room
from lastcard.server.table import frames, log
from lastcard.server.table.archive import recorded
from lastcard.server.table.table import Table
from lastcard.worlds import redeal
from server_walks import several_rounds

pytestmark = pytest.mark.anyio
PLAYERS = 3


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", editions.names())
async def test_a_table_that_forgets_tells_the_same(edition: str) -> None:
    """Every viewer gets the same frames from a table that has forgotten its old rounds, and nothing hidden."""
    whole, rng, dealt = Table(), Random(1), 0
    room = Room(Table(), lambda: 1.0)
    for number, entry in enumerate(several_rounds(edition, 700)):
        whole.apply(entry)
        room.table.apply(entry)
        room.tell([entry])
        dealt += isinstance(entry, log.Dealt)
        if isinstance(entry, log.Dealt) or number % 97 == 0:
            for viewer in (None, *range(PLAYERS)):
                for seen in (0, frames.event_count(whole) - 3):
                    assert frames.first(room.table, viewer, seen, 9.0) == frames.first(whole, viewer, seen, 9.0)
            if (game := room.table.game) and whole.game:
                world = redeal(game, 1, rng)
                assert (world.view(1).hand, world.events(1)) == (game.view(1).hand, game.events(1))
    assert dealt >= 2
    assert room.table.game is not None
    assert whole.game is not None
    assert len(room.table.game.events(None)) < len(whole.game.events(None)) == whole.game.event_count


async def test_a_game_that_forgets_has_its_record_in_the_log() -> None:
    """A finished game that has forgotten its moves has no record of its own. The log gives the same one."""
    entries = several_rounds("classic", 5000, target=300)
    room = Room(Table(entries), lambda: 1.0)
    assert room.table.game is not None
    with pytest.raises(InvalidRecord):
        room.table.game.record()
    record = recorded(room.table, entries)
    assert record == Table(entries).record()
    assert Game.replay(record).winners == room.table.game.winners
