"""The Gymnasium vector environment on the compiled rules, which agrees with the interpreted one."""

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from lastcard import InvalidMove, InvalidOption, editions, presets
from lastcard.envs import actions, kernels, seen
from lastcard.envs.testing import check_both_speeds
from lastcard.envs.vector import LastcardVectorEnv
from variants import variants


@pytest.mark.parametrize("edition", editions.names())
def test_both_environments_agree(edition: str) -> None:
    """The same seeds and actions give the same results at both speeds and at every kind of table."""
    found, ended = editions.get(edition), 0
    for options in variants(edition):
        for players in (2, 4, 10):
            ended += check_both_speeds(found, players, options, steps=150)
    ended += check_both_speeds(found, 3, payoff="points")
    ended += check_both_speeds(found, 2, {"target": 60}, "points", steps=400)
    ended += check_both_speeds(found, 2, {"target": 60, "scoring": "lowest"}, steps=400)
    assert ended > 10


@pytest.mark.parametrize("edition", editions.names())
def test_both_environments_agree_about_version_1(edition: str) -> None:
    """In every edition, compiled code writes the same bytes of version 1 as the interpreted environment."""
    found = editions.get(edition)
    assert sum(check_both_speeds(found, players, steps=120, version=1) for players in (2, 4)) > 0
    check_both_speeds(found, 3, {"target": 60}, "points", steps=120, version=1)


@pytest.mark.parametrize("preset", presets.PRESETS[1:], ids=presets.names()[1:])
def test_both_environments_agree_at_every_preset(preset: presets.Preset) -> None:
    """At tables that play by a preset, actions, payoffs and both versions of observations are the same at both speeds."""
    for players, version in ((2, 0), (2, 1), (3, 1)):
        check_both_speeds(editions.get("classic"), players, preset.options, steps=150, version=version)


def test_both_environments_agree_about_teams_and_jumps() -> None:
    """In teams that jump in, partners and windows are observed alike at both speeds."""
    check_both_speeds(editions.get("classic"), 4, {"teams": "pairs", "jump_in": "identical", "stacking": "any"}, steps=150)
    check_both_speeds(editions.get("classic"), 2, {"jump_in": "identical"}, steps=100)


def test_kernels_replace_nothing_of_an_edition() -> None:
    """An environment replaces only ``note`` among all kernels of the rules and the editions."""
    own = {
        name
        for module in (seen, kernels)
        for name, value in vars(module).items()
        if hasattr(value, "kernel") and value.__module__ == module.__name__
    }
    for edition in map(editions.get, editions.names()):
        modules = edition.assembled("playouts")
        theirs = {name for module in modules for name, value in vars(module).items() if hasattr(value, "kernel")}
        assert own & theirs == {"note"}


def test_it_is_registered() -> None:
    """Gymnasium makes it by name, and it declares that the next episode starts in the same step."""
    env = gym.make_vec("lastcard/classic-v0", num_envs=3, players=2, vectorization_mode="vector_entry_point")
    assert env.num_envs == 3
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    rows, infos = env.reset(seed=1)
    assert rows in env.observation_space
    assert infos["action_mask"].shape == (3, len(actions("classic", players=2)))
    assert infos["action_mask"].argmax(1) in env.action_space


def test_opponents_play_between_your_own_actions() -> None:
    """Against opponents, only seat 0 is asked, episodes end, and seat 0 is paid 1 or its share of the loss."""
    env = LastcardVectorEnv(8, "classic", 3)
    env.reset(seed=5)
    paid = []
    for _ in range(2000):
        _, rewards, terminated, _, infos = env.step(env.sample())
        assert not infos["seat"].any()
        assert rewards.tolist() == infos["payoffs"][:, 0].tolist()
        assert np.allclose(infos["payoffs"].sum(1), 0)
        paid += rewards[terminated].tolist()
    assert set(paid) == {1.0, -0.5}


def test_steady_opponents_win() -> None:
    """Random actions hardly ever win against `steady` opponents."""
    env = LastcardVectorEnv(32, "classic", 2, "steady")
    env.reset(seed=5)
    paid: list[float] = []
    while len(paid) < 100:
        _, rewards, terminated, _, _ = env.step(env.sample())
        paid += rewards[terminated].tolist()
    assert set(paid) <= {1.0, -1.0}
    assert paid.count(1.0) < 20


