"""Tables of a live server with a prepared game."""

from __future__ import annotations

from typing import Any

from lastcard.game import Game
from lastcard.server.live.room import Room
from live_server import Live, Player

HANDS = [["red-5", "blue-1"], ["red-7", "green-2", "green-3"]]


async def start(ann: Player, *others: Player) -> None:
    """Get everyone's agreement and have the host deal."""
    for player in (ann, *others):
        await player.ready()
    await ann.do("start")
    for player in others:
        await player.state_is(lambda state: state["stage"] == "playing")


async def arranged(live: Live, *players: Player, hands: list[list[str]], top: str = "red-9", **more: Any) -> Room:
    """Start the game and put a prepared position on the table."""
    await start(*players)
    room = live.hub.rooms[players[0].state["table"]]
    async with room.lock:
        room.table.game = Game.arrange(room.table.edition, hands, top=top, **more)
        for seat in room.table.seats:
            seat.asked = 0
        room.tell([])
        live.hub._after(room)
    for player in players:
        await player.state_is(lambda state: state["counts"] == [len(hand) for hand in hands])
    return room
