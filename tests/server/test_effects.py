"""POST /api/effects: what rules change, measured in workers, once for equal rules, and limited for each address."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lastcard.bots.workers import Workers
from lastcard.lab.effects import FIRST, Measured, by_games, measure
from lastcard.server.http.limits import Limits
from lastcard.server.live import rule_effects
from lastcard.server.live.rule_effects import LAST
from live_server import Live, serving

pytestmark = pytest.mark.anyio
STACKING = {"edition": "classic", "players": 4, "options": {"stacking": "any"}}


class Counting:
    """Stands in for workers: measures a few rounds at once, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []

    async def __call__(self, _function: object, *given: Any, key: str, **_how: Any) -> Measured:
        self.asked.append(given)
        return measure(*given[:3], by_games(10, compiled=False))


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counting:
    """Replace the workers."""
    found = Counting()
    monkeypatch.setattr(Workers, "run", lambda _self, *given, **more: found(*given, **more))
    return found


async def ask(live: Live, **changed: Any) -> Any:
    """Ask what rules change and return the answer."""
    return await live.http.post("/api/effects", json={**STACKING, **changed})


async def test_a_worker_measures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real worker answers, in words and figures, and it is one that lets everything else go first."""
    monkeypatch.setattr(rule_effects, "FIRST", FIRST._replace(most=20, seconds=0.5))
    async with serving(tmp_path) as live:
        told = (await ask(live)).json()
    assert told["rounds"] == 20
    assert not told["final"]
    assert told["says"][0]["says"].startswith("Rounds")
    assert [figure["name"] for figure in told["figures"]][:2] == ["turns", "minutes"]
    assert LAST == 19


async def test_equal_rules_are_measured_once(tmp_path: Path, counting: Counting) -> None:
    """The leaflet and each set of rules are measured once, however often and in whatever form they are asked for."""
    async with serving(tmp_path) as live:
        await ask(live)
        assert len(counting.asked) == 2
        await ask(live)
        await ask(live, options={"stacking": "any", "target": 500, "draw": "one"})
        assert len(counting.asked) == 2
        await ask(live, options={"hand_size": 5})
        assert len(counting.asked) == 3
        await ask(live, refined=True)
        assert len(counting.asked) == 5


async def test_an_address_is_limited(tmp_path: Path, counting: Counting) -> None:
    """An address may ask only so often for something new. What is known is free."""
    async with serving(tmp_path, refills=False, limits=Limits(effects_per_minute=2)) as live:
        assert (await ask(live)).status_code == 200
        assert (await ask(live, players=3)).status_code == 200
        refused = await ask(live, players=5)
        assert (refused.status_code, refused.json()["refused"]["code"]) == (429, "too-many")
        assert (await ask(live)).status_code == 200
    assert len(counting.asked) == 4


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"edition": "tarot"}, "tarot"),
        ({"players": 1}, "2 to 10 players"),
        ({"options": {"stacking": "now"}}, "Stacking is"),
        ({"options": {"hand_size": 15}, "players": 10}, "at most 7 cards"),
    ],
)
async def test_wrong_questions_are_refused(tmp_path: Path, counting: Counting, changed: dict[str, Any], says: str) -> None:
    """A question about an impossible table costs nothing and is refused with the reason."""
    async with serving(tmp_path) as live:
        refused = await ask(live, **changed)
    assert refused.status_code == 400
    assert says in refused.text
    assert not counting.asked
