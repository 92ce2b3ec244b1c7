"""Which modules of kernels the rules run from, in layers: the shared rules, how bots play, the edition, and observers.

A later layer replaces hooks of earlier ones, so an edition can also change how bots play its cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Literal, get_args

from .play import evidence
from .rules import effects, house_steps, jump_in, legal, piles, round_end, seats, setup, stacking, votes

Play = Literal["game", "playouts", "steady", "search"]


@cache
def shared_modules(play: Play = "search") -> tuple[ModuleType, ...]:
    """Return the modules that every edition shares for this kind of ``play``. Each kind includes the one before it."""
    from .play import beliefs, network, outlook, playout, policy, trials

    layers = (
        (piles, seats, stacking, jump_in, legal, house_steps, votes, round_end, effects, setup, evidence),
        (playout,),
        (policy,),
        (beliefs, outlook, trials, network),
    )
    return tuple(module for layer in layers[: get_args(Play).index(play) + 1] for module in layer)


@cache
def optional_modules() -> tuple[ModuleType, ...]:
    """Return the modules of the shared rules that an edition may include in its ``parts``."""
    from .rules import openings

    return (openings,)


def assembled(edition: Sequence[ModuleType], play: Play = "game", watch: Sequence[ModuleType] = ()) -> tuple[ModuleType, ...]:
    """Return all modules of kernels, in the order in which they replace hooks.

    ``edition`` holds the edition's parts and its own module. ``watch`` holds modules that observe a round without changing it.
    """
    return (*shared_modules(play), *edition, *watch)
