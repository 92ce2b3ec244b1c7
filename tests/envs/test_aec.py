"""The PettingZoo environment."""

import pytest
from pettingzoo.test import api_test, seed_test

from lastcard import editions, presets
from lastcard.cards import label
from lastcard.envs.aec import LastcardAEC, aec_env


# PettingZoo's own card games observe dictionaries too, and are exempted by name.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably")
@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("edition", editions.names())
def test_pettingzoo_accepts_it(edition: str, players: int) -> None:
    """PettingZoo's own tests of the interface and of seeds pass."""
    api_test(aec_env(edition, players), num_cycles=60)
    seed_test(lambda: aec_env(edition, players), num_cycles=20)


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably")
@pytest.mark.parametrize("preset", presets.PRESETS[1:], ids=presets.names()[1:])
def test_pettingzoo_accepts_every_preset(preset: presets.Preset) -> None:
    """PettingZoo's own tests pass at tables that play by a preset."""
    options = presets.applied(preset, editions.get("dark-side").options).options
    api_test(aec_env("dark-side", 3, options=options), num_cycles=60)
    seed_test(lambda: aec_env("dark-side", 3, options=options), num_cycles=20)


@pytest.mark.parametrize("players", [2, 3, 10])
def test_every_agent_is_paid_once(players: int) -> None:
    """Over an episode, the winner collects 1, and the others share the loss equally."""
    env = aec_env("classic", players)
    env.reset(seed=players)
    collected = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        collected[agent] += reward
        done = terminated or truncated
        env.step(None if done or observation is None else int(observation["action_mask"].nonzero()[0][0]))
    assert max(collected.values()) == 1
    assert sorted(collected.values())[:-1] == pytest.approx([-1 / (players - 1)] * (players - 1))


def test_it_renders_what_the_asked_agent_sees() -> None:
    """The text shows the agent's hand and actions, and no other hand."""
    env = LastcardAEC("classic", 2, render_mode="ansi")
    env.reset(seed=1)
    seat = env.possible_agents.index(env.agent_selection)
    text = env.render()
    assert text is not None
    own, other = (env.episode.game.hands[each] for each in (seat, 1 - seat))
    assert all(label(card) in text for card in own)
    assert all(text.count(label(card)) <= own.count(card) + 1 for card in other)
    assert "draw" in text
    assert LastcardAEC("classic", 2).render() is None
