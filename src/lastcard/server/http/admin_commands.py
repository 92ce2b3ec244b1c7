"""The commands ``lastcard admin …``: look after a running server, and back its database up."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import socket
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote, urlencode, urlsplit

import typer

from ...cli_arguments import AsJson, Command, CommandGroup
from .read_settings import Settings

PATIENCE = 30.0

admin = typer.Typer(
    cls=CommandGroup,
    no_args_is_help=True,
    help="Look after a running server: its tables, connections, bans, announcements and backups.",
)

Url = Annotated[
    str | None,
    typer.Option(
        "--url",
        help="The server's address, such as https://cards.example.org. It needs the admin token, as LASTCARD_ADMIN_TOKEN or in "
        "the settings file. Default: the local socket.",
        show_default=False,
    ),
]
Local = Annotated[
    str | None,
    typer.Option(
        "--socket", metavar="FILE", help="The server's admin socket. Default: as its settings say.", show_default=False
    ),
]
File = Annotated[
    str | None,
    typer.Option("--config", metavar="FILE", help="The server's settings file. Default: LASTCARD_CONFIG.", show_default=False),
]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="A table's id.", show_default=False)]
Database = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="The database. Default: as the settings say.", show_default=False),
]


@admin.command(cls=Command)
def tables(
    status: Annotated[str | None, typer.Option(help="Only these: lobby, full, playing or over.", show_default=False)] = None,
    last: Annotated[int, typer.Option(min=1, max=1000, help="How many to show, most recently played first.")] = 100,
    url: Url = None,
    local: Local = None,
    config: File = None,
    as_json: AsJson = False,
) -> None:
    """List the tables: what is played, by whom, and how many are connected."""
    query = {"last": last} | ({"status": status} if status else {})
    found = _ask("GET", f"/tables?{urlencode(query)}", url, local, config)
    if as_json:
        _print(found)
        return
    for each in found["tables"]:
        people = ", ".join(each["people"])
        typer.echo(
            f"{each['table']}  {each['status']:8}{each['edition']:16}{_when(each['touched'])}  "
            f"{each['entries']:>5} entries  {each['connections']:>3} connected  {people}"
        )
    typer.echo(_counted(len(found["tables"]), "table", "tables"))
    _tell_silent(found)


@admin.command(cls=Command)
def connections(url: Url = None, local: Local = None, config: File = None, as_json: AsJson = False) -> None:
    """List the open connections of all processes: from where, at which table, and who."""
    found = _ask("GET", "/connections", url, local, config)
    if as_json:
        _print(found)
        return
    for each in found["connections"]:
        typer.echo(f"{each['address']:24}{each['table']}  {_when(each['since'])}  {each['who'] or '(watching)'}")
    typer.echo(_counted(len(found["connections"]), "connection", "connections"))
    _tell_silent(found)


@admin.command(cls=Command)
def processes(url: Url = None, local: Local = None, config: File = None, as_json: AsJson = False) -> None:
    """List the processes of the server: the one that answers first, with the ids that drain takes."""
    found = _ask("GET", "/processes", url, local, config)
    if as_json:
        _print(found)
        return
    for each in found["processes"]:
        told = "does not answer"
        if each["answers"]:
            told = (
                f"{each['host']} {each['pid']}  lastcard {each['version']}  since {_when(each['since'])}  "
                f"{each['tables']:>5} tables  {each['connections']:>5} connections"
            )
        typer.echo(f"{each['process'] or '-':16}  {told}")
    typer.echo(_counted(len(found["processes"]), "process", "processes"))


@admin.command(cls=Command)
def log(
    table: TableId,
    hands: Annotated[bool, typer.Option("--hands", help="Show hands, and moves as they were made. This is logged.")] = False,
    last: Annotated[int, typer.Option(min=1, max=25_000, help="How many lines to show.")] = 50,
    url: Url = None,
    local: Local = None,
    config: File = None,
    as_json: AsJson = False,
) -> None:
    """Show what happened at a table, as a spectator saw it. Chat is never shown."""
    query = urlencode({"last": last} | ({"hands": "yes"} if hands else {}))
    found = _ask("GET", f"/tables/{quote(table, safe='')}/log?{query}", url, local, config)
    if as_json:
        _print(found)
        return
    for line in found["lines"]:
        who, move = line.get("who", ""), line.get("move", "")
        told = " ".join([*([f"({move})"] if move else []), *line.get("told", [])])
        typer.echo(f"{line['n']:>5}  {_when(line['time'])}  {line['what']:10}{who:16}{told}".rstrip())
    for hand in found.get("hands", []):
        typer.echo(f"{hand['who']}: {', '.join(hand['cards'])}")
    typer.echo(f"{found['edition']}, {found['stage']}")


@admin.command(cls=Command)
def close(
    table: TableId,
    delete: Annotated[bool, typer.Option("--delete", help="Delete the table with its record.")] = False,
    url: Url = None,
    local: Local = None,
    config: File = None,
    as_json: AsJson = False,
) -> None:
    """Close a table: its game ends, the round has no winner, and the scores decide. If it hasn't started, it is deleted."""
    found = _ask("POST", f"/tables/{quote(table, safe='')}/close", url, local, config, {"delete": delete})
    said = {"ended": "The game has ended.", "deleted": "The table is deleted.", "over": "The game was over already."}
    _print(found) if as_json else typer.echo(said[found["now"]])


