"""II-1 Board."""

from __future__ import annotations

import pytest

from floe import MalformedAction
from tests.games.igluiglu.positions import CELLS, CENTRE, GAME, LAND, RING, cell, offered, position, reason


def test_a_document_names_cells_by_column_and_row_from_a1_in_the_south_west() -> None:
    named = GAME.new(seed=1).to_dict()["cells"]
    assert list(named) == [name for name in CELLS if name not in LAND]


def test_the_outer_ring_is_the_24_edge_cells_that_are_not_corners() -> None:
    assert len(RING) == 24
    assert offered(GAME.new(seed=1), "place") == RING


def test_the_four_corners_are_land_without_a_tile() -> None:
    assert not LAND & set(GAME.new(seed=1).to_dict()["cells"])


def test_the_four_centre_cells_are_sea_at_the_start() -> None:
    first = GAME.new(seed=1)
    assert {name for name in CELLS if "ice" not in cell(first, name)} - LAND == CENTRE


@pytest.mark.parametrize(("direction", "target"), [("n", "c4"), ("e", "d3"), ("s", "c2"), ("w", "b3")])
def test_north_is_up_the_rows_and_east_along_the_columns(direction: str, target: str) -> None:
    state = position(f"c3 {target}", on={"c3": "r"}).play(f"walk c3 {direction}")
    assert cell(state, target)["inuit"] == "r"


def test_neighbours_are_orthogonal_never_diagonal() -> None:
    diagonal = position("c3 b2 b4 d2 d4", on={"c3": "r"})
    assert offered(diagonal, "walk", "c3") == set()


@pytest.mark.parametrize(
    ("edge", "others"),
    [("h3", "a4 a3 h2 g3 h4"), ("a5", "h4 h5 a4 b5 a6"), ("d8", "d1 c8 e8 d7"), ("e1", "e8 d1 f1 e2")],
)
def test_the_board_has_edges_and_does_not_wrap_around(edge: str, others: str) -> None:
    """Every tile within reach, and one where a board without edges would have a neighbour."""
    state = position(f"{edge} {others}", on={edge: "r"})
    beyond = {"h": "e", "a": "w"}.get(edge[0]) or {"8": "n", "1": "s"}[edge[1]]
    assert offered(state, "walk", edge) == set("nesw") - {beyond}
    assert reason(state, f"walk {edge} {beyond}") == ("II-19", "walk_needs_tile")


@pytest.mark.parametrize("name", ["a0", "a9", "i1", "A1", "1a", "aa", "", "a1 ", "a10", "é4"])
def test_there_are_no_other_cells(name: str) -> None:
    with pytest.raises(MalformedAction, match="a cell"):
        GAME.new(seed=1).play(f"place {name}")
