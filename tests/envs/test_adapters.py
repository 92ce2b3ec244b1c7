"""Learning programs of other people work with our environments as they are. They come with the extra ``train``.

The libraries are large, so the default installation has none of them, and the tests of those that are missing are skipped.
"""

import importlib
import importlib.util
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import lastcard.envs
from lastcard.envs.aec import aec_env

HOW = "comes with the extra train, which is not installed"
EXAMPLE = Path(__file__).parents[2] / "examples" / "ppo.py"
ENVIRONMENT = "lastcard/classic-v0"


def library(name: str) -> Any:
    """A library, or a skipped test if it isn't installed."""
    if importlib.util.find_spec(name.partition(".")[0]) is None:
        pytest.skip(f"{name} {HOW}")
    return importlib.import_module(name)


@pytest.fixture(autouse=True)
def _their_warnings() -> Iterator[None]:
    """Their warnings about each other are not ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.long
def test_maskable_ppo_of_stable_baselines() -> None:
    """sb3-contrib's MaskablePPO trains on two environments at once, and then plays nothing but legal actions."""
    contrib, util = library("sb3_contrib"), library("stable_baselines3.common.env_util")
    several = util.make_vec_env(ENVIRONMENT, n_envs=2, seed=1, env_kwargs={"players": 2, "version": 1})
    small = {"n_steps": 64, "batch_size": 64, "n_epochs": 1, "policy_kwargs": {"net_arch": [16]}}
    model = contrib.MaskablePPO("MlpPolicy", several, seed=1, device="cpu", **small)
    model.learn(256)
    env = gym.make(ENVIRONMENT, players=2, version=1)
    row, info = env.reset(seed=3)
    terminated = False
    while not terminated:
        action, _ = model.predict(row, action_masks=info["action_mask"].astype(bool))
        row, _, terminated, _, info = env.step(int(action))
        assert "illegal" not in info


@pytest.mark.long
def test_tianshou() -> None:
    """Tianshou wraps the PettingZoo environment, trains a DQN in one seat and collects whole episodes."""
    algorithms, data, wrapping = library("tianshou.algorithm"), library("tianshou.data"), library("tianshou.env.pettingzoo_env")
    envs, common, dqn = (
        library("tianshou.env"),
        library("tianshou.utils.net.common"),
        library("tianshou.algorithm.modelfree.dqn"),
    )
    optim = library("tianshou.algorithm.optim")

    def make() -> Any:
        return wrapping.PettingZooEnv(aec_env("classic", 2))

    env = make()
    size, actions = env.observation_space["observation"].shape, int(env.action_space.n)
    net = common.Net(state_shape=size, action_shape=actions, hidden_sizes=[16])
    policy = dqn.DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.1)
    learner = algorithms.DQN(policy=policy, optim=optim.AdamOptimizerFactory(lr=1e-3))
    other = algorithms.MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=env.action_space)
    both = algorithms.MultiAgentOffPolicyAlgorithm(algorithms=[learner, other], env=env)
    places = envs.DummyVectorEnv([make, make])
    places.seed(1)
    collector = data.Collector(both, places, data.VectorReplayBuffer(4000, 2), exploration_noise=True)
    collector.reset()
    stats = collector.collect(n_episode=2)
    assert stats.n_collected_episodes == 2
    assert np.allclose(stats.returns.sum(-1), 0)


@pytest.fixture(scope="module")
def example() -> ModuleType:
    """The example of masked PPO in one file."""
    library("torch")
    spec = importlib.util.spec_from_file_location("ppo_example", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
@pytest.mark.parametrize("privileged", [False, True])
def test_ppo_in_one_file(example: ModuleType, privileged: bool) -> None:
    """The loop in the style of CleanRL trains, also with a critic that sees everything while the agent does not."""
    agent, won = example.train(steps=2048, places=16, length=32, privileged=privileged)
    assert len(won) == 4
    assert agent.actor[0].in_features == lastcard.envs.layout(2, 1).size
    assert (agent.critic[0].in_features > agent.actor[0].in_features) == privileged


@pytest.mark.long
def test_rllib() -> None:
    """RLlib's PPO takes a step on the single environment, where RLlib can be imported."""
    library("ray")
    try:
        ppo: Any = importlib.import_module("ray.rllib.algorithms.ppo")
    except ImportError as error:
        pytest.skip(f"RLlib cannot be imported: {error}")
    registry: Any = importlib.import_module("ray.tune.registry")
    registry.register_env("lastcard", lambda given: gym.wrappers.DtypeObservation(gym.make(ENVIRONMENT, **given), np.float32))
    config = ppo.PPOConfig().environment("lastcard", env_config={"players": 2, "version": 1})
    config = config.env_runners(num_env_runners=0).training(train_batch_size=200, minibatch_size=100, num_epochs=1)
    algorithm = config.build_algo()
    assert algorithm.train()["num_env_steps_sampled_lifetime"] >= 200
    algorithm.stop()
