"""II-20 Hunt."""

from __future__ import annotations

import pytest

from tests.games.igluiglu.positions import cell, fields, offered, played, position, reason, refusal


@pytest.mark.parametrize("value", [1, 2, 3])
def test_a_fish_beside_an_own_inuit_costs_its_value(value: int) -> None:
    state = position("c3", on={"c3": "r", "c4": "f123"}).play(f"hunt c4 f{value}")
    assert cell(state, "c4") == {"fish": "123".replace(str(value), "")}
    assert fields(state, "points", "taken") == (3 - value, {"r": [f"f{value}"], "b": []})


@pytest.mark.parametrize("value", [1, 2, 3])
def test_a_fox_on_the_same_tile_costs_its_value(value: int) -> None:
    state = position("f6", up="c3 g2 g3", on={"c3": "r x123"}).play(f"hunt c3 x{value}")
    assert cell(state, "c3") == {"ice": "up", "inuit": "r", "fox": "123".replace(str(value), "")}
    assert fields(state, "points", "taken") == (3 - value, {"r": [f"x{value}"], "b": []})


def test_which_animals_are_in_reach() -> None:
    """Fish beside, not diagonal or on the far side; foxes on the same tile, not beside it."""
    standing = {
        "c3": "r",
        "c4": "f1",
        "d3": "f2",
        "c2": "f3",
        "b3": "f12",
        "d4": "f1",
        "c5": "f1",
        "f6": "x1",
        "f7": "r",
    }
    state = position("c3 f7", up="f6", on=standing)
    assert offered(state, "hunt") == {"c4 f1", "d3 f2", "c2 f3", "b3 f1", "b3 f2"}


def test_others_inuit_hunt_nothing_for_me() -> None:
    state = position("c3", up="g2", on={"c3": "b", "c4": "f1", "g2": "b x1"})
    assert offered(state, "hunt") == set()
    assert reason(state, "hunt c4 f1") == ("II-20", "out_of_reach")
    assert reason(state, "hunt g2 x1") == ("II-20", "out_of_reach")


def test_from_land_no_fish_is_caught() -> None:
    state = position("f6", on={"a1": "r", "a2": "f1"})
    assert offered(state, "hunt") == set()
    assert reason(state, "hunt a2 f1") == ("II-20", "out_of_reach")


def test_only_what_the_points_pay_for_is_offered() -> None:
    state = position("c3", on={"c3": "r", "c4": "f123"}, points=2)
    assert offered(state, "hunt") == {"c4 f1", "c4 f2"}
    refused = refusal(state, "hunt c4 f3")
    assert (refused.rule, refused.key, refused.values) == (
        "II-20",
        "points",
        {"price": 3, "points": 2, "rule": "II-20"},
    )


def test_several_animals_can_be_hunted_in_a_turn() -> None:
    state = played(position("c3", on={"c3": "r", "c4": "f1112"}), "hunt c4 f1", "hunt c4 f1", "hunt c4 f1")
    assert state.to_dict()["taken"]["r"] == ["f1", "f1", "f1"]
    assert cell(state, "c4") == {"fish": "2"}


def test_a_bear_is_never_hunted_for_points_even_with_enough_of_them() -> None:
    state = played(position("c3", on={"c3": "r ^r bear"}, hands={"r": "energy3"}), "energy 3")
    assert state.to_dict()["points"] == 6
    assert offered(state, "hunt") == set()
    assert reason(state, "hunt c3 bear") == ("II-20", "bear_for_points")


def test_refused_an_animal_that_is_not_there() -> None:
    state = position("c3", on={"c3": "r", "c4": "f1"})
    for prey in ("c4 f2", "c3 x1", "e5 f1"):
        name, animal = prey.split()
        refused = refusal(state, f"hunt {prey}")
        assert (refused.rule, refused.key) == ("II-20", "no_animal")
        assert refused.values == {"animal": animal, "cell": name, "rule": "II-20"}


def test_taken_animals_are_written_in_a_fixed_order() -> None:
    state = position("f6", up="c3 g2", on={"c3": "r x1", "c4": "f1"}, taken={"r": "f2 x2 bear"})
    assert played(state, "hunt c3 x1", "hunt c4 f1").to_dict()["taken"]["r"] == ["f1", "f2", "x1", "x2", "bear"]
