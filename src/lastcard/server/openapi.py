"""The OpenAPI document of the HTTP interface; what clients send is described by the types of the protocol."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Any

from .protocol import SeatCommand, schemas

JSON = "application/json"
REFUSED: dict[str, Any] = {
    "type": "object",
    "required": ["refused"],
    "properties": {
        "refused": {
            "type": "object",
            "required": ["code", "text"],
            "properties": {"code": {"type": "string"}, "text": {"type": "string"}, "rule": {"type": "string"}},
        }
    },
}
MADE = {"table": "string", "invite": "string", "watch": "string", "seat": "integer", "token": "string"}
JOINED = {"table": "string", "role": "string", "seat": "integer", "token": "string"}


def _object(fields: dict[str, str], required: bool = True) -> dict[str, Any]:  # noqa: FBT001, FBT002
    properties = {name: {"type": kind} for name, kind in fields.items()}
    return {"type": "object", "properties": properties, **({"required": list(fields)} if required else {})}


def _does(
    about: str, told: dict[str, Any], *, body: dict[str, Any] | None = None, status: str = "200", **more: Any
) -> dict[str, Any]:
    described: dict[str, Any] = {
        "summary": about,
        "responses": {
            status: {"description": "Done.", "content": {JSON: {"schema": told}}},
            "default": {"description": "Refused, with a code and a sentence.", "content": {JSON: {"schema": REFUSED}}},
        },
        **more,
    }
    if body is not None:
        described["requestBody"] = {"required": True, "content": {JSON: {"schema": body}}}
    return described


def _of(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


@cache
def openapi() -> dict[str, Any]:
    """GET /api/openapi.json."""
    anything: dict[str, Any] = {"type": "object"}
    own: dict[str, Any] = {"security": [{"token": []}], "parameters": [_of_table()]}
    command = {"oneOf": [_of(kind.__name__) for kind in SeatCommand.__args__]}
    return {
        "openapi": "3.1.0",
        "info": {"title": "lastcard", "version": version("lastcard"), "description": "Tables of the UNO family."},
        "paths": {
            "/api/editions": {"get": _does("Everything about the editions.", anything)},
            "/api/tables": {
                "get": _does("Public tables with free seats.", anything),
                "post": _does("Make a table.", _object(MADE), body=_of("CreateTable"), status="201"),
            },
            "/api/join": {"post": _does("Sit down, or find what to watch.", _object(JOINED, required=False), body=_of("Join"))},
            "/api/games": {"post": _does("The games of some tokens.", anything, body=_of("MyGames"))},
            "/api/tables/{table}": {"get": _does("What a seat knows now.", anything, **own)},
            "/api/tables/{table}/commands": {"post": _does("Do something.", anything, body=command, **own)},
            "/api/tables/{table}/record": {"get": _does("The record of a finished game.", anything, **own)},
            "/healthz": {"get": _does("Whether the server can work.", _object({"ok": "boolean"}))},
        },
        "components": {
            "schemas": schemas(),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "A seat's token."}},
        },
    }


def _of_table() -> dict[str, Any]:
    return {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
