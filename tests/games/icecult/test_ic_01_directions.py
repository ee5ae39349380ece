"""IC-1 Directions."""

from __future__ import annotations

from tests.games.icecult.positions import played, position


def test_clockwise_goes_from_north_to_east_to_south_to_west() -> None:
    state = position(tops="y>n arc arc arc", arcs=3)
    seen = [state.to_dict()["tops"]["a"]]
    for _ in range(3):
        state = state.play("a+")
        seen.append(state.to_dict()["tops"]["a"])
    assert seen == ["y>n", "y>e", "y>s", "y>w"]


def test_after_west_comes_north_again() -> None:
    assert position(tops="y>w arc arc arc").play("a+").to_dict()["tops"]["a"] == "y>n"


def test_counter_clockwise_is_the_other_way_round() -> None:
    state = position(tops="y>n arc arc arc")
    assert played(state, "a-").to_dict()["tops"]["a"] == "y>w"
    assert played(state, "a-", "a-").to_dict()["tops"]["a"] == "y>s"
    assert played(state, "a-", "a-", "a-").to_dict()["tops"]["a"] == "y>e"
