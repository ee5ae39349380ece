"""II-4 Animals."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.igluiglu.positions import CENTRE, GAME, cell, position


@pytest.mark.parametrize("seed", range(5))
def test_there_are_eight_fish_of_1_twelve_of_2_and_eight_of_3(seed: int) -> None:
    first = GAME.new(seed=seed)
    face_up = [int(cell(first, name)["fish"]) for name in CENTRE]
    assert Counter(first.to_dict()["supply"]["fish"] + face_up) == {1: 8, 2: 12, 3: 8}


@pytest.mark.parametrize("seed", range(5))
def test_there_are_three_foxes_of_1_four_of_2_and_three_of_3(seed: int) -> None:
    assert Counter(GAME.new(seed=seed).to_dict()["supply"]["fox"]) == {1: 3, 2: 4, 3: 3}


def test_there_are_four_bears_and_each_is_worth_4() -> None:
    assert GAME.new().to_dict()["supply"]["bears"] == 4
    assert position("c3", taken={"b": "bear bear"}).scores().animal_points == {"r": 0, "b": 8}


def test_the_order_of_the_tokens_comes_from_the_seed() -> None:
    orders = {tuple(GAME.new(seed=seed).to_dict()["supply"]["fish"]) for seed in range(10)}
    assert len(orders) == 10
    orders = {tuple(GAME.new(seed=seed).to_dict()["supply"]["fox"]) for seed in range(10)}
    assert len(orders) > 5


def test_before_they_come_up_tokens_are_a_number_to_everybody() -> None:
    for seat in (None, 0, 1):
        assert GAME.new(seed=1).view(seat)["supply"] == {"fish": 24, "fox": 10, "bears": 4}


def test_once_up_the_value_is_open_to_everybody() -> None:
    state = position("c3=fish2 f6=glacier h4", phase="flip", fish=[3, 1], fox=[2])
    for seat in (None, 0, 1):
        assert state.play("flip c3").view(seat)["cells"]["c3"] == {"fish": "13"}
        assert state.play("flip f6").view(seat)["cells"]["f6"] == {"ice": "up", "fox": "2"}


def test_tokens_on_one_cell_are_written_in_rising_order() -> None:
    state = position("c3=fish3 f6", phase="flip", fish=[3, 1, 2]).play("flip c3")
    assert cell(state, "c3") == {"fish": "123"}
