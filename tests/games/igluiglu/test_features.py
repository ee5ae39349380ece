"""What a network is told of a position: the same of every symmetry and every colour, and never more than fits."""

from __future__ import annotations

import numpy as np
from hypothesis import given

import floe
from floe.core.game import State
from floe.games.igluiglu.features import ISLANDS, MAX_ACTIVE, N_FEATURES, PER_SEAT, features
from tests.games.igluiglu import positions as igluiglu
from tests.games.igluiglu.strategies import positions
from tests.games.igluiglu.test_symmetries import SYMMETRIES, moved_document

GAME = floe.game("igluiglu")


def told(state: State) -> list[int]:
    found = np.full(MAX_ACTIVE, -1, np.int32)
    active = features(state.array[0], found)
    assert (found[active:] == -1).all()
    return sorted(int(number) for number in found[:active])


@given(positions(running=True))
def test_there_is_room_for_all_that_is_told_and_only_islands_and_inuit_are_told_twice(state: State) -> None:
    numbers = told(state)
    assert len(numbers) < MAX_ACTIVE
    assert numbers[0] >= 0
    assert numbers[-1] < N_FEATURES
    others = [number for number in numbers if number >= 4 * PER_SEAT or number % PER_SEAT < ISLANDS]
    assert len(others) == len(set(others))


@given(positions(running=True))
def test_the_moved_board_looks_the_same(state: State) -> None:
    wanted = told(state)
    for symmetry in SYMMETRIES:
        assert told(GAME.from_dict(moved_document(state.to_dict(), symmetry))) == wanted


def test_islands_and_prey_are_told() -> None:
    before = igluiglu.position("c3 d3 f6", on={"c3": "r", "f6": "b"})
    for change in ({"c3": "rr", "f6": "b"}, {"c3": "r", "f6": "bb"}, {"c3": "r", "f6": "b", "c4": "f2"}):
        assert told(igluiglu.position("c3 d3 f6", on=change)) != told(before)
