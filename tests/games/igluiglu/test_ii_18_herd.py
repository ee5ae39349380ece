"""II-18 Herd. (What a bear does where it comes: II-22 and II-23.)"""

from __future__ import annotations

import pytest

from floe import BadPosition
from tests.games.igluiglu.positions import cell, fields, offered, played, position, reason, refusal

HERD = {"r": "herd"}


def test_three_steps_follow() -> None:
    state = position("c3 f6", on={"c5": "f1"}, hands=HERD).play("herd")
    assert fields(state, "phase", "to_move", "played") == ("herd", 0, ["herd"])
    assert state.to_dict()["pending"] == {"steps": 3, "back": "act"}
    for left, action in ((2, "step c5 f1 n"), (1, "step c6 f1 n")):
        state = state.play(action)
        assert state.to_dict()["pending"] == {"steps": left, "back": "act"}
    state = state.play("step c7 f1 e")
    assert cell(state, "d7") == {"fish": "1"}
    assert fields(state, "phase", "points", "pending") == ("act", 3, None)


def test_the_steps_are_shared_out_at_will() -> None:
    state = position("e6", up="c3 d3", on={"c3": "x2", "b6": "f3", "g7": "bear"}, hands=HERD)
    state = played(state, "herd", "step c3 x2 e", "step b6 f3 s", "step g7 bear w")
    assert [cell(state, name) for name in ("d3", "b5", "f7")] == [
        {"ice": "up", "fox": "2"},
        {"fish": "3"},
        {"bear": True},
    ]


@pytest.mark.parametrize("points", [3, 1, 0])
def test_it_costs_no_points_in_the_second_part(points: int) -> None:
    state = position("c3", on={"c5": "f1"}, hands=HERD, points=points)
    state = played(state, "herd", "step c5 f1 n", "step c6 f1 n", "step c7 f1 n")
    assert fields(state, "phase", "points") == ("act", points)


def test_before_the_flip_it_follows_after_the_steps() -> None:
    state = position("c3 f6", phase="flip", on={"c5": "f1"}, hands=HERD).play("herd")
    assert fields(state, "points", "pending") == (0, {"steps": 3, "back": "flip"})
    state = played(state, "step c5 f1 n", "step c6 f1 n", "step c7 f1 n")
    assert fields(state, "phase", "points", "played") == ("flip", 0, ["herd"])


def test_all_three_must_be_made_while_any_step_is_possible() -> None:
    state = position("c3 f6", on={"c5": "f1"}, hands={"r": "herd melt energy1"}).play("herd")
    assert {action.split()[0] for action in state.legal_actions()} == {"step"}
    for action in ("end", "melt c3", "energy 1", "walk h8 w", "flip f6", "spear"):
        assert reason(state, action) == ("II-18", "due_herd")


def test_when_no_step_is_possible_it_may_be_played_for_nothing() -> None:
    state = position("c3", hands=HERD, points=2).play("herd")
    assert fields(state, "phase", "points", "played") == ("act", 2, ["herd"])
    assert state.to_dict()["hands"]["r"] == []


def test_for_nothing_before_the_flip_too() -> None:
    assert fields(position("c3", phase="flip", hands=HERD).play("herd"), "phase", "played") == ("flip", ["herd"])


def test_steps_that_have_become_impossible_lapse() -> None:
    """The only animal is speared on its first step."""
    state = position("c3", on={"c3": "b", "c4": "bear"}, hands={"r": "herd", "b": "harpoon"})
    state = played(state, "herd", "step c4 bear s", "spear")
    assert fields(state, "phase", "to_move", "points", "pending") == ("act", 0, 3, None)


def test_fish_step_to_neighbouring_sea_cells() -> None:
    state = position("c4 f6", on={"c5": "f12", "d5": "bear"}, hands=HERD).play("herd")
    assert offered(state, "step", "c5") == {"f1 n", "f1 e", "f1 w", "f2 n", "f2 e", "f2 w"}
    assert reason(state, "step c5 f1 s") == ("II-18", "fish_needs_sea")


def test_fish_do_not_leave_the_board_or_go_onto_land() -> None:
    state = position("f6", on={"a2": "f1"}, hands=HERD).play("herd")
    assert offered(state, "step", "a2") == {"f1 n", "f1 e"}
    assert reason(state, "step a2 f1 s") == ("II-18", "fish_needs_sea")
    assert reason(state, "step a2 f1 w") == ("II-18", "fish_needs_sea")


def test_fish_step_onto_centre_cells() -> None:
    assert "f1 e" in offered(position("f6", on={"c5": "f1"}, hands=HERD).play("herd"), "step", "c5")


def test_foxes_step_to_neighbouring_tiles_with_whatever_is_on_them() -> None:
    standing = {"c3": "x1", "c4": "b ^b", "b3": "bear"}
    state = position("c4 b3", up="c3", on=standing, hands=HERD).play("herd")
    assert offered(state, "step", "c3") == {"x1 n", "x1 w"}
    assert reason(state, "step c3 x1 e") == ("II-18", "fox_needs_tile")
    assert cell(state.play("step c3 x1 n"), "c4")["fox"] == "1"


