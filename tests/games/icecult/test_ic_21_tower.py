"""IC-21 Tower."""

from __future__ import annotations

from typing import Any

import pytest

from floe import BadPosition
from tests.games.icecult.positions import paths, played, position, refusal, tilting

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


OWN = {"tower": "own"}
STANDING: dict[str, Any] = {"paths": {"e": {3: "yyyyy"}}, "rules": OWN}


def test_where_only_the_own_tower_counts_that_of_another_player_ends_nothing() -> None:
    state = position(to_move=1, rules=OWN, **FIFTH).play("a@2.1")
    assert (state.over, paths(state)) == (False, {"e": {3: "yyyyy"}})
    assert [fact.key for fact in position(to_move=1, rules=OWN, **FIFTH).facts("a@2.1")][-1] == "tower"
    assert position(rules=OWN, **FIFTH).play("a@2.1").winners == [0]


def test_it_counts_once_its_owner_makes_any_step_while_it_stands() -> None:
    state = position(tops="g>n arc arc arc", **STANDING).play("a@start")
    assert state.winners == [0]
    assert state.outcome is not None
    assert (state.outcome.rule, state.outcome.reason) == ("IC-21", "tower")


def test_not_if_that_step_breaks_it_up() -> None:
    state = position(tops="y>e arc arc arc", **STANDING).play("a@3.2")
    assert (state.over, paths(state)) == (False, {"e": {3: "y", 4: "yyyy"}})


def test_not_by_turning_a_cube_or_ending_the_turn() -> None:
    state = played(position(tops="arc arc arc arc", **STANDING), "a+", "end")
    assert (state.over, state.to_move) == (False, 1)


def test_not_by_another_players_step() -> None:
    assert not position(tops="g>n arc arc arc", to_move=1, **STANDING).play("a@start").over


def test_the_owner_wins_alone_though_the_step_brings_others_home() -> None:
    """Those who come home win by IC-20 whoever steps, but the player on turn comes first."""
    options = {"tops": "g>n arc arc arc", "home": {"g": 4}, "rules": OWN}
    paths_ = {"e": {3: "yyyyy"}, "n": {5: "g"}}
    assert position(paths=paths_, **options).play("a@5.1").winners == [0]
    assert position(paths=paths_, to_move=1, **options).play("a@5.1").winners == [1]
    assert position(paths=paths_, players="yrg", to_move=1, **options).play("a@5.1").winners == [2]


def test_a_game_may_be_drawn_while_somebodys_tower_stands() -> None:
    state = position(tops="arc arc arc arc", stalled=4, paths=STANDING["paths"], rules=OWN | {"stall_limit": 5})
    over = state.play("end")
    assert over.winners == [0, 1]
    assert over.outcome is not None
    assert over.outcome.reason == "standstill"
    assert over.game.from_dict(over.to_dict()) == over


def test_a_running_game_may_have_a_tower_until_its_owner_has_stepped() -> None:
    assert tilting(**STANDING).game.from_dict(tilting(**STANDING).to_dict()) == tilting(**STANDING)
    with pytest.raises(BadPosition, match="IC-21: the game runs, but 'y' has already won"):
        position(tops="g>n arc arc arc", used=["a"], **STANDING)
    assert not position(tops="g>n arc arc arc", used=["a"], to_move=1, **STANDING).over


BY_TURN = {"checked": "turn"}


def test_where_turns_are_looked_at_a_tower_counts_when_the_turn_ends() -> None:
    state = position(rules=BY_TURN, tops="y>e arc arc arc", paths=FIFTH["paths"], turn=8).play("a@2.1")
    assert (state.over, state.phase) == (False, "move")
    over = state.play("end")
    assert (over.winners, over.turn, over.to_dict()["stalled"]) == ([0], 9, 0)
    assert [fact.key for fact in state.facts("end")][:2] == ["turn_ended", "tower"]
    assert over.game.from_dict(over.to_dict()) == over


def test_a_tower_that_is_gone_by_then_does_not() -> None:
    state = position(rules=BY_TURN, tops="y>e y>e arc arc", paths=FIFTH["paths"])
    assert not played(state, "a@2.1", "b@3.5", "end").over


def test_then_too_the_player_who_ends_the_turn_comes_first() -> None:
    for seat in range(2):
        state = position(players="yg", to_move=seat, rules=BY_TURN, **TOGETHER)
        assert played(state, "a@2.1", "end").winners == [seat]
    state = position(players="rygb", to_move=3, rules=BY_TURN, **TOGETHER)
    assert played(state, "a@2.1", "end").winners == [1, 2]


def test_both_readings_together_look_at_the_tower_of_whoever_ends_the_turn() -> None:
    both = OWN | BY_TURN
    other = played(position(to_move=1, rules=both, tops="y>e arc arc arc", paths=FIFTH["paths"]), "a@2.1", "end")
    assert (other.over, other.to_move) == (False, 0)
    owner = position(rules=both, tops="arc arc arc arc", paths=STANDING["paths"], stalled=2).play("end")
    assert (owner.winners, owner.to_dict()["stalled"]) == ([0], 3)
    assert owner.game.from_dict(owner.to_dict()) == owner


def test_a_running_game_that_was_won_when_the_last_turn_ended_cannot_be() -> None:
    with pytest.raises(BadPosition, match="IC-21: the game runs, but 'y' has already won"):
        tilting(paths=STANDING["paths"], rules=BY_TURN)
    assert not position(tops="y>e arc arc arc", used=["a"], paths=STANDING["paths"], rules=BY_TURN).over
    with pytest.raises(BadPosition, match="IC-21: the game runs, but 'y' has already won"):
        tilting(paths=STANDING["paths"], rules=OWN | BY_TURN, to_move=1)
    assert not tilting(paths=STANDING["paths"], rules=OWN | BY_TURN).over
