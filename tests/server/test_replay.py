"""A finished game is replayed move by move, from every seat, for those who may have its record."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from lastcard import Game, InvalidRecord, bots, editions
from lastcard.bots import trials
from lastcard.bots.workers import Full
from lastcard.review_forms import BestMove, Review, ReviewPart
from lastcard.server.http.limits import Limits
from lastcard.server.live import replay as replaying
from lastcard.server.live.replay import best_move, replay, review
from lastcard.server.table import log
from lastcard.server.wire import messages
from live_server import Live, eventually, serving
from server_walks import walk
from table_logs import told_state
from variants import variants

pytestmark = pytest.mark.anyio


def played(edition: str, players: int = 3, seed: Any = 5, **options: Any) -> Game:
    """A whole game."""
    game = Game(edition, players, seed, {**variants(edition)[2], **options})
    bots.play(game, [bots.get("random")] * players, Random(1))
    return game


@pytest.mark.parametrize("edition", editions.names())
def test_a_replay_is_of_its_type(edition: str) -> None:
    """Every frame from every seat, over all rounds, has the client's type: one for the deal and one per move."""
    game = played(edition, target=150)
    for seat in (None, 0, 2):
        told_replay = msgspec.json.decode(replay(game.record(), seat), type=messages.Replay)
        assert len(told_replay.frames) == len(game.record()["moves"]) + 1
        assert told_replay.frames[-1].e == game.event_count


def test_frames_add_up_to_what_the_seat_was_told() -> None:
    """Applied one after the other, the frames give the states and events that the seat had at the table."""
    *_, table = walk("classic", 3, 5)
    assert table.game is not None
    shown = json.loads(replay(table.record(), 1))
    state: dict[str, Any] = {}
    events: list[Any] = []
    for frame in shown["frames"]:
        state |= frame["set"]
        events += frame["events"]
    at_the_table = told_state(table, 1)
    assert {name: at_the_table[name] for name in state if name != "seats"} == {n: v for n, v in state.items() if n != "seats"}
    assert [seat["name"] for seat in state["seats"]] == table.names()
    assert events == [event._replace(seen_by=None).to_dict() for event in table.game.events(1)]


def test_a_replay_names_the_moves_and_the_shuffles() -> None:
    """Each frame after the first says who did what and when, and the shuffles of a fair deal match the game."""
    *_, table = walk("classic", 2, 5)
    assert table.game is not None
    record = table.record()
    shown = json.loads(replay(record, None))
    made = [frame["made"] for frame in shown["frames"][1:]]
    assert [[each["seat"], each["move"], each["at"]] for each in made] == record["moves"]
    assert shown["shuffles"] == [json.loads(json.dumps(shuffle._asdict())) for shuffle in table.game.shuffles()]


def test_a_replay_shows_the_faces_that_players_picked() -> None:
    """A record has the picked faces, if there are any, and its replay shows them."""
    *_, table = walk("classic", 3, 5)
    assert "faces" not in table.record()
    table.apply(log.Faced(t=table.time, seat=1, face=7))
    record = table.record()
    assert record["faces"] == Game.replay(record).record()["faces"] == [0, 7, 0]
    (seats,) = [frame["set"]["seats"] for frame in json.loads(replay(record, None))["frames"] if "seats" in frame["set"]]
    assert [seat.get("face") for seat in seats] == [None, 7, None]


@pytest.mark.parametrize(
    ("record", "seat"), [(b"[]", None), (b"{", 0), (b"{}", 0), ({"format": "lastcard-record-1"}, 0)], ids=str
)
def test_what_is_not_a_record_is_refused(record: Any, seat: int | None) -> None:
    """Anything but a playable record is refused."""
    with pytest.raises(InvalidRecord):
        replay(record, seat)


def test_a_wrong_move_is_told_by_its_number() -> None:
    """Opening a bad record names the move that is not allowed, and the exception itself says why."""
    record = played("classic").record()
    record["moves"][4] = [record["moves"][4][0], "uno"]
    with pytest.raises(InvalidRecord, match="You don't have to call UNO now") as error:
        replay(record, None)
    assert error.value.says.format(**error.value.args_said) == "Move 5 of this record isn't allowed."


