"""Permission comes before work: a stranger cannot make the server read a log, and equal work is done once."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.requests import Request

from lastcard.server.http.app import Study
from lastcard.server.http.limits import Limits
from lastcard.server.live import reader
from lastcard.server.table import log
from lastcard.server.table.summary import written
from lastcard.server.table.table import Table, hashed
from lastcard.server.wire.table_settings import Settings
from lastcard.testing.walks import choose
from live_server import PATIENCE, Live, Player, serving

pytestmark = pytest.mark.anyio

STRANGER = "0" * 32
OWNER, WATCH = "ab" * 16, "AAAA-BBBB-CCCC"
BEARING = Limits(replays_per_minute=1000, reviews_per_hour=1000)


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Live]:
    """A running server."""
    async with serving(tmp_path, limits=BEARING) as live:
        yield live


def game(table: str, *, over: bool) -> list[log.AnyEntry]:
    """A two-player game by the shared rules, played to its end or to its tenth move."""
    rng = Random(2)
    people: list[log.Person | None] = [log.Person("Ann", token_hash=hashed(OWNER)), log.Person("Bo", level="easy")]
    settings = Settings(pace="fast", grace=0, clock=0)
    made = log.Created(t=1.0, table=table, edition="classic", options={}, settings=settings, people=people, secret="5e" * 32)
    entries: list[log.AnyEntry] = [made, log.Started(t=2.0)]
    folded = Table(entries)
    while folded.game and not folded.game.over and (over or len(entries) < 12):
        seat, move = choose(folded.game, rng)
        entries.append(log.Moved(t=folded.time + 1, seat=seat, move=move))
        folded.apply(entries[-1])
    return entries


async def put(live: Live, *, over: bool = True, summary: bool = True, public: bool = False) -> str:
    """A table that is in the store but not in memory."""
    table = "c" * 16
    entries = game(table, over=over)
    first, *rest = (log.encode(entry) for entry in entries)
    store, told = live.hub.store, written(Table(entries)) if summary else ""
    holders = [(hashed(OWNER), 0)]
    await store.create(table, hashed("i"), hashed(WATCH), first, public=public, due=None, now=1.0, holders=holders)
    status = "over" if over else "playing"
    assert await store.append(table, 2, rest, due=None, status=status, seats=2, now=1.0, summary=told)
    return table


@contextmanager
def counted(live: Live, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Record every log that is read in the meantime."""
    loads: list[str] = []
    load = live.hub.store.load

    async def counting(table: str, since: int = 0) -> list[bytes]:
        loads.append(table)
        return await load(table, since)

    with monkeypatch.context() as patch:
        patch.setattr(live.hub.store, "load", counting)
        yield loads


def bearer(key: str) -> dict[str, str]:
    """The header with a key."""
    return {"Authorization": f"Bearer {key}"}


# ---- strangers ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("part", ["", "/record", "/replay", "/replay?seat=0", "/review?seat=0", "/best-move?seat=0"])
@pytest.mark.parametrize("over", [True, False])
async def test_a_made_up_token_reads_no_log(live: Live, monkeypatch: pytest.MonkeyPatch, part: str, over: bool) -> None:
    """Requests for a table, its record, replay or review with a token that has no seat are refused before the log is read."""
    table = await put(live, over=over)
    with counted(live, monkeypatch) as loads:
        answers = [await live.http.get(f"/api/tables/{table}{part}", headers=bearer(STRANGER)) for _ in range(3)]
    assert {(answer.status_code, answer.json()["refused"]["code"]) for answer in answers} == {(403, "no-seat")}
    assert loads == []
    assert not live.hub.rooms


COMMANDS: list[dict[str, Any]] = [
    {"do": "ping"},
    {"do": "move", "move": "draw", "n": 1},
    {"do": "why", "move": "draw"},
    {"do": "hint"},
    {"do": "rematch"},
    {"do": "chat", "text": "hi"},
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command["do"])
async def test_a_strangers_command_reads_no_log(live: Live, monkeypatch: pytest.MonkeyPatch, command: dict[str, Any]) -> None:
    """A command with a token that has no seat is refused with 403 before the table's log is read."""
    table = await put(live, over=False)
    with counted(live, monkeypatch) as loads:
        answer = await live.post(f"/api/tables/{table}/commands", command, token=STRANGER)
    assert (answer.status_code, answer.json()["refused"]["code"]) == (403, "no-seat")
    assert loads == []
    assert not live.hub.rooms


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command["do"])
async def test_a_strangers_command_is_refused_at_a_table_in_memory(live: Live, command: dict[str, Any]) -> None:
    """A table in memory refuses strangers with the same code, whatever they ask for."""
    async with live.pair() as (ann, _):
        answer = await live.post(f"/api/tables/{ann.made['table']}/commands", command, token=STRANGER)
    assert (answer.status_code, answer.json()["refused"]["code"]) == (403, "no-seat")


