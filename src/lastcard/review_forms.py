"""The data of a review, for Python, for ``--json`` and over the wire."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Form(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base class of a review's data."""


class ChanceInfo(Form, frozen=True):
    """The chance to win the round after this many moves of the record, and its standard error."""

    number: int
    round: int
    win: float
    error: float


class DecisionInfo(Form, frozen=True):
    """A choice of the seat: what it played (null: let a chance pass), what would have been best, and what each was worth.

    ``clear`` where the ``cost`` is more than the standard ``error`` of the difference explains. ``hard`` where a solid player
    would hardly have done better, so that it was hard to see, and no mistake. ``says`` with ``args`` is the reason for the best
    move.
    """

    # ``number`` is the number of the move, counted from 1. ``usual`` is what the rollouts' own choice was worth.
    number: int
    round: int
    played: str | None
    best: str | None
    win: float
    best_win: float
    usual: float
    error: float
    says: str
    args: dict[str, Any]
    cost: float
    clear: bool
    hard: bool


class BestMove(Form, frozen=True):
    """GET /api/tables/{table}/best-move: the move of a seat that gained most over the obvious choice, and its standard error.

    ``decision`` is null where none clearly did, and ``looked`` is false where the server cannot afford to look.
    """

    looked: bool
    decision: DecisionInfo | None = None
    margin: float = 0.0
    error: float = 0.0


class BalanceInfo(Form, frozen=True):
    """The causes of a round's outcome, in parts of a win: an even share, skill (with its standard error), luck."""

    round: int
    won: bool
    winner: int | None
    even: float
    skill: float
    error: float
    luck: float


class ReviewPart(Form, frozen=True):
    """How far a review has come: how many of the game's moves it has looked at, and what it found since the last part."""

    looked: int
    moves: int
    chances: list[ChanceInfo]
    decisions: list[DecisionInfo]


class Review(Form, frozen=True):
    """GET /api/tables/{table}/review and POST /api/review: a game from what one seat knew.

    ``best_move`` is what the search for the best move alone finds.
    """

    edition: str
    seat: int
    players: int
    names: list[str] | None
    chances: list[ChanceInfo]
    decisions: list[DecisionInfo]
    best_move: BestMove
    balances: list[BalanceInfo]

    def costly(self) -> list[DecisionInfo]:
        """The mistakes: moves that clearly cost something a solid player would have had. The costliest comes first."""
        return self._clear(hard=False)

    def hard_to_see(self) -> list[DecisionInfo]:
        """The chances that a solid player would hardly have seen, either. The best one comes first."""
        return self._clear(hard=True)

    def _clear(self, *, hard: bool) -> list[DecisionInfo]:
        found = [decision for decision in self.decisions if decision.clear and decision.hard == hard]
        return sorted(found, key=lambda decision: -decision.cost)
