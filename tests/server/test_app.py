"""The server over the wire: clients that know only the protocol create, join, play and look at tables."""

from __future__ import annotations

import gzip
import json
import re

import pytest

from lastcard import Game, editions
from lastcard.server.http.connection import Connection
from lastcard.server.table import log
from lastcard.server.wire.catalog import catalog, catalog_by_field
from lastcard.verify import verify
from live_server import Live, Player

pytestmark = pytest.mark.anyio


async def play_on(*players: Player) -> None:
    """Play the first listed move, whoever is to move, until the round is over."""
    while all(player.state["stage"] == "playing" for player in players):
        mover = next((p for p in players if p.state["you"] in p.state["to_move"]), None)
        if mover is None:
            for player in players:
                await player.frame()
            continue
        moves = mover.state["moves"]
        move = next((m for m in moves if m.startswith("play")), moves[0])
        answer = await mover.move(move.replace("…", f"number {mover.n}"))
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


@pytest.mark.parametrize("edition", editions.names())
async def test_every_edition_is_played_among_bots(live: Live, edition: str) -> None:
    """One person and three bots play a game of each edition, and the updates add up to what a fresh look shows."""
    made = await live.create(edition, seats=4, bots=3, options={"target": None})
    async with live.player(made["table"], made["token"]) as ann:
        await ann.ready()
        await ann.do("start")
        while ann.state["stage"] != "over":
            await play_on(ann)
            if ann.state["stage"] == "between":
                await ann.ready()
        async with live.player(made["table"], made["token"]) as again:
            assert again.state == ann.state
            assert again.events == ann.events[-len(again.events) :]
        assert live.hub.metrics.refusals.total() == 0


async def test_the_editions_are_told_whole(live: Live) -> None:
    """One document holds all that a client needs to draw and explain every edition, and it does not change between requests."""
    response = await live.http.get("/api/editions")
    told = {edition["id"]: edition for edition in response.json()["editions"]}
    assert sorted(told) == editions.names()
    for edition in told.values():
        glyphs = {color["glyph"] for color in edition["colors"]}
        assert len(glyphs) == len(edition["colors"]) == 4
        assert sum(kind["copies"] for kind in edition["kinds"]) == edition["cards"]
        for part in ("verbs", "phases", "options", "rulebook", "happenings"):
            assert edition[part]
        assert all({"name", "default", "about", "allowed"} <= set(option) for option in edition["options"])
    again = await live.http.get("/api/editions", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304


async def test_the_editions_by_field_are_the_same_and_smaller(live: Live) -> None:
    """With one list per field, the document of the editions says the same, and packs into less than half."""
    whole = await live.http.get("/api/editions")
    told = (await live.http.get("/api/editions?by=field")).json()
    told["editions"] = [
        dict(zip(told["editions"], values, strict=True)) for values in zip(*told["editions"].values(), strict=True)
    ]
    assert told == whole.json()
    assert len(gzip.compress(catalog_by_field())) < len(gzip.compress(catalog())) / 2


async def test_every_event_that_is_told_has_a_sentence(live: Live) -> None:
    """Each edition's catalog covers the events that its games produce."""
    told = (await live.http.get("/api/editions")).json()["editions"]
    for edition in told:
        names = {happening["name"] for happening in edition["happenings"]}
        game = Game(edition["id"], seed=1)
        assert {event.what for event in game.events(None)} <= names


async def test_public_tables_are_listed_while_seats_are_free(live: Live) -> None:
    """A public table is listed and can be joined without a code until it is full. A table by link can do neither."""
    private = await live.create()
    public = await live.create(settings={"public": True})
    listed = (await live.http.get("/api/tables")).json()["tables"]
    assert [table["table"] for table in listed] == [public["table"]]
    assert (await live.post("/api/join", {"table": private["table"], "name": "Eve"})).status_code == 404
    joined = await live.post("/api/join", {"table": public["table"], "name": "Eve"})
    assert joined.json()["seat"] == 1
    assert (await live.http.get("/api/tables")).json()["tables"] == []


async def test_full_tables_hide_no_free_seat(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables with a free seat are listed however many newer ones are full, and a full one returns when someone leaves."""
    monkeypatch.setattr("lastcard.server.http.app.MOST_LISTED", 2)
    free = await live.create(settings={"public": True})
    for bots in (1, 1, 0, 0):
        made = await live.create(bots=bots, settings={"public": True})
        if not bots:
            joined = await live.join(made["invite"])
    listed = (await live.http.get("/api/tables")).json()["tables"]
    assert [table["table"] for table in listed] == [free["table"]]
    await live.post(f"/api/tables/{made['table']}/commands", {"do": "leave"}, joined["token"])
    listed = (await live.http.get("/api/tables")).json()["tables"]
    assert [table["table"] for table in listed] == [made["table"], free["table"]]


async def test_a_full_table_takes_nobody_more(live: Live) -> None:
    """A latecomer is told that every seat is taken, and a player who already sits there keeps the seat."""
    made = await live.create()
    joined = await live.join(made["invite"])
    late = await live.post("/api/join", {"code": made["invite"], "name": "Eve"})
    assert late.json()["refused"]["code"] == "table-full"
    again = await live.join(made["invite"], token=joined["token"])
    assert again["seat"] == joined["seat"]


async def test_games_are_listed_by_their_tokens(live: Live) -> None:
    """A player's games are listed by the tokens they hold, and nobody else's are."""
    made = await live.create(bots=1)
    await live.create(bots=1)
    games = (await live.post("/api/games", {"tokens": [made["token"], "nonsense"]})).json()["games"]
    assert [(game["table"], game["seat"], game["stage"]) for game in games] == [(made["table"], 0, "lobby")]
    assert (await live.post("/api/games", {"tokens": []})).json()["games"] == []


@pytest.mark.parametrize(("typed", "called"), [("Bo", "Bo"), ("ann", "ann 2"), ("A" * 30, "A" * 24), (" \u200b", None)])
async def test_an_invitation_says_what_the_table_would_call_someone(live: Live, typed: str, called: str | None) -> None:
    """A name that somebody at the table has gets a number, and an invited newcomer knows before sitting down."""
    made = await live.create(name="Ann")
    told = (await live.post("/api/invite", {"code": made["invite"], "name": typed})).json()
    assert told.get("called") == called
    if called:
        await live.join(made["invite"], name=typed)
        assert (await live.post("/api/invite", {"code": made["invite"]})).json()["seats"][1]["name"] == called


async def test_lists_read_no_log(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table's summary is stored next to its log, as recent as the last entry, and contains no tokens."""
    made = await live.create(settings={"public": True}, seats=3)
    joined = await live.join(made["invite"])
    over = await live.create(bots=1, token=made["token"])
    async with live.player(over["table"], over["token"]) as ann:
        await ann.ready()
        await ann.do("start")

    async def load(*_: object) -> list[bytes]:
        raise AssertionError("a log was read")

    monkeypatch.setattr(live.hub.store, "load", load)
    tables = (await live.http.get("/api/tables")).json()["tables"]
    assert [[seat and seat["name"] for seat in table["seats"]] for table in tables] == [["Ann", "Ben", None]]
    assert set(tables[0]) == {"table", "edition", "stage", "seats", "time"}
    games = (await live.post("/api/games", {"tokens": [made["token"]]})).json()["games"]
    assert {(game["table"], game["stage"], game["seat"]) for game in games} == {
        (made["table"], "lobby", 0),
        (over["table"], "playing", 0),
    }
    assert next(game["scores"] for game in games if game["stage"] == "playing") == [0, 0]
    games = (await live.post("/api/games", {"tokens": [joined["token"]]})).json()["games"]
    assert [game["seat"] for game in games] == [1]


async def test_a_player_who_was_removed_has_no_game_there(live: Live) -> None:
    """A list of games goes by who holds a seat now, not by who once sat down."""
    async with live.pair() as (ann, ben):
        await ann.do("remove", seat=1)
        assert (await live.post("/api/games", {"tokens": [ben.token]})).json()["games"] == []


async def test_a_table_from_before_summaries_is_listed(live: Live) -> None:
    """Lists read the log of a table that has no stored summary."""
    made = await live.create(seats=3, settings={"public": True})
    said = log.encode(log.Said(t=live.hub.clock(), seat=0, text="hi"))
    assert await live.hub.store.append(made["table"], 2, [said], due=None, status="lobby", seats=3, now=1.0)
    assert [table["table"] for table in (await live.http.get("/api/tables")).json()["tables"]] == [made["table"]]
    games = (await live.post("/api/games", {"tokens": [made["token"]]})).json()["games"]
    assert [game["seat"] for game in games] == [0]


async def test_the_openapi_document_names_every_route(live: Live) -> None:
    """Every path of the interface is documented, and every reference in the document resolves."""
    document = (await live.http.get("/api/openapi.json")).json()
    routes = {route.path for route in live.web.config.loaded_app.routes if route.path.startswith("/api/tables")}
    assert routes <= set(document["paths"])
    schemas = document["components"]["schemas"]
    references = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document))
    assert set(references) <= set(schemas)


