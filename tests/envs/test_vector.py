"""The native vector environment: each of its games goes as a single one would."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import floe
import floe.envs.gymnasium  # registers
from floe.core.batch import Batch
from floe.core.randomness import generators
from floe.envs.gymnasium.vector import LearnerVectorEnv
from floe.games.icecult.greedy import Effort, GreedyOpponents
from tests.envs.every_game import MOST, every_name, every_seating

IDS = floe.envs.gymnasium.ids()
MANY = 40

every_id = pytest.mark.parametrize("number", IDS.values(), ids=list(IDS))
every_mode = pytest.mark.parametrize("mode", list(AutoresetMode))


def made(number: str, **options: Any) -> Any:
    return gymnasium.make_vec(number, num_envs=options.pop("num_envs", MANY), **options)


def drawn(infos: dict[str, Any], rng: np.random.Generator) -> Any:
    """A legal action for each game; 0 where none is."""
    chances = rng.random(infos["action_mask"].shape) * infos["action_mask"]
    return chances.argmax(axis=1)


@every_id
def test_gymnasium_opens_it_for_many_games(number: str) -> None:
    envs = made(number)
    assert isinstance(envs, LearnerVectorEnv)
    assert isinstance(made(number, vectorization_mode="vector_entry_point"), LearnerVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    one = gymnasium.make(number)
    assert envs.single_observation_space == one.observation_space
    assert envs.single_action_space == one.action_space
    observations, infos = envs.reset(seed=1)
    assert observations in envs.observation_space
    assert infos["action_mask"].shape == (MANY, envs.batch.game.n_actions)


@every_seating
@pytest.mark.parametrize("seat", [0, 1, None])
def test_every_game_stands_where_its_learner_must_decide(name: str, players: int, seat: int | None) -> None:
    envs = made(IDS[name], players=players, seat=seat)
    observations, infos = envs.reset(seed=2)
    rng = np.random.default_rng(0)
    for _ in range(25):
        for i, state in enumerate(envs.batch):
            seat = int(infos["seat"][i])
            if not state.over:
                assert state.to_move == seat
            assert np.array_equal(observations[i], state.observe(seat))
            assert np.array_equal(infos["action_mask"][i], state.legal_mask())
        assert np.array_equal(envs.action_masks(), infos["action_mask"].astype(bool))
        observations, rewards, terminated, truncated, infos = envs.step(drawn(infos, rng))
        assert not infos["illegal_action"].any()
        assert rewards.dtype == np.float64
        assert terminated.dtype == truncated.dtype == np.bool_


@every_name
def test_a_finished_game_is_rewarded_and_begins_again_in_the_next_step(name: str) -> None:
    envs = made(IDS[name], players=min(MOST[name], 3), seat=None)
    _, infos = envs.reset(seed=3)
    rng = np.random.default_rng(1)
    seen = 0
    for _ in range(250):
        actions = drawn(infos, rng)
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        assert not truncated.any()
        for i in np.flatnonzero(terminated):
            state, seat = envs.batch[int(i)], int(infos["seat"][i])
            assert state.outcome is not None
            assert rewards[i] == state.outcome.rewards[seat]
            assert np.array_equal(observations[i], state.observe(seat))
            assert not infos["action_mask"][i].any()
        assert not rewards[~terminated].any()
        if terminated.any():
            seen += int(terminated.sum())
            actions = drawn(infos, rng)
            _, rewards, again, _, infos = envs.step(actions)
            assert not rewards[terminated].any()
            assert not again[terminated].any()
            assert (envs.batch.to_move[terminated] == infos["seat"][terminated]).all()
            assert (envs.batch.states["turn"][terminated] < 3).all()
    assert seen >= MANY


@every_id
def test_a_finished_game_begins_again_at_once_if_that_is_asked_for(number: str) -> None:
    envs = made(number, autoreset_mode="SameStep", max_turns=30)
    _, infos = envs.reset(seed=3)
    rng = np.random.default_rng(1)
    finished = 0
    for _ in range(250):
        before = Batch(envs.batch.game, envs.batch.states.copy(), envs.batch.states[:1])
        actions = drawn(infos, rng)
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        done = terminated | truncated
        assert ("final_obs" in infos) == done.any()
        assert (envs.batch.to_move == 0).all()
        assert infos["action_mask"].any(axis=1).all()
        assert np.array_equal(observations, envs.batch.observe(0))
        if done.any():
            assert np.array_equal(infos["_final_obs"], done)
            assert np.array_equal(infos["_final_info"], done)
            assert np.array_equal(infos["final_info"]["_action_mask"], done)
            assert not infos["final_info"]["action_mask"][done].any()
            for i in range(MANY):
                assert (infos["final_obs"][i] is not None) == done[i]
                if terminated[i] and "winners" in [part.name for part in envs.batch.game.encoding]:
                    winners = envs.batch.game.encoding.part(infos["final_obs"][i], "winners")
                    assert (winners[0] > 0) == (rewards[i] >= 0)
            finished += int(done.sum())
        assert before.step(actions).any() == 0
    assert finished >= MANY


@every_id
def test_without_autoreset_finished_games_must_be_begun_again(number: str) -> None:
    envs = made(number, autoreset_mode=AutoresetMode.DISABLED)
    _, infos = envs.reset(seed=3)
    rng = np.random.default_rng(1)
    done = np.zeros(MANY, np.bool_)
    while not done.any():
        _, _, terminated, truncated, infos = envs.step(drawn(infos, rng))
        done = terminated | truncated
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(drawn(infos, rng))
    running = envs.batch.states[~done].tobytes()
    observations, infos = envs.reset(options={"reset_mask": done})
    assert envs.batch.states[~done].tobytes() == running
    assert not envs.batch.over.any()
    assert np.array_equal(observations, envs.batch.observe(0))
    envs.step(drawn(infos, rng))


@every_mode
def test_an_illegal_action_ends_that_episode_alone(mode: AutoresetMode) -> None:
    envs = made("floe/IceCult-v1", num_envs=3, autoreset_mode=mode)
    first = envs.reset(seed=0)[0][0]
    before = envs.batch[1]
    observations, rewards, terminated, truncated, infos = envs.step(np.array([0, 64, 1]))
    assert rewards.tolist() == [0, -1, 0]
    assert terminated.tolist() == [False, True, False]
    assert not truncated.any()
    if mode is AutoresetMode.SAME_STEP:
        assert infos["final_info"]["illegal_action"].tolist() == [False, True, False]
        assert np.array_equal(infos["final_obs"][1], first)
        return
    assert infos["illegal_action"].tolist() == [False, True, False]
    assert envs.batch[1] == before
    assert np.array_equal(observations[1], first)
    if mode is AutoresetMode.NEXT_STEP:
        _, rewards, terminated, _, infos = envs.step(np.array([0, 64, 1]))
        assert rewards.tolist() == [0, 0, 0]
        assert not terminated.any()
        assert not infos["illegal_action"].any()


@every_name
def test_games_that_take_too_many_turns_are_cut_off(name: str) -> None:
    envs = made(IDS[name], players=min(MOST[name], 3), seat=1, max_turns=4)
    _, infos = envs.reset(seed=1)
    rng = np.random.default_rng(1)
    cut = np.zeros(MANY, np.bool_)
    for _ in range(40):
        _, rewards, terminated, truncated, infos = envs.step(drawn(infos, rng))
        assert not rewards[~terminated].any()
        assert (envs.batch.states["turn"][truncated] == 4).all()
        assert (envs.batch.states["turn"][~truncated & ~terminated] < 4).all()
        cut |= truncated | terminated
    assert cut.all()


@every_id
@every_mode
def test_the_same_seed_and_actions_give_the_same_episodes(number: str, mode: AutoresetMode) -> None:
    traces = []
    for threads in (1, None):
        envs = made(number, seat=None, autoreset_mode=mode, max_turns=12, threads=threads)
        rng = np.random.default_rng(5)
        trace: list[tuple[bytes, ...]] = []
        for seed in (7, None):
            observations, infos = envs.reset(seed=seed)
            for _ in range(60):
                trace.append((observations.tobytes(), infos["action_mask"].tobytes()))
                observations, rewards, terminated, truncated, infos = envs.step(drawn(infos, rng))
                trace.append((rewards.tobytes(), terminated.tobytes(), truncated.tobytes()))
                if mode is AutoresetMode.DISABLED and (terminated | truncated).any():
                    observations, infos = envs.reset(options={"reset_mask": terminated | truncated})
        traces.append(trace)
    assert traces[0] == traces[1]


def test_games_of_one_environment_differ_and_so_do_environments_without_a_seed() -> None:
    one, other = made("floe/IgluIglu-v1"), made("floe/IgluIglu-v1")
    one.reset()
    other.reset()
    assert len(set(one.batch) | set(other.batch)) == 2 * MANY


def test_a_seed_deals_as_a_batch_of_that_seed() -> None:
    envs = made("floe/IgluIglu-v1", players=3)
    for _ in range(2):
        envs.reset(seed=9)
        assert list(envs.batch) == list(floe.batch("igluiglu", MANY, players=3, seed=9))


def test_only_the_games_named_are_begun_again_with_a_seed() -> None:
    envs = made("floe/IgluIglu-v1", num_envs=3)
    envs.reset(seed=1)
    before = list(envs.batch)
    envs.reset(seed=2, options={"reset_mask": np.array([False, True, False])})
    assert [envs.batch[i] == before[i] for i in range(3)] == [True, False, True]
    assert envs.batch[1] == floe.batch("igluiglu", 3, seed=2)[1]


@every_id
def test_the_learner_fares_against_random_players_as_one_of_them(number: str) -> None:
    envs = made(number, num_envs=400, seat=None, players=2, autoreset_mode="SameStep")
    envs.reset(seed=1)
    rngs = generators(3, 400)
    wins = losses = 0
    for _ in range(250):
        _, rewards, _, _, _ = envs.step(envs.batch.random_actions(rngs))
        wins += int((rewards > 0).sum())
        losses += int((rewards < 0).sum())
    assert wins + losses > 400
    assert abs(wins - losses) < 5 * np.sqrt(wins + losses)


def test_observations_can_be_written_over() -> None:
    kept, reused = made("floe/IceCult-v1"), made("floe/IceCult-v1", copy=False)
    (first, _), (same, _) = kept.reset(seed=1), reused.reset(seed=1)
    actions = np.zeros(MANY, np.int64)
    assert kept.step(actions)[0] is not first
    again = reused.step(actions)[0]
    assert again is same
    assert np.array_equal(again, kept.batch.observe(0))


def test_it_can_be_rendered() -> None:
    envs = made("floe/IceCult-v1", num_envs=2, render_mode="ansi")
    envs.reset(seed=0)
    assert envs.render() == tuple(state.text(0) for state in envs.batch)
    pictures = made("floe/IgluIglu-v1", num_envs=2, render_mode="rgb_array")
    pictures.reset(seed=0)
    assert [frame.dtype for frame in pictures.render()] == [np.uint8, np.uint8]


def test_a_copy_keeps_the_games() -> None:
    envs = made("floe/IgluIglu-v1", num_envs=4)
    _, infos = envs.reset(seed=1)
    other = copy.deepcopy(envs)
    for _ in range(20):
        actions = drawn(infos, np.random.default_rng(0))
        observations, _, _, _, infos = envs.step(actions)
        assert np.array_equal(other.step(actions)[0], observations)


def test_greedy_opponents_play_in_compiled_code() -> None:
    """A learner who plays at random loses against them, nearly always."""
    envs = made("floe/IceCult-v1", num_envs=8, opponent="greedy", seat=None)
    _, infos = envs.reset(seed=1)
    rng = np.random.default_rng(0)
    ended: list[float] = []
    while len(ended) < 20:
        _, rewards, terminated, _, infos = envs.step(drawn(infos, rng))
        ended += rewards[terminated].tolist()
    assert sum(reward == -1 for reward in ended) >= 18


def test_opponents_of_ones_own_play_in_compiled_code() -> None:
    """They can be exchanged on the way, and go along when the environment is pickled."""
    weak, strong = GreedyOpponents(Effort(1, 1, 1)), GreedyOpponents(Effort(100, 5, 20))
    envs = made("floe/IceCult-v1", num_envs=4, opponent=weak)
    envs.reset(seed=1)
    assert envs.opponents == weak
    envs.opponents = strong
    assert pickle.loads(pickle.dumps(envs.opponents)) == strong  # noqa: S301  # our own
    observations, *_ = envs.step(np.zeros(4, int))
    assert observations.shape == (4, 946)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"opponent": "medium"}, "in compiled code there is random, greedy, but not 'medium'"),
        ({"opponent": "nobody"}, "no machine player 'nobody'"),
        ({"seat": 5}, "seat is a number"),
        ({"players": 4, "max_turns": 2}, "not everybody"),
        ({"threads": 0}, "threads are 1 or more"),
        ({"render_mode": "hologram"}, "no render mode"),
    ],
)
def test_what_cannot_be_set_up_is_refused_at_once(options: dict[str, Any], told: str) -> None:
    with pytest.raises(floe.FloeError, match=told):
        made("floe/IceCult-v1", **options)


@pytest.mark.parametrize("actions", [[0], 0, [0.5, 1.0], ["nn", "ns"]])
def test_actions_that_do_not_fit_are_refused(actions: Any) -> None:
    envs = made("floe/IceCult-v1", num_envs=2)
    envs.reset()
    with pytest.raises(floe.BadBatch, match="2 whole numbers"):
        envs.step(actions)


@pytest.mark.parametrize("mask", [[True, False], np.array([1, 0]), np.array([True])])
def test_a_reset_mask_that_does_not_fit_is_refused(mask: Any) -> None:
    envs = made("floe/IceCult-v1", num_envs=2)
    with pytest.raises(floe.BadBatch, match="2 bools"):
        envs.reset(options={"reset_mask": mask})
