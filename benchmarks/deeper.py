"""Two ideas for the bot `search`: the network of `learned` as a prior, and trials in which it makes the bot's own next choice.

    .venv/bin/python benchmarks/deeper.py [--rounds N] [--seed N] [--workers N] [--players N] [--alone]

Every leader plays the same deals against `steady`, and `gains_of_round` of bots.py says how much more often than `steady` it
wins. Summed along a leader's own round this is fair to a bot that gives something up now for what it can do later. The
followers are asked in the positions of the first leader, so their rows differ by less luck. Each difference is from the first
leader, with the interval of the mean over deals. Times are CPU time per choice. See docs/bots-notebook.md for what came out.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import MutableSequence, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

import learn
from baselines import Timed
from bots import gains_of_round, win_rate
from learn import best_rated, candidates

from lastcard import Move, View
from lastcard.bits import move_in, seat_in
from lastcard.bots import Bot, get
from lastcard.bots.learned import LEARNED, network, teach_verbs
from lastcard.bots.search import ROLLOUTS, SEEDS, SearchBot, _Contest, cost, worth_trying
from lastcard.bots.steady import STEADY
from lastcard.bots.trials import WHOLE, Trials, compiled
from lastcard.edition import Edition
from lastcard.play.beliefs import Unseen, first_world, rethink, see_pile
from lastcard.play.evidence import Evidence, observe
from lastcard.play.network import Thought
from lastcard.play.outlook import Judge
from lastcard.play.policy import prefer_next, see
from lastcard.play.trials import BELIEVED, KNOWN, LONGEST_TRIAL, TRIAL, WORLD, add_trial, copy_round, imagine, try_move
from lastcard.rules.build import compile_kernels, entry, kernel
from lastcard.rules.effects import step
from lastcard.rules.piles import below, seed_dice
from lastcard.rules.state import MOVES, NONE, OVER, TURN, Grid, Round, Row, Rules

PRIOR = 300  # trials of a move that its rating counts for
UNITS = learn.SCALE * learn.THIRD  # of a rating in a sure win
LEADERS = ("search", "next-3500")  # which take about the same time
FOLLOWERS = ("half", "prior", "search-1000", "prior-1000", "search-100", "learned")


# ---- kernels ---------------------------------------------------------------------------------------
@kernel
def play_to_turn(r: Rules, g: Round, e: Evidence, seat: int, move: int, p: Judge, out: Row) -> None:
    """Make a move and play on to the seat's next turn, watching what everyone does."""
    observe(r, g, e, seat, move)
    see(p, move)
    step(r, g, seat, move)
    most = g.steps + LONGEST_TRIAL
    while g.phase != OVER and g.steps < most:
        if g.phase == TURN and g.waiting == 1 << seat and g.owes_uno == 0:
            return
        choice = prefer_next(r, g, p, out)
        observe(r, g, e, seat_in(choice), move_in(choice))
        see(p, move_in(choice))
        step(r, g, seat_in(choice), move_in(choice))


@entry
def try_deeper(
    rs: MutableSequence[Rules],
    gs: MutableSequence[Round],
    es: MutableSequence[Unseen],
    ps: MutableSequence[Judge],
    moves: Row,
    seat: int,
    seed: int,
    worlds: int,
    values: Grid,
    totals: Grid,
    out: Row,
    seen: MutableSequence[Evidence],
    ts: MutableSequence[Thought],
    first: Grid,
    second: Grid,
    third: Row,
    biases: Row,
    room: Row,
    depth: int,
) -> None:
    """Do what ``try_moves`` does, but let the network choose for the seat on its next ``depth`` turns of every trial."""
    r = rs[0]
    e = es[0]
    p = ps[0]
    turns = p.turns
    if seed != NONE:
        seed_dice(p, seed)
        copy_round(gs, BELIEVED, KNOWN)
        first_world(r, gs[BELIEVED], e, seat, p)
    for _ in range(worlds):
        rethink(r, gs[BELIEVED], e, p, e.more)
        copy_round(gs, WORLD, BELIEVED)
        imagine(r, gs[WORLD], seat, p)
        dice = below(p, 1 << 30)
        for i in range(len(moves)):
            copy_round(gs, TRIAL, WORLD)
            g = gs[TRIAL]
            seed_dice(p, dice)
            p.verdict = NONE
            see_pile(p, e.pile)
            for other in range(g.players):  # later choices overwrite the oldest ones, which the network doesn't look at
                seen[0].choices[other] = e.choices[other]
            seen[0].pile_n = 0
            move = moves[i]
            for _turn in range(depth):
                if move != NONE and g.phase != OVER:
                    play_to_turn(r, g, seen[0], seat, move, p, out)
                    p.turns -= 1
                    move = NONE
                    if g.phase == TURN and g.waiting == 1 << seat:
                        n = candidates(r, g, seat, 0, ts[0], out, room)
                        move = best_rated(r, g, seen[0], seat, ts[0], n, room, first, second, third, biases)
            if g.phase != OVER:
                try_move(r, g, seat, move, p, out)
            p.turns = turns
            add_trial(r, g, e, seat, values, totals[i], p)
        seed_dice(p, dice + 1)


