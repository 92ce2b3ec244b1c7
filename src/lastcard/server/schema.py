"""One JSON Schema document of everything that goes over the wire: ``python -m lastcard.server.schema`` prints it."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from ..record import Record
from . import protocol, told

SENT = (*protocol.SeatCommand.__args__, protocol.Hello, protocol.CreateTable, protocol.Join, protocol.MyGames)
TOLD = (
    *told.Message.__args__,
    told.MadeTable,
    told.Joined,
    told.TableList,
    told.GameList,
    told.Replay,
    told.Review,
    told.Catalog,
    Record,
)


def definitions(place: str) -> dict[str, Any]:
    """A definition for every type, and ``Command`` and ``Message`` for any that is sent or told at a table.

    ``place`` is where they stand in the document.
    """
    _, found = msgspec.json.schema_components([*SENT, *TOLD], ref_template=f"{place}/{{name}}")
    unions = {"Command": protocol.SeatCommand.__args__, "Message": told.Message.__args__}
    for name, kinds in unions.items():
        found[name] = {"anyOf": [{"$ref": f"{place}/{kind.__name__}"} for kind in kinds]}
    return dict(sorted(found.items()))


def schema() -> dict[str, Any]:
    """The document."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "lastcard",
        "$defs": definitions("#/$defs"),
    }


if __name__ == "__main__":
    print(json.dumps(schema(), indent=1))  # noqa: T201 - what it is for
