"""IC-7 Cube sets. (Sets that break the rule: ``test_cube_sets.py``.)"""

from __future__ import annotations

import itertools

import pytest

from floe.games.icecult.cubesets import BUILT_IN, check_cube_set
from tests.games.icecult import plain
from tests.games.icecult.positions import GAME, paths, played

FAIR = BUILT_IN["fair"]


def test_the_default_set_is_fair_and_lawful() -> None:
    assert GAME.new().to_dict()["rules"]["cubes"] == "fair"
    assert check_cube_set(FAIR) == FAIR


@pytest.mark.parametrize(
    ("name", "sides"),
    [("fair", ["ybgr", "gryb", "ybgr", "gryb"]), ("balanced", ["ygbr", "brgy", "bygr", "grby"])],
)
def test_in_a_built_in_set_each_cube_has_an_arc_a_circle_and_an_arrow_of_each_colour(
    name: str, sides: list[str]
) -> None:
    for cube, colours in zip(BUILT_IN[name].values(), sides, strict=True):
        assert cube["U"] == "arc"
        assert cube["D"] == "circle"
        assert [cube[face] for face in "NESW"] == [f"{colour}>U" for colour in colours]
        assert sorted(colours) == sorted("yrgb")


@pytest.mark.parametrize("name", BUILT_IN)
def test_in_a_built_in_set_an_arrow_on_top_points_to_the_side_of_its_arc(name: str) -> None:
    """For each cube in each pose: the side on which U lies."""
    arrows = 0
    for slot, (pose, cube) in itertools.product("abcd", plain.CUBES.items()):
        document = GAME.new(rules={"cubes": name}).to_dict()
        assert document["rules"]["cubes"] == name
        document["cubes"][slot] = pose
        document["tops"][slot] = plain.top(BUILT_IN[name][slot], pose)
        shown = GAME.from_dict(document).to_dict()["tops"][slot]
        if ">" in shown:
            arrows += 1
            assert cube[shown[2]] == "U"
    assert arrows == 4 * 16


def test_an_own_set_is_played_and_written_out_in_the_position() -> None:
    own = {slot: dict(symbols) for slot, symbols in FAIR.items()}
    own["a"]["S"] = "b>E"
    own["b"]["S"] = "circle"
    state = played(GAME.new(rules={"cubes": own}), "nn", "ss")
    assert state.to_dict()["rules"]["cubes"] == own
    assert state.to_dict()["tops"] == {"a": "b>e", "b": "circle", "c": "y>s", "d": "g>s"}
    assert paths(played(state, "a@start", "*a@1.1")) == {"e": {2: "b"}}
    assert GAME.from_dict(state.to_dict()) == state


def test_a_set_that_was_given_stays_as_it_was() -> None:
    own = {slot: dict(symbols) for slot, symbols in FAIR.items()}
    state = GAME.new(rules={"cubes": own})
    own["a"]["U"] = "circle"
    assert state.to_dict()["rules"]["cubes"]["a"]["U"] == "arc"
