"""The secrecy of ``lastcard mcp``: what a tool answers doesn't depend on what the agent's seat can't see, byte for byte."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from lastcard import Game, editions
from lastcard.agents.seats import Place
from lastcard.server.live.room import Room
from lastcard.server.table.table import Table
from lastcard.testing import walk
from lastcard.tui.local import LocalSeat, seated
from lastcard.worlds import redeal
from live_server import Player
from mcp_agents import Agent, agent, at_a_table, told
from variants import variants

pytestmark = pytest.mark.anyio
EACH_PHASE = 3  # positions of a phase that are dealt again
STEPS = 120  # of an agent
SHORT = {"hand_size": 4, "target": 500}  # short rounds, and several of them
ILLEGAL = "play red-1 uno"


class Heard(NamedTuple):
    """How much an agent knew before it called a tool."""

    told: int
    heard: int
    game: int

    @classmethod
    def by(cls, place: Place) -> Heard:
        """What an agent has been told so far."""
        return cls(place._told, place._heard, place._game)

    def in_place_of(self, place: Place) -> Place:
        """Let another agent have heard just as much."""
        place._told, place._heard, place._game = self
        return place


@pytest.mark.rule("hidden", "hero-secret")
@pytest.mark.parametrize("edition", editions.names())
async def test_answers_tell_nothing_hidden(edition: str) -> None:
    """If what a seat can't see is dealt again, every tool answers its agent the same, byte for byte."""
    reached: Counter[str] = Counter()
    rng = Random(3)
    tried: set[str] = set()
    async with agent() as (player, seats):

        async def answers(game: Game, seat: int) -> list[str]:
            levels = dict.fromkeys(set(range(game.players)) - {seat}, "easy")
            seats._places["token"] = Place("token", LocalSeat(game, seated([], game.players), levels, pace=None))
            player.seat = "token"
            texts = [await player.at(tool) for tool in ("look", "list_moves", "read_rules")]
            moves = Random(1).sample(sorted(tried), min(5, len(tried)))
            return [*texts, *[await player.at("why_not", move=move) for move in moves]]

        for seed, options in enumerate(variants(edition)[:2]):
            for game in walk(edition, 3, seed, {**options, "target": 500}, rounds=2):
                tried.update(str(move) for seat in game.to_move for move in game.moves(seat))
                if reached[game.phase] < EACH_PHASE and rng.random() < 0.3:
                    reached[game.phase] += 1
                    for seat in range(3):
                        assert await answers(redeal(game, seat, rng), seat) == await answers(game, seat)
    assert len(reached) >= 3


def twin_of(place: Place, rng: Random) -> Place:
    """The same seat at a table where everything it can't see is dealt again."""
    seat = place.seat
    assert isinstance(seat, LocalSeat)
    assert seat.number is not None
    again = LocalSeat(redeal(seat.game, seat.number, rng), seat.names, seat.levels, pace=None)
    again.games = seat.games
    return Place("twin", again)


@pytest.mark.rule("hidden", "hero-secret")
@pytest.mark.parametrize("edition", editions.names())
async def test_what_comes_of_a_move_tells_nothing_hidden(edition: str) -> None:
    """What an agent is told after a move, after waiting and at the table is the same if the rest is dealt again."""
    reached: Counter[str] = Counter()
    async with agent() as (player, seats):
        rng, text = Random(2), await player.sit("start_game", edition=edition, players=3, options=SHORT, seed=4)
        place = seats[player.seat]
        for _ in range(STEPS):
            before = Heard.by(place)
            text = await (player.at("wait") if rng.random() < 0.2 else player.step(text))
            if reached[player.tool] < 3 * EACH_PHASE and (player.tool == "at_the_table" or rng.random() < 0.5):
                reached[player.tool] += 1
                assert before.in_place_of(twin_of(place, rng)).report() == text
                seats._places["twin"] = twin_of(place, rng)
                assert await refusal(player, player.seat) == await refusal(player, "twin")
    assert reached["make_move"] == reached["wait"] == 3 * EACH_PHASE
    assert reached["at_the_table"] > 0


async def refusal(player: Agent, seat: str) -> str:
    """What an agent is told when it makes a move that is refused, and why it is."""
    why = await player.call("why_not", seat=seat, move=ILLEGAL)
    if why == "That move is allowed now.":
        return why
    return why + told(await player.client.call_tool("make_move", {"seat": seat, "move": ILLEGAL}))


# ---- a server's table ------------------------------------------------------------------------------
def with_game(table: Table, game: Game) -> Table:
    """The same table with a different game."""
    twin = object.__new__(Table)
    twin.__dict__.update(table.__dict__, game=game)
    return twin


async def come_back(gone: Agent, before: Heard) -> list[str]:
    """What an agent is told that comes back to its seat and had heard this much before."""
    async with agent() as (player, seats):
        player.seat = gone.seat
        await player.call("join_table", link=gone.link, seat=gone.seat)
        before.in_place_of(seats[gone.seat])
        texts = [await player.at(tool) for tool in ("look", "look", "list_moves", "read_rules")]
        return [*texts, await player.at("why_not", move=ILLEGAL)]


def is_asked(ann: Player) -> bool:
    """Whether the game waits for the person who plays against the agent."""
    state = ann.state
    return bool(state["stage"] == "playing" and 0 in state["to_move"] and state["moves"])


async def waits(player: Agent, ann: Player, rng: Random) -> str:
    """Let an agent wait while the person at the table plays by chance."""
    waiting = asyncio.create_task(player.at("wait"))
    while not waiting.done():
        if is_asked(ann):
            await ann.move(rng.choice(ann.state["moves"]).replace("…", f"Take {rng.random()}"))
        await ann.do("ping")
    return await waiting


@pytest.mark.rule("hidden", "hero-secret")
@pytest.mark.parametrize("edition", editions.names())
async def test_a_servers_table_tells_an_agent_nothing_hidden(tmp_path: Path, edition: str) -> None:
    """At a server's table, too, every answer is the same if everything that the agent's seat can't see is dealt again."""
    reached: Counter[str] = Counter()
    rng = Random(5)
    async with at_a_table(tmp_path, edition, options={**SHORT, "dealer": 0}) as (live, ann, player, seats):
        place, [room] = seats[player.seat], live.hub.rooms.values()
        text = await player.at("at_the_table", action="ready")
        await ann.ready()
        await ann.do("start")
        player.may_be_late = True
        for _ in range(STEPS):
            await ann.do("ping")
            if ann.state["stage"] == "between" and not ann.state["seats"][0]["ready"]:
                await ann.ready()
            before = Heard.by(place)
            text = await (waits(player, ann, rng) if is_asked(ann) else player.step(text))
            game = room.table.game
            if (
                game is not None
                and game.event_count == place._told
                and reached[player.tool] < EACH_PHASE
                and rng.random() < 0.3
            ):
                reached[player.tool] += 1
                true, again = await both(room, player, before, rng)
                assert again == true
                assert true[0] == text
            if min(reached["make_move"], reached["wait"]) == EACH_PHASE:
                break
        else:
            pytest.fail(f"only {reached}")


async def both(room: Room, player: Agent, before: Heard, rng: Random) -> tuple[list[str], list[str]]:
    """What an agent is told that comes back to the true table, and to one where what it can't see is dealt again."""
    true = await come_back(player, before)
    table = room.table
    assert table.game is not None
    room.table = with_game(table, redeal(table.game, 1, rng))
    try:
        return true, await come_back(player, before)
    finally:
        room.table = table
