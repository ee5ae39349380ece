"""IGLU IGLU for PettingZoo. What it takes and gives is told in docs/research/environments.md."""

from __future__ import annotations

from floe.envs.pettingzoo.cycles import CycleEnv
from floe.envs.pettingzoo.doors import door
from floe.envs.pettingzoo.seated import metadata
from floe.envs.pettingzoo.turns import TurnEnv

__all__ = ["env", "parallel_env", "raw_env"]


class IgluIgluTurns(TurnEnv):
    game = "igluiglu"
    metadata = metadata("igluiglu_v1", parallelizable=False)


class IgluIgluCycles(CycleEnv):
    game = "igluiglu"
    metadata = metadata("igluiglu_v1", parallelizable=True)


raw_env = IgluIgluTurns
"""The game in turns, without guards: an action that is not legal raises."""

parallel_env = IgluIgluCycles
"""The game in cycles."""

env = door(raw_env, parallel_env)
