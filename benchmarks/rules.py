"""How fast the rules are, in moves per second next to hand-written C, RLCard and OpenSpiel.

    .venv/bin/python benchmarks/rules.py [--quick] [--markdown FILE]

Machines are noisy, so the figure that counts is a ratio. Ours, the C limit and the peers are measured in turn, several times,
and the best of each counts, by processor time. Without a C compiler, rlcard or open_spiel, that column is left out. The rules
in the first table are loaded from Numba's cache. The second table compares code compiled in the same process with the same
code loaded from the cache. ``--quick`` measures the latter for only one edition.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lastcard import Game, editions
from lastcard.compiled import Compiled, compilations

sys.path.append(str(Path(__file__).parent))
import peers

PLAYERS = (2, 4, 10)
BARS = {4: 0.45, 10: 0.38}
TURNS = 5
Rates = dict[str, float]  # by edition, and for those we compare with


def build_limit(folder: Path) -> Path | None:
    """The C limit, compiled if there is a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    binary = folder / "limit"
    source = Path(__file__).with_name("limit.c")
    subprocess.run([compiler, "-O3", "-march=native", "-DMAIN", "-o", str(binary), str(source)], check=True)
    return binary


def limit_rate(binary: Path, rounds: int, players: int) -> float:
    """Moves per second of the C limit."""
    told = subprocess.run([str(binary), str(rounds), str(players)], check=True, capture_output=True, text=True).stdout
    return float(told.split("Msteps")[0].split()[-1]) * 1e6


def compiled_rate(compiled: Compiled, rounds: int) -> float:
    """Moves per second of our playouts on one core."""
    began = time.process_time()
    totals = compiled.playouts(1, rounds)
    return totals.moves / (time.process_time() - began)


def threads_factor(compiled: Compiled, rounds: int) -> float:
    """How much faster two threads do the same work than one, comparing the best of several runs."""
    one = two = float("inf")
    with ThreadPoolExecutor(2) as pool:
        for _ in range(5):
            began = time.perf_counter()
            compiled.playouts(1, 2 * rounds)
            one = min(one, time.perf_counter() - began)
            began = time.perf_counter()
            list(pool.map(lambda seed: compiled.playouts(seed, rounds), (1, 1 + rounds)))
            two = min(two, time.perf_counter() - began)
    return one / two


def child(edition: str, rounds: int) -> None:
    """Print how long a new process takes until the first playout, how fast it is then, and whether it compiled."""
    began = time.perf_counter()
    compiled = Compiled(editions.get(edition), quiet=True)
    start = time.perf_counter() - began
    rate = max(compiled_rate(compiled, rounds) for _ in range(TURNS))
    print(json.dumps([start, rate, compilations(compiled.kernels) > 0]))


def in_child(edition: str, rounds: int, cache: str | None = None) -> tuple[float, float, bool]:
    """Run :func:`child` in another process and return what it prints."""
    env = os.environ if cache is None else {**os.environ, "NUMBA_CACHE_DIR": cache}
    command = [sys.executable, __file__, "--child", edition, str(rounds)]
    start, rate, has_compiled = json.loads(subprocess.run(command, check=True, capture_output=True, text=True, env=env).stdout)
    return start, rate, has_compiled


def starts(edition: str, rounds: int) -> list[str]:
    """Seconds to the first playout and speed, compiling, then from the cache."""
    with tempfile.TemporaryDirectory() as cache:
        (cold, fresh, has_compiled), (warm, loaded, compiled_again) = (in_child(edition, rounds, cache) for _ in range(2))
    assert has_compiled
    assert not compiled_again
    return [f"{cold:.1f}", f"{warm:.2f}", f"{fresh / 1e6:.1f}", f"{loaded / 1e6:.1f}"]


def import_milliseconds() -> float:
    """The best of several runs of ``import lastcard``, each in its own process."""
    code = "import time; t = time.perf_counter(); import lastcard; print((time.perf_counter() - t) * 1e3)"
    return min(
        float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout) for _ in range(7)
    )


def interpreted_microseconds(edition: str, games: int) -> float:
    """Microseconds per move through Game.move, from text through legality and rules to events."""
    played = [_random_round(edition, seed) for seed in range(games)]
    moves = sum(len(log) for log in played)
    best = float("inf")
    for _ in range(3):
        tables = [Game(edition, 4, seed) for seed in range(games)]
        began = time.process_time()
        for game, log in zip(tables, played, strict=True):
            for seat, move in log:
                game.move(seat, move)
        best = min(best, time.process_time() - began)
    return best / moves * 1e6


