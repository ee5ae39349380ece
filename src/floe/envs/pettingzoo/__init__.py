"""PettingZoo environments. Each module has ``env()``, ``raw_env()`` and ``parallel_env()``, as PettingZoo's own have.

>>> from floe.envs.pettingzoo import icecult_v1
>>> env = icecult_v1.env(players=3)
>>> env.reset(seed=7)
>>> env.agent_selection
'player_0'

Importing this registers them, too: ``pettingzoo.make("aec", "floe/icecult_v1", players=3)``.
"""

from __future__ import annotations

import pettingzoo

from floe import games

__all__ = ["register"]


def register() -> None:
    """Register ``floe/<game>_v1`` for each game, in turns and in cycles. Doing so twice changes nothing."""
    for name in games.found().manifests:
        module = f"{__name__}.{name}_v1"
        if f"floe/{name}-v1" not in pettingzoo.aec_registry:
            pettingzoo.register("aec", f"floe/{name}_v1", f"{module}:env")
            pettingzoo.register("parallel", f"floe/{name}_v1", f"{module}:parallel_env")


register()
