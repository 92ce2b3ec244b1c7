"""A log has a cap: a game that reaches it ends by its current scores, whoever appends, and its record says so."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lastcard import Game, editions
from lastcard.server.live.replay import replay
from lastcard.server.table import decide, log
from lastcard.server.table.archive import Unplayed
from lastcard.server.table.table import Table
from lastcard.server.wire import commands as wire
from lastcard.server.wire.commands import Refused
from lastcard.testing.walks import choose
from lastcard.verify import verify
from live_server import Live, serving
from server_walks import walk
from table_logs import SECRET, Desk, told_state

pytestmark = pytest.mark.anyio
CAP = 30


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make logs full after a few entries."""
    monkeypatch.setattr(decide, "MOST_ENTRIES", CAP)


@pytest.fixture
async def live(tmp_path: Path, short: None) -> AsyncIterator[Live]:
    """A server with short logs."""
    async with serving(tmp_path) as live:
        yield live


# ---- the table ---------------------------------------------------------------------------------------
def test_a_log_has_25_000_entries() -> None:
    """A table's log is limited to 25,000 entries."""
    assert decide.MOST_ENTRIES == 25_000


def test_a_round_that_is_cut_off_has_no_winner() -> None:
    """When the log is full, the round ends without a winner, the scores so far decide the game, and no clock runs."""
    desk = Desk(people=("Ann", "Bea", "Cleo"), options={"target": 500}, clock=15)
    desk.arrange([["red-1", "red-2"], ["blue-3"], ["blue-4"]], "red-9", scores=[20, 70, 70])
    desk.write([log.Ended(t=desk.now)])
    assert (desk.table.stage, desk.game.winners, desk.game.scores) == ("over", (1, 2), (20, 70, 70))
    assert (desk.game.round_over, desk.game.to_move, desk.table.due) == (True, (), None)
    assert told_state(desk.table, 0)["winner"] is None


def test_with_the_lowest_scoring_the_lowest_score_leads() -> None:
    """If low scores are good, the player with the fewest points wins the game."""
    desk = Desk(options={"target": 500, "scoring": "lowest"})
    desk.arrange([["red-1", "red-2"], ["blue-3"]], "red-9", scores=[20, 70])
    desk.write([log.Ended(t=desk.now)])
    assert desk.game.winners == (0,)


def test_everybody_is_told_in_a_sentence() -> None:
    """Every viewer hears of the end as one event."""
    desk = Desk().start()
    count = desk.game.event_count
    desk.write([log.Ended(t=desk.now)])
    assert [[event.what for event in desk.game.events(seat, count)] for seat in (None, 0, 1)] == [["ended"]] * 3
    assert desk.game.sentences(None, count) == ["The game has gone on too long: it ends here, and the scores so far decide it"]


def test_a_move_after_the_end_is_refused_with_the_reason() -> None:
    """A player who asks why they cannot play hears that the game is over, not that nothing was left to draw."""
    desk = Desk().start()
    desk.write([log.Ended(t=desk.now)])
    with pytest.raises(Refused) as refused:
        decide.decide(desk.table, 0, wire.Why(move="draw"), desk.now)
    assert (refused.value.code, refused.value.rule) == ("game-over", "match-deal")
    assert str(refused.value) == "The game went on too long and is over."


@pytest.mark.parametrize("edition", editions.names())
def test_the_record_of_a_game_that_was_cut_off_replays_and_verifies(edition: str) -> None:
    """The record leads to the same scores, winners and views, can be replayed, and proves its deals."""
    *_, table = walk(edition, 3, seed=5, moves=12)
    table.apply(log.Ended(t=99.0))
    assert table.game is not None
    record = table.record()
    assert record["moves"][-1] == [None, "end"]
    again = Game.replay(record)
    assert (again.over, again.winners, again.scores) == (True, table.game.winners, table.game.scores)
    assert [again.view(seat) for seat in (None, 0, 1, 2)] == [table.game.view(seat) for seat in (None, 0, 1, 2)]
    assert all(finding.holds for finding in verify(record))
    assert b'"ended"' in replay(record, 0)


def cut_off_between_rounds() -> list[log.AnyEntry]:
    """The log of a game that ends after its first round."""
    rng = Random(3)
    body = wire.CreateTable(edition="classic", name="Ann", seats=2, bots=["easy"], options={"target": 5000})
    entries: list[log.AnyEntry] = [decide.create("0" * 16, body, "ann", SECRET, 1.0), log.Started(t=2.0)]
    table = Table(entries)
    while table.stage == "playing":
        assert table.game is not None
        seat, move = choose(table.game, rng)
        entries.append(log.Moved(t=table.time + 1, seat=seat, move=move))
        table.apply(entries[-1])
    assert table.stage == "between"
    return [*entries, log.Ended(t=table.time)]


def test_a_game_may_be_cut_off_between_rounds() -> None:
    """If a game is cut off between rounds, the winner of the last round leads, and the record without the rules agrees."""
    entries = cut_off_between_rounds()
    table = Table(entries)
    record = table.record()
    assert record["winners"] == [record["scores"].index(max(record["scores"]))]
    assert Game.replay(record).winners == tuple(record["winners"])
    unplayed = Unplayed(entries).record()
    assert unplayed == {name: value for name, value in record.items() if name not in ("scores", "winners")}


