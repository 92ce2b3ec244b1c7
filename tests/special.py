"""What the tests of the special cards share: refusals, votes and what an event stream says."""

from __future__ import annotations

import pytest

from lastcard import Game
from lastcard.errors import IllegalMove
from lastcard.events import Event


def refused_by(game: Game, seat: int, move: str) -> str:
    """The rule that refuses a move; ``why_not`` gives the same reason and the table stays as it was."""
    before = (game.view(seat), game.hands, game.events(None))
    reason = game.why_not(seat, move)
    with pytest.raises(IllegalMove) as refusal:
        game.move(seat, move)
    assert refusal.value.refusal == reason
    assert (game.view(seat), game.hands, game.events(None)) == before
    return refusal.value.rule


def play(game: Game, *moves: tuple[int, str]) -> None:
    """Do moves of several seats in this order."""
    for seat, move in moves:
        game.move(seat, move)


def vote(game: Game, **words: str) -> None:
    """Every seat named ``s0``, ``s1`` … votes this word, in this order."""
    for name, word in words.items():
        game.move(int(name[1:]), f"vote {word}")


def vote_all(game: Game, word: str) -> None:
    """Everybody who has yet to vote says the same."""
    for seat in game.to_move:
        game.move(seat, f"vote {word}")


def names(events: list[Event]) -> list[str]:
    """What happened, without details."""
    return [event.what for event in events]


def texts(game: Game, seat: int) -> list[str]:
    """The moves of a seat as plain texts."""
    return [str(move) for move in game.moves(seat)]


def counts(game: Game) -> list[int]:
    """How many cards each seat holds: what the rules count is what the events say."""
    counted = list(game.view(None).counts)
    assert counted == [len(hand) for hand in game.hands]
    return counted
