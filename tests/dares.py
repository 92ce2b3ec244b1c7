"""Tables at which someone is dared, for the tests of UNO Dare!."""

from __future__ import annotations

from typing import Any

from lastcard import Game
from lastcard.cards import color_of

# In the Family list, dares 1, 3, 5, 6, 8 and 9 are done at once; 2, 4, 7 and 10 last until the next turn.
NOW, LASTING = "blue-dare-1", "green-dare-2"


def table(*cards: str) -> Game:
    """Seat 0 has the turn and holds these cards and two spare ones; the others hold numbers, and blue is in force."""
    hands = [
        [*cards, "red-1", "red-2"],
        ["yellow-1", "blue-1", "green-1", "green-3"],
        ["yellow-2", "blue-2", "green-2", "green-skip"],
        ["yellow-3", "blue-3", "green-4", "green-reverse"],
    ]
    return Game.arrange("dare", hands=hands, top="blue-9")


def dared(card: str = NOW, hands: list[list[str]] | None = None, players: int = 4, **more: Any) -> Game:
    """Seat 0 has played this Dare, so seat 1 is dared."""
    color = color_of(card)
    game = Game.arrange("dare", hands=(hands or table(card).hands)[:players], top=f"{color or 'blue'}-9", **more)
    game.move(0, f"play {card}" if color else f"play {card} green")
    return game


def performing(**more: Any) -> Game:
    """Seat 1 is doing a dare at once, and the others judge it."""
    game = dared(**more)
    game.move(1, "dare")
    return game


def lasting(**more: Any) -> Game:
    """Seat 1 has begun a lasting dare and now has its turn."""
    game = dared(LASTING, **more)
    game.move(1, "dare")
    return game


def performer(game: Game) -> Any:
    """Return the seat being judged, on which every view agrees."""
    return game.view(None).special.get("performer")