@admin.command(cls=Command)
def announce(
    text: Annotated[str, typer.Argument(help="What to tell everybody. Leave it out to take it back.", show_default=False)] = "",
    url: Url = None,
    local: Local = None,
    config: File = None,
    as_json: AsJson = False,
) -> None:
    """Show a message to everyone at a table, now and as they arrive, until you take it back."""
    found = _ask("POST", "/announcement", url, local, config, {"text": text})
    if as_json:
        _print(found)
    elif text:
        typer.echo(f"Announced to {_counted(found['connections'], 'connection', 'connections')}, and to everybody who comes.")
        _tell_silent(found)
    else:
        typer.echo("The announcement is taken back.")


@admin.command(cls=Command)
def ban(
    address: Annotated[
        str | None, typer.Option(help="An address or a network, such as 203.0.113.0/24.", show_default=False)
    ] = None,
    table: Annotated[str | None, typer.Option(help="The id of the table where the player sits.", show_default=False)] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="The player's seat, counted from 0.", show_default=False)] = None,
    why: Annotated[str, typer.Option(help="A note for the people who run the server.", show_default=False)] = "",
    url: Url = None,
    local: Local = None,
    config: File = None,
    as_json: AsJson = False,
) -> None:
    """Ban an address, or the player in a seat by the key of their browser, from the whole server."""
    if bool(address) == bool(table) or (table is None) != (seat is None):
        raise typer.TyperException("ban either --address ADDRESS, or --table TABLE --seat SEAT")
    asked = {"address": address} if address else {"table": table, "seat": seat}
    found = _ask("POST", "/bans", url, local, config, {**asked, "why": why})
    _print(found) if as_json else typer.echo(f"Banned. To lift it: lastcard admin unban {found['who']}")


@admin.command(cls=Command)
def unban(
    who: Annotated[str, typer.Argument(help="As 'lastcard admin bans' shows it.", show_default=False)],
    url: Url = None,
    local: Local = None,
    config: File = None,
    as_json: AsJson = False,
) -> None:
    """Lift a ban."""
    found = _ask("POST", "/bans/lift", url, local, config, {"who": who})
    _print(found) if as_json else typer.echo(f"{found['who']} is no longer banned.")


@admin.command(cls=Command)
def bans(url: Url = None, local: Local = None, config: File = None, as_json: AsJson = False) -> None:
    """List who is banned, since when and why."""
    found = _ask("GET", "/bans", url, local, config)
    if as_json:
        _print(found)
        return
    for each in found["bans"]:
        typer.echo(f"{each['kind']:8} {each['who']:24} {_when(each['since'])}  {each['why']}".rstrip())
    typer.echo(_counted(len(found["bans"]), "ban", "bans"))


@admin.command(cls=Command)
def drain(
    finish: Annotated[
        bool,
        typer.Option("--finish", help="First play the games to their end that no other process reads. Others take the rest."),
    ] = False,
    process: Annotated[
        str,
        typer.Option(
            metavar="ID",
            help="The process to end, as 'lastcard admin processes' shows it. Default: the one behind the socket or address.",
            show_default=False,
        ),
    ] = "",
    url: Url = None,
    local: Local = None,
    config: File = None,
    as_json: AsJson = False,
) -> None:
    """End a process: it finishes the moves under way, and clients reconnect."""
    found = _ask("POST", "/drain", url, local, config, {"finish": finish, "process": process})
    name = found["process"] or found["pid"]
    if as_json:
        _print(found)
    elif finish:
        typer.echo(f"Process {name} takes no new tables, and ends after the last game that only it can read.")
    else:
        connections = found["connections"]
        typer.echo(f"Process {name} ends; {_counted(connections, 'connection moves', 'connections move')} on.")


