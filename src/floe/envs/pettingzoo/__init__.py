"""PettingZoo environments: a module ``<game>_v1`` for each game that is installed.

Each has ``env()``, ``raw_env()`` and ``parallel_env()``, as PettingZoo's own modules have.

>>> from floe.envs.pettingzoo import icecult_v1
>>> env = icecult_v1.env(players=3)
>>> env.reset(seed=7)
>>> env.agent_selection
'player_0'

Importing this registers them, too: ``pettingzoo.make("aec", "floe/icecult_v1", players=3)``.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pettingzoo

from floe import games
from floe.envs.pettingzoo.modules import game_module

__all__ = ["register"]

if TYPE_CHECKING:

    def __getattr__(name: str) -> ModuleType:
        """The modules of the games."""


def register() -> None:
    """Make the module of each game and register it, in turns and in cycles. Doing so twice changes nothing."""
    for name, manifest in games.found().manifests.items():
        path = f"{__name__}.{name}_v1"
        if path not in sys.modules:
            sys.modules[path] = globals()[f"{name}_v1"] = game_module(__name__, manifest)
            pettingzoo.register("aec", f"floe/{name}_v1", f"{path}:env")
            pettingzoo.register("parallel", f"floe/{name}_v1", f"{path}:parallel_env")


register()
