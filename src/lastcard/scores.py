"""The scores of a game: what a round adds to them, who leads, and who has won. With teams, partners share everything."""

from __future__ import annotations

from collections.abc import Sequence

from .options import Options


def partner_of(options: Options, players: int, seat: int) -> int | None:
    """Return the seat opposite, which belongs to the same team, or None without teams (teams)."""
    return (seat + players // 2) % players if options.get("teams") == "pairs" else None


def team_of(options: Options, players: int, seat: int) -> tuple[int, ...]:
    """Return the seats of a team, or only this seat without teams."""
    partner = partner_of(options, players, seat)
    return (seat,) if partner is None else tuple(sorted((seat, partner)))


def add_points(options: Options, scores: Sequence[int], winner: int, score: int, points: Sequence[int]) -> tuple[int, ...]:
    """Return the scores after a round. The winners get the points (score-winner), or each team its own (match-lowest)."""
    teams = [team_of(options, len(scores), seat) for seat in range(len(scores))]
    if _is_lowest(options):
        return tuple(before + sum(points[seat] for seat in team) for before, team in zip(scores, teams, strict=True))
    return tuple(before + score * (winner in team) for before, team in zip(scores, teams, strict=True))


def winners(options: Options, scores: Sequence[int], winner: int) -> tuple[int, ...]:
    """Return who has won the game after a round was won (match-single, match-500), or nobody while it goes on."""
    target = options["target"]
    if target is None:
        return team_of(options, len(scores), winner)
    return leaders(options, scores) if max(scores) >= target else ()


def leaders(options: Options, scores: Sequence[int]) -> tuple[int, ...]:
    """Return the seat that leads, or all that are tied for the lead."""
    best = min(scores) if _is_lowest(options) else max(scores)
    return tuple(seat for seat, score in enumerate(scores) if score == best)


def _is_lowest(options: Options) -> bool:
    return bool(options["scoring"] == "lowest")
