"""Baselines: every bot in every edition against copies of `steady`, with two and four players, as one table.

    .venv/bin/python benchmarks/baselines.py [--games N] [--slow N] [--workers N] [--markdown docs/_static/FILE] [EDITION...]

The bot plays every deal once from each seat, with `steady` in all others, by the leaflet's rules and for one round. The error
is half of a 95% interval of the mean over deals, since rounds of one deal are alike. Times are those of a whole choice from
view to move, in microseconds of this machine. Deals count up from 7,000,000, which nothing here was tuned or trained on.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from lastcard import editions
from lastcard.lab.arena import Arena

FIRST_DEAL = 7_000_000
BOTS = ("chaos", "random", "learned", "search")
WHERE = {"learned": "lastcard.bots.learned:LEARNED"}
SLOW = frozenset({"search"})
PLAYERS = (2, 4)
COLUMNS = ("edition", "players", "bot", "wins against `steady`", "even", "rounds", "µs a choice")
HEAD = f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}"


class Deal(NamedTuple):
    """What a bot did in one deal."""

    share: float
    choices: int
    seconds: float


def play(bot: str, edition: str, players: int, deal: int) -> Deal:
    """Play one deal from every seat."""
    arena = Arena((WHERE.get(bot, bot), "steady"), edition, players, players, seed=deal)
    rows = [row for row in arena.run(0) if row.against == "steady"]
    wins = sum(row.winner == row.seat for row in rows)
    return Deal(wins / len(rows), sum(row.bot_choices for row in rows), sum(row.bot_seconds for row in rows))


def line(bot: str, edition: str, players: int, found: Sequence[Deal]) -> str:
    """One line of the table."""
    mean = sum(deal.share for deal in found) / len(found)
    spread = sum((deal.share - mean) ** 2 for deal in found) / max(len(found) - 1, 1)
    error = 1.96 * math.sqrt(spread / len(found))
    time = 1e6 * sum(deal.seconds for deal in found) / max(1, sum(deal.choices for deal in found))
    cells = (edition, players, f"`{bot}`", f"{mean:.1%} ± {error:.1%}", f"{1 / players:.0%}", f"{len(found) * players:,}")
    return f"| {' | '.join(map(str, cells))} | {time:,.0f} |"


def main() -> None:
    """Print the table, and write it if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("editions", nargs="*", default=editions.names())
    parser.add_argument("--games", type=int, default=4000, help="rounds of each line")
    parser.add_argument("--slow", type=int, default=400, help="rounds of each line of a slow bot")
    parser.add_argument("--bots", nargs="+", default=BOTS)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--markdown", type=Path)
    given = parser.parse_args()
    lines = [HEAD]
    print(HEAD, flush=True)
    with ProcessPoolExecutor(given.workers) as pool:
        for edition in given.editions or editions.names():
            for players in PLAYERS:
                for bot in given.bots:
                    deals = (given.slow if bot in SLOW else given.games) // players
                    seeds = range(FIRST_DEAL, FIRST_DEAL + deals)
                    found = list(pool.map(partial(play, bot, edition, players), seeds, chunksize=4))
                    lines.append(line(bot, edition, players, found))
                    print(lines[-1], flush=True)
    if given.markdown:
        given.markdown.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
