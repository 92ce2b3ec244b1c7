"""A finished game looked at again, from what one seat knew: its chances after every move, and what its own moves were worth.

A chance is the share of imagined worlds, all of which fit what the seat had seen, in which it wins the round when everybody
plays on as the rollouts do. Nobody's hidden cards are looked at, so that a good move that met bad luck stays a good move.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from ..bots import OUT_OF_TURN
from ..bots.reasons import reason
from ..bots.search import estimates
from ..errors import InvalidOption
from ..game import Game
from ..moves import Move
from ..record import read
from ..view import View

CURVE = 8000  # rollouts for a point of the curve
LOOK = 3000  # for each move when a better one is looked for
CHECK = 30_000  # for each of the two that are compared
FULL_EFFORT = 80  # moves of a round up to which these are not reduced
CLEAR = 2.0  # a difference of so many standard errors is told
MATTERS = 0.01  # and of so much of a win

SURE = 1.0
PEOPLE = frozenset({"take", "dare", "cannot", "vote", "failed"})  # what people say, do and judge is not ours to weigh


class Chance(NamedTuple):
    """The chance to win the round after so many moves of the record, and its standard error."""

    number: int
    round: int
    win: float
    error: float


class Decision(NamedTuple):
    """A choice of the seat: what it did (None: let a chance pass), what would have been best, and what each was worth.

    ``number`` is that of the move it was about, counted from 1. ``error`` is the standard error of the difference;
    ``usual`` what the rollouts' own choice was worth. ``says`` with ``args`` is the reason for the best move.
    """

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

    @property
    def cost(self) -> float:
        """How much of the chance to win was given away."""
        return max(self.best_win - self.win, 0.0)

    @property
    def is_clear(self) -> bool:
        """Whether the cost matters and is more than the error of the estimate explains."""
        return self.played != self.best and self.cost > max(CLEAR * self.error, MATTERS)


class Balance(NamedTuple):
    """Why a round went as it did, in parts of a win: an even share, the seat's own choices, and the rest, which is luck."""

    round: int
    won: bool
    even: float
    skill: float
    error: float

    @property
    def luck(self) -> float:
        """What neither the even share nor the own choices explain."""
        return self.won - self.even - self.skill


