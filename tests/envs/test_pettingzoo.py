"""The PettingZoo environments: that project's own tests, and what they do not ask."""

from __future__ import annotations

import copy
import dataclasses
import importlib
import pickle
import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils.env_logger import EnvLogger

import floe
from floe import games
from floe.core.game import State
from floe.envs.pettingzoo import icecult_v1, igluiglu_v1, register
from floe.envs.pettingzoo.modules import game_module
from tests.envs.every_game import MOST, early, every_name, every_seating

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # PettingZoo's tests open one of its games in the old way
    conformance: Any = importlib.import_module("pettingzoo.test")


def module_of(name: str) -> Any:
    return importlib.import_module(f"floe.envs.pettingzoo.{name}_v1")


def having_masks(test: Any) -> Any:
    """PettingZoo's api_test knows by name which environments have masks in their observations, and warns of others."""
    for told in ("Observation is not a NumPy array", "Observation space for each agent probably should be"):
        test = pytest.mark.filterwarnings(f"ignore:{told}:UserWarning")(test)
    return test


def played(env: Any, number: int, seed: int = 0) -> Any:
    """So many random actions further on."""
    rng = np.random.default_rng(seed)
    for _ in range(number):
        observation, _, terminated, truncated, _ = env.last()
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else int(rng.choice(legal)))
    return env


def to_the_end(env: Any, seed: int = 0) -> Any:
    while not (any(env.terminations.values()) or any(env.truncations.values())):
        played(env, 1, seed := seed + 1)
    return env


def pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))  # noqa: S301  # our own


def position(env: Any) -> State:
    state: State = env.unwrapped.episode.state
    return state


@every_seating
@having_masks
def test_pettingzoo_finds_the_interface_kept(name: str, players: int) -> None:
    conformance.api_test(module_of(name).env(players=players), num_cycles=150)


@every_name
@having_masks
def test_pettingzoo_finds_the_interface_kept_in_cycles(name: str) -> None:
    conformance.api_test(module_of(name).env(max_cycles=60))
    conformance.parallel_api_test(module_of(name).parallel_env(players=MOST[name]), num_cycles=300)


@every_seating
def test_pettingzoo_finds_the_state_in_its_space(name: str, players: int) -> None:
    state_test: Any = importlib.import_module("pettingzoo.test.state_test")
    state_test.state_test(module_of(name).env(players=players), module_of(name).parallel_env(players=players))


@every_seating
def test_the_state_has_the_observation_of_every_seat(name: str, players: int) -> None:
    env = module_of(name).env(players=players)
    env.reset(seed=3)
    played(env, early(name, players))
    assert env.state().shape == env.state_space.shape == (players, floe.game(env.unwrapped.game).observation_size)
    for row, agent in zip(env.state(), env.possible_agents, strict=True):
        assert (row == env.observe(agent)["observation"]).all()


@every_seating
def test_pettingzoo_finds_seeds_kept(name: str, players: int) -> None:
    conformance.seed_test(lambda: module_of(name).env(players=players), num_cycles=100)
    conformance.parallel_seed_test(lambda: module_of(name).parallel_env(players=players), num_cycles=50)


