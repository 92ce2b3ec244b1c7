"""Hints: what the strongest bot would do on a seat, from what that seat knows, and why."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from .. import editions
from ..moves import Move
from ..view import View
from .thinking import Ask, TooLong, limited

ROLLOUTS = 8000
WITHIN = 5.0  # seconds, in the worker
CAREFUL = "A careful player would do this."
PATIENT = "A careful player would let this pass."


def advise(ask: Ask) -> dict[str, Any]:
    """A hint as it goes over the wire, thought about in a worker."""
    try:
        with limited(WITHIN):
            hint = _searched(ask.view, ask.moves)
    except TooLong:
        hint = None
    return hint or _steady(ask.view, ask.moves)


def _searched(view: View, moves: Sequence[Move]) -> dict[str, Any] | None:
    """Where moves can be tried out: the best of them, and how all of them went."""
    from ..bots import search, trials

    tried = search.worth_trying(view, moves) if moves else []
    if len(tried) < 2:
        return None
    engine = trials.fastest if trials.is_ready(editions.get(view.edition)) else trials.interpreted
    found = search.estimates(view, tried, rollouts=ROLLOUTS, rng=Random(), engine=engine)  # noqa: S311
    found.sort(key=lambda estimate: -estimate.value)
    says, args = search.reason(view, found)
    told = [{"move": _text(each.move), "chance": round(each.win, 4), "error": round(each.error, 4)} for each in found]
    return {"move": _text(found[0].move), "says": says, "args": args, "estimates": told}


def _steady(view: View, moves: Sequence[Move]) -> dict[str, Any]:
    """Where there is nothing to try: what a careful player does."""
    from ..bots import reasons, search, steady

    move = steady.STEADY.choose(view, moves, Random()) if moves else None  # noqa: S311
    says, args = PATIENT, dict[str, Any]()
    if move is not None:
        others = [each for each in moves if each != move]
        found = [search.Estimate(each, 0.0, 0.0, 0.0, float(each == move), 0) for each in (move, *others)]
        why = search.reason(view, found)
        says, args = why if why[0] != reasons.BEST else (CAREFUL, args)
    return {"move": _text(move), "says": says, "args": args, "estimates": []}


def _text(move: Move | None) -> str | None:
    return None if move is None else str(move)
