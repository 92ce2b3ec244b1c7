"""A Gymnasium vector environment on the compiled rules: many episodes in one call, with arrays written in place.

Import :mod:`lastcard.envs`, then call ``gymnasium.make_vec("lastcard/<edition>-v0", num_envs=256)``. Against opponents, the
agent has seat 0 and they answer within the step. In self-play, every decision of every seat is a step, and ``infos["seat"]``
says whose. Observations, masks and payoffs are those of the PettingZoo environment with the same seed and actions.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .. import editions
from ..assembly import Play
from ..bits import says_uno, stem_of, verb_of
from ..compiled import allocate, compilations
from ..edition import Edition
from ..errors import InvalidMove, InvalidOption
from ..game import Game
from ..moves import SEATS
from ..play.playout import DEFAULT_PEOPLE, People
from ..play.policy import WEIGHTS, Player
from ..rules.build import compile_kernels
from ..rules.piles import note
from ..rules.state import MOVES, NONE, State, fields
from ..texts import quoted
from . import kernels, seen, steady
from .actions import Actions, actions_of
from .episode import LONGEST, Payoff, check_payoff, episode_options
from .observation import Bytes, layout

WORD = 8


class Policy(NamedTuple):
    """A way for opponents to play: their dice and weights, what they ``play`` by, and the kernel that makes their moves."""

    player: type[People]
    weights: Mapping[str, int]
    play: Play = "playouts"
    modules: tuple[ModuleType, ...] = ()
    move: Callable[..., int] = kernels.opponent_move


POLICIES = {
    "random": Policy(People, DEFAULT_PEOPLE),
    "steady": Policy(Player, {**DEFAULT_PEOPLE, **WEIGHTS}, "steady", (steady,), steady.opponent_move),
}

Arrays = NDArray[Any]


@cache
def kernels_of(edition: Edition, opponents: str = "random", *, boundscheck: bool = False) -> SimpleNamespace:
    """An edition's compiled episodes, against opponents with this policy."""
    plays = POLICIES[opponents]
    modules = edition.assembled(plays.play, (seen, kernels, *plays.modules))
    replaced: dict[Callable[..., Any], Callable[..., Any]] = {note: seen.note, kernels.opponent_move: plays.move}
    return compile_kernels(*modules, boundscheck=boundscheck, whole=True, replaced=replaced)


@cache
def episode_states(edition: Edition) -> tuple[type[Any], type[Any]]:
    """The edition's rules and round with the environment's fields."""
    return _joined(edition.rules, edition.rules, seen.EpisodeRules), _joined(
        edition.round, seen.Seen, edition.round, seen.Watched
    )


def _joined(own: type[State], *parts: type[State]) -> type[State]:
    """One state with the fields of all parts. Fields with the same name would silently become one, so they are refused."""
    names = [name for part in parts for name in fields(part) if name not in fields(State)]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"{own.__name__} has a field {min(twice)!r}, a name that the environment uses itself")
    return type(f"{own.__name__}OfEpisode", parts, {})


