"""IC-16 Piggyback."""

from __future__ import annotations

import pytest

from tests.games.icecult.positions import paths, position


def test_a_stepping_pawn_carries_all_that_stand_on_it_in_their_order() -> None:
    state = position(tops="y>e arc arc arc", paths={"e": {2: "yrgb"}}).play("a@2.1")
    assert paths(state) == {"e": {3: "yrgb"}}


def test_those_below_it_stay() -> None:
    state = position(tops="y>e arc arc arc", paths={"e": {2: "rgyb"}}).play("a@2.3")
    assert paths(state) == {"e": {2: "rg", 3: "yb"}}


def test_the_top_pawn_steps_alone() -> None:
    state = position(tops="y>e arc arc arc", paths={"e": {2: "yry"}}).play("a@2.3")
    assert paths(state) == {"e": {2: "yr", 3: "y"}}


def test_the_whole_party_goes_on_top_of_those_on_the_next_space() -> None:
    state = position(tops="y>e arc arc arc", paths={"e": {1: "b", 2: "ryg", 3: "gb", 4: "r"}}).play("a@2.2")
    assert paths(state) == {"e": {1: "b", 2: "r", 3: "gbyg", 4: "r"}}


def test_riders_come_home_with_their_carrier() -> None:
    state = position(tops="y>e arc arc arc", paths={"e": {5: "byrrg"}}).play("a@5.2")
    assert paths(state) == {"e": {5: "b"}}
    assert state.to_dict()["home"] == {"y": 1, "r": 2, "g": 1, "b": 0}


def test_a_pawn_from_start_carries_nobody() -> None:
    state = position(tops="y>e arc arc arc", paths={"e": {1: "rg"}}).play("a@start")
    assert paths(state) == {"e": {1: "rgy"}}


@pytest.mark.parametrize("space", range(1, 10))
def test_parties_of_every_size_step_from_every_space(space: int) -> None:
    """Eighteen pawns on one path of nine spaces, ten of them in the stack that is broken up."""
    stack = "rbgrbgrbgr"
    for standing in range(1, 11):
        colour = stack[standing - 1]
        around = {1: "y", 9: "bb"} if space not in (1, 8, 9) else {4: "ybb"}
        state = position(
            tops=f"{colour}>s arc arc arc", rules={"path_length": 9}, players="yb", paths={"s": around | {space: stack}}
        )
        after = paths(state.play(f"a@{space}.{standing}"))["s"]
        expected = dict(around)
        if stack[: standing - 1]:
            expected[space] = stack[: standing - 1]
        if space < 9:
            expected[space + 1] = stack[standing - 1 :]
        assert after == expected
