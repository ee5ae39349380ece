"""II-17 Harpoon. (To enter a bear's cell: II-19. In answer to an attack: II-23.)"""

from __future__ import annotations

import pytest

from tests.games.igluiglu.positions import cell, fields, offered, position, reason, refusal

HARPOON = {"r": "harpoon"}


@pytest.mark.parametrize("points", [3, 0])
def test_it_takes_a_fish_that_an_own_inuit_can_hunt_without_points(points: int) -> None:
    state = position("c3", on={"c3": "r", "c4": "f13"}, hands=HARPOON, points=points).play("harpoon c4 f3")
    assert cell(state, "c4") == {"fish": "1"}
    assert fields(state, "points", "played") == (points, ["harpoon"])
    assert state.to_dict()["taken"] == {"r": ["f3"], "b": []}
    assert state.to_dict()["hands"]["r"] == []


def test_it_takes_a_fox_on_a_tile_with_an_own_inuit() -> None:
    state = position("f6", up="c3", on={"c3": "rb x3"}, hands=HARPOON).play("harpoon c3 x3")
    assert cell(state, "c3") == {"ice": "up", "inuit": "rb"}
    assert state.to_dict()["taken"]["r"] == ["x3"]


def test_it_takes_a_bear_on_the_same_cell_as_an_own_inuit() -> None:
    """As one who hid in an igloo from the attack has it."""
    state = position("c3", on={"c3": "r ^r bear"}, hands=HARPOON, points=0).play("harpoon c3 bear")
    assert cell(state, "c3") == {"ice": "energy1", "inuit": "r", "igloo": "r"}
    assert fields(state, "points", "played", "taken") == (0, ["harpoon"], {"r": ["bear"], "b": []})


def test_what_can_be_taken_is_what_can_be_hunted_and_bears() -> None:
    standing = {"c3": "r ^r bear x2", "c4": "f1", "b3": "f23", "f6": "b x1", "f7": "f2", "d4": "f3", "e3": "bear"}
    state = position("f6 d3", up="c3 g2", on=standing, hands=HARPOON, points=0)
    assert offered(state, "harpoon") == {"c3 bear", "c3 x2", "c4 f1", "b3 f2", "b3 f3"}
    assert offered(state, "hunt") == set()


def test_refused_an_animal_that_is_not_there() -> None:
    state = position("c3", on={"c3": "r", "c4": "f1"}, hands=HARPOON)
    for prey in ("c4 f2", "c3 x1", "c4 bear"):
        refused = refusal(state, f"harpoon {prey}")
        name, animal = prey.split()
        assert (refused.rule, refused.key) == ("II-17", "no_animal")
        assert refused.values == {"animal": animal, "cell": name, "rule": "II-17"}


def test_refused_fish_and_foxes_out_of_reach() -> None:
    state = position("c3", up="g2", on={"c3": "r", "d4": "f1", "g2": "b x1"}, hands=HARPOON)
    assert reason(state, "harpoon d4 f1") == ("II-20", "out_of_reach")
    assert reason(state, "harpoon g2 x1") == ("II-20", "out_of_reach")


def test_refused_a_bear_beside_the_own_inuit() -> None:
    refused = refusal(position("c3 d3", on={"c3": "r", "d3": "bear"}, hands=HARPOON), "harpoon d3 bear")
    assert (refused.rule, refused.key) == ("II-17", "bear_out_of_reach")


def test_refused_fish_beside_land() -> None:
    state = position("f6", on={"a1": "r", "a2": "f1"}, hands=HARPOON)
    assert reason(state, "harpoon a2 f1") == ("II-20", "out_of_reach")


@pytest.mark.parametrize(("phase", "why"), [("flip", ("II-7", "due_flip")), ("drift", ("II-12", "due_drift"))])
def test_it_is_played_in_the_second_part_only(phase: str, why: tuple[str, str]) -> None:
    state = position("c3 f6", phase=phase, on={"c3": "r", "c4": "f1"}, hands=HARPOON)
    assert reason(state, "harpoon c4 f1") == why
