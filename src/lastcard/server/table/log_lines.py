"""A table's log for the people who run the server: what happened, when and by whom.

Like a spectator, they see no hands, and they see no chat at all. Hands and the moves as they were made are only there if they
are asked for. The secret of the deal is never there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import log
from .table import Table

KINDS = {kind: kind.__struct_config__.tag for kind in log.AnyEntry.__args__}


def log_lines(data: Iterable[bytes], *, last: int, hands: bool = False) -> dict[str, Any]:
    """The last lines of a log, and how the table stands after them."""
    table = Table()
    seen = 0
    lines: list[dict[str, Any]] = []
    for number, entry in enumerate(map(log.decode, data), 1):
        names = _names(table)
        table.apply(entry)
        line: dict[str, Any] = {"n": number, "time": round(entry.t, 3), "what": KINDS[type(entry)]}
        seat = getattr(entry, "seat", None)
        if seat is not None:
            sat = names if seat < len(names) and names[seat] else _names(table)
            line["who"] = sat[seat] if seat < len(sat) else ""
        if isinstance(entry, log.Moved):
            line |= {"how": entry.how, "move": entry.move} if hands else {"how": entry.how}
        if table.game is not None:
            events = table.game.events(None, since=seen)
            seen += len(events)
            tell = table.game.edition.teller.sentence
            line["told"] = [tell(event, _names(table).__getitem__) for event in events]
        lines.append(line)
        del lines[:-last]
    found: dict[str, Any] = {"table": table.id, "edition": table.edition, "stage": table.stage, "lines": lines}
    if hands and table.game is not None:
        found["hands"] = [{"who": name, "cards": hand} for name, hand in zip(_names(table), table.game.hands, strict=True)]
    return found


def _names(table: Table) -> list[str]:
    return [seat.person.name if seat.person else "" for seat in table.seats]
