"""II-8 Secret look."""

from __future__ import annotations

import pytest

from tests.games.igluiglu.positions import HAND, cell, fields, position


@pytest.mark.parametrize("kind", HAND)
def test_a_tile_with_a_red_border_goes_into_the_hand_and_its_cell_becomes_sea(kind: str) -> None:
    state = position(f"c3={kind} f6", phase="flip", owner=1).play("flip c3")
    assert state.to_dict()["hands"] == {"r": [], "b": [kind]}
    assert cell(state, "c3") == {}
    assert fields(state, "phase", "to_move", "points") == ("act", 1, 3)


@pytest.mark.parametrize("kind", HAND)
def test_it_is_not_openly_seen(kind: str) -> None:
    before = position(f"c3={kind} f6", phase="flip")
    after = before.play("flip c3")
    assert fields(after, "seen") == fields(before, "seen")
    assert after.view(0)["hands"] == {"r": [kind], "b": 0}
    assert after.view(1)["hands"] == {"r": 1, "b": []}
    assert after.view(None)["hands"] == {"r": 1, "b": 0}


@pytest.mark.parametrize("kind", ["fish1", "fish2", "fish3", "bear", "glacier", "drift"])
def test_any_other_tile_is_shown_at_once(kind: str) -> None:
    before = position(f"c3={kind} f6", phase="flip")
    after = before.play("flip c3")
    assert after.to_dict()["seen"][kind] == before.to_dict()["seen"].get(kind, 0) + 1
    assert after.to_dict()["hands"] == {"r": [], "b": []}
    assert after.view(1)["seen"] == after.to_dict()["seen"]


def test_others_cannot_tell_two_red_borders_apart() -> None:
    """The same tiles on c3 and f6, and the other way round."""
    one, other = position("c3=melt f6=herd", phase="flip"), position("c3=herd f6=melt", phase="flip")
    assert one.play("flip c3").view(1) == other.play("flip c3").view(1)
    assert one.play("flip c3").view(0) != other.play("flip c3").view(0)


def test_there_is_no_limit_to_a_hand() -> None:
    many = "melt melt energy1 energy2 energy3 harpoon harpoon harpoon herd herd"
    state = position("c3=herd f6", phase="flip", hands={"r": many}).play("flip c3")
    assert state.to_dict()["hands"]["r"] == [*many.split(), "herd"]
    assert state.view(1)["hands"]["r"] == 11


def test_a_hand_is_written_in_a_fixed_order_so_that_it_does_not_tell_when_a_tile_came() -> None:
    state = position("c3=energy2 f6", phase="flip", hands={"r": "herd melt energy3"}).play("flip c3")
    assert state.to_dict()["hands"]["r"] == ["melt", "energy2", "energy3", "herd"]
