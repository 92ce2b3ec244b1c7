"""The server over its wire: tables are made, joined, played and looked at by clients that know only the protocol."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from lastcard.verify import verify
from live import Live, Player, serving

pytestmark = pytest.mark.anyio


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Live]:
    """A server."""
    async with serving(tmp_path) as live:
        yield live


async def play_on(*players: Player) -> None:
    """Play what is first listed, whoever is to move, until the round is over."""
    while all(player.state["stage"] == "playing" for player in players):
        mover = next((p for p in players if p.state["you"] in p.state["to_move"]), None)
        if mover is None:
            for player in players:
                await player.frame()
            continue
        moves = mover.state["moves"]
        move = next((m for m in moves if m.startswith("play")), moves[0])
        answer = await mover.move(move)
        assert "refused" not in answer, answer
        for player in players:
            await player.reaches(mover.n)


async def test_a_game_is_played_to_its_end(live: Live) -> None:
    """Two people and two bots play a game over WebSockets, and its record proves the deal."""
    async with live.pair(seats=4, bots=2) as (ann, ben):
        await ann.ready()
        await ben.ready()
        await ann.do("start")
        await ben.state_is(lambda state: state["stage"] == "playing")
        await play_on(ann, ben)
        response = await live.http.get(
            f"/api/tables/{ann.made['table']}/record", headers={"Authorization": f"Bearer {ann.token}"}
        )
    assert response.status_code == 200
    assert all(finding.holds for finding in verify(response.text, ann.first["set"]["commitment"]))