async def test_figures_are_told_to_prometheus(live: Live) -> None:
    """The metrics include tables, connections, moves, refusals and append times."""
    async with live.pair() as (ann, ben):
        await ann.ready()
        await ben.ready()
        await ann.do("start")
        await ann.move("fly")
        text = (await live.http.get("/metrics")).text
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert values["lastcard_tables"] == "1"
    assert values["lastcard_connections"] == "2"
    assert values['lastcard_refusals_total{code="rule"}'] == "1"
    assert int(values["lastcard_append_seconds_count"]) >= 4
    assert values['lastcard_append_seconds_bucket{le="+Inf"}'] == values["lastcard_append_seconds_count"]


async def test_health_is_told(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """The health check is 200 while the database works, and 503 with a sentence while it does not."""
    monkeypatch.setattr("lastcard.server.http.app.HEALTH_KEPT", 0.0)
    assert (await live.http.get("/healthz")).json() == {"ok": True}

    async def sick() -> bool:
        return False

    monkeypatch.setattr(live.hub.store, "healthy", sick)
    response = await live.http.get("/healthz")
    assert (response.status_code, response.json()["refused"]["code"]) == (503, "store")


async def test_a_move_costs_few_bytes(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a four-player game, a move costs each client one frame of at most 600 bytes on average."""
    made = await live.create(seats=4, bots=3, edition="dark-side", settings={"pace": "fast"})
    async with live.player(made["table"], made["token"]) as ann:
        await ann.ready()
        await ann.do("start")
        sizes: list[int] = []
        tell = Connection.tell

        def counted(self: Connection, frame: bytes) -> None:
            sizes.append(len(frame))
            tell(self, frame)

        monkeypatch.setattr(Connection, "tell", counted)
        await play_on(ann)
        moves = live.hub.metrics.moves.total()
        assert len(sizes) == moves
        assert sum(sizes) / moves <= 600
