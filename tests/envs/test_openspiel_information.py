"""Who knows what: observers, information states, and states determinized from them."""

from __future__ import annotations

import itertools
import json
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import floe
from floe.games.igluiglu.layout import FLIP, HAND, KINDS, MELT, MELT_ACTION
from tests.envs.openspiel_play import GAMES, IGLU_GAMES, NAMES, OUTSIDE, dice, load, played, states, step

NONE, SINGLE, ALL = (
    pyspiel.PrivateInfoType.NONE,
    pyspiel.PrivateInfoType.SINGLE_PLAYER,
    pyspiel.PrivateInfoType.ALL_PLAYERS,
)
ICE_CULT, IGLU_IGLU = NAMES


def observer(game: Any, public: bool, recall: bool, private: Any) -> Any:
    return make_observation(game, pyspiel.IIGObservationType(public, recall, private))


def numbers(seed: int = 11) -> Any:
    return dice(seed).random


def holding(name: str, seed: int) -> Any:
    """A state where every seat holds tiles and a player is to move."""
    rng = dice(seed)
    state = load(name).new_initial_state()
    while state.current_player() < 0 or not state.position.array["hands"][0, : state.num_players()].any(axis=1).all():
        step(state, rng)
    return state


# What an observation is.


@pytest.mark.parametrize("name", GAMES)
def test_the_observation_is_the_seats_view_and_its_values(name: str) -> None:
    state = played(name, seed=1, actions=70)
    position = state.position.state()
    for seat in range(state.num_players()):
        assert json.loads(state.observation_string(seat)) == position.view(seat)
        assert np.array_equal(np.array(state.observation_tensor(seat), np.float32), position.observe(seat))


@pytest.mark.parametrize("name", [*NAMES, *OUTSIDE])
def test_the_tensor_has_the_slices_of_the_encoding(name: str) -> None:
    game = load(name)
    state = played(name, seed=2, actions=70)
    encoding = state.position.game.encoding
    observation = make_observation(game)
    observation.set_from(state, 1)
    assert {key: value.shape for key, value in observation.dict.items()} == {part.name: part.shape for part in encoding}
    for part in encoding:
        assert np.array_equal(observation.dict[part.name], encoding.part(state.position.state().observe(1), part.name))
    assert game.observation_tensor_shape() == [encoding.size]


def test_nothing_in_ice_cult_is_private() -> None:
    game, state = load(ICE_CULT), played(ICE_CULT, seed=3, actions=50)
    assert observer(game, False, False, SINGLE).string_from(state, 0) == ""
    assert state.information_state_string(0) == state.information_state_string(1) == state.history_str()


def test_the_open_part_is_the_spectators_view() -> None:
    game, state = load(IGLU_IGLU), holding(IGLU_IGLU, seed=4)
    open_part = observer(game, True, False, NONE)
    assert json.loads(open_part.string_from(state, 0)) == state.position.state().view(None)
    open_part.set_from(state, 0)
    assert "ice" in open_part.dict
    assert not {"hand", "pool"} & open_part.dict.keys()


def test_the_open_part_tells_nothing_of_any_hand() -> None:
    game, state = load(IGLU_IGLU), holding(IGLU_IGLU, seed=4)
    open_part = observer(game, True, False, NONE)
    open_part.set_from(state, 0)
    values, text = open_part.tensor.copy(), open_part.string_from(state, 0)
    sampler = numbers()
    for seat in (0, 1):
        for _ in range(10):
            determinized = state.resample_from_infostate(seat, sampler)
            open_part.set_from(determinized, 0)
            assert np.array_equal(open_part.tensor, values)
            assert open_part.string_from(determinized, 0) == text


def test_the_private_part_is_the_own_hand() -> None:
    game, state = load(IGLU_IGLU), holding(IGLU_IGLU, seed=4)
    hands = state.position.state().to_dict()["hands"]
    own = observer(game, False, False, SINGLE)
    assert json.loads(own.string_from(state, 1)) == {"b": hands["b"]}
    own.set_from(state, 1)
    assert own.tensor.tolist() == state.position.game.encoding.part(state.position.state().observe(1), "hand").tolist()
    assert [value > 0 for value in own.tensor] == [kind in hands["b"] for kind in HAND]
    assert json.loads(observer(game, False, False, ALL).string_from(state, 1)) == hands
    assert json.loads(observer(game, True, False, ALL).string_from(state, 1))["hands"] == hands
    assert observer(game, False, False, NONE).string_from(state, 1) == ""