def test_games_with_too_many_moves_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record with too many moves is refused before it is replayed."""
    monkeypatch.setattr(replaying, "MOST_MOVES", 3)
    with pytest.raises(InvalidRecord, match="more than 3 moves"):
        replay(played("classic").record(), None)


def test_games_that_take_too_long_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay that goes on past its limit of CPU time is stopped and refused."""

    def busy(*_: object) -> bytes:
        while time.thread_time() < end:
            pass
        return b""

    end = time.thread_time() + 10
    monkeypatch.setattr(replaying, "_told", busy)
    monkeypatch.setattr(replaying, "WITHIN", 0.01)
    with pytest.raises(InvalidRecord, match="too long"):
        replay(played("classic").record(), None)


def test_the_limit_of_a_replay_is_cpu_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for the machine does not get a replay refused, because only CPU time counts."""
    timers: list[tuple[float, ...]] = []

    def told(*_: object) -> bytes:
        timers.extend(signal.getitimer(which) for which in (signal.ITIMER_PROF, signal.ITIMER_REAL))
        return b""

    monkeypatch.setattr(replaying, "_told", told)
    replay(played("classic").record(), None)
    assert 0 < timers[0][0] <= replaying.WITHIN + 0.1
    assert timers[1] == (0.0, 0.0)


def test_a_seat_that_is_not_there_is_refused() -> None:
    """A replay is from one of the seats of the game."""
    with pytest.raises(InvalidRecord, match="no seat 3"):
        replay(played("classic").record(), 3)


BEARING = Limits(messages_per_second=1000, messages_per_address=1000)  # only tests play a whole round at once


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


async def test_a_table_is_shown_to_whoever_sat_there_or_may_watch(tmp_path: Path) -> None:
    """Players and holders of the watch code get the replay from any seat. The invite code and strangers do not."""
    async with serving(tmp_path, limits=BEARING) as live:
        made, other = await finished(live)
        path = f"/api/tables/{made['table']}/replay"

        async def asked(key: str, query: str = "") -> Any:
            headers = {"Authorization": f"Bearer {key}"}
            return (await live.http.get(path + query, headers=headers)).json()

        for key in (made["token"], other, made["watch"]):
            shown = msgspec.convert(await asked(key, "?seat=1"), messages.Replay)
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
    """Requests for a table's record are limited, whether or not the client may see it."""
    async with serving(tmp_path, limits=Limits(replays_per_minute=2), refills=False) as live:
        made = await live.create()
        headers = {"Authorization": "Bearer nonsense"}
        answers = [await live.http.get(f"/api/tables/{made['table']}/record", headers=headers) for _ in range(3)]
    assert [answer.json()["refused"]["code"] == "too-many" for answer in answers] == [False, False, True]


async def test_a_record_is_shown_to_anybody(tmp_path: Path) -> None:
    """Sending a record needs no token, but invalid, oversized and too frequent ones are refused."""
    record = json.dumps(played("classic").record())
    async with serving(tmp_path, limits=Limits(replays_per_minute=2), refills=False) as live:
        shown = await live.http.post("/api/replay?seat=0", content=record)
        msgspec.convert(shown.json(), messages.Replay)
        assert shown.headers["content-encoding"] == "gzip"
        refused = await live.http.post("/api/replay", content="{}")
        assert (refused.status_code, refused.json()["refused"]["code"]) == (400, "bad-record")
        assert refused.json()["refused"]["says"] == "This isn't the record of a game."
        assert (await live.http.post("/api/replay", content=record)).json()["refused"]["code"] == "too-many"
        large = await live.http.post("/api/replay", content=b" " * (replaying.LARGEST + 1))
        assert large.json()["refused"]["code"] == "too-large"


