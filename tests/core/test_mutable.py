"""A position changed in place: what it answers is always what its immutable twin answers."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest

import floe
from floe.core.mutable import IllegalNumber
from floe.core.randomness import generator

every_game = pytest.mark.parametrize("name", floe.game_names())


@every_game
def test_a_mutable_state_and_its_immutable_twin_agree_all_the_way(name: str) -> None:
    state, draw = floe.game(name).new(players=floe.game(name).players[-1], seed=5), random.Random(5)  # noqa: S311  # play, not secrets
    mutable = state.mutable()
    while not state.over:
        legal = state.legal_actions()
        assert not mutable.over
        assert mutable.legal().tolist() == sorted(map(state.action_number, legal))
        assert mutable.legal_mask().tolist() == state.legal_mask().tolist()
        assert mutable.legal().tolist() == sorted(map(state.action_number, legal))  # after the mask, too
        action = draw.choice(legal)
        mutable.step(state.action_number(action))
        state = state.play(action)
        assert mutable.array.tobytes() == state.array.tobytes()
    assert mutable.over
    assert mutable.legal().tolist() == []
    assert not mutable.legal_mask().any()


@every_game
def test_the_legal_actions_can_be_asked_for_after_the_mask_alone(name: str) -> None:
    mutable = floe.game(name).new(seed=5).mutable()
    mask = mutable.legal_mask().tolist()
    assert mutable.legal().tolist() == [action for action, legal in enumerate(mask) if legal]


def test_what_is_legal_is_asked_anew_after_every_kind_of_change() -> None:
    first = floe.game("icecult").new()
    moving = first.play("nn").play("ee")
    mutable = first.mutable()
    before = mutable.legal().tolist()
    mutable.set(moving.array)
    expected = moving.mutable().legal().tolist()
    assert mutable.legal().tolist() == expected != before
    mutable.playout(generator(1))
    assert mutable.over
    assert mutable.legal().tolist() == []
    mutable.set(first.array)
    assert not mutable.over
    assert mutable.legal().tolist() == before


def test_a_refused_step_changes_nothing() -> None:
    mutable = floe.game("icecult").new().mutable()
    before, legal = mutable.array.tobytes(), mutable.legal().tolist()
    with pytest.raises(IllegalNumber, match="action 64 cannot be played: it is not legal here"):
        mutable.step(64)
    assert mutable.array.tobytes() == before
    assert mutable.legal().tolist() == legal


def test_no_step_is_made_in_a_game_that_is_over() -> None:
    mutable = floe.game("icecult").new().mutable()
    mutable.playout(generator(1))
    with pytest.raises(IllegalNumber, match="action 0 cannot be played: the game is over"):
        mutable.step(0)


@pytest.mark.parametrize("action", [-1, 65, 2**70, "nn", None, 1.0])
def test_what_is_no_number_of_an_action_is_refused(action: object) -> None:
    with pytest.raises(IllegalNumber, match="actions are numbers from 0 to 64"):
        floe.game("icecult").new().mutable().step(action)


def test_numpys_numbers_are_welcome() -> None:
    mutable = floe.game("icecult").new().mutable()
    mutable.step(np.int32(0))
    assert mutable.array.tobytes() == floe.game("icecult").new().play("nn").array.tobytes()


def test_nothing_is_changed_past_the_rules() -> None:
    mutable = floe.game("icecult").new().mutable()
    with pytest.raises(ValueError, match="read-only"):
        mutable.array["phase"] = 3
    with pytest.raises(ValueError, match="read-only"):
        mutable.legal()[0] = 64


def test_a_copy_goes_its_own_way() -> None:
    mutable = floe.game("icecult").new().mutable()
    other = mutable.copy()
    other.step(0)
    assert mutable.array.tobytes() != other.array.tobytes()


def test_a_mutable_state_is_not_pickled() -> None:
    with pytest.raises(TypeError, match="pickle the State"):
        pickle.dumps(floe.game("icecult").new().mutable())
