"""Moves tried out in imagined worlds: the bridge from a View to the kernels of :mod:`lastcard.play.trials`.

With the extra ``lab``, the kernels are compiled once for each edition. Without it they are interpreted, which is a few hundred
times slower but gives the same results.
"""

from __future__ import annotations

import json
import math
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from .. import editions
from ..bits import bit, color_of_kind, rank_of
from ..edition import Edition
from ..game import Game
from ..moves import SEATS, Move
from ..play.beliefs import Unseen
from ..play.evidence import piled_cards
from ..play.outlook import ODDS, Judge, worth_of
from ..play.policy import WEIGHTS
from ..play.trials import BUCKET, BUCKETS, ROUNDS, TOTALS
from ..rules.build import compile_kernels, interpret
from ..rules.state import MOVES, NONE, fields
from ..scores import team_of
from ..view import View

ODD = 9  # bits of surprise at a choice no steady player makes: each such choice makes a world 512 times less believable
FIRST, MORE = 40, 12  # changes to the world: for each seat at first, and then from one world to the next
WHOLE = 1000  # the value of a sure win
LEAD = 4.0  # how much a lead in points counts on the way to the target
# How people behave when they would say, do or judge something. By default a bot does not expect them to.
NOBODY = {"line": 0, "dare": 0}


class Estimate(NamedTuple):
    """The outcome of trying a move (None: letting a chance pass): how often it was tried, and how well it did.

    ``win`` is the chance of winning the round, ``error`` its standard error if worlds were independent, and ``points`` the
    seat's average score. ``value`` is what a bot goes by: the chance of winning the game if it has a target, otherwise
    ``win``.
    """

    move: Move | None
    win: float
    error: float
    points: float
    value: float
    rollouts: int


@dataclass(frozen=True, eq=False)
class Engine:
    """The kernels of an edition at one speed, and how to make the states they work on."""

    kernels: SimpleNamespace
    states: Callable[[type[Any], int], Any]
    ints: Callable[..., Any]
    is_compiled: bool

    def plain(self, states: Any) -> Any:
        """Return states as Numba recognizes them fastest. Their fields can no longer be set by name."""
        if not self.is_compiled:
            return states
        import numpy as np

        return states.view(np.ndarray)


def _interpreted_copy(_: object) -> Callable[..., None]:
    def copy_round(gs: list[Any], to: int, of: int) -> None:
        gs[to] = gs[of].copy()

    return copy_round


def _silent(_: object) -> Callable[..., None]:
    return lambda *_: None


def _ints(*shape: int) -> Any:
    return [0] * shape[0] if len(shape) == 1 else [[0] * shape[1] for _ in range(shape[0])]


@cache
def interpreted(edition: Edition) -> Engine:
    """Return the kernels as plain Python."""
    kernels = interpret(*edition.assembled("search"), copy_round=_interpreted_copy, note=_silent)
    return Engine(kernels, lambda cls, count: [cls() for _ in range(count)], _ints, is_compiled=False)


@cache
def compiled(edition: Edition) -> Engine:
    """Return the compiled kernels, or raise ImportError if the extra ``lab`` is missing."""
    import numpy as np

    from ..compiled import allocate

    kernels = compile_kernels(*edition.assembled("search"))
    return Engine(kernels, allocate, lambda *shape: np.zeros(shape, np.int64), is_compiled=True)


def fastest(edition: Edition) -> Engine:
    """Return the compiled kernels if possible, otherwise the interpreted ones."""
    try:
        return compiled(edition)
    except ImportError:
        return interpreted(edition)


def is_ready(edition: Edition) -> bool:
    """Whether trials of this edition can begin at once. If not, start compiling in the background."""
    with _LOCK:
        if edition not in _READY:
            _READY[edition] = threading.Event()
            threading.Thread(target=_make_ready, args=(edition,), daemon=True).start()
    return _READY[edition].is_set()


_READY: dict[Edition, threading.Event] = {}
_LOCK = threading.Lock()
_PREPARING = threading.Lock()  # threads that import Numba at the same time find it half imported


def _make_ready(edition: Edition) -> None:
    with _PREPARING:
        prepare(edition)
    _READY[edition].set()


def prepare(edition: Edition) -> Engine:
    """Return the fastest engine after a first trial, so that everything is compiled."""
    game = Game(edition, 2, seed=0)
    trials = Trials(game.view(0), 0)
    trials.run([NONE], 1, trials.engine.ints(1, TOTALS))
    return trials.engine


@lru_cache(maxsize=64)
def rules_at(engine: Engine, edition: Edition, options: str, players: int) -> Any:
    """Return an edition's rules with these options, which are JSON so that they can be remembered."""
    rules = engine.states(edition.rules, 1)
    edition.fill_rules(rules[0], json.loads(options), players)
    return rules


def lay_table(g: Any, edition: Edition, view: View) -> None:
    """Set the fields of a round that the view's seat knows. Everything else about it is unknown."""
    shapes = fields(edition.round)
    g.players, g.drawn, g.winner = view.players, NONE, NONE
    hidden = {name: [NONE] * SEATS if shapes[name][1] else NONE for name in edition.own}
    for name, value in {**hidden, **view.numbers.public}.items():
        if shapes[name][1]:
            getattr(g, name)[: len(value)] = list(value)
        else:
            setattr(g, name, value)
    for name, value in view.numbers.own.items():
        if shapes[name][1]:
            getattr(g, name)[view.seat] = value
        else:
            setattr(g, name, value)


