"""Learns what the traits of a hand are worth, and shows how well they predict who wins a round.

    .venv/bin/python benchmarks/outlook.py [--rounds N] [--seed N]

Steady players play rounds to the end, and some states on the way are kept with the winner. The worths that make the winners
most likely (a logistic regression over the hands of a state) go into ``lastcard.play.outlook``. For other rounds of every
edition, a table then shows the surprise at the winner in bits: with no knowledge, and with those worths.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import MutableSequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lastcard import editions
from lastcard.bits import move_in, seat_in
from lastcard.bots.trials import NOBODY
from lastcard.compiled import allocate
from lastcard.edition import Edition
from lastcard.game import Game
from lastcard.play.outlook import SCALE, TRAITS, Judge, strength, worth_of
from lastcard.play.policy import WEIGHTS, prefer_next, see
from lastcard.play.trials import LONGEST_TRIAL
from lastcard.rules.build import compile_kernels, entry, lowest
from lastcard.rules.effects import step
from lastcard.rules.piles import below, seed_dice
from lastcard.rules.seats import after
from lastcard.rules.setup import new_round
from lastcard.rules.state import MOVES, NONE, OVER, TURN, Grid, Round, Row, Rules

LEARNED = {"WORTH_OF_TWO": (2,), "WORTH_OF_MORE": (3, 4, 6)}  # the numbers of players to learn from
ONE_IN = 6  # turns is kept
Samples = tuple[NDArray[np.float32], NDArray[np.int64]]  # the traits by state and seat, and the winners


@entry
def sample(
    rs: MutableSequence[Rules],
    gs: MutableSequence[Round],
    ps: MutableSequence[Judge],
    out: Row,
    seed: int,
    rounds: int,
    rows: Grid,
    winners: Row,
) -> int:
    """Play rounds and keep some states while there is room. Returns how many."""
    r = rs[0]
    g = gs[0]
    p = ps[0]
    n = 0
    for i in range(rounds):
        new_round(r, g, seed + i, NONE)
        seed_dice(p, seed + i ^ 0x5DEECE66D)  # different dice from the deal's
        p.verdict = NONE
        for color in range(5):
            p.seen[color] = 0
        first = n
        while g.phase != OVER and g.steps < LONGEST_TRIAL:
            if g.phase == TURN and g.owes_uno == 0 and n < len(winners) and below(p, ONE_IN) == 0:
                on_turn = lowest(g.waiting)
                for later in range(g.players):
                    seat = after(g, on_turn, later)
                    for trait in range(TRAITS):
                        p.worth[trait] = 1
                        rows[n][seat * TRAITS + trait] = strength(r, g, seat, later, p)
                        p.worth[trait] = 0
                n += 1
            choice = prefer_next(r, g, p, out)
            see(p, move_in(choice))
            step(r, g, seat_in(choice), move_in(choice))
        if g.winner == NONE:
            n = first
        for k in range(first, n):
            winners[k] = g.winner
    return n


def samples(edition: Edition, players: int, rounds: int, seed: int) -> Samples:
    """States from a number of rounds."""
    rules, table, judge = allocate(edition.rules, 1), allocate(edition.round, 1), allocate(Judge, 1)
    edition.fill_rules(rules[0], dict(Game(edition, players, seed=0, options={"target": None}).view(0).options), players)
    for name, value in {**WEIGHTS, **NOBODY}.items():
        setattr(judge[0], name, value)
    most = rounds * 10
    rows, winners = np.zeros((most, players * TRAITS), np.int64), np.zeros(most, np.int64)
    kernels: Any = compile_kernels(*edition.assembled("search", (sys.modules[__name__],)))
    count = kernels.sample(rules, table, judge, np.zeros(MOVES, np.int64), seed, rounds, rows, winners)
    return rows[:count].reshape(count, players, TRAITS).astype(np.float32), winners[:count]


def chances(traits: NDArray[np.float32], worth: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each seat's chance to win, by state."""
    strengths = traits @ worth
    odds = np.exp(strengths - strengths.max(1, keepdims=True))
    return np.asarray(odds / odds.sum(1, keepdims=True), np.float64)


def learn(found: list[Samples]) -> NDArray[np.float64]:
    """What the traits are worth, by Newton's method."""
    worth = np.zeros(TRAITS)
    for _ in range(8):
        slope, bend = np.zeros(TRAITS), np.eye(TRAITS)
        for traits, winners in found:
            likely = chances(traits, worth)
            mean = np.einsum("ns,nst->nt", likely, traits)
            slope += (traits[np.arange(len(winners)), winners] - mean).sum(0)
            bend += np.einsum("ns,nst,nsu->tu", likely, traits, traits, optimize=True) - mean.T @ mean
        worth = worth + np.linalg.solve(bend, slope)
    return worth


def surprise(found: Samples, worth: NDArray[np.float64]) -> float:
    """The surprise at the winner, in bits per state."""
    traits, winners = found
    return float(-np.log2(chances(traits, worth)[np.arange(len(winners)), winners]).mean())


def main() -> None:
    """Print the worths, and a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=60_000, help="to learn from, for each number of players")
    parser.add_argument("--seed", type=int, default=20_000_000)
    given = parser.parse_args()
    classic = editions.get("classic")
    for name, numbers in LEARNED.items():
        worth = learn([samples(classic, players, given.rounds, given.seed) for players in numbers])
        print(name, "=", [round(SCALE * each) for each in worth], flush=True)
    print("\n| edition | players | states | nothing known | by worth |\n| --- | --- | --- | --- | --- |")
    for name in editions.names():
        for players in (2, 4, 7):
            found = samples(editions.get(name), players, given.rounds // 10, given.seed + given.rounds)
            known = surprise(found, np.array(worth_of(players)) / SCALE)
            print(f"| {name} | {players} | {len(found[1])} | {np.log2(players):.3f} | {known:.3f} |", flush=True)


if __name__ == "__main__":
    main()
