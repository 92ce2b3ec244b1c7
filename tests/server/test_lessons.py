"""Lessons over HTTP: what a learner's moves lead to, and nothing kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lastcard import editions
from lastcard.bots.bot_names import BOT_NAMES
from lastcard.server.http.limits import Limits
from lastcard.server.wire.commands import NAME_LENGTH
from live_server import Live, serving

pytestmark = pytest.mark.anyio


async def learn(live: Live, *moves: str, status: int = 200, **more: Any) -> dict[str, Any]:
    """Ask for a lesson after these moves."""
    body = {"edition": "classic", "lesson": "basics", "moves": list(moves), **more}
    response = await live.post("/api/lessons", body)
    assert response.status_code == status, response.text
    found: dict[str, Any] = response.json()
    return found


async def test_a_lesson_is_played_over_http(live: Live) -> None:
    """The first answer has the position, and each move leads on."""
    first = await learn(live, name="Ann")
    assert (first["step"], first["over"], first["wants"]) == (0, False, ["play red-5", "play blue-9"])
    assert first["frames"][0]["set"]["hand"] == ["red-5", "blue-9", "blue-reverse", "yellow-4"]
    assert first["frames"][0]["set"]["seats"][0]["name"] == "Ann"
    second = await learn(live, "play red-5")
    assert second["step"] == 1
    made = [(0, "play red-5"), (1, "play blue-5"), (2, "play wild green")]
    assert [frame.get("made") for frame in second["frames"]] == [None, *({"seat": seat, "move": move} for seat, move in made)]
    last = await learn(live, "play blue-draw-two", step=first["steps"] - 1)
    assert (last["over"], last["wants"], last["frames"][-1]["set"]["winner"]) == (True, [], 0)


async def test_what_came_of_a_move_is_told_before_the_next_position(live: Live) -> None:
    """A step with an outcome tells it with its seat, and the next answer has none."""
    told = await learn(live, "play red-skip@superman", edition="dawn-of-justice", lesson="heroes")
    assert told["outcome"] == {"says": "{seat}'s Batman Hero blocked your Skip!", "args": {"seat": 1}}
    assert "outcome" not in await learn(live, edition="dawn-of-justice", lesson="heroes", step=told["step"])


async def test_every_lesson_of_the_catalog_is_there(live: Live) -> None:
    """The catalog names the lessons of each edition, and each can be begun at any step."""
    for edition in (await live.http.get("/api/editions")).json()["editions"]:
        assert [lesson["id"] for lesson in edition["lessons"]] == [each.id for each in editions.get(edition["id"]).lessons]
        for lesson in edition["lessons"]:
            found = await learn(live, edition=edition["id"], lesson=lesson["id"], step=lesson["steps"] - 1)
            assert found["step"] == lesson["steps"] - 1


async def test_what_a_lesson_does_not_allow_is_refused(live: Live) -> None:
    """An unknown lesson, another move, an illegal move and something that is no move are refused with their codes.

    A learner tries moves, so one that isn't allowed is a normal answer.
    """
    for moves, more, code, status in (
        ((), {"lesson": "nothing"}, "no-lesson", 409),
        ((), {"edition": "nothing"}, "no-lesson", 409),
        (("draw",), {}, "other-move", 200),
        (("play blue-reverse",), {}, "no-match", 200),
        (("dance",), {}, "invalid-move", 400),
        (("draw",) * 101, {}, "bad-message", 400),
    ):
        response = await live.post("/api/lessons", {"edition": "classic", "lesson": "basics", "moves": [*moves], **more})
        assert (response.status_code, response.json()["refused"]["code"]) == (status, code)


HOSTILE: tuple[dict[str, Any], ...] = (
    {"step": -1},
    {"step": 10**30},
    {"step": "0"},
    {"step": 0.5},
    {"moves": "draw"},
    {"moves": [None]},
    {"moves": [["draw"]]},
    {"moves": ["draw\0"]},
    {"moves": ["play " + "x" * 10_000]},
    {"moves": ["play red-5 " * 500]},
    {"moves": ["catch 99999999999999999999"]},
    {"name": 7},
    {"edition": "../classic"},
    {"lesson": "x" * 10_000},
    {"edition": None},
)


@pytest.mark.parametrize("changes", HOSTILE, ids=lambda changes: f"{changes}"[:40])
async def test_hostile_lessons_are_refused_in_a_sentence(live: Live, changes: dict[str, Any]) -> None:
    """Whatever a client sends, the answer is a refusal of moderate size with a sentence, and the server goes on."""
    response = await live.post("/api/lessons", {"edition": "classic", "lesson": "basics", "moves": [], **changes})
    assert 400 <= response.status_code < 500, response.text
    assert response.json()["refused"]["text"]
    assert len(response.content) < 2000
    assert (await learn(live))["step"] == 0


async def test_a_name_is_shown_as_plain_text(live: Live) -> None:
    """Control characters and what is too long are cut from a learner's name, and a bot's name gives way to it."""
    first = await learn(live, name="\x1b[31m" + BOT_NAMES[0] + "\u202e" + "y" * 500)
    name = first["frames"][0]["set"]["seats"][0]["name"]
    assert name.isprintable()
    assert len(name) <= NAME_LENGTH
    same = await learn(live, name=BOT_NAMES[0])
    names = [seat["name"] for seat in same["frames"][0]["set"]["seats"]]
    assert len(set(names)) == len(names)


async def test_no_position_is_taken_from_a_client(live: Live) -> None:
    """A client names a lesson, and a position of its own is refused."""
    body = {"edition": "classic", "lesson": "basics", "position": {"hands": [["red-1"], ["red-2"]], "top": "red-3"}}
    assert (await live.post("/api/lessons", body)).status_code == 400


async def test_a_lesson_leaves_nothing_behind(live: Live) -> None:
    """A lesson makes no table: none is in memory, and none is listed."""
    await learn(live, "play red-5")
    assert not live.hub.rooms
    assert (await live.http.get("/api/tables")).json() == {"tables": []}


async def test_lessons_are_limited_by_address(tmp_path: Path) -> None:
    """An address that asks for too many steps has to wait."""
    async with serving(tmp_path, limits=Limits(lessons_per_minute=1)) as live:
        await learn(live)
        await learn(live, status=429)
