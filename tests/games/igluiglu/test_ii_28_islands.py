"""II-28 Islands."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.igluiglu.positions import position


def islands(ice: str, **sketch: Any) -> dict[str, int]:
    """What the islands pay each colour."""
    sheet = position(ice, **sketch).scores()
    return {colour: sheet.island_points(colour) for colour in sheet.colours}


@pytest.mark.parametrize(
    ("ice", "points"), [("c3", 1), ("c3 c4", 4), ("c3 c4 c5", 9), ("c3 c4 d3 d4", 16), ("b2 c2 d2 e2 f2 g2 g3", 49)]
)
def test_one_player_alone_scores_the_square_of_the_size(ice: str, points: int) -> None:
    assert islands(ice, on={ice.split(maxsplit=1)[0]: "r"}) == {"r": points, "b": 0}


def test_two_who_are_equally_strong_score_the_size_each() -> None:
    assert islands("c3 c4 c5", on={"c3": "r", "c5": "b"}) == {"r": 3, "b": 3}


def test_the_strongest_scores_the_size_the_second_half_of_it() -> None:
    assert islands("c3 c4 c5 c6", on={"c3": "rr", "c5": "b"}) == {"r": 4, "b": 2}


@pytest.mark.parametrize(("size", "half"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_half_is_rounded_down(size: int, half: int) -> None:
    ice = " ".join(f"c{row}" for row in range(2, 2 + size))
    assert islands(ice, on={"c2": "rrb"}) == {"r": size, "b": half}


def test_strength_is_one_an_inuit_and_two_an_igloo() -> None:
    assert position("c3 c4", on={"c3": "rr ^r", "c4": "bbb ^r"}).scores().islands[0].strengths == {"r": 6, "b": 3}


def test_an_igloo_and_two_inuit_are_equally_strong() -> None:
    assert islands("c3 c4 c5 c6", on={"c3": "rr", "c5": "^b"}) == {"r": 4, "b": 4}


def test_an_abandoned_igloo_counts_and_keeps_another_from_being_alone() -> None:
    assert islands("c3 c4 c5", on={"c3": "rrr", "c4": "^b"}) == {"r": 3, "b": 1}
    assert islands("c3 c4 c5", on={"c3": "r", "c4": "^b"}) == {"r": 1, "b": 3}
    assert islands("c3 c4 c5", on={"c4": "^b"}) == {"r": 0, "b": 9}


def test_all_who_are_second_score_half_each() -> None:
    assert islands("c3 c4 c5 c6", players=4, on={"c3": "rrrbbyyg"}) == {"r": 4, "b": 2, "y": 2, "g": 0}


def test_tied_leaders_do_not_shut_out_the_second() -> None:
    assert islands("c3 c4 c5 c6", players=4, on={"c3": "rrbbyg"}) == {"r": 4, "b": 4, "y": 2, "g": 2}


def test_the_third_scores_nothing() -> None:
    assert islands("c3 c4 c5 c6", players=3, on={"c3": "rrrbby"}) == {"r": 4, "b": 2, "y": 0}


def test_tiles_are_joined_orthogonally_not_diagonally() -> None:
    assert islands("c3 d4 c5", on={"c3": "r", "d4": "b"}) == {"r": 1, "b": 1}


def test_glaciers_and_face_down_tiles_are_tiles_alike() -> None:
    assert islands("c3", up="c4 c5", on={"c3": "r"}) == {"r": 9, "b": 0}


@pytest.mark.parametrize(
    ("one", "corner", "other"), [("b1", "a1", "a2"), ("g1", "h1", "h2"), ("a7", "a8", "b8"), ("h7", "h8", "g8")]
)
def test_corners_join_nothing(one: str, corner: str, other: str) -> None:
    rest = "a1" if corner == "h8" else "h8"
    assert islands(f"{one} {other}", on={one: "r", other: "r", corner: "b"}, rest=rest) == {"r": 2, "b": 0}


def test_the_edges_of_the_board_join_nothing() -> None:
    assert islands("a4 h4 h3", on={"a4": "r"}) == {"r": 1, "b": 0}
    assert islands("d1 d8", on={"d1": "r"}) == {"r": 1, "b": 0}


def test_inuit_on_land_count_for_no_island() -> None:
    assert islands("b1 a2", on={"a1": "rr", "b1": "b"}) == {"r": 0, "b": 1}


def test_islands_where_nobody_is_pay_nobody() -> None:
    assert islands("c3 c4 c5 f6") == {"r": 0, "b": 0}


def test_all_islands_add_up() -> None:
    on = {"c3": "r", "f6": "rr", "f7": "b", "h3": "b"}
    assert islands("c3 c4 f6 f7 f8 h3", on=on) == {"r": 4 + 3, "b": 1 + 1}


def test_a_bear_or_fox_on_an_island_changes_nothing() -> None:
    assert islands("c3 c4", up="c5", on={"c3": "r", "c4": "bear", "c5": "x3"}) == {"r": 9, "b": 0}


@pytest.mark.parametrize(("half", "points"), [("down", [0, 1, 1, 2, 2]), ("up", [1, 1, 2, 2, 3])])
def test_half_of_an_odd_number_is_rounded_as_agreed(half: str, points: list[int]) -> None:
    rows = ["b3", "b3 c3", "b3 c3 d3", "b3 c3 d3 e3", "b3 c3 d3 e3 f3"]
    sheets = [position(ice, on={"b3": "rrb"}, rules={"half": half}).scores() for ice in rows]
    assert [sheet.island_points("b") for sheet in sheets] == points
