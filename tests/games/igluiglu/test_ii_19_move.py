"""II-19 Move."""

from __future__ import annotations

import pytest

from tests.games.igluiglu.positions import cell, drawn, fields, offered, played, position, reason, refusal

HARPOON = {"r": "harpoon"}


def test_a_walk_to_a_neighbouring_tile_costs_one_point() -> None:
    state = position("c3 c4", on={"c3": "rr"}).play("walk c3 n")
    assert cell(state, "c3")["inuit"] == "r"
    assert cell(state, "c4")["inuit"] == "r"
    assert state.to_dict()["points"] == 2


def test_with_three_points_one_inuit_walks_three_cells_or_three_walk_one() -> None:
    state = position("c3 c4 c5 c6", on={"c3": "rrr"})
    far = played(state, "walk c3 n", "walk c4 n", "walk c5 n")
    assert (cell(far, "c3")["inuit"], cell(far, "c6")["inuit"]) == ("rr", "r")
    assert cell(played(state, "walk c3 n", "walk c3 n", "walk c3 n"), "c4")["inuit"] == "rrr"
    assert reason(far, "walk c6 s") == ("II-19", "points")


def test_an_inuit_walks_onto_tiles_with_inuit_foxes_and_igloos_of_anybody() -> None:
    state = position("c3 b3 d3 c4", up="g2", on={"c3": "r", "b3": "bb", "d3": "^b", "c4": "x1"})
    assert offered(state, "walk", "c3") == {"n", "e", "w"}


def test_an_inuit_does_not_walk_onto_sea() -> None:
    state = position("c3", on={"c3": "r"})
    assert offered(state, "walk", "c3") == set()
    assert reason(state, "walk c3 n") == ("II-19", "walk_needs_tile")


def test_an_inuit_never_walks_onto_land() -> None:
    state = position("b1 c1", on={"b1": "r"})
    assert offered(state, "walk", "b1") == {"e"}
    assert reason(state, "walk b1 w") == ("II-19", "walk_needs_tile")


def test_an_inuit_walks_off_land() -> None:
    state = position("b1 a2", on={"a1": "r"})
    assert offered(state, "walk", "a1") == {"n", "e"}
    assert cell(state.play("walk a1 e"), "b1")["inuit"] == "r"


def test_others_inuit_are_not_moved() -> None:
    state = position("c3 c4", on={"c3": "b"})
    refused = refusal(state, "walk c3 n")
    assert (refused.rule, refused.key, refused.values) == ("II-19", "no_inuit", {"cell": "c3", "rule": "II-19"})
    assert reason(state, "kayak c3 c4") == ("II-19", "no_inuit")


def test_a_kayak_costs_three_points() -> None:
    state = position("c3 f6", on={"c3": "r"}).play("kayak c3 f6")
    assert cell(state, "c3") == {"ice": "energy1"}
    assert cell(state, "f6")["inuit"] == "r"
    assert state.to_dict()["points"] == 0
    refused = refusal(position("c3 f6", on={"c3": "r"}, points=2), "kayak c3 f6")
    assert (refused.rule, refused.key, refused.values) == (
        "II-19",
        "points",
        {"price": 3, "points": 2, "rule": "II-19"},
    )


def test_a_kayak_goes_past_fish_and_catches_none() -> None:
    lane = "b3 c3 d3 b5 c5 d5"
    state = position(lane, on={"b3": "r", "b4": "f1", "c4": "f2", "d4": "f3"}).play("kayak b3 d5")
    assert [cell(state, name) for name in ("b4", "c4", "d4")] == [{"fish": "1"}, {"fish": "2"}, {"fish": "3"}]
    assert state.to_dict()["taken"]["r"] == []


CANAL = """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    # # # # # # # #
    . . . B . . . .
    # # # # # # # #
    . . . . . . . .
    . . . . . . . .
"""


def test_a_cell_with_a_bear_cuts_an_area_in_two() -> None:
    canal = drawn(CANAL)
    canal["on"]["b3"] = "r"
    state = position(**canal, rest="h8")
    north_west = {"a5", "b5", "c5"}
    assert offered(state, "kayak", "b3") & {f"{column}5" for column in "abcdefgh"} == north_west
    refused = refusal(state, "kayak b3 f5")
    assert (refused.rule, refused.key, refused.values) == ("II-19", "kayak_other_sea", {"cell": "b3", "target": "f5"})
    del canal["on"]["d4"]
    assert offered(position(**canal), "kayak", "b3") >= {f"{column}5" for column in "abcdefgh"}