def test_the_same_seed_is_the_same_run() -> None:
    """Seeds determine deals, opponents and sampled actions, whatever the number of places."""
    runs = []
    for _ in range(2):
        env = LastcardVectorEnv(4, "classic", 2)
        env.reset(seed=7)
        runs.append([env.step(env.sample())[0].copy() for _ in range(100)])
    assert np.array_equal(runs[0], runs[1])
    one = LastcardVectorEnv(1, "classic", 2)
    assert np.array_equal(one.reset(seed=7)[0][0], LastcardVectorEnv(4, "classic", 2).reset(seed=7)[0][0])


def test_without_a_seed_deals_differ() -> None:
    """A reset without a seed deals new cards."""
    env = LastcardVectorEnv(2, "classic", 2)
    assert not np.array_equal(env.reset()[0].copy(), env.reset()[0])


def test_sampled_actions_are_legal_and_all_of_them_come() -> None:
    """Sampling takes every legal action equally often, and no other."""
    env = LastcardVectorEnv(1, "classic", 4, None)
    _, infos = env.reset(seed=2)
    legal = infos["action_mask"][0].nonzero()[0]
    counts = np.bincount([int(env.sample()[0]) for _ in range(3000)], minlength=len(env.actions))
    assert set(counts.nonzero()[0]) == set(legal)
    assert counts[legal].min() > 3000 / len(legal) * 0.7


def test_an_illegal_action_does_nothing_anywhere() -> None:
    """A single illegal action is refused, and no place moves."""
    env = LastcardVectorEnv(3, "classic", 2, None)
    rows, infos = env.reset(seed=4)
    before = rows.copy()
    wrong = env.sample().copy()
    for action in (int(np.flatnonzero(infos["action_mask"][1] == 0)[0]), -1, len(env.actions) + 100):
        wrong[1] = action
        with pytest.raises(InvalidMove, match="place 1"):
            env.step(wrong)
    assert np.array_equal(rows, before)
    env.step(env.sample())


@pytest.mark.parametrize("form", ["strided", "backward", "swapped", "small", "list"])
def test_actions_may_come_in_any_array(form: str) -> None:
    """However the actions lie in memory, the same numbers are the same actions."""
    envs = [LastcardVectorEnv(5, "classic", 2, None) for _ in range(2)]
    for env in envs:
        env.reset(seed=9)
    for _ in range(60):
        plain = envs[0].sample().copy()
        forms = {
            "strided": np.repeat(plain, 2)[::2],
            "backward": plain[::-1].copy()[::-1],
            "swapped": plain.astype(">i8"),
            "small": plain.astype(np.uint16),
            "list": plain.tolist(),
        }
        expected, rows = (env.step(actions)[0] for env, actions in zip(envs, (plain, forms[form]), strict=True))
        assert np.array_equal(rows, expected)


def test_unknown_opponents_are_refused() -> None:
    """An unknown policy is refused with the list of policies."""
    with pytest.raises(InvalidOption, match="random"):
        LastcardVectorEnv(1, "classic", 2, "nobody")


@pytest.mark.parametrize(
    "table",
    [
        {"players": 0},
        {"players": 1},
        {"players": 11},
        {"players": 3, "options": {"dealer": 7}},
        {"num_envs": 0},
        {"longest": 0},
    ],
)
def test_what_is_not_a_table_is_refused(table: dict[str, Any]) -> None:
    """Players or a dealer that Game refuses are refused here too, and so is an environment without episodes."""
    with pytest.raises(InvalidOption):
        LastcardVectorEnv(**{"num_envs": 2, "edition": "classic", **table})


@pytest.mark.parametrize("actions", [[0, 0], [0, 0, 0, 0], [[0, 0, 0]], [0.0, 0.0, 0.0]])
def test_actions_are_a_whole_number_for_each_place(actions: list[Any]) -> None:
    """Actions of the wrong shape or type are refused before anything is done."""
    env = LastcardVectorEnv(3, "classic", 2, None)
    env.reset(seed=4)
    with pytest.raises(InvalidMove, match="3 whole numbers"):
        env.step(np.array(actions))


def test_the_agent_is_the_one_who_is_asked() -> None:
    """However soon episodes are truncated, the agent sees only its own seat."""
    env = LastcardVectorEnv(8, "classic", 10, "random", longest=10)
    _, infos = env.reset(seed=1)
    for _ in range(60):
        assert not infos["seat"].any()
        *_, infos = env.step(env.sample())
