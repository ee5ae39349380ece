"""IC-21 Tower."""

from __future__ import annotations

import pytest

from tests.games.icecult.positions import paths, position, refusal

FIFTH = {"tops": "y>e circle arc arc", "paths": {"e": {2: "y", 3: "yyyy"}}}
TOGETHER = {"tops": "y>e arc arc arc", "paths": {"e": {2: "yg", 3: "gyyrgygyg"}}}


def test_five_pawns_of_a_player_in_one_stack_end_the_game_at_once() -> None:
    state = position(**FIFTH).play("a@2.1")
    assert (state.phase, state.winners) == ("over", [0])
    assert paths(state) == {"e": {3: "yyyyy"}}
    assert state.outcome is not None
    assert (state.outcome.rule, state.outcome.reason) == ("IC-21", "tower")


def test_it_does_not_matter_what_else_is_in_the_stack() -> None:
    state = position(tops="y>e arc arc arc", paths={"e": {2: "yb", 3: "rybyyry"}}).play("a@2.1")
    assert state.winners == [0]


@pytest.mark.parametrize("space", range(1, 6))
def test_a_tower_counts_on_every_space(space: int) -> None:
    if space == 1:
        state = position(tops="g>w arc arc arc", paths={"w": {1: "gggbg", 4: "r"}}).play("a@start")
    else:
        state = position(tops="g>w arc arc arc", paths={"w": {space - 1: "rg", space: "gggbg"}}).play(
            f"a@{space - 1}.2"
        )
    assert state.winners == [1]


def test_five_pawns_on_one_path_but_in_two_stacks_are_no_tower() -> None:
    state = position(tops="y>e arc arc arc", paths={"e": {1: "y", 4: "yyyy"}}).play("a@1.1")
    assert not state.over


def test_four_pawns_in_a_stack_of_five_are_no_tower() -> None:
    state = position(tops="y>e arc arc arc", paths={"e": {2: "y", 3: "yyyr"}}).play("a@2.1")
    assert paths(state) == {"e": {3: "yyyry"}}
    assert not state.over


def test_it_counts_whoever_made_the_step() -> None:
    assert position(to_move=1, **FIFTH).play("a@2.1").winners == [0]


def test_it_counts_whoevers_pawn_made_the_step() -> None:
    """A red pawn carries the fifth yellow one onto the other four."""
    state = position(tops="r>e arc arc arc", paths={"e": {2: "ry", 3: "yyyy"}}).play("a@2.1")
    assert state.winners == [0]


def test_it_counts_after_a_circle_step_too() -> None:
    assert position(**FIFTH).play("*a@2.1").winners == [0]


def test_the_player_on_turn_wins_alone_if_the_tower_is_theirs_too() -> None:
    for seat in range(2):
        assert position(players="yg", to_move=seat, **TOGETHER).play("a@2.1").winners == [seat]


def test_otherwise_all_whose_tower_the_step_completed_share_the_win() -> None:
    assert position(players="rygb", to_move=3, **TOGETHER).play("a@2.1").winners == [1, 2]


def test_breaking_a_stack_up_completes_no_tower() -> None:
    """Yellow's pawns go from a stack of neighbours to one of strangers."""
    state = position(tops="y>e arc arc arc", paths={"e": {2: "yyyg", 3: "bb"}, "n": {1: "yy"}}).play("a@2.2")
    assert paths(state)["e"] == {2: "y", 3: "bbyyg"}
    assert not state.over


def test_refused_any_action_after_the_end() -> None:
    refused = refusal(position(**FIFTH).play("a@2.1"), "end")
    assert (refused.rule, refused.key) == ("IC-21", "over")