@admin.command(cls=Command)
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The new file to write.", show_default=False)],
    database: Database = None,
    config: File = None,
    as_json: AsJson = False,
) -> None:
    """Copy the database to a file, whether or not the server is running. For PostgreSQL, this runs its program pg_dump."""
    from ..storage.backups import back_up
    from ..storage.database import StoreError

    try:
        count = back_up(_database(database, config), file)
    except (StoreError, OSError) as error:
        raise typer.TyperException(_sentence(error)) from None
    _print({"tables": count, "file": str(file)}) if as_json else typer.echo(
        f"Wrote {file}: {_counted(count, 'table', 'tables')}."
    )


@admin.command(cls=Command)
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup of a database of the same kind.", show_default=False)],
    replace: Annotated[bool, typer.Option("--replace", help="Delete the tables that are in the database now.")] = False,
    database: Database = None,
    config: File = None,
    as_json: AsJson = False,
) -> None:
    """Put a backup into the database. Stop the server first. For PostgreSQL, this runs its program pg_restore."""
    from ..storage.backups import restore as put_back
    from ..storage.database import StoreError

    try:
        count = asyncio.run(put_back(_database(database, config), file, replaces=replace))
    except (StoreError, OSError) as error:
        raise typer.TyperException(_sentence(error)) from None
    _print({"tables": count}) if as_json else typer.echo(f"Restored {_counted(count, 'table', 'tables')}.")


# ---- asking the server -----------------------------------------------------------------------------
class LocalConnection(http.client.HTTPConnection):
    """HTTP over a local socket."""

    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=PATIENCE)
        self._path = path

    def connect(self) -> None:
        """Connect to the socket."""
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(PATIENCE)
        self.sock.connect(self._path)


def _ask(method: str, path: str, url: str | None, local: str | None, config: str | None, body: Any = None) -> Any:
    """Ask the server, and return its answer. What it refuses is one line on standard error."""
    settings = Settings({}, os.environ, config)
    headers = {"Content-Type": "application/json"}
    if url:
        connection, path = _remote(url, settings, headers), f"/admin{path}"
        where = url
    else:
        where = local or settings.in_force["admin-socket"].value
        if not where:
            raise typer.TyperException("there is no admin socket: name it with --socket, or the server with --url")
        connection = LocalConnection(where)
    try:
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        response = connection.getresponse()
        told = json.loads(response.read())
    except (OSError, http.client.HTTPException) as error:
        raise typer.TyperException(f"no server answers at {where}: {_sentence(error)}") from None
    except ValueError:
        raise typer.TyperException(f"what answers at {where} is not lastcard") from None
    finally:
        connection.close()
    if response.status >= 400:
        raise typer.TyperException(told.get("refused", {}).get("text", f"the server answers {response.status}"))
    return told


def _remote(url: str, settings: Settings, headers: dict[str, str]) -> http.client.HTTPConnection:
    """A connection to a server's address, with the token in the headers."""
    token = settings.in_force["admin-token"].value
    if not token:
        raise typer.TyperException("--url needs the admin token: set LASTCARD_ADMIN_TOKEN, or name the settings with --config")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise typer.TyperException("--url is an address such as https://cards.example.org")
    headers["Authorization"] = f"Bearer {token}"
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    return kind(parts.hostname, parts.port, timeout=PATIENCE)


def _database(given: str | None, config: str | None) -> str:
    settings = Settings({"database": given}, os.environ, config)
    return str(settings.in_force["database"].value)


def _sentence(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def _when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _tell_silent(found: dict[str, Any]) -> None:
    """Say that some connections may be missing."""
    if silent := found["silent"]:
        who = "Another process does not answer" if silent == 1 else f"{silent} other processes do not answer"
        typer.echo(f"lastcard: {who}, so {'its' if silent == 1 else 'their'} connections are left out.", err=True)


def _print(data: Any) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
