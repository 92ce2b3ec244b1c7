"""Messages are read strictly, and docs/protocol.md and docs/hosting.md document all of them."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from lastcard import cli, editions
from lastcard.refusals import WRONG
from lastcard.server.http import read_settings as settings
from lastcard.server.http.app import make_app
from lastcard.server.http.limits import Limits
from lastcard.server.http.middleware import STATUS
from lastcard.server.serve_settings import Config
from lastcard.server.table import decide
from lastcard.server.table.table import Table
from lastcard.server.wire import commands as wire
from lastcard.server.wire.close_codes import REASONS
from lastcard.server.wire.commands import Refused, read_command, read_hello
from lastcard.server.wire.schema import definitions
from table_logs import told_state

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def rows(page: str, head: str) -> list[list[str]]:
    """The cells of the table whose header begins this way."""
    found: list[list[str]] = []
    inside = False
    for line in page.splitlines():
        if line.startswith(f"| {head} |"):
            inside = True
        elif inside and not line.startswith("|"):
            return found
        elif inside and not line.startswith("| ---"):
            found.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return found


def named(cells: list[list[str]]) -> set[str]:
    """Everything between backticks in the first column."""
    return {name for row in cells for name in re.findall(r"`([^`]+)`", row[0])}


def literals(call: str, place: int) -> Iterator[str]:
    """The strings at this position in every such call in the sources."""
    for path in (ROOT / "src" / "lastcard").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == call and len(node.args) > place:
                argument = node.args[place]
                if isinstance(argument, ast.Constant):
                    yield str(argument.value)


# ---- reading ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "message",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"do": "fly"}',
        '{"do": "move"}',
        '{"do": "move", "move": 1, "n": 1}',
        '{"do": "move", "move": "draw", "n": "1"}',
        '{"do": "move", "move": "draw", "n": 1, "seat": 2}',
        '{"do": "chat", "text": null}',
        '{"do": "change", "settings": {"clock": 61}}',
        '{"do": "veto", "dares": ["1"]}',
        '{"do": "chat", "text": "\ud800"}',
        "[" * 5000,
        '{"do": "change", "options": ' + '{"a":' * 3000,
    ],
)
def test_what_is_not_a_command_is_refused(message: str) -> None:
    """Anything but a well-formed command is refused as a bad message, in a short sentence."""
    with pytest.raises(Refused) as refused:
        read_command(message.encode("utf-8", "surrogatepass"))
    assert refused.value.code == "bad-message"
    assert len(refused.value.sentence) <= 200


@pytest.mark.parametrize("message", ["", "[]", '{"token": 1}', '{"do": "ping"}', '{"events": 1.5}', "[" * 5000])
def test_what_is_not_a_hello_is_refused(message: str) -> None:
    """A malformed first message is refused as a bad message."""
    with pytest.raises(Refused) as refused:
        read_hello(message)
    assert refused.value.code == "bad-message"


def test_a_seat_cannot_be_named_in_a_command() -> None:
    """No command that moves, votes, chats or agrees names its own seat: the connection decides that."""
    for kind in (wire.Move, wire.Ready, wire.Chat, wire.Contribute, wire.Veto, wire.Leave, wire.Back, wire.Extend):
        assert "seat" not in kind.__struct_fields__


def test_the_schemas_name_everything_that_a_client_sends() -> None:
    """Every command and every HTTP body has a JSON schema that allows no additional fields."""
    schemas = definitions("#/$defs")
    kinds = {kind.__name__ for kind in (*wire.SeatCommand.__args__, wire.Hello, wire.CreateTable, wire.Join, wire.MyGames)}
    assert kinds <= set(schemas)
    assert all(schemas[kind]["additionalProperties"] is False for kind in kinds)


# ---- the page --------------------------------------------------------------------------------------
def test_every_command_has_an_example() -> None:
    """The page shows each command once, and each example parses as what it claims to be."""
    examples = [cell[1].strip("`") for cell in rows(PROTOCOL, "command")]
    assert {type(read_command(example)) for example in examples} == set(wire.SeatCommand.__args__)
    assert len(examples) == len(wire.SeatCommand.__args__)


def test_every_code_is_explained() -> None:
    """The tables of codes list exactly those that the sources use."""
    of_the_server = {*literals("Refused", 0), *STATUS}
    of_verbs = {code for name in editions.names() for verb in editions.get(name).verbs for code in verb.refuses}
    of_the_game = {*literals("Refusal", 1), *WRONG, *of_verbs}
    assert named(rows(PROTOCOL, "code")) == of_the_server
    assert named(rows(PROTOCOL, "of a move")) == of_the_game - of_the_server


def test_every_close_code_is_explained() -> None:
    """The page lists every code with which the server closes a WebSocket, apart from the protocol's own."""
    assert {int(row[0]) for row in rows(PROTOCOL, "close code")} == {*REASONS, 1009}


def test_every_address_is_listed() -> None:
    """The page names every route under /api, and the other routes for machines."""
    listed = {(method, path) for row in rows(PROTOCOL, "request") for method, path in re.findall(r"`(\w+) ([^`]+)`", row[0])}
    app = make_app(Config(database="sqlite://"))
    routes: set[tuple[str, str]] = set()
    for route in app.routes:
        for method in getattr(route, "methods", None) or ():
            path: str = getattr(route, "path", "")
            if method != "HEAD" and path not in ("/", "/{name}", "/assets/{name}", "/api/openapi.json"):
                routes.add((method, path))
    assert listed == routes


def test_examples_are_json_of_the_right_form() -> None:
    """Every block of JSON on the page is valid, and requests parse as the types they illustrate."""
    blocks = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PROTOCOL, re.DOTALL)]
    forms: list[tuple[str, Any]] = [("lesson", wire.Learn), ("edition", wire.CreateTable)]
    forms += [("code", wire.Join), ("events", wire.Hello)]
    read = 0
    for block in blocks:
        for key, form in forms:
            if key in block and "n" not in block:
                msgspec.convert(block, form)
                read += 1
                break
    assert read == 4


def test_every_field_of_the_state_is_explained() -> None:
    """The page names every field that a table sends in the lobby."""
    explained = {name for row in rows(PROTOCOL, "of the state") for name in re.findall(r"`(\w+)`", row[0])}
    body = wire.CreateTable(edition="classic", name="Ann")
    table = Table([decide.create("t", body, "hash", "5e" * 32, 1.0)])
    assert set(told_state(table, None)) <= explained


def test_hosting_names_every_setting_and_limit() -> None:
    """The hosting page has the table of settings as the code has them, and every limit with its number."""
    assert settings.table() in HOSTING, "python -m lastcard.server.http.read_settings prints the table"
    shown = CliRunner().invoke(cli.app, ["serve", "--help"], env={"COLUMNS": "200"}).stdout
    options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", shown))
    assert options - {"--help", "--config", "--check"} == named(rows(HOSTING, "flag"))
    told = {row[0].strip("`"): int(row[1].split()[0]) for row in rows(HOSTING, "limit")}
    assert told == {field.name: field.default for field in fields(Limits)}
