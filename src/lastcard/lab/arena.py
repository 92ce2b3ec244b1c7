"""Bots against each other: every pairing plays the same deals from every seat.

With two players, a pairing is two bots that swap seats. With more, one bot sits alone among copies of the other, at each
seat in turn, and then the other way around. A chunk is one deal of one pairing.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from random import Random
from typing import Any, NamedTuple

import numpy as np

from ..bots import Bot, play_round
from ..errors import LastcardError
from ..game import Game
from ..moves import Move
from ..options import as_typed
from ..scores import team_of
from ..view import View
from .entrants import NO_BUDGET, BotFailed, Budget, Entrant, entrant
from .programs import FAILED, ILLEGAL, Fault, Program
from .statistics import Array, Clusters, Estimate, Skill, bootstrap, by_name, elo, openskill, strengths

MOST_RATED = 20_000  # rounds that OpenSkill rates; more would not lower its uncertainty


class Row(NamedTuple):
    """One round of the results file. ``bot`` sits at ``seat``, and ``against`` at all the others."""

    edition: str
    players: int
    bot: str
    against: str
    deal: int
    seat: int
    round: int
    dealer: int
    winner: int | None
    winner_bot: str | None
    points: int
    moves: int
    game_over: bool
    game_winner: int | None
    bot_choices: int
    bot_seconds: float
    against_choices: int
    against_seconds: float
    bot_illegal: int
    bot_failed: int
    against_illegal: int
    against_failed: int
    fault: str | None  # the first one of the round


TIMES = ("bot_seconds", "against_seconds")  # the columns that differ from run to run


@dataclass(frozen=True)
class Arena:
    """A job in which each pairing plays ``games`` games, rounded up so that every deal is played from all seats."""

    bots: tuple[str, ...]
    edition: str
    players: int
    games: int
    seed: int = 0
    target: int | None = None
    budget: Budget = NO_BUDGET
    options: Mapping[str, Any] = field(default_factory=dict)

    threads = False

    @property
    def pairings(self) -> list[tuple[str, str]]:
        """The pairs of bots that meet, as (bot, against)."""
        return list(combinations(self.bots, 2) if self.players == 2 else permutations(self.bots, 2))

    @property
    def deals(self) -> int:
        return -(-self.games // self.players)

    @property
    def chunks(self) -> int:
        return self.deals * len(self.pairings)

    def check(self) -> None:
        """Raise the error that a table with these settings would raise."""
        self._table(self.seed)

    def _table(self, deal: int) -> Game:
        return Game(self.edition, self.players, deal, {**self.options, "target": self.target})

    def run(self, chunk: int) -> list[Row]:
        """Play one deal with one pairing, from every seat."""
        deal, number = divmod(chunk, len(self.pairings))
        bot, against = (entrant(name, self.budget) for name in self.pairings[number])
        rows: list[Row] = []
        for seat in range(self.players):
            rows += self._play(bot, against, self.seed + deal, seat)
        return rows

    @property
    def held(self) -> int:
        """How many seats a bot holds: both of a pair with teams, otherwise one."""
        return len(team_of(self.options, self.players, 0))

    def _play(self, bot: Entrant, against: Entrant, deal: int, seat: int) -> Iterator[Row]:
        game = self._table(deal)
        asked: Asked = [None]
        timed = {one.name: Timed(one, asked) for one in (bot, against)}
        ours = team_of(self.options, self.players, seat)
        seated = [timed[bot.name if s in ours else against.name] for s in range(self.players)]
        rng = Random(deal)
        while True:
            self._play_round(game, seated, rng, asked)
            yield _row(game, timed[bot.name], timed[against.name], deal, seat)
            if self.target is None or game.over:
                return
            game.next_round()

    def _play_round(self, game: Game, seated: Sequence[Timed], rng: Random, asked: Asked) -> None:
        """Play a round. A refused move ends the arena, unless it is a program's: then the game goes on without it."""
        while not game.round_over:
            try:
                play_round(game, seated, rng)
            except BotFailed as error:
                reason = str(error)
            except (LastcardError, RuntimeError) as error:
                if asked[0] is not None and asked[0].forgiven(error):
                    continue
                reason = f"{asked[0]} made a move that is not allowed: {error}"
            else:
                return
            raise BotFailed(f"{reason}. To reproduce it: {self._again(game, seated)}") from None

    def _again(self, game: Game, seated: Sequence[Timed]) -> str:
        """The command that plays this deal again."""
        names = list(dict.fromkeys(one.name for one in seated))
        parts = ["lastcard", "arena", *names, "--edition", self.edition, "--players", str(self.players), "--games", "1"]
        parts += ["--seed", str(game.seed), "--workers", "1", *as_typed(self.options)]
        if self.target is not None:
            parts += ["--target", str(self.target)]
        parts += [part for name, value in self.budget.given.items() for part in (f"--{name}", str(value))]
        return shlex.join(parts)


