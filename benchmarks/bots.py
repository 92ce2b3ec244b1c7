"""How strong the bots are: win rates in single rounds of classic, with the interval that holds the truth 95 times in 100.

    .venv/bin/python benchmarks/bots.py [--deals N] [--seed N] [--edition NAME]

Every deal is played once from each seat by the bot in question, the others at all other seats, so that good cards count
for both. The error is that of the mean over deals, for rounds of one deal are not independent.
"""

from __future__ import annotations

import argparse
import math
import time
from random import Random

from lastcard import Game
from lastcard.bots import Bot, get, play_round

# Bot, against, players: what the win rate must be at least.
BARS = {("steady", "random", 2): 0.68, ("steady", "random", 4): 0.40}
PAIRS = [*BARS, ("steady", "chaos", 2), ("random", "chaos", 2), ("random", "chaos", 4)]


def wins_of_deal(bot: Bot, other: Bot, edition: str, players: int, seed: int) -> float:
    """The share of rounds that the bot wins from a deal, once from every seat."""
    wins = 0
    for seat in range(players):
        game = Game(edition, players, seed=seed)
        play_round(game, [bot if s == seat else other for s in range(players)], Random(seed))
        wins += game.view(None).winner == seat
    return wins / players


def win_rate(bot: Bot, other: Bot, edition: str, players: int, deals: int, seed: int) -> tuple[float, float]:
    """The win rate and half the width of its 95 % interval."""
    shares = [wins_of_deal(bot, other, edition, players, seed + deal) for deal in range(deals)]
    mean = sum(shares) / deals
    variance = sum((share - mean) ** 2 for share in shares) / (deals - 1)
    return mean, 1.96 * math.sqrt(variance / deals)


def microseconds(bot: Bot, edition: str, players: int, deals: int) -> float:
    """How long the bot takes for a choice on its turn."""
    spent, asked = 0.0, 0
    for seed in range(deals):
        game, rng = Game(edition, players, seed=seed), Random(seed)
        while not game.round_over:
            seat = game.to_move[0]
            view, moves = game.view(seat), game.moves(seat)
            began = time.perf_counter()
            move = bot.choose(view, moves, rng)
            spent += time.perf_counter() - began
            asked += 1
            game.move(seat, move or moves[0])
    return spent / asked * 1e6


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=20_000_000, help="the first deal; those below 10,000,000 served for tuning")
    parser.add_argument("--edition", default="classic")
    given = parser.parse_args()
    print(f"{given.edition}, {given.deals} deals from {given.seed} on, each from every seat\n")
    print("| bot | against | players | wins | even | bar |\n| --- | --- | --- | --- | --- | --- |")
    for name, other, players in PAIRS:
        mean, error = win_rate(get(name), get(other), given.edition, players, given.deals * 2 // players, given.seed)
        bar = BARS.get((name, other, players)) if given.edition == "classic" else None
        told = "" if bar is None else f"{bar:.0%} {'met' if mean - error >= bar else 'reached' if mean >= bar else 'MISSED'}"
        print(f"| {name} | {other} | {players} | {mean:.1%} ± {error:.1%} | {1 / players:.0%} | {told} |", flush=True)
    print()
    for name in ("random", "steady"):
        print(f"{name}: {microseconds(get(name), given.edition, 4, 30):.0f} µs a choice")


if __name__ == "__main__":
    main()