class Review(NamedTuple):
    """Everything about one seat's game."""

    edition: str
    seat: int
    players: int
    names: list[str] | None
    chances: list[Chance]
    decisions: list[Decision]
    balances: list[Balance]

    def costly(self) -> list[Decision]:
        """The moves that cost most, the dearest first; only those where the estimate is sure of it."""
        return sorted((decision for decision in self.decisions if decision.is_clear), key=lambda decision: -decision.cost)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON data."""
        decisions = [decision._asdict() | {"cost": decision.cost, "clear": decision.is_clear} for decision in self.decisions]
        return self._asdict() | {
            "chances": [chance._asdict() for chance in self.chances],
            "decisions": decisions,
            "balances": [balance._asdict() | {"luck": balance.luck} for balance in self.balances],
        }


def review(record: object, seat: int = 0, *, seed: int = 0, effort: float = 1.0) -> Review:
    """Review a record from one seat; ``effort`` scales the number of rollouts, and with it the time."""
    reviewer = Reviewer(record, seat, seed=seed, effort=effort)
    for _ in reviewer:
        pass
    return reviewer.result()


def _alternatives(moves: Sequence[Move], played: Move) -> list[Move | None]:
    """What the seat could have done instead, and what it did; a call comes with the card."""
    if any(move.verb in PEOPLE or move.said for move in moves):
        return []
    if played.verb in OUT_OF_TURN:
        same = [move for move in moves if move.verb == played.verb]
        return [*same, None] if played.verb == "block" else []
    duties = [move for move in moves if move.verb not in OUT_OF_TURN]
    calls = any(move.uno for move in duties)
    return [move for move in duties if move.uno or not calls or move.verb != "play" or move == played]


class Reviewer:
    """Walks along a record, a move at a time, so that somebody can watch; then ``result``."""

    def __init__(self, record: object, seat: int = 0, *, seed: int = 0, effort: float = 1.0) -> None:
        self.document = read(record)
        players, self.moves = self.document["players"], len(self.document["moves"])
        if not 0 <= seat < players:
            raise InvalidOption(f"there is no seat {seat}; seats are 0 to {players - 1}")
        rounds = 1 + sum(mover is None for mover, *_ in self.document["moves"])
        self.seat = seat
        self.rng = Random(seed)
        self.effort = effort * min(1.0, FULL_EFFORT * rounds / max(self.moves, 1))
        self.edition = ""
        self.chances: list[Chance] = []
        self.decisions: list[Decision] = []
        self.balances: list[Balance] = []
        self._declined: tuple[View, list[Move]] | None = None

    def __iter__(self) -> Iterator[int]:
        for number, game in enumerate(Game.replaying(self.document)):
            self._look(number, game)
            yield number

    def _look(self, number: int, game: Game) -> None:
        """Take in the game after so many moves."""
        self.edition = game.edition.id
        if game.round_over:
            self._close(number, game)
            return
        self._missed(number, game)
        view = game.view(self.seat)
        found = estimates(view, [None], rollouts=self._rollouts(CURVE), rng=self.rng)[0]
        self.chances.append(Chance(number, game.round_number, found.win, found.error))
        if number < self.moves:
            mover, text, *_ = self.document["moves"][number]
            if mover == self.seat:
                self._decide(number, view, game.moves(self.seat), text)
            else:
                self._declined = (view, game.chances(self.seat))

    def _rollouts(self, count: int) -> int:
        return max(int(count * self.effort), 10)

    def _decide(self, number: int, view: View, moves: Sequence[Move], text: str) -> None:
        """What the seat did against what it might have done."""
        played = next((move for move in moves if move == text), None)
        if played is None:  # a free text: that is for people to judge
            return
        tried = _alternatives(moves, played)
        if len(tried) > 1:
            self._compare(number + 1, view, tried, played)

    def _missed(self, number: int, game: Game) -> None:
        """A chance out of turn that was there before the last move, was not taken, and is gone."""
        declined, self._declined = self._declined, None
        if declined is not None:
            view, before = declined
            gone = [move for move in before if move not in game.chances(self.seat)]
            tried = [move for move in gone if move.verb not in PEOPLE]
            if tried:
                self._compare(number, view, [*tried, None], None)

    def _compare(self, number: int, view: View, tried: Sequence[Move | None], played: Move | None) -> None:
        """Find the best of all, then measure it anew beside what was played: the first look flatters whatever looks best."""
        look = estimates(view, tried, rollouts=self._rollouts(LOOK) * len(tried), rng=self.rng)
        best = max(look, key=lambda estimate: estimate.value).move
        pair = [*dict.fromkeys((played, best, None))]  # None: what the rollouts would have done
        checked = estimates(view, pair, rollouts=self._rollouts(CHECK) * len(pair), rng=self.rng)
        by_move = {estimate.move: estimate for estimate in checked}
        mine, top = by_move[played], by_move[best]
        if played != best and top.value <= mine.value:  # not better after all
            best, top = played, mine
        says, args = reason(view, [estimate._replace(value=SURE if estimate.move == best else 0.0) for estimate in look])
        self.decisions.append(
            Decision(
                number,
                view.round,
                None if played is None else str(played),
                None if best is None else str(best),
                mine.win,
                top.win,
                by_move[None].win,
                math.hypot(mine.error, top.error if best != played else 0.0),
                says,
                dict(args),
            )
        )

    def _close(self, number: int, game: Game) -> None:
        """Count up a round that is over."""
        if any(balance.round == game.round_number for balance in self.balances):
            return
        won = game.view(None).winner == self.seat
        self.chances.append(Chance(number, game.round_number, float(won), 0.0))
        own = [decision for decision in self.decisions if decision.round == game.round_number]
        skill = sum(decision.win - decision.usual for decision in own)
        error = math.sqrt(sum(2 * decision.error**2 for decision in own))
        self.balances.append(Balance(game.round_number, won, 1 / game.players, skill, error))

    def result(self) -> Review:
        """All that was found."""
        players, names = self.document["players"], self.document.get("names")
        return Review(self.edition, self.seat, players, names, self.chances, self.decisions, self.balances)
