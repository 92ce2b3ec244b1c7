"""Privileged rows: every hand and the draw pile, for a critic that trains an agent and never plays.

No environment gives them unless it is made with ``privileged=True``, and no observation holds any of it.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from ..game import Game
from ..rules.state import KINDS
from .kernels import NEXT_CARDS
from .observation import Bytes


@cache
def privileged_layout(players: int) -> dict[str, slice]:
    """Where the parts of a privileged row are.

    ``hands`` has the copies of each card in every hand, that of the seat being asked first, ``pile`` those in the draw pile,
    and ``next`` 1 + the code of the cards that will be drawn next, in order (0: no card).
    """
    hands, pile = KINDS * players, KINDS * (players + 1)
    return {"hands": slice(0, hands), "pile": slice(hands, pile), "next": slice(pile, pile + NEXT_CARDS)}


def privileged_size(players: int) -> int:
    """How many bytes a privileged row has."""
    return KINDS * (players + 1) + NEXT_CARDS


def privileged_row(game: Game, seat: int) -> Bytes:
    """Everything hidden in a game, counted from a seat."""
    row, codes = np.zeros(privileged_size(game.players), np.uint8), game.edition.codec.card_codes
    parts = {name: row[part] for name, part in privileged_layout(game.players).items()}
    for place in range(game.players):
        for card in game.hands[(seat + place) % game.players]:
            parts["hands"][place * KINDS + codes[card]] += 1
    pile = game.draw_pile
    for card in pile:
        parts["pile"][codes[card]] += 1
    parts["next"][: len(pile)] = [1 + codes[card] for card in pile[:NEXT_CARDS]]
    return row
