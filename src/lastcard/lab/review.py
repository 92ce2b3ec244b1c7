"""A finished game looked at again, from what one seat knew: its chances after every move, and what its own moves were worth.

A chance is the share of imagined worlds, all of which fit what the seat had seen, in which it wins the round when everybody
plays on as the rollouts do. Nobody's hidden cards are looked at, so that a good move that met bad luck stays a good move.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from ..bots import OUT_OF_TURN
from ..bots.reasons import reason
from ..bots.search import Estimate, estimates
from ..errors import InvalidOption
from ..game import Game
from ..moves import Move
from ..record import read
from ..view import View

CURVE = 4000  # rollouts for a point of the curve
LOOK = 2000  # for each move when a better one is looked for
CHECK = 15_000  # for each of the two that are compared
PARTS = 20  # samplings that these are divided among; worlds of one hang together, so errors are told by how the parts differ
FEWEST_PARTS = 5
PART = 50  # rollouts for which a sampling of its own is worth while
FULL_EFFORT = 60  # moves of a round up to which these are not reduced
CLEAR = 2.0  # a difference of so many standard errors is told
MATTERS = 0.01  # and of so much of a win

SURE = 1.0
REFLEXES = frozenset({"uno", "catch"})  # what no player of the rollouts lets pass
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
    winner: int | None
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


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Their mean and its standard error."""
    return fmean(values), stdev(values) / math.sqrt(len(values))


def _apart(values: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """How far apart two moves are in the same worlds, and the standard error of that."""
    return _mean([value - other for value, other in zip(values, others, strict=True)])


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
        self._skills: list[tuple[float, float]] = []  # of this round's choices, with the standard errors

    def __iter__(self) -> Iterator[int]:
        for number, game in enumerate(Game.replaying(self.document)):
            self.look(number, game)
            yield number

    def look(self, number: int, game: Game) -> None:
        """Take in the game after so many moves."""
        self.edition = game.edition.id
        self._missed(number, game)
        if game.round_over:
            self._close(number, game)
            return
        view = game.view(self.seat)
        found = self._samplings(view, [None], CURVE)[None]
        self.chances.append(Chance(number, game.round_number, *_mean([each.win for each in found])))
        if number < self.moves:
            mover, text, *_ = self.document["moves"][number]
            if mover == self.seat:
                self._decide(number, view, game.moves(self.seat), text)
            else:
                self._declined = (view, game.chances(self.seat))

    def _rollouts(self, count: int) -> int:
        return max(int(count * self.effort), 10)

    def _samplings(self, view: View, moves: Sequence[Move | None], rollouts: int) -> dict[Move | None, list[Estimate]]:
        """What each move came to in each of the parts."""
        rollouts = self._rollouts(rollouts)
        count = min(max(rollouts // PART, FEWEST_PARTS), PARTS)
        parts = [estimates(view, moves, rollouts=rollouts * len(moves) // count, rng=self.rng) for _ in range(count)]
        return {move: [part[i] for part in parts] for i, move in enumerate(moves)}

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
        is_reflex = played is None and any(move is not None and move.verb in REFLEXES for move in tried)
        usual = best if is_reflex else None  # None: what the rollouts would have done
        checked = self._samplings(view, [*dict.fromkeys((played, best, usual))], CHECK)
        wins = {move: [estimate.win for estimate in found] for move, found in checked.items()}
        values = {move: fmean(estimate.value for estimate in found) for move, found in checked.items()}
        self._skills.append(_apart(wins[played], wins[usual]))
        if values[best] <= values[played]:  # not better after all
            best = played
        says, args = reason(view, [estimate._replace(value=SURE if estimate.move == best else 0.0) for estimate in look])
        self.decisions.append(
            Decision(
                number=number,
                round=view.round,
                played=None if played is None else str(played),
                best=None if best is None else str(best),
                win=fmean(wins[played]),
                best_win=fmean(wins[best]),
                usual=fmean(wins[usual]),
                error=_apart(wins[best], wins[played])[1],
                says=says,
                args=dict(args),
            )
        )

    def _close(self, number: int, game: Game) -> None:
        """Count up a round that is over."""
        if any(balance.round == game.round_number for balance in self.balances):
            return
        winner = game.view(None).winner
        won = winner == self.seat
        self.chances.append(Chance(number, game.round_number, float(won), 0.0))
        skill = sum(gained for gained, _ in self._skills)
        error = math.sqrt(sum(error**2 for _, error in self._skills))
        self.balances.append(Balance(game.round_number, won, winner, 1 / game.players, skill, error))
        self._skills.clear()

    def result(self) -> Review:
        """All that was found."""
        players, names = self.document["players"], self.document.get("names")
        return Review(self.edition, self.seat, players, names, self.chances, self.decisions, self.balances)
