"""Vector environments for Stable-Baselines3, which has an interface of its own for many games at once.

>>> from sb3_contrib import MaskablePPO                                           # doctest: +SKIP
>>> from floe.envs.sb3 import make_vec_env                                        # doctest: +SKIP
>>> model = MaskablePPO("MlpPolicy", make_vec_env("floe/IceCult-v1", n_envs=64))  # doctest: +SKIP

Importing this needs ``stable_baselines3``, which the extra ``learn`` brings along.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from stable_baselines3.common.vec_env import VecEnv

import floe.envs.gymnasium  # noqa: F401  # registers the environments
from floe.core.errors import BadOption, shown

__all__ = ["GymnasiumVecEnv", "make_vec_env"]

Stepped = tuple[Any, npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]]


def make_vec_env(env_id: str, n_envs: int = 1, **options: Any) -> GymnasiumVecEnv:
    """``n_envs`` games of an environment such as ``floe/IceCult-v1``; ``options`` are those of ``make_vec``."""
    return GymnasiumVecEnv(gymnasium.make_vec(env_id, n_envs, autoreset_mode=AutoresetMode.SAME_STEP, **options))


class GymnasiumVecEnv(VecEnv):  # type: ignore[misc]  # stable_baselines3 is not installed everywhere
    """Any vector environment of Gymnasium as Stable-Baselines3 takes it. It begins finished games in the same step.

    What is asked of a single game is answered by the row of that
    game where the vector environment has an array of rows, such as ``action_masks()``, and by the whole otherwise.
    """

    def __init__(self, envs: VectorEnv[Any, Any, Any]) -> None:
        mode = envs.metadata.get("autoreset_mode")
        if mode is not AutoresetMode.SAME_STEP:
            raise BadOption(f"Stable-Baselines3 needs autoreset_mode='SameStep', not {shown(mode)}")
        self.envs = envs
        self._actions: Any = None
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> Any:
        observations, infos = self.envs.reset(seed=self._seeds[0])
        self.reset_infos = [self._info(infos, i) for i in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return deepcopy(observations)

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> Stepped:
        observations, rewards, terminated, truncated, infos = self.envs.step(self._actions)
        done = np.asarray(terminated) | np.asarray(truncated)
        told: list[dict[str, Any]] = [{"TimeLimit.truncated": False} for _ in range(self.num_envs)]
        for i in np.flatnonzero(done):
            told[i] |= self._info(infos.get("final_info", {}), int(i))
            told[i]["terminal_observation"] = infos["final_obs"][i]
            told[i]["TimeLimit.truncated"] = bool(truncated[i] and not terminated[i])
        return deepcopy(observations), np.asarray(rewards, np.float32), done, told  # the last ones are still needed

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return self._rows(getattr(self.envs, attr_name), indices)

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of the vector environment, which is one for all its games."""
        if len(self._get_indices(indices)) != self.num_envs:
            raise BadOption(f"{shown(attr_name)} is set for all games at once, not for those of {shown(indices)}")
        setattr(self.envs, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **options: Any) -> list[Any]:
        return self._rows(getattr(self.envs, method_name)(*args, **options), indices)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * len(self._get_indices(indices))

    def get_images(self) -> list[Any]:
        return list(self.envs.render() or [None] * self.num_envs)

    def close(self) -> None:
        self.envs.close()

    def _rows(self, value: Any, indices: Any) -> list[Any]:
        by_row = isinstance(value, np.ndarray) and value.shape[:1] == (self.num_envs,)
        return [value[i] if by_row else value for i in self._get_indices(indices)]

    @staticmethod
    def _info(infos: dict[str, Any], index: int) -> dict[str, Any]:
        """What Gymnasium tells of all games, for one of them: ``_key`` says of which games ``key`` is told."""
        return {key: rows[index] for key, rows in infos.items() if f"_{key}" in infos and infos[f"_{key}"][index]}
