"""Frames for viewers: first the whole state, then what has changed.

A viewer is a seat, or None for spectators. A frame is made only from the table, the viewer, and what this viewer was told
before, so it depends only on what the viewer may know (rule hidden).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress
from operator import ne
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import astuple, replace

from ...events import Event
from ...game import Game
from ..wire.commands import VERSION, encode
from ..wire.messages import FirstFrame, GameEvent, SaidLine, State, UpdateFrame
from . import log
from .fold import Table, Viewer

MOST_EVENTS = 200  # repeated in a first frame
NOTHING = State()
FIELDS = State.__struct_fields__


@lru_cache(maxsize=1 << 14)
def _told(event: Event) -> GameEvent:
    return GameEvent(**event._replace(seen_by=None).to_dict())


def told_events(game: Game, viewer: Viewer, since: int) -> list[GameEvent]:
    """The events of a game from this number on, as far as a viewer may see them."""
    return [_told(event) for event in game.events(viewer, since)]


def event_count(table: Table) -> int:
    """Return the number of events so far, which is the same for everyone."""
    return table.game.event_count if table.game else 0


def _events(table: Table, viewer: Viewer, since: int) -> list[GameEvent]:
    return told_events(table.game, viewer, since) if table.game else []


def first(table: Table, viewer: Viewer, seen: int, now: float) -> tuple[bytes, State]:
    """The first frame for a connection that has seen this many events, and the state it tells."""
    state, count = table.state(viewer), event_count(table)
    since = max(seen if 0 <= seen <= count else 0, count - MOST_EVENTS)
    frame = FirstFrame(
        n=table.number,
        e=count,
        events=_events(table, viewer, since),
        set=state,
        chat=table.lines(viewer),
        version=VERSION,
        time=round(now * 1000),
    )
    return encode(frame), state


def update(
    table: Table, viewer: Viewer, before: State, since: int, said: list[SaidLine], cid: str = ""
) -> tuple[UpdateFrame, State]:
    """The frame that takes a viewer from the state and event count told before to the present, and the present state.

    ``cid`` is this viewer's command that the frame acknowledges.
    """
    changed, state = difference(before, table.state(viewer))
    frame = UpdateFrame(
        n=table.number,
        e=event_count(table),
        events=_events(table, viewer, since) or UNSET,
        set=changed,
        said=[line for line in said if table.hears(viewer, line.seat)] or UNSET,
        id=cid or UNSET,
    )
    return frame, state


def difference(before: State, state: State) -> tuple[State | UnsetType, State]:
    """The fields that changed (null if a value is gone) or nothing, and the state."""
    old, new = astuple(before), astuple(state)
    changed: dict[str, Any] = dict(compress(zip(FIELDS, new, strict=True), map(ne, old, new)))
    if not changed:
        return UNSET, before
    if gone := [name for name, value in changed.items() if value is UNSET]:
        return State(**(changed | dict.fromkeys(gone))), state
    return State(**changed), replace(before, **changed)  # unchanged values keep their objects, which spares the collector


def said(entries: Iterable[log.AnyEntry]) -> list[SaidLine]:
    """The chat lines and emotes among new entries."""
    told: list[SaidLine] = []
    for entry in entries:
        if isinstance(entry, log.Said):
            told.append(SaidLine(seat=entry.seat, text=entry.text))
        elif isinstance(entry, log.Gestured):
            told.append(SaidLine(seat=entry.seat, emote=entry.emote))
    return told
