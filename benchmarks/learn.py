"""Makes the networks of the bot `learned` from nothing: one file for each edition, in under an hour on two cores for all.

    .venv/bin/python benchmarks/learn.py [--editions NAME...] [--rows N] [--seed N] [--out FOLDER]

Steady players play rounds. At some choices every move is tried *in the true world*, with the same dice for every move, and
judged after a few turns (``lastcard.play.outlook``). A network then learns how much better or worse than the others each move
did, from what its player could know (``lastcard.play.network``). What the player couldn't know averages out. It also learns to
rate highest what did best, since a mistake about the other moves costs nothing. Then it goes on in more stages, with the
network itself in the seat that tries. There is one set of weights for two players and one for more.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import MutableSequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lastcard import editions
from lastcard.bits import has, move_in, seat_in, verb_of, with_call, with_seat
from lastcard.bots.learned import Network, folder, shaped, teach_verbs, weights
from lastcard.bots.trials import NOBODY, compiled
from lastcard.compiled import allocate
from lastcard.edition import Edition
from lastcard.game import Game
from lastcard.play.beliefs import see_pile
from lastcard.play.evidence import Evidence, count_pile, forget_choices, observe
from lastcard.play.network import (
    DEEP,
    HIDDEN,
    INPUTS,
    UNIT,
    Thought,
    begin_rating,
    describe_move,
    describe_seat,
    rate,
)
from lastcard.play.outlook import ODDS, Judge, weigh, worth_of
from lastcard.play.playout import takers
from lastcard.play.policy import WEIGHTS, prefer, prefer_next
from lastcard.play.trials import LONGEST_TRIAL, copy_round, try_move
from lastcard.rules.build import compile_kernels, entry, kernel, lowest
from lastcard.rules.effects import step
from lastcard.rules.legal import chances, duties
from lastcard.rules.piles import below, seed_dice, shuffle_draw
from lastcard.rules.setup import new_round
from lastcard.rules.state import MOVES, NONE, OVER, VOTING, Grid, Round, Row, Rules

PLAYERS = ((1, (2,)), (2, (4, 4, 4, 3, 6)))  # for each set of weights, how much to learn, and the numbers of players
TESTED = 900_000_000  # the first deal of those that show the progress, and that nothing is learned from
THIRD = 4096  # weights of the third layer are in these parts of one; only the order of ratings matters
SCALE = 1024  # weights of the first layer are in these parts of one
STAGES, PASSES, BATCH = 12, 2, 300  # stages, times that every choice of one is learned from, and choices in a step
RATE = 2e-3  # how large steps are at first
DOUBT = 0.02  # a move rated this much lower than another counts as chosen less often by a factor of e
JUDGED = 16  # turns of all players until a trial is judged
ONE_KEPT = 4  # choices of steady players is kept: neighbors are alike
ONE_IN = 16  # moves of steady players is random
REAL, WORLD, TRIAL = range(3)
Floats = NDArray[np.float32]


# ---- kernels ---------------------------------------------------------------------------------------
@kernel
def asked_for_chance(r: Rules, g: Round, out: Row) -> int:
    """Return a seat that may act out of turn now, or NONE."""
    seats = takers(r, g)
    while seats:
        seat = lowest(seats)
        seats &= seats - 1
        if chances(r, g, seat, out, 0):
            return seat
    return NONE


@kernel
def candidates(r: Rules, g: Round, seat: int, is_chance: int, t: Thought, out: Row, moves: Row) -> int:
    """List the moves worth comparing: with the call where it is due, and NONE for letting a chance pass.

    What people say, do or judge is left out, as by the bot.
    """
    n = chances(r, g, seat, out, 0) if is_chance else duties(r, g, seat, out)
    found = 0
    for i in range(n):
        is_silent = has(t.people, verb_of(out[i]))
        for j in range(n):
            if out[j] == with_call(out[i]) and j != i:
                is_silent = 1
        if is_silent == 0:
            moves[found] = out[i]
            found += 1
    if is_chance:
        moves[found] = NONE
        found += 1
    return found


@kernel
def best_rated(
    r: Rules,
    g: Round,
    e: Evidence,
    seat: int,
    t: Thought,
    n: int,
    moves: Row,
    first: Grid,
    second: Grid,
    third: Row,
    biases: Row,
) -> int:
    """Return the move that the network rates highest."""
    describe_seat(r, g, e, seat, t)
    begin_rating(t, first, biases)
    best = 0
    most = 0
    for i in range(n):
        describe_move(r, g, seat, moves[i], t)
        rating = rate(t, first, second, third, biases)
        if i == 0 or rating > most:
            best = i
            most = rating
    return moves[best]


@kernel
def describe_all(r: Rules, g: Round, e: Evidence, seat: int, t: Thought, moves: Row, inputs: Grid) -> None:
    """Write the inputs of every move."""
    describe_seat(r, g, e, seat, t)
    for i in range(len(inputs)):
        describe_move(r, g, seat, moves[i], t)
        for k in range(INPUTS):
            inputs[i][k] = t.inputs[k]


@kernel
def best_described(n: int, moves: Row, inputs: Grid, t: Thought, first: Grid, second: Grid, third: Row, biases: Row) -> int:
    """Return the move that the network rates highest, from inputs that were written."""
    for k in range(INPUTS):
        t.inputs[k] = inputs[0][k]
    begin_rating(t, first, biases)
    best = 0
    most = 0
    for i in range(n):
        for k in range(INPUTS):
            t.inputs[k] = inputs[i][k]
        rating = rate(t, first, second, third, biases)
        if i == 0 or rating > most:
            best = i
            most = rating
    return moves[best]


@kernel
def chance_of(r: Rules, g: Round, seat: int, p: Judge) -> float:
    """Return the chance of a seat to win."""
    if g.phase == OVER:
        return 1.0 if g.winner == seat else 0.0
    odds = weigh(r, g, p)
    return p.standing[seat] / odds


@kernel
def try_all(
    r: Rules,
    gs: MutableSequence[Round],
    e: Evidence,
    seat: int,
    p: Judge,
    moves: Row,
    trials: int,
    out: Row,
    values: MutableSequence[float],
) -> None:
    """Try every move in the true world a few times, reshuffling the pile each time, and write how well each did on average."""
    for _ in range(trials):
        dice = below(p, 1 << 30)
        copy_round(gs, WORLD, REAL)
        seed_dice(gs[WORLD], dice)
        shuffle_draw(gs[WORLD], gs[WORLD].draw_n)
        for i in range(len(values)):
            copy_round(gs, TRIAL, WORLD)
            seed_dice(p, dice + 1)
            p.verdict = NONE
            see_pile(p, e.pile)
            try_move(r, gs[TRIAL], seat, moves[i], p, out)
            values[i] += chance_of(r, gs[TRIAL], seat, p) / trials
        seed_dice(p, dice + 2)


@kernel
def begin_deal(r: Rules, g: Round, e: Evidence, p: Judge, seed: int) -> None:
    """Deal, and forget what was done before."""
    new_round(r, g, seed, NONE)
    seed_dice(p, seed ^ 0x5DEECE66D)  # different dice from the deal's
    forget_choices(e)
    p.verdict = NONE


@entry
def gather(
    rs: MutableSequence[Rules],
    gs: MutableSequence[Round],
    es: MutableSequence[Evidence],
    ps: MutableSequence[Judge],
    ts: MutableSequence[Thought],
    first: Grid,
    second: Grid,
    third: Row,
    biases: Row,
    out: Row,
    moves: Row,
    seed: int,
    trials: int,
    learner: int,
    inputs: Grid,
    values: MutableSequence[float],
    sizes: Row,
) -> int:
    """Play rounds until the rows are full and return how many choices were kept.

    Every choice takes ``sizes`` rows of ``inputs`` and ``values``. With ``learner``, the network plays one of the seats, and
    its choices are kept, all of them. Without, one move in ONE_IN is random, so that more is seen.
    """
    r = rs[0]
    p = ps[0]
    e = es[0]
    t = ts[0]
    g = gs[REAL]
    rows = 0
    kept = 0
    deal = 0
    own = NONE
    g.phase = OVER
    while True:
        if g.phase == OVER or g.steps >= LONGEST_TRIAL:
            begin_deal(r, g, e, p, seed + deal)
            own = deal % g.players if learner else NONE
            deal += 1
        count_pile(g, e)
        see_pile(p, e.pile)
        choice = prefer_next(r, g, p, out)
        if g.owes_uno == 0 and g.phase != VOTING:
            asked = asked_for_chance(r, g, out)
            seat = lowest(g.waiting) if asked == NONE else asked
            n = candidates(r, g, seat, int(asked != NONE), t, out, moves)
            move = NONE
            if n > 1 and learner * (own != seat) == 0:
                if learner or below(p, ONE_KEPT) == 0:
                    if rows + n > len(values) or kept >= len(sizes):
                        return kept
                    describe_all(r, g, e, seat, t, moves, inputs[rows : rows + n])
                    try_all(r, gs, e, seat, p, moves, trials, out, values[rows : rows + n])
                    sizes[kept] = n
                    rows += n
                    kept += 1
                if learner:
                    move = best_described(n, moves, inputs[rows - n : rows], t, first, second, third, biases)
                    if move == NONE:
                        choice = with_seat(lowest(g.waiting), prefer(r, g, lowest(g.waiting), p, out))
                elif below(p, ONE_IN) == 0:
                    move = moves[below(p, n)]
            choice = choice if move == NONE else with_seat(seat, move)
        observe(r, g, e, seat_in(choice), move_in(choice))
        step(r, g, seat_in(choice), move_in(choice))


@entry
def compete(
    rs: MutableSequence[Rules],
    gs: MutableSequence[Round],
    es: MutableSequence[Evidence],
    ps: MutableSequence[Judge],
    ts: MutableSequence[Thought],
    first: Grid,
    second: Grid,
    third: Row,
    biases: Row,
    out: Row,
    moves: Row,
    seed: int,
    rounds: int,
    totals: Row,
) -> None:
    """Play rounds with the network in one seat and steady players in the others, each seat in turn.

    Its wins and its choices are added to ``totals``.
    """
    r = rs[0]
    p = ps[0]
    e = es[0]
    t = ts[0]
    g = gs[REAL]
    for i in range(rounds):
        begin_deal(r, g, e, p, seed + i // r.players)
        own = i % r.players
        while g.phase != OVER and g.steps < LONGEST_TRIAL:
            count_pile(g, e)
            see_pile(p, e.pile)
            choice = prefer_next(r, g, p, out)
            if g.owes_uno == 0 and g.phase != VOTING:
                asked = asked_for_chance(r, g, out)
                seat = lowest(g.waiting) if asked == NONE else asked
                n = candidates(r, g, seat, int(asked != NONE), t, out, moves) if seat == own else 0
                if n > 1:
                    totals[1] += 1
                    move = best_rated(r, g, e, seat, t, n, moves, first, second, third, biases)
                    if move == NONE:
                        seat = lowest(g.waiting)
                        move = prefer(r, g, seat, p, out)
                    choice = with_seat(seat, move)
            observe(r, g, e, seat_in(choice), move_in(choice))
            step(r, g, seat_in(choice), move_in(choice))
        totals[0] += g.winner == own


# ---- samples ---------------------------------------------------------------------------------------
class Samples(NamedTuple):
    """Rows of moves. The rows of one choice follow each other."""

    inputs: NDArray[np.uint8]
    values: Floats
    groups: NDArray[np.int64]  # the number of the choice, by row
    sizes: NDArray[np.int64]  # rows, by choice


class Collector:
    """Plays rounds of an edition and tries moves in them."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.kernels: Any = compile_kernels(*edition.assembled("search", (sys.modules[__name__],)))

    def samples(self, players: int, rows: int, seed: int, trials: int, net: Network | None) -> Samples:
        """Fill this many rows. With a network, it plays one seat, and only its choices are kept."""
        inputs, values = np.zeros((rows, INPUTS), np.uint8), np.zeros(rows, np.float32)
        sizes = np.zeros(rows // 2, np.int64)
        table = self._table(players, net or EMPTY)
        kept = self.kernels.gather(*table, seed, trials, int(net is not None), inputs, values, sizes)
        used = int(sizes[:kept].sum())
        return Samples(inputs[:used], values[:used], np.repeat(np.arange(kept), sizes[:kept]), sizes[:kept])

    def wins(self, players: int, rounds: int, seed: int, net: Network) -> float:
        """The share of rounds that a network wins against steady players, as the kernels play."""
        return self.contest(players, rounds, seed, net)[0] / rounds

    def contest(self, players: int, rounds: int, seed: int, net: Network) -> tuple[int, int]:
        """How many rounds a network wins against steady players, as the kernels play, and how many choices it makes."""
        totals = np.zeros(2, np.int64)
        self.kernels.compete(*self._table(players, net), seed, rounds, totals)
        return int(totals[0]), int(totals[1])

    def told(self, players: int, rounds: int, net: Network) -> str:
        """How often a network wins against steady players, with an interval, on deals that nothing was learned from."""
        self.contest(players, players, TESTED, net)  # compiles
        began = time.process_time()
        won, choices = self.contest(players, rounds, TESTED, net)
        spent, wins = time.process_time() - began, won / rounds
        error = 196 * math.sqrt(wins * (1 - wins) / rounds)
        return (
            f"{wins:.2%} ± {error:.2f}, even is {1 / players:.0%}; {1e6 * spent / choices:.1f} µs a choice with the whole round"
        )

    def _table(self, players: int, net: Network) -> tuple[Any, ...]:
        """What every entry works on."""
        edition = self.edition
        rules, rounds, judge, thought = (
            allocate(cls, n) for cls, n in ((edition.rules, 1), (edition.round, 3), (Judge, 1), (Thought, 1))
        )
        options = dict(Game(edition, players, seed=0, options={"target": None}).view(0).options)
        edition.fill_rules(rules[0], options, players)
        for name, value in {**WEIGHTS, **NOBODY, "turns": math.ceil(JUDGED / players)}.items():
            setattr(judge[0], name, value)
        judge[0].worth[:] = worth_of(players)
        judge[0].odds[:] = ODDS
        teach_verbs(thought[0], edition)
        spare = np.zeros((2, MOVES), np.int64)
        return rules, rounds, allocate(Evidence, 1), judge, thought, *net, spare[0], spare[1]


EMPTY = Network(
    np.zeros((INPUTS, HIDDEN), np.int32),
    np.zeros((HIDDEN, DEEP), np.int32),
    np.zeros(DEEP, np.int32),
    np.zeros(HIDDEN + DEEP, np.int32),
)


def together(parts: list[Samples]) -> Samples:
    """Several samples as one."""
    starts = np.cumsum([0, *(len(part.sizes) for part in parts)])
    return Samples(
        np.concatenate([part.inputs for part in parts]),
        np.concatenate([part.values for part in parts]),
        np.concatenate([part.groups + start for part, start in zip(parts, starts, strict=False)]),
        np.concatenate([part.sizes for part in parts]),
    )


# ---- learning --------------------------------------------------------------------------------------
class Learner:
    """Three layers of floats, trained by Adam to tell which moves of a choice do better than its others."""

    def __init__(self, scale: Floats, seed: int) -> None:
        rng = np.random.default_rng(seed)
        shapes = [(INPUTS, HIDDEN), (HIDDEN,), (HIDDEN, DEEP), (DEEP,), (DEEP,)]
        fans = [40, 0, HIDDEN, 0, DEEP]
        self.weights = [
            (rng.standard_normal(shape) * (math.sqrt(2 / fan) if fan else 0)).astype(np.float32)
            for shape, fan in zip(shapes, fans, strict=True)
        ]
        self.weights[4] *= 0.1
        self.scale = scale
        self.mean = [np.zeros_like(weight) for weight in self.weights]
        self.square = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def rate(self, x: Floats) -> tuple[Floats, Floats, Floats]:
        """The hidden layers and the ratings."""
        first, b1, second, b2, third = self.weights
        hidden = np.maximum(x @ first + b1, 0)
        deep = np.maximum(hidden @ second + b2, 0)
        return hidden, deep, deep @ third

    def learn(self, rows: NDArray[np.uint8], values: Floats, groups: NDArray[np.int64], rate: float) -> float:
        """Take a step toward the values and toward choosing the best. Only how they differ within a choice counts."""
        x = rows * self.scale
        hidden, deep, ratings = self.rate(x)
        better = centered(values, groups)
        wrong = centered(ratings, groups) - better
        slope = (wrong - gain(ratings, better, groups)) * (2 / len(values))
        _, _, second, _, third = self.weights
        d_deep = np.outer(slope, third) * (deep > 0)
        d_hidden = (d_deep @ second.T) * (hidden > 0)
        slopes = [x.T @ d_hidden, d_hidden.sum(0), hidden.T @ d_deep, d_deep.sum(0), deep.T @ slope]
        self.steps += 1
        tilt = math.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for i, each in enumerate(slopes):
            self.mean[i] += 0.1 * (each - self.mean[i])
            self.square[i] += 0.001 * (each * each - self.square[i])
            self.weights[i] -= rate * tilt * self.mean[i] / (np.sqrt(self.square[i]) + 1e-8)
        return float((wrong * wrong).mean())

    def learn_all(self, data: Samples, begins: float, ends: float) -> float:
        """Go through all choices once, as this part of the whole way, on which steps get smaller. Returns the mean error."""
        rows = np.cumsum([0, *data.sizes])
        batches = range(0, len(data.sizes) - BATCH + 1, BATCH)
        wrong = 0.0
        for i, a in enumerate(batches):
            done = begins + (ends - begins) * i / len(batches)
            rate = RATE * 0.5 * (1 + math.cos(math.pi * done)) * min(1, (self.steps + 1) / 100)
            part = slice(rows[a], rows[a + BATCH])
            wrong += self.learn(data.inputs[part], data.values[part], data.groups[part] - a, rate)
        return wrong / len(batches)

    def network(self) -> Network:
        """The weights as whole numbers."""
        first, b1, second, b2, third = self.weights
        return Network(
            np.round(first * self.scale[:, None] * SCALE).astype(np.int32),
            np.clip(np.round(second * UNIT), -1023, 1023).astype(np.int32),
            np.round(third * THIRD).astype(np.int32),
            np.round(np.concatenate([b1 * SCALE, b2 * SCALE * UNIT])).astype(np.int32),
        )


def centered(numbers: Floats, groups: NDArray[np.int64]) -> Floats:
    """How the numbers differ from the mean of their group. Groups are numbered from 0."""
    counts = np.bincount(groups)
    means = np.bincount(groups, numbers) / np.maximum(counts, 1)
    return (numbers - means[groups]).astype(np.float32)


def gain(ratings: Floats, values: Floats, groups: NDArray[np.int64]) -> Floats:
    """How much more a choice is worth by each of its ratings, if moves are chosen the likelier the higher they are rated."""
    starts = np.flatnonzero(np.diff(groups, prepend=-1))
    odds = np.exp((ratings - np.maximum.reduceat(ratings, starts)[groups]) / DOUBT)
    likely = odds / np.bincount(groups, odds)[groups]
    gained: Floats = (likely * (values - np.bincount(groups, likely * values)[groups])).astype(np.float32)
    return gained


def learned_set(collector: Collector, players: tuple[int, ...], rows: int, trials: int, seed: int) -> Network:
    """One set of weights, learned in stages: from steady players first, then from the network's own choices among them.

    Every stage has rows of its own, and steps get smaller all the time.
    """
    learner, net, done, each = None, None, 0.0, rows // STAGES // len(players)
    for stage in range(STAGES):
        seeds = (seed + (stage * len(players) + i) * 10_000_000 for i in range(len(players)))
        data = shuffled(together([collector.samples(n, each, next(seeds), trials, net) for n in players]), stage)
        if learner is None:
            scale = 1 / np.maximum(data.inputs[:200_000].astype(np.float32).std(0) * 2, 0.25)
            learner = Learner(scale.astype(np.float32), seed)
        for _ in range(PASSES):
            begins, done = done, done + 1 / PASSES / STAGES
            wrong = learner.learn_all(data, begins, done)
        net = learner.network()
        print(f"  stage {stage + 1}: error {wrong:.6f}", flush=True)
    assert net is not None
    return net


def shuffled(data: Samples, seed: int) -> Samples:
    """The same choices in another order."""
    order = np.random.default_rng(seed).permutation(len(data.sizes))
    starts = (np.cumsum(data.sizes) - data.sizes)[order]
    sizes = data.sizes[order]
    ends = np.cumsum(sizes)
    rows = np.arange(ends[-1]) + np.repeat(starts - (ends - sizes), sizes)
    return Samples(data.inputs[rows], data.values[rows], np.repeat(np.arange(len(sizes)), sizes), sizes)


def write(sets: list[Network], path: Path) -> None:
    """Write the weights of a file, as one row of whole numbers."""
    numbers = np.concatenate([part.ravel() for net in sets for part in net]).astype("<i4")
    path.parent.mkdir(exist_ok=True)
    np.save(path, numbers)


def main() -> None:
    """Learn, and write the files."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--editions", nargs="+", default=editions.names())
    parser.add_argument("--rows", type=int, default=6_000_000, help="moves to try for two players; twice as many for more")
    parser.add_argument("--trials", type=int, default=2, help="of each move")
    parser.add_argument("--rounds", type=int, default=40_000, help="to show how well a network does")
    parser.add_argument("--seed", type=int, default=40_000_000)
    parser.add_argument(
        "--only", choices=(2, 4), type=int, help="learn the set for two players or for more, and keep the other"
    )
    parser.add_argument("--out", type=Path, default=folder())
    given = parser.parse_args()
    for name in given.editions:
        began = time.process_time()
        collector = Collector(editions.get(name))
        sets = list[Network]()
        for i, (times, players) in enumerate(PLAYERS):
            if given.only not in (None, players[0]):
                sets.append(shaped(weights(name)[i], compiled(editions.get(name))))
                continue
            sets.append(learned_set(collector, players, given.rows * times, given.trials, given.seed))
            print(f"  {players[0]} players: {collector.told(players[0], given.rounds, sets[-1])}", flush=True)
        write(sets, given.out / f"{name}.npy")
        print(f"{name}: {time.process_time() - began:.0f} s of processor time", flush=True)


if __name__ == "__main__":
    main()
