"""What a strong player would do here, and why."""

from __future__ import annotations

import asyncio

from . import words
from .seat import Seat


async def hint(seat: Seat) -> str:
    """A sentence of advice for who is asked."""
    if seat.is_remote:
        return "There are no hints at a table with others."
    view, moves = seat.view, seat.moves
    if view is None or not moves:
        return "There is nothing to choose now."
    from ..server.thinking import Ask
    from .local import choose

    (chosen,) = await asyncio.to_thread(choose, [Ask(view.seat or 0, "hard", view, moves)])
    if chosen is None:
        return "Hint: let it pass."
    return f"Hint: {words.move_words(seat.edition, seat.edition.codec.clean(chosen), seat.names)}."
