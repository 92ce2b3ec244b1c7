"""One episode at a time: the Gymnasium environment for one agent, and what it shares with PettingZoo's.

``gymnasium.make("lastcard/<edition>-v0")`` makes an environment in which the agent has seat 0 and programs play the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from .. import editions
from ..edition import Edition
from ..errors import InvalidMove
from ..rules.state import NONE
from ..seeds import read_seed, round_seed
from ..typed_text import quoted
from .episode import LONGEST, Payoff, episode_options
from .kernels import LOOK, STEP_TO_END
from .observation import Bytes
from .places import Places

Mask = NDArray[np.int8]
MOST_ACTIONS = 1 << 31
CHANGED_BY_STEPS = (
    *("_rounds", "_out", "_words", "_mask_words", "_observer", "legal", "seats", "chosen"),
    *("rewards", "payoffs", "terminated", "truncated", "ended"),
)


def can_compile() -> bool:
    """Whether the rules can be compiled here."""
    return find_spec("numba") is not None


def by_name(edition: Edition) -> str | Edition:
    """An edition in a form that can be pickled: its id, if it is installed."""
    return edition.id if edition.id in editions.names() and editions.get(edition.id) is edition else edition


class Place(Places):
    """A single place. It stays at the end of an episode, and shows the table to any seat."""

    def __init__(
        self,
        edition: Edition,
        players: int,
        opponents: str | None,
        options: Mapping[str, Any] | None,
        payoff: Payoff,
        longest: int,
        version: int = 0,
        *,
        compiled: bool | None = None,
    ) -> None:
        use = can_compile() if compiled is None else compiled
        super().__init__(1, edition, players, opponents, options, payoff, longest, version, compiled=use)
        self._observer = np.zeros(1, np.int64)

    def _gather(self) -> None:
        super()._gather()
        self.row, self.mask, self.paid = self.rows[0], self.masks[0], self.payoffs[0]
        self._aside: tuple[Any, ...] | None = None

    def copy(self) -> Place:
        """An independent copy, which shares the rules. Only where they are compiled: there a round is an array."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        for name in CHANGED_BY_STEPS:
            setattr(twin, name, getattr(self, name).copy())
        twin._shown = None
        twin._gather()
        return twin

    def start(self, seed: int) -> None:
        """Deal as :class:`lastcard.Game` does from this seed."""
        self.begin(round_seed(read_seed(seed), 0))

    def act(self, action: Any) -> bool:
        """Take an action for the seat being asked. False, and nothing is done, if it is illegal."""
        if not 0 <= action < MOST_ACTIONS:
            return False
        self.chosen[0] = action
        return self.run(self.chosen, STEP_TO_END) == NONE

    def look(self, seat: int) -> Bytes:
        """The observation of a seat that isn't being asked."""
        if self._aside is None:
            words, masks = np.zeros_like(self._words), np.zeros_like(self._mask_words)
            halves = words.view(self.arrays[7].dtype)
            shown = (words.view(np.uint8), words, halves, masks.view(np.int8), masks, self.legal.copy(), self.seats.copy())
            self._aside = (*self.arrays[:5], *shown, *self.arrays[12:])
        self._observer[0] = seat
        self._step(*self._aside, self._observer, LOOK)
        looked: Bytes = self._aside[5][0].copy()
        return looked


class LastcardEnv(gym.Env[Bytes, Any]):
    """Plays an edition against programs, one episode after another. The agent has seat 0.

    ``opponents`` is ``random`` or ``steady``. Observations are bytes, and ``info["action_mask"]`` has 1 at every legal action,
    as has ``action_masks()``. An illegal action ends the episode and pays ``illegal``; if that is None, it raises InvalidMove
    and changes nothing. ``version`` is that of the observation. With ``privileged``, ``info["privileged"]`` shows everything
    hidden (:mod:`.privileged`). With ``compiled=False`` the rules are interpreted, with the same results.
    """

    metadata = {"render_modes": []}  # noqa: RUF012 - as Gymnasium does it

    def __init__(
        self,
        edition: str | Edition = "",
        players: int = 4,
        opponents: str = "random",
        options: Mapping[str, Any] | None = None,
        payoff: Payoff = "win",
        longest: int = LONGEST,
        illegal: float | None = -1.0,
        render_mode: str | None = None,
        *,
        version: int = 0,
        privileged: bool = False,
        compiled: bool | None = None,
    ) -> None:
        self.privileged = privileged
        self.edition, self.players, self.illegal, self.render_mode = editions.get(edition), players, illegal, render_mode
        read = episode_options(self.edition, options)
        self._given: tuple[Any, ...] = (by_name(self.edition), players, opponents, read, payoff, longest, version, compiled)
        self._set_up()
        self._deal: int | None = None
        self._taken: list[int] = []
        self._is_over = True

    def _set_up(self) -> None:
        edition, *given, compiled = self._given
        self.edition = editions.get(edition)
        self._place = Place(self.edition, *given, compiled=compiled)
        self.actions, self.layout = self._place.actions, self._place.layout
        self.observation_space = gym.spaces.Box(0, 255, (self.layout.size,), np.uint8)
        self.action_space = gym.spaces.Discrete(len(self.actions))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bytes, dict[str, Any]]:
        """Deal from the seed, or without one from the next number that the last seed's generator gives."""
        super().reset(seed=seed)
        self._begin(int(self.np_random.integers(1 << 62)) if seed is None else seed)
        return self._place.row.copy(), self._info()

    def _begin(self, deal: int) -> None:
        self._deal, self._taken, self._is_over = deal, [], False
        self._place.start(deal)

    def step(self, action: Any) -> tuple[Bytes, float, bool, bool, dict[str, Any]]:
        """Take an action, and let the opponents play until the agent is asked again."""
        if self._is_over:
            raise InvalidMove("this episode is over: call reset")
        place = self._place
        if not place.act(action):
            if self.illegal is None:
                raise InvalidMove(f"action {quoted(action)} is illegal now")
            self._is_over = True
            nothing = np.zeros_like(place.mask)
            return place.row.copy(), self.illegal, True, False, {"action_mask": nothing, "illegal": True}
        self._taken.append(int(action))
        reward = float(place.rewards[0])
        if reward:
            place.paid.fill(0)
        self._is_over = bool(place.ended[0])
        return place.row.copy(), reward, bool(place.terminated[0]), bool(place.truncated[0]), self._info()

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self._place.mask.copy()}
        if self.privileged:
            info["privileged"] = self._place.show_all()[0].copy()
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, in the form that sb3-contrib asks for."""
        mask: NDArray[np.bool_] = self._place.mask.astype(np.bool_)
        return mask

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in {"_place", "actions", "edition", "layout"}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._set_up()
        if self._deal is not None:
            self._place.start(self._deal)
            for action in self._taken:
                self._place.act(action)
                self._place.paid.fill(0)