def test_a_fox_leaves_its_glacier_for_a_face_down_tile_which_is_then_not_empty() -> None:
    state = position("c4 f6 g4", up="c3", on={"c3": "x1"}, hands=HERD, phase="flip")
    state = played(state, "herd", "step c3 x1 n", "step c4 x1 s", "step c3 x1 n")
    assert offered(state, "flip") == {"f6", "g4"}


def test_foxes_share_a_tile() -> None:
    state = position("f6", up="c3 c4 g7", on={"c3": "x1", "c4": "x12"}, hands=HERD)
    assert cell(played(state, "herd", "step c3 x1 n"), "c4") == {"ice": "up", "fox": "112"}


def test_a_fox_does_not_step_onto_land() -> None:
    state = position("b2", up="b1", on={"b1": "x1"}, hands=HERD).play("herd")
    assert offered(state, "step", "b1") == {"x1 n"}
    assert reason(state, "step b1 x1 w") == ("II-18", "fox_needs_tile")


def test_bears_step_onto_sea_and_tiles_alike() -> None:
    state = position("c4", on={"c3": "bear"}, hands=HERD).play("herd")
    assert offered(state, "step", "c3") == {"bear n", "bear e", "bear s", "bear w"}
    assert cell(state.play("step c3 bear n"), "c4") == {"ice": "energy1", "bear": True}
    assert cell(played(state, "step c3 bear n", "step c4 bear s"), "c3") == {"bear": True}


def test_bears_do_not_step_onto_each_other() -> None:
    state = position("f6", on={"c3": "bear", "c4": "bear"}, hands=HERD).play("herd")
    assert offered(state, "step", "c3") == {"bear e", "bear s", "bear w"}
    refused = refusal(state, "step c3 bear n")
    assert (refused.rule, refused.key, refused.values) == ("II-18", "bear_on_bear", {"rule": "II-18"})


def test_bears_do_not_step_onto_land_or_off_the_board() -> None:
    state = position("f6", on={"b1": "bear"}, hands=HERD).play("herd")
    assert offered(state, "step", "b1") == {"bear n", "bear e"}
    assert reason(state, "step b1 bear w") == ("II-18", "bear_off_board")
    assert reason(state, "step b1 bear s") == ("II-18", "bear_off_board")


def test_refused_to_herd_what_is_not_there() -> None:
    state = position("c3 f6", on={"c5": "f1"}, hands=HERD).play("herd")
    for what in ("c5 f2", "c5 bear", "c3 x1", "h8 f1"):
        refused = refusal(state, f"step {what} n")
        name, animal = what.split()
        assert (refused.rule, refused.key) == ("II-18", "no_animal")
        assert refused.values == {"animal": animal, "cell": name, "rule": "II-18"}


def test_it_is_not_played_in_between() -> None:
    assert reason(position("c3 f6", phase="drift", hands=HERD), "herd") == ("II-12", "due_drift")


OPEN_CORNERS = {"corners": "open"}


def test_where_the_corners_are_open_a_bear_may_be_herded_onto_land_and_off_it() -> None:
    on = {"b1": "bear"}
    assert offered(position("a2", on=on, hands=HERD).play("herd"), "step", "b1 bear") == {"n", "e"}
    state = position("a2", on=on, hands=HERD, rules=OPEN_CORNERS).play("herd")
    assert offered(state, "step", "b1 bear") == {"n", "e", "w"}
    state = state.play("step b1 bear w")
    assert cell(state, "a1") == {"bear": True}
    assert offered(state, "step", "a1 bear") == {"n", "e"}
    assert state.game.from_dict(state.to_dict()) == state
    assert cell(state.play("step a1 bear n"), "a2")["bear"] is True


def test_a_bear_on_land_attacks_those_who_are_there() -> None:
    state = position("a2", on={"b1": "bear"}, rest="a1", hands={"r": "herd", "b": "harpoon"}, rules=OPEN_CORNERS)
    state = played(state, "herd", "step b1 bear w")
    assert fields(state, "phase", "to_move") == ("spear", 1)
    assert state.play("spear").to_dict()["taken"]["b"] == ["bear"]
    state = played(state, "pass", "pass")
    assert (state.phase, state.to_dict()["pending"]["queue"]) == ("flee", "rrrrrbbbbb")
    assert "flee r a1" in state.legal_actions()


def test_a_bear_on_land_is_harpooned_there() -> None:
    state = position("a2", on={"a1": "r bear"}, hands={"r": "harpoon"}, rules=OPEN_CORNERS)
    assert state.play("harpoon a1 bear").to_dict()["taken"]["r"] == ["bear"]


def test_foxes_and_fish_stay_off_the_land() -> None:
    state = position("a2", up="b1", on={"b1": "x1", "a3": "f1"}, hands=HERD, rules=OPEN_CORNERS).play("herd")
    assert offered(state, "step", "b1 x1") == set()
    state = position("b2", on={"a2": "f1"}, hands=HERD, rules=OPEN_CORNERS).play("herd")
    assert offered(state, "step", "a2 f1") == {"n"}


def test_no_document_has_a_bear_on_closed_land() -> None:
    state = position("a2", on={"a1": "bear"}, rules=OPEN_CORNERS)
    closed = state.to_dict()
    del closed["rules"]["corners"]
    with pytest.raises(BadPosition, match="this cell is land"):
        state.game.from_dict(closed)
