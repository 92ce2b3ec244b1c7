"""A log that this server cannot fold (other rules, a missing edition) is reported as such and stops nothing else."""

from __future__ import annotations

import asyncio
import json
import secrets
from random import Random
from typing import Any

import msgspec
import pytest

from lastcard import Game, editions
from lastcard.server.live import housekeeping
from lastcard.server.table import decide, log
from lastcard.server.table.archive import Unplayed
from lastcard.server.table.summary import written
from lastcard.server.table.table import Table, hashed
from lastcard.server.wire import commands as wire
from lastcard.server.wire.commands import Refused
from lastcard.server.wire.table_settings import Settings
from lastcard.testing.walks import choose
from live_server import PATIENCE, Live, Player

pytestmark = pytest.mark.anyio

TOKEN = "ab" * 16
BODY = wire.CreateTable(edition="classic", name="Ann", settings=Settings(public=True))
MADE = decide.create("0" * 16, BODY, hashed(TOKEN), "5e" * 32, 1.0)
WRONG_MOVE = [
    log.Sat(t=1.0, seat=1, person=log.Person("Bo", level="easy")),
    log.Started(t=2.0),
    log.Moved(t=3.0, seat=0, move="fly"),
]
BROKEN: dict[str, list[bytes]] = {
    "an edition that is gone": [log.encode(msgspec.structs.replace(MADE, edition="gone"))],
    "another version of the rules": [log.encode(msgspec.structs.replace(MADE, rules_version=99))],
    "text that is no longer a move": [log.encode(entry) for entry in (MADE, *WRONG_MOVE)],
    "an entry of another time": [log.encode(MADE), b'{"k":"dance","t":2.0}'],
}


async def put(live: Live, data: list[bytes], *, due: float | None = None) -> str:
    """Store a table with this log, whose host's token is TOKEN."""
    table, store = secrets.token_hex(8), live.hub.store
    first = data[0].replace(b'"table":"0000000000000000"', f'"table":"{table}"'.encode())
    invite, watch = secrets.token_hex(8), secrets.token_hex(8)
    await store.create(table, invite, watch, first, public=True, due=due, now=1.0, holders=[(hashed(TOKEN), 0)])
    if data[1:]:
        assert await store.append(table, 2, data[1:], due=due, status="lobby", seats=2, now=1.0)
    return table


@pytest.mark.parametrize("why", BROKEN)
async def test_a_table_that_cannot_be_read_is_said(live: Live, why: str) -> None:
    """Its players get a sentence over HTTP and a close code on WebSockets, and it is not logged as a server error."""
    table = await put(live, BROKEN[why])
    response = await live.http.get(f"/api/tables/{table}", headers={"Authorization": f"Bearer {TOKEN}"})
    assert response.json()["refused"]["code"] == "broken"
    async with live.socket(table) as socket:
        await socket.send(json.dumps({"token": TOKEN}))
        player = Player(socket)
        assert (await player.frame())["refused"]["code"] == "broken"
        assert (await player.closed())[0] == 4500


@pytest.mark.parametrize("why", BROKEN)
async def test_a_table_that_cannot_be_read_is_in_no_list(live: Live, why: str) -> None:
    """The lists of games and of public tables still contain the others."""
    await put(live, BROKEN[why])
    good = await put(live, [log.encode(MADE)])
    games = (await live.post("/api/games", {"tokens": [TOKEN]})).json()["games"]
    assert [game["table"] for game in games] == [good]
    tables = (await live.http.get("/api/tables")).json()["tables"]
    assert [table["table"] for table in tables] == [good]


