"""Train a small player on the vector environment, plot how it learns, and let it play in the arena, all in plain numpy.

    python examples/train.py --steps 6_000_000
    lastcard arena examples.train:BOT random --games 2000

A network with one hidden layer sees what a seat sees and gives each legal action a weight. It learns by advantage actor-critic
from rounds against the ``random`` policy: whatever led to a win becomes more likely. Training writes ``agent.npz`` and
``agent.png`` to the current folder, and ``BOT`` reads ``agent.npz`` from there.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lastcard import editions
from lastcard.bots import duties, may_decline
from lastcard.envs import DECLINE, layout, observe_view
from lastcard.envs.actions import actions_of
from lastcard.moves import Move
from lastcard.view import View

Array = NDArray[Any]
Weights = dict[str, Array]
FILE = Path("agent.npz")
PARTS = ("hand", "top", "seats", "color", "direction", "chance", "phase")
HIDDEN, PLACES, LENGTH = 96, 512, 8  # hidden units; episodes played side by side; actions of each per lesson
DISCOUNT, TRACE, ENTROPY, RATE = 0.99, 0.95, 0.005, 1e-3


def inputs(rows: Array, players: int) -> Array:
    """Pick the parts of the observations that a view also holds, scaled for the network."""
    places = layout(players).slices
    return np.concatenate([rows[..., places[name]] for name in PARTS], -1).astype(np.float32) / 4


def new_weights(players: int, actions: int, rng: np.random.Generator) -> Weights:
    """Start with small random weights."""
    size = inputs(np.zeros(layout(players).size), players).size

    shapes = {"in": (size, HIDDEN), "bias": (1, HIDDEN), "act": (HIDDEN, actions), "worth": (HIDDEN, 1)}
    return {name: (rng.standard_normal(shape) / 10).astype(np.float32) for name, shape in shapes.items()}


def think(weights: Mapping[str, Array], seen: Array, mask: Array) -> tuple[Array, Array, Array]:
    """Compute the hidden layer, the chance of each action, and the value of the position."""
    hidden = np.maximum(seen @ weights["in"] + weights["bias"][0], 0)
    logits = np.where(mask, hidden @ weights["act"], -1e9)
    odds = np.exp(logits - logits.max(-1, keepdims=True))
    return hidden, odds / odds.sum(-1, keepdims=True), (hidden @ weights["worth"])[..., 0]


def gradients(weights: Weights, seen: Array, mask: Array, taken: Array, returns: Array, advantage: Array) -> Weights:
    """Compute the gradients that make good actions likelier and values more accurate."""
    hidden, odds, worth = think(weights, seen, mask)
    surprise = np.where(mask, np.log(odds + 1e-9), 0)
    to_logits = odds * advantage[:, None] + ENTROPY * odds * (surprise - (odds * surprise).sum(-1, keepdims=True))
    to_logits[np.arange(len(taken)), taken] -= advantage
    to_worth = 0.5 * (worth - returns)[:, None]
    to_hidden = (to_logits @ weights["act"].T + to_worth @ weights["worth"].T) * (hidden > 0)
    count = np.float32(len(taken))
    return {
        "in": seen.T @ to_hidden / count,
        "bias": to_hidden.sum(0, keepdims=True) / count,
        "act": hidden.T @ to_logits / count,
        "worth": hidden.T @ to_worth / count,
    }


class Adam:
    """The Adam optimizer: it follows gradients, with each weight at its own pace."""

    def __init__(self, weights: Weights) -> None:
        self.mean = {name: np.zeros_like(value) for name, value in weights.items()}
        self.square = {name: np.zeros_like(value) for name, value in weights.items()}
        self.steps = 0

    def step(self, weights: Weights, slope: Weights) -> None:
        """Update the weights in place."""
        self.steps += 1
        for name, value in slope.items():
            self.mean[name] += 0.1 * (value - self.mean[name])
            self.square[name] += 0.001 * (value * value - self.square[name])
            mean, square = self.mean[name] / (1 - 0.9**self.steps), self.square[name] / (1 - 0.999**self.steps)
            weights[name] -= RATE * mean / (np.sqrt(square) + 1e-6)


def advantages(worth: Array, rewards: Array, ends: Array) -> Array:
    """Compute how much better than expected each action turned out, looking ahead with a fading trace."""
    found, ahead = np.zeros_like(rewards), np.zeros(rewards.shape[1], np.float32)
    for t in reversed(range(len(rewards))):
        goes_on = 1 - ends[t]
        ahead = rewards[t] + DISCOUNT * worth[t + 1] * goes_on - worth[t] + DISCOUNT * TRACE * goes_on * ahead
        found[t] = ahead
    return found


def train(steps: int, edition: str = "classic", players: int = 2, seed: int = 1) -> tuple[Weights, list[tuple[int, float]]]:
    """Train for this many actions and return the weights and the curve (actions so far, share of rounds won)."""
    import gymnasium

    env = gymnasium.make_vec(f"lastcard/{edition}-v0", num_envs=PLACES, players=players)
    rng = np.random.default_rng(seed)
    count = len(actions_of(editions.get(edition), players))
    weights = new_weights(players, count, rng)
    adam, curve, recent = Adam(weights), [], list[float]()
    rows, infos = env.reset(seed=seed)
    lessons = max(1, steps // (PLACES * LENGTH))
    for lesson in range(1, lessons + 1):
        seen, masks, taken, worth, rewards, ends = [], [], [], [], [], []
        for _ in range(LENGTH):
            seen.append(inputs(rows, players))
            masks.append(infos["action_mask"] > 0)
            _, odds, value = think(weights, seen[-1], masks[-1])
            chosen = (odds.cumsum(-1) > rng.random((PLACES, 1)) * 0.999999).argmax(-1)
            rows, paid, terminated, truncated, infos = env.step(chosen)
            recent += (paid[terminated] > 0).tolist()
            taken.append(chosen)
            worth.append(value)
            rewards.append(paid.copy())
            ends.append((terminated | truncated).astype(np.float32))
        worth.append(think(weights, inputs(rows, players), infos["action_mask"] > 0)[2])
        better = advantages(np.array(worth), np.array(rewards), np.array(ends))
        returns = (better + np.array(worth[:-1])).ravel()
        better = (better - better.mean()) / (better.std() + 1e-6)
        batch = np.concatenate(seen), np.concatenate(masks), np.concatenate(taken)
        adam.step(weights, gradients(weights, *batch, returns, better.ravel()))
        if lesson % max(1, lessons // 50) == 0 and recent:
            curve.append((lesson * PLACES * LENGTH, sum(recent) / len(recent)))
            recent = []
    env.close()
    return weights, curve


def plot(curve: Sequence[tuple[int, float]], file: Path) -> None:
    """Plot how the share of rounds won grows."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    axes.plot([steps / 1e6 for steps, _ in curve], [100 * wins for _, wins in curve])
    axes.set(xlabel="million actions", ylabel="rounds won, %", title="An agent learns to beat random")
    figure.savefig(file)


