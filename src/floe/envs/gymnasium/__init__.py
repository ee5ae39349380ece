"""Gymnasium environments: one learner at a table with machine players.

Importing this registers an environment for each game. (Gymnasium itself no longer looks for them.)

>>> import gymnasium
>>> import floe.envs.gymnasium
>>> env = gymnasium.make("floe/IceCult-v1", opponent="greedy")
>>> observation, info = env.reset(seed=7)
>>> observation.shape
(946,)
>>> info["action_mask"].sum()
np.int64(8)
"""

from __future__ import annotations

import gymnasium

from floe import games
from floe.envs.gymnasium.masking import MaskInObservation

__all__ = ["MaskInObservation", "ids", "register"]


def ids() -> dict[str, str]:
    """The id of each game's environment: the name of its engine, or its own where another game has that one."""
    made: dict[str, str] = {}
    for name, manifest in games.found().manifests.items():
        number = f"floe/{manifest.engine.rpartition(':')[2]}-v1"
        made[name] = f"floe/{name}-v1" if number in made.values() else number
    return made


def register() -> None:
    """Register an environment for each game. Doing so twice changes nothing."""
    for name, number in ids().items():
        if number not in gymnasium.registry:
            gymnasium.register(
                number,
                entry_point="floe.envs.gymnasium.learner:LearnerEnv",
                vector_entry_point="floe.envs.gymnasium.vector:LearnerVectorEnv",
                kwargs={"game": name},
            )


register()
