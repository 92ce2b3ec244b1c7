"""What a viewer is told, as bytes: the whole state once, then what has changed.

A viewer is a seat, or None for spectators. Nothing but the table, the viewer, and what this viewer was told before goes into
a frame, so a frame depends only on what the viewer may know (rule hidden).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress
from operator import ne
from typing import Any

import msgspec

from ..events import Event
from ..game import Game
from . import entries as log
from .protocol import VERSION, encode
from .table import Table, Viewer

State = dict[str, Any]
MOST_EVENTS = 200  # that a first frame tells again


@lru_cache(maxsize=1 << 14)
def _told(event: Event) -> msgspec.Raw:
    return msgspec.Raw(encode(event._replace(seen_by=None).to_dict()))


def told_events(game: Game, viewer: Viewer, since: int) -> list[msgspec.Raw]:
    """The events of a game from this number on, as a viewer may see them."""
    return [_told(event) for event in game.events(viewer, since)]


def event_count(table: Table) -> int:
    """How many events the game has had; the same for everybody."""
    return table.game.event_count if table.game else 0


def _events(table: Table, viewer: Viewer, since: int) -> list[msgspec.Raw]:
    return told_events(table.game, viewer, since) if table.game else []


def first(table: Table, viewer: Viewer, seen: int, now: float) -> tuple[bytes, State]:
    """The first frame of a connection that has seen so many events, and the state it tells."""
    state, count = table.state(viewer), event_count(table)
    since = max(seen if 0 <= seen <= count else 0, count - MOST_EVENTS)
    frame = {
        "n": table.number,
        "e": count,
        "events": _events(table, viewer, since),
        "set": state,
        "chat": table.lines(viewer),
        "version": VERSION,
        "time": round(now * 1000),
    }
    return encode(frame), state


def update(table: Table, viewer: Viewer, before: State, since: int, said: list[State]) -> tuple[State, State]:
    """The frame that brings a viewer from the state told before, with so many events, to now; and the state now."""
    changed, state = difference(before, table.state(viewer))
    frame: State = {"n": table.number, "e": event_count(table)}
    events = _events(table, viewer, since)
    if events:
        frame["events"] = events
    if changed:
        frame["set"] = changed
    heard = [line for line in said if table.hears(viewer, line["seat"])]
    if heard:
        frame["said"] = heard
    return frame, state


def difference(before: State, state: State) -> tuple[State, State]:
    """The fields with a new value, null where there is none any more; and the state."""
    changed = dict(compress(state.items(), map(ne, map(before.get, state), state.values())))
    if before.keys() == state.keys():
        return changed, before | changed  # what is the same stays the same object: young ones would keep the collector busy
    return changed | dict.fromkeys(sorted((before.keys() ^ state.keys()) - changed.keys())), state


def said(entries: Iterable[log.AnyEntry]) -> list[State]:
    """Chat and emotes among new entries."""
    told: list[State] = []
    for entry in entries:
        if isinstance(entry, log.Said):
            told.append({"seat": entry.seat, "text": entry.text})
        elif isinstance(entry, log.Gestured):
            told.append({"seat": entry.seat, "emote": entry.emote})
    return told