class Spent(NamedTuple):
    """What a bot did in a round."""

    choices: int = 0
    moves: int = 0
    seconds: float = 0.0
    faults: tuple[Fault, ...] = ()

    def count(self, kind: str) -> int:
        """How many faults of a kind there were."""
        return sum(fault.kind == kind for fault in self.faults)


class Timed:
    """A bot whose choices are counted and timed. ``asked`` holds the one that was asked last."""

    about = "A bot whose choices are counted and timed."

    def __init__(self, entrant: Entrant, asked: Asked) -> None:
        self.name = entrant.name
        self.choices, self.moves, self.seconds = 0, 0, 0.0
        self._seat: int | None = None
        self._has_moved = False
        self._asked = asked
        self._bot: Bot = entrant.bot

    def __str__(self) -> str:
        return f"the bot {self.name} at seat {self._seat}"

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        """Let the bot choose, and take the time."""
        self._asked[0], self._seat = self, view.seat
        began = time.perf_counter()
        try:
            move = self._bot.choose(view, moves, rng)
        except (Exception, SystemExit) as error:
            raise BotFailed(f"{self} crashed with {type(error).__name__}: {error}") from error
        self.seconds += time.perf_counter() - began
        self.choices += 1
        self._has_moved = move is not None
        self.moves += self._has_moved
        return move

    def forgiven(self, error: Exception) -> bool:
        """Whether the bot's last move was refused and only counts as a fault, because it is a program."""
        if not isinstance(self._bot, Program):
            return False
        self._bot.refused(str(error))
        self.moves -= self._has_moved
        return True

    def spent(self) -> Spent:
        """What it did since the last call."""
        faults: list[Fault] = self._bot.faults if isinstance(self._bot, Program) else []
        spent = Spent(self.choices, self.moves, self.seconds, tuple(faults))
        faults.clear()
        self.choices, self.moves, self.seconds = 0, 0, 0.0
        return spent


Asked = list[Timed | None]


def _row(game: Game, bot: Timed, against: Timed, deal: int, seat: int) -> Row:
    view = game.view(None)
    ours = team_of(game.options, game.players, seat)
    winner = seat if view.winner in ours else view.winner  # a pair counts as its seat
    won = seat if seat in game.winners else min(game.winners, default=None)
    ours_spent, theirs = bot.spent(), against.spent()
    faults = [f"{each.name}: {fault.says}" for each, done in ((bot, ours_spent), (against, theirs)) for fault in done.faults]
    return Row(
        edition=game.edition.id,
        players=game.players,
        bot=bot.name,
        against=against.name,
        deal=deal,
        seat=seat,
        round=game.round_number,
        dealer=game.dealer,
        winner=winner,
        winner_bot=None if winner is None else bot.name if winner == seat else against.name,
        points=sum(view.points or ()),
        moves=ours_spent.moves + theirs.moves,
        game_over=game.over,
        game_winner=won if len(game.winners) == len(ours) else None,
        bot_choices=ours_spent.choices,
        bot_seconds=ours_spent.seconds,
        against_choices=theirs.choices,
        against_seconds=theirs.seconds,
        bot_illegal=ours_spent.count(ILLEGAL),
        bot_failed=ours_spent.count(FAILED),
        against_illegal=theirs.count(ILLEGAL),
        against_failed=theirs.count(FAILED),
        fault=faults[0] if faults else None,
    )


# ---- results ---------------------------------------------------------------------------------------
class Meeting(NamedTuple):
    """A pairing's result. It counts games won if there is a target, and otherwise rounds."""

    bot: str
    against: str
    games: int
    wins: Estimate
    points: Estimate  # that the bot won per round
    against_points: Estimate  # that each of the others won


class Faults(NamedTuple):
    """What a program did wrong in all its rounds, and its first fault in words."""

    bot: str
    choices: int
    illegal: int
    failed: int
    first: str


class Rating(NamedTuple):
    """A bot's ratings among all bots."""

    bot: str
    elo: Estimate
    skill: Skill | None
    seconds: float  # per choice


@dataclass(frozen=True)
class Standings:
    """Every pairing's result, the ratings from best to worst, and the programs that did something wrong."""

    meetings: tuple[Meeting, ...]
    ratings: tuple[Rating, ...]
    even: float
    faults: tuple[Faults, ...] = ()


