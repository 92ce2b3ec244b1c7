"""How fast this tree is next to another commit: moves of Game, interpreted and compiled playouts, and vector self-play.

    .venv/bin/python benchmarks/compare.py COMMIT [--editions classic,dare] [--players 2,4] [--turns 7]

Both trees run in processes of their own and measure in turn, by processor time, and the best of each counts. So a busy machine
slows both alike. The other tree is checked out into a temporary folder and removed afterward. Rules are compiled before
anything is measured, so that both are loaded from Numba's cache.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
UNITS = {
    "Game.move": "µs a move",
    "interpreted playouts": "µs a move",
    "compiled playouts": "M moves/s",
    "vector self-play": "M steps/s",
}
EPISODES, STEPS = 128, 4_000  # side by side, and of each


def origin(**options: object) -> str:
    """Say where figures come from: the commit, with a plus if files have changed since, the machine, and these options."""
    git = ["git", "-C", str(ROOT)]
    found = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    changed = subprocess.run([*git, "status", "--porcelain", "-uno"], capture_output=True, text=True, check=False).stdout
    commit = f"commit {found.stdout.strip()}{'+' if changed else ''}" if found.returncode == 0 else "no commit"
    where = f"{commit}, Python {platform.python_version()}, {os.cpu_count()} cores"
    told = ", ".join(f"{name} {shown(value)}" for name, value in options.items() if value and not isinstance(value, Path))
    return f"{where}; {told}" if told else where


def shown(value: object) -> str:
    """An option's value as it was given."""
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else "yes" if value is True else str(value)


def game_moves(edition: str, players: int) -> Callable[[], float]:
    """Microseconds per move through Game.move, from text through legality and rules to events."""
    from lastcard import Game

    def play(seed: int) -> list[tuple[int, str]]:
        game, rng, log = Game(edition, players, seed), random.Random(seed), []
        while not game.round_over:
            seat = rng.choice(game.to_move)
            moves = [str(move) for move in game.moves(seat)]
            log.append((seat, rng.choice([move for move in moves if move != "draw"] or moves)))
            game.move(*log[-1])
        return log

    played = [play(seed) for seed in range(30)]

    def measure() -> float:
        tables = [Game(edition, players, seed) for seed in range(len(played))]
        began = time.process_time()
        for game, log in zip(tables, played, strict=True):
            for seat, move in log:
                game.move(seat, move)
        return (time.process_time() - began) / sum(map(len, played)) * 1e6

    return measure


def interpreted_playouts(edition: str, players: int) -> Callable[[], float]:
    """Microseconds per move of a random playout, without compiling anything."""
    from lastcard import compiled, editions
    from lastcard.rules.build import interpret
    from lastcard.rules.state import MOVES

    found = editions.get(edition)
    old: Any = getattr(compiled, "kernel_modules", None)  # version 1 put kernels together here
    kernels = interpret(*(old(found) if old else found.assembled("playouts")))
    rules, round_, people = found.make_rules(found.read_options(None), players), found.round(), compiled.People()
    for name, value in compiled.DEFAULT_PEOPLE.items():
        setattr(people, name, value)

    def measure() -> float:
        round_.log = []
        totals = [0] * 64
        began = time.process_time()
        kernels.playouts([rules], [round_], [people], [0] * MOVES, 1, 30, totals)
        return (time.process_time() - began) / totals[0] * 1e6

    return measure


def compiled_playouts(edition: str, players: int) -> Callable[[], float]:
    """Millions of moves per second of a random playout on one core."""
    from lastcard import editions
    from lastcard.compiled import Compiled

    compiled = Compiled(editions.get(edition), players=players, quiet=True)

    def measure() -> float:
        began = time.process_time()
        moves = compiled.playouts(1, 10_000).moves
        return moves / (time.process_time() - began) / 1e6

    return measure


def vector_self_play(edition: str, players: int) -> Callable[[], float]:
    """Millions of steps per second of the vector environment on one core, including the masked choice."""
    from lastcard.envs.vector import LastcardVectorEnv

    env = LastcardVectorEnv(EPISODES, edition, players, None)

    def measure() -> float:
        env.reset(seed=1)
        for _ in range(200):  # into the middle of episodes
            env.step(env.sample())
        began = time.process_time()
        for _ in range(STEPS):
            env.step(env.sample())
        return STEPS * EPISODES / (time.process_time() - began) / 1e6

    return measure


MEASURES = {
    "Game.move": game_moves,
    "interpreted playouts": interpreted_playouts,
    "compiled playouts": compiled_playouts,
    "vector self-play": vector_self_play,
}


def answer() -> None:
    """Measure in this process what standard input asks for, line by line."""
    ready: dict[str, Callable[[], float]] = {}
    for line in sys.stdin:
        what, edition, players = line.strip().split("|")
        if line not in ready:
            ready[line] = MEASURES[what](edition, int(players))
        print(ready[line](), flush=True)


@contextmanager
def tree(source: Path) -> Iterator[Callable[[str], float]]:
    """Start a process that measures this source."""
    env = {**os.environ, "PYTHONPATH": str(source), "PYTHONWARNINGS": "ignore"}
    command = [sys.executable, __file__, "--answer"]
    with subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def ask(what: str) -> float:
            print(what, file=process.stdin, flush=True)
            return float(process.stdout.readline())  # type: ignore[union-attr]

        yield ask
        process.stdin.close()


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """Check a commit out into a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", str(place), commit], cwd=ROOT, check=True)
        try:
            yield place
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(place)], cwd=ROOT, check=True)


def is_compiled(what: str) -> bool:
    """Whether this is a rate of compiled code, of which more is better."""
    return UNITS[what.partition("|")[0]].startswith("M ")


def compare(commit: str, wanted: list[str], turns: int) -> None:
    """Measure both trees in turn, and print a table."""
    with checked_out(commit) as other, ExitStack() as stack:
        sources = (other / "src", ROOT / "src")
        for source in sources:
            with tree(source) as ask:
                for what in wanted:
                    if is_compiled(what):
                        ask(what)
        before, now = (stack.enter_context(tree(source)) for source in sources)
        print(f"| | edition | players | | {commit} | this tree | change |\n| --- | --- | --- | --- | --- | --- | --- |")
        for what in wanted:
            figures = [(before(what), now(what)) for _ in range(turns)]
            name, edition, players = what.split("|")
            best = max if is_compiled(what) else min
            old, new = (best(column) for column in zip(*figures, strict=True))
            print(
                f"| {name} | {edition} | {players} | {UNITS[name]} | {old:.2f} | {new:.2f} | {new / old - 1:+.1%} |", flush=True
            )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", nargs="?", default="HEAD")
    parser.add_argument("--editions", default="classic")
    parser.add_argument("--players", default="2,4")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--measures", default=",".join(MEASURES))
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.answer:
        answer()
        return
    each = [(edition, players) for edition in args.editions.split(",") for players in args.players.split(",")]
    compare(args.commit, [f"{what}|{e}|{p}" for what in args.measures.split(",") for e, p in each], args.turns)


if __name__ == "__main__":
    main()
