"""The strong bot: it imagines worlds that fit what it has seen, and tries every move in them.

Half of the moves are dropped at a time (sequential halving), so that most trials go to moves that are hard to tell apart. All
moves are tried in the same worlds with the same dice. See docs/bots-notebook.md for how much this gains.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from random import Random

from .. import editions
from ..cards import color_of
from ..edition import Edition
from ..errors import InvalidOption
from ..moves import PLAY, Move
from ..play.trials import POINTS, SQUARES, TOTALS, TRIALS, VALUE, WINS
from ..rules.state import NONE
from ..view import View
from . import calling, may_decline
from .hint_words import reason
from .simple import leaves_to_people
from .steady import STEADY
from .trials import ODD, WHOLE, Engine, Estimate, Trials, fastest, is_ready

__all__ = ["SEARCH", "Estimate", "SearchBot", "cost", "estimates", "reason", "worth_trying"]

ROLLOUTS = 7000
JUDGED = 16  # turns of all players until a trial is judged, on the bot's own turn
SPENT_WILD = 17  # out of WHOLE, with more than two players: the extra value of a wild to a player who searches for its moment
MANY = 3  # a hand with more cards than this is large
INTERPRETED = 50  # without the extra ``lab``, rollouts are divided by this
SEEDS = 62
CLEAR = 2.5  # standard errors between two moves at which no more trials are needed


def estimates(
    view: View,
    moves: Sequence[Move | None],
    *,
    rollouts: int = ROLLOUTS,
    rng: Random,
    people: Mapping[str, int] | None = None,
    engine: Callable[[Edition], Engine] = fastest,
    patient: bool = False,
) -> list[Estimate]:
    """Estimate how each of the moves would go for the view's seat, in the order given (None: letting a chance pass).

    There are ``rollouts`` in all, the same number for every move. ``people`` says how often people know a line and do a dare,
    in thousandths (default: never). Without the extra ``lab`` there are fewer rollouts, unless ``patient``. With as many
    rollouts, the same view, moves and dice give the same estimates on every machine.
    """
    trials = Trials(view, rng.getrandbits(SEEDS), people, engine)
    contest = _Contest(trials, moves)
    contest.try_all(max(1, (rollouts if patient else _affordable(trials, rollouts)) // len(moves)))
    return contest.estimates()


def _affordable(trials: Trials, rollouts: int) -> int:
    return rollouts if trials.engine.is_compiled else rollouts // INTERPRETED


class _Contest:
    """A contest between moves. ``left`` holds the moves that are still being tried."""

    def __init__(self, trials: Trials, moves: Sequence[Move | None], costs: Sequence[float] | None = None) -> None:
        self.trials = trials
        self.costs = costs or [0] * len(moves)
        self.moves = moves
        self.codes = [NONE if move is None else trials.edition.codec.read(move)[0] for move in moves]
        self.sums = [[0] * TOTALS for _ in moves]
        self.left = list(range(len(moves)))

    def try_all(self, worlds: int) -> None:
        """Try every move that is left in this many new worlds."""
        totals = self.trials.engine.ints(len(self.left), TOTALS)
        self.trials.run([self.codes[i] for i in self.left], worlds, totals)
        for row, i in enumerate(self.left):
            self.sums[i] = [a + int(b) for a, b in zip(self.sums[i], totals[row], strict=True)]

    def try_for(self, seconds: float) -> None:
        """Keep trying every move that is left for this long, in at least one world."""
        began, worlds = time.perf_counter(), 2
        while True:
            self.try_all(worlds)
            spent = time.perf_counter() - began
            if spent * (1 + 1 / worlds) >= seconds:
                return
            worlds = max(1, min(2 * worlds, int(worlds * (seconds - spent) / spent)))

    def halve(self) -> None:
        """Drop the weaker half of the moves."""
        self.left = sorted(self.left, key=self._worth, reverse=True)[: math.ceil(len(self.left) / 2)]

    def is_clear(self) -> bool:
        """Whether the best move is so far ahead of the next one that more trials would not change the choice."""
        if len(self.left) < 2:
            return True
        first, second = sorted(self.left, key=self._worth, reverse=True)[:2]
        n = self.sums[first][TRIALS]
        spread = sum(self.sums[i][SQUARES] / n - (self.sums[i][VALUE] / n) ** 2 for i in (first, second))
        return self._worth(first) - self._worth(second) > CLEAR * math.sqrt(max(spread, 1.0) / n)

    def best(self) -> Move | None:
        """Return the move that has done best among those that are left."""
        return self.moves[max(self.left, key=self._worth)]

    def _worth(self, i: int) -> float:
        return self.sums[i][VALUE] / self.sums[i][TRIALS] - self.costs[i]

    def estimates(self) -> list[Estimate]:
        return [_estimate(move, total) for move, total in zip(self.moves, self.sums, strict=True)]


def _estimate(move: Move | None, total: Sequence[int]) -> Estimate:
    n = total[TRIALS]
    win = total[WINS] / n
    return Estimate(move, win, math.sqrt(win * (1 - win) / n), total[POINTS] / n, total[VALUE] / n / WHOLE, n)


class SearchBot:
    """Tries its moves in worlds that fit what it has seen, with a budget of rollouts or of milliseconds.

    If the bot is not ``patient``, it starts compiling an edition's rules and plays like `steady` until that is done. ``odd``
    is how surprising it finds a choice by another player that `steady` would not make, in bits. With 0, it learns nothing from
    what others do. A trial is judged after ``horizon`` turns of all players, or with 0 at the end of the round.
    """

    name = "search"
    about = "Imagines what the others may hold and plays every move out a few hundred times."

    def __init__(
        self,
        rollouts: int = ROLLOUTS,
        milliseconds: float | None = None,
        *,
        patient: bool = True,
        engine: Callable[[Edition], Engine] = fastest,
        odd: int = ODD,
        horizon: int = JUDGED,
    ) -> None:
        self.rollouts = rollouts
        self.milliseconds = milliseconds
        self.patient = patient
        self.engine = engine
        self.odd = odd
        self.horizon = horizon

    def timed(self, milliseconds: float) -> SearchBot:
        """Return a bot for a table of people, with this much time per choice and no waiting for rules to be compiled."""
        return SearchBot(milliseconds=milliseconds, patient=False)

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        """Return the move that did best. Moves that need no thought, or people, are chosen like `steady` does."""
        candidates = worth_trying(view, moves)
        if len(candidates) < 2 or not self._can_think(view):
            return STEADY.choose(view, moves, rng)
        turns = math.ceil(self.horizon / view.players)
        trials = Trials(view, rng.getrandbits(SEEDS), engine=self.engine, odd=self.odd, turns=turns)
        contest = _Contest(trials, candidates, [cost(view, move) for move in candidates])
        stages = math.ceil(math.log2(len(candidates)))
        rollouts = _affordable(contest.trials, self.rollouts)
        for _ in range(stages):
            if self.milliseconds is None:
                contest.try_all(max(1, rollouts // (stages * len(contest.left))))
            else:
                contest.try_for(self.milliseconds / 1000 / stages)
            contest.halve()
            if contest.is_clear():
                break
        return contest.best()

    def _can_think(self, view: View) -> bool:
        try:
            edition = editions.get(view.edition)
        except InvalidOption:  # an edition that is not installed but made on the spot
            return False
        return self.patient or is_ready(edition)


def cost(view: View, move: Move | None) -> int:
    """Return what playing a wild from a large hand costs. Trials miss it, because the seat plays on without searching."""
    spends = move is not None and move.does == PLAY and color_of(str(move.card)) is None
    return SPENT_WILD if spends and view.players > 2 and len(view.hand) > MANY else 0


def worth_trying(view: View, moves: Sequence[Move]) -> list[Move | None]:
    """Return the moves worth trying, or nothing when the bot should call or catch, or leave the choice to people.

    Calls are made with the card, and the bot judges nobody. None is included if all moves may be declined.
    """
    if any(move.meaning.easy or leaves_to_people(move) or move.said for move in moves):
        return []
    tried = [move for move in calling(moves) if not move.meaning.social]
    return [*tried, None] if tried and may_decline(view, moves) else list(tried)


SEARCH = SearchBot()