@pytest.mark.parametrize(("hello", "code"), [({"token": STRANGER}, 4401), ({"watch": "0000-0000-0000"}, 4403)])
async def test_a_strangers_hello_reads_no_log(
    live: Live, monkeypatch: pytest.MonkeyPatch, hello: dict[str, str], code: int
) -> None:
    """A WebSocket with a token that has no seat, or a wrong watch code, is closed before the table's log is read."""
    table = await put(live)
    with counted(live, monkeypatch) as loads:
        async with live.socket(table) as socket:
            await socket.send(json.dumps(hello))
            assert (await Player(socket).closed())[0] == code
    assert loads == []


@pytest.mark.parametrize("key", ["0000-0000-0000", "nonsense", STRANGER])
async def test_a_wrong_code_for_a_record_reads_no_log(live: Live, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """A request for a record with a made-up code is refused before the log is read."""
    table = await put(live)
    with counted(live, monkeypatch) as loads:
        assert (await live.http.get(f"/api/tables/{table}/record", headers=bearer(key))).status_code in (403, 404)
    assert loads == []


async def test_joining_a_table_that_is_not_public_reads_no_log(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table by link cannot be joined by its id, and finding that out does not read its log."""
    table = await put(live)
    with counted(live, monkeypatch) as loads:
        answer = await live.post("/api/join", {"table": table, "name": "Eve"})
    assert (answer.status_code, answer.json()["refused"]["code"]) == (404, "no-table")
    assert loads == []


async def test_joining_a_game_that_has_begun_reads_no_log(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A public table with a game under way is not read for a stranger who wants a seat, but its player gets theirs back."""
    table = await put(live, over=False, public=True)
    with counted(live, monkeypatch) as loads:
        answer = await live.post("/api/join", {"table": table, "name": "Eve"})
        assert (answer.status_code, answer.json()["refused"]["code"]) == (409, "started")
        assert loads == []
    answer = await live.post("/api/join", {"table": table, "name": "Ann", "token": OWNER})
    assert answer.json()["seat"] == 0


async def test_a_player_who_was_removed_is_a_stranger(live: Live) -> None:
    """A player removed in the lobby cannot get back in with the old token, from memory or from the store."""
    async with live.pair() as (ann, ben):
        await ann.do("remove", seat=1)
        answer = await live.http.get(f"/api/tables/{ann.made['table']}", headers=bearer(ben.token))
        assert answer.json()["refused"]["code"] == "no-seat"


# ---- those with access -------------------------------------------------------------------------------
@pytest.mark.parametrize("summary", [True, False], ids=["with a summary", "from before summaries"])
async def test_a_player_has_the_record(live: Live, summary: bool) -> None:
    """A table's tokens open its record, even if it has no stored summary."""
    table = await put(live, summary=summary)
    for key in (OWNER, WATCH):
        answer = await live.http.get(f"/api/tables/{table}/record", headers=bearer(key))
        assert answer.status_code == 200, answer.text


async def test_a_game_that_is_not_over_is_not_read_for_its_record(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Finding out that a game is not over does not read its log."""
    table = await put(live, over=False)
    with counted(live, monkeypatch) as loads:
        for key in (OWNER, WATCH):
            answer = await live.http.get(f"/api/tables/{table}/record", headers=bearer(key))
            assert (answer.status_code, answer.json()["refused"]["code"]) == (409, "not-over")
    assert loads == []


async def test_a_record_is_read_once_for_all_who_ask(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty simultaneous requests for a record, and one later, share one reading of the log."""
    table = await put(live)
    path = f"/api/tables/{table}/record"
    with counted(live, monkeypatch) as loads:
        answers = await asyncio.gather(*(live.http.get(path, headers=bearer(OWNER)) for _ in range(30)))
        answers.append(await live.http.get(path, headers=bearer(WATCH)))
    assert {answer.status_code for answer in answers} == {200}
    assert loads == [table]


async def test_watching_that_was_turned_off_closes_the_record(live: Live) -> None:
    """Spectators lose access to a record that was read for them when the host turns watching off."""
    table = await put(live)
    path = f"/api/tables/{table}/record"
    assert (await live.http.get(path, headers=bearer(WATCH))).status_code == 200
    changed = {"do": "change", "settings": {"watchers": False}}
    assert (await live.post(f"/api/tables/{table}/commands", changed, token=OWNER)).status_code == 200
    assert (await live.http.get(path, headers=bearer(WATCH))).json()["refused"]["code"] == "no-watching"
    assert (await live.http.get(path, headers=bearer(OWNER))).status_code == 200


async def test_a_replay_is_made_once_for_all_who_ask_at_once(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten simultaneous requests for the same seat's replay share one, and another seat's is separate."""
    table = await put(live)
    made: list[str] = []
    asked = asyncio.Event()

    async def study(request: Request, *_: object) -> Study:
        made.append(request.query_params["seat"])
        await asked.wait()
        return Study(b"{}", gzip.compress(b"{}"))

    monkeypatch.setattr(live.web.parts, "_study", study)
    path = f"/api/tables/{table}/replay"
    asking = [asyncio.create_task(live.http.get(f"{path}?seat={seat}", headers=bearer(OWNER))) for seat in ["1", "01", "0"] * 4]
    async with asyncio.timeout(PATIENCE):
        while len(made) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0)
    asked.set()
    assert {answer.status_code for answer in await asyncio.gather(*asking)} == {200}
    assert sorted(map(int, made)) == [0, 1]


async def test_a_replay_is_given_up_when_the_server_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anyone who waits for a replay when the server stops is told so at once."""
    async with serving(tmp_path, limits=BEARING) as live:
        table = await put(live)
        begun = asyncio.Event()

        async def study(*_: object) -> None:
            begun.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(live.web.parts, "_study", study)
        asking = asyncio.create_task(live.http.get(f"/api/tables/{table}/replay", headers=bearer(OWNER)))
        await begun.wait()
        live.stop()
        async with asyncio.timeout(PATIENCE):
            answer = await asking
    assert (answer.status_code, answer.json()["refused"]["code"]) == (503, "stopping")


@pytest.mark.parametrize("what", ["replay", "review"])
async def test_a_record_that_was_sent_is_given_up_when_the_server_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Anyone who has sent a record is told too, whether or not its turn has come, and the server does not wait."""
    async with serving(tmp_path, limits=BEARING) as live:
        begun = asyncio.Event()

        async def study(*_: object, **__: object) -> None:
            begun.set()
            await asyncio.Event().wait()

        monkeypatch.setattr("lastcard.server.http.app.ask_worker", study)
        asking = asyncio.create_task(live.http.post(f"/api/{what}?seat=0", content=b"{}"))
        await begun.wait()
        live.stop()
        async with asyncio.timeout(PATIENCE):
            answer = await asking
    assert (answer.status_code, answer.json()["refused"]["code"]) == (503, "stopping")


async def test_logs_are_folded_by_turns(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many logs are read at once, only one part of one of them is folded before others get their turn."""
    monkeypatch.setattr(reader, "FOLDED_AT_ONCE", 10)
    tables = []
    for _ in range(5):
        tables.append((await live.create())["table"])
        lines = [log.encode(log.Said(t=1.0, seat=0, text=f"line {i}")) for i in range(99)]
        assert await live.hub.store.append(tables[-1], 2, lines, due=None, status="lobby", seats=2, now=1.0)
    folded, real = [0], Table.apply

    def apply(table: Table, entry: log.AnyEntry) -> None:
        folded[-1] += 1
        real(table, entry)

    monkeypatch.setattr(Table, "apply", apply)
    reading = asyncio.gather(*(live.hub.room(table) for table in tables))
    while not reading.done():
        folded.append(0)
        await asyncio.sleep(0)
    assert sum(folded) == 500
    assert max(folded) <= 20


async def test_an_unwritten_summary_is_read_once(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table older than summaries is read for the first list it is in, but not for every one."""
    table = await put(live, over=False, summary=False)
    with counted(live, monkeypatch) as loads:
        for _ in range(3):
            games = (await live.post("/api/games", {"tokens": [OWNER]})).json()["games"]
            assert [found["table"] for found in games] == [table]
    assert loads == [table]