def test_a_tile_between_two_areas_is_next_to_both() -> None:
    canal = drawn(CANAL)
    canal["on"]["b3"] = "r"
    assert offered(position(**canal), "kayak", "b3") == {"a5", "b5", "c5", "a3"} | {f"{c}3" for c in "cdefgh"}


def test_a_tile_with_no_sea_beside_it_has_no_kayak() -> None:
    state = position("b2 f6", up="b1 b3 a2 c2", on={"b2": "r"})
    assert offered(state, "kayak", "b2") == set()
    assert reason(state, "kayak b2 f6") == ("II-19", "kayak_other_sea")


def test_a_kayak_goes_off_land() -> None:
    state = position("c3 f6", on={"a1": "r"})
    assert offered(state, "kayak", "a1") == {"c3", "f6"}
    assert cell(state.play("kayak a1 c3"), "c3")["inuit"] == "r"


def test_a_corner_that_ice_shuts_in_is_left_on_foot_only() -> None:
    state = position("b1 a2 f6", on={"a1": "r"})
    assert offered(state, "kayak", "a1") == set()
    assert offered(state, "walk", "a1") == {"n", "e"}


def test_a_kayak_never_ends_on_sea_or_land() -> None:
    state = position("c3 f6", on={"c3": "r"})
    for target in ("d3", "a1", "h8"):
        refused = refusal(state, f"kayak c3 {target}")
        assert (refused.rule, refused.key) == ("II-19", "kayak_needs_tile")
        assert refused.values == {"cell": "c3", "target": target}


def test_a_kayak_goes_to_another_tile() -> None:
    assert reason(position("c3 f6", on={"c3": "r"}), "kayak c3 c3") == ("II-19", "kayak_stays")


def test_each_cell_with_own_inuit_has_its_own_kayaks() -> None:
    state = position("c3 f6", up="b7", on={"c3": "rr", "b7": "r", "a1": "r", "h1": "r"}, rest="a8")
    assert offered(state, "kayak") == {
        "c3 f6", "c3 b7", "b7 c3", "b7 f6", "a1 c3", "a1 f6", "a1 b7", "h1 c3", "h1 f6", "h1 b7",
    }  # fmt: skip


BEAR = {"on": {"c3": "r", "d3": "bear", "f6": "bear"}}


@pytest.mark.parametrize("action", ["walk c3 e", "kayak c3 f6"])
def test_refused_to_enter_a_tile_with_a_bear_without_a_harpoon(action: str) -> None:
    target = {"walk": "d3", "kayak": "f6"}[action.split(maxsplit=1)[0]]
    refused = refusal(position("c3 d3 f6", **BEAR), action)
    assert (refused.rule, refused.key, refused.values) == ("II-19", "bear_needs_harpoon", {"target": target})


@pytest.mark.parametrize(("action", "target", "points"), [("walk c3 e", "d3", 2), ("kayak c3 f6", "f6", 0)])
def test_with_a_harpoon_besides_the_points_the_bear_is_taken(action: str, target: str, points: int) -> None:
    state = position("c3 d3 f6", **BEAR, hands=HARPOON).play(action)
    assert cell(state, target) == {"ice": "energy1", "inuit": "r"}
    assert fields(state, "points", "played") == (points, ["harpoon"])
    assert state.to_dict()["taken"]["r"] == ["bear"]
    assert state.to_dict()["hands"]["r"] == []


def test_refused_to_enter_by_a_second_harpoon_in_a_turn() -> None:
    state = position("c3 d3 c4", on={"c3": "rr", "d3": "bear", "c4": "bear"}, hands={"r": "harpoon harpoon"})
    assert reason(state.play("walk c3 e"), "walk c3 n") == ("II-19", "bear_needs_harpoon")


def test_the_points_are_needed_all_the_same() -> None:
    state = position("c3 d3 f6", **BEAR, hands=HARPOON, points=0)
    assert reason(state, "walk c3 e") == ("II-19", "points")
    assert reason(state, "kayak c3 f6") == ("II-19", "points")


def test_a_bear_at_sea_is_entered_by_nobody() -> None:
    state = position("c3", on={"c3": "r", "d3": "bear"}, hands=HARPOON)
    assert reason(state, "walk c3 e") == ("II-19", "walk_needs_tile")
    assert reason(state, "kayak c3 d3") == ("II-19", "kayak_needs_tile")
