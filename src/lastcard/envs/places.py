"""Places where episodes are played by the same kernels, compiled or interpreted, with arrays written in place."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..assembly import Play
from ..bits import says_uno, stem_of, verb_of
from ..compiled import allocate, compilations
from ..edition import Edition
from ..errors import InvalidOption
from ..game import Game
from ..moves import SEATS
from ..play.evidence import Evidence
from ..play.playout import DEFAULT_PEOPLE, People
from ..play.policy import WEIGHTS, Player
from ..rules.build import compile_kernels, interpret_kernels
from ..rules.numba_parts import recognized
from ..rules.piles import note
from ..rules.state import MOVES, NONE, State, fields
from ..typed_text import quoted
from . import kernels, recalled, seen, steady
from .actions import Actions, actions_of
from .episode import LONGEST, Payoff, check_payoff, episode_options
from .observation import Bytes, layout
from .privileged import privileged_size

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
def kernels_of(edition: Edition, opponents: str = "random", version: int = 0, *, boundscheck: bool = False) -> SimpleNamespace:
    """An edition's compiled episodes, against opponents with this policy, for a version of the observation."""
    modules, instead = _modules(edition, opponents, version)
    return compile_kernels(*modules, boundscheck=boundscheck, replaced=instead)


@cache
def interpreted_kernels(edition: Edition, opponents: str = "random", version: int = 0) -> SimpleNamespace:
    """The same kernels as plain Python, for where Numba is not installed."""
    modules, instead = _modules(edition, opponents, version)
    return interpret_kernels(*modules, replaced=instead)


def _modules(
    edition: Edition, opponents: str, version: int
) -> tuple[tuple[ModuleType, ...], dict[Callable[..., Any], Callable[..., Any]]]:
    plays = POLICIES[opponents]
    instead: dict[Callable[..., Any], Callable[..., Any]] = {note: seen.note, kernels.opponent_move: plays.move}
    watch: tuple[ModuleType, ...] = (seen, kernels, *plays.modules)
    if version >= 1:
        watch = (*watch, recalled)
        instead |= {note: recalled.note, kernels.watch_move: recalled.watch_move, kernels.write_more: recalled.write_more}
    return edition.assembled(plays.play, watch), instead


@cache
def episode_states(edition: Edition, version: int = 0) -> tuple[type[Any], type[Any]]:
    """The edition's rules and round with the environment's fields."""
    more = (recalled.Recalled, Evidence) if version >= 1 else ()
    return _joined(edition.rules, edition.rules, seen.EpisodeRules), _joined(
        edition.round, seen.Seen, edition.round, seen.Watched, *more
    )


def _joined(own: type[State], *parts: type[State]) -> type[State]:
    """One state with the fields of all parts. Fields with the same name would silently become one, so they are refused."""
    names = [name for part in parts for name in fields(part) if name not in fields(State)]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"{own.__name__} has a field {min(twice)!r}, a name that the environment uses itself")
    return type(f"{own.__name__}OfEpisode", parts, {})