def standings(arena: Arena, rows: Sequence[Row]) -> Standings:
    """Work out the results of these rounds."""
    met: dict[tuple[str, str], list[Row]] = {pairing: [] for pairing in arena.pairings}
    for row in rows:
        met[row.bot, row.against].append(row)
    meetings = tuple(_meeting(arena, *pairing, some) for pairing, some in met.items() if some)
    return Standings(meetings, tuple(_ratings(arena, rows)), arena.held / arena.players, tuple(_faults(arena, rows)))


def _faults(arena: Arena, rows: Sequence[Row]) -> Iterator[Faults]:
    """The faults of every program that made one."""
    for bot in arena.bots:
        told = [(row.bot_choices, row.bot_illegal, row.bot_failed) for row in rows if row.bot == bot]
        told += [(row.against_choices, row.against_illegal, row.against_failed) for row in rows if row.against == bot]
        choices, illegal, failed = (sum(column) for column in zip(*told, strict=True)) if told else (0, 0, 0)
        if illegal or failed:
            first = [row.fault.removeprefix(f"{bot}: ") for row in rows if row.fault and row.fault.startswith(f"{bot}: ")]
            yield Faults(bot, choices, illegal, failed, first[0] if first else "")


def decided(arena: Arena, rows: Iterable[Row]) -> Iterator[tuple[Row, int]]:
    """The games, or without a target the rounds, that someone won: the last row of each and the winning seat."""
    for row in rows:
        winner = row.winner if arena.target is None else row.game_winner
        if winner is not None:
            yield row, winner


def _meeting(arena: Arena, bot: str, against: str, rows: Sequence[Row]) -> Meeting:
    """A pairing's means, with intervals from how the deals differ."""
    deals = {deal: i for i, deal in enumerate(dict.fromkeys(row.deal for row in rows))}
    games, rounds, wins = (np.zeros(len(deals)) for _ in range(3))
    points = np.zeros((len(deals), 2))
    for row in rows:
        at = deals[row.deal]
        rounds[at] += 1
        games[at] += row.game_over or arena.target is None
        if row.winner is not None:
            won = row.winner == row.seat
            points[at, int(not won)] += row.points / (1 if won else arena.players - arena.held)
    for row, winner in decided(arena, rows):
        wins[deals[row.deal]] += winner == row.seat
    gained = Clusters.of(points, rounds)
    return Meeting(
        bot,
        against,
        int(games.sum()),
        Clusters.of(wins, games).share(),
        gained.estimate(0),
        gained.estimate(1),
    )


def _ratings(arena: Arena, rows: Sequence[Row]) -> list[Rating]:
    games = list(decided(arena, rows))
    if not games:
        return []
    ratings, margins = _elo(arena, games)
    rated = [(_line_up(arena, row), winner) for row, winner in games[:MOST_RATED]]
    skills = openskill(rated)
    found = [Rating(bot, Estimate(ratings[bot], margins[bot]), skills.get(bot), _seconds(bot, rows)) for bot in arena.bots]
    return sorted(found, key=lambda rating: -rating.elo.mean)


def _seconds(bot: str, rows: Sequence[Row]) -> float:
    """The seconds that a bot takes per choice."""
    spent = [(row.bot_seconds, row.bot_choices) for row in rows if row.bot == bot]
    spent += [(row.against_seconds, row.against_choices) for row in rows if row.against == bot]
    return sum(seconds for seconds, _ in spent) / max(1, sum(choices for _, choices in spent))


def _line_up(arena: Arena, row: Row) -> list[str]:
    ours = team_of(arena.options, arena.players, row.seat)
    return [row.bot if seat in ours else row.against for seat in range(arena.players)]


def _elo(arena: Arena, games: Sequence[tuple[Row, int]]) -> tuple[Mapping[str, float], Mapping[str, float]]:
    """Ratings, with margins from resampled deals."""
    deals = {deal: i for i, deal in enumerate(dict.fromkeys(row.deal for row, _ in games))}
    places = {bot: i for i, bot in enumerate(arena.bots)}
    pairings = {pairing: i for i, pairing in enumerate(arena.pairings)}
    wins, played = np.zeros((len(deals), len(places))), np.zeros((len(deals), len(pairings)))
    for row, winner in games:
        wins[deals[row.deal], places[row.bot if winner == row.seat else row.against]] += 1
        played[deals[row.deal], pairings[row.bot, row.against]] += 1
    seats = np.zeros((len(pairings), len(places)), np.int64)
    for (bot, against), i in pairings.items():
        seats[i, places[bot]], seats[i, places[against]] = arena.held, arena.players - arena.held

    def rate(weights: Array) -> Array:
        return elo(strengths(weights @ wins, seats, weights @ played))

    margins = bootstrap(len(deals), rate) if len(deals) > 1 else np.full(len(places), np.nan)
    return by_name(arena.bots, rate(np.ones(len(deals)))), by_name(arena.bots, margins)
