"""The modules ``<game>_v1``: one for each game that is installed, made from its manifest."""

from __future__ import annotations

from types import ModuleType
from typing import Any, TypeAlias

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from floe.core.manifest import Manifest
from floe.envs.pettingzoo.cycles import CycleEnv
from floe.envs.pettingzoo.turns import ILLEGAL, TurnEnv
from floe.envs.rendering import metadata

AnyEnv: TypeAlias = AECEnv[Any, Any, Any]


def game_module(package: str, manifest: Manifest) -> ModuleType:
    """A module with ``env``, ``raw_env`` and ``parallel_env``. The latter two are classes, pickled by their names."""
    module = ModuleType(f"{package}.{manifest.name}_v1", f"{manifest.title} for PettingZoo.")

    def of_the_game(name: str, base: type[Any], *, parallelizable: bool) -> Any:
        told = metadata(manifest) | {"name": f"{manifest.name}_v1", "is_parallelizable": parallelizable}
        names = {"game": manifest.name, "metadata": told, "__module__": module.__name__, "__doc__": base.__doc__}
        return type(name, (base,), names)

    raw_env = of_the_game("raw_env", TurnEnv, parallelizable=False)
    parallel_env = of_the_game("parallel_env", CycleEnv, parallelizable=True)

    def env(**options: Any) -> AnyEnv:
        """The game in turns; or, if ``max_cycles`` is asked for, in cycles, where every agent acts in each of them."""
        if "max_cycles" in options:
            return parallel_to_aec(parallel_env(**options))
        return guarded(raw_env(**options))

    env.__module__, env.__qualname__ = module.__name__, "env"
    vars(module).update(env=env, raw_env=raw_env, parallel_env=parallel_env, __all__=["env", "parallel_env", "raw_env"])
    return module


def guarded(env: TurnEnv) -> AnyEnv:
    """With PettingZoo's own guards: an illegal action ends the game, and calls out of order are refused."""
    ending = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ending))
