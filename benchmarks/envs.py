"""How fast the environments are: steps a second with observation and mask, beside RLCard, OpenSpiel and C, all in one run.

    .venv/bin/python benchmarks/envs.py [--quick] [--markdown FILE]

A step is one decision of one seat: an action is chosen uniformly among those that the mask allows, the environment does it,
and writes the observation and the mask of the next decision. All of that is timed, choosing included; moves that opponents make
within a step are not counted. Time is processor time of one core, since machines are busy. Ours and the others are measured
in turn, several times, and the best of each is taken.
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
import tempfile
import time
from pathlib import Path

import pyspiel
import rlcard

import lastcard.envs.spiel  # noqa: F401 - registers our games
from lastcard import editions
from lastcard.envs.aec import LastcardAEC
from lastcard.envs.vector import LastcardVectorEnv

sys.path.append(str(Path(__file__).parent))
from rules import as_table, build_limit, limit_rate

BAR = 5e6
PLACES = 128


def vector_rate(env: LastcardVectorEnv, steps: int) -> float:
    """Steps a second of the vector environment, the masked choice included."""
    env.reset(seed=1)
    for _ in range(200):  # into the middle of episodes
        env.step(env.sample())
    began = time.process_time()
    for _ in range(steps // env.num_envs):
        env.step(env.sample())
    return steps // env.num_envs * env.num_envs / (time.process_time() - began)


def rlcard_rate(players: int, seconds: float) -> float:
    """Steps a second of RLCard's UNO environment: it extracts state and legal actions for each."""
    env, rng, steps = rlcard.make("uno", config={"game_num_players": players}), random.Random(1), 0
    state, _ = env.reset()
    began = time.process_time()
    while time.process_time() - began < seconds:
        state, _ = env.step(rng.choice(list(state["legal_actions"])))
        steps += 1
        if env.is_over() or env.timestep > 2000:
            state, _ = env.reset()
    return steps / (time.process_time() - began)


def spiel_rate(game: str, seconds: float) -> float:
    """Steps a second of an OpenSpiel game with observation tensor and mask; chance nodes are not counted."""
    loaded, rng, steps = pyspiel.load_game(game), random.Random(1), 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        state = loaded.new_initial_state()
        while not state.is_terminal() and time.process_time() - began < seconds:
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
                continue
            state.observation_tensor()
            state.legal_actions_mask()
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
    return steps / (time.process_time() - began)


def aec_rate(edition: str, players: int, seconds: float) -> float:
    """Steps a second of the PettingZoo environment."""
    env, rng, steps = LastcardAEC(edition, players), random.Random(1), 0
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


def vector_rows(players: int, steps: int, turns: int, limit: Path | None, rounds: int) -> list[list[str]]:
    """Self-play and against opponents, for every edition; RLCard and the C limit are measured between ours in every turn."""
    kinds: list[tuple[str, str | None]] = [(name, played) for name in editions.names() for played in (None, "random")]
    envs = {kind: LastcardVectorEnv(PLACES, kind[0], players, kind[1]) for kind in kinds}
    ours, rlcard_best, c_best = dict.fromkeys(kinds, 0.0), 0.0, 0.0
    for turn in range(turns):
        for kind in kinds:
            ours[kind] = max(ours[kind], vector_rate(envs[kind], steps))
        rlcard_best = max(rlcard_best, rlcard_rate(players, 0.5))
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


def slow_rows(players: int, seconds: float) -> list[list[str]]:
    """The environments that are one Python call a step, beside RLCard and crazy eights."""
    rates = {
        "lastcard, PettingZoo": aec_rate("classic", players, seconds),
        "lastcard, OpenSpiel": spiel_rate(f"lastcard_classic(players={players})", seconds),
        "RLCard, uno": rlcard_rate(players, seconds),
        "OpenSpiel, crazy_eights": spiel_rate(f"crazy_eights(players={players})", seconds),
    }
    return [[name, str(players), f"{rate / 1e3:.1f}"] for name, rate in rates.items()]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="fewer steps, for a first look")
    parser.add_argument("--markdown", type=Path, help="write the tables to this file too")
    args = parser.parse_args()
    steps, turns, rounds, seconds = (200_000, 2, 5_000, 0.5) if args.quick else (1_000_000, 5, 40_000, 2.0)
    with tempfile.TemporaryDirectory() as folder:
        limit = build_limit(Path(folder))
        fast = [row for players in (2, 4) for row in vector_rows(players, steps, turns, limit, rounds)]
    slow = [row for players in (2, 4) for row in slow_rows(players, seconds)]
    told = "\n\n".join(
        [
            f"Python {platform.python_version()}, {platform.machine()}. One core's time, {PLACES} episodes side by side.",
            as_table(["edition", "players", "opponents", "M steps/s", "bar", "x RLCard", "of C moves"], fast),
            as_table(["environment, one at a time", "players", "k steps/s"], slow),
        ]
    )
    print(told)
    if args.markdown:
        args.markdown.write_text(told + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