class LastcardVectorEnv(VectorEnv[Bytes, Arrays, Arrays]):
    """Plays many episodes of one edition side by side.

    ``opponents`` is the name of a policy, or None for self-play. ``options`` and ``payoff`` are those of
    :class:`~lastcard.envs.episode.Episode`. After ``longest`` actions by all seats an episode is truncated. ``reset`` and
    ``step`` return the same arrays every time, so copy what you keep. Place i plays the deals of the seeds ``seed + i``,
    ``seed + i + num_envs`` and so on. When an episode ends, the next one starts in the same step.
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
        boundscheck: bool = False,
    ) -> None:
        check_payoff(payoff)
        if opponents is not None and opponents not in POLICIES:
            raise InvalidOption(f"opponents must be {', '.join(POLICIES)}, or None for self-play, not {quoted(opponents)}")
        if num_envs < 1 or longest < 1:
            raise InvalidOption("num_envs and longest must be at least 1")
        self.edition, self.players, self.num_envs = editions.get(edition), players, num_envs
        Game(self.edition, players, seed=0, options=episode_options(self.edition, options))  # raises if it is not a table
        self.actions = actions_of(self.edition, players, options)
        self.layout = layout(players)
        self.single_observation_space = gym.spaces.Box(0, 255, (self.layout.size,), np.uint8)
        self.single_action_space = gym.spaces.Discrete(len(self.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._kernels = kernels_of(self.edition, opponents or "random", boundscheck=boundscheck)
        self._allocate(POLICIES[opponents or "random"])
        self._fill(episode_options(self.edition, options), opponents, payoff, longest)
        self._warm_up()

    def _allocate(self, plays: Policy) -> None:
        rules, round_ = episode_states(self.edition)
        count, size = self.num_envs, len(self.actions)
        # Plain arrays: Numba takes several microseconds to recognize a record array.
        self._rules, self._rounds, self._people, self._dice = (
            allocate(cls, number).view(np.ndarray)
            for cls, number in ((rules, 1), (round_, count), (plays.player, count), (plays.player, 1))
        )
        for name, value in plays.weights.items():
            self._people[name] = value
        # The same memory as bytes and as words of eight bytes; a mask's row is padded to whole words.
        words, last_words = (np.zeros((count, self.layout.size // WORD), np.int64) for _ in range(2))
        self._rows, self._last_rows = words.view(np.uint8), last_words.view(np.uint8)
        mask_words = np.zeros((count, -(-size // WORD)), np.int64)
        self._masks = mask_words.view(np.int8)[:, :size]
        self._legal = np.zeros((count, MOVES + 2), np.int16)
        self._seats, self._chosen = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self._rewards, self._payoffs = np.zeros(count, np.float32), np.zeros((count, self.players), np.float32)
        self._terminated, self._truncated, self._ended = (np.zeros(count, np.bool_) for _ in range(3))
        self._arrays = (  # in the order of kernels.step_all
            self._rules,
            self._rounds,
            self._people,
            np.zeros(MOVES, np.int64),
            np.zeros(SEATS, np.float32),
            self._rows,
            words,
            words.view(np.int32),
            mask_words.view(np.int8),
            mask_words,
            self._legal,
            self._seats,
            self._rewards,
            self._payoffs,
            self._terminated,
            self._truncated,
            self._ended,
            last_words,
        )

    def _fill(self, options: Mapping[str, Any], opponents: str | None, payoff: str, longest: int) -> None:
        r = self._rules[0]
        self.edition.fill_rules(r, options, self.players)
        fill_actions(r, self.actions)
        r.target = NONE if options["target"] is None else options["target"]
        r.lowest_wins = int(options["scoring"] == "lowest")
        r.first_dealer = NONE if options["dealer"] is None else options["dealer"]
        r.pays = kernels.PAY_POINTS if payoff == "points" else kernels.PAY_WIN
        r.longest, r.agent, r.stride = longest, NONE if opponents is None else 0, self.num_envs
        for place in range(self.num_envs):
            seen.fill_tells(self._rounds[place], self.edition)

    def _warm_up(self) -> None:
        """Compile and say so, or load what was compiled earlier."""
        before, began = compilations(self._kernels), time.perf_counter()
        self._begin(0)
        self.step(self.sample())
        if compilations(self._kernels) > before:
            took = time.perf_counter() - began
            sys.stderr.write(f"lastcard: compiled the episodes of {self.edition.id} in {took:.1f} s (only needed once)\n")

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bytes, dict[str, Any]]:
        """Start all episodes, with new deals if there is no seed."""
        super().reset(seed=seed)
        first = int(self.np_random.integers(1 << 62)) if seed is None else seed
        self._begin(first & kernels.SEED_MASK)
        return self._rows, {"action_mask": self._masks, "seat": self._seats}

    def _begin(self, seed: int) -> None:
        self._kernels.seed_dice_of(self._dice, seed)
        self._rounds["seed"] = (seed + np.arange(self.num_envs)) & kernels.SEED_MASK
        self._kernels.step_all(*self._arrays, self._chosen, 1)

    def step(self, actions: Arrays) -> tuple[Bytes, Arrays, Arrays, Arrays, dict[str, Any]]:
        """Take one action in every episode. If one is illegal, InvalidMove is raised and nothing is done.

        ``infos`` has ``action_mask``, ``seat`` (that observes), ``payoffs`` (of every seat in this step) and ``final_obs``
        (of the seat that acted, where ``_final_obs`` is true).
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise InvalidMove(f"actions must be {self.num_envs} whole numbers, one for each place")
        self._payoffs.fill(0)
        illegal = self._kernels.step_all(*self._arrays, chosen.astype(np.int64, copy=False), 0)
        if illegal != NONE:
            raise InvalidMove(f"action {quoted(actions[illegal])} is illegal at place {illegal} now")
        infos = {
            "action_mask": self._masks,
            "seat": self._seats,
            "payoffs": self._payoffs,
            "final_obs": self._last_rows,
            "_final_obs": self._ended,
        }
        return self._rows, self._rewards, self._terminated, self._truncated, infos

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for every episode, chosen by compiled code. Returns the same array every time."""
        self._kernels.sample_all(self._dice, self._legal, self._chosen)
        return self._chosen


def fill_actions(r: Any, actions: Actions) -> None:
    """Write a list of actions, and how seats count each other, into the rules."""
    r.calling = actions.calling
    for number, code in reversed(list(enumerate(actions.codes))):
        mark = seen.SEAT_CODE if code is not None and verb_of(code) in actions.seat_verbs else 0
        r.action_code[number] = NONE if code is None else code | mark
        if code is not None and not says_uno(code):
            r.action_number[stem_of(code)] = number | (seen.SEAT_STEM if verb_of(code) in actions.seat_verbs else 0)
    for seat in range(actions.players):
        for other in range(actions.players):
            r.places[seat] |= (other - seat) % actions.players + 1 << 4 * other + 4
