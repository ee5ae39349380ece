"""IC-8 Pose."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from floe import BadPosition
from floe.games.icecult.geometry import POSES
from tests.games.icecult import plain
from tests.games.icecult.positions import GAME

BEHIND = dict(zip("UNESWD", "DSWNEU", strict=True))


def test_all_cubes_begin_in_pose_un() -> None:
    assert GAME.new().to_dict()["cubes"] == dict.fromkeys("abcd", "UN")


def test_a_pose_is_the_face_that_is_up_and_a_neighbouring_face_to_the_north() -> None:
    lawful = {up + north for up, north in itertools.product("UNESWD", repeat=2) if north not in up + BEHIND[up]}
    assert len(lawful) == len(POSES) == 24
    assert set(POSES) == lawful == set(plain.CUBES)


@pytest.mark.parametrize("slot", "abcd")
@pytest.mark.parametrize("pose", sorted(plain.CUBES))
def test_every_cube_can_lie_in_every_pose(slot: str, pose: str) -> None:
    document = GAME.new().to_dict()
    document["cubes"][slot] = pose
    document["tops"][slot] = plain.top(plain.FAIR[slot], pose)
    assert GAME.from_dict(document).to_dict() == document


@pytest.mark.parametrize("pose", ["UU", "UD", "NS", "WE", "un", "U", "", "UNE", "NU ", "XX", 0, None, ["U", "N"]])
def test_anything_else_is_no_pose(pose: Any) -> None:
    document = GAME.new().to_dict()
    document["cubes"]["b"] = pose
    with pytest.raises(BadPosition) as caught:
        GAME.from_dict(document)
    assert caught.value.where == "cubes.b"
    assert repr(pose) in str(caught.value)
