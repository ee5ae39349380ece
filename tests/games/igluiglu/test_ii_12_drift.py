"""II-12 Drift. (What is in the way: II-13.)"""

from __future__ import annotations

from tests.games.igluiglu.positions import cell, drawn, fields, offered, position, reason, refusal


def test_the_cell_becomes_sea_and_a_push_is_due() -> None:
    state = position("c3=drift f6", phase="flip").play("flip c3")
    assert cell(state, "c3") == {}
    assert fields(state, "phase", "to_move", "points", "pending") == ("drift", 0, 0, None)


def test_a_push_must_be_made() -> None:
    state = position("c3=drift f6", phase="flip", hands={"r": "melt herd energy1 harpoon"}).play("flip c3")
    assert set(state.legal_actions()) == {"drift f6 n", "drift f6 e", "drift f6 s", "drift f6 w"}
    for action in ("end", "flip f6", "melt f6", "herd", "energy 1", "walk h8 w", "shove f1 n"):
        assert reason(state, action) == ("II-12", "due_drift")


def test_a_tile_is_pushed_one_cell_and_the_second_part_follows() -> None:
    state = position("c3 f6=bear", phase="drift").play("drift f6 w")
    assert cell(state, "f6") == {}
    assert cell(state, "e6") == {"ice": "bear"}
    assert fields(state, "phase", "points") == ("act", 3)


LINE = """
    . . . . . . . .
    . . . . . . . .
    . . . . # . . .
    . . . . . . . .
    . # # # . # . .
    . . # . . . . .
    . . . . . . . .
    . . . . . . . .
"""


def test_all_tiles_in_an_unbroken_line_ahead_move_along() -> None:
    state = position(**drawn(LINE), phase="drift").play("drift b4 e")
    assert {name for name in state.to_dict()["cells"] if name != "h8"} == {"c4", "d4", "e4", "f4", "c3", "e6"}


def test_tiles_behind_the_pushed_one_and_beyond_a_gap_stay() -> None:
    state = position(**drawn(LINE), phase="drift").play("drift c4 e")
    assert {name for name in state.to_dict()["cells"] if name != "h8"} == {"b4", "d4", "e4", "f4", "c3", "e6"}


def test_the_order_of_the_tiles_stays() -> None:
    state = position("b4=bear c4=fish1 d4=melt", phase="drift").play("drift b4 e")
    assert [cell(state, name).get("ice") for name in ("b4", "c4", "d4", "e4")] == [None, "bear", "fish1", "melt"]


def test_every_tile_can_be_pushed_toward_every_side_where_its_line_ends_at_the_sea() -> None:
    state = position(**drawn(LINE), phase="drift")
    assert offered(state, "drift", "c4") == {"n", "e", "s", "w"}
    assert offered(state, "drift", "e6") == {"n", "e", "s", "w"}


def test_what_stands_on_a_moving_tile_moves_with_it() -> None:
    standing = {"c3": "rr ^r x13 bear", "d3": "rb"}
    state = position("c3 d3", up="g2 g3", on=standing, phase="drift").play("drift c3 e")
    assert cell(state, "c3") == {}
    assert cell(state, "d3") == {"ice": "energy1", "inuit": "rr", "igloo": "r", "fox": "13", "bear": True}
    assert cell(state, "e3") == {"ice": "energy1", "inuit": "rb"}


def test_a_bear_that_drifts_attacks_nobody() -> None:
    state = position("c3 e3", on={"c3": "r ^r bear", "e3": "b"}, phase="drift").play("drift c3 n")
    assert fields(state, "phase", "points") == ("act", 3)
    assert cell(state, "c4")["inuit"] == "r"


def test_a_line_is_not_pushed_off_the_board() -> None:
    state = position("g4 h4 b8", phase="drift")
    assert offered(state, "drift", "g4") == {"n", "s", "w"}
    refused = refusal(state, "drift g4 e")
    assert (refused.rule, refused.key) == ("II-12", "push_blocked")
    assert refused.values == {"cell": "g4", "direction": "e"}
    assert reason(state, "drift b8 n") == ("II-12", "push_blocked")


def test_a_line_is_not_pushed_onto_land() -> None:
    state = position("b1 c1 a7", phase="drift")
    assert "w" not in offered(state, "drift", "c1")
    assert reason(state, "drift c1 w") == ("II-12", "push_blocked")
    assert reason(state, "drift a7 n") == ("II-12", "push_blocked")


def test_a_full_column_cannot_be_pushed() -> None:
    state = position("d1 d2 d3 d4 d5 d6 d7 d8", phase="drift")
    assert offered(state, "drift", "d4") == {"e", "w"}


def test_seven_tiles_can_be_pushed_at_once() -> None:
    state = position("d1 d2 d3 d4 d5 d6 d7", phase="drift").play("drift d1 n")
    assert {name for name in state.to_dict()["cells"] if name != "h8"} == {f"d{row}" for row in range(2, 9)}


def test_the_cell_of_the_drift_tile_itself_can_be_pushed_into() -> None:
    state = position("c3=drift c2", phase="flip").play("flip c3").play("drift c2 n")
    assert "ice" in cell(state, "c3")


def test_if_no_push_is_possible_nothing_happens() -> None:
    state = position("c3=drift", phase="flip").play("flip c3")
    assert fields(state, "phase", "points") == ("act", 3)
    assert state.to_dict()["seen"]["drift"] == position("c3=drift", phase="flip").to_dict()["seen"]["drift"] + 1


def test_refused_to_push_where_no_tile_lies() -> None:
    refused = refusal(position("c3", phase="drift"), "drift e5 n")
    assert (refused.rule, refused.key, refused.values) == ("II-2", "no_tile", {"cell": "e5"})
