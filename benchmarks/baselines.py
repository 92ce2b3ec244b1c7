"""Baselines: every bot in every edition, with two and four players, as a page that a paper can quote.

    .venv/bin/python benchmarks/baselines.py [--rounds N] [--slow N] [--bots NAME...] [--workers N]

Every finished batch of deals is one line of `baselines.jsonl`, so this can be stopped at any time and goes on where it was.
Batches go around: all pairings get their first one before any gets its second. At the end, and with `--page-only` at any time,
`docs/baselines.md` is written from the lines. It says what was measured and what wasn't.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import platform
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial, reduce
from pathlib import Path
from random import Random
from typing import NamedTuple

from lastcard import Game, bots, editions
from lastcard.bots import Bot, play_round
from lastcard.bots.learned import folder
from lastcard.moves import Move
from lastcard.view import View

FOLDER = Path(__file__).parent
LINES, PAGE = FOLDER / "baselines.jsonl", FOLDER.parent / "docs" / "baselines.md"
FIRST_DEAL = 7_000_000  # nothing was tuned or trained on deals from here on
BATCH = 20  # deals in a line of the file
PAIRINGS = (("chaos", "steady"), ("random", "steady"), ("learned", "steady"), ("search", "steady"), ("steady", "random"))
BOTS = tuple(bot for bot, _ in PAIRINGS)
SLOW = frozenset({"search"})
PLAYERS = (2, 4)
ROUNDS, SLOW_ROUNDS = 2000, 400  # of each pairing
COLUMNS = ("bot", "against", "players", "wins", "even", "rounds", "time a choice")
ABOUT = """\
# Baselines

How well our [bots](bots.md) play, in every edition, with two and with four players. `benchmarks/baselines.py` measures it and
writes this page.

## Protocol

- A bot plays every deal once from each seat, and copies of one other bot sit in all other seats. Deals count up from
  {first:,}. Nothing was tuned or trained on them.
- A deal is one round by the leaflet's rules, with the edition's default options. A round that nobody wins counts as lost.
- *Wins* is the share of rounds that the bot wins, and *even* is what it would be among equals. ± is half of a 95% interval.
  It comes from the means of the deals, since rounds of one deal are alike.
- *Time a choice* is processor time of one core from view to move, on average over all choices, easy ones too. It is that of the
  installed bot: `search` makes 7,000 rollouts on the compiled rules. `learned` spends most of it on
  getting the view into the form that its network wants, and [](bots.md) has the time of the network alone. Times were taken on
  a machine that was busy with other work, and are shorter on a quiet one.
- Bots see what their seat may know and nothing else. `Random(deal)` is their dice, so wins can be repeated exactly.
  Times can't.

```sh
.venv/bin/python benchmarks/baselines.py
```

The run goes on where the last one stopped. It keeps its results in `benchmarks/baselines.jsonl`, {batch} deals in a line. A
pairing with `steady` against itself would be even by symmetry, so `steady` plays against `random` here.

## Results

{machine}
"""


class Pairing(NamedTuple):
    """A bot among copies of another."""

    edition: str
    players: int
    bot: str
    against: str


class Batch(NamedTuple):
    """What a bot did in some deals: the sum and the squares of its share of wins in each, its choices, and their seconds."""

    deals: int = 0
    shares: float = 0.0
    squares: float = 0.0
    choices: int = 0
    seconds: float = 0.0


def added(one: Batch, two: Batch) -> Batch:
    """Two batches as one."""
    deals, choices = one.deals + two.deals, one.choices + two.choices
    return Batch(deals, one.shares + two.shares, one.squares + two.squares, choices, one.seconds + two.seconds)


class Timed:
    """A bot whose choices are counted and timed."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.name, self.about = bot, bot.name, bot.about
        self.choices, self.seconds = 0, 0.0

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        """Let the bot choose, and take the time."""
        began = time.process_time()
        move = self.bot.choose(view, moves, rng)
        self.seconds += time.process_time() - began
        self.choices += 1
        return move


# ---- measuring -------------------------------------------------------------------------------------
def play(pairing: Pairing, deal: int) -> Batch:
    """Play one deal from every seat."""
    timed, other, wins = Timed(bots.get(pairing.bot)), bots.get(pairing.against), 0
    for seat in range(pairing.players):
        game = Game(pairing.edition, pairing.players, deal, {"target": None})
        play_round(game, [timed if each == seat else other for each in range(pairing.players)], Random(deal))
        wins += game.view(None).winner == seat
    share = wins / pairing.players
    return Batch(1, share, share**2, timed.choices, timed.seconds)


@cache
def warm_up(pairing: Pairing) -> None:
    """Play a deal that isn't counted, since a bot's first choices may compile or load its rules."""
    play(pairing, FIRST_DEAL - 1)


def run(pairing: Pairing, number: int) -> Batch:
    """Play a batch."""
    warm_up(pairing)
    first, total = FIRST_DEAL + number * BATCH, Batch()
    for deal in range(first, first + BATCH):
        total = added(total, play(pairing, deal))
    return total


def pairings(names: Iterable[str]) -> list[Pairing]:
    """Every pairing that is measured."""
    return [Pairing(edition, players, *pair) for edition in names for players in PLAYERS for pair in PAIRINGS]


