"""Stable-Baselines3 takes the vector environment as it is. Without that library, which brings torch, all is skipped."""

from __future__ import annotations

import importlib
from typing import Any

import gymnasium
import numpy as np
import pytest

import floe
from floe.envs.gymnasium import ids
from tests.envs.every_game import every_name

sb3: Any = pytest.importorskip("stable_baselines3", reason="the extra learn is not installed")
adapter: Any = importlib.import_module("floe.envs.sb3")

IDS = ids()
MANY = 12


def drawn(envs: Any, rng: np.random.Generator) -> Any:
    """A legal action for each game."""
    masks = np.stack(envs.env_method("action_masks"))
    return (rng.random(masks.shape) * masks).argmax(axis=1)


@every_name
def test_it_goes_as_the_vector_environment_does(name: str) -> None:
    envs = adapter.make_vec_env(IDS[name], MANY, seat=None, max_turns=12)
    plain: Any = gymnasium.make_vec(IDS[name], MANY, seat=None, max_turns=12, autoreset_mode="SameStep")
    envs.seed(7)
    observations = envs.reset()
    expected, infos = plain.reset(seed=7)
    rng, ended = np.random.default_rng(1), 0
    assert [info["seat"] for info in envs.reset_infos] == infos["seat"].tolist()
    for _ in range(150):
        assert np.array_equal(observations, expected)
        actions = drawn(envs, rng)
        expected, rewards, terminated, truncated, infos = plain.step(actions)
        observations, paid, done, told = envs.step(actions)
        assert paid.dtype == np.float32
        assert np.array_equal(paid, rewards.astype(np.float32))
        assert np.array_equal(done, terminated | truncated)
        for i, info in enumerate(told):
            assert ("terminal_observation" in info) == done[i]
            assert info["TimeLimit.truncated"] == truncated[i]
            if done[i]:
                assert np.array_equal(info["terminal_observation"], infos["final_obs"][i])
                assert info["seat"] == infos["final_info"]["seat"][i]
                assert not info["illegal_action"]
        ended += int(done.sum())
    assert ended > MANY


@every_name
def test_resets_without_a_seed_go_on_from_the_last(name: str) -> None:
    firsts = []
    for _ in range(2):
        envs = adapter.make_vec_env(IDS[name], MANY, seat=None)
        envs.seed(3)
        firsts.append([envs.reset().tobytes() for _ in range(3)])
    assert firsts[0] == firsts[1]


def test_attributes_are_told_game_by_game() -> None:
    envs = adapter.make_vec_env("floe/IceCult-v1", 3, seat=1)
    envs.reset()
    assert envs.get_attr("seats") == [1, 1, 1]
    assert envs.get_attr("seats", indices=[0, 2]) == [1, 1]
    assert envs.get_attr("render_mode") == [None] * 3
    assert envs.has_attr("action_masks")
    assert not envs.has_attr("no_such_thing")
    assert [mask.shape for mask in envs.env_method("action_masks", indices=0)] == [(65,)]
    envs.set_attr("opponents", None)
    assert envs.envs.opponents is None
    with pytest.raises(floe.FloeError, match="for all games at once"):
        envs.set_attr("opponents", None, indices=[1])
    assert envs.env_is_wrapped(gymnasium.Wrapper) == [False] * 3
    envs.close()


def test_observations_stay_as_they_were_even_where_the_games_write_over_theirs() -> None:
    envs = adapter.make_vec_env("floe/IceCult-v1", 3, copy=False)
    first = envs.reset()
    kept = first.copy()
    second, _, _, _ = envs.step(drawn(envs, np.random.default_rng(1)))
    assert np.array_equal(first, kept)
    assert not np.array_equal(second, kept)


def test_pictures_are_tiled() -> None:
    envs = adapter.make_vec_env("floe/IceCult-v1", 4, render_mode="rgb_array")
    envs.reset()
    assert envs.render().shape == (960, 960, 3)


def test_games_must_begin_again_in_the_same_step() -> None:
    with pytest.raises(floe.FloeError, match=r"needs autoreset_mode='SameStep', not .*NEXT_STEP"):
        adapter.GymnasiumVecEnv(gymnasium.make_vec("floe/IceCult-v1", 2))


def test_a_learner_learns_with_it_and_is_evaluated() -> None:
    monitor = sb3.common.vec_env.VecMonitor(adapter.make_vec_env("floe/IceCult-v1", 4, max_turns=12))
    model = sb3.PPO("MlpPolicy", monitor, n_steps=16, batch_size=64, n_epochs=1, seed=1, device="cpu")
    model.learn(64)
    assert model.num_timesteps == 64
    mean, _ = importlib.import_module("stable_baselines3.common.evaluation").evaluate_policy(model, monitor, 2)
    assert -1 <= mean <= 1


@every_name
def test_a_masked_learner_finds_the_masks(name: str) -> None:
    contrib = pytest.importorskip("sb3_contrib", reason="the extra learn is not installed")
    envs = adapter.make_vec_env(IDS[name], 4, seat=None)
    model = contrib.MaskablePPO("MlpPolicy", envs, n_steps=16, batch_size=64, n_epochs=1, seed=1, device="cpu")
    model.learn(64)
    told = importlib.import_module("sb3_contrib.common.maskable.utils").get_action_masks(envs)
    assert told.dtype == np.bool_
    assert told.any(axis=1).all()
