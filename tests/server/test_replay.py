"""A finished game is shown again, move by move, from every seat, to those who may have its record."""

from __future__ import annotations

import asyncio
import gc
import json
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from lastcard import Game, InvalidRecord, bots, editions
from lastcard.server import replay as replaying
from lastcard.server import told
from lastcard.server.limits import Limits
from lastcard.server.replay import replay, review
from live import Live, serving
from served import walk
from tables import variants

pytestmark = pytest.mark.anyio


def played(edition: str, players: int = 3, seed: Any = 5, **options: Any) -> Game:
    """A whole game."""
    game = Game(edition, players, seed, {**variants(edition)[2], **options})
    bots.play(game, [bots.get("random")] * players, Random(1))
    return game


@pytest.mark.parametrize("edition", editions.names())
def test_a_replay_is_of_its_type(edition: str) -> None:
    """Every frame from every seat, over all rounds, is of the type that clients have, one for the deal and one a move."""
    game = played(edition, target=150)
    for seat in (None, 0, 2):
        told_replay = msgspec.json.decode(replay(game.record(), seat), type=told.Replay)
        assert len(told_replay.frames) == len(game.record()["moves"]) + 1
        assert told_replay.frames[-1].e == game.event_count


def test_frames_add_up_to_what_the_seat_was_told() -> None:
    """Taken in one after the other, the frames are the states and events that the seat had at the table."""
    *_, table = walk("classic", 3, 5)
    assert table.game is not None
    shown = json.loads(replay(table.record(), 1))
    state: dict[str, Any] = {}
    events: list[Any] = []
    for frame in shown["frames"]:
        state |= frame["set"]
        events += frame["events"]
    at_the_table = json.loads(msgspec.json.encode(table.state(1)))
    assert {name: at_the_table[name] for name in state if name != "seats"} == {n: v for n, v in state.items() if n != "seats"}
    assert [seat["name"] for seat in state["seats"]] == table.names()
    assert events == [event._replace(seen_by=None).to_dict() for event in table.game.events(1)]


def test_a_replay_names_the_moves_and_the_shuffles() -> None:
    """Each frame after the first says who did what and when; the shuffles of a fair deal are those of the game."""
    *_, table = walk("classic", 2, 5)
    assert table.game is not None
    record = table.record()
    shown = json.loads(replay(record, None))
    made = [frame["made"] for frame in shown["frames"][1:]]
    assert [[each["seat"], each["move"], each["at"]] for each in made] == record["moves"]
    assert shown["shuffles"] == [json.loads(json.dumps(shuffle._asdict())) for shuffle in table.game.shuffles()]


@pytest.mark.parametrize(
    ("record", "seat"), [(b"[]", None), (b"{", 0), (b"{}", 0), ({"format": "lastcard-record-1"}, 0)], ids=str
)
def test_what_is_no_record_is_refused(record: Any, seat: int | None) -> None:
    """Anything but a record that can be played again is refused."""
    with pytest.raises(InvalidRecord):
        replay(record, seat)


def test_a_wrong_move_is_told_by_its_number() -> None:
    """Who opens a record hears which move is not allowed, and who asks a program hears why."""
    record = played("classic").record()
    record["moves"][4] = [record["moves"][4][0], "uno"]
    with pytest.raises(InvalidRecord, match="you owe no call") as error:
        replay(record, None)
    assert error.value.says.format(**error.value.args_said) == "move 5 of this record is not allowed"