# ---- decisions ---------------------------------------------------------------------------------------
def test_a_full_log_ends_a_game_and_nothing_else(short: None) -> None:
    """The end is due as soon as a game's log is full, but not before, not in a lobby, and not twice."""
    desk = Desk()
    while desk.table.number < CAP - decide.ENDING:
        assert decide.end_of_log(desk.table) == []
        desk.do(0, wire.Emote(emote="wow"))
    assert decide.end_of_log(desk.table) == []
    desk = Desk().start()
    while desk.table.number < CAP - decide.ENDING:
        assert decide.end_of_log(desk.table) == []
        desk.do(0, wire.Emote(emote="wow"))
    desk.write(decide.end_of_log(desk.table))
    assert desk.table.stage == "over"
    assert decide.end_of_log(desk.table) == []


@pytest.mark.parametrize("stage", ["lobby", "over"])
def test_outside_a_game_a_full_log_takes_no_more(short: None, stage: str) -> None:
    """In a lobby and after a game, entries beyond the cap are refused, but the link to the next table always fits."""
    desk = Desk()
    if stage == "over":
        desk.start().write([log.Ended(t=desk.now)])
    said: list[log.AnyEntry] = [log.Said(t=desk.now, seat=0, text="hi")]
    while desk.table.number + (decide.ENDING if stage == "lobby" else 1) < CAP:
        decide.check_length(desk.table, said)
        desk.write(said)
    with pytest.raises(Refused) as refused:
        decide.check_length(desk.table, said)
    assert (refused.value.code, refused.value.args_said) == ("no-more", {"n": CAP})
    rematch: list[log.AnyEntry] = [log.Rematched(t=desk.now, to="b")]
    decide.check_length(desk.table, rematch)
    desk.write(rematch)
    assert desk.table.number <= CAP


# ---- the server --------------------------------------------------------------------------------------
async def ended(live: Live, table: str) -> None:
    """Check that this table's log is within the cap and says how the game ended."""
    entries = [log.decode(entry) for entry in await live.hub.store.load(table)]
    assert len(entries) <= CAP
    assert sum(isinstance(entry, log.Ended) for entry in entries) == 1
    assert Table(entries).stage == "over"


async def started(*players: Any) -> None:
    """Have everyone agree, and the first player deal."""
    for player in players:
        await player.ready()
    await players[0].do("start")
    for player in players[1:]:
        await player.reaches(players[0].n)


async def test_moves_end_at_the_cap(live: Live) -> None:
    """The move that fills the log is acknowledged and its frame tells the end. Then a rematch is possible, but not chat."""
    async with live.pair(options={"target": 500}) as (ann, ben):
        await started(ann, ben)
        while ann.state["stage"] == "playing":
            mover = ann if 0 in ann.state["to_move"] else ben
            moves = mover.state["moves"]
            answer = await mover.move("pass" if "pass" in moves else "draw" if "draw" in moves else moves[0])
            for player in (ann, ben):
                await player.reaches(answer["n"])
        assert [event["what"] for event in answer["events"]][-1] == "ended"
        assert (ann.state["stage"], ann.state["winners"]) == ("over", [0, 1])
        while "refused" not in (answer := await ann.do("chat", text="well")):
            pass
        assert answer["refused"]["code"] == "no-more"
        assert (await ann.do("rematch"))["made"]
        await ended(live, ann.state["table"])


async def test_chat_ends_at_the_cap(live: Live) -> None:
    """A chat line that fills the log is told along with the end of the game."""
    async with live.pair() as (ann, ben):
        await started(ann, ben)
        while ann.state["stage"] == "playing":
            assert "refused" not in await ann.do("chat", text="hi")
        await ben.reaches(ann.n)
        assert ben.events[-1]["what"] == "ended"
        await ended(live, ann.state["table"])


async def test_bots_end_at_the_cap(live: Live) -> None:
    """A game between bots and one person who does nothing ends at the cap too."""
    made = await live.create(seats=3, bots=2, options={"target": 500})
    async with live.player(made["table"], made["token"]) as ann:
        await started(ann)
        while ann.state["stage"] == "playing":
            if 0 in ann.state["to_move"]:
                moves = ann.state["moves"]
                await ann.move("pass" if "pass" in moves else "draw" if "draw" in moves else moves[0])
            else:
                await ann.frame()
        assert ann.state["stage"] == "over"
        assert live.hub.rooms[made["table"]].table.bot_seats() == []
    await ended(live, made["table"])


async def test_clocks_end_at_the_cap(live: Live) -> None:
    """Clocks and absences fill a log just as moves do."""
    async with live.pair(settings={"clock": 15}, options={"target": 500}) as (ann, ben):
        await started(ann, ben)
        while ann.state["stage"] == "playing":
            live.hub.ownership._start += 20
            await live.hub.timers.time_is_up(live.hub.rooms[ann.state["table"]])
            await ann.reaches(live.hub.rooms[ann.state["table"]].table.number)
            for player in (ann, ben):
                if ann.state["stage"] == "playing":
                    await player.do("back")
            await ann.reaches(ben.n)
        await ended(live, ann.state["table"])


async def test_a_lobby_has_the_same_cap(live: Live) -> None:
    """At the cap a lobby takes no more entries, neither chat nor new players."""
    made = await live.create(seats=3)
    async with live.player(made["table"], made["token"]) as ann:
        while "refused" not in (answer := await ann.do("chat", text="hi")):
            pass
        assert answer["refused"]["code"] == "no-more"
        response = await live.post("/api/join", {"code": made["invite"], "name": "Ben"})
        assert response.json()["refused"]["code"] == "no-more"
    assert len(await live.hub.store.load(made["table"])) <= CAP
