"""Environments for reinforcement learning. Needs the extra ``envs``.

Importing this package registers ``lastcard/<edition>-v0`` for every edition with Gymnasium and PettingZoo.
``lastcard.envs.aec.aec_env`` makes a PettingZoo environment, and importing :mod:`lastcard.envs.spiel` registers the games with
OpenSpiel. :mod:`.actions`, :mod:`.observation` and :mod:`.episode` describe what they all share.
"""

from __future__ import annotations

import gymnasium
import pettingzoo

from .. import editions
from .actions import DECLINE, Actions, actions
from .episode import Episode
from .observation import HISTORY, VERSIONS, Layout, layout, observe, observe_view
from .privileged import privileged_layout

__all__ = [
    "DECLINE",
    "HISTORY",
    "VERSIONS",
    "Actions",
    "Episode",
    "Layout",
    "actions",
    "layout",
    "observe",
    "observe_view",
    "privileged_layout",
]

ENVIRONMENT = "lastcard/{}-v0"  # Gymnasium warns of all but the last version, so those of observations have an option


def _register() -> None:
    """Register every edition with Gymnasium and, where it has a register, with PettingZoo."""
    enlist = getattr(pettingzoo, "register", None)
    for name in editions.names():
        place, given = ENVIRONMENT.format(name), {"edition": name}
        one, many = "lastcard.envs.single:LastcardEnv", "lastcard.envs.vector:LastcardVectorEnv"
        gymnasium.register(place, one, vector_entry_point=many, kwargs=given)
        if enlist is not None:
            enlist("aec", place, "lastcard.envs.aec:aec_env", kwargs=given)
            enlist("parallel", place, "lastcard.envs.aec:parallel_env", kwargs=given)


_register()
