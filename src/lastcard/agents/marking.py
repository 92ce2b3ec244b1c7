"""Marks what other people wrote, so that an agent can tell it from what the game says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .. import editions
from ..tui.remote import RemoteSeat

OPEN, CLOSE = "«", "»"
WRITTEN_BY_PEOPLE = frozenset({"announcement", "name", "names", "text"})  # the fields of frames that hold it, at any depth
FREE_TEXT = frozenset({"text", "texts"})  # what a field of an edition's own part of a view can hold
_INSIDE = str.maketrans({OPEN: "<", CLOSE: ">", "\n": " ", "\r": " "})


def marked(text: str) -> str:
    """Put a text between the marks, which it cannot contain itself."""
    return f"{OPEN}{unmarked(text).translate(_INSIDE)}{CLOSE}"


def unmarked(text: str) -> str:
    """Take the marks away again."""
    is_marked = len(text) > 1 and text.startswith(OPEN) and text.endswith(CLOSE)
    return text[1:-1] if is_marked else text


def mark_all(value: Any) -> Any:
    """The same data with every name and text marked."""
    if isinstance(value, Mapping):
        return {
            key: marked(each) if key in WRITTEN_BY_PEOPLE and isinstance(each, str) else mark_all(each)
            for key, each in value.items()
        }
    return [mark_all(each) for each in value] if isinstance(value, list) else value


def mark_special(edition: str, special: Mapping[str, Any]) -> dict[str, Any]:
    """Mark the free text in an edition's own part of a view."""
    shows = editions.get(edition).every_show
    told = {}
    for field, value in special.items():
        holds = shows[field].holds.partition(" by ")[0] if field in shows else "text"
        told[field] = _mark_strings(value) if holds in FREE_TEXT else value
    return told


def _mark_strings(value: Any) -> Any:
    if isinstance(value, str):
        return marked(value)
    if isinstance(value, Mapping):
        return {key: _mark_strings(each) for key, each in value.items()}
    return [_mark_strings(each) for each in value] if isinstance(value, list) else value


class MarkedSeat(RemoteSeat):
    """A seat at a server's table where names, chat and everything else that people wrote arrive marked."""

    def read_frame(self, data: str | bytes) -> dict[str, Any]:
        """Read a frame, and mark it before anything else sees it."""
        frame: dict[str, Any] = mark_all(json.loads(data))
        state = frame.get("set", {})
        if state.get("special"):
            state["special"] = mark_special(state.get("edition") or self.state["edition"], state["special"])
        return frame
