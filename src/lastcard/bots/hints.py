"""Hints: what the strongest bot would do in a seat, from what that seat knows, and why."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from .. import editions
from ..moves import Move
from ..view import View
from .thinkers import Ask
from .workers import TooLong, limited

ROLLOUTS = 8000
WITHIN = 5.0  # seconds, in the worker
CAREFUL = "A careful player would do this."
PATIENT = "A careful player would let this pass."


def advise(ask: Ask) -> dict[str, Any]:
    """Return a hint in its wire format, worked out by a worker."""
    try:
        with limited(WITHIN):
            hint = _searched(ask.view, ask.moves)
    except TooLong:
        hint = None
    return hint or _steady(ask.view, ask.moves)


def _searched(view: View, moves: Sequence[Move]) -> dict[str, Any] | None:
    """Return the move to advise of those that can be tried out, and how all of them did."""
    from . import hint_words, search, trials

    tried = search.worth_trying(view, moves) if moves else []
    if len(tried) < 2:
        return None
    engine = trials.fastest if trials.is_ready(editions.get(view.edition)) else trials.interpreted
    found = search.estimates(view, tried, rollouts=ROLLOUTS, rng=Random(), engine=engine)
    best = hint_words.advised(view, found)
    found.sort(key=lambda estimate: (estimate is not best, -estimate.value))
    says, args = hint_words.reason(view, found)
    told = [{"move": _text(each.move), "chance": round(each.win, 4), "error": round(each.error, 4)} for each in found]
    return {"move": _text(best.move), "says": says, "args": args, "estimates": told}


def _steady(view: View, moves: Sequence[Move]) -> dict[str, Any]:
    """Return what a careful player would do if there is nothing to try out."""
    from . import hint_words, search, steady

    move = steady.STEADY.choose(view, moves, Random()) if moves else None
    says, args = PATIENT, dict[str, Any]()
    if move is not None:
        others = [each for each in moves if each != move]
        found = [search.Estimate(each, 0.0, 0.0, 0.0, float(each == move), 0) for each in (move, *others)]
        why = search.reason(view, found)
        says, args = why if why[0] != hint_words.BEST else (CAREFUL, args)
    return {"move": _text(move), "says": says, "args": args, "estimates": []}


def _text(move: Move | None) -> str | None:
    return None if move is None else str(move)
