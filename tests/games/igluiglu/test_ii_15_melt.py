"""II-15 Melt."""

from __future__ import annotations

import pytest

from tests.games.igluiglu.positions import CELLS, cell, fields, offered, played, position, reason, refusal

MELT = {"r": "melt"}


def test_a_face_down_tile_at_the_sea_is_removed_and_its_cell_becomes_sea() -> None:
    state = position("c3 f6", hands=MELT).play("melt c3")
    assert cell(state, "c3") == {}
    assert fields(state, "phase", "points", "played") == ("act", 3, ["melt"])


def test_nobody_sees_what_it_was() -> None:
    for kind in ("bear", "fish3", "glacier", "drift", "harpoon"):
        before = position(f"c3={kind} f6", hands=MELT)
        after = before.play("melt c3")
        expected = before.to_dict()["seen"]
        expected["melt"] += 1
        assert after.to_dict()["seen"] == expected
        assert after.to_dict()["hands"]["r"] == []
        assert after.to_dict()["supply"] == before.to_dict()["supply"]


def test_it_can_be_played_before_the_flip_which_follows() -> None:
    state = position("c3 f6", phase="flip", hands=MELT).play("melt c3")
    assert fields(state, "phase", "points", "played") == ("flip", 0, ["melt"])
    assert offered(state, "flip") == {"f6"}


@pytest.mark.parametrize("points", [3, 1, 0])
def test_it_can_be_played_at_any_time_in_the_second_part_and_costs_no_points(points: int) -> None:
    assert fields(position("c3 f6", hands=MELT, points=points).play("melt c3"), "phase", "points") == ("act", points)


def test_it_is_not_played_in_between() -> None:
    assert reason(position("c3 f6", phase="drift", hands=MELT), "melt c3") == ("II-12", "due_drift")


def test_which_tiles_it_may_take() -> None:
    """Not the igloo, not the glacier, not the tile between others; Inuit and animals do not protect."""
    standing = {"c3": "^b", "d3": "r", "e3": "bear", "f6": "x1"}
    state = position("b1 c3 d3 e3 f6 g6", up="c1 b2", on=standing, hands=MELT)
    assert offered(state, "melt") == {"d3", "e3", "f6", "g6"}


def test_refused_a_tile_with_an_igloo() -> None:
    for igloo in ("^r", "^b", "r ^r"):
        refused = refusal(position("c3 f6", on={"c3": igloo}, hands=MELT), "melt c3")
        assert (refused.rule, refused.key, refused.values) == ("II-15", "melt_igloo", {"cell": "c3"})


def test_refused_a_tile_that_is_not_at_the_sea() -> None:
    refused = refusal(position("b1 f6", up="c1 b2", hands=MELT), "melt b1")
    assert (refused.rule, refused.key, refused.values) == ("II-15", "melt_not_at_sea", {"cell": "b1"})


def test_refused_a_cell_without_a_tile() -> None:
    assert reason(position("c3", hands=MELT), "melt e5") == ("II-2", "no_tile")


def test_the_animals_on_it_are_out_of_the_game() -> None:
    before = position("c3 f6", up="g2 g3", on={"c3": "x13 bear"}, hands=MELT)
    after = before.play("melt c3")
    assert cell(after, "c3") == {}
    assert fields(after, "taken", "supply") == fields(before, "taken", "supply")


def test_fish_beside_it_stay() -> None:
    assert cell(position("c3 f6", on={"c4": "f12"}, hands=MELT).play("melt c3"), "c4") == {"fish": "12"}


def test_the_inuit_on_it_flee_to_corners_that_the_player_of_the_melt_chooses() -> None:
    state = position("c3 f6", players=3, on={"c3": "rrbyy"}, hands=MELT).play("melt c3")
    assert fields(state, "phase", "to_move", "points") == ("flee", 0, 3)
    assert state.to_dict()["pending"] == {"queue": "rrbyy", "steps": 0, "back": "act"}
    assert not any("inuit" in cell(state, name) for name in CELLS if name != "h8"), "those who wait are on no cell"
    for action in ("flee r a1", "flee r a8", "flee b h1", "flee y a1", "flee y h8"):
        assert state.phase == "flee"
        state = state.play(action)
    assert [cell(state, name).get("inuit") for name in ("a1", "a8", "h1", "h8")] == ["ry", "r", "b", "rbbyy"]
    assert fields(state, "phase", "points", "pending") == ("act", 3, None)


def test_all_four_corners_are_open_to_each() -> None:
    state = position("c3 f6", on={"c3": "rb", "a1": "bb"}, hands=MELT).play("melt c3")
    assert set(state.legal_actions()) == {"flee r a1", "flee r a8", "flee r h1", "flee r h8"}
    assert offered(state.play("flee r a1"), "flee") == {"b a1", "b a8", "b h1", "b h8"}


def test_before_the_flip_it_follows_after_the_flight() -> None:
    state = position("c3 f6", phase="flip", on={"c3": "b"}, hands=MELT).play("melt c3")
    assert state.to_dict()["pending"] == {"queue": "b", "steps": 0, "back": "flip"}
    state = state.play("flee b a1")
    assert fields(state, "phase", "to_move", "pending") == ("flip", 0, None)


def test_refused_another_colour_than_the_next_to_flee() -> None:
    refused = refusal(position("c3 f6", on={"c3": "rb"}, hands=MELT).play("melt c3"), "flee b a1")
    assert (refused.rule, refused.key, refused.values) == ("II-23", "other_flees", {"colour": "r"})


def test_refused_to_flee_anywhere_but_to_a_corner() -> None:
    state = position("c3 f6", on={"c3": "rb"}, hands=MELT).play("melt c3")
    for name in ("c3", "f6", "a2"):
        refused = refusal(state, f"flee r {name}")
        assert (refused.rule, refused.key, refused.values) == ("II-23", "not_corner", {"cell": name})


@pytest.mark.parametrize("action", ["end", "walk h8 w", "herd", "energy 1", "flip f6", "pass"])
def test_nothing_else_is_done_until_all_have_fled(action: str) -> None:
    state = position("c3 f6", on={"c3": "rb"}, hands={"r": "melt herd energy1"}).play("melt c3")
    assert reason(played(state, "flee r a1"), action) == ("II-23", "due_flee")
