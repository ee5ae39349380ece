"""II-27 Animals. (Which there are: II-4.)"""

from __future__ import annotations

import pytest

from tests.games.igluiglu.positions import played, position


@pytest.mark.parametrize(
    ("animal", "value"), [("f1", 1), ("f2", 2), ("f3", 3), ("x1", 1), ("x2", 2), ("x3", 3), ("bear", 4)]
)
def test_each_animal_scores_its_value(animal: str, value: int) -> None:
    state = position(up="c3", taken={"b": animal})
    assert state.scores().animal_points == {"r": 0, "b": value}
    assert state.play("end").to_dict()["scores"]["b"] == {"animals": value, "islands": 0, "total": value}


def test_animals_add_up_and_are_listed() -> None:
    sheet = position(up="c3 g2 g3", taken={"r": "f1 f3 f3 x2 bear bear", "b": "x3"}).scores()
    assert sheet.animal_points == {"r": 17, "b": 3}
    assert sheet.animals == {"r": {"f1": 1, "f3": 2, "x2": 1, "bear": 2}, "b": {"x3": 1}}


def test_an_animal_taken_by_harpoon_scores_like_any_other() -> None:
    state = position("c3", on={"c3": "r", "c4": "f3"}, hands={"r": "harpoon"})
    assert played(state, "harpoon c4 f3").scores().animal_points["r"] == 3


def test_animals_that_are_out_of_the_game_score_for_nobody() -> None:
    state = position("c3", on={"b3": "bear", "c4": "f3"}, hands={"r": "herd"})
    state = played(state, "herd", "step b3 bear n", "step b4 bear e")
    assert set(state.scores().animal_points.values()) == {0}
