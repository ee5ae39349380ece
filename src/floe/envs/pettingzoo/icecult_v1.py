"""ICE CULT for PettingZoo. What it takes and gives is told in docs/research/environments.md."""

from __future__ import annotations

from floe.envs.pettingzoo.cycles import CycleEnv
from floe.envs.pettingzoo.doors import door
from floe.envs.pettingzoo.seated import metadata
from floe.envs.pettingzoo.turns import TurnEnv

__all__ = ["env", "parallel_env", "raw_env"]


class IceCultTurns(TurnEnv):
    game = "icecult"
    metadata = metadata("icecult_v1", parallelizable=False)


class IceCultCycles(CycleEnv):
    game = "icecult"
    metadata = metadata("icecult_v1", parallelizable=True)


raw_env = IceCultTurns
"""The game in turns, without guards: an action that is not legal raises."""

parallel_env = IceCultCycles
"""The game in cycles."""

env = door(raw_env, parallel_env)
