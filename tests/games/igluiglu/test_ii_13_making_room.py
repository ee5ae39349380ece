"""II-13 Making room."""

from __future__ import annotations

import pytest

from tests.games.igluiglu.positions import cell, fields, offered, played, position, reason, refusal

OPEN = {"centre": "open"}


def test_a_push_into_a_cell_with_fish_waits_until_they_are_moved() -> None:
    state = position("c2 f6", on={"c3": "f2", "c2": "r"}, phase="drift").play("drift c2 n")
    assert fields(state, "phase", "to_move", "pending") == ("shove", 0, {"push": "drift c2 n"})
    assert cell(state, "c2")["inuit"] == "r"
    assert set(state.legal_actions()) == {"shove f2 n", "shove f2 e", "shove f2 w"}


def test_when_the_last_one_is_moved_the_push_is_made() -> None:
    state = played(position("c2 f6", on={"c3": "f2", "c2": "r"}, phase="drift"), "drift c2 n", "shove f2 w")
    assert cell(state, "b3") == {"fish": "2"}
    assert cell(state, "c2") == {}
    assert cell(state, "c3") == {"ice": "energy1", "inuit": "r"}
    assert fields(state, "phase", "points", "pending") == ("act", 3, None)


def test_several_tokens_are_moved_one_by_one_in_the_order_and_to_the_cells_that_the_player_chooses() -> None:
    state = position("c2 f6", on={"c3": "f1123 bear"}, phase="drift").play("drift c2 n")
    left = []
    for action in ("shove f3 n", "shove bear e", "shove f1 w", "shove f2 n"):
        assert state.phase == "shove"
        left.append(cell(state, "c3"))
        state = state.play(action)
    assert left == [{"fish": "1123", "bear": True}, {"fish": "112", "bear": True}, {"fish": "112"}, {"fish": "12"}]
    assert state.phase == "shove"
    state = state.play("shove f1 e")
    assert state.phase == "act"
    assert cell(state, "c4") == {"fish": "23"}
    assert cell(state, "b3") == {"fish": "1"}
    assert cell(state, "d3") == {"fish": "1", "bear": True}


def test_the_whole_line_waits() -> None:
    state = played(position("c1 c2 c3", on={"c4": "f1"}, phase="drift"), "drift c1 n", "shove f1 n")
    assert {name for name in state.to_dict()["cells"] if name != "h8"} == {"c2", "c3", "c4", "c5"}


def test_an_animal_goes_to_a_neighbouring_sea_cell_only() -> None:
    """West of b3 lies a tile, south of it the tile that is pushed; c2 is not next to it."""
    state = position("b2 a3 f6", on={"b3": "f1 bear"}, phase="drift").play("drift b2 n")
    assert set(state.legal_actions()) == {"shove f1 n", "shove f1 e", "shove bear n", "shove bear e"}
    for action in ("shove f1 w", "shove f1 s", "shove bear w"):
        assert reason(state, action) == ("II-13", "shove_not_sea")


def test_an_animal_is_not_moved_onto_land_or_off_the_board() -> None:
    state = position("b2", on={"b1": "f1"}, phase="drift").play("drift b2 s")
    assert offered(state, "shove") == {"f1 e"}
    assert reason(state, "shove f1 w") == ("II-13", "shove_not_sea")
    assert reason(state, "shove f1 s") == ("II-13", "shove_not_sea")


def test_fish_for_which_there_is_no_room_forbid_the_push() -> None:
    state = position("b2 a3 c3 b4", on={"b3": "f1"}, phase="drift")
    assert "n" not in offered(state, "drift", "b2")
    refused = refusal(state, "drift b2 n")
    assert (refused.rule, refused.key, refused.values) == ("II-13", "no_room", {"cell": "b3"})


