"""II-21 Closed centre. (Making room: see also II-13.)"""

from __future__ import annotations

from typing import Any

import pytest

from floe import FloeError
from tests.games.igluiglu.positions import GAME, cell, fields, offered, played, position, reason

OPEN = {"centre": "open"}
HERD = {"r": "herd"}


def test_the_centre_is_closed_unless_asked_otherwise() -> None:
    assert GAME.new().to_dict()["rules"]["centre"] == "closed"
    assert GAME.new(rules=OPEN).to_dict()["rules"]["centre"] == "open"


@pytest.mark.parametrize(
    ("cell_", "direction"),
    [("d3", "n"), ("c4", "e"), ("e3", "n"), ("f4", "w"), ("c5", "e"), ("d6", "s"), ("e6", "s"), ("f5", "w")],
)
def test_a_bear_is_not_herded_onto_a_centre_cell(cell_: str, direction: str) -> None:
    step = f"step {cell_} bear {direction}"
    closed = position("b7", on={cell_: "bear"}, hands=HERD).play("herd")
    assert reason(closed, step) == ("II-21", "centre_closed")
    assert step not in closed.legal_actions()
    assert step in position("b7", on={cell_: "bear"}, hands=HERD, rules=OPEN).play("herd").legal_actions()


def test_a_fox_is_not_herded_onto_a_tile_in_the_centre() -> None:
    sketch: dict[str, Any] = {"ice": "d4 c3", "up": "d3", "on": {"d3": "x1"}, "hands": HERD}
    closed = position(**sketch).play("herd")
    assert offered(closed, "step", "d3") == {"x1 w"}
    assert reason(closed, "step d3 x1 n") == ("II-21", "centre_closed")
    assert offered(position(**sketch, rules=OPEN).play("herd"), "step", "d3") == {"x1 n", "x1 w"}


def test_a_fox_that_has_no_tile_in_the_centre_is_refused_for_that() -> None:
    state = position("c3", up="d3", on={"d3": "x1"}, hands=HERD).play("herd")
    assert reason(state, "step d3 x1 n") == ("II-18", "fox_needs_tile")


def test_from_one_centre_cell_to_the_next_is_barred_too_but_not_the_way_out() -> None:
    state = position("f6", on={"d4": "bear"}, hands=HERD).play("herd")
    assert offered(state, "step", "d4") == {"bear s", "bear w"}


def test_a_herd_tile_finds_no_step_when_only_the_centre_is_left() -> None:
    """The fox on d3 has one neighbouring tile, in the centre."""
    sketch: dict[str, Any] = {"ice": "d4 b7", "up": "d3", "on": {"d3": "x1"}, "hands": HERD}
    assert position(**sketch).play("herd").phase == "act"
    assert position(**sketch, rules=OPEN).play("herd").phase == "herd"


def test_fish_swim_there_freely() -> None:
    state = position("f6", on={"d3": "f1"}, hands=HERD).play("herd")
    assert "step d3 f1 n" in state.legal_actions()


def test_a_drifting_tile_carries_bears_and_foxes_there() -> None:
    state = position("d3", up="g2", on={"d3": "r ^r x1 bear"}, phase="drift").play("drift d3 n")
    assert cell(state, "d4") == {"ice": "energy1", "inuit": "r", "igloo": "r", "fox": "1", "bear": True}


def test_a_bear_may_come_up_there() -> None:
    assert cell(position("d4=bear f6", phase="flip").play("flip d4"), "d4") == {"bear": True}


def test_a_fox_may_come_up_there() -> None:
    assert cell(position("d4=glacier f6", phase="flip", fox=[3]).play("flip d4"), "d4") == {"ice": "up", "fox": "3"}


def test_an_attack_in_the_centre_needs_an_open_centre() -> None:
    state = position("d4", on={"d4": "b", "d3": "bear"}, hands=HERD, rules=OPEN)
    assert fields(played(state, "herd", "step d3 bear n"), "phase", "to_move") == ("spear", 1)


@pytest.mark.parametrize("centre", ["", "OPEN", "shut", None, True, 1, ["open"]])
def test_the_centre_is_closed_or_open(centre: Any) -> None:
    with pytest.raises(FloeError, match="centre: expected one of 'closed', 'open'") as caught:
        GAME.new(rules={"centre": centre})
    assert repr(centre) in str(caught.value)