async def test_tables_that_cannot_be_read_hold_up_no_clock(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table whose clock ran out is opened, however many unreadable ones have been due for longer."""
    monkeypatch.setattr(housekeeping, "DUE_AT_ONCE", 2)
    for data in BROKEN.values():
        await put(live, data, due=1.0)
    good = await put(live, [log.encode(MADE)], due=2.0)
    async with asyncio.timeout(PATIENCE):
        while good not in live.hub.rooms:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_housekeeping_goes_on_when_a_part_of_it_fails(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chore that fails does not keep the ones after it from running."""
    async with live.pair() as (ann, _):
        room = live.hub.rooms[ann.made["table"]]

        async def fails(*_: Any) -> list[str]:
            raise RuntimeError("as a test")

        monkeypatch.setattr(live.hub.store, "due", fails)
        room.doubtful = True
        async with asyncio.timeout(PATIENCE):
            while room.doubtful:  # noqa: ASYNC110
                await asyncio.sleep(0.02)


async def test_a_table_that_becomes_unreadable_lets_its_players_go(live: Live) -> None:
    """When another process appends something this one cannot read, its connections close with a code that says so."""
    async with live.pair() as (ann, ben):
        room = live.hub.rooms[ann.made["table"]]
        number = room.table.number + 1
        assert await live.hub.store.append(
            room.id, number, [b'{"k":"dance","t":2.0}'], due=None, status="lobby", seats=2, now=1.0
        )
        await ann.say(do="chat", text="hello?")
        assert (await ann.closed())[0] == 4500
        assert (await ben.closed())[0] == 4500
        assert room.id not in live.hub.rooms


def test_the_version_of_the_rules_is_kept() -> None:
    """A table's log names the version of its rules, and one without a version is of the first."""
    assert MADE.rules_version == editions.get("classic").version
    old = msgspec.json.decode(log.encode(MADE))
    old.pop("rules_version", None)
    first = log.decode(msgspec.json.encode(old))
    assert isinstance(first, log.Created)
    assert first.rules_version == 1


def test_a_table_of_another_version_is_refused_in_a_sentence() -> None:
    """Opening a table begun with other rules tells you which ones, and which ones the server plays."""
    with pytest.raises(Refused) as refused:
        Table([msgspec.structs.replace(MADE, rules_version=99)])
    assert refused.value.sentence == ("This table plays classic by version 99 of its rules, and this server plays version 2.")


# ---- finished games ----------------------------------------------------------------------------------
def whole_game(edition: str, seed: int) -> list[log.AnyEntry]:
    """The log of a game of several rounds, with options changed in the lobby and between rounds, chat and absences."""
    rng = Random(seed)
    options = {"target": 150}
    made = msgspec.structs.replace(
        MADE, edition=edition, people=[*MADE.people[:1], None, None], rules_version=editions.get(edition).version
    )
    entries: list[log.AnyEntry] = [
        made,
        log.Sat(t=1.0, seat=2, person=log.Person("Bo", level="easy")),
        log.Sat(t=1.0, seat=1, person=log.Person("Cleo", token_hash="cleo")),
        log.Contributed(t=1.5, seat=1, hex="c0ffee"),
        log.Changed(t=1.6, by=0, options=options, settings=Settings(clock=0)),
        log.Started(t=2.0),
    ]
    table = Table(entries)
    writes = next((option.name for option in editions.get(edition).options if option.between_rounds), "")
    while table.stage != "over":
        assert table.game is not None
        t = table.time + rng.random()
        if table.stage == "playing":
            seat, move = choose(table.game, rng)
            new: list[log.AnyEntry] = [log.Moved(t=t, seat=seat, move=move)]
            new += [log.Said(t=t, seat=0, text="well"), log.Faced(t=t, seat=1, face=7)] if rng.random() < 0.1 else []
        else:
            new = [log.Changed(t=t, by=0, options={writes: None})] if writes else []
            new += [log.WentAway(t=t, seat=1, why="connection"), log.Dealt(t=t + 1)]
        for entry in new:
            table.apply(entry)
        entries += new
    return entries


@pytest.mark.parametrize("edition", editions.names())
def test_a_record_needs_no_rules(edition: str) -> None:
    """The record built from the log alone equals the finished table's, and leads to the same scores."""
    entries = whole_game(edition, 3)
    played, unplayed = Table(entries).record(), Unplayed(entries).record()
    assert Game.replay(unplayed).scores == tuple(played["scores"])
    assert unplayed == {name: value for name, value in played.items() if name not in ("scores", "winners")}


@pytest.mark.parametrize("changes", [{"rules_version": 99}, {"edition": "gone"}], ids=str)
async def test_the_record_of_a_finished_game_outlives_its_rules(live: Live, changes: dict[str, Any]) -> None:
    """If a server has other rules by now, or has lost the edition, players still get the record of a finished game."""
    entries = whole_game("classic", 4)
    table, store = "c" * 16, live.hub.store
    first = msgspec.structs.replace(entries[0], table=table, **changes)
    await store.create(table, "i", "w", log.encode(first), public=False, due=None, now=1.0)
    rest = [log.encode(entry) for entry in entries[1:]]
    over = written(Table(entries))
    assert await store.append(table, 2, rest, due=None, status="over", seats=3, now=1.0, summary=over)
    headers = {"Authorization": f"Bearer {TOKEN}"}
    record = (await live.http.get(f"/api/tables/{table}/record", headers=headers)).json()
    assert record["moves"] == Table(entries).record()["moves"]
    assert record[next(iter(changes))] == next(iter(changes.values()))
    stranger = await live.http.get(f"/api/tables/{table}/record", headers={"Authorization": f"Bearer {'0' * 32}"})
    assert stranger.json()["refused"]["code"] == "no-seat"
    shown = await live.http.get(f"/api/tables/{table}/replay", headers=headers)
    assert shown.json()["refused"]["code"] == "bad-record"


async def test_a_game_that_was_not_over_has_no_record(live: Live) -> None:
    """The deal of a table that cannot go on stays secret, before and after someone finds that out."""
    entries = whole_game("classic", 4)[:-1]
    table, store = "d" * 16, live.hub.store
    first = msgspec.structs.replace(entries[0], table=table, rules_version=99)
    await store.create(table, "i", "w", log.encode(first), public=False, due=None, now=1.0)
    rest, told = [log.encode(entry) for entry in entries[1:]], written(Table(entries))
    assert await store.append(table, 2, rest, due=None, status="playing", seats=3, now=1.0, summary=told)
    headers = {"Authorization": f"Bearer {TOKEN}"}
    answers = [await live.http.get(f"/api/tables/{table}{part}", headers=headers) for part in ("/record", "", "/record")]
    assert [answer.json()["refused"]["code"] for answer in answers] == ["not-over", "broken", "broken"]
