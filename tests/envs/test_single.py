"""One episode at a time: Gymnasium's environment for one agent, PettingZoo's on compiled rules, and both speeds alike."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import cloudpickle
import gymnasium as gym
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env

import lastcard.envs
from lastcard import InvalidMove, InvalidOption, editions
from lastcard.envs.aec import LastcardAEC, aec_env, parallel_env
from lastcard.envs.episode import Episode
from lastcard.envs.single import LastcardEnv, Place
from lastcard.envs.testing import choose
from variants import variants

LONGEST = 300
EVERY = lastcard.envs.ENVIRONMENT


def check_place(place: Place, options: Any = None, payoff: Any = "win", steps: int = 100) -> int:
    """Compare a place with an interpreted episode: every seat's observation, actions, payoffs, ends. Returns the ends."""
    edition, players, seed, ended = place.edition, place.players, 5, 0
    rng = Random(players)
    place.start(seed)
    episode = Episode(edition, players, seed, options, payoff, LONGEST)
    for number in range(steps):
        asked = int(place.seats[0])
        assert asked == episode.seat
        assert episode.legal(asked) == place.mask.nonzero()[0].tolist()
        if number % 5 == 0:
            compare_rows(place, episode, asked)
        action = choose(episode, rng)
        episode.act(action)
        assert place.act(action)
        assert np.allclose(place.paid, episode.rewards)
        place.paid.fill(0)
        assert (bool(place.terminated[0]), bool(place.truncated[0])) == (episode.terminated, episode.truncated)
        if episode.over:
            ended += 1
            assert not place.mask.any()
            assert not place.act(action)
            compare_rows(place, episode, asked)
            seed += 1
            place.start(seed)
            episode = Episode(edition, players, seed, options, payoff, LONGEST)
    return ended


def compare_rows(place: Place, episode: Episode, shown: int) -> None:
    """Every seat observes the same."""
    for seat in range(place.players):
        row = place.row if seat == shown else place.look(seat)
        assert row.tobytes() == episode.observe(seat).tobytes(), f"seat {seat}"


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("edition", editions.names())
def test_a_place_agrees_with_the_game(edition: str, compiled: bool) -> None:
    """At both speeds every seat, asked or not, observes what the game says, also at the end of an episode."""
    found, ended = editions.get(edition), 0
    for players in (2, 4):
        for options in variants(edition)[:2]:
            ended += check_place(Place(found, players, None, options, "win", LONGEST, compiled=compiled), options)
    options = {"target": 60}
    ended += check_place(Place(found, 3, None, options, "points", LONGEST, compiled=compiled), options, "points")
    assert ended


@pytest.mark.parametrize(("edition", "opponents"), [*((name, "random") for name in editions.names()), ("classic", "steady")])
def test_both_speeds_meet_the_same_opponents(edition: str, opponents: str) -> None:
    """Compiled or interpreted, the same seeds and actions give the same observations, masks and rewards."""
    slow, fast = (LastcardEnv(edition, 3, opponents, compiled=compiled) for compiled in (False, True))
    rng = Random(2)
    for seed in range(3):
        (row, info), (other, _) = slow.reset(seed=seed), fast.reset(seed=seed)
        assert row.tobytes() == other.tobytes()
        over = False
        while not over:
            action = rng.choice(info["action_mask"].nonzero()[0].tolist())
            row, reward, terminated, truncated, info = slow.step(action)
            again, *rest, told = fast.step(action)
            assert row.tobytes() == again.tobytes()
            assert rest == [reward, terminated, truncated]
            assert info["action_mask"].tolist() == told["action_mask"].tolist()
            over = terminated or truncated
        assert reward in {1.0, -0.5, 0.0}


@pytest.mark.parametrize("edition", editions.names())
def test_gymnasium_makes_every_edition(edition: str) -> None:
    """gymnasium.make finds the environment by name, and Gymnasium's own checks pass."""
    env = gym.make(EVERY.format(edition), players=2, compiled=False)
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("edition", ["classic", "dare"])
def test_gymnasium_makes_vectors_of_it(edition: str) -> None:
    """Gymnasium's own vector of single environments plays several at once, with their masks."""
    env = gym.make_vec(EVERY.format(edition), num_envs=2, vectorization_mode="sync", compiled=False)
    rows, infos = env.reset(seed=3)
    assert rows in env.observation_space
    for _ in range(30):
        actions = infos["action_mask"].argmax(1)  # where an episode is over, the next step starts another one
        rows, _, _, _, infos = env.step(actions)
        assert rows in env.observation_space


def test_pettingzoo_makes_every_edition() -> None:
    """pettingzoo.make finds both kinds of environments by name."""
    for edition in editions.names():
        env = pettingzoo.make("aec", EVERY.format(edition), players=3, compiled=False)
        env.reset(seed=1)
        assert env.agents == ["player_0", "player_1", "player_2"]
    parallel = pettingzoo.make("parallel", EVERY.format("classic"), compiled=False)
    assert len(parallel.reset(seed=1)[0]) == 4


