"""Reviews a finished game from what one seat knew: its chances after every move, and what its moves were worth.

A chance is the share of imagined worlds in which the seat wins the round if everyone plays on as in the rollouts. All of these
worlds fit what the seat had seen. Hidden cards are never looked at, so a good move with bad luck is still a good move.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean, stdev

from .bots import calling, duties, get
from .bots.hint_words import reason
from .bots.search import Estimate, estimates
from .errors import InvalidOption
from .game import Game
from .moves import Move
from .record import read, rounds
from .review_forms import BalanceInfo, BestMove, ChanceInfo, DecisionInfo, Review
from .scores import team_of
from .view import View

CURVE = 4000  # rollouts for a point on the curve
LOOK = 2000  # for each move when looking for a better one
CHECK = 15_000  # for each of the two moves compared
PARTS = 20  # samplings; worlds of the same sampling are correlated, so errors come from how the parts differ
FEWEST_PARTS = 5
PART = 50  # rollouts that make a separate sampling worthwhile
FULL_EFFORT = 60  # moves per round beyond which the rollouts are reduced
CLEAR = 3.0  # standard errors that make a difference clear, well outside its own 95% interval
MATTERS = 0.01  # the smallest share of a win worth mentioning
HARD = 0.1  # the share of a move's cost below which a solid player would hardly have done better
REMARKABLE = 0.02  # the smallest gain that makes a move the best one

SURE = 1.0
GLANCE = 2000  # rollouts for each of the two moves in a first look for the best move
FINALISTS = 3  # moves that are measured as in a review


def review(record: object, seat: int = 0, *, seed: int = 0, effort: float = 1.0) -> Review:
    """Review a record from one seat. ``effort`` scales the number of rollouts and so the time."""
    reviewer = Reviewer(record, seat, seed=seed, effort=effort)
    for _ in reviewer:
        pass
    return reviewer.result()


def best_move(record: object, seat: int = 0, *, seed: int = 0, effort: float = 1.0) -> BestMove:
    """Find the best move that a review with the same seed and effort names, for a small part of its price."""
    return Reviewer(record, seat, seed=seed, effort=effort).best_move()


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean of values and its standard error."""
    return fmean(values), stdev(values) / math.sqrt(len(values))


