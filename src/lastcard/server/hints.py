"""Hints: what the strongest bot would do on a seat, from what that seat knows, and why."""

from __future__ import annotations

from random import Random
from typing import Any

from .thinking import PLAYERS, Ask, limited

HARDEST = "hard"
WITHIN = 10.0  # seconds, in the worker
CAREFUL = "A careful player would do this."
PATIENT = "A careful player would let this pass."


def advise(ask: Ask) -> dict[str, Any]:
    """A hint as it goes over the wire, thought about in a worker."""
    from .. import bots

    found = set(bots.names())
    bot = bots.get(next(name for name in PLAYERS[HARDEST] if name in found))
    with limited(WITHIN):
        move = bot.choose(ask.view, ask.moves, Random()) if ask.moves else None  # noqa: S311
    says = CAREFUL if move is not None else PATIENT
    return {"move": None if move is None else str(move), "says": says, "args": {}, "estimates": []}
