"""Everything that the server tells is of the types in told.py, from which clients have theirs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from lastcard import editions
from lastcard.server import entries as log
from lastcard.server import frames, schema, told
from lastcard.server.catalog import catalog
from lastcard.server.protocol import encode
from lastcard.server.table import Viewer
from live import serving
from served import walk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("edition", editions.names())
def test_frames_are_of_their_types(edition: str) -> None:
    """Every frame of rounds with all kinds of options, to every viewer, has the fields that its type has and no others."""
    for players, seed, variant in ((2, 0, 0), (3, 1, 1), (4, 2, 2)):
        before: dict[Viewer, frames.State] = {}
        since = 0
        for number, table in enumerate(walk(edition, players, seed, variant)):
            for viewer in (None, *range(players)):
                if number % 9 == 0 or table.stage != "playing":
                    msgspec.json.decode(frames.first(table, viewer, since, 9.0)[0], type=told.FirstFrame)
                update, before[viewer] = frames.update(table, viewer, before.get(viewer, {}), since, [])
                msgspec.json.decode(encode(update), type=told.UpdateFrame)
            since = frames.event_count(table)


def test_every_field_of_the_state_is_told_by_a_game() -> None:
    """The type of the state has no field that a finished game does not have."""
    *_, table = walk("classic", 2, 0)
    assert set(told.State.__struct_fields__) == set(table.state(0))


def test_the_catalog_is_of_its_type() -> None:
    """The catalog of all editions has the fields that its type has and no others."""
    msgspec.json.decode(catalog(), type=told.Catalog)


def test_what_is_said_is_of_its_type() -> None:
    """A line and an emote are told as such."""
    said = frames.said([log.Said(t=1.0, seat=0, text="hello"), log.Gestured(t=1.0, seat=1, emote="wow")])
    assert len(msgspec.convert(said, list[told.SaidLine])) == 2


async def test_answers_are_of_their_types(tmp_path: Path) -> None:
    """What HTTP and a WebSocket answer, refusals too, is of the types that clients have."""
    async with serving(tmp_path) as live, live.pair(settings={"public": True}) as (ann, ben):
        table, token = ann.made["table"], ann.token
        listed = await live.http.get("/api/tables")
        games = await live.post("/api/games", {"tokens": [token]})
        watch = await live.join(ann.made["watch"])
        refused = await live.post("/api/join", {"code": "0000-0000-0000"})
        looked = await live.http.get(f"/api/tables/{table}", headers={"Authorization": f"Bearer {token}"})
        answers: list[tuple[Any, Any]] = [
            (ann.made, told.MadeTable),
            (watch, told.Joined),
            (await live.join(ann.made["invite"], token=ben.token), told.Joined),
            (listed.json(), told.TableList),
            (games.json(), told.GameList),
            (refused.json(), told.RefusedAnswer),
            (looked.json(), told.FirstFrame),
            (ann.first, told.FirstFrame),
            (await ann.do("chat", text="hello"), told.UpdateFrame),
            (await ann.do("ping"), told.PongAnswer),
            (await ann.do("start"), told.RefusedAnswer),
            (await ann.do("why", move="draw"), told.WhyAnswer),
            (await ann.do("back"), told.OkAnswer),
        ]
        for answer, form in answers:
            msgspec.convert(answer, form)


def test_the_schema_says_the_same() -> None:
    """The printed document is a JSON Schema by which a frame is valid, and one with another field is not."""
    printed = subprocess.run([sys.executable, "-m", schema.__name__], capture_output=True, text=True, check=True).stdout
    document = json.loads(printed)
    assert document == schema.schema()
    Draft202012Validator.check_schema(document)
    *_, table = walk("classic", 2, 0)
    frame = json.loads(frames.first(table, 0, 0, 9.0)[0])
    validator = Draft202012Validator({**document, "$ref": "#/$defs/FirstFrame"})
    assert not list(validator.iter_errors(frame))
    frame["set"]["draw_pile"] = ["red-5"]
    assert list(validator.iter_errors(frame))