def test_long_games_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record of too many moves, or one that takes too long, is refused."""
    record = played("classic").record()
    monkeypatch.setattr(replaying, "WITHIN", 0.0001)
    gc.disable()  # a ring inside a callback of the collector would be a warning
    try:
        with pytest.raises(InvalidRecord, match="too long"):
            replay(record, None)
    finally:
        gc.enable()
    monkeypatch.setattr(replaying, "MOST_MOVES", 3)
    with pytest.raises(InvalidRecord, match="more than 3 moves"):
        replay(record, None)


def test_a_seat_that_is_not_there_is_refused() -> None:
    """A replay is from one of the seats of the game."""
    with pytest.raises(InvalidRecord, match="no seat 3"):
        replay(played("classic").record(), 3)


BEARING = Limits(messages_per_second=1000, messages_per_address=1000)  # what nobody does who plays a whole round at once


async def finished(live: Live) -> tuple[dict[str, Any], str]:
    """A table whose game is over, and the other player's token."""
    async with live.pair() as (ann, ben):
        await ann.ready()
        await ben.ready()
        await ann.do("start")
        await ben.reaches(ann.n)
        players = [ann, ben]
        while ann.state["stage"] == "playing":
            mover = players[ann.state["to_move"][0]]
            moves = mover.state["moves"]
            move = next((each for each in moves if each.startswith("play") or each == "uno"), moves[0])
            await mover.move(move)
            for player in players:
                await player.reaches(mover.n)
        return ann.made, ben.token


async def test_a_table_is_shown_to_who_sat_there_or_may_watch(tmp_path: Path) -> None:
    """Players and those with the watch code get the replay from any seat; the invite code and strangers do not."""
    async with serving(tmp_path, limits=BEARING) as live:
        made, other = await finished(live)
        path = f"/api/tables/{made['table']}/replay"

        async def asked(key: str, query: str = "") -> Any:
            headers = {"Authorization": f"Bearer {key}"}
            return (await live.http.get(path + query, headers=headers)).json()

        for key in (made["token"], other, made["watch"]):
            shown = msgspec.convert(await asked(key, "?seat=1"), told.Replay)
            assert shown.frames[0].set.you == 1
        assert (await asked(made["token"]))["frames"][0]["set"]["you"] is None
        assert (await asked(made["invite"]))["refused"]["code"] == "no-seat"
        assert (await asked("0" * 32))["refused"]["code"] == "no-seat"
        assert (await asked(made["token"], "?seat=x"))["refused"]["code"] == "bad-message"
        assert (await asked(made["token"], "?seat=7"))["refused"]["code"] == "bad-record"


@pytest.mark.rule("hidden")
async def test_a_game_that_goes_on_is_not_shown(tmp_path: Path) -> None:
    """Nobody gets a replay, from any seat, before the game is over."""
    async with serving(tmp_path) as live, live.pair() as (ann, ben):
        await ann.ready()
        await ben.ready()
        await ann.do("start")
        headers = {"Authorization": f"Bearer {ann.token}"}
        answer = await live.http.get(f"/api/tables/{ann.made['table']}/replay?seat=1", headers=headers)
        assert answer.json()["refused"]["code"] == "not-over"


async def test_records_are_looked_up_only_so_often(tmp_path: Path) -> None:
    """Whoever asks for the record of a table, allowed to see it or not, may do so a limited number of times."""
    async with serving(tmp_path, limits=Limits(replays_per_minute=2)) as live:
        made = await live.create()
        headers = {"Authorization": "Bearer nonsense"}
        answers = [await live.http.get(f"/api/tables/{made['table']}/record", headers=headers) for _ in range(3)]
    assert [answer.json()["refused"]["code"] == "too-many" for answer in answers] == [False, False, True]


async def test_a_record_is_shown_to_anybody(tmp_path: Path) -> None:
    """Who has a record needs no token; what is no record is refused, and so is too much."""
    record = json.dumps(played("classic").record())
    async with serving(tmp_path, limits=Limits(replays_per_minute=2)) as live:
        shown = await live.http.post("/api/replay?seat=0", content=record)
        msgspec.convert(shown.json(), told.Replay)
        assert shown.headers["content-encoding"] == "gzip"
        refused = await live.http.post("/api/replay", content="{}")
        assert (refused.status_code, refused.json()["refused"]["code"]) == (400, "bad-record")
        assert refused.json()["refused"]["says"] == "this is not the record of a game"
        assert (await live.http.post("/api/replay", content=record)).json()["refused"]["code"] == "too-many"
        large = await live.http.post("/api/replay", content=b" " * (replaying.LARGEST + 1))
        assert large.json()["refused"]["code"] == "too-large"


