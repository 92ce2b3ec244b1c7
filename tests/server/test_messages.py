"""What the server sends matches the types in messages.py, from which clients generate theirs."""

from __future__ import annotations

import json
import subprocess
import sys

import msgspec
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from lastcard import editions
from lastcard.server.table import frames
from lastcard.server.table.table import Viewer
from lastcard.server.wire import messages, schema
from lastcard.server.wire.catalog import catalog
from lastcard.server.wire.catalog_messages import Catalog
from server_walks import NOTHING_YET, Told, updated, walk
from table_logs import told_state

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("edition", editions.names())
def test_fields_hold_what_they_say(edition: str) -> None:
    """In every frame, for every viewer and all kinds of options, each field matches its type."""
    for players, seed, variant in ((2, 0, 0), (3, 1, 1), (4, 2, 2)):
        before: dict[Viewer, Told] = {}
        since = 0
        for number, table in enumerate(walk(edition, players, seed, variant)):
            for viewer in (None, *range(players)):
                if number % 9 == 0 or table.stage != "playing":
                    msgspec.json.decode(frames.first(table, viewer, since, 9.0)[0], type=messages.FirstFrame)
                update, before[viewer] = updated(table, viewer, before.get(viewer, NOTHING_YET), since)
                msgspec.json.decode(update, type=messages.UpdateFrame)
            since = frames.event_count(table)


def test_every_field_of_the_state_is_told_by_a_game() -> None:
    """The state type has no field that a finished game lacks."""
    *_, table = walk("classic", 2, 0)
    assert set(messages.State.__struct_fields__) == set(told_state(table, 0))


def test_the_catalog_holds_what_it_says() -> None:
    """In the catalog of all editions, each field matches its type."""
    msgspec.json.decode(catalog(), type=Catalog)


def test_the_schema_says_the_same() -> None:
    """The printed document is a JSON Schema that accepts a frame and rejects one with an extra field."""
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