def hold(g: Any, seat: int, cards: Iterable[int]) -> None:
    """Put cards into an empty hand, whose size is set elsewhere."""
    for kind in cards:
        g.hand[seat][kind] += 1
        g.held[seat][color_of_kind(kind)] |= bit(rank_of(kind))


class Trials:
    """The trials of one decision: what a seat knows, laid out for the kernels. Each ``run`` continues from the last.

    A trial is played to the end of the round. With ``turns``, it is judged once the seat's turn has come that many times. It
    then has a value but counts neither wins nor points.
    """

    def __init__(
        self,
        view: View,
        seed: int,
        people: Mapping[str, int] | None = None,
        engine: Callable[[Edition], Engine] = fastest,
        odd: int = ODD,
        turns: int = 0,
    ) -> None:
        if view.seat is None:
            raise ValueError("a spectator has no moves to try")
        self.edition = editions.get(view.edition)
        self.seat = view.seat
        self.seed = seed
        self.engine = engine(self.edition)
        self.rules = rules_at(self.engine, self.edition, json.dumps(view.options, sort_keys=True), view.players)
        self.rounds = self.engine.states(self.edition.round, ROUNDS)
        self.unseen = self.engine.states(Unseen, 1)
        self.player = self.engine.states(Judge, 1)
        for name, value in {**WEIGHTS, **NOBODY, **(people or {}), "turns": turns}.items():
            setattr(self.player[0], name, value)
        self.player[0].worth[:] = worth_of(view.players)
        self.player[0].odds[:] = ODDS
        lay_table(self.rounds[0], self.edition, view)
        self._lay_cards(view)
        e = self.unseen[0]
        e.odd, e.first, e.more = odd, FIRST, MORE
        e.lowest = int(view.options["target"] is not None and view.options["scoring"] == "lowest")
        self.values = self.engine.ints(SEATS + 1, BUCKETS)
        for row, seat in enumerate((*range(view.players), None)):
            self.values[row if seat is not None else SEATS][:] = _values(view, self.seat, seat)
        self._out = self.engine.ints(MOVES)

    def _lay_cards(self, view: View) -> None:
        """Lay out the known cards of each hand. Unseen cards go to the draw pile, and are missing from the others' hands."""
        g, e, codes = self.rounds[0], self.unseen[0], self.edition.codec.card_codes
        evidence = view.numbers.evidence
        seen = Counter(view.numbers.public["discard"])
        for kind, copies in seen.items():
            e.pile += piled_cards(kind, copies)
        for seat in range(view.players):
            cards = [codes[card] for card in (view.hand if seat == self.seat else view.known.get(seat, ()))]
            seen.update(cards)
            e.missing[seat] = view.counts[seat] - len(cards)
            g.hand_n[seat] = len(cards)
            hold(g, seat, cards)
            e.choices[seat] = evidence["choices"][seat]
            e.choice[seat][:] = evidence["choice"][seat]
            e.piled[seat][:] = evidence["piled"][seat]
        unseen = list((Counter(self.edition.deck(view.options)) - seen).elements())
        g.draw[: len(unseen)] = unseen
        g.draw_n = len(unseen)

    def run(self, moves: Sequence[int], worlds: int, totals: Any) -> None:
        """Try every move in each of this many new worlds, the same for all moves, and add the results to the totals."""
        codes = self.engine.ints(len(moves))
        codes[:] = moves
        self.engine.kernels.try_moves(
            *(self.rules, self.rounds, self.unseen, self.player, codes, self.seat, self.seed, worlds),
            *(self.values, totals, self._out),
        )
        self.seed = NONE


def _values(view: View, seat: int, winner: int | None) -> list[int]:
    """Return what it is worth to a seat that ``winner`` (None: nobody) wins the round, for each number of points."""
    target = view.options["target"]
    if winner is None:
        return [WHOLE // view.players] * BUCKETS
    if target is None:
        return [WHOLE if winner in team_of(view.options, view.players, seat) else 0] * BUCKETS
    return [round(WHOLE * _chance(view, seat, winner, (i + 0.5) * BUCKET, target)) for i in range(BUCKETS)]


def _chance(view: View, seat: int, winner: int, points: float, target: int) -> float:
    """Estimate the chance of winning the game after this round: certain at the target, before that by the lead."""
    lowest = view.options["scoring"] == "lowest"
    if lowest:  # everyone scores their own hand: assume this many points for each loser
        gained = [0.0 if s == winner else points for s in range(view.players)]
    else:
        won = team_of(view.options, view.players, winner)
        gained = [points if s in won else 0.0 for s in range(view.players)]
    scores = [score + more for score, more in zip(view.scores, gained, strict=True)]
    if max(scores) >= target:
        best = min(scores) if lowest else max(scores)
        return float(scores[seat] == best)
    weights = [math.exp((-LEAD if lowest else LEAD) * score / target) for score in scores]
    return weights[seat] / sum(weights)