async def test_a_game_is_reviewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who may have a table's record, or who send a record, get a review that is worked out once."""
    async with serving(tmp_path, limits=BEARING) as live:
        made, other = await finished(live)
        headers = {"Authorization": f"Bearer {other}"}
        path = f"/api/tables/{made['table']}/review"
        asked = 0

        async def counted(work: Any, record: object, seat: int | None, **_: Any) -> bytes:
            nonlocal asked
            asked += 1
            made: bytes = work(record, seat)
            return made

        monkeypatch.setattr(live.hub.reviewers, "run", counted)
        monkeypatch.setattr(replaying, "EFFORT", 0.001)
        monkeypatch.setattr(replaying, "EFFORT_INTERPRETED", 0.001)
        first = await live.http.get(f"{path}?seat=1", headers=headers)
        found = msgspec.convert(first.json(), Review)
        assert (found.seat, found.names) == (1, ["Ann", "Ben"])
        assert [balance.won for balance in found.balances] == [found.chances[-1].win == 1.0]
        assert (await live.http.get(f"{path}?seat=1", headers=headers)).json() == first.json()
        assert asked == 1
        refused = await live.http.get(path, headers=headers)
        assert refused.json()["refused"]["code"] == "bad-record"
        record = await live.http.get(f"/api/tables/{made['table']}/record", headers=headers)
        sent = await live.http.post("/api/review?seat=0", content=record.content)
        assert msgspec.convert(sent.json(), Review).seat == 0


async def test_a_review_is_followed_while_it_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that accepts lines hears what a review finds as it goes on, then the review itself or the reason it failed."""
    async with serving(tmp_path, limits=BEARING) as live:
        made, _ = await finished(live)
        headers = {"Authorization": f"Bearer {made['token']}", "Accept": "application/x-ndjson"}

        async def thinking(_work: Any, _record: object, seat: int | None, *, hear: Any, **_: Any) -> bytes:
            if seat == 1:
                raise TimeoutError
            hear(b'{"looked":0}')
            hear(b'{"looked":1}')
            return b'{"seat":0}'

        monkeypatch.setattr(live.hub.reviewers, "run", thinking)
        told = [await live.http.get(f"/api/tables/{made['table']}/review?seat={seat}", headers=headers) for seat in (0, 1)]
        lines = [json.loads(line) for line in told[0].text.splitlines()]
        assert told[0].headers["content-type"] == "application/x-ndjson"
        assert lines == [{"looked": 0}, {"looked": 1}, {"seat": 0}]
        assert json.loads(told[1].text)["refused"]["code"] == "busy"
        again = await live.http.get(f"/api/tables/{made['table']}/review?seat=0", headers=headers)
        assert again.text == '{"seat":0}\n'


def test_a_review_reports_every_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review reports after every move what it has found, which adds up to the whole review."""
    monkeypatch.setattr(replaying, "EFFORT", 0.001)
    monkeypatch.setattr(replaying, "EFFORT_INTERPRETED", 0.001)
    parts: list[ReviewPart] = []
    monkeypatch.setattr(replaying, "report", lambda told: parts.append(msgspec.json.decode(told, type=ReviewPart)))
    found = msgspec.json.decode(review(played("classic", 2, target=None).record(), 0), type=Review)
    assert [part.looked for part in parts] == list(range(len(parts)))
    assert [chance for part in parts for chance in part.chances] == found.chances
    assert [decision for part in parts for decision in part.decisions] == found.decisions


