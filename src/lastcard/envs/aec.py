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
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from .. import editions
from ..edition import Edition
from ..errors import InvalidMove, InvalidOption
from ..seeds import read_seed
from ..typed_text import quoted
from .actions import actions_of
from .episode import LONGEST, Episode, Payoff, check_payoff, episode_options
from .observation import Bytes, layout
from .privileged import privileged_row, privileged_size
from .render import render_view
from .single import Place, by_name, can_compile

Observation = dict[str, NDArray[Any]]


def aec_env(edition: str | Edition, players: int = 4, **choices: Any) -> AECEnv:
    """An environment that enforces the order of calls. Takes the arguments of :class:`LastcardAEC`."""
    return InOrder(LastcardAEC(edition, players, **choices))


def parallel_env(edition: str | Edition, players: int = 4, **choices: Any) -> ParallelEnv:
    """The same as a parallel environment, in which every agent gives an action and only that of the one being asked counts."""
    return turn_based_aec_to_parallel(aec_env(edition, players, **choices))


class InOrder(OrderEnforcingWrapper):  # type: ignore[misc] # PettingZoo is not typed
    """PettingZoo's wrapper, without its detours where the order is right: they would take as long as the game itself."""

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:  # noqa: FBT001, FBT002
        """What the selected agent knows, what it was paid, and whether its episode is over."""
        found: tuple[Observation | None, float, bool, bool, dict[str, Any]]
        found = self.env.last(observe) if self._has_reset else super().last(observe)
        return found

    def step(self, action: Any) -> None:
        """Take the selected agent's action."""
        if self._has_reset and self.env.agents:
            self._has_updated = True
            self.env.step(action)
        else:
            super().step(action)

    def __str__(self) -> str:
        return str(self.env)


class LastcardAEC(AECEnv):  # type: ignore[misc] # PettingZoo is not typed
    """Plays an edition, one episode after another. Agents are ``player_0`` and so on, by seat.

    ``reset(seed=...)`` deals from the seed. Rewards come when a round or the episode ends. After ``longest`` actions an episode
    is truncated. An illegal action raises InvalidMove and changes nothing. The rules are compiled where Numba is installed,
    unless ``compiled`` is False. That changes nothing but the speed. ``version`` is that of the observation. With
    ``privileged``, ``state()`` shows everything hidden (:mod:`.privileged`).
    """

    def __init__(
        self,
        edition: str | Edition,
        players: int = 4,
        options: Mapping[str, Any] | None = None,
        payoff: Payoff = "win",
        longest: int = LONGEST,
        render_mode: str | None = None,
        *,
        version: int = 0,
        privileged: bool = False,
        compiled: bool | None = None,
    ) -> None:
        super().__init__()
        self.privileged = privileged
        check_payoff(payoff)
        self.edition, self.players, self.payoff, self.longest = editions.get(edition), players, payoff, longest
        self.options = episode_options(self.edition, options)
        self.render_mode, self.version = render_mode, version
        self.metadata = {"name": f"lastcard_{self.edition.id}_v{version}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        count = len(actions_of(self.edition, players, self.options))
        box = gym.spaces.Box(0, 255, (layout(players, version).size,), np.uint8)
        mask = gym.spaces.Box(0, 1, (count,), np.int8)
        self.observation_spaces = {
            agent: gym.spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: gym.spaces.Discrete(count) for agent in self.possible_agents}
        if privileged:
            self.state_space = gym.spaces.Box(0, 255, (privileged_size(players),), np.uint8)
        self._dice = np.random.default_rng()
        self._deal: int | None = None
        self._taken: list[int] = []
        self._is_over = False
        self._compiled = can_compile() if compiled is None else compiled
        self._episode: Episode | None = None
        self._place = self._make_place()

    def _make_place(self) -> Place | None:
        if not self._compiled:
            return None
        given = (self.edition, self.players, None, self.options, self.payoff, self.longest, self.version)
        return Place(*given, compiled=True)

    @property
    def episode(self) -> Episode:
        """The episode, with its game. Where the rules are compiled, the same actions are taken again in an interpreted one."""
        if self._episode is None:
            self._episode = Episode(
                self.edition, self.players, self._deal, self.options, self.payoff, self.longest, self.version
            )
        for action in self._taken[len(self._episode.taken) :]:
            self._episode.act(action)
        return self._episode

    def observation_space(self, agent: str) -> gym.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gym.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal from the seed, or without one from the next number that the last seed's generator gives."""
        if seed is not None:
            read_seed(seed)  # raises if it is not a seed
            self._dice = np.random.default_rng(seed)
        self._deal = int(self._dice.integers(1 << 62)) if seed is None else seed
        self._taken, self._episode, self._is_over = [], None, False
        if self._place is not None:
            self._place.start(self._deal)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seat = self.episode.seat if self._place is None else None if self._is_over else int(self._place.seats[0])
        self.agent_selection = self.possible_agents[seat] if seat is not None else self.agents[0]

    def step(self, action: int) -> None:
        """Take the selected agent's action. An agent whose episode is over takes None and leaves."""
        if self._is_over:
            self._was_dead_step(action)
            return
        place = self._place
        if place is None:
            self.episode.act(int(action))
        elif not place.act(action):
            raise InvalidMove(f"{self.agent_selection} cannot take action {quoted(action)} now")
        self._taken.append(int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        if place is None:
            self._settle(self.episode.rewards, terminated=self.episode.terminated, truncated=self.episode.truncated)
        elif place.ended[0] or self.options["target"] is not None:
            self._settle(place.paid.tolist(), terminated=bool(place.terminated[0]), truncated=bool(place.truncated[0]))
            place.paid.fill(0)
        self._select()

    def _settle(self, rewards: list[float], *, terminated: bool, truncated: bool) -> None:
        """Write down what a step paid, and whether it was the last."""
        self._is_over = terminated or truncated
        for seat, name in enumerate(self.possible_agents):
            self.rewards[name] = rewards[seat]
            self.terminations[name] = terminated
            self.truncations[name] = truncated
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows. Its mask is empty unless it is being asked."""
        seat, place = self._seat_of[agent], self._place
        if place is None:
            mask = np.zeros(self.action_spaces[agent].n, np.int8)
            mask[self.episode.legal(seat)] = 1
            return {"observation": self.episode.observe(seat), "action_mask": mask}
        if seat == place.seats[0]:
            return {"observation": place.row.copy(), "action_mask": place.mask.copy()}
        return {"observation": place.look(seat), "action_mask": np.zeros_like(place.mask)}

    def state(self) -> Bytes:
        """Everything hidden, counted from the selected agent, if this environment was made for a critic."""
        if not self.privileged:
            raise InvalidOption("only an environment made with privileged=True shows everything")
        seat = self._seat_of[self.agent_selection]
        return privileged_row(self.episode.game, seat) if self._place is None else self._place.show_all()[0].copy()

    def render(self) -> str | None:
        """The table as the selected agent sees it, if ``render_mode`` is ``ansi``."""
        if self.render_mode is None:
            return None
        seat = self._seat_of[self.agent_selection]
        texts = [self.episode.actions.move(action, seat) or "decline" for action in self.episode.legal(seat)]
        return render_view(self.episode.game.view(seat), " | ".join(texts))

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in vars(self).items() if name not in {"_place", "_episode"}}
        return {**kept, "edition": by_name(self.edition)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update({**state, "edition": editions.get(state["edition"])})
        self._place, self._episode = self._make_place(), None
        if self._place is not None and self._deal is not None:
            self._place.start(self._deal)
            for action in self._taken:
                self._place.act(action)
                self._place.paid.fill(0)
