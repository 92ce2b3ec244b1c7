"""Frames for viewers: first the whole state, then what has changed.

A viewer is a seat, or None for spectators. What everybody is told of a change is worked out and encoded once (``Shared``).
What one viewer is told besides (``Part``) is added to it. Both are plain data, and ``composed`` puts them together. A frame is
made only from the table, the viewer, and what was told before, and the shared part only from what a spectator may know, so a
frame depends only on what its viewer may know (rule hidden).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress
from operator import is_not, ne
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import astuple, replace

from ...events import Event
from ...game import Game
from ..wire.commands import VERSION, encode
from ..wire.messages import FirstFrame, GameEvent, SaidLine, State
from . import log, state
from .state import Fields
from .table import Table, Viewer

MOST_EVENTS = 200  # repeated in a first frame
NOTHING = State()
FIELDS = State.__struct_fields__


class Shared(NamedTuple):
    """What everybody is told of a change: its numbers, the fields that changed, and the events as a spectator sees them.

    ``seers`` are the seats that see more of the events.
    """

    n: int
    e: int
    fields: bytes = b""  # members of a JSON object, without its braces
    events: bytes = b""  # a JSON array, or nothing
    seers: frozenset[int] = frozenset()


class Part(NamedTuple):
    """What one viewer is told besides. ``events`` take the place of the shared ones, unless they are the same."""

    fields: bytes = b""
    events: bytes = b""
    said: bytes = b""
    cid: str = ""


# ---- events -----------------------------------------------------------------------------------------
@lru_cache(maxsize=1 << 14)
def _told(event: Event) -> GameEvent:
    return GameEvent(**event._replace(seen_by=None).to_dict())


@lru_cache(maxsize=1 << 14)
def _encoded(event: Event) -> bytes:
    return encode(_told(event))


def told_events(game: Game, viewer: Viewer, since: int) -> list[GameEvent]:
    """The events of a game from this number on, as far as a viewer may see them."""
    return [_told(event) for event in game.events(viewer, since)]


def _events(table: Table, viewer: Viewer, since: int) -> bytes:
    if table.game is None or table.game.event_count <= since:
        return b""
    return b"[" + b",".join(map(_encoded, table.game.events(viewer, since))) + b"]"


def event_count(table: Table) -> int:
    """Return the number of events so far, which is the same for everyone."""
    return table.game.event_count if table.game else 0


# ---- frames -----------------------------------------------------------------------------------------
def first(table: Table, viewer: Viewer, seen: int, now: float) -> tuple[bytes, Fields, Fields]:
    """The first frame for a connection that has seen this many events, and the shared and own fields that it tells."""
    shared, own, count = state.shared(table), state.own(table, viewer), event_count(table)
    since = max(seen if 0 <= seen <= count else 0, count - MOST_EVENTS)
    frame = FirstFrame(
        n=table.number,
        e=count,
        events=told_events(table.game, viewer, since) if table.game else [],
        set=State(**shared, **own),
        chat=table.lines(viewer),
        version=VERSION,
        time=round(now * 1000),
    )
    return encode(frame), shared, own


def update(table: Table, before: Fields, since: int) -> tuple[Shared, Fields]:
    """What everybody is told of the changes since these shared fields and event count were told, and the fields now."""
    fields = state.shared(table)
    game = table.game
    shared = Shared(
        n=table.number,
        e=event_count(table),
        fields=changes(before, fields),
        events=_events(table, None, since),
        seers=game.seers(since) if game else frozenset(),
    )
    return shared, fields


def part(
    table: Table, viewer: Viewer, before: Fields, since: int, shared: Shared, said: list[SaidLine], cid: str = ""
) -> tuple[Part, Fields]:
    """What one viewer is told besides the shared part, and its own fields now. ``cid`` is its command to acknowledge."""
    fields = state.own(table, viewer)
    lines = [line for line in said if table.hears(viewer, line.seat)] if said else said
    events = _events(table, viewer, since) if viewer in shared.seers else b""
    return Part(changes(before, fields), events, encode(lines) if lines else b"", cid), fields


def composed(shared: Shared, part: Part) -> bytes:
    """The frame for a viewer: an UpdateFrame as JSON."""
    pieces = [b'{"n":%d,"e":%d' % (shared.n, shared.e)]
    if events := part.events or shared.events:
        pieces += b',"events":', events
    if shared.fields and part.fields:
        pieces += b',"set":{', shared.fields, b",", part.fields, b"}"
    elif fields := shared.fields or part.fields:
        pieces += b',"set":{', fields, b"}"
    if part.said:
        pieces += b',"said":', part.said
    if part.cid:
        pieces += b',"id":', encode(part.cid)
    pieces.append(b"}")
    return b"".join(pieces)


def changes(before: Fields, after: Fields) -> bytes:
    """The fields that changed, as members of a JSON object. A field that is gone is null."""
    if len(before) == len(after):  # the same fields in the same order, and most of them the same objects
        new = compress(after, map(is_not, before.values(), after.values()))
        changed = {name: after[name] for name in new if before[name] != after[name]}
    else:
        changed = {name: value for name, value in after.items() if value != before.get(name, UNSET)}
    if not changed:
        return b""
    for name in [name for name, value in changed.items() if value is UNSET]:
        changed[name] = None
    return encode(changed)[1:-1]


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
    """The chat lines, emotes and throws among new entries."""
    told: list[SaidLine] = []
    for entry in entries:
        if isinstance(entry, log.Said):
            told.append(SaidLine(seat=entry.seat, text=entry.text))
        elif isinstance(entry, log.Gestured):
            at = UNSET if entry.at is None else entry.at
            told.append(SaidLine(seat=entry.seat, emote=entry.emote, at=at))
    return told
