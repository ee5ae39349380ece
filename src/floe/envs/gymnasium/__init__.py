"""Gymnasium environments: one learner at a episode with machine players.

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

__all__ = ["MaskInObservation", "register"]


def register() -> None:
    """Register ``floe/<Game>-v1`` for each game. Doing so twice changes nothing."""
    for name, manifest in games.found().manifests.items():
        number = f"floe/{manifest.engine.partition(':')[2]}-v1"
        if number not in gymnasium.registry:
            gymnasium.register(
                number,
                entry_point="floe.envs.gymnasium.learner:LearnerEnv",
                vector_entry_point="floe.envs.gymnasium.vector:LearnerVectorEnv",
                kwargs={"game": name},
            )


register()
