"""IC-18 Arc."""

from __future__ import annotations

import pytest

from tests.games.icecult.positions import paths, played, position, refusal, steps

TURNS = {slot + sign for slot in "abcd" for sign in "+-"}


def test_an_arc_turns_any_cube_either_way_not_only_its_own() -> None:
    assert set(position(tops="y>e arc circle b>n").legal_actions()) >= TURNS


@pytest.mark.parametrize("symbol", ["arc", "circle", "y>n", "r>e", "g>s", "b>w"])
@pytest.mark.parametrize("sign", "+-")
def test_what_lies_on_top_stays_on_top(symbol: str, sign: str) -> None:
    state = position(tops=f"{symbol} arc arc arc").play(f"a{sign}")
    assert state.to_dict()["tops"]["a"].partition(">")[0] == symbol.partition(">")[0]
    assert state.to_dict()["cubes"]["a"][0] == position(tops=f"{symbol} arc arc arc").to_dict()["cubes"]["a"][0]


def test_a_turn_carries_the_sides_round() -> None:
    """From U up and N north: clockwise brings W to the north, counter-clockwise E."""
    state = position(tops="arc arc arc arc")
    assert state.play("a+").to_dict()["cubes"]["a"] == "UW"
    assert state.play("a-").to_dict()["cubes"]["a"] == "UE"


def test_each_arc_is_spent_once() -> None:
    state = position(tops="y>e arc arc b>n")
    assert [state.to_dict()["arcs"], state.play("a+").to_dict()["arcs"]] == [2, 1]
    spent = played(state, "a+", "d-")
    assert not TURNS & set(spent.legal_actions())


def test_arcs_may_be_spent_before_between_and_after_steps() -> None:
    state = position(tops="y>e arc arc b>n")
    before = played(state, "a+", "a@start", "d@start")
    between = played(state, "a@start", "a+", "d@start")
    after = played(state, "a@start", "d@start", "a+")
    assert paths(before) == {"s": {1: "y"}, "n": {1: "b"}}
    assert paths(between) == paths(after) == {"e": {1: "y"}, "n": {1: "b"}}
    assert {"b-", "end"} <= set(after.legal_actions())


def test_arcs_are_optional() -> None:
    assert "end" in position(tops="arc arc arc arc").legal_actions()


def test_a_step_that_a_turn_makes_possible_becomes_due() -> None:
    state = position(tops="y>e arc arc arc", home={"y": 4}, paths={"s": {2: "y"}})
    assert "end" in state.legal_actions()
    turned = state.play("a+")
    assert steps(turned, "a") == {"2.1"}
    assert refusal(turned, "end").key == "arrow_due"


def test_a_copy_that_a_turn_makes_possible_becomes_due() -> None:
    state = position(tops="y>e circle arc arc", home={"y": 4}, paths={"s": {2: "y"}}, used=["a"])
    assert "end" in state.legal_actions()
    assert refusal(state.play("a+"), "end").key == "circle_due"


def test_a_step_that_a_turn_makes_impossible_is_not_due_while_it_stays_so() -> None:
    state = position(tops="y>e arc arc arc", home={"y": 4}, paths={"e": {2: "y"}})
    assert "end" not in state.legal_actions()
    away = state.play("a+")
    assert "end" in away.legal_actions()
    assert refusal(away.play("a-"), "end").key == "arrow_due"


def test_turning_steps_nobody() -> None:
    state = position(tops="y>e arc arc arc", paths={"e": {1: "y"}})
    assert paths(state.play("a+")) == paths(state)


def test_refused_a_turn_when_no_arc_lies_on_top() -> None:
    refused = refusal(position(tops="y>e circle circle b>n"), "a+")
    assert (refused.rule, refused.key) == ("IC-18", "no_arc")


def test_refused_a_turn_when_all_arcs_are_spent() -> None:
    refused = refusal(position(tops="y>e arc circle b>n").play("b+"), "a-")
    assert (refused.rule, refused.key) == ("IC-18", "arcs_spent")