def _random_round(edition: str, seed: int) -> list[tuple[int, str]]:
    game, rng, log = Game(edition, 4, seed), random.Random(seed), []
    while not game.round_over:
        seat = rng.choice(game.to_move)
        moves = game.moves(seat)
        move = rng.choice([m for m in moves if m != "draw"] or moves)
        game.move(seat, move)
        log.append((seat, str(move)))
    return log


def peer_rate(play: Callable[[int, float], peers.Played], players: int, seconds: float) -> float:
    """Moves per second of a peer; 0 if it is not installed."""
    try:
        return play(players, seconds).rate
    except ImportError:
        return 0.0


def measured(players: int, limit: Path | None, rounds: int, seconds: float) -> Rates:
    """The best of all, measured in turn."""
    tables = {name: Compiled(editions.get(name), players=players, quiet=True) for name in editions.names()}
    best: Rates = {}
    for turn in range(TURNS):
        rates = {name: compiled_rate(table, rounds) for name, table in tables.items()}
        rates["C"] = limit_rate(limit, rounds, players) if limit else 0.0
        rates["RLCard"] = peer_rate(peers.rlcard_game, players, seconds)
        rates["OpenSpiel"] = peer_rate(peers.spiel_game, players, seconds)
        best = {name: max(rate, best.get(name, 0.0)) for name, rate in rates.items()}
        print(f"{players} players, turn {turn + 1} of {TURNS} measured", file=sys.stderr)
    return best


def ratio(ours: float, other: float, digits: int) -> str:
    """A ratio for the table; a dash if there is nothing to compare with."""
    return f"{ours / other:.{digits}f}" if other else "-"


def rows_for(edition: str, best: dict[int, Rates]) -> list[list[str]]:
    """One row of the table for each number of players."""
    rows = []
    for players, rates in best.items():
        ours, bar = rates[edition], BARS.get(players)
        limit = ratio(ours, rates["C"], 2)
        others = ratio(ours, rates["RLCard"], 0), ratio(ours, rates["OpenSpiel"], 1)
        rows.append([edition, str(players), f"{ours / 1e6:.1f}", limit, f">= {bar}" if bar else "", *others])
    return rows


def peer_rows(best: dict[int, Rates]) -> list[list[str]]:
    """What we compare with, in millions."""
    return [
        [str(players), *(f"{rates[name] / 1e6:.2f}" for name in ("C", "RLCard", "OpenSpiel"))]
        for players, rates in best.items()
    ]


def as_table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table with even columns."""
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    lines = [[*head], ["-" * width for width in widths], *rows]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, for a first look")
    parser.add_argument("--markdown", type=Path, help="also write the tables to this file")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        child(args.child[0], int(args.child[1]))
        return
    rounds, seconds = (5_000, 0.2) if args.quick else (40_000, 1.0)
    for name in editions.names():
        in_child(name, 100)  # compiles, so that this process loads
    with tempfile.TemporaryDirectory() as folder:
        limit = build_limit(Path(folder))
        best = {players: measured(players, limit, rounds, seconds) for players in PLAYERS}
    more: list[list[str]] = []
    for name in editions.names():
        two = threads_factor(Compiled(editions.get(name), quiet=True), 2 * rounds)
        micro = interpreted_microseconds(name, 20 if args.quick else 100)
        started = starts(name, rounds) if not args.quick or name == "classic" else ["-"] * 4
        more.append([name, f"{micro:.1f}", f"{two:.2f}", *started])
        print(f"{name} measured", file=sys.stderr)
    heads = [
        "interpreted µs/move (<= 10)",
        "2 threads (>= 1.8)",
        "cold s (<= 20)",
        "cached s (<= 1)",
        "M/s fresh",
        "M/s cached",
    ]
    how = f"Playouts: `random`, one core's time, the best of {TURNS}, loaded from the cache. Printed by `{command()}`."
    told = "\n\n".join(
        [
            f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}. {how}",
            as_table(
                ["edition", "players", "M moves/s", "of C limit", "bar", "x RLCard", "x OpenSpiel"],
                [row for name in editions.names() for row in rows_for(name, best)],
            ),
            as_table(["players", "C limit, M moves/s", "RLCard uno", "OpenSpiel crazy_eights"], peer_rows(best)),
            as_table(["edition", *heads], more),
            f"`import lastcard`: {import_milliseconds():.0f} ms (< 100).",
        ]
    )
    print(told)
    if args.markdown:
        args.markdown.write_text(told + "\n", encoding="utf-8")


def command() -> str:
    """The command that prints this, without the file it is written to."""
    program = Path(sys.argv[0])
    quick = " --quick" if "--quick" in sys.argv else ""
    return f"benchmarks/{program.name}{quick}"


if __name__ == "__main__":
    main()
