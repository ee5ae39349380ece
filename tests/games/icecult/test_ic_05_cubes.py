"""IC-5 Cubes."""

from __future__ import annotations

import pytest

from tests.games.icecult.positions import GAME, position


@pytest.mark.parametrize(
    ("pair", "direction", "cubes"),
    [("n", "n", "ab"), ("e", "e", "bc"), ("s", "s", "cd"), ("w", "w", "ad")],
)
def test_a_pair_is_the_two_cubes_on_its_side_of_the_block(pair: str, direction: str, cubes: str) -> None:
    poses = GAME.new().play(pair + direction).to_dict()["cubes"]
    assert "".join(slot for slot, pose in poses.items() if pose != "UN") == cubes


@pytest.mark.parametrize("slot", "abcd")
def test_each_slot_holds_a_cube_that_can_be_turned_by_itself(slot: str) -> None:
    before = position(tops="arc arc arc arc").to_dict()["cubes"]
    after = position(tops="arc arc arc arc").play(f"{slot}+").to_dict()["cubes"]
    assert [other for other in "abcd" if before[other] != after[other]] == [slot]
