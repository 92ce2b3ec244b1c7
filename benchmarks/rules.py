"""How fast the rules are: moves a second beside hand-written C, RLCard and OpenSpiel, all in one run.

    .venv/bin/python benchmarks/rules.py [--quick] [--markdown FILE]

Machines are noisy, so the figure that counts is a ratio: for each row ours and the C limit are measured in turn, several
times, and the best of each is taken. Without a C compiler that column is left out, without rlcard or open_spiel theirs.
"""

from __future__ import annotations

import argparse
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
from lastcard.compiled import Compiled

PLAYERS = (2, 4, 10)
BARS = {4: 0.45, 10: 0.38}


def build_limit(folder: Path) -> Path | None:
    """The C limit, compiled where there is a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    binary = folder / "limit"
    source = Path(__file__).with_name("limit.c")
    subprocess.run([compiler, "-O3", "-march=native", "-DMAIN", "-o", str(binary), str(source)], check=True)
    return binary


def limit_rate(binary: Path, rounds: int, players: int) -> float:
    """Moves a second of the C limit."""
    told = subprocess.run([str(binary), str(rounds), str(players)], check=True, capture_output=True, text=True).stdout
    return float(told.split("Msteps")[0].split()[-1]) * 1e6


def compiled_rate(compiled: Compiled, rounds: int) -> float:
    """Moves a second of our playouts on one core."""
    began = time.perf_counter()
    totals = compiled.playouts(1, rounds)
    return totals.moves / (time.perf_counter() - began)


def threads_factor(compiled: Compiled, rounds: int) -> float:
    """How much faster two threads do the same work than one: the best of some turns of each."""
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


def start_times(edition: str) -> tuple[float, float]:
    """Seconds from nothing to the first playout: compiling, then from the cache."""
    code = (
        "import time; t = time.perf_counter(); from lastcard import editions; from lastcard.compiled import Compiled;"
        f"Compiled(editions.get({edition!r}), quiet=True); print(time.perf_counter() - t)"
    )
    with tempfile.TemporaryDirectory() as cache:
        env = {**os.environ, "NUMBA_CACHE_DIR": cache}
        cold, warm = (
            float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=env).stdout)
            for _ in range(2)
        )
    return cold, warm


def import_milliseconds() -> float:
    """The best of some runs of ``import lastcard`` in a process of its own."""
    code = "import time; t = time.perf_counter(); import lastcard; print((time.perf_counter() - t) * 1e3)"
    return min(
        float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout) for _ in range(7)
    )


def interpreted_microseconds(edition: str, games: int) -> float:
    """Microseconds a move through Game.move: text in, legality, rules, events out."""
    played = [_random_round(edition, seed) for seed in range(games)]
    moves = sum(len(log) for log in played)
    best = float("inf")
    for _ in range(3):
        tables = [Game(edition, 4, seed) for seed in range(games)]
        began = time.perf_counter()
        for game, log in zip(tables, played, strict=True):
            for seat, move in log:
                game.move(seat, move)
        best = min(best, time.perf_counter() - began)
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


def rlcard_rate(players: int, seconds: float) -> float | None:
    """Moves a second of RLCard's raw UNO game, at random."""
    try:
        from rlcard.games.uno import Game as UnoGame
    except ImportError:
        return None
    rng, moves = random.Random(1), 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        game = UnoGame(num_players=players)
        game.init_game()
        while not game.is_over() and moves % 2000 < 1999:
            game.step(rng.choice(game.get_legal_actions()))
            moves += 1
        moves += 1
    return moves / (time.perf_counter() - began)


def open_spiel_rate(players: int, seconds: float) -> float | None:
    """Moves a second of OpenSpiel's crazy_eights, at random; chance nodes are not counted as moves."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, rng, moves = pyspiel.load_game(f"crazy_eights(players={players})"), random.Random(1), 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
    return moves / (time.perf_counter() - began)


def ratio(ours: float, other: float | None, digits: int) -> str:
    """A ratio for the table; a dash where there is nothing to compare with."""
    return "-" if other is None else f"{ours / other:.{digits}f}"


def rows_for(
    compiled: Callable[[int], Compiled], limit: Path | None, rounds: int, peers: dict[int, tuple[float | None, float | None]]
) -> list[list[str]]:
    """One row of the table for each number of players."""
    rows = []
    for players in PLAYERS:
        table = compiled(players)
        ours, theirs = 0.0, 0.0
        for _ in range(5):
            ours = max(ours, compiled_rate(table, rounds))
            theirs = max(theirs, limit_rate(limit, rounds, players)) if limit else 0.0
        rlcard, spiel = peers[players]
        bar = BARS.get(players)
        rows.append(
            [
                table.edition.id,
                str(players),
                f"{ours / 1e6:.1f}",
                ratio(ours, theirs or None, 2),
                f">= {bar}" if bar else "",
                ratio(ours, rlcard, 0),
                ratio(ours, spiel, 0),
            ]
        )
    return rows


def as_table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table with even columns."""
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    lines = [[*head], ["-" * width for width in widths], *rows]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer rounds, for a first look")
    parser.add_argument("--markdown", type=Path, help="write the tables to this file too")
    args = parser.parse_args()
    rounds, seconds = (5_000, 0.3) if args.quick else (40_000, 2.0)
    peers = {players: (rlcard_rate(players, seconds), open_spiel_rate(players, seconds)) for players in PLAYERS}
    speed: list[list[str]] = []
    starts: list[list[str]] = []
    with tempfile.TemporaryDirectory() as folder:
        limit = build_limit(Path(folder))
        for name in editions.names():
            edition = editions.get(name)
            tables = {players: Compiled(edition, players=players, quiet=players != PLAYERS[0]) for players in PLAYERS}
            speed += rows_for(tables.__getitem__, limit, rounds, peers)
            cold, warm = start_times(name)
            two = threads_factor(tables[4], 2 * rounds)
            micro = interpreted_microseconds(name, 20 if args.quick else 100)
            starts.append([name, f"{micro:.1f}", f"{two:.2f}", f"{cold:.1f}", f"{warm:.2f}"])
            print(f"{name} measured", file=sys.stderr)
    told = "\n\n".join(
        [
            f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}. Playouts: `random`, one core.",
            as_table(["edition", "players", "M moves/s", "of C limit", "bar", "x RLCard", "x OpenSpiel"], speed),
            as_table(
                ["edition", "interpreted µs/move (<= 10)", "2 threads (>= 1.8)", "cold s (<= 20)", "cached s (<= 1)"], starts
            ),
            f"`import lastcard`: {import_milliseconds():.0f} ms (< 100).",
        ]
    )
    print(told)
    if args.markdown:
        args.markdown.write_text(told + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
