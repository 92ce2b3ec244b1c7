"""Figures and health: for those who run the server, and no way around the rules for those who play."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lastcard.game import Game
from lastcard.server.limits import Limits
from live import serving

pytestmark = pytest.mark.anyio


async def figures_after(database: Path, hidden: list[str]) -> list[str]:
    """What /metrics tells after a move, a refused try and a question of Ben, who holds these cards besides."""
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
    return [line for line in text.splitlines() if not line.startswith("lastcard_append_seconds_")]


@pytest.mark.rule("hidden")
async def test_figures_tell_nothing_hidden(tmp_path: Path) -> None:
    """Two games that differ only in the cards of a hand have the same figures, to the byte."""
    short = await figures_after(tmp_path / "short", ["red-1", "blue-2"])
    long = await figures_after(tmp_path / "long", ["yellow-reverse", "wild-draw-four"])
    assert short == long
    assert any(line.startswith("lastcard_moves_total") for line in short)


async def test_figures_are_for_the_machine_itself(tmp_path: Path) -> None:
    """The figures are refused to whoever comes through a proxy, trusted or not."""
    async with serving(tmp_path, trusted_proxies=("127.0.0.1",)) as live:
        assert (await live.http.get("/metrics")).status_code == 200
        for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):
            response = await live.http.get("/metrics", headers={header: "127.0.0.1"})
            assert (response.status_code, response.json()["refused"]["code"]) == (403, "inside-only")


async def test_figures_are_for_networks_that_may_read_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Besides the machine itself only the networks that were named are told the figures."""
    monkeypatch.setattr("lastcard.server.gate.LOOPBACK", ())
    for metrics_from, status in (((), 403), (("10.0.0.0/8",), 403), (("127.0.0.0/24",), 200)):
        async with serving(tmp_path, metrics_from=metrics_from) as live:
            assert (await live.http.get("/metrics")).status_code == status


async def test_health_is_asked_of_the_database_once_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ask for the server's health, the database is asked once in a while."""
    async with serving(tmp_path) as live:
        asked, healthy = 0, live.hub.store.healthy

        async def counted() -> bool:
            nonlocal asked
            asked += 1
            return await healthy()

        monkeypatch.setattr(live.hub.store, "healthy", counted)
        monkeypatch.setattr("lastcard.server.app.HEALTH_KEPT", 3600.0)
        answers = await asyncio.gather(*(live.http.get("/healthz") for _ in range(20)))
        assert {answer.status_code for answer in answers} == {200}
        assert asked == 1


@pytest.mark.parametrize("path", ["/healthz", "/metrics"])
async def test_health_and_figures_are_limited(tmp_path: Path, path: str) -> None:
    """Who asks for health or figures too often is told to wait, as with any other request."""
    async with serving(tmp_path, limits=Limits(requests_per_second=1)) as live:
        statuses = [(await live.http.get(path)).status_code for _ in range(8)]
        assert statuses[:4] == [200] * 4
        assert 429 in statuses[4:]
