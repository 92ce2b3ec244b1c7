"""Masked PPO in one file with PyTorch, in the style of CleanRL, on the vector environment.

    .venv/bin/python -m pip install -e '.[train]'
    .venv/bin/python examples/ppo.py --steps 2_000_000

The agent plays against `random` or `steady` opponents and never sees more than its seat does. With ``--privileged``, the critic
also sees every hand and the draw pile while it trains. The agent itself doesn't, so it can play without.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium as gym
import numpy as np
import torch
from torch import Tensor, nn

import lastcard.envs  # noqa: F401 - registers the environments

ILLEGAL = -1e8


class Agent(nn.Module):  # type: ignore[misc] # PyTorch is not in the default installation
    """An actor that rates actions from an observation, and a critic that may see more."""

    def __init__(self, inputs: int, hidden: int, actions: int) -> None:
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(inputs, 256), nn.Tanh(), nn.Linear(256, 128), nn.Tanh(), nn.Linear(128, actions))
        self.critic = nn.Sequential(nn.Linear(inputs + hidden, 256), nn.Tanh(), nn.Linear(256, 1))

    def choose(self, rows: Tensor, masks: Tensor) -> torch.distributions.Categorical:
        """The chances of the legal actions."""
        return torch.distributions.Categorical(logits=self.actor(rows).masked_fill(~masks, ILLEGAL))


def numbers(rows: np.ndarray[Any, Any]) -> Tensor:
    """Bytes as small numbers. Most are counts and flags, and the rest are capped."""
    return torch.from_numpy(np.minimum(rows, 8).astype(np.float32) / 2)


def advantages(rewards: Tensor, ends: Tensor, values: Tensor, last: Tensor, gamma: float, smooth: float) -> Tensor:
    """How much better each step went than the critic thought (GAE)."""
    found, ahead = torch.zeros_like(rewards), torch.zeros_like(last)
    for t in reversed(range(len(rewards))):
        following = last if t == len(rewards) - 1 else values[t + 1]
        goes_on = 1 - ends[t]
        ahead = rewards[t] + gamma * following * goes_on - values[t] + gamma * smooth * goes_on * ahead
        found[t] = ahead
    return found


def train(
    edition: str = "classic",
    players: int = 2,
    opponents: str = "random",
    steps: int = 2_000_000,
    places: int = 64,
    length: int = 64,
    seed: int = 1,
    *,
    privileged: bool = False,
) -> tuple[Agent, list[float]]:
    """Train an agent. Returns it with the share of episodes that it won, after every update."""
    torch.manual_seed(seed)
    env = gym.make_vec(
        f"lastcard/{edition}-v0",
        places,
        vectorization_mode="vector_entry_point",
        version=1,
        players=players,
        opponents=opponents,
        privileged=privileged,
    )
    rows, infos = env.reset(seed=seed)
    more = infos["privileged"].shape[1] if privileged else 0
    agent = Agent(rows.shape[1], more, infos["action_mask"].shape[1])
    optimizer = torch.optim.Adam(agent.parameters(), lr=5e-4, eps=1e-5)
    won: list[float] = []

    def seen() -> tuple[Tensor, Tensor, Tensor]:
        observed = numbers(rows)
        everything = torch.cat([observed, numbers(infos["privileged"])], 1) if privileged else observed
        return observed, everything, torch.from_numpy(infos["action_mask"].astype(bool))

    for _ in range(max(1, steps // (places * length))):
        kept: dict[str, list[Tensor]] = {
            name: [] for name in ("rows", "all", "masks", "acts", "logs", "values", "rewards", "ends")
        }
        for _ in range(length):
            observed, everything, masks = seen()
            with torch.no_grad():
                chances = agent.choose(observed, masks)
                acts = chances.sample()
                values = agent.critic(everything).squeeze(1)
            rows, rewards, terminated, truncated, infos = env.step(acts.numpy())
            ends = torch.from_numpy((terminated | truncated).astype(np.float32))
            paid = torch.from_numpy(np.array(rewards, np.float32))
            step = (observed, everything, masks, acts, chances.log_prob(acts), values, paid, ends)
            for name, part in zip(kept, step, strict=True):
                kept[name].append(part)
        data = {name: torch.stack(parts) for name, parts in kept.items()}
        with torch.no_grad():
            last = agent.critic(seen()[1]).squeeze(1)
            gains = advantages(data["rewards"], data["ends"], data["values"], last, 0.999, 0.95)
        update(agent, optimizer, {name: part.flatten(0, 1) for name, part in data.items()}, gains.flatten())
        ended = data["ends"] > 0
        won.append(float((data["rewards"][ended] > 0).float().mean()) if ended.any() else float("nan"))
    env.close()
    return agent, won


def update(agent: Agent, optimizer: torch.optim.Optimizer, data: dict[str, Tensor], gains: Tensor) -> None:
    """Improve the agent with what it played, in small steps (the clipped objective of PPO)."""
    returns = gains + data["values"]
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    for _ in range(4):
        for part in torch.randperm(len(gains)).split(1024):
            chances = agent.choose(data["rows"][part], data["masks"][part])
            ratio = (chances.log_prob(data["acts"][part]) - data["logs"][part]).exp()
            gain = torch.min(ratio * gains[part], ratio.clamp(0.8, 1.2) * gains[part]).mean()
            wrong = (agent.critic(data["all"][part]).squeeze(1) - returns[part]).pow(2).mean()
            loss = 0.5 * wrong - gain - 0.01 * chances.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    """Train, and print how often the agent wins."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--steps", type=int, default=2_000_000)
    parser.add_argument("--privileged", action="store_true", help="let the critic see every hand")
    given = parser.parse_args()
    began = time.perf_counter()
    _, won = train(given.edition, given.players, given.opponents, given.steps, privileged=given.privileged)
    for number in range(0, len(won), max(1, len(won) // 20)):
        print(f"update {number}: won {won[number]:.1%}")
    print(f"{given.steps:,} steps in {time.perf_counter() - began:.0f} s, won {np.nanmean(won[-20:]):.1%} at the end")


if __name__ == "__main__":
    main()
