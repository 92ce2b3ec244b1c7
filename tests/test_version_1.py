"""Records and tables from version 1 are replayed by today's rules, or kept and reported as played by other rules."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from lastcard import Game, editions
from lastcard.errors import InvalidRecord
from lastcard.server.live.subscribers import WATCHER
from lastcard.server.table import log
from lastcard.server.table.table import RULES_CHANGED
from lastcard.server.wire.commands import Refused
from lastcard.verify import verify
from live_server import Live, Player, serving

DATA = Path(__file__).parent / "v1"
RECORDS = sorted((DATA / "records").glob("*/*.json"))
TABLES: list[dict[str, Any]] = json.loads((DATA / "tables.json").read_text(encoding="utf-8"))
# Games in which something was asked that today's rules don't ask: see the README there.
CHANGED = {
    *(f"dawn-of-justice/{name}" for name in ("served-changed", "four", "ten", "to-500")),
    *("dare/served-changed",),
}


def name_of(path: Path) -> str:
    """Return the edition and name of a record."""
    return f"{path.parent.name}/{path.stem}"


def kept(**wanted: Any) -> list[Any]:
    """Return the matching tables of the database as test parameters."""
    found = [table for table in TABLES if all(table[key] == value for key, value in wanted.items())]
    return [pytest.param(table, id=table["name"] + "-" + table["edition"]) for table in found]


# ---- records -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", [path for path in RECORDS if name_of(path) not in CHANGED], ids=name_of)
def test_a_record_of_version_1_is_played_again(path: Path) -> None:
    """If today's rules allow every move, a record from version 1 leads to the scores and winners it states."""
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record["rules_version"] == 1
    game = Game.replay(record)
    assert (list(game.scores), list(game.winners)) == (record["scores"], record["winners"])


@pytest.mark.parametrize("path", [path for path in RECORDS if name_of(path) in CHANGED], ids=name_of)
def test_a_record_that_no_longer_fits_is_said_to_be_of_other_rules(path: Path) -> None:
    """If today's rules don't allow a move, the error says that the rules have changed and names the move."""
    with pytest.raises(InvalidRecord) as refused:
        Game.replay(path.read_bytes())
    assert refused.value.says == "The rules have changed since this game: they no longer allow move {n}."
    assert refused.value.args_said["n"] > 1


@pytest.mark.parametrize("edition", ["dare", "dawn-of-justice"])
def test_a_deal_is_not_called_unfair_because_the_rules_have_changed(edition: str) -> None:
    """Such a deal is called neither unfair nor fair, and a broken commitment is still found."""
    record = json.loads((DATA / "records" / edition / "served-changed.json").read_text(encoding="utf-8"))
    with pytest.raises(InvalidRecord, match=r"secret and the seed hold, .* the rules have changed since this game: move \d+, "):
        verify(record)
    with pytest.raises(InvalidRecord, match="the secret and the seed hold"):
        verify(record, record["fair"]["commitment"])
    false = [finding.step for finding in verify(record, "0" * 64) if not finding.holds]
    assert false == ["told", "moves"]


def test_a_record_of_version_1_must_agree_with_its_scores() -> None:
    """A record from an older version is refused if its moves lead to other scores than it states."""
    record = json.loads((DATA / "records" / "classic" / "four.json").read_text(encoding="utf-8"))
    record["scores"][record["winners"][0]] += 1
    with pytest.raises(InvalidRecord, match="scores or winners"):
        Game.replay(record)


def test_a_record_of_a_version_that_no_edition_names_is_refused() -> None:
    """Only the versions that an edition names are replayed."""
    record = json.loads((DATA / "records" / "classic" / "four.json").read_text(encoding="utf-8"))
    with pytest.raises(InvalidRecord, match="version 99 of the rules of classic, not 2"):
        Game.replay({**record, "rules_version": 99})


def test_every_edition_has_records_of_version_1() -> None:
    """Every edition has several records from version 1."""
    names = [path.parent.name for path in RECORDS]
    assert all(names.count(edition) >= 4 for edition in editions.names())


# ---- tables ------------------------------------------------------------------------------------------
pytestmark = pytest.mark.anyio


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Live]:
    """Run today's server on the database from version 1."""
    database = sqlite3.connect(tmp_path / "tables.db")
    database.executescript((DATA / "database.sql").read_text(encoding="utf-8"))
    database.close()
    async with serving(tmp_path, lost_after=3600) as live:
        yield live


def headers(table: dict[str, Any], seat: int = 0) -> dict[str, str]:
    """Return the headers that a player's client sends."""
    return {"Authorization": f"Bearer {table['tokens'][seat]}"}


def fits(table: dict[str, Any]) -> bool:
    """Return whether today's rules allow everything that was played at a table."""
    return not table["name"].endswith("changed")


@pytest.mark.parametrize("table", [p for p in kept() if fits(p.values[0]) and p.values[0]["stage"] != "lobby"])
async def test_a_game_of_version_1_stands_as_it_stood(live: Live, table: dict[str, Any]) -> None:
    """A table in play, between rounds or over has the same stage, hands and scores as before."""
    game = (await live.hub.room(table["table"])).table.game
    assert game is not None
    state = (await live.http.get(f"/api/tables/{table['table']}", headers=headers(table))).json()["set"]
    assert (state["stage"], state["scores"], state["winners"]) == (table["stage"], table["scores"], table["winners"])
    assert game.hands == table["hands"]