def _apart(values: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """Return how far apart two moves are in the same worlds, and the standard error of that."""
    return _mean([value - other for value, other in zip(values, others, strict=True)])


def _alternatives(moves: Sequence[Move], played: Move) -> list[Move | None]:
    """Return what the seat did and could have done instead. Where a call is possible, moves include it.

    Empty where people say, do or judge something, which we cannot weigh, and for moves that nobody thinks about.
    """
    if any(move.meaning.social or move.said for move in moves):
        return []
    if played.meaning.chance:
        same = [move for move in moves if move.verb == played.verb and move.uno == played.uno]
        return [] if played.meaning.easy else [*same, None]
    owed = duties(moves)
    called = calling(owed)
    return [move for move in owed if move in called or move == played]


class Reviewer:
    """Reviews a record one move per iteration, so that you can show progress. Then call ``result``."""

    def __init__(self, record: object, seat: int = 0, *, seed: int = 0, effort: float = 1.0) -> None:
        self.document = read(record)
        players, self.moves = self.document["players"], len(self.document["moves"])
        if not 0 <= seat < players:
            raise InvalidOption(f"there is no seat {seat}; seats are 0 to {players - 1}")
        self.seat = seat
        self.seed = seed
        self.effort = effort * min(1.0, FULL_EFFORT * rounds(self.document) / max(self.moves, 1))
        self.edition = ""
        self.chances: list[ChanceInfo] = []
        self.decisions: list[DecisionInfo] = []
        self.balances: list[BalanceInfo] = []
        self._declined: tuple[View, list[Move]] | None = None
        self._skills: list[tuple[float, float]] = []  # of this round's choices, with standard errors
        self._gains: dict[int, tuple[float, float]] = {}  # of all choices, by the number of the move
        self._glances: list[tuple[float, int]] = []  # what moves seem to have gained, with their numbers

    def __iter__(self) -> Iterator[int]:
        for number, game in enumerate(Game.replaying(self.document)):
            self.look(number, game)
            yield number

    def look(self, number: int, game: Game) -> None:
        """Look at the game after ``number`` moves."""
        self.edition = game.edition.id
        self._missed(number, game)
        if game.round_over:
            self._close(number, game)
            return
        view = game.view(self.seat)
        found = self._samplings(view, [None], CURVE, self._dice("curve", number))[None]
        win, error = _mean([each.win for each in found])
        self.chances.append(ChanceInfo(number=number, round=game.round_number, win=win, error=error))
        if number < self.moves:
            mover, text, *_ = self.document["moves"][number]
            if mover == self.seat:
                self._decide(number, view, game.moves(self.seat), text)
            elif mover is not None:  # a game that is cut off gives nobody time to choose
                self._declined = (view, game.chances(self.seat))

    def best_move(self) -> BestMove:
        """Find the best move, instead of looking at every move.

        Only moves that `steady` would not have made are looked at, and briefly. Those that look best are then measured as in a
        review, with new dice, because the first look flatters them.
        """
        views: dict[int, tuple[View, list[Move | None], Move]] = {}
        for number, game in enumerate(Game.replaying(self.document), 1):
            if number <= self.moves and self.document["moves"][number - 1][0] == self.seat:
                view, moves = game.view(self.seat), game.moves(self.seat)
                choice = self._choice(moves, self.document["moves"][number - 1][1])
                if choice is not None and self._glance(number, view, moves, choice[1]):
                    views[number] = (view, *choice)
        for number in self._finalists():
            self._compare(number, *views[number])
        return self._best()

    def _choice(self, moves: Sequence[Move], text: str) -> tuple[list[Move | None], Move] | None:
        """Return what the seat could have done and what it did, if there was a choice that we can weigh."""
        played = next((move for move in moves if move == text), None)  # None for free text, which people judge
        tried = [] if played is None else _alternatives(moves, played)
        return (tried, played) if played is not None and len(tried) > 1 else None

    def _glance(self, number: int, view: View, moves: Sequence[Move], played: Move) -> bool:
        """Look briefly at what a move gained, unless `steady` would have made it. Return whether we looked."""
        dice = self._dice("glance", number)
        looked: bool = get("steady").choose(view, moves, dice) != played
        if looked:
            did, usual = estimates(view, [played, None], rollouts=2 * self._rollouts(GLANCE), rng=dice)
            self._glances.append((did.win - usual.win, number))
        return looked

    def _finalists(self) -> list[int]:
        """Return the numbers of the moves that seem to have gained most."""
        return [number for _, number in sorted(self._glances, key=lambda each: (-each[0], each[1]))[:FINALISTS]]

    def _best(self) -> BestMove:
        """Return the finalist that gained most over what the rollouts would have done, if one clearly did."""
        measured = {decision.number: decision for decision in self.decisions}
        gains = [(*self._gains[number], measured[number]) for number in self._finalists()]
        good = [each for each in gains if not each[2].clear and each[0] > max(CLEAR * each[1], REMARKABLE)]
        gain, error, decision = max(good, key=lambda each: each[0], default=(0.0, 0.0, None))
        return BestMove(looked=True, decision=decision, margin=gain, error=error)

    def _dice(self, what: str, number: int) -> Random:
        """Return the dice of a look at a move, which are always the same, so that two searches measure the same."""
        return Random(f"{self.seed} {what} {number}")

    def _rollouts(self, count: int) -> int:
        return max(int(count * self.effort), 10)

    def _samplings(
        self, view: View, moves: Sequence[Move | None], rollouts: int, dice: Random
    ) -> dict[Move | None, list[Estimate]]:
        """The estimates of each move in each sampling."""
        rollouts = self._rollouts(rollouts)
        count = min(max(rollouts // PART, FEWEST_PARTS), PARTS)
        parts = [estimates(view, moves, rollouts=rollouts * len(moves) // count, rng=dice) for _ in range(count)]
        return {move: [part[i] for part in parts] for i, move in enumerate(moves)}

    def _decide(self, number: int, view: View, moves: Sequence[Move], text: str) -> None:
        """Compare what the seat did with what it could have done."""
        choice = self._choice(moves, text)
        if choice is not None:
            self._glance(number + 1, view, moves, choice[1])
            self._compare(number + 1, view, *choice)

    def _missed(self, number: int, game: Game) -> None:
        """Compare a chance out of turn that the seat had before the last move, did not take, and no longer has."""
        declined, self._declined = self._declined, None
        if declined is not None:
            view, before = declined
            gone = [move for move in before if move not in game.chances(self.seat)]
            tried = [move for move in gone if not move.meaning.social]
            if tried:
                self._compare(number, view, [*tried, None], None)

    def _compare(self, number: int, view: View, tried: Sequence[Move | None], played: Move | None) -> None:
        """Find the best move, then measure it again against the one played, since the first estimate flatters the best."""
        dice = self._dice("compare", number)
        look = estimates(view, tried, rollouts=self._rollouts(LOOK) * len(tried), rng=dice)
        best = max(look, key=lambda estimate: estimate.value).move
        is_reflex = played is None and any(move is not None and move.meaning.easy for move in tried)
        usual = best if is_reflex else None  # None: the rollouts' own choice
        checked = self._samplings(view, [*dict.fromkeys((played, best, usual))], CHECK, dice)
        wins = {move: [estimate.win for estimate in found] for move, found in checked.items()}
        values = {move: fmean(estimate.value for estimate in found) for move, found in checked.items()}
        self._gains[number] = _apart(wins[played], wins[usual])
        self._skills.append(self._gains[number])
        if values[best] <= values[played]:  # it was not better after all
            best = played
        weighed = look if best == played else [estimate for estimate in look if estimate.move in (best, played)]
        says, args = reason(view, [estimate._replace(value=SURE if estimate.move == best else 0.0) for estimate in weighed])
        best_win, win, error = fmean(wins[best]), fmean(wins[played]), _apart(wins[best], wins[played])[1]
        cost = max(best_win - win, 0.0)
        clear = played != best and cost > max(CLEAR * error, MATTERS)
        usual_win = fmean(wins[usual])
        self.decisions.append(
            DecisionInfo(
                number=number,
                round=view.round,
                played=None if played is None else str(played),
                best=None if best is None else str(best),
                win=win,
                best_win=best_win,
                usual=usual_win,
                error=error,
                says=says,
                args=dict(args),
                cost=cost,
                clear=clear,
                hard=clear and usual_win - win < HARD * cost,
            )
        )

    def _close(self, number: int, game: Game) -> None:
        """Add up a finished round."""
        if any(balance.round == game.round_number for balance in self.balances):
            return
        winner = game.view(None).winner
        ours = team_of(game.options, game.players, self.seat)
        won = winner in ours
        self.chances.append(ChanceInfo(number=number, round=game.round_number, win=float(won), error=0.0))
        skill = sum(gained for gained, _ in self._skills)
        error = math.sqrt(sum(error**2 for _, error in self._skills))
        even = len(ours) / game.players
        self.balances.append(
            BalanceInfo(
                round=game.round_number,
                won=won,
                winner=winner,
                even=even,
                skill=skill,
                error=error,
                luck=won - even - skill,  # what neither the even share nor the player's choices explain
            )
        )
        self._skills.clear()

    def result(self) -> Review:
        """The review, once the record has been walked through."""
        return Review(
            edition=self.edition,
            seat=self.seat,
            players=self.document["players"],
            names=self.document.get("names"),
            chances=self.chances,
            decisions=self.decisions,
            best_move=self._best(),
            balances=self.balances,
        )