class Places:
    """A number of episodes of one edition, and the arrays that their kernels write.

    ``rows`` are observations and ``masks`` and ``legal`` the actions of the seats being asked (``seats``). ``payoffs`` has
    every seat's in the last step, ``rewards`` those of the seats that acted.
    """

    def __init__(
        self,
        count: int,
        edition: Edition,
        players: int,
        opponents: str | None,
        options: Mapping[str, Any] | None,
        payoff: Payoff,
        longest: int = LONGEST,
        version: int = 0,
        *,
        boundscheck: bool = False,
        compiled: bool = True,
    ) -> None:
        check_payoff(payoff)
        if opponents is not None and opponents not in POLICIES:
            raise InvalidOption(f"opponents must be {', '.join(POLICIES)}, or None for self-play, not {quoted(opponents)}")
        if count < 1 or longest < 1:
            raise InvalidOption("num_envs and longest must be at least 1")
        self.count, self.edition, self.players, self.compiled = count, edition, players, compiled
        self.payoff = payoff
        self._shown: Bytes | None = None
        read = episode_options(edition, options)
        Game(edition, players, seed=0, options=read)  # raises if it is not a table
        self.actions, self.layout = actions_of(edition, players, options), layout(players, version)
        policy = opponents or "random"
        if compiled:
            self.kernels = kernels_of(edition, policy, version, boundscheck=boundscheck)
        else:
            self.kernels = interpreted_kernels(edition, policy, version)
        self._step, self._sample = self.kernels.step_all, self.kernels.sample_all
        self._allocate(POLICIES[policy])
        self._fill(read, opponents, payoff, longest)
        if compiled:
            self._warm_up()

    def _allocate(self, plays: Policy) -> None:
        rules, round_ = episode_states(self.edition, self.layout.version)
        count, size = self.count, len(self.actions)
        self._rules, self._rounds, self._people, self._dice = (
            self._states(cls, number) for cls, number in ((rules, 1), (round_, count), (plays.player, count), (plays.player, 1))
        )
        for name, value in plays.weights.items():
            for people in self._people:
                _put(people, name, value)
        self._words, self._last_words = (np.zeros((count, self.layout.size // WORD), np.int64) for _ in range(2))
        self._mask_words = np.zeros((count, -(-size // WORD)), np.int64)  # a mask's row is padded to whole words
        self.legal = np.zeros((count, MOVES + 2), np.int16)
        self.seats, self.chosen = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self.rewards, self.payoffs = np.zeros(count, np.float32), np.zeros((count, self.players), np.float32)
        self.terminated, self.truncated, self.ended = (np.zeros(count, np.bool_) for _ in range(3))
        self._out: Any = np.zeros(MOVES, np.int64) if self.compiled else [0] * MOVES
        self._gather()

    def _gather(self) -> None:
        """Put the arrays together for the kernels. Some are the same memory, as bytes and as words of eight bytes."""
        words, mask_bytes = self._words, self._mask_words.view(np.int8)
        self.rows, self.last_rows = words.view(np.uint8), self._last_words.view(np.uint8)
        self.masks = mask_bytes[:, : len(self.actions)]
        self.arrays = (  # in the order of kernels.step_all
            self._rules,
            self._rounds,
            self._people,
            self._out,
            np.zeros(SEATS, np.float32),
            self.rows,
            words,
            words.view(np.int32 if self.compiled else np.uint32),  # Python's numbers have no sign bit to spare
            mask_bytes,
            self._mask_words,
            self.legal,
            self.seats,
            self.rewards,
            self.payoffs.reshape(-1),
            self.terminated,
            self.truncated,
            self.ended,
            self._last_words,
        )

    def _states(self, cls: type[State], count: int) -> Any:
        """States for compiled kernels as a plain array, since Numba takes microseconds to recognize a record array."""
        return allocate(cls, count).view(np.ndarray) if self.compiled else [cls() for _ in range(count)]

    def _fill(self, options: Mapping[str, Any], opponents: str | None, payoff: str, longest: int) -> None:
        r = self._rules[0]
        self.edition.fill_rules(r, options, self.players)
        fill_actions(r, self.actions)
        r.target = NONE if options["target"] is None else options["target"]
        r.lowest_wins = int(options["scoring"] == "lowest")
        r.first_dealer = NONE if options["dealer"] is None else options["dealer"]
        r.pays = kernels.PAY_POINTS if payoff == "points" else kernels.PAY_WIN
        r.longest, r.agent, r.stride = longest, NONE if opponents is None else 0, self.count
        for place in range(self.count):
            seen.fill_tells(self._rounds[place], self.edition)

    def _warm_up(self) -> None:
        """Compile and say so, or load what was compiled earlier."""
        before, began = compilations(self.kernels), time.perf_counter()
        self.begin(0)
        self.run(self.sample(), kernels.STEP)
        self._step = recognized(self._step, *self.arrays, self.chosen, kernels.STEP)
        self._sample = recognized(self._sample, self._dice, self.legal, self.chosen)
        if compilations(self.kernels) > before:
            took = time.perf_counter() - began
            sys.stderr.write(f"lastcard: compiled the episodes of {self.edition.id} in {took:.1f} s (only needed once)\n")

    def begin(self, seed: int) -> None:
        """Start an episode at every place, from this seed on."""
        seed &= kernels.SEED_MASK
        self.kernels.seed_dice_of(self._dice, seed)
        for place in range(self.count):
            _put(self._rounds[place], "seed", seed + place & kernels.SEED_MASK)
        self.run(self.chosen, kernels.RESET)

    def run(self, chosen: NDArray[np.int64], mode: int) -> int:
        """Do what a mode says at every place. Returns the first place whose action is illegal, or NONE.

        The actions must be in C order, since compiled code trusts that.
        """
        illegal: int = self._step(*self.arrays, chosen, mode)
        return illegal

    def show_all(self) -> Bytes:
        """Everything hidden at every place (:mod:`.privileged`). Returns the same array every time."""
        if self._shown is None:
            self._shown = np.zeros((self.count, privileged_size(self.players)), np.uint8)
        self.kernels.show_all(self._rounds, self.seats, self._shown)
        return self._shown

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for every episode. Returns the same array every time."""
        self._sample(self._dice, self.legal, self.chosen)
        return self.chosen


def _put(state: Any, name: str, value: int) -> None:
    """Set a field of a record or of an object."""
    if isinstance(state, np.void):
        state[name] = value
    else:
        setattr(state, name, value)


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
