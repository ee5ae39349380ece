"""II-2 Ice."""

from __future__ import annotations

import pytest

from tests.games.igluiglu.positions import CELLS, CENTRE, GAME, LAND, cell, dealt, offered, played, position


@pytest.mark.parametrize("players", [2, 3, 4])
def test_56_tiles_lie_face_down_on_every_cell_that_is_neither_land_nor_centre(players: int) -> None:
    ice = {
        name: content["ice"]
        for name, content in GAME.new(players=players).to_dict()["cells"].items()
        if "ice" in content
    }
    assert set(ice) == set(CELLS) - LAND - CENTRE
    assert len(ice) == 56
    assert "up" not in ice.values()


def test_a_cell_whose_tile_is_gone_is_sea() -> None:
    state = position("c3=fish1 c2 f6", phase="flip", on={"c2": "r"}).play("flip c3")
    assert "ice" not in cell(state, "c3")
    assert offered(state, "kayak", "c2") == {"f6"}, "c3 joins the sea around it"


def test_a_glacier_is_ice_that_lies_face_up_for_good() -> None:
    state = position("c3=glacier f6", phase="flip").play("flip c3")
    assert cell(state, "c3")["ice"] == "up"
    again = played(state, "end")
    assert cell(again, "c3")["ice"] == "up"
    assert offered(again, "flip") == {"f6"}


def test_face_down_tiles_and_glaciers_are_ice_alike() -> None:
    """Inuit walk on both, and both belong to an island."""
    state = position("c3", up="d3", on={"c3": "r"})
    assert offered(state, "walk", "c3") == {"e"}
    assert [island.cells for island in state.scores().islands] == [("c3", "d3")]


def test_what_lies_face_down_is_the_same_for_the_same_seed() -> None:
    assert dealt(seed=5) == dealt(seed=5)
    assert dealt(seed="five") == dealt(seed="five")
    assert dealt(seed=5) != dealt(seed=6)


def test_two_games_without_a_seed_differ() -> None:
    assert GAME.new() != GAME.new()
