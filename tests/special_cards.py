"""Helpers for the tests of special cards: refusals, votes and events."""

from __future__ import annotations

import pytest

from lastcard import Game
from lastcard.errors import IllegalMove
from lastcard.events import Event


def refused_by(game: Game, seat: int, move: str) -> str:
    """Return the rule that refuses a move, checking that ``why_not`` agrees and nothing changes."""
    before = (game.view(seat), game.hands, game.events(None))
    reason = game.why_not(seat, move)
    with pytest.raises(IllegalMove) as refusal:
        game.move(seat, move)
    assert refusal.value.refusal == reason
    assert (game.view(seat), game.hands, game.events(None)) == before
    return refusal.value.rule


def play(game: Game, *moves: tuple[int, str]) -> None:
    """Make these moves, of several seats, in this order."""
    for seat, move in moves:
        game.move(seat, move)


def vote(game: Game, **words: str) -> None:
    """Cast this vote for every seat named ``s0``, ``s1`` …, in this order."""
    for name, word in words.items():
        game.move(int(name[1:]), f"vote {word}")


def vote_all(game: Game, word: str) -> None:
    """Let everyone who has not voted yet cast the same vote."""
    for seat in game.to_move:
        game.move(seat, f"vote {word}")


def names(events: list[Event]) -> list[str]:
    """Return the names of events, without details."""
    return [event.what for event in events]


def texts(game: Game, seat: int) -> list[str]:
    """Return a seat's moves as plain text."""
    return [str(move) for move in game.moves(seat)]


def counts(game: Game) -> list[int]:
    """Return how many cards each seat holds, checking that the rules' counts match the events."""
    counted = list(game.view(None).counts)
    assert counted == [len(hand) for hand in game.hands]
    return counted