def test_a_bear_for_which_there_is_no_room_forbids_the_push_even_if_fish_have_some() -> None:
    around = {"b3": "f1 bear", "b4": "bear", "a3": "bear", "c3": "bear"}
    state = position("b2 f6", on=around, phase="drift")
    refused = refusal(state, "drift b2 n")
    assert (refused.rule, refused.key, refused.values) == ("II-13", "no_room", {"cell": "b3"})
    assert "drift b2 n" in position("b2 f6", on=around | {"b3": "f1"}, phase="drift").legal_actions()


def test_a_bear_is_not_moved_onto_another_bear() -> None:
    state = position("b2 f6", on={"b3": "bear", "b4": "bear"}, phase="drift").play("drift b2 n")
    assert offered(state, "shove") == {"bear e", "bear w"}
    assert reason(state, "shove bear n") == ("II-13", "bear_on_bear")


def test_a_bear_is_not_moved_onto_a_closed_centre_cell() -> None:
    state = position("d2 f6", on={"d3": "f1 bear"}, phase="drift").play("drift d2 n")
    assert offered(state, "shove") == {"f1 n", "f1 e", "f1 w", "bear e", "bear w"}
    assert reason(state, "shove bear n") == ("II-21", "centre_closed")


def test_it_may_be_when_the_centre_is_open() -> None:
    state = position("d2 f6", on={"d3": "f1 bear"}, phase="drift", rules=OPEN).play("drift d2 n")
    assert offered(state, "shove") == {"f1 n", "f1 e", "f1 w", "bear n", "bear e", "bear w"}


@pytest.mark.parametrize(("rules", "allowed"), [({}, False), (OPEN, True)])
def test_a_bear_whose_only_way_is_the_centre_forbids_the_push_while_it_is_closed(
    rules: dict[str, str], allowed: bool
) -> None:
    state = position("d2 c3 e3", on={"d3": "bear"}, phase="drift", rules=rules)
    assert ("drift d2 n" in state.legal_actions()) == allowed


def test_a_bear_that_is_moved_onto_fish_eats_them() -> None:
    state = played(position("c2 f6", on={"c3": "bear", "c4": "f123"}, phase="drift"), "drift c2 n", "shove bear n")
    assert cell(state, "c4") == {"bear": True}


def test_fish_that_are_moved_onto_a_bear_live() -> None:
    state = played(position("c2 f6", on={"c3": "f1", "c4": "bear f2"}, phase="drift"), "drift c2 n", "shove f1 n")
    assert cell(state, "c4") == {"fish": "12", "bear": True}


def test_a_bear_moved_out_of_the_way_attacks_nobody() -> None:
    """It goes to the sea, where no Inuit are."""
    state = position("c2 c4", on={"c3": "bear", "c4": "b", "c2": "r"}, phase="drift").play("drift c2 n")
    assert offered(state, "shove") == {"bear e", "bear w"}
    assert state.play("shove bear e").phase == "act"


def test_refused_to_move_what_is_not_in_the_way() -> None:
    state = position("c2 f6", on={"c3": "f2", "d3": "f1"}, phase="drift").play("drift c2 n")
    for animal in ("f1", "bear", "x2"):
        refused = refusal(state, f"shove {animal} n")
        assert (refused.rule, refused.key) == ("II-13", "not_in_the_way")
        assert refused.values == {"animal": animal, "cell": "c3"}


@pytest.mark.parametrize("action", ["drift c2 e", "drift c2 n", "end", "herd", "melt f6", "step c3 f2 n", "flip f6"])
def test_nothing_else_is_done_until_there_is_room(action: str) -> None:
    state = position("c2 f6", on={"c3": "f2"}, phase="drift", hands={"r": "melt herd"}).play("drift c2 n")
    assert reason(state, action) == ("II-13", "due_shove")


def test_open_corners_are_no_room() -> None:
    """They are open to bears that are herded (II-18); room is made at sea."""
    state = position("b2 c2 c1", on={"b1": "bear"}, phase="drift", rules={"corners": "open"})
    assert "drift b2 s" not in state.legal_actions()
