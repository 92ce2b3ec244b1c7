"""The OpenAPI document of the HTTP interface, built from the types of requests and responses."""

from __future__ import annotations

from functools import cache
from typing import Any

from ... import __version__
from .schema import definitions

JSON = "application/json"
PLACE = "#/components/schemas"
SEAT = {"name": "seat", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 9}}
HEALTHY = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}


def _does(
    about: str, told: dict[str, Any], *, body: dict[str, Any] | None = None, status: str = "200", **more: Any
) -> dict[str, Any]:
    described: dict[str, Any] = {
        "summary": about,
        "responses": {
            status: {"description": "Done.", "content": {JSON: {"schema": told}}},
            "default": {
                "description": "Refused, with a code and a sentence.",
                "content": {JSON: {"schema": _of("RefusedAnswer")}},
            },
        },
        **more,
    }
    if body is not None:
        described["requestBody"] = {"required": True, "content": {JSON: {"schema": body}}}
    return described


def _of(name: str) -> dict[str, Any]:
    return {"$ref": f"{PLACE}/{name}"}


@cache
def openapi() -> dict[str, Any]:
    """The document served by GET /api/openapi.json."""
    own: dict[str, Any] = {"security": [{"token": []}], "parameters": [_of_table()]}
    shown: dict[str, Any] = {"security": [{"token": []}], "parameters": [_of_table(), SEAT]}
    return {
        "openapi": "3.1.0",
        "info": {"title": "lastcard", "version": __version__, "description": "Tables of the UNO family."},
        "paths": {
            "/api/editions": {"get": _does("Everything about the editions.", _of("Catalog"))},
            "/api/tables": {
                "get": _does("Public tables with free seats.", _of("TableList")),
                "post": _does("Make a table.", _of("MadeTable"), body=_of("CreateTable"), status="201"),
            },
            "/api/join": {"post": _does("Sit down, or find what to watch.", _of("Joined"), body=_of("Join"))},
            "/api/invite": {"post": _does("The table of an invite code.", _of("InviteInfo"), body=_of("Invited"))},
            "/api/games": {"post": _does("The games of some tokens.", _of("GameList"), body=_of("MyGames"))},
            "/api/lessons": {"post": _does("A lesson after some moves.", _of("LessonMoment"), body=_of("Learn"))},
            "/api/effects": {"post": _does("What table rules change.", _of("Effects"), body=_of("AskEffects"))},
            "/api/tables/{table}": {"get": _does("What a seat knows now.", _of("FirstFrame"), **own)},
            "/api/tables/{table}/commands": {"post": _does("Do something.", _of("Message"), body=_of("Command"), **own)},
            "/api/tables/{table}/record": {"get": _does("The record of a finished game.", _of("Record"), **own)},
            "/api/tables/{table}/replay": {"get": _does("A finished game, move by move.", _of("Replay"), **shown)},
            "/api/tables/{table}/review": {"get": _does("What a seat made of a finished game.", _of("Review"), **shown)},
            "/api/tables/{table}/best-move": {"get": _does("A seat's best move.", _of("BestMove"), **shown)},
            "/api/review": {
                "post": _does("What a seat made of the game of a record.", _of("Review"), body=_of("Record"), parameters=[SEAT])
            },
            "/api/replay": {
                "post": _does("The game of a record, move by move.", _of("Replay"), body=_of("Record"), parameters=[SEAT])
            },
            "/healthz": {"get": _does("Whether the server can work.", HEALTHY)},
        },
        "components": {
            "schemas": definitions(PLACE),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "A seat's token."}},
        },
    }


def _of_table() -> dict[str, Any]:
    return {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
