"""How fast the environments are, in steps per second with observation and mask, next to RLCard, OpenSpiel and C.

    .venv/bin/python benchmarks/envs.py [--quick] [--one] [--markdown FILE]

A step is one decision of one seat: an action is chosen uniformly among those the mask allows, and the environment takes it and
writes the observation and the mask of the next decision. The time includes choosing, and opponents' moves within a step are
not counted as steps. It is processor time on one core, since machines are busy. Ours and the others are measured in turn,
several times, and the best of each counts. Code is loaded from Numba's cache. The last table also has the speed of code that
was compiled in the same process.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from lastcard import editions
from lastcard.compiled import compilations
from lastcard.envs.aec import aec_env
from lastcard.envs.single import LastcardEnv
from lastcard.envs.spiel import short_name
from lastcard.envs.vector import LastcardVectorEnv

sys.path.append(str(Path(__file__).parent))
import peers

from rules import as_table, build_limit, command, limit_rate

BAR = 5e6
PETTINGZOO, OPENSPIEL, RLCARD = "lastcard, PettingZoo", "lastcard, OpenSpiel", "RLCard, uno"
ONE_BARS = {PETTINGZOO: 1e5, OPENSPIEL: 2e4}
PLACES = 128


def vector_rate(env: LastcardVectorEnv, steps: int) -> float:
    """Steps per second of the vector environment, including the masked choice."""
    env.reset(seed=1)
    for _ in range(200):  # into the middle of episodes
        env.step(env.sample())
    began = time.process_time()
    for _ in range(steps // env.num_envs):
        env.step(env.sample())
    return steps // env.num_envs * env.num_envs / (time.process_time() - began)


def aec_rate(edition: str, players: int, seconds: float) -> float:
    """Steps per second of the PettingZoo environment, with its check of the order of calls."""
    env, rng, steps = aec_env(edition, players), random.Random(1), 0
    env.reset(seed=1)
    began = time.process_time()
    while time.process_time() - began < seconds:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated or observation is None:
            env.reset()
            continue
        env.step(rng.choice(observation["action_mask"].nonzero()[0]))
        steps += 1
    return steps / (time.process_time() - began)


def gymnasium_rate(edition: str, players: int, seconds: float) -> float:
    """Steps per second of the Gymnasium environment for one agent, against random opponents."""
    env, rng, steps = LastcardEnv(edition, players), random.Random(1), 0
    _, info = env.reset(seed=1)
    began = time.process_time()
    while time.process_time() - began < seconds:
        _, _, terminated, truncated, info = env.step(rng.choice(info["action_mask"].nonzero()[0]))
        if terminated or truncated:
            _, info = env.reset()
        steps += 1
    return steps / (time.process_time() - began)


def vector_rows(players: int, steps: int, turns: int, limit: Path | None, rounds: int) -> list[list[str]]:
    """Self-play and play against opponents in every edition, with RLCard and the C limit measured in between."""
    kinds: list[tuple[str, str | None]] = [(name, played) for name in editions.names() for played in (None, "random")]
    kinds.append(("classic", "steady"))
    envs = {kind: LastcardVectorEnv(PLACES, kind[0], players, kind[1]) for kind in kinds}
    ours, rlcard_best, c_best = dict.fromkeys(kinds, 0.0), 0.0, 0.0
    for turn in range(turns):
        for kind in kinds:
            ours[kind] = max(ours[kind], vector_rate(envs[kind], steps))
        rlcard_best = max(rlcard_best, peers.rlcard_env(players, 0.5).rate)
        c_best = max(c_best, limit_rate(limit, rounds, players) if limit else 0.0)
        print(f"{players} players, turn {turn + 1} of {turns} measured", file=sys.stderr)
    return [
        [
            name,
            str(players),
            played or "self-play",
            f"{rate / 1e6:.2f}",
            "" if played else f">= 5 {'met' if rate >= BAR else 'MISSED'}",
            f"{rate / rlcard_best:.0f}",
            f"{rate / c_best:.2f}" if c_best else "-",
        ]
        for (name, played), rate in ours.items()
    ]


def spiel_rate(edition: str, players: int, seconds: float) -> float:
    """Steps per second of an OpenSpiel game, with observation tensor and legal actions."""
    return peers.spiel_env(f"{short_name(edition)}(players={players})", seconds)


def one_bar(name: str, rate: float) -> str:
    """The bar of an environment that runs one at a time, if it has one."""
    found = next((bar for start, bar in ONE_BARS.items() if name.startswith(start)), None)
    return "" if found is None else f">= {found / 1e3:.0f} {'met' if rate >= found else 'MISSED'}"


def slow_rows(players: int, seconds: float, turns: int, only: str = "") -> list[list[str]]:
    """The environments that take one Python call per step, next to RLCard and crazy eights."""
    kinds = {
        **{f"{PETTINGZOO}, {name}": partial(aec_rate, name, players, seconds) for name in editions.names()},
        "lastcard, Gymnasium, classic": lambda: gymnasium_rate("classic", players, seconds),
        **{f"{OPENSPIEL}, {name}": partial(spiel_rate, name, players, seconds) for name in editions.names()},
        RLCARD: lambda: peers.rlcard_env(players, seconds).rate,
        "OpenSpiel, crazy_eights": lambda: peers.spiel_env(f"crazy_eights(players={players})", seconds),
    }
    kinds = {name: measure for name, measure in kinds.items() if only in name or name == RLCARD}
    best = dict.fromkeys(kinds, 0.0)
    for _ in range(turns):
        for name, measure in kinds.items():
            best[name] = max(best[name], measure())
    return [
        [
            name,
            str(players),
            f"{rate / 1e3:.1f}",
            one_bar(name, rate),
            f"{rate / best[RLCARD]:.2f}",
        ]
        for name, rate in best.items()
    ]


def child(players: int, steps: int, turns: int) -> None:
    """Print the speed of self-play in this process, and whether it compiled."""
    env = LastcardVectorEnv(PLACES, "classic", players, None)
    rate = max(vector_rate(env, steps) for _ in range(turns))
    print(json.dumps([rate, compilations(env._places.kernels) > 0]))  # noqa: SLF001


def fresh_row(players: int, steps: int, turns: int) -> list[str]:
    """The speed of self-play when compiled in the same process, and when loaded from the cache."""
    with tempfile.TemporaryDirectory() as cache:
        args = [sys.executable, __file__, "--child", str(players), str(steps), str(turns)]
        env = {**os.environ, "NUMBA_CACHE_DIR": cache}
        (fresh, has_compiled), (loaded, compiled_again) = (
            json.loads(subprocess.run(args, check=True, stdout=subprocess.PIPE, text=True, env=env).stdout) for _ in range(2)
        )
    assert has_compiled
    assert not compiled_again
    return ["classic", str(players), f"{fresh / 1e6:.2f}", f"{loaded / 1e6:.2f}"]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="fewer steps, for a first look")
    parser.add_argument("--one", action="store_true", help="only the environments that play one episode at a time")
    parser.add_argument("--only", default="", help="with --one: only those with this in their name, and RLCard")
    parser.add_argument("--markdown", type=Path, help="also write the tables to this file")
    parser.add_argument("--child", nargs=3, type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        child(*args.child)
        return
    steps, turns, rounds, seconds = (200_000, 3, 5_000, 0.3) if args.quick else (1_000_000, 5, 40_000, 1.0)
    one = ["environment, one at a time", "players", "k steps/s", "bar", "x RLCard"]
    if args.one:
        print(as_table(one, [row for players in (2, 4) for row in slow_rows(players, seconds, turns, args.only)]))
        return
    with tempfile.TemporaryDirectory() as folder:
        limit = build_limit(Path(folder))
        fast = [row for players in (2, 4) for row in vector_rows(players, steps, turns, limit, rounds)]
    slow = [row for players in (2, 4) for row in slow_rows(players, seconds, turns)]
    how = f"One core's time, the best of {turns}, {PLACES} episodes side by side. Printed by `{command()}`."
    told = "\n\n".join(
        [
            f"Python {platform.python_version()}, {platform.machine()}. {how}",
            as_table(["edition", "players", "opponents", "M steps/s", "bar", "x RLCard", "of C moves"], fast),
            as_table(one, slow),
            as_table(["edition", "players", "self-play, M steps/s, fresh", "loaded"], [fresh_row(4, 1_000_000, 5)]),
        ]
    )
    print(told)
    if args.markdown:
        args.markdown.write_text(told + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