def test_remembered_parts_are_put_together_from_the_logs() -> None:
    game, state = load(IGLU_IGLU), holding(IGLU_IGLU, seed=4)
    remembered = observer(game, True, True, NONE).string_from(state, 0)
    own = observer(game, False, True, SINGLE).string_from(state, 1)
    assert state.information_state_string(1) == f"{remembered}; {own}"
    assert observer(game, True, True, SINGLE).tensor is None
    everything = observer(game, True, True, ALL).string_from(state, 0)
    assert own in everything
    assert observer(game, False, True, SINGLE).string_from(state, 0) in everything


@pytest.mark.parametrize("name", GAMES)
def test_a_tensor_that_would_have_to_remember_everything_is_refused(name: str) -> None:
    """OpenSpiel says of a game whether it has one; one that asks all the same is told, not given an empty one."""
    game, state = load(name), played(name, seed=5, actions=20)
    assert not game.get_type().provides_information_state_tensor
    for ask in (
        lambda: state.information_state_tensor(0),
        state.information_state_tensor,
        game.information_state_tensor_shape,
        game.information_state_tensor_size,
    ):
        with pytest.raises(floe.FloeError, match="no information_state_tensor"):
            ask()


@pytest.mark.parametrize("name", [name for name in GAMES if name not in IGLU_GAMES])
def test_where_nothing_is_hidden_a_state_is_resampled_as_it_is(name: str) -> None:
    state = played(name, seed=5, actions=20)
    again = state.resample_from_infostate(1, numbers())
    assert str(again) == str(state)
    assert again.history() == state.history()
    again.apply_action(again.legal_actions()[0])
    assert str(again) != str(state)


def test_observers_take_no_parameters() -> None:
    for name in NAMES:
        with pytest.raises(floe.FloeError, match="no parameters"):
            make_observation(load(name), None, {"colour": 1})


# What an information state is.


def test_an_information_state_tells_the_game_as_the_seat_saw_it() -> None:
    state = load("python_floe_igluiglu(players=3)").new_initial_state()
    for outcome in (0, 1, 2, 1):
        state.apply_action(outcome)
    for cell in ("b1", "c1", "d1") * 3:
        state.apply_action(state.string_to_action(f"place {cell}"))
    for kind in ("herd", "fish2"):
        state.apply_action(state.string_to_action("flip d3" if kind == "herd" else "flip e3"))
        state.apply_action(KINDS.index(kind) - 1)
        if kind == "herd":
            state.apply_action(state.string_to_action("end"))
    for value in (3, 1):
        state.apply_action(value - 1)
    places = ", ".join(f"place {cell}" for cell in ("b1", "c1", "d1") * 3)
    seen = f"d4 f1, e4 f2, d5 f3, e5 f2, {places}, flip d3 kept, end, flip e3 fish2 f3 f1"
    assert state.information_state_string(0) == f"{seen}; seat 0 +herd"
    assert state.information_state_string(1) == f"{seen}; seat 1"


def test_between_flip_and_outcome_the_tile_is_in_the_air() -> None:
    state = played(IGLU_IGLU, seed=1, actions=14)
    state.apply_action(state.string_to_action("flip d3"))
    assert json.loads(state.observation_string(1))["flipped"] == ["d3"]
    state.apply_action(KINDS.index("fish2") - 1)
    state.apply_action(0)
    assert json.loads(state.observation_string(1))["flipped"] == ["d3", "fish2", "f1"]
    assert json.loads(str(state))["flipped"] == ["d3", "fish2", "f1"]
    state.apply_action(0)
    assert "flipped" not in json.loads(str(state))


@pytest.mark.parametrize("name", IGLU_GAMES)
def test_two_states_that_look_alike_to_a_seat_offer_it_the_same(name: str) -> None:
    """A tile that one seat keeps is of two kinds in two states: no other seat can tell them apart by anything."""
    rng = dice(name)
    state = load(name).new_initial_state()
    compared = 0
    while not state.is_terminal():
        outcomes = dict(state.chance_outcomes()) if state.is_chance_node() else {}
        kept = [outcome for outcome in outcomes if len(state.position.flipped) == 1 and outcome + 1 >= MELT]
        for one, other in itertools.pairwise(kept):
            flipper = int(state.position.array["owner"][0])
            for seat in set(range(state.num_players())) - {flipper}:
                assert_alike(state.child(one), state.child(other), seat)
                compared += 1
        step(state, rng)
    assert compared > 50


def assert_alike(one: Any, other: Any, seat: int) -> None:
    assert one.current_player() == other.current_player()
    assert one.information_state_string(seat) == other.information_state_string(seat)
    assert one.observation_string(seat) == other.observation_string(seat)
    assert one.observation_tensor(seat) == other.observation_tensor(seat)
    if one.current_player() == seat:
        assert one.legal_actions() == other.legal_actions()


