"""Metrics and health: useful to whoever runs the server, and no way around the rules for players."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from lastcard.game import Game
from lastcard.server.http.limits import Limits
from lastcard.server.live.metrics import Metrics
from live_server import PATIENCE, serving

pytestmark = pytest.mark.anyio


async def figures_after(database: Path, hidden: list[str]) -> list[str]:
    """What /metrics shows after a move, a refused attempt and a question by Ben, who also holds these cards."""
    async with serving(database.parent, database=f"sqlite:///{database}") as live, live.pair() as (ann, ben):
        for player in (ann, ben):
            await player.ready()
        await ann.do("start")
        await ben.reaches(ann.n)
        room = live.hub.rooms[ann.made["table"]]
        async with room.lock:
            hands = [["red-5", "red-6", "blue-1"], ["red-7", "green-3", *hidden]]
            room.table.game = Game.arrange("classic", hands, top="red-9")
            for seat in room.table.seats:
                seat.asked = 0
            room.tell([])
        for player in (ann, ben):
            await player.state_is(lambda state: state["counts"] == [3, 2 + len(hidden)])
        await ann.move("play red-5")
        await ben.reaches(ann.n)
        assert "refused" in await ben.move("play blue-2")
        assert "refused" in await ben.do("move", move="play green-3", n=0)
        await ben.do("why", move="play green-3")
        await ben.move("play red-7")
        await ann.reaches(ben.n)
        text = (await live.http.get("/metrics")).text
    timed = ("lastcard_append_seconds_", "lastcard_fold_seconds_", "lastcard_loop_lag_seconds_", "lastcard_request_seconds_")
    return [line for line in text.splitlines() if not line.startswith(timed)]


@pytest.mark.rule("hidden")
async def test_figures_tell_nothing_hidden(tmp_path: Path) -> None:
    """Two games that differ only in a hand's cards have the same metrics, to the byte."""
    short = await figures_after(tmp_path / "short", ["red-1", "blue-2"])
    long = await figures_after(tmp_path / "long", ["yellow-reverse", "wild-draw-four"])
    assert short == long
    assert any(line.startswith("lastcard_moves_total") for line in short)


async def test_logs_are_counted(tmp_path: Path) -> None:
    """The metrics show how long logs are and how long reading them took."""
    async with serving(tmp_path) as live:
        made = await live.create()
        async with live.player(made["table"], made["token"]) as ann:
            for _ in range(4):
                await ann.do("chat", text="hi")
            live.hub.forget(live.hub.rooms[made["table"]])
        async with live.player(made["table"], made["token"]):
            text = (await live.http.get("/metrics")).text
    figures = dict(line.split() for line in text.splitlines() if not line.startswith("#"))
    names = ("log_entries_longest", "folds_total", "fold_entries_total")
    assert [figures[f"lastcard_{name}"] for name in names] == ["5", "2", "6"]
    assert float(figures["lastcard_fold_seconds_total"]) > 0


async def test_figures_are_for_the_machine_itself(tmp_path: Path) -> None:
    """Requests through a proxy, trusted or not, are refused the metrics."""
    async with serving(tmp_path, trusted_proxies=("127.0.0.1",)) as live:
        assert (await live.http.get("/metrics")).status_code == 200
        for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):
            response = await live.http.get("/metrics", headers={header: "127.0.0.1"})
            assert (response.status_code, response.json()["refused"]["code"]) == (403, "inside-only")


async def test_figures_are_for_networks_that_may_read_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the machine itself and the named networks can see the metrics."""
    monkeypatch.setattr("lastcard.server.http.middleware.LOOPBACK", ())
    for metrics_from, status in (((), 403), (("10.0.0.0/8",), 403), (("127.0.0.0/24",), 200)):
        async with serving(tmp_path, metrics_from=metrics_from) as live:
            assert (await live.http.get("/metrics")).status_code == status


async def test_health_is_asked_of_the_database_once_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many clients ask for the server's health, the database is asked only once in a while."""
    async with serving(tmp_path) as live:
        asked, healthy = 0, live.hub.store.healthy

        async def counted() -> bool:
            nonlocal asked
            asked += 1
            return await healthy()

        monkeypatch.setattr(live.hub.store, "healthy", counted)
        monkeypatch.setattr("lastcard.server.http.app.HEALTH_KEPT", 3600.0)
        answers = await asyncio.gather(*(live.http.get("/healthz") for _ in range(20)))
        assert {answer.status_code for answer in answers} == {200}
        assert asked == 1


@pytest.mark.parametrize("path", ["/healthz", "/metrics"])
async def test_health_and_figures_are_limited(tmp_path: Path, path: str) -> None:
    """Asking for health or metrics too often is refused like any other request."""
    async with serving(tmp_path, limits=Limits(requests_per_second=1), refills=False) as live:
        statuses = [(await live.http.get(path)).status_code for _ in range(8)]
        assert statuses == [200] * 4 + [429] * 4


async def test_figures_tell_how_late_the_loop_is(tmp_path: Path) -> None:
    """Something that blocks the server for a while shows up in the metrics."""
    async with serving(tmp_path) as live:
        time.sleep(0.3)  # noqa: ASYNC251 - blocking on purpose
        async with asyncio.timeout(PATIENCE):
            while True:
                text = (await live.http.get("/metrics")).text
                values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
                late = int(values["lastcard_loop_lag_seconds_count"]) - int(
                    values['lastcard_loop_lag_seconds_bucket{le="0.1"}']
                )
                if late:
                    break
                await asyncio.sleep(0.01)
    assert float(values["lastcard_loop_lag_seconds_sum"]) > 0.1


async def test_requests_are_counted_by_route(tmp_path: Path) -> None:
    """Requests are counted by route and status, without ids, and timed unless they are part of a game."""
    async with serving(tmp_path) as live:
        made = await live.create()
        for token, status in ((made["token"], 200), ("nobody", 403)):
            headers = {"Authorization": f"Bearer {token}"}
            assert (await live.http.get(f"/api/tables/{made['table']}", headers=headers)).status_code == status
        await live.http.get("/nothing/there")
        text = (await live.http.get("/metrics")).text
    figures = dict(line.rsplit(maxsplit=1) for line in text.splitlines() if not line.startswith("#"))
    wanted = [("/api/tables", 201), ("/api/tables/{table}", 200), ("/api/tables/{table}", 403), ("other", 404)]
    assert [figures[f'lastcard_requests_total{{route="{route}",status="{status}"}}'] for route, status in wanted] == ["1"] * 4
    assert figures['lastcard_request_seconds_count{route="/api/tables"}'] == "1"
    assert made["table"] not in text
    assert not any("request_seconds" in name and "{table}" in name for name in figures)
    assert (figures['lastcard_workers{work="hints"}'], figures['lastcard_workers_busy{work="hints"}']) == ("1", "0")


def test_parts_have_figures_of_their_own() -> None:
    """A part can count and time things of its own, such as what a bus or a lease does."""
    metrics = Metrics()
    metrics.count("bus_total", "Messages on the bus.", "way", ("in", "out"))["in"] += 2
    metrics.time("lease_seconds", "Until a lease is renewed.").add(0.003)
    lines = metrics.text().splitlines()
    assert {'lastcard_bus_total{way="in"} 2', 'lastcard_bus_total{way="out"} 0'} <= {*lines}
    assert "lastcard_lease_seconds_count 1" in lines
    assert metrics.count("bus_total", "", "", ()) == {"in": 2, "out": 0}
