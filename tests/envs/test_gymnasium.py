"""The Gymnasium environments: that project's own check, and what it does not ask."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import floe
from floe import games
from floe.bots.registry import levels
from floe.core.game import State
from floe.core.typing import Document, U64Array
from floe.envs.gymnasium import MaskInObservation, ids, register
from tests.envs.every_game import MOST, early, every_name, every_seating

IDS = ids()
every_seat = pytest.mark.parametrize(
    ("name", "seat"), [(name, seat) for name, most in MOST.items() for seat in range(most)]
)


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


@every_seating
@pytest.mark.parametrize("seat", [0, 1, None])
def test_gymnasium_finds_the_interface_kept(name: str, players: int, seat: int | None) -> None:
    check_env(made(IDS[name], players=players, seat=seat).unwrapped)


def test_gymnasium_finds_the_interface_kept_against_a_machine_player() -> None:
    check_env(made("floe/IceCult-v1", opponent="greedy", seat=1).unwrapped, skip_render_check=True)


@every_name
@pytest.mark.filterwarnings(
    "ignore:.*is different from the unwrapped version:UserWarning"
)  # the wrapper is what is checked
def test_gymnasium_finds_the_interface_kept_with_the_mask_in_the_observation(name: str) -> None:
    env = MaskInObservation(made(IDS[name], players=MOST[name]))
    check_env(env, skip_render_check=True)
    observation, info = env.reset(seed=1)
    for _ in range(early(name, MOST[name]) // MOST[name]):
        assert observation in env.observation_space
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        observation, _, _, _, info = env.step(int(np.argmax(info["action_mask"])))


def test_a_mask_needs_numbered_actions() -> None:
    with pytest.raises(TypeError, match="numbered actions"):
        MaskInObservation(gymnasium.make("Pendulum-v1"))


def test_ids_are_those_of_old() -> None:
    assert {name: IDS[name] for name in ("icecult", "igluiglu")} == {
        "icecult": "floe/IceCult-v1",
        "igluiglu": "floe/IgluIglu-v1",
    }


def test_two_games_whose_engines_have_one_name_have_two_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    first = games.manifest("icecult")
    second = dataclasses.replace(first, name="other", engine="elsewhere.game:IceCult")
    monkeypatch.setattr(games, "found", lambda: games.Found({"icecult": first, "other": second}, {}))
    assert ids() == {"icecult": "floe/IceCult-v1", "other": "floe/other-v1"}


@every_name
def test_every_game_is_registered(name: str) -> None:
    register()  # once more, which changes nothing
    env = gymnasium.make(f"floe.envs.gymnasium:{IDS[name]}")
    assert position(env).game is floe.game(name)


@every_seat
def test_every_step_ends_where_the_learner_must_decide(name: str, seat: int) -> None:
    env = made(IDS[name], players=MOST[name], seat=seat)
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


@every_seating
def test_a_seed_gives_the_game_that_it_gives_everywhere(name: str, players: int) -> None:
    env = made(IDS[name], players=players)
    env.reset(seed=12)
    assert position(env) == floe.game(name).new(players=players, seed=12)


@every_name
def test_the_same_seed_and_actions_give_the_same_episode(name: str) -> None:
    one, other = (made(IDS[name], players=MOST[name], seat=None) for _ in range(2))
    for seed in (5, None, None):
        infos = [env.reset(seed=seed)[1] for env in (one, other)]
        played(one, infos[0], 30)
        played(other, infos[1], 30)
        assert position(one) == position(other)


@every_seating
def test_at_the_end_the_learner_gets_its_reward(name: str, players: int) -> None:
    env = made(IDS[name], players=players)
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


@every_name
def test_a_game_that_takes_too_many_turns_is_cut_off(name: str) -> None:
    env = made(IDS[name], max_turns=4)
    _, info = env.reset(seed=1)
    _, reward, terminated, truncated, info = played(env, info, 10_000)
    assert position(env).turn == 4
    assert (reward, terminated, truncated) == (0, False, True)
    assert not info["action_mask"].any()


@every_name
@pytest.mark.parametrize("action", ["illegal", -1, 10**9])
def test_an_illegal_action_ends_the_episode_and_changes_nothing(name: str, action: Any) -> None:
    env = made(IDS[name], disable_env_checker=True)  # which would refuse what is no action at all
    observation, info = env.reset(seed=1)
    rng = np.random.default_rng(1)
    while info["action_mask"].all():  # in some games it takes a while until one is not
        observation, _, terminated, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        if terminated:
            observation, info = env.reset()
    before = position(env)
    action = np.flatnonzero(info["action_mask"] == 0)[-1] if action == "illegal" else action
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


@every_name
def test_opponents_see_their_own_view_and_no_other(name: str) -> None:
    most = MOST[name]
    opponents = [First() for _ in range(most - 1)]
    env = made(IDS[name], players=most, seat=1, opponent=opponents)
    _, info = env.reset(seed=1)
    played(env, info, 60)
    for seat, bot in zip([(2 + k) % most for k in range(most - 1)], opponents, strict=True):
        assert bot.views
        assert all(view["to_move"] == seat for view in bot.views)
        if "hands" in bot.views[0]:
            hands = [list(view["hands"].values()) for view in bot.views]
            assert all(isinstance(hand, list) == (at == seat) for row in hands for at, hand in enumerate(row))


@every_name
def test_every_level_can_be_played_against(name: str) -> None:
    for level in levels(name)[:2]:
        env = made(IDS[name], opponent=level, seat=1)
        env.reset(seed=0)
        assert position(env).to_move == 1


def test_opponents_of_several_levels_can_be_mixed() -> None:
    env = made("floe/IceCult-v1", players=3, opponent=["random", "greedy"])
    _, info = env.reset(seed=0)
    played(env, info, 10)
    assert position(env).turn >= 3 or position(env).over


@every_name
def test_when_the_seat_is_drawn_each_comes_up(name: str) -> None:
    env = made(IDS[name], players=MOST[name], seat=None)
    env.reset(seed=0)
    assert {env.reset()[1]["seat"] for _ in range(40)} == set(range(MOST[name]))


@every_name
@pytest.mark.parametrize("opponent", ["random", "first"])
def test_a_copy_keeps_the_game_and_goes_its_own_way(name: str, opponent: str) -> None:
    env = made(IDS[name], players=MOST[name], opponent=First() if opponent == "first" else opponent)
    _, info = env.reset(seed=2)
    answer = played(env, info, 1)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):  # noqa: S301  # our own
        again = copy.deepcopy(env)
        assert position(other) == position(env)
        ends = [played(each, answer[4], 1, seed=9) for each in (other, again)]
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


@every_name
def test_numpys_whole_numbers_are_as_good_as_pythons(name: str) -> None:
    env = made(IDS[name], players=np.int64(2), seat=np.int8(1), max_turns=np.uint16(60))
    _, info = env.reset(seed=5)
    assert (info["seat"], position(env).players) == (1, 2)
    many: Any = np.int32(3)
    envs: Any = gymnasium.make_vec(IDS[name], num_envs=many, seat=np.int64(1), threads=np.int64(1))
    assert envs.reset(seed=5)[0].shape == (3, floe.game(name).observation_size)


@every_name
def test_a_game_without_a_picture_is_shown_as_text_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    modes = made(IDS[name]).unwrapped.metadata["render_modes"]
    assert ("rgb_array" in modes) == bool(games.manifest(name).picture)
    plain = dataclasses.replace(games.manifest(name), picture=None)
    monkeypatch.setattr(type(floe.game(name)), "manifest", plain)
    env = made(IDS[name], render_mode="ansi")
    assert env.unwrapped.metadata["render_modes"] == ["human", "ansi"]
    for open_ in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(floe.FloeError, match="no render mode 'rgb_array'; there is human, ansi"):
            open_(IDS[name], render_mode="rgb_array")