async def test_a_game_is_reviewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who may have a table's record gets what a seat made of the game, thought about once; so does who sends a record."""
    async with serving(tmp_path, limits=BEARING) as live:
        made, other = await finished(live)
        headers = {"Authorization": f"Bearer {other}"}
        path = f"/api/tables/{made['table']}/review"
        asked = 0

        async def counted(work: Any, record: object, seat: int | None) -> bytes:
            nonlocal asked
            asked += 1
            made: bytes = work(record, seat)
            return made

        monkeypatch.setattr(live.hub.reviewers, "run", counted)
        monkeypatch.setattr(replaying, "EFFORT", 0.001)
        monkeypatch.setattr(replaying, "EFFORT_INTERPRETED", 0.001)
        first = await live.http.get(f"{path}?seat=1", headers=headers)
        found = msgspec.convert(first.json(), told.Review)
        assert (found.seat, found.names) == (1, ["Ann", "Ben"])
        assert [balance.won for balance in found.balances] == [found.chances[-1].win == 1.0]
        assert (await live.http.get(f"{path}?seat=1", headers=headers)).json() == first.json()
        assert asked == 1
        refused = await live.http.get(path, headers=headers)
        assert refused.json()["refused"]["code"] == "bad-record"
        record = await live.http.get(f"/api/tables/{made['table']}/record", headers=headers)
        sent = await live.http.post("/api/review?seat=0", content=record.content)
        assert msgspec.convert(sent.json(), told.Review).seat == 0


async def test_a_review_is_thought_about_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks while it is thought about waits for the same; what went wrong is tried again."""
    async with serving(tmp_path, limits=BEARING) as live:
        made, _ = await finished(live)
        headers = {"Authorization": f"Bearer {made['token']}"}
        asked: list[str] = []
        both, find = asyncio.Event(), live.hub.finished

        async def found(table: str) -> Any:
            asked.append(table)
            if len(asked) == 2:
                both.set()
            return await find(table)

        thought: list[object] = []

        async def thinking(work: Any, record: object, seat: int | None) -> bytes:
            thought.append(seat)
            await both.wait()
            if len(thought) == 1:
                raise BrokenProcessPool
            return b"{}"

        monkeypatch.setattr(live.hub, "finished", found)
        monkeypatch.setattr(live.hub.reviewers, "run", thinking)

        async def ask() -> Any:
            return (await live.http.get(f"/api/tables/{made['table']}/review?seat=1", headers=headers)).json()

        assert [told["refused"]["code"] for told in await asyncio.gather(ask(), ask())] == ["busy", "busy"]
        assert thought == [1]
        assert [await ask(), await ask()] == [{}, {}]
        assert thought == [1, 1]


async def test_reviews_are_limited(tmp_path: Path) -> None:
    """Who asks for too many reviews within an hour is refused."""
    async with serving(tmp_path, limits=Limits(reviews_per_hour=1)) as live:
        refused = [(await live.http.post("/api/review?seat=0", content="{}")).json()["refused"]["code"] for _ in range(2)]
        assert refused == ["bad-record", "too-many"]


def test_reviews_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review that takes too long, of too many rounds, or of no seat of the game is refused."""
    record = played("classic", target=100).record()
    monkeypatch.setattr(replaying, "REVIEW_WITHIN", 0.01)
    with pytest.raises(InvalidRecord, match="too long"):
        review(record, 0)
    monkeypatch.setattr(replaying, "MOST_ROUNDS", 0)
    with pytest.raises(InvalidRecord, match="more than 0 rounds"):
        review(record, 0)
    with pytest.raises(InvalidRecord, match="one of the seats"):
        review(record, 3)
