"""IC-15 Stack."""

from __future__ import annotations

import pytest

from tests.games.icecult.positions import paths, position


def test_a_pawn_from_start_goes_on_top_of_those_on_space_1() -> None:
    state = position(tops="y>e arc arc arc", paths={"e": {1: "rgb"}}).play("a@start")
    assert paths(state) == {"e": {1: "rgby"}}


def test_a_stepping_pawn_goes_on_top_of_those_on_the_next_space() -> None:
    state = position(tops="y>e arc arc arc", paths={"e": {2: "y", 3: "gr"}}).play("a@2.1")
    assert paths(state) == {"e": {3: "gry"}}


@pytest.mark.parametrize("direction", "nesw")
def test_stacks_elsewhere_are_not_touched(direction: str) -> None:
    standing = {path: {1: "rg", 2: "y", 3: "b" if path == direction else "", 5: "b"} for path in "nesw"}
    state = position(tops=f"y>{direction} arc arc arc", paths=standing, players="gr")
    after = {path: {space: stack for space, stack in stacks.items() if stack} for path, stacks in standing.items()}
    after[direction] = {1: "rg", 3: "by", 5: "b"}
    assert paths(state.play("a@2.1")) == after


def test_a_stack_can_hold_all_that_are_on_a_path() -> None:
    """No player's tower is complete: one yellow and one green pawn are home. Red and blue are neutral."""
    state = position(tops="b>s arc arc arc", players="yg", paths={"s": {1: "yyyyrrrrrggggbbbb"}}, home={"y": 1, "g": 1})
    assert paths(state.play("a@start")) == {"s": {1: "yyyyrrrrrggggbbbbb"}}