@every_name
def test_pettingzoo_finds_every_way_to_render(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    conformance.render_test(module_of(name).env)
    assert module_of(name).raw_env().episode.game.title in capsys.readouterr().out


@every_name
def test_pettingzoo_finds_the_cycles_limited(name: str) -> None:
    conformance.max_cycles_test(module_of(name))


@every_seating
def test_every_game_is_in_pettingzoos_registry(name: str, players: int) -> None:
    register()  # once more, which changes nothing
    env: Any = pettingzoo.make("aec", f"floe/{name}_v1", players=players)
    assert env.unwrapped.episode.game is floe.game(name)
    assert env.unwrapped.episode.players == players
    assert isinstance(pettingzoo.make("parallel", f"floe/{name}_v1"), module_of(name).parallel_env)


@every_seating
def test_a_seed_gives_the_game_that_it_gives_everywhere(name: str, players: int) -> None:
    env = module_of(name).env(players=players)
    env.reset(seed=12)
    assert position(env) == floe.game(name).new(players=players, seed=12)


def test_resets_without_a_seed_follow_from_the_last_one() -> None:
    one, other = igluiglu_v1.env(), igluiglu_v1.env()
    deals = []
    for seed in (5, None, None):
        one.reset(seed=seed)
        other.reset(seed=seed)
        assert position(one) == position(other)
        deals.append(position(one))
    assert len(set(deals)) == 3
    unseeded = igluiglu_v1.env(), igluiglu_v1.env()
    for env in unseeded:
        env.reset()
    assert position(unseeded[0]) != position(unseeded[1])


@every_seating
def test_the_agent_selected_is_the_one_that_must_decide(name: str, players: int) -> None:
    env = module_of(name).env(players=players)
    env.reset(seed=1)
    for _ in range(early(name, players)):
        state = position(env)
        assert env.agent_selection == f"player_{state.to_move}"
        for seat in range(players):
            observed = env.observe(f"player_{seat}")
            assert np.array_equal(observed["observation"], state.observe(seat))
            mask = state.legal_mask() if seat == state.to_move else np.zeros(state.game.n_actions)
            assert np.array_equal(observed["action_mask"], mask)
        played(env, 1)


@every_seating
def test_who_wins_is_rewarded_at_the_cost_of_the_others(name: str, players: int) -> None:
    env = module_of(name).env(players=players)
    for seed in range(5):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            assert set(env.rewards.values()) == {0}
            played(env, 1, seed)
        outcome = position(env).outcome
        assert outcome is not None
        assert list(env.rewards.values()) == list(outcome.rewards)
        assert sum(env.rewards.values()) == pytest.approx(0)
        assert max(env.rewards.values()) > 0 or outcome.draw
        assert all(env.terminations.values())
        assert not any(env.truncations.values())
        last = {agent: (env.last()[1], env.step(None))[0] for agent in env.agent_iter()}
        assert list(last.values()) == list(outcome.rewards)


@every_name
def test_a_game_that_takes_too_many_turns_is_cut_off(name: str) -> None:
    env = to_the_end_of_turns(module_of(name).env(max_turns=3))
    assert position(env).turn == 3
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0}


def to_the_end_of_turns(env: Any) -> Any:
    env.reset(seed=2)
    return to_the_end(env)


@every_name
def test_an_illegal_action_ends_the_game_and_costs_its_player(name: str) -> None:
    env = module_of(name).env(players=MOST[name])
    env.reset(seed=0)
    EnvLogger.suppress_output()
    played(env, early(name, MOST[name]))
    while env.last()[0]["action_mask"].all():  # in some games it takes a while until an action is not legal
        played(env, 1)
        if any(env.terminations.values()):
            env.reset()
    sinner = env.agent_selection
    before = position(env)
    env.step(int(np.flatnonzero(env.observe(sinner)["action_mask"] == 0)[0]))
    EnvLogger.unsuppress_output()
    assert position(env) == before
    assert all(env.terminations.values())
    assert env.rewards == {agent: -1.0 if agent == sinner else 0 for agent in env.possible_agents}
    assert {agent: (env.last()[1], env.step(None))[0] for agent in env.agent_iter()}[sinner] == -1


@pytest.mark.parametrize("action", [64, -1, 65, 3.0, "nn", None])
def test_without_guards_an_illegal_action_is_refused_and_changes_nothing(action: Any) -> None:
    env = icecult_v1.raw_env()
    env.reset()
    before = position(env)
    with pytest.raises(floe.FloeError, match=r"cannot be played|actions are numbers"):
        env.step(action)
    assert position(env) == before
    assert set(env.rewards.values()) == {0}


@every_name
@pytest.mark.parametrize("again", [copy.deepcopy, pickled], ids=["copied", "pickled"])
@pytest.mark.parametrize("form", ["env", "raw_env"])
def test_a_copy_keeps_the_game_and_goes_its_own_way(name: str, again: Any, form: str) -> None:
    half = early(name, MOST[name]) // 2
    env = getattr(module_of(name), form)(players=MOST[name], max_turns=50)
    env.reset(seed=4)
    played(env, half)
    other = again(env)
    assert position(other) == position(env)
    assert other.agent_selection == env.agent_selection
    played(env, half, seed=1)
    assert position(other) != position(env)
    played(other, half, seed=1)
    assert position(other) == position(env)
    env.reset()
    other.reset()
    assert position(other) == position(env)


@every_name
def test_a_copy_of_the_game_in_cycles_keeps_the_game(name: str) -> None:
    env = module_of(name).parallel_env(max_cycles=500)
    observations, _ = env.reset(seed=4)
    for _ in range(early(name, 2)):
        observations = cycle(env, observations)[0]
    other = pickled(env)
    assert position(other) == position(env)
    assert cycle(other, observations)[1:] == cycle(env, observations)[1:]


