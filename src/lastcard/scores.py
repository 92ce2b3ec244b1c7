"""The scores of a game: what a round adds to them, who leads, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from .options import Options


def add_points(options: Options, scores: Sequence[int], winner: int, score: int, points: Sequence[int]) -> tuple[int, ...]:
    """Return the scores after a round. The winner gets the points (score-winner), or each seat its own (match-lowest)."""
    lowest = _is_lowest(options)
    gained = [points[seat] if lowest else score * (seat == winner) for seat in range(len(scores))]
    return tuple(before + more for before, more in zip(scores, gained, strict=True))


def winners(options: Options, scores: Sequence[int], winner: int) -> tuple[int, ...]:
    """Return who has won the game after a round was won (match-single, match-500), or nobody while it goes on."""
    target = options["target"]
    if target is None:
        return (winner,)
    return leaders(options, scores) if max(scores) >= target else ()


def leaders(options: Options, scores: Sequence[int]) -> tuple[int, ...]:
    """Return the seat that leads, or all that are tied for the lead."""
    best = min(scores) if _is_lowest(options) else max(scores)
    return tuple(seat for seat, score in enumerate(scores) if score == best)


def _is_lowest(options: Options) -> bool:
    return bool(options["scoring"] == "lowest")
