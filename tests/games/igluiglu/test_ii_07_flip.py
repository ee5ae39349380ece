"""II-7 Flip. (When none is possible: II-26.)"""

from __future__ import annotations

import pytest

from tests.games.igluiglu.positions import dealt, offered, position, reason, refusal


def test_at_first_the_eight_tiles_around_the_centre_can_be_flipped() -> None:
    assert offered(dealt(seed=1), "flip") == {"d3", "e3", "c4", "c5", "f4", "f5", "d6", "e6"}


def test_a_tile_next_to_any_sea_cell_can_be_flipped_once() -> None:
    state = position("c3 c4 c5 f6", up="b4 d4", phase="flip")
    assert offered(state, "flip") == {"c3", "c5", "f6"}
    assert reason(state, "flip c4") == ("II-7", "not_at_sea")
    assert "c4" in offered(state.play("flip c3").play("end"), "flip"), "now c3 is sea"


@pytest.mark.parametrize("thing", ["r", "bb", "^b", "x1", "bear", "r ^r"])
def test_a_tile_must_be_empty(thing: str) -> None:
    state = position("c3 f6", up="g2", phase="flip", on={"c3": thing})
    assert offered(state, "flip") == {"f6"}
    refused = refusal(state, "flip c3")
    assert (refused.rule, refused.key, refused.values) == ("II-7", "tile_occupied", {"cell": "c3"})


def test_fish_beside_a_tile_do_not_matter() -> None:
    assert "c3" in offered(position("c3", phase="flip", on={"c4": "f123", "b3": "bear"}), "flip")


def test_with_no_such_tile_at_the_sea_an_empty_one_of_the_outer_ring_is_flipped() -> None:
    """b1 lies between a corner and two glaciers; c6 between four glaciers, but not on the ring."""
    state = position("b1 c6", up="c1 b2 b6 d6 c5 c7", phase="flip")
    assert offered(state, "flip") == {"b1"}
    refused = refusal(state, "flip c6")
    assert (refused.rule, refused.key) == ("II-7", "not_at_ring")


def test_the_ring_does_not_help_while_a_tile_at_the_sea_can_be_flipped() -> None:
    state = position("b1 f6", up="c1 b2", phase="flip")
    assert offered(state, "flip") == {"f6"}
    assert reason(state, "flip b1") == ("II-7", "not_at_sea")


def test_so_it_is_when_that_tile_is_on_the_ring_itself() -> None:
    state = position("b1 f1", up="c1 b2", phase="flip")
    assert offered(state, "flip") == {"f1"}
    assert reason(state, "flip b1") == ("II-7", "not_at_sea")


def test_occupied_tiles_of_the_ring_are_passed_over_too() -> None:
    state = position("b1 g1", up="c1 b2 f1 g2", phase="flip", on={"b1": "r"})
    assert offered(state, "flip") == {"g1"}


def test_only_one_tile_a_turn_is_flipped() -> None:
    state = dealt(seed=1).play("flip d3")
    while state.phase != "act":
        state = state.play(state.legal_actions()[0])
    assert reason(state, "flip e3") == ("II-19", "due_act")


def test_the_flip_cannot_be_left_out() -> None:
    state = dealt(seed=1)
    assert {action.split()[0] for action in state.legal_actions()} == {"flip"}
    for action in ("end", "walk b1 n", "igloo b1", "energy 1", "harpoon d3 f1", "hunt d4 f1", "kayak b1 c1"):
        assert reason(state, action) == ("II-7", "due_flip")


def test_refused_to_flip_what_is_no_tile() -> None:
    state = position("c3", phase="flip")
    for name in ("e5", "a1", "c4"):
        refused = refusal(state, f"flip {name}")
        assert (refused.rule, refused.key, refused.values) == ("II-2", "no_tile", {"cell": name})
