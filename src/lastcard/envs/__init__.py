"""Environments for reinforcement learning. Needs the extra ``envs``.

Importing this package registers ``lastcard/<edition>-v0`` for every edition with Gymnasium. ``lastcard.envs.aec.aec_env`` makes
a PettingZoo environment, and importing :mod:`lastcard.envs.spiel` registers the games with OpenSpiel. :mod:`.actions`,
:mod:`.observation` and :mod:`.episode` describe what they all share.
"""

from __future__ import annotations

import gymnasium

from .. import editions
from .actions import DECLINE, Actions, actions
from .episode import Episode
from .observation import HISTORY, Layout, layout, observe, observe_view

__all__ = ["DECLINE", "HISTORY", "Actions", "Episode", "Layout", "actions", "layout", "observe", "observe_view"]

for _name in editions.names():
    gymnasium.register(
        f"lastcard/{_name}-v0", vector_entry_point="lastcard.envs.vector:LastcardVectorEnv", kwargs={"edition": _name}
    )
