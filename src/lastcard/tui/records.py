"""Where the terminal keeps things of its user: records of games, and the tokens of seats at servers."""

from __future__ import annotations

import json
import os
import secrets
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from ..record import Record


def data_folder() -> Path:
    """A folder of the user's own."""
    return user_data_path("lastcard", appauthor=False)


def save(record: Record, file: Path | None = None) -> Path:
    """Write a record to a file, else to a new one among the user's records; where it is. OSError where that cannot be."""
    if file is None:
        now = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
        folder = data_folder() / "records"
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{record['edition']}-{now}-{secrets.token_hex(2)}.json"
    file.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    return file.absolute()


def saved_sentence(record: Record | None, file: Path | None = None) -> str:
    """Save, and say where; or why not."""
    if record is None:
        return "There is no record to save."
    try:
        return f"The record is saved: {save(record, file)}"
    except OSError as error:
        return f"The record cannot be saved: {error.strerror or error}"


def token_for(server: str, name: str) -> str:
    """The token by which somebody is known at a server: the one of before, so that a restart comes back to the seat."""
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
    """For the user's eyes only; a disk that cannot be written to costs only the way back after a restart."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(f".{secrets.token_hex(4)}")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as written:
            json.dump(known, written)
        new.replace(file)
    except OSError:
        return