@cache
def trained() -> dict[str, Array]:
    """Load the weights that training left in this folder."""
    if not FILE.exists():
        raise FileNotFoundError(f"{FILE} is not in this folder: run examples/train.py first")
    return dict(np.load(FILE))


class TrainedBot:
    """The trained network as a bot. It takes the action with the most weight."""

    name = "trained"
    about = "A small network that learned from rounds against random."

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        """Choose a move, or None if declining has the most weight."""
        seat, numbers = view.seat or 0, actions_of(editions.get(view.edition), view.players)
        optional = may_decline(view, moves)
        found = {numbers.number(move, seat): move for move in (moves if optional else duties(moves) or moves)}
        mask = np.zeros(len(numbers), bool)
        mask[list(found)] = True
        mask[DECLINE] = optional
        odds = think(trained(), inputs(observe_view(view, chance=optional), view.players), mask)[1]
        return found.get(int(odds.argmax()))


BOT = TrainedBot()


def main() -> None:
    """Train, then save the weights and the plot."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--steps", type=int, default=6_000_000)
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--players", type=int, default=2)
    given = parser.parse_args()
    began = time.perf_counter()
    weights, curve = train(given.steps, given.edition, given.players)
    np.savez(FILE, allow_pickle=False, **weights)
    plot(curve, FILE.with_suffix(".png"))
    print(f"{given.steps:,} actions in {time.perf_counter() - began:.0f} s. Rounds won:")
    print(f"{curve[0][1]:.1%} at first, {curve[-1][1]:.1%} at the end. See {FILE} and {FILE.with_suffix('.png')}.")


if __name__ == "__main__":
    main()
