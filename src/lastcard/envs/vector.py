"""A Gymnasium vector environment on the compiled rules: many episodes in one call, with arrays written in place.

Import :mod:`lastcard.envs`, then call ``gymnasium.make_vec("lastcard/<edition>-v0", num_envs=256)``. Against opponents, the
agent has seat 0 and they answer within the step. In self-play, every decision of every seat is a step, and ``infos["seat"]``
says whose. Observations, masks and payoffs are those of the PettingZoo environment with the same seed and actions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .. import editions
from ..edition import Edition
from ..errors import InvalidMove
from ..rules.state import NONE
from ..typed_text import quoted
from .episode import LONGEST, Payoff
from .kernels import STEP
from .observation import Bytes
from .places import Places

Arrays = NDArray[Any]


class LastcardVectorEnv(VectorEnv[Bytes, Arrays, Arrays]):
    """Plays many episodes of one edition side by side.

    ``opponents`` is the name of a policy, or None for self-play. ``options`` and ``payoff`` are those of
    :class:`~lastcard.envs.episode.Episode`. After ``longest`` actions by all seats an episode is truncated. ``reset`` and
    ``step`` return the same arrays every time, so copy what you keep. Place i plays the deals of the seeds ``seed + i``,
    ``seed + i + num_envs`` and so on. When an episode ends, the next one starts in the same step. ``version`` is that of the
    observation. With ``privileged``, ``infos["privileged"]`` shows everything hidden (:mod:`.privileged`).
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as Gymnasium does it

    def __init__(
        self,
        num_envs: int = 1,
        edition: str | Edition = "",
        players: int = 4,
        opponents: str | None = "random",
        options: Mapping[str, Any] | None = None,
        payoff: Payoff = "win",
        longest: int = LONGEST,
        *,
        version: int = 0,
        privileged: bool = False,
        boundscheck: bool = False,
    ) -> None:
        self.edition, self.players, self.num_envs = editions.get(edition), players, num_envs
        given = (num_envs, self.edition, players, opponents, options, payoff, longest, version)
        self._places = Places(*given, boundscheck=boundscheck)
        self.privileged = privileged
        self._shape = (num_envs,)
        self.actions, self.layout = self._places.actions, self._places.layout
        self.single_observation_space = gym.spaces.Box(0, 255, (self.layout.size,), np.uint8)
        self.single_action_space = gym.spaces.Discrete(len(self.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._first_infos: dict[str, Arrays] = {"action_mask": self._places.masks, "seat": self._places.seats}
        self._infos = self._first_infos | {
            "payoffs": self._places.payoffs,
            "final_obs": self._places.last_rows,
            "_final_obs": self._places.ended,
        }

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bytes, dict[str, Any]]:
        """Start all episodes, with new deals if there is no seed."""
        super().reset(seed=seed)
        first = int(self.np_random.integers(1 << 62)) if seed is None else seed
        places = self._places
        places.begin(first)
        return places.rows, self._told(self._first_infos)

    def _told(self, infos: dict[str, Arrays]) -> dict[str, Arrays]:
        """A copy of the infos, with everything hidden if this environment was made for a critic."""
        return {**infos, "privileged": self._places.show_all()} if self.privileged else infos.copy()

    def step(self, actions: Arrays) -> tuple[Bytes, Arrays, Arrays, Arrays, dict[str, Any]]:
        """Take one action in every episode. If one is illegal, InvalidMove is raised and nothing is done.

        ``infos`` has ``action_mask``, ``seat`` (that observes), ``payoffs`` (of every seat in this step) and ``final_obs``
        (of the seat that acted, where ``_final_obs`` is true).
        """
        chosen = np.asarray(actions, order="C")
        if chosen.shape != self._shape or chosen.dtype.kind not in "iu":
            raise InvalidMove(f"actions must be {self.num_envs} whole numbers, one for each place")
        places = self._places
        illegal = places.run(chosen.astype(np.int64, copy=False), STEP)
        if illegal != NONE:
            raise InvalidMove(f"action {quoted(actions[illegal])} is illegal at place {illegal} now")
        return places.rows, places.rewards, places.terminated, places.truncated, self._told(self._infos)

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for every episode, chosen by compiled code. Returns the same array every time."""
        return self._places.sample()
