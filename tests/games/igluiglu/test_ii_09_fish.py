"""II-9 Fish."""

from __future__ import annotations

import pytest

from tests.games.igluiglu.positions import cell, fields, position


@pytest.mark.parametrize(("kind", "fish"), [("fish1", "2"), ("fish2", "23"), ("fish3", "123")])
def test_the_cell_becomes_sea_with_so_many_fish_on_it(kind: str, fish: str) -> None:
    state = position(f"c3={kind} f6", phase="flip", fish=[2, 3, 1, 3]).play("flip c3")
    assert cell(state, "c3") == {"fish": fish}
    assert fields(state, "phase", "points") == ("act", 3)


def test_the_fish_come_up_in_the_order_of_the_supply() -> None:
    state = position("c3=fish2 f6=fish1 f7", phase="flip", fish=[3, 3, 1]).play("flip c3")
    assert state.to_dict()["supply"]["fish"][:2] == [1, 1]
    assert cell(state.play("end").play("flip f6"), "f6") == {"fish": "1"}


def test_other_fish_stay_where_they_are() -> None:
    state = position("c3=fish1 f6", phase="flip", fish=[1], on={"c4": "f2"}).play("flip c3")
    assert cell(state, "c3") == {"fish": "1"}
    assert cell(state, "c4") == {"fish": "2"}


def test_there_is_no_limit_to_the_fish_on_a_cell() -> None:
    crowd = "11111111" + "222222222222" + "3333333"
    state = position("c3 f6", on={"c4": f"f{crowd}", "c3": "r"}, fish_left=0)
    assert cell(state, "c4") == {"fish": crowd}
    assert cell(state.play("hunt c4 f2"), "c4") == {"fish": crowd.replace("2", "", 1)}