async def test_a_review_is_thought_about_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who ask while a review is under way share its result, and a failed one is tried again."""
    async with serving(tmp_path, limits=BEARING) as live:
        made, _ = await finished(live)
        headers = {"Authorization": f"Bearer {made['token']}"}
        asked: list[str] = []
        both, find = asyncio.Event(), live.hub.finished.find

        async def found(table: str, viewer: str) -> Any:
            asked.append(table)
            if len(asked) == 2:
                both.set()
            return await find(table, viewer)

        thought: list[object] = []

        async def thinking(work: Any, record: object, seat: int | None, **_: Any) -> bytes:
            thought.append(seat)
            await both.wait()
            if len(thought) == 1:
                raise BrokenProcessPool
            return b"{}"

        monkeypatch.setattr(live.hub.finished, "find", found)
        monkeypatch.setattr(live.hub.reviewers, "run", thinking)

        async def ask() -> Any:
            return (await live.http.get(f"/api/tables/{made['table']}/review?seat=1", headers=headers)).json()

        assert [told["refused"]["code"] for told in await asyncio.gather(ask(), ask())] == ["busy", "busy"]
        assert thought == [1]
        assert [await ask(), await ask()] == [{}, {}]
        assert thought == [1, 1]


@pytest.mark.parametrize("what", ["replay", "review"])
async def test_equal_records_are_looked_at_once(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same record for the same seat is worked on once, but another seat or record is separate work."""
    async with serving(tmp_path) as live:
        looked: list[tuple[object, int | None]] = []
        admitted: list[str] = []
        go_on, guard = asyncio.Event(), live.web.parts.gate.guard
        take = guard.take

        def admit(what: str, address: str) -> None:
            take(what, address)
            admitted.append(what)

        async def looking(work: Any, record: object, seat: int | None, **_: Any) -> bytes:
            looked.append((record, seat))
            await go_on.wait()
            return b"{}"

        monkeypatch.setattr(guard, "take", admit)
        monkeypatch.setattr(live.hub.replayers if what == "replay" else live.hub.reviewers, "run", looking)
        sent = [(b"[1]", 0), (b"[1]", 0), (b"[1]", 1), (b"[2]", 0), (b"[1]", 0)]
        asked = [asyncio.create_task(live.http.post(f"/api/{what}?seat={s}", content=record)) for record, s in sent]
        await eventually(lambda: admitted.count(f"{what}s") == len(sent))
        go_on.set()
        assert [answer.json() for answer in await asyncio.gather(*asked)] == [{}] * len(sent)
        assert sorted(looked) == sorted(set(sent))


async def test_the_best_move_of_a_game_is_looked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who may have a table's record get a seat's best move, worked out once, after reviews that people asked for."""
    async with serving(tmp_path, limits=BEARING) as live:
        made, other = await finished(live)
        path, headers = f"/api/tables/{made['table']}/best-move", {"Authorization": f"Bearer {other}"}
        asked: list[bool] = []

        async def counted(work: Any, record: object, seat: int | None, *, urgent: bool, **_: Any) -> bytes:
            asked.append(urgent)
            made: bytes = work(record, seat)
            return made

        monkeypatch.setattr(live.hub.reviewers, "run", counted)
        monkeypatch.setattr(replaying, "EFFORT", 0.001)
        answers = [(await live.http.get(f"{path}?seat=1", headers=headers)).json() for _ in range(2)]
        assert msgspec.convert(answers[0], BestMove).looked
        assert answers[0] == answers[1]
        assert asked == [False]
        assert (await live.http.get(path, headers=headers)).json()["refused"]["code"] == "bad-record"


async def test_looks_for_best_moves_can_be_turned_off(tmp_path: Path) -> None:
    """A server whose limit is zero refuses every look before any work is done."""
    async with serving(tmp_path, limits=replace(BEARING, best_moves_per_hour=0)) as live:
        made, other = await finished(live)
        headers = {"Authorization": f"Bearer {other}"}
        refused = await live.http.get(f"/api/tables/{made['table']}/best-move?seat=1", headers=headers)
        assert refused.json()["refused"]["code"] == "too-many"


def test_a_look_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search for the best move that takes too long says that the server didn't look."""
    monkeypatch.setattr(replaying, "BEST_WITHIN", 0.01)
    found = msgspec.json.decode(best_move(played("classic", target=100).record(), 0), type=BestMove)
    assert found == BestMove(looked=False)


async def test_reviews_are_limited(tmp_path: Path) -> None:
    """Asking for too many reviews within an hour is refused."""
    async with serving(tmp_path, limits=Limits(reviews_per_hour=1)) as live:
        refused = [(await live.http.post("/api/review?seat=0", content="{}")).json()["refused"]["code"] for _ in range(2)]
        assert refused == ["bad-record", "too-many"]


def test_reviews_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review that takes too long, has too many rounds or names no seat of the game is refused."""
    record = played("classic", target=100).record()
    monkeypatch.setattr(replaying, "REVIEW_WITHIN", 0.01)
    with pytest.raises(InvalidRecord, match="too long"):
        review(record, 0)
    monkeypatch.setattr(replaying, "MOST_ROUNDS", 0)
    with pytest.raises(InvalidRecord, match="more than 0 rounds"):
        review(record, 0)
    with pytest.raises(InvalidRecord, match="one of the game's seats"):
        review(record, 3)


def test_the_end_of_a_game_that_was_cut_off_is_no_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with the maximum number of rounds can be reviewed, even if it was ended in the last one."""
    game = Game("classic", 2, seed=4, options={"target": 500})
    game.end()
    monkeypatch.setattr(replaying, "MOST_ROUNDS", 1)
    assert len(json.loads(review(game.record(), 0))["balances"]) == 1


