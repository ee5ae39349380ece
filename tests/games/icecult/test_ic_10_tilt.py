"""IC-10 Tilt."""

from __future__ import annotations

import itertools

import pytest

from floe import MalformedAction
from tests.games.icecult import plain
from tests.games.icecult.positions import GAME

PAIRS = {"n": "ab", "e": "bc", "s": "cd", "w": "da"}

# From the setup: what comes up is the face opposite to where the cube rolls. Rolling north or south brings U or D to
# the north side; rolling east or west leaves N there, turning in place.
ROLLED = {"n": "SU", "s": "ND", "e": "WN", "w": "EN"}


@pytest.mark.parametrize("tilt", plain.TILTS)
def test_both_cubes_of_the_pair_roll_and_the_others_lie_still(tilt: str) -> None:
    pair, direction = tilt[0], tilt[1]
    cubes = GAME.new().play(tilt).to_dict()["cubes"]
    assert cubes == dict.fromkeys("abcd", "UN") | dict.fromkeys(PAIRS[pair], ROLLED[direction])


@pytest.mark.parametrize("pose", sorted(plain.CUBES))
@pytest.mark.parametrize("tilt", plain.TILTS)
def test_a_roll_carries_the_faces_round_its_axis_from_every_pose(pose: str, tilt: str) -> None:
    pair, direction = tilt[0], tilt[1]
    document = GAME.new().to_dict()
    for slot in "abcd":
        document["cubes"][slot] = pose
        document["tops"][slot] = plain.top(plain.FAIR[slot], pose)
    after = GAME.from_dict(document).play(tilt).to_dict()["cubes"]
    old = plain.CUBES[pose]
    for slot in PAIRS[pair]:
        new = plain.CUBES[after[slot]]
        back = plain.OPPOSITE[direction]
        assert (new[direction], new["u"], new[back], new["d"]) == (old["u"], old[back], old["d"], old[direction])
        assert all(new[side] == old[side] for side in "nesw" if side not in (direction, back))


def test_what_comes_up_lies_on_top() -> None:
    """Rolled to the south, cubes a and b show their N faces, whose arrows point toward U: south."""
    assert GAME.new().play("ns").to_dict()["tops"] == {"a": "y>s", "b": "g>s", "c": "arc", "d": "arc"}


@pytest.mark.parametrize("text", [a + b for a, b in itertools.product("nesw", repeat=2) if (a in "ns") != (b in "ns")])
def test_a_pair_cannot_roll_along_its_own_axis(text: str) -> None:
    with pytest.raises(MalformedAction, match="IC-10: the pairs n and s tilt toward n or s") as caught:
        GAME.new().play(text)
    assert repr(text) in str(caught.value)