@cache
def version(edition: str, bot: str) -> list[int | str]:
    """What a result depends on: the edition's rules, and the network of a bot that has one."""
    rules: list[int | str] = [editions.get(edition).version]
    if bot != "learned":
        return rules
    return [*rules, hashlib.sha256((folder() / f"{edition}.npy").read_bytes()).hexdigest()[:8]]


def read(path: Path) -> dict[Pairing, dict[int, Batch]]:
    """What was measured so far, by pairing and number of the batch. Other versions of rules and networks don't count."""
    found: dict[Pairing, dict[int, Batch]] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        row = json.loads(line)
        pairing = Pairing(row["edition"], row["players"], row["bot"], row["against"])
        if row["version"] == version(pairing.edition, pairing.bot):
            found.setdefault(pairing, {})[row["batch"]] = Batch(*(row[name] for name in Batch._fields))
    return found


def written(pairing: Pairing, number: int, batch: Batch) -> str:
    """A batch as a line of the file."""
    which = {"version": version(pairing.edition, pairing.bot), "batch": number}
    told = {**pairing._asdict(), **which, **batch._asdict(), "seconds": round(batch.seconds, 4)}
    return json.dumps(told) + "\n"


def missing(
    done: Mapping[Pairing, Mapping[int, Batch]], rounds: int, slow: int, measured: Collection[str] = BOTS
) -> Iterator[list[tuple[Pairing, int]]]:
    """The batches that are still to be played, a round of them at a time, with those of slow bots at its end."""
    every = sorted((each for each in pairings(editions.names()) if each.bot in measured), key=lambda each: each.bot in SLOW)
    most = {each: -(-(slow if each.bot in SLOW else rounds) // (BATCH * each.players)) for each in every}
    for number in range(max(most.values())):
        left = [(each, number) for each in every if number < most[each] and number not in done.get(each, {})]
        if left:
            yield left


# ---- the page --------------------------------------------------------------------------------------
def share(pairing: Pairing, found: Batch) -> tuple[float, float]:
    """The share of wins, and half of its interval."""
    n = found.deals
    mean = found.shares / n
    spread = 1.96 * math.sqrt(max(found.squares / n - mean**2, 0) / max(n - 1, 1))
    return mean, spread or 3 / (n * pairing.players)  # what this many rounds could still hide


def row(pairing: Pairing, found: Batch) -> list[str]:
    """A line of a table."""
    mean, error = share(pairing, found)
    spent = 1e6 * found.seconds / max(found.choices, 1)
    time_each = f"{spent / 1000:,.1f} ms" if spent >= 1000 else f"{spent:,.0f} µs"
    wins, even = f"{mean:.1%} ± {100 * error:.1f}", f"{1 / pairing.players:.0%}"
    rounds = f"{found.deals * pairing.players:,}"
    return [f"`{pairing.bot}`", f"`{pairing.against}`", str(pairing.players), wins, even, rounds, time_each]


def table(edition: str, done: Mapping[Pairing, Mapping[int, Batch]]) -> str:
    """The table of an edition. Pairings that weren't measured say so."""
    lines = [list(COLUMNS), ["---"] * len(COLUMNS)]
    for pairing in pairings([edition]):
        total = reduce(added, done.get(pairing, {}).values(), Batch())
        if total.deals:
            lines.append(row(pairing, total))
        else:
            lines.append([f"`{pairing.bot}`", f"`{pairing.against}`", str(pairing.players), "not measured yet", "", "", ""])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def page(done: Mapping[Pairing, Mapping[int, Batch]], machine: str) -> str:
    """The whole page."""
    parts = [ABOUT.format(first=FIRST_DEAL, batch=BATCH, machine=machine).rstrip("\n")]
    for name in editions.names():
        edition = editions.get(name)
        parts.append(f"### {edition.title}\n\n`{name}`, rules version {edition.version}\n\n{table(name, done)}")
    return "\n\n".join(parts) + "\n"


def machine_line() -> str:
    """What it was measured with."""
    return f"Python {platform.python_version()}, {platform.machine()}."


def written_machine() -> str:
    """What the page says it was measured with."""
    told = PAGE.read_text(encoding="utf-8").splitlines() if PAGE.is_file() else []
    return next((line for line in told if line.startswith("Python ")), machine_line())


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what is missing, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds of each pairing")
    parser.add_argument("--slow", type=int, default=SLOW_ROUNDS, help="rounds of each pairing with a slow bot")
    parser.add_argument("--bots", nargs="+", choices=BOTS, default=BOTS, help="measure only these")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--lines", type=Path, default=LINES, help="the file of results")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to write")
    parser.add_argument("--page-only", action="store_true", help="measure nothing, only write the page")
    given = parser.parse_args(arguments)
    with ProcessPoolExecutor(given.workers) as pool:
        for left in () if given.page_only else missing(read(given.lines), given.rounds, given.slow, given.bots):
            tasks = {each: pool.submit(partial(run, *each)) for each in left}
            for (pairing, number), task in tasks.items():
                line = written(pairing, number, task.result())
                with given.lines.open("a", encoding="utf-8") as file:
                    file.write(line)
                print(line, end="", flush=True)
    machine = written_machine() if given.page_only else machine_line()
    given.page.write_text(page(read(given.lines), machine), encoding="utf-8")


if __name__ == "__main__":
    main()
