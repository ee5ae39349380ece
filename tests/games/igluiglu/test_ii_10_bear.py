"""II-10 Bear."""

from __future__ import annotations

from tests.games.igluiglu.positions import cell, fields, offered, position


def test_the_cell_becomes_sea_with_a_bear_on_it() -> None:
    before = position("c3=bear f6", phase="flip")
    after = before.play("flip c3")
    assert cell(after, "c3") == {"bear": True}
    assert after.to_dict()["supply"]["bears"] == before.to_dict()["supply"]["bears"] - 1


def test_it_attacks_nobody_until_it_is_moved() -> None:
    state = position("c3=bear c4 d3", phase="flip", on={"c4": "r", "d3": "b"}).play("flip c3")
    assert fields(state, "phase", "to_move", "points") == ("act", 0, 3)
    assert cell(state, "c4")["inuit"] == "r"
    assert cell(state, "d3")["inuit"] == "b"


def test_no_kayak_crosses_its_cell() -> None:
    """c3 opens the lake of c4 to nobody while the bear is there."""
    lake = {"up": "b4 d4 c5", "on": {"b4": "r"}}
    assert offered(position("c3=fish1 f6", phase="flip", **lake).play("flip c3"), "kayak", "b4") >= {"d4", "c5", "f6"}
    shut = {"up": "b4 d4 c5 a4 b5 b3", "on": {"b4": "r"}}
    assert offered(position("c3=bear f6", phase="flip", **shut).play("flip c3"), "kayak", "b4") == {"d4", "c5"}
