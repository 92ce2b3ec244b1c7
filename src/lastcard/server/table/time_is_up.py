"""What happens when a clock runs out: the mildest move is made, and after two in a row a bot takes over. Pure.

``live.timers`` wakes up when it is time.
"""

from __future__ import annotations

from ... import editions
from ...moves import mildest_of
from ...typed_text import PLACEHOLDER
from . import log
from .decide import deal, go_away, table_time
from .table import Table

MISSES = 2  # in a row, until a bot takes over


def overdue(table: Table, now: float) -> list[log.AnyEntry]:
    """Return what overdue clocks call for: the mildest move, plus a bot after two in a row. Handles one seat a call."""
    if table.deal_at is not None and table.deal_at <= now:
        return deal(table, table_time(table, now))
    if table.answer_at is not None and table.answer_at <= now and table.game:
        hit = table.game.to_move[0]
        return [log.Moved(t=table_time(table, now), seat=hit, move=mildest(table, hit), how="window")]
    for i, seat in enumerate(table.seats):
        if seat.deadline is None or seat.deadline > now:
            continue
        if table.stage == "between":
            return go_away(table, i, "clock", now)
        t = table_time(table, now)
        moved = log.Moved(t=t, seat=i, move=mildest(table, i), how="clock")
        return [moved, log.WentAway(t=t, seat=i, why="clock")] if seat.missed + 1 >= MISSES else [moved]
    return []


def mildest(table: Table, seat: int) -> str:
    """Return what a seat does when its time runs out: nothing out of turn, unless it has no other choice."""
    assert table.game is not None  # noqa: S101 - asked only in a game
    moves = [move for move in table.game.moves(seat) if not table.is_vetoed(seat, move)]
    moves = [move for move in moves if not move.meaning.chance] or moves
    first = mildest_of(moves)
    if first.said == PLACEHOLDER:
        suggested = editions.get(table.edition).suggestions.get(first.verb, (PLACEHOLDER,))
        return f"{first.verb} {suggested[0]}"
    return str(first)
