"""IC-22 Standstill."""

from __future__ import annotations

from typing import Any

import pytest

from floe import FloeError
from tests.games.icecult.positions import GAME, played, position, refusal

STILL = {"tops": "arc arc arc arc", "arcs": 0}


def test_sixty_turns_in_a_row_without_a_step_are_a_draw_that_all_share() -> None:
    """The north pair rolled over twice shows its circles, and next time its arcs again: never an arrow."""
    state = GAME.new(players=3)
    for turn in range(60):
        assert not state.over
        assert state.to_dict()["stalled"] == turn
        state = played(state, "nn", "nn", "end")
    assert (state.phase, state.to_move, state.winners) == ("over", None, [0, 1, 2])
    assert state.to_dict()["turn"] == 60
    assert state.outcome is not None
    assert state.outcome.draw
    assert (state.outcome.rule, state.outcome.reason) == ("IC-22", "standstill")


def test_the_limit_can_be_chosen() -> None:
    state = position(stalled=6, rules={"stall_limit": 7}, **STILL).play("end")
    assert state.over
    assert state.to_dict()["stalled"] == 7


def test_one_turn_fewer_is_no_standstill() -> None:
    state = position(stalled=5, rules={"stall_limit": 7}, **STILL).play("end")
    assert not state.over
    assert state.to_dict()["stalled"] == 6


def test_a_step_starts_the_count_anew() -> None:
    state = position(tops="y>e arc arc arc", stalled=6, rules={"stall_limit": 7})
    assert state.play("a@start").to_dict()["stalled"] == 0
    assert played(state, "a@start", "end").to_dict()["stalled"] == 0
    assert not played(state, "a@start", "end").over


def test_a_circle_step_alone_starts_the_count_anew() -> None:
    """The arrow itself is turned to where it has no step before the turn ends."""
    paths = {"e": {1: "y"}}
    state = position(tops="y>e circle arc arc", home={"y": 4}, paths=paths, stalled=6, rules={"stall_limit": 7})
    after = played(state, "*a@1.1", "a+")
    assert after.to_dict()["used"] == []
    assert after.play("end").to_dict()["stalled"] == 0


def test_turning_cubes_is_no_step() -> None:
    state = played(position(tops="arc arc arc arc", stalled=2), "a+", "b-", "end")
    assert state.to_dict()["stalled"] == 3


@pytest.mark.parametrize("limit", [1, 1000])
def test_the_limit_may_be_from_1_to_1000(limit: int) -> None:
    assert GAME.new(rules={"stall_limit": limit}).to_dict()["rules"]["stall_limit"] == limit
    assert position(stalled=limit - 1, rules={"stall_limit": limit}, **STILL).play("end").over


@pytest.mark.parametrize("limit", [0, 1001, -1, 60.0, "60", True, None])
def test_no_other_limit_is_accepted(limit: Any) -> None:
    with pytest.raises(FloeError, match="stall_limit: expected a whole number from 1 to 1000") as caught:
        GAME.new(rules={"stall_limit": limit})
    assert repr(limit) in str(caught.value)


def test_refused_any_action_after_the_end() -> None:
    refused = refusal(position(stalled=59, **STILL).play("end"), "nn")
    assert (refused.rule, refused.key) == ("IC-22", "over")
