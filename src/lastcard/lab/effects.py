"""What do these rules change? Rounds by a table's rules against rounds by the leaflet, with 95% intervals.

All seats play by the ``steady`` policy. ``skill`` is how often one such player wins among ``random`` ones, from every seat.
Rounds run on the interpreted rules at first, which need no numpy, so that an answer comes within a second. Once the compiled
rules are ready, those take over.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple

from .. import editions
from ..bits import bit
from ..edition import Edition
from ..errors import InvalidOption
from ..moves import SEATS
from ..play.playout import DEFAULT_PEOPLE
from ..play.policy import WEIGHTS, Player
from ..rules.build import compile_kernels, interpret
from ..rules.piles import note
from ..rules.state import MOVES, NONE
from ..table_rules import check_players
from . import effect_kernels
from .effect_forms import Effects, EstimateInfo, FigureInfo, SaidInfo
from .effect_kernels import MEASURES
from .effect_words import JUMPERS, words


class Line(NamedTuple):
    """A figure: its name, title, what it says, its measure, what that is divided by (0: the players), and if it is a share."""

    name: str
    title: str
    says: str
    measure: str
    per: int = 1
    share: bool = False


FIGURES = (
    Line("turns", "Length", "Turns in a round", "turns"),
    Line("minutes", "Time", "Minutes for a round", "seconds", per=60),
    Line("drawn", "Cards drawn", "Cards that each player draws", "drawn", per=0),
    Line("largest", "Largest hand", "Largest hand in a round", "largest"),
    Line("comebacks", "Comebacks", "Comebacks: the winner had the most cards halfway", "comeback", share=True),
    Line("first", "First player", "Rounds won by whoever goes first", "first", share=True),
    Line("skill", "Skill", "Rounds won by one skilled player among random ones", "won", share=True),
    Line("nobody", "No winner", "Rounds without a winner", "nobody", share=True),
)
# What stands for the figures about one player where partners win together: two players across the table, by both sets of rules.
PAIRS = {
    "first": Line("first", "First pair", "Rounds won by whoever goes first, or the player opposite", "first_pair", share=True),
    "skill": Line(
        "skill", "Skill", "Rounds won by one of two skilled players, opposite each other, among random ones", "won", share=True
    ),
}
UNRELATED = ("dealer", "target", "scoring")  # options that change neither rounds nor how they are played
Z95 = 1.959963984540054
FOR_EVER = 1_000_000  # turns: the leaflet knows no limit, but counting turns takes one
FEW = 30  # this many rounds may all be alike by chance
SHORT, NOTED = 40, 50  # compiled rounds, or events, that take less than half a millisecond
SKILL_SEED = 1 << 40  # rounds that show skill have other deals


class Estimate(NamedTuple):
    """A mean, and half the width of its 95% interval."""

    mean: float
    margin: float


@dataclass
class Sums:
    """The sums of many rounds."""

    rounds: int = 0
    totals: list[int] = field(default_factory=lambda: [0] * (2 * len(MEASURES)))

    def add(self, rounds: int, totals: Sequence[int]) -> None:
        """Add more rounds."""
        self.rounds += rounds
        self.totals = [a + int(b) for a, b in zip(self.totals, totals, strict=True)]

    def total(self, measure: str) -> int:
        """The sum of a measure over all rounds."""
        return self.totals[2 * MEASURES.index(measure)]

    def estimate(self, measure: str, per: float = 1) -> Estimate:
        """The mean of a measure a round, divided by ``per``."""
        at, n = 2 * MEASURES.index(measure), self.rounds
        mean = self.totals[at] / n
        variance = max(self.totals[at + 1] / n - mean * mean, 0) * n / max(n - 1, 1)
        margin = Z95 * math.sqrt(variance / n)
        if not margin and mean in (0, 1):
            margin = 3 / n  # what this many rounds could still hide
        return Estimate(mean / per, margin / per)


class Table:
    """An edition's rules at one table, interpreted or compiled, and what its rounds have shown so far."""

    def __init__(self, edition: Edition, players: int, options: Mapping[str, Any], *, compiled: bool) -> None:
        read = edition.read_options({**options, "dealer": None})
        check_players(read, players)
        self.players, self.compiled = players, compiled
        self.steady, self.skilled = Sums(), Sums()
        kernels, self._round = _kernels(edition, compiled=compiled), effect_kernels.compared(edition.round)
        self._compare = kernels.compare
        if compiled:
            from ..compiled import allocate

            self._rules = allocate(edition.rules)
            edition.fill_rules(self._rules[0], read, players)
        else:
            self._rules = [edition.make_rules(read, players)]
        self._rules[0].limit = self._rules[0].limit or FOR_EVER

    def play(self, rounds: int) -> None:
        """Play more rounds with steady players."""
        self._run(self.steady, self.steady.rounds, rounds, NONE)

    def play_skill(self, rounds: int, *, pairs: bool = False) -> None:
        """Play more rounds with one steady player among random ones, equally often in every seat.

        With ``pairs``, the player opposite plays steadily too.
        """
        each = -(-rounds // self.players)
        first = SKILL_SEED + self.skilled.rounds // self.players
        for seat in range(self.players):
            other = bit((seat + self.players // 2) % self.players) if pairs else 0
            self._run(self.skilled, first, each, bit(seat) | other)

    def _run(self, sums: Sums, first: int, rounds: int, skilled: int) -> None:
        totals: Any
        out: Any
        if self.compiled:
            import numpy as np

            from ..compiled import allocate

            totals, out = np.zeros(2 * len(MEASURES), np.int64), np.zeros(MOVES, np.int64)
            made, players = allocate(self._round), allocate(Player)
        else:
            totals, out, made, players = [0] * (2 * len(MEASURES)), [0] * MOVES, [self._round()], [Player()]
        for name, value in {**DEFAULT_PEOPLE, **WEIGHTS}.items():
            setattr(players[0], name, value)
        each = SHORT if self.compiled else rounds
        for done in range(0, rounds, each):
            self._compare(self._rules, made, players, out, first + done, min(each, rounds - done), skilled, totals)
            _step_aside()
        sums.add(rounds, totals)


def _step_aside() -> None:
    """Let others have this core, even a server that waits. At the lowest priority, work still keeps it for milliseconds."""
    if hasattr(os, "sched_yield"):
        os.sched_yield()


@lru_cache(maxsize=8)
def _kernels(edition: Edition, *, compiled: bool) -> Any:
    modules = edition.assembled("steady", (effect_kernels,))
    if compiled:
        return compile_kernels(*modules, replaced={note: effect_kernels.note})
    return interpret(*modules, note=lambda log: _note_politely())


def _note_politely() -> Callable[[Any, int, int, int, int], None]:
    """Return the kernel that notes events, which steps aside a few times a round."""
    note, number = effect_kernels.note, count()

    def note_politely(g: Any, what: int, seat: int, kind: int, n: int) -> None:
        note(g, what, seat, kind, n)
        if not next(number) % NOTED:
            _step_aside()

    return note_politely


# ---- measuring -------------------------------------------------------------------------------------
class Aim(NamedTuple):
    """How precisely to measure: the margin of a round's length as a fraction of it, and how many rounds to play for skill.

    At most ``most`` rounds of each kind are played. None begins after this many ``seconds`` of work, nor, on a machine that is
    busy with something else, after this many seconds of ``waiting``: then the answer is less precise, and its intervals say so.
    """

    compiled: bool
    margin: float
    skill_rounds: int
    most: int
    step: int
    seconds: float = math.inf
    waiting: float = math.inf


FIRST = Aim(compiled=False, margin=0.03, skill_rounds=0, most=5_000, step=50, seconds=2, waiting=10)
LATER = Aim(compiled=False, margin=0.02, skill_rounds=3_000, most=8_000, step=100, seconds=5, waiting=20)
EXACT = Aim(compiled=True, margin=0.005, skill_rounds=60_000, most=200_000, step=5_000, seconds=5, waiting=60)


class Measured(NamedTuple):
    """The sums of a table's rounds: with steady players alone, and with one among random players (perhaps no rounds)."""

    steady: Sums
    skilled: Sums


@lru_cache(maxsize=64)
def measure(edition: str, players: int, options: str, aim: Aim, pairs: bool = False) -> Measured:  # noqa: FBT001, FBT002 - part of a key
    """Play rounds at a table, whose options are JSON, until their length is known well enough. Asking again is free."""
    table = Table(editions.get(edition), players, json.loads(options), compiled=aim.compiled)
    table.play(1)  # compiles
    is_late = _deadline(aim)
    while table.steady.rounds < aim.most and not _is_exact(table.steady, aim.margin):
        table.play(min(aim.step, aim.most - table.steady.rounds))
        if is_late():
            break
    is_late = _deadline(aim)
    while table.skilled.rounds < aim.skill_rounds:
        table.play_skill(min(aim.step, aim.skill_rounds - table.skilled.rounds), pairs=pairs)
        if is_late():
            break
    return Measured(table.steady, table.skilled)


def _deadline(aim: Aim) -> Callable[[], bool]:
    """Return a function that says whether the time for one kind of rounds, which begins now, is up."""
    worked, waited = time.process_time() + aim.seconds, time.monotonic() + aim.waiting
    return lambda: time.process_time() > worked or time.monotonic() > waited


def by_games(games: int, *, compiled: bool) -> Aim:
    """Play exactly this many rounds of each kind."""
    return Aim(compiled=compiled, margin=-1, skill_rounds=games, most=games, step=games)


def _is_exact(sums: Sums, part: float) -> bool:
    if sums.rounds < FEW:
        return False
    mean, margin = sums.estimate("turns")
    return margin <= part * mean


class Question(NamedTuple):
    """Two tables to compare: their edition and players, and the options of the leaflet's and of the changed one, as JSON.

    With ``pairs``, one of them plays in teams, so what players win is counted for two opposite players at both.
    """

    edition: str
    players: int
    leaflet: str
    table: str
    pairs: bool = False


def question(edition: str, players: int, options: Mapping[str, Any]) -> Question:
    """Ask what a table's rules change. InvalidOption if nobody can play by them.

    Options that make no difference to the rounds are left out, so that equal questions are recognized.
    """
    found = editions.get(edition)
    read = found.read_options({name: value for name, value in options.items() if name not in UNRELATED})
    if not 2 <= players <= SEATS:
        raise InvalidOption(f"a table has 2 to {SEATS} players, not {players}")
    check_players(read, players)
    given = {name: value for name, value in read.items() if name not in UNRELATED}
    table_rules = {option.name for option in found.options if option.group}
    plain = {name: value for name, value in given.items() if name not in table_rules}
    return Question(found.id, players, json.dumps(plain, sort_keys=True), json.dumps(given, sort_keys=True), "teams" in given)


def effects_of(asked: Question, aim: Aim) -> Effects:
    """Measure both tables here, and compare them."""
    leaflet = measure(asked.edition, asked.players, asked.leaflet, aim, asked.pairs)
    return compared(asked, leaflet, measure(asked.edition, asked.players, asked.table, aim, asked.pairs), final=aim is EXACT)


# ---- comparing -------------------------------------------------------------------------------------
def compared(asked: Question, leaflet: Measured, table: Measured, *, final: bool) -> Effects:
    """Compare two tables, in words and figures."""
    lines = [PAIRS.get(line.name, line) if asked.pairs else line for line in FIGURES]
    every = [_figure(line, asked.players, leaflet, table) for line in lines]
    figures = [figure for figure in every if figure is not None]
    even = (2 if asked.pairs else 1) / asked.players
    told = words(even, figures, table.steady.total("nobody"), table.steady.rounds)
    told += [JUMPERS] if "jump_in" in json.loads(asked.table) else []
    return Effects(
        edition=asked.edition,
        players=asked.players,
        rounds=table.steady.rounds,
        final=final,
        turn_seconds=effect_kernels.TURN_SECONDS,
        answer_seconds=effect_kernels.ANSWER_SECONDS,
        says=[SaidInfo(says=said.says, args=dict(said.args)) for said in told],
        figures=figures,
    )


def _figure(line: Line, players: int, leaflet: Measured, table: Measured) -> FigureInfo | None:
    one, other = (leaflet.skilled, table.skilled) if line.name == "skill" else (leaflet.steady, table.steady)
    if not one.rounds or not other.rounds:
        return None
    before, after = (sums.estimate(line.measure, line.per or players) for sums in (one, other))
    change = _difference(before, after) if line.share else _ratio(before, after)
    return FigureInfo(
        name=line.name,
        title=line.title,
        says=line.says,
        share=line.share,
        leaflet=EstimateInfo(**before._asdict()),
        table=EstimateInfo(**after._asdict()),
        change=EstimateInfo(**change._asdict()),
        clear=abs(change.mean) > change.margin,
    )


def _difference(before: Estimate, after: Estimate) -> Estimate:
    return Estimate(after.mean - before.mean, math.hypot(before.margin, after.margin))


def _ratio(before: Estimate, after: Estimate) -> Estimate:
    """The change as a part of what was before."""
    if not before.mean or not after.mean:
        return Estimate(0.0, 0.0)
    ratio = after.mean / before.mean
    return Estimate(ratio - 1, ratio * math.hypot(before.margin / before.mean, after.margin / after.mean))
