"""One JSON Schema document for everything on the wire. ``python -m lastcard.server.wire.schema`` prints it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, get_args

import msgspec

from ...lab.effect_forms import Effects
from ...record import Record
from ...review_forms import BestMove, Review, ReviewPart
from . import catalog_messages, commands, messages
from .first_texts import first_texts
from .table_settings import Clock, Media, Pace, Window

BODIES = (commands.CreateTable, commands.Join, commands.Invited, commands.MyGames, commands.Learn, commands.AskEffects)
SENT = (*commands.SeatCommand.__args__, commands.Hello, *BODIES)
TOLD = (
    *messages.Message.__args__,
    messages.MadeTable,
    messages.Joined,
    messages.InviteInfo,
    messages.TableList,
    messages.GameList,
    messages.Replay,
    messages.LessonMoment,
    Review,
    ReviewPart,
    BestMove,
    Effects,
    catalog_messages.Catalog,
    Record,
)


def definitions(place: str) -> dict[str, Any]:
    """A definition for every type, plus ``Command`` and ``Message`` for anything sent in either direction at a table.

    ``place`` is where the definitions are in the document.
    """
    _, found = msgspec.json.schema_components([*SENT, *TOLD], ref_template=f"{place}/{{name}}")
    unions = {"Command": commands.SeatCommand.__args__, "Message": messages.Message.__args__}
    for name, kinds in unions.items():
        found[name] = {"anyOf": [{"$ref": f"{place}/{kind.__name__}"} for kind in kinds]}
    return dict(sorted(found.items()))


def schema() -> dict[str, Any]:
    """The whole schema document."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "lastcard",
        "$defs": definitions("#/$defs"),
    }


def setting_values() -> dict[str, list[Any]]:
    """The values of each setting of a table that takes one of a few."""
    kinds = {"clock": Clock, "pace": Pace, "window": Window, "media": Media}
    return {name: list(get_args(kind)) for name, kind in kinds.items()}


if __name__ == "__main__":
    makers: dict[str, Callable[[], object]] = {"--setting-values": setting_values, "--first-texts": first_texts}
    made = makers.get("".join(sys.argv[1:]), schema)()
    print(json.dumps(made, indent=1, ensure_ascii=False))  # noqa: T201 - printing is its purpose
