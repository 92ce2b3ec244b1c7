"""PettingZoo: every edition, for any number of players, as an AEC environment.

An observation is ``{"observation": bytes, "action_mask": bytes}``, as in PettingZoo's own card games. See :mod:`.observation`
and :mod:`.actions` for both, and :mod:`.episode` for the order in which seats are asked and the payoffs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from .. import editions
from ..edition import Edition
from .actions import actions_of
from .episode import LONGEST, Episode, Payoff, check_payoff, episode_options
from .observation import layout
from .render import render_view

Observation = dict[str, NDArray[Any]]


def aec_env(edition: str | Edition, players: int = 4, **choices: Any) -> AECEnv:
    """An environment that enforces the order of calls. Takes the arguments of :class:`LastcardAEC`."""
    return OrderEnforcingWrapper(LastcardAEC(edition, players, **choices))


class LastcardAEC(AECEnv):  # type: ignore[misc] # PettingZoo is not typed
    """Plays an edition, one episode after another. Agents are ``player_0`` and so on, by seat.

    ``reset(seed=...)`` deals from the seed. Rewards come when a round or the episode ends. After ``longest`` actions an episode
    is truncated. An illegal action raises InvalidMove and changes nothing.
    """

    def __init__(
        self,
        edition: str | Edition,
        players: int = 4,
        options: Mapping[str, Any] | None = None,
        payoff: Payoff = "win",
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_payoff(payoff)
        self.edition, self.players, self.payoff, self.longest = editions.get(edition), players, payoff, longest
        self.options = episode_options(self.edition, options)
        self.render_mode = render_mode
        self.metadata = {"name": f"lastcard_{self.edition.id}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        count = len(actions_of(self.edition, players, self.options))
        box = gym.spaces.Box(0, 255, (layout(players).size,), np.uint8)
        mask = gym.spaces.Box(0, 1, (count,), np.int8)
        self.observation_spaces = {
            agent: gym.spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: gym.spaces.Discrete(count) for agent in self.possible_agents}
        self._dice = np.random.default_rng()

    def observation_space(self, agent: str) -> gym.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gym.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal from the seed, or without one from the next number that the last seed's generator gives."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        deal = int(self._dice.integers(1 << 62)) if seed is None else seed
        self.episode = Episode(self.edition, self.players, deal, self.options, self.payoff, self.longest)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seat = self.episode.seat
        self.agent_selection = self.possible_agents[seat] if seat is not None else self.agents[0]

    def step(self, action: int) -> None:
        """Take the selected agent's action. An agent whose episode is over takes None and leaves."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self.episode.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        for seat, name in enumerate(self.possible_agents):
            self.rewards[name] = self.episode.rewards[seat]
            self.terminations[name] = self.episode.terminated
            self.truncations[name] = self.episode.truncated
        self._accumulate_rewards()
        self._select()

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows. Its mask is empty unless it is being asked."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.action_spaces[agent].n, np.int8)
        mask[self.episode.legal(seat)] = 1
        return {"observation": self.episode.observe(seat), "action_mask": mask}

    def render(self) -> str | None:
        """The table as the selected agent sees it, if ``render_mode`` is ``ansi``."""
        if self.render_mode is None:
            return None
        seat = self.possible_agents.index(self.agent_selection)
        texts = [self.episode.actions.move(action, seat) or "decline" for action in self.episode.legal(seat)]
        return render_view(self.episode.game.view(seat), " | ".join(texts))

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