def test_it_converts_to_a_parallel_environment() -> None:
    """In parallel, every agent gives an action, and that of the agent being asked counts."""
    env = parallel_env("classic", 3, compiled=False)
    rows, _ = env.reset(seed=2)
    for _ in range(200):
        masks = {agent: row["action_mask"] for agent, row in rows.items()}
        assert sum(mask.any() for mask in masks.values()) == 1
        rows, rewards, terminated, *_ = env.step({agent: int(mask.argmax()) for agent, mask in masks.items()})
        if all(terminated.values()):
            break
    assert sum(rewards.values()) == pytest.approx(0)
    assert not env.agents


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_an_illegal_action_ends_the_episode_or_is_refused(compiled: bool) -> None:
    """An illegal action pays the price that was set and ends the episode, or raises InvalidMove and changes nothing."""
    env = LastcardEnv("classic", 2, illegal=-3.0, compiled=compiled)
    _, info = env.reset(seed=1)
    wrong = int(info["action_mask"].argmin())
    _, reward, terminated, truncated, told = env.step(wrong)
    assert (reward, terminated, truncated, told["illegal"]) == (-3.0, True, False, True)
    with pytest.raises(InvalidMove, match="call reset"):
        env.step(0)
    strict = LastcardEnv("classic", 2, illegal=None, compiled=compiled)
    row, info = strict.reset(seed=1)
    for action in (wrong, -1, 10**6, 1 << 40):
        with pytest.raises(InvalidMove, match="is illegal now"):
            strict.step(action)
    again, *_ = strict.step(int(info["action_mask"].argmax()))
    assert again.shape == row.shape
    assert strict.action_masks().dtype == np.bool_


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_environments_can_be_copied_in_the_middle(compiled: bool) -> None:
    """A pickled, cloudpickled or deep-copied environment goes on exactly where the first one is."""
    env = LastcardEnv("dark-side", 3, compiled=compiled)
    _, info = env.reset(seed=4)
    for _ in range(5):
        *_, info = env.step(int(info["action_mask"].nonzero()[0][-1]))
    action = int(info["action_mask"].argmax())
    twins = [pickle.loads(pickle.dumps(env)), cloudpickle.loads(cloudpickle.dumps(env)), copy.deepcopy(env)]
    expected = env.step(action)
    for twin in twins:
        found = twin.step(action)
        assert found[0].tobytes() == expected[0].tobytes()
        assert found[1:4] == expected[1:4]
    table = aec_env("etheria", 3, compiled=compiled)
    table.reset(seed=4)
    for _ in range(7):
        table.step(int(table.last()[0]["action_mask"].argmax()))
    other = cloudpickle.loads(cloudpickle.dumps(table))
    assert other.agent_selection == table.agent_selection
    assert other.last()[0]["observation"].tobytes() == table.last()[0]["observation"].tobytes()
    assert other.last()[0]["action_mask"].tolist() == table.last()[0]["action_mask"].tolist()


@pytest.mark.parametrize("payoff", ["win", "points"])
@pytest.mark.parametrize("target", [None, 60])
def test_pettingzoo_is_the_same_at_both_speeds(payoff: Any, target: int | None) -> None:
    """Rewards, ends and observations of every agent are the same, compiled or not, whatever an episode pays."""
    slow, fast = (LastcardAEC("classic", 3, {"target": target}, payoff, compiled=compiled) for compiled in (False, True))
    for env in (slow, fast):
        env.reset(seed=(1 << 63) + 9)
    rng = Random(1)
    for _ in range(400):
        assert slow.agent_selection == fast.agent_selection
        (row, *rest), (other, *others) = slow.last(), fast.last()
        assert rest[0] == pytest.approx(others[0])
        assert rest[1:] == others[1:]
        assert row["observation"].tobytes() == other["observation"].tobytes()
        assert row["action_mask"].tolist() == other["action_mask"].tolist()
        assert slow.rewards == pytest.approx(fast.rewards)
        done = rest[1] or rest[2]
        action: Any = None if done else rng.choice(row["action_mask"].nonzero()[0].tolist())
        for env in (slow, fast):
            env.step(action)
        if not slow.agents:
            assert not fast.agents
            for env in (slow, fast):
                env.reset()
    with pytest.raises(InvalidMove, match="cannot take action"):
        fast.step(-1)


def test_wrong_choices_are_refused() -> None:
    """Unknown opponents, payoffs and seeds are refused with a sentence."""
    with pytest.raises(InvalidOption, match="opponents must be random, steady"):
        LastcardEnv("classic", opponents="weird", compiled=False)
    with pytest.raises(InvalidOption, match="payoff is one of"):
        LastcardEnv("classic", payoff="money", compiled=False)  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="a seed is a whole number"):
        LastcardAEC("classic", compiled=False).reset(seed=1 << 64)