@pytest.mark.parametrize("table", [p for p in kept(stage="playing") if fits(p.values[0])])
async def test_a_table_in_play_goes_on(live: Live, table: dict[str, Any]) -> None:
    """At a table in play, a player whom the game is waiting for can make a move."""
    room = await live.hub.room(table["table"])
    game = room.table.game
    assert game is not None
    seat = game.to_move[0]
    async with live.player(table["table"], table["tokens"][seat]) as player:
        move = next(move for move in player.state["moves"] if not move.endswith("…"))
        assert "refused" not in await player.move(move)
        entries = [log.decode(entry) for entry in await live.hub.store.load(table["table"])]
    made = [entry for entry in entries if isinstance(entry, log.Moved)][-1]
    assert (made.seat, made.move) == (seat, move)


@pytest.mark.parametrize("table", [p for p in kept(stage="between") if fits(p.values[0])])
async def test_a_table_between_rounds_deals_again(live: Live, table: dict[str, Any]) -> None:
    """At a table between rounds, the players agree and the next round begins."""
    for seat, token in enumerate(table["tokens"]):
        async with live.player(table["table"], token) as player:
            assert "refused" not in await player.ready(), seat
    assert (await live.hub.room(table["table"])).table.stage == "playing"


@pytest.mark.parametrize("table", kept(stage="lobby"))
async def test_a_table_in_the_lobby_starts(live: Live, table: dict[str, Any]) -> None:
    """At a table in the lobby, the players agree to today's options and the host deals."""
    for token in table["tokens"]:
        async with live.player(table["table"], token) as player:
            assert "refused" not in await player.ready()
    async with live.player(table["table"], table["tokens"][0]) as host:
        assert "refused" not in await host.do("start")
        assert host.state["stage"] == "playing"


@pytest.mark.parametrize("table", kept(stage="over"))
async def test_the_record_of_a_finished_game_is_still_there(live: Live, table: dict[str, Any]) -> None:
    """Every player gets the record of a finished game with all its moves, whether the rules have changed or not."""
    given = json.loads((DATA / "records" / table["edition"] / f"{table['name']}.json").read_text(encoding="utf-8"))
    response = await live.http.get(f"/api/tables/{table['table']}/record", headers=headers(table, 1))
    record = response.json()
    for part in ("moves", "names", "seed", "options"):
        assert record[part] == given[part]
    assert record["fair"].items() >= given["fair"].items()
    assert record["rules_version"] == (2 if fits(table) else 1)


@pytest.mark.parametrize("table", [p for p in kept() if not fits(p.values[0])])
async def test_a_table_that_no_longer_fits_is_archived_with_a_sentence(live: Live, table: dict[str, Any]) -> None:
    """Players at such a table are told that the rules have changed, and the connection closes with the code for that."""
    response = await live.http.get(f"/api/tables/{table['table']}", headers=headers(table))
    assert response.json()["refused"]["says"] == RULES_CHANGED
    async with live.socket(table["table"]) as socket:
        await socket.send(json.dumps({"token": table["tokens"][0]}))
        player = Player(socket)
        assert (await player.frame())["refused"]["says"] == RULES_CHANGED
        assert (await player.closed())[0] == 4500


@pytest.mark.parametrize("table", [p for p in kept() if not fits(p.values[0]) and p.values[0]["stage"] != "over"])
async def test_the_record_of_an_archived_game_ends_it_for_good(live: Live, table: dict[str, Any]) -> None:
    """Giving players the record of an archived game ends it in the log, so that no server continues a revealed deal."""
    await live.http.get(f"/api/tables/{table['table']}", headers=headers(table))
    for _ in range(2):
        record = (await live.http.get(f"/api/tables/{table['table']}/record", headers=headers(table, 1))).json()
        assert record["moves"][-1] == [None, "end"]
        assert [move[0] for move in record["moves"]].count(None) == record["moves"].count([None, "next round"]) + 1
        assert (record["rules_version"], len(record["fair"]["secret"])) == (1, 64)
    entries = await live.hub.store.load(table["table"])
    assert [type(log.decode(entry)) for entry in entries[-2:]].count(log.Ended) == 1


@pytest.mark.parametrize("table", [p for p in kept(stage="playing") if not fits(p.values[0])])
async def test_spectators_do_not_end_an_archived_game(live: Live, table: dict[str, Any]) -> None:
    """Only a player can give up an archived game: until one asks, its deal stays hidden and its log stays as it was."""
    await live.http.get(f"/api/tables/{table['table']}", headers=headers(table))
    before = await live.hub.store.load(table["table"])
    with pytest.raises(Refused, match="The rules have changed"):
        await live.hub.finished.find(table["table"], WATCHER)
    assert await live.hub.store.load(table["table"]) == before


async def test_what_came_of_a_game_must_agree(live: Live) -> None:
    """A game from version 1 is also archived if today's rules lead to a different result than the one stored with its log."""
    table = next(table for table in TABLES if table["stage"] == "over" and fits(table))
    database = sqlite3.connect(live.hub.config.database.removeprefix("sqlite:///"))
    with database:
        database.execute(
            "update tables set summary = replace(summary, '\"winners\":[', '\"winners\":[9,') where id = ?", [table["table"]]
        )
    database.close()
    response = await live.http.get(f"/api/tables/{table['table']}", headers=headers(table))
    assert response.json()["refused"]["says"] == RULES_CHANGED
