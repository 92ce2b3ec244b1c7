"""A card that can only be accepted or blocked takes effect by itself, so that nobody has to answer an empty question.

When that happens depends only on what everyone sees: the card, the rules and the table's settings, never on who could block
(rule hero-secret).
"""

from __future__ import annotations

from ...game import Game
from ..wire.table_settings import Settings


def answers_at(game: Game, settings: Settings, t: float) -> float | None:
    """When the card played at ``t`` takes effect by itself. None if the player it hits has to decide something."""
    pending = game.view(None).pending
    if not settings.window or len(game.to_move) != 1 or pending is None or pending.answers:
        return None
    choices = [move for move in game.moves(game.to_move[0]) if not move.meaning.chance]
    return t + max(settings.window, settings.grace / 1000) if len(choices) == 1 else None
