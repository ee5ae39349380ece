"""How a module's ``env()`` opens a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from floe.envs.pettingzoo.cycles import CycleEnv
from floe.envs.pettingzoo.turns import ILLEGAL, TurnEnv

AnyEnv: TypeAlias = AECEnv[Any, Any, Any]


def door(raw_env: type[TurnEnv], parallel_env: type[CycleEnv]) -> Callable[..., AnyEnv]:
    def env(**options: Any) -> AnyEnv:
        """The game in turns; or, if ``max_cycles`` is asked for, in cycles, where every agent acts in each of them."""
        if "max_cycles" in options:
            return parallel_to_aec(parallel_env(**options))
        return guarded(raw_env(**options))

    return env


def guarded(env: TurnEnv) -> AnyEnv:
    """With PettingZoo's own guards: an illegal action ends the game, and calls out of order are refused."""
    ending = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ending))