def test_recall_is_perfect() -> None:
    """Each information state of a seat begins with its information state at every earlier moment."""
    state = load(IGLU_IGLU).new_initial_state()
    rng = dice(8)
    earlier = [("", "")] * 2
    while not state.is_terminal():
        step(state, rng)
        for seat in range(2):
            open_log, own_log = state.information_state_string(seat).split("; ")
            assert open_log.startswith(earlier[seat][0])
            assert own_log.startswith(earlier[seat][1])
            earlier[seat] = (open_log, own_log)


# Resampling.


@pytest.mark.parametrize("name", IGLU_GAMES)
def test_a_resampled_state_looks_the_same_to_the_seat(name: str) -> None:
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    for state in states(name, seed=9):
        if state.current_player() >= 0 and state.move_number() % 5 == 0:
            for seat in range(state.num_players()):
                assert_alike(state.resample_from_infostate(seat, sampler), state, seat)


@pytest.mark.parametrize("name", IGLU_GAMES)
def test_a_resampled_state_has_a_history_that_leads_to_it(name: str) -> None:
    game = load(name)
    sampler = numbers()
    for state in states(name, seed=10):
        if state.current_player() >= 0 and state.move_number() % 20 == 0:
            determinized = state.resample_from_infostate(state.current_player(), sampler)
            replayed = game.new_initial_state()
            for action in determinized.history():
                replayed.apply_action_with_legality_check(action)
            assert str(replayed) == str(determinized)
            for seat in range(state.num_players()):
                assert replayed.information_state_string(seat) == determinized.information_state_string(seat)
            assert determinized.move_number() == state.move_number()
            assert [entry.player for entry in determinized.full_history()] == [
                entry.player for entry in state.full_history()
            ]


def test_the_others_hands_are_imagined_and_the_real_state_stays_as_it_is() -> None:
    state = holding("python_floe_igluiglu(players=3)", seed=12)
    before = str(state), state.history()
    sampler = numbers()
    determinized = [json.loads(str(state.resample_from_infostate(1, sampler)))["hands"] for _ in range(60)]
    real = json.loads(str(state))["hands"]
    assert all(hands["b"] == real["b"] for hands in determinized)
    for colour in "ry":
        assert {len(hands[colour]) for hands in determinized} == {len(real[colour])}
        assert len({tuple(hands[colour]) for hands in determinized}) > 3
    assert (str(state), state.history()) == before


def test_the_same_numbers_resample_the_same_state() -> None:
    state = holding(IGLU_IGLU, seed=13)
    one, other = (state.resample_from_infostate(0, numbers(5)) for _ in range(2))
    assert str(one) == str(other)
    assert one.history() == other.history()


def test_a_hand_is_imagined_as_evenly_as_the_engine_does_it() -> None:
    """After one tile was kept and nothing else seen, it is of each kind with a red border as the mix has it."""
    state = played(IGLU_IGLU, seed=1, actions=14)
    state.apply_action(state.string_to_action("flip d3"))
    state.apply_action(KINDS.index("melt") - 1)
    sampler = numbers()
    counts = np.zeros(len(HAND))
    n = 1400
    for _ in range(n):
        counts += state.resample_from_infostate(1, sampler).position.array["hands"][0, 0]
    expected = np.array([6, 2, 2, 2, 6, 6]) / 24 * n
    assert ((counts - expected) ** 2 / expected).sum() < 5 + 4 * np.sqrt(10)


def test_a_tile_that_was_played_is_imagined_to_have_been_drawn_before() -> None:
    """Seat 0 kept two tiles and played a herd in between: the first of them was that herd, whatever is determinized."""
    state = played(IGLU_IGLU, seed=1, actions=14)
    for kind in ("herd", None, "melt"):
        flip = next(action for action in state.legal_actions() if FLIP <= action < MELT_ACTION)
        state.apply_action(flip)
        state.apply_action(KINDS.index(kind or "bear") - 1)
        if kind == "herd":
            state.apply_action(state.string_to_action("herd"))
            for _ in range(3):
                state.apply_action(state.legal_actions()[0])
        state.apply_action(state.string_to_action("end"))
    sampler = numbers()
    logs = {state.resample_from_infostate(1, sampler).position.hand_logs[0] for _ in range(50)}
    assert {log.rsplit(" ", 1)[0] for log in logs} == {"+herd -herd"}
    assert len(logs) > 3
    assert {log for log in logs if log.endswith("+herd")}


def test_a_finished_game_is_resampled_as_it_is() -> None:
    state = list(states(IGLU_IGLU, seed=14))[-1]
    again = state.resample_from_infostate(0, numbers())
    assert str(again) == str(state)
    assert again.history() == state.history()
