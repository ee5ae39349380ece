"""IC-17 Circle."""

from __future__ import annotations

from typing import Any

import pytest

from floe import FloeError
from tests.games.icecult.positions import GAME, paths, played, position, refusal, steps

MAY = {"circles": "may"}


def test_a_circle_gives_one_more_step_with_an_arrow_on_top() -> None:
    state = position(tops="y>e circle arc arc").play("*a@start")
    assert paths(state) == {"e": {1: "y"}}
    assert state.to_dict()["circles"] == 0


def test_it_copies_an_arrow_not_yet_used_which_stays_unused() -> None:
    state = position(tops="y>e circle arc arc").play("*a@start")
    assert state.to_dict()["used"] == []
    assert steps(state, "a") == {"start", "1.1"}


def test_it_copies_an_arrow_already_used() -> None:
    state = position(tops="y>e circle arc arc").play("a@start")
    assert steps(state, "*a") == {"start", "1.1"}
    assert paths(state.play("*a@1.1")) == {"e": {2: "y"}}


def test_it_copies_in_the_direction_that_the_arrow_has_now() -> None:
    state = played(position(tops="y>e circle arc arc"), "a@start", "a+", "*a@start")
    assert paths(state) == {"e": {1: "y"}, "s": {1: "y"}}


def test_several_circles_may_copy_one_arrow() -> None:
    state = played(position(tops="y>e circle circle circle"), "*a@start", "*a@1.1", "*a@2.1", "a@3.1", "end")
    assert paths(state) == {"e": {4: "y"}}


def test_several_circles_may_copy_several_arrows() -> None:
    state = played(position(tops="y>e circle circle b>n"), "*a@start", "*d@start")
    assert paths(state) == {"e": {1: "y"}, "n": {1: "b"}}


def test_with_no_arrow_on_top_circles_do_nothing() -> None:
    state = position(tops="circle circle arc arc")
    assert not [action for action in state.legal_actions() if "@" in action]
    assert "end" in state.legal_actions()


def test_a_circle_must_be_used_while_an_arrow_has_a_step() -> None:
    state = position(tops="y>e circle arc b>n", paths={"n": {2: "b"}}, used=["a", "d"])
    refused = refusal(state, "end")
    assert (refused.rule, refused.key) == ("IC-17", "circle_due")
    assert refused.values == {"steps": "*a@start *d@start *d@2.1"}
    assert "must be used: *a@start *d@start *d@2.1" in str(refused)


def test_a_circle_need_not_be_used_when_no_arrow_has_a_step() -> None:
    state = position(tops="y>e circle arc arc", home={"y": 4}, paths={"w": {1: "y"}})
    assert "end" in state.legal_actions()


def test_an_arrow_that_is_due_is_named_before_a_circle() -> None:
    assert refusal(position(tops="y>e circle arc arc"), "end").key == "arrow_due"


def test_with_circles_may_they_can_be_waived() -> None:
    state = position(tops="y>e circle arc arc", used=["a"], rules=MAY)
    assert {"end", "*a@start"} <= set(state.legal_actions())
    assert state.play("end").to_dict()["circles"] == 0


def test_with_circles_may_an_arrow_is_still_due() -> None:
    assert refusal(position(tops="y>e circle arc arc", rules=MAY), "end").key == "arrow_due"


@pytest.mark.parametrize("circles", ["", "MUST", "never", None, 1, True, ["must"]])
def test_circles_are_must_or_may(circles: Any) -> None:
    with pytest.raises(FloeError, match="circles: expected one of 'must', 'may'") as caught:
        GAME.new(rules={"circles": circles})
    assert repr(circles) in str(caught.value)


def test_refused_a_circle_when_none_lies_on_top() -> None:
    refused = refusal(position(tops="y>e arc arc arc"), "*a@start")
    assert (refused.rule, refused.key) == ("IC-17", "no_circle")


def test_refused_a_circle_when_all_are_spent() -> None:
    refused = refusal(position(tops="y>e circle circle arc", circles=0), "*a@start")
    assert (refused.rule, refused.key) == ("IC-17", "circles_spent")


def test_refused_to_copy_a_cube_without_an_arrow() -> None:
    for slot, symbol in (("b", "a circle"), ("c", "an arc")):
        refused = refusal(position(tops="y>e circle arc arc"), f"*{slot}@start")
        assert (refused.rule, refused.key) == ("IC-17", "copies_no_arrow")
        assert refused.values == {"slot": slot, "symbol": symbol}


def test_refused_a_circle_step_that_the_arrow_does_not_have() -> None:
    state = position(tops="y>e circle arc arc", paths={"e": {1: "r"}})
    assert refusal(state, "*a@1.1").key == "other_colour"
    assert refusal(state, "*a@2.1").key == "no_pawn"