def cycle(env: Any, observations: Any) -> Any:
    actions = {agent: int(np.argmax(observations[agent]["action_mask"])) for agent in env.agents}
    return env.step(actions)


def test_in_cycles_only_the_action_of_the_one_to_move_is_played() -> None:
    env = icecult_v1.parallel_env()
    env.reset()
    state = position(env)
    rewards = env.step({"player_0": 3, "player_1": 0})[1]
    assert position(env) == state.play("ss")
    assert rewards == {"player_0": 0, "player_1": 0}


def test_in_cycles_an_illegal_action_is_not_played_but_paid_for() -> None:
    env = icecult_v1.parallel_env(max_cycles=2)
    env.reset()
    state = position(env)
    for actions in ({"player_0": 64, "player_1": 0}, {"player_1": 0}):
        _, rewards, terminations, truncations, _ = env.step(actions)
        assert position(env) == state
        assert rewards == {"player_0": -1, "player_1": 0}
        assert not any(terminations.values())
    assert all(truncations.values())
    assert env.agents == []
    assert env.step({}) == ({}, {}, {}, {}, {})


def test_in_cycles_the_end_of_the_game_is_the_end() -> None:
    env = icecult_v1.parallel_env(rules={"path_length": 1})
    observations, _ = env.reset()
    rng = np.random.default_rng(0)
    while env.agents:
        actions = {
            a: int(rng.choice(np.flatnonzero(o["action_mask"]) if o["action_mask"].any() else [0]))
            for a, o in observations.items()
        }
        observations, rewards, terminations, truncations, _ = env.step(actions)
    outcome = position(env).outcome
    assert outcome is not None
    assert tuple(rewards.values()) == outcome.rewards
    assert all(terminations.values())
    assert not any(truncations.values())


def test_rules_and_colours_can_be_chosen() -> None:
    env = icecult_v1.env(players=2, rules={"path_length": 3}, colours=["b", "r"])
    env.reset()
    assert position(env) == floe.game("icecult").new(rules={"path_length": 3}, colours=["b", "r"])


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"players": 7}, "2 to 4 players"),
        ({"rules": {"path_length": 0}}, "path_length"),
        ({"max_turns": 0}, "max_turns is a number of turns"),
        ({"max_cycles": 0}, "max_cycles is a number of cycles"),
        ({"render_mode": "hologram"}, "no render mode 'hologram'"),
    ],
)
def test_what_cannot_be_set_up_is_refused_at_once(options: dict[str, Any], told: str) -> None:
    with pytest.raises(floe.FloeError, match=told):
        icecult_v1.env(**options)


@pytest.mark.filterwarnings("ignore:.*without a render_mode:UserWarning")  # it is said; here it is asked for
def test_without_a_render_mode_nothing_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    env = igluiglu_v1.env()
    env.reset()
    assert env.render() is None
    assert capsys.readouterr().out == ""


def test_what_is_rendered_hides_what_spectators_may_not_see() -> None:
    env = igluiglu_v1.env(render_mode="ansi")
    env.reset(seed=3)
    played(env, 60)
    assert env.render() == position(env).text(None)


@every_name
def test_a_game_is_shown_as_a_picture_only_if_it_has_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = games.manifest(name)
    assert ("rgb_array" in module_of(name).raw_env.metadata["render_modes"]) == bool(manifest.picture)
    plain = dataclasses.replace(manifest, picture=None)
    module = game_module("elsewhere", plain)
    assert module.raw_env.metadata["render_modes"] == ["human", "ansi"]
    monkeypatch.setattr(type(floe.game(name)), "manifest", plain)
    with pytest.raises(floe.FloeError, match="no render mode 'rgb_array'; there is human, ansi"):
        module.raw_env(render_mode="rgb_array")


PICKLED = """
import pickle, sys
env = pickle.loads(bytes.fromhex(sys.stdin.read()))
print(env.unwrapped.episode.game.name, env.agent_selection)
"""


def test_another_process_that_imported_nothing_takes_a_pickled_game_on() -> None:
    env = icecult_v1.env(players=3)
    env.reset(seed=1)
    told = subprocess.run(
        [sys.executable, "-c", PICKLED], input=pickle.dumps(env).hex(), capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == ["icecult", "player_0"]