def long_record(moves: int) -> dict[str, Any]:
    """A well-formed record of this many moves that nobody could have made."""
    record: dict[str, Any] = dict(played("classic").record())
    return {**record, "moves": [[0, "draw"]] * moves}


def test_a_review_that_would_cost_too_much_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review's cost is known from the record, so too many moves are refused before any is examined."""
    monkeypatch.setattr("lastcard.bots.trials.prepare", trials.interpreted)

    def begun(*_: object, **__: object) -> None:
        raise AssertionError("the review has begun")

    monkeypatch.setattr("lastcard.review.Reviewer", begun)
    with pytest.raises(InvalidRecord, match="A game of 20000 moves is too long"):
        review(long_record(20_000), 0)


def test_a_long_review_takes_less_effort() -> None:
    """An ordinary game gets the full effort per round, while long games and more players leave less for each move."""

    def effort(moves: int, rounds: int, players: int) -> float:
        return replaying._effort(moves, rounds, players, is_compiled=True)

    assert effort(60, 1, 4) == replaying.EFFORT
    assert effort(700, 7, 4) == replaying.EFFORT / 7
    assert effort(3000, 20, 4) < replaying.EFFORT / 20
    assert effort(1500, 10, 10) < effort(1500, 10, 4)


@pytest.mark.parametrize("players", [2, 4, 10])
@pytest.mark.parametrize("is_compiled", [False, True])
def test_no_review_costs_more_than_the_limit(players: int, *, is_compiled: bool) -> None:
    """By these prices no review costs more than the limit, however long the game, and longer games are refused."""
    move, player, whole = replaying.PRICES if is_compiled else replaying.PRICES_INTERPRETED
    for moves in range(1, 100_000, 10):
        try:
            effort = replaying._effort(moves, 1, players, is_compiled=is_compiled)
        except InvalidRecord:
            assert moves > 100
            return
        assert moves * (move + player * players + whole * effort) <= replaying.DEAREST + 1e-6
    raise AssertionError("no game is too long")


async def test_an_address_has_its_turn_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address with too many waiting reviews is refused with a sentence, and hints and replays do not wait for reviews."""
    async with serving(tmp_path, trusted_proxies=("127.0.0.1",)) as live:

        async def turned_away(*_: object, key: str, **__: object) -> Any:
            raise Full(None if key == "10.0.0.2" else 10)

        monkeypatch.setattr(live.hub.reviewers, "run", turned_away)

        async def ask(address: str) -> Any:
            headers = {"X-Forwarded-For": address}
            answer = await live.http.post("/api/review?seat=0", content="{}", headers=headers)
            return answer.status_code, answer.json()["refused"]["code"], answer.json()["refused"]["says"]

        assert await ask("10.0.0.1") == (
            429,
            "too-many",
            "{n} requests from your address are already waiting: try again later.",
        )
        assert (await ask("10.0.0.2"))[:2] == (503, "busy")
        assert (await live.http.post("/api/replay", content="{}")).json()["refused"]["code"] == "bad-record"


async def test_hints_have_a_worker_of_their_own(tmp_path: Path) -> None:
    """Bots, hints, replays and reviews wait in separate queues, which the metrics show."""
    async with serving(tmp_path) as live:
        hub = live.hub
        assert len({id(each) for each in (hub.thinkers, hub.advisers, hub.replayers, hub.reviewers)}) == 4
        await live.http.post("/api/replay", content="{}")
        text = (await live.http.get("/metrics")).text.splitlines()
        for work in ("bots", "hints", "replays", "reviews"):
            assert f'lastcard_queue_length{{work="{work}"}} 0' in text
            assert f'lastcard_queue_seconds_count{{work="{work}"}} {int(work == "replays")}' in text
