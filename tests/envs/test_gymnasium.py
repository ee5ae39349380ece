"""The Gymnasium environments: that project's own check, and what it does not ask."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import floe
from floe.bots.registry import levels
from floe.core.game import State
from floe.core.typing import Document, U64Array
from floe.envs.gymnasium import MaskInObservation, register

IDS = {"icecult": "floe/IceCult-v1", "igluiglu": "floe/IgluIglu-v1"}

every_id = pytest.mark.parametrize("number", IDS.values(), ids=list(IDS))


class First:
    """A machine player that always plays the first legal action, and remembers what it was shown."""

    def __init__(self) -> None:
        self.views: list[Document] = []

    def choose(self, view: Document, actions: Sequence[str], rng: U64Array) -> str:
        self.views.append(view)
        return actions[0]


def made(number: str, **options: Any) -> Any:
    return gymnasium.make(number, **options)


def position(env: Any) -> State:
    state: State = env.unwrapped.episode.state
    return state


def played(env: Any, info: dict[str, Any], number: int, seed: int = 0) -> Any:
    """So many random actions further on, or to the end of the episode: what the last step answered."""
    rng = np.random.default_rng(seed)
    for _ in range(number):
        answer = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        info = answer[4]
        if answer[2] or answer[3]:
            break
    return answer


@every_id
@pytest.mark.parametrize("options", [{}, {"players": 4, "seat": 2}, {"players": 3, "seat": None}])
def test_gymnasium_finds_the_interface_kept(number: str, options: dict[str, Any]) -> None:
    check_env(made(number, **options).unwrapped)


def test_gymnasium_finds_the_interface_kept_against_a_machine_player() -> None:
    check_env(made("floe/IceCult-v1", opponent="greedy", seat=1).unwrapped, skip_render_check=True)


@every_id
@pytest.mark.filterwarnings(
    "ignore:.*is different from the unwrapped version:UserWarning"
)  # the wrapper is what is checked
def test_gymnasium_finds_the_interface_kept_with_the_mask_in_the_observation(number: str) -> None:
    env = MaskInObservation(made(number, players=3))
    check_env(env, skip_render_check=True)
    observation, info = env.reset(seed=1)
    for _ in range(20):
        assert observation in env.observation_space
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        observation, _, _, _, info = env.step(int(np.argmax(info["action_mask"])))


def test_a_mask_needs_numbered_actions() -> None:
    with pytest.raises(TypeError, match="numbered actions"):
        MaskInObservation(gymnasium.make("Pendulum-v1"))


@pytest.mark.parametrize("name", floe.game_names())
def test_every_game_is_registered(name: str) -> None:
    register()  # once more, which changes nothing
    env = gymnasium.make(f"floe.envs.gymnasium:{IDS[name]}")
    assert position(env).game is floe.game(name)


@every_id
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_every_step_ends_where_the_learner_must_decide(number: str, seat: int) -> None:
    env = made(number, players=3, seat=seat)
    observation, info = env.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in range(80):
        state = position(env)
        assert state.to_move == seat == info["seat"]
        assert np.array_equal(observation, state.observe(seat))
        assert np.array_equal(info["action_mask"], state.legal_mask())
        assert np.array_equal(env.unwrapped.action_masks(), state.legal_mask().astype(bool))
        observation, reward, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        if terminated or truncated:
            break
        assert reward == 0


@pytest.mark.parametrize(("name", "number"), IDS.items())
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seed_gives_the_game_that_it_gives_everywhere(name: str, number: str, players: int) -> None:
    env = made(number, players=players)
    env.reset(seed=12)
    assert position(env) == floe.game(name).new(players=players, seed=12)


@every_id
def test_the_same_seed_and_actions_give_the_same_episode(number: str) -> None:
    one, other = made(number, players=4, seat=None), made(number, players=4, seat=None)
    for seed in (5, None, None):
        infos = [env.reset(seed=seed)[1] for env in (one, other)]
        played(one, infos[0], 30)
        played(other, infos[1], 30)
        assert position(one) == position(other)


@every_id
@pytest.mark.parametrize("players", [2, 3])
def test_at_the_end_the_learner_gets_its_reward(number: str, players: int) -> None:
    env = made(number, players=players)
    rewards = set()
    for seed in range(12):
        _, info = env.reset(seed=seed)
        _, reward, terminated, truncated, info = played(env, info, 10_000, seed)
        outcome = position(env).outcome
        assert outcome is not None
        assert reward == outcome.rewards[0]
        assert (terminated, truncated) == (True, False)
        assert not info["action_mask"].any()
        rewards.add(reward)
    assert len(rewards) > 1


@every_id
def test_a_game_that_takes_too_many_turns_is_cut_off(number: str) -> None:
    env = made(number, max_turns=4)
    _, info = env.reset(seed=1)
    _, reward, terminated, truncated, info = played(env, info, 10_000)
    assert position(env).turn == 4
    assert (reward, terminated, truncated) == (0, False, True)
    assert not info["action_mask"].any()


@every_id
@pytest.mark.parametrize("action", ["last", -1, 10**9])
def test_an_illegal_action_ends_the_episode_and_changes_nothing(number: str, action: Any) -> None:
    env = made(number, disable_env_checker=True)  # which would refuse what is no action at all
    observation, info = env.reset(seed=1)
    before = position(env)
    action = env.action_space.n - 1 if action == "last" else action
    after, reward, terminated, truncated, info = env.step(action)
    assert position(env) == before
    assert np.array_equal(after, observation)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert info["illegal_action"]
    assert not info["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    assert not env.reset()[1]["illegal_action"]


def test_before_the_first_reset_there_is_nothing_to_step() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        made("floe/IceCult-v1").unwrapped.step(0)


@every_id
def test_opponents_see_their_own_view_and_no_other(number: str) -> None:
    opponents = [First(), First()]
    env = made(number, players=3, seat=1, opponent=opponents)
    _, info = env.reset(seed=1)
    played(env, info, 60)
    for seat, bot in ((2, opponents[0]), (0, opponents[1])):
        assert bot.views
        assert all(view["to_move"] == seat for view in bot.views)
        if "hands" in bot.views[0]:
            hands = [list(view["hands"].values()) for view in bot.views]
            assert all(isinstance(hand, list) == (at == seat) for row in hands for at, hand in enumerate(row))


def test_every_level_can_be_played_against() -> None:
    for name, number in IDS.items():
        for level in levels(name)[:2]:
            env = made(number, opponent=level, seat=1)
            env.reset(seed=0)
            assert position(env).to_move == 1


def test_opponents_of_several_levels_can_be_mixed() -> None:
    env = made("floe/IceCult-v1", players=3, opponent=["random", "greedy"])
    _, info = env.reset(seed=0)
    played(env, info, 10)
    assert position(env).turn >= 3 or position(env).over


@every_id
def test_when_the_seat_is_drawn_each_comes_up(number: str) -> None:
    env = made(number, players=4, seat=None)
    env.reset(seed=0)
    assert {env.reset()[1]["seat"] for _ in range(40)} == {0, 1, 2, 3}


@every_id
@pytest.mark.parametrize("opponent", ["random", "first"])
def test_a_copy_keeps_the_game_and_goes_its_own_way(number: str, opponent: str) -> None:
    env = made(number, players=3, opponent=First() if opponent == "first" else opponent)
    _, info = env.reset(seed=2)
    answer = played(env, info, 5)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):  # noqa: S301  # our own
        again = copy.deepcopy(env)
        assert position(other) == position(env)
        ends = [played(each, answer[4], 4, seed=9) for each in (other, again)]
        assert position(other) == position(again) != position(env)
        assert np.array_equal(ends[0][0], ends[1][0])


def test_games_that_end_before_the_learner_moves_are_begun_again() -> None:
    env = made("floe/IceCult-v1", players=4, seat=3, rules={"path_length": 1, "stall_limit": 1})
    for seed in range(200):
        env.reset(seed=seed)
        assert position(env).to_move == 3


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"opponent": "grandmaster"}, "no machine player 'grandmaster'"),
        ({"opponent": ["random", "random"]}, "1 other seats, not 2"),
        ({"opponent": [7]}, "has a method choose"),
        ({"seat": 2}, "seat is a number from 0 to 1"),
        ({"seat": "0"}, "seat is a number"),
        ({"players": 1}, "2 to 4 players"),
        ({"players": 4, "max_turns": 3}, "not everybody"),
        ({"max_turns": 2.5}, "max_turns is a number"),
    ],
)
def test_what_cannot_be_set_up_is_refused_at_once(options: dict[str, Any], told: str) -> None:
    with pytest.raises(floe.FloeError, match=told):
        made("floe/IceCult-v1", **options)


def test_the_learner_is_shown_the_board_as_its_seat_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    env = made("floe/IgluIglu-v1", render_mode="ansi", seat=1)
    _, info = env.reset(seed=3)
    played(env, info, 60)
    assert env.render() == position(env).text(1) != position(env).text(None)
    made("floe/IgluIglu-v1", render_mode="human", seat=1).reset(seed=3)
    assert "IGLU IGLU" in capsys.readouterr().out