# ---- bots ------------------------------------------------------------------------------------------
@cache
def kernels(edition: Edition) -> Any:
    """The compiled kernels of an edition, with those of this script."""
    return compile_kernels(*edition.assembled("search", (learn, sys.modules[__name__])))


class DeeperTrials(Trials):
    """Trials in which the network makes the seat's own next choices."""

    def __init__(self, view: View, seed: int, turns: int, depth: int) -> None:
        super().__init__(view, seed, engine=compiled, turns=turns)
        self.depth = min(depth, turns - 1)
        engine = self.engine
        self.seen, self.thought = engine.states(Evidence, 1), engine.states(Thought, 1)
        for seat in range(view.players):
            self.seen[0].choice[seat][:] = self.unseen[0].choice[seat]
        teach_verbs(self.thought[0], self.edition)
        self.network = network(self.edition, engine, view.players)
        self.room = engine.ints(MOVES)

    def run(self, moves: Sequence[int], worlds: int, totals: Any) -> None:
        """Try every move in each of this many new worlds."""
        codes = self.engine.ints(len(moves))
        codes[:] = moves
        kernels(self.edition).try_deeper(
            *(self.rules, self.rounds, self.unseen, self.player, codes, self.seat, self.seed, worlds),
            *(self.values, totals, self._out, self.seen, self.thought, *self.network, self.room, self.depth),
        )
        self.seed = NONE


class DeeperBot(SearchBot):
    """`search` with an idea.

    half: only the better half of the moves by the network's rating is tried, and at least two.
    prior: the rating counts like PRIOR trials.
    next, each: the network chooses for the bot's own seat on its next turn in every trial, or on each of its turns.
    """

    def __init__(self, idea: str, rollouts: int) -> None:
        super().__init__(rollouts, engine=compiled)
        self.idea = idea

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        """Choose like `search`, apart from the idea."""
        tried = worth_trying(view, moves)
        ratings = LEARNED.rate(view, tried) if len(tried) > 1 else None
        if ratings is None:
            return STEADY.choose(view, moves, rng)
        costs = [float(cost(view, move)) for move in tried]
        if self.idea == "half":
            kept = sorted(range(len(tried)), key=ratings.__getitem__, reverse=True)[: max(2, math.ceil(len(tried) / 2))]
            tried, costs = [tried[i] for i in kept], [costs[i] for i in kept]
        if self.idea == "prior":
            weight = WHOLE * PRIOR / (PRIOR + self.rollouts / len(tried)) / UNITS
            costs = [each - weight * rating for each, rating in zip(costs, ratings, strict=True)]
        seed, turns = rng.getrandbits(SEEDS), math.ceil(self.horizon / view.players)
        depth = {"next": 1, "each": turns}.get(self.idea, 0)
        trials = DeeperTrials(view, seed, turns, depth) if depth else Trials(view, seed, turns=turns)
        contest = _Contest(trials, tried, costs)
        stages = math.ceil(math.log2(len(tried)))
        for _ in range(stages):
            contest.try_all(max(1, self.rollouts // (stages * len(contest.left))))
            contest.halve()
            if contest.is_clear():
                break
        return contest.best()


class Gain(NamedTuple):
    """What a bot gained in a round, and how long that took."""

    gain: float
    seconds: float
    choices: int


def player(name: str) -> Bot:
    """A bot by its name, with its rollouts after a dash."""
    idea, _, rollouts = name.partition("-")
    if idea == "learned":
        return get(idea)
    budget = int(rollouts or ROLLOUTS)
    return SearchBot(budget, engine=compiled) if idea == "search" else DeeperBot(idea, budget)


def gains_of_deal(players: int, followers: Sequence[str], seed: int) -> dict[str, Gain]:
    """What every bot gains in one round of a deal."""
    found = {}
    for leader in LEADERS:
        names = [leader, *(followers if leader == LEADERS[0] else ())]
        bots = [Timed(player(name)) for name in names]
        choices = gains_of_round(bots, players, seed)
        for i, (name, bot) in enumerate(zip(names, bots, strict=True)):
            found[name] = Gain(sum(choice.gains[i] for choice in choices), bot.seconds, bot.choices)
    return found


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=60_000_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--alone", action="store_true", help="ask no followers")
    given = parser.parse_args()
    followers = () if given.alone else FOLLOWERS
    gains_of_deal(given.players, followers, 0)  # compiles
    seeds = range(given.seed, given.seed + given.rounds)
    with ProcessPoolExecutor(given.workers) as pool:
        deals = list(pool.map(partial(gains_of_deal, given.players, followers), seeds))
    print(f"classic, {given.players} players, {given.rounds} rounds from seed {given.seed}\n")
    print("| bot | positions of | ms per choice | gain per round | difference |\n| --- | --- | --- | --- | --- |")
    for name in (*LEADERS, *followers):
        mean, error = win_rate([deal[name].gain for deal in deals])
        more, unsure = win_rate([deal[name].gain - deal[LEADERS[0]].gain for deal in deals])
        milliseconds = 1e3 * sum(deal[name].seconds for deal in deals) / sum(deal[name].choices for deal in deals)
        whose = name if name in LEADERS else LEADERS[0]
        told = f"{mean:.2%} ± {error:.2%} | {more:+.2%} ± {unsure:.2%}"
        print(f"| {name} | {whose} | {milliseconds:.1f} | {told} |")


if __name__ == "__main__":
    main()
