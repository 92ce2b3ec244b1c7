"""Rounds by the million: what an edition's rounds are like under a policy, and what an option or a house rule changes.

The policies ``random`` and ``chaos`` run on the compiled rules, or without numba on the same rules interpreted, with the same
result. Any bot can be the policy too, at its own speed. Round number i is dealt from ``seed + i``, so you can replay a round
of the data with ``Game(edition, players, seed=deal)``.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from .. import editions
from ..bots import play_round
from ..compiled import allocate
from ..edition import Edition
from ..game import Game
from ..options import as_typed
from ..play.playout import DEFAULT_PEOPLE, People
from ..rules.build import compile_kernels, interpret
from ..rules.piles import note
from ..rules.state import MOVES, NONE
from . import counting
from .counter_names import count_lines
from .counting import BATCH, CHAOS, COLUMNS, COUNTS, RANDOM, CountedRound
from .entrants import BotFailed, entrant
from .statistics import Clusters, Estimate

POLICIES = {"random": RANDOM, "chaos": CHAOS}
CHUNK = 10_000
SLOW_CHUNK = 100
MEASURES = ("moves", "points", "drawn", "lead_changes", "reshuffles", "largest_hand")
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Setting:
    """A table: the edition, the number of players and the options."""

    edition: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Simulation:
    """A job that plays ``games`` rounds at each setting, with the same deals at all of them."""

    settings: tuple[Setting, ...]
    games: int
    seed: int = 0
    policy: str = "random"
    keep_rows: bool = False
    compiled: bool = True

    def check(self) -> None:
        """Raise an error if a setting or the policy is invalid."""
        for setting in self.settings:
            Game(setting.edition, setting.players, self.seed, setting.options)
        if self.policy not in POLICIES:
            entrant(self.policy)

    @property
    def threads(self) -> bool:
        return self.compiled and self.policy in POLICIES

    @property
    def chunk_size(self) -> int:
        return CHUNK if self.threads else SLOW_CHUNK

    @property
    def chunks(self) -> int:
        return -(-self.games // self.chunk_size)

    def rounds(self, chunk: int) -> int:
        """The number of rounds at each setting in a chunk."""
        return min(self.chunk_size, self.games - chunk * self.chunk_size)

    def run(self, chunk: int) -> Outcome:
        games = self.rounds(chunk)
        first = self.seed + chunk * self.chunk_size
        played = [self._play(setting, first, games) for setting in self.settings]
        sizes = np.minimum(BATCH, games - BATCH * np.arange(-(-games // BATCH)))
        runs = tuple(Run.of(*part, sizes, self.settings[0].players) for part in played)
        (rows, counts), *others = played
        changes = tuple(Change.of(more - rows, counted - counts, sizes) for more, counted in others)
        kept = tuple(((chunk, rows.astype(np.int32)),) for rows, _ in played) if self.keep_rows else ()
        return Outcome(runs, changes, kept)

    def _play(self, setting: Setting, first: int, games: int) -> tuple[Ints, Ints]:
        """A row for each round, and for each batch how often each line happened and in how many rounds."""
        if self.policy in POLICIES:
            table = _table(setting.edition, setting.players, json.dumps(dict(setting.options)), self.compiled)
            rows, batches = table.play(first, games, POLICIES[self.policy])
        else:
            rows, batches = play_bots(setting, self.policy, first, games)
        return rows, count_lines(setting.edition, batches)


@lru_cache(maxsize=8)
def _table(edition: str, players: int, options: str, compiled: bool) -> Rules:  # noqa: FBT001
    return Rules(editions.get(edition), players, json.loads(options), compiled=compiled)


class Rules:
    """An edition's counting kernels for a table."""

    def __init__(self, edition: Edition, players: int, options: Mapping[str, Any], *, compiled: bool) -> None:
        self.compiled = compiled
        self.round = counting.counted(edition.round)
        modules = edition.assembled("playouts", (counting,))
        read = edition.read_options(options)
        self.dealer = NONE if read["dealer"] is None else read["dealer"]
        if compiled:
            self.kernels, self.rules = compile_kernels(*modules, replaced={note: counting.note}), allocate(edition.rules)
            edition.fill_rules(self.rules[0], read, players)
        else:
            self.kernels = interpret(*modules, note=lambda log: counting.note)
            self.rules = [edition.make_rules(read, players)]

    def play(self, first: int, games: int, policy: int) -> tuple[Ints, Ints]:
        """Play rounds from this deal on, and return their rows and counts."""
        rows = np.zeros((games, len(COLUMNS)), np.int64)
        batches = np.zeros((-(-games // BATCH), COUNTS), np.int64)
        rounds, people, out = self._workspace()
        for name, value in DEFAULT_PEOPLE.items():
            setattr(people[0], name, value)
        if self.compiled:
            self.kernels.simulate(self.rules, rounds, people, out, first, games, policy, self.dealer, rows, batches)
            return rows, batches
        slow_rows, slow_batches = rows.tolist(), batches.tolist()
        self.kernels.simulate(self.rules, rounds, people, out, first, games, policy, self.dealer, slow_rows, slow_batches)
        return np.array(slow_rows), np.array(slow_batches)

    def _workspace(self) -> tuple[Any, Any, Any]:
        if self.compiled:
            return allocate(self.round), allocate(People), np.zeros(MOVES, np.int64)
        return [self.round()], [People()], [0] * MOVES


class WatchedGame(Game):
    """A game that bots play move by move, with the same counts that the kernels keep."""

    def start(self) -> None:
        """Start counting."""
        self.watched = CountedRound()
        self.watched.players = self.players
        self.watched.leader = NONE
        self._watch()

    def _watch(self) -> None:
        self.watched.hand_n = self._round.hand_n
        counting.watch(self.watched)

    def move(self, seat: int, move: str, at: int | None = None) -> list[Any]:
        """Make a move, and watch the hands."""
        events = super().move(seat, move, at)
        self._watch()
        return events

    def count(self, row: list[int], batch: list[int]) -> None:
        """Write the counts of the finished round."""
        watched, ended = self.watched, self._round
        for what, seat, kind, n in self.inside().rows:
            counting.note(watched, what, seat, kind, n)
        watched.dealer, watched.winner, watched.score, watched.steps = ended.dealer, ended.winner, ended.score, ended.steps
        counting.fill_row(watched, row)
        counting.empty_counters(watched, batch)


def play_bots(setting: Setting, policy: str, first: int, games: int) -> tuple[Ints, Ints]:
    """Play rounds with a bot at every seat, and return their rows and counts."""
    bot = entrant(policy).bot
    rows = [[0] * len(COLUMNS) for _ in range(games)]
    batches = [[0] * COUNTS for _ in range(-(-games // BATCH))]
    for i in range(games):
        game = WatchedGame(setting.edition, setting.players, first + i, setting.options)
        game.start()
        try:
            play_round(game, [bot] * setting.players, Random(first + i))
        except Exception as error:
            raise BotFailed(_failure(setting, policy, first + i, error)) from error
        game.count(rows[i], batches[i // BATCH])
    return np.array(rows, np.int64), np.array(batches, np.int64)


def _failure(setting: Setting, policy: str, deal: int, error: Exception) -> str:
    parts = ["lastcard", "simulate", setting.edition, "--players", str(setting.players), "--policy", policy]
    again = shlex.join([*parts, "--seed", str(deal), "--games", "1", "--workers", "1", *as_typed(setting.options)])
    return f"the bot {policy} failed with {type(error).__name__}: {error}. To reproduce it: {again}"


# ---- results ---------------------------------------------------------------------------------------
def measured(rows: Ints) -> Ints:
    """The columns whose means are reported."""
    return rows[:, [COLUMNS.index(name) for name in MEASURES]]


@dataclass
class Run:
    """The results of rounds at one setting. Two of them can be added."""

    games: int
    measures: Clusters
    counts: Clusters
    places: Clusters  # wins by place from the dealer's left; the last counts rounds without a winner
    histograms: tuple[Ints, ...]

    @classmethod
    def of(cls, rows: Ints, batches: Ints, sizes: Ints, players: int) -> Self:
        dealer, winner = rows[:, 0], rows[:, 1]
        place = np.where(winner == NONE, players, (winner - dealer - 1) % players)
        return cls(
            games=len(rows),
            measures=Clusters.of(measured(rows)),
            counts=Clusters.of(batches, sizes),
            places=Clusters.of(place[:, None] == np.arange(players + 1)),
            histograms=tuple(np.bincount(column) for column in measured(rows).T),
        )

    def __add__(self, other: Self) -> Self:
        return type(self)(
            self.games + other.games,
            self.measures + other.measures,
            self.counts + other.counts,
            self.places + other.places,
            tuple(_longer(a, b) for a, b in zip(self.histograms, other.histograms, strict=True)),
        )

    def wins(self, place: int) -> Estimate:
        """Return how often a place, counted from the dealer's left, wins."""
        return self.places.share(place)

    def measure(self, name: str) -> Estimate:
        """The mean of a measure per round."""
        return self.measures.counted(MEASURES.index(name))

    def histogram(self, name: str) -> Ints:
        """Return how many rounds had each value of a measure."""
        return self.histograms[MEASURES.index(name)]


def _longer(a: Ints, b: Ints) -> Ints:
    size = max(len(a), len(b))
    return np.pad(a, (0, size - len(a))) + np.pad(b, (0, size - len(b)))


@dataclass
class Change:
    """The difference between a setting and the first one, round by round on the same deals."""

    measures: Clusters
    counts: Clusters

    @classmethod
    def of(cls, rows: Ints, counts: Ints, sizes: Ints) -> Self:
        return cls(Clusters.of(measured(rows)), Clusters.of(counts, sizes))

    def __add__(self, other: Self) -> Self:
        return type(self)(self.measures + other.measures, self.counts + other.counts)


@dataclass
class Outcome:
    """A run for each setting, and how each later one differs from the first on the same deals, round by round."""

    runs: tuple[Run, ...]
    changes: tuple[Change, ...] = ()
    rows: tuple[tuple[tuple[int, NDArray[np.int32]], ...], ...] = ()

    def __add__(self, other: Self) -> Self:
        return type(self)(
            tuple(a + b for a, b in zip(self.runs, other.runs, strict=True)),
            tuple(a + b for a, b in zip(self.changes, other.changes, strict=True)),
            tuple(a + b for a, b in zip(self.rows, other.rows, strict=True)),
        )

    def table(self, setting: int) -> list[tuple[int, NDArray[np.int32]]]:
        """The chunks of a setting's rows, in order."""
        return sorted(self.rows[setting], key=lambda part: part[0])


def combined(parts: Mapping[int, Outcome]) -> Outcome:
    """The outcome of all finished chunks, added in order so that rounding is the same on every machine."""
    first, *others = (parts[chunk] for chunk in sorted(parts))
    for part in others:
        first = first + part
    return first
