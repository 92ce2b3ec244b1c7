"""The ``steady`` way of playing for the opponents of a compiled environment."""

from __future__ import annotations

from ..moves import CATCH, UNO
from ..rules.build import kernel, lowest
from ..rules.core import NONE
from ..rules.playout import takers
from ..rules.policy import Player, prefer, prefer_chance
from ..rules.state import Row
from .watch import EpisodeRound, TableRules


@kernel
def opponent_move(r: TableRules, g: EpisodeRound, seat: int, people: Player, out: Row) -> int:
    """It calls, catches, and plays as imagined players do in the search of bots."""
    if g.owes_uno >> seat & 1:
        return UNO << 12
    if g.to_ask == 0:
        return prefer(r, g, seat, people, out)
    if g.owes_uno:
        return CATCH << 12 | lowest(g.owes_uno) << 1
    return prefer_chance(r, g, seat, people, out) if takers(r, g) >> seat & 1 else NONE
