"""Files that the terminal keeps for its user: records of games, tokens for seats at servers, and what has been learned."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
from asyncio.subprocess import PIPE
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from ..record import Record


def data_folder() -> Path:
    """The user's data folder."""
    return user_data_path("lastcard", appauthor=False)


def read_kept(file: Path) -> Any:
    """What was kept in a file, or None if there is nothing that can be read."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def keep(file: Path, data: Any) -> None:
    """Keep something in a file. If that fails, it is forgotten, and nobody has to know."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(data), encoding="utf-8")


def save(record: Record, file: Path | None = None) -> Path:
    """Write a record to ``file``, or to a new file in the user's records, and return its path. OSError if it can't."""
    if file is None:
        now = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
        folder = data_folder() / "records"
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{record['edition']}-{now}-{secrets.token_hex(2)}.json"
    file.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    return file.absolute()


def numbered(file: Path | None, game: int) -> Path | None:
    """Return the file for the record of the first, second, … game of an evening, so that none replaces an earlier one."""
    return file if file is None or game == 1 else file.with_stem(f"{file.stem}-{game}")


async def review_lines(record: Record, seat: int) -> list[str]:
    """Review a game in a separate process, and return the review in words. Cancelling it ends the process."""
    command = [sys.executable, "-m", "lastcard", "review", "-", "--seat", str(seat)]
    process = await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env={**os.environ, "NO_COLOR": "1"}
    )
    try:
        told, trouble = await process.communicate(json.dumps(record).encode())
    finally:
        if process.returncode is None:
            process.kill()
    if process.returncode:
        return [f"There is no review of this game: {trouble.decode().strip().removeprefix('lastcard: ')}."]
    return told.decode().splitlines()


def saved_sentence(record: Record | None, file: Path | None = None) -> str:
    """Save a record, and say where it is or why it could not be saved."""
    if record is None:
        return "There is no record to save."
    try:
        return f"Record saved: {save(record, file)}"
    except OSError as error:
        return f"Could not save the record: {error.strerror or error}"


def token_for(server: str, name: str) -> str:
    """The token that identifies a player to a server. It is kept, so that a restart leads back to the same seat."""
    file = data_folder() / "seats.json"
    try:
        known = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        known = {}
    key = f"{name} at {server}"
    token = known.get(key) if isinstance(known, dict) else None
    if isinstance(token, str):
        return token
    token = secrets.token_hex(16)
    _write_secretly(file, {**(known if isinstance(known, dict) else {}), key: token})
    return token


def _write_secretly(file: Path, known: dict[str, str]) -> None:
    """Write a file that only the user can read. If that fails, a restart cannot return to the seat, but play goes on."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(f".{secrets.token_hex(4)}")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as written:
            json.dump(known, written)
        new.replace(file)
    except OSError:
        return
