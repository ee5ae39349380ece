"""II-22 Bear meets animals."""

from __future__ import annotations

from tests.games.igluiglu.positions import cell, fields, played, position

HERD = {"r": "herd", "b": "harpoon"}


def test_a_herded_bear_eats_the_fish_where_it_comes() -> None:
    before = position("f6", on={"c3": "bear", "c4": "f1123"}, hands=HERD)
    after = played(before, "herd", "step c3 bear n")
    assert cell(after, "c4") == {"bear": True}
    assert fields(after, "taken", "supply") == fields(before, "taken", "supply")


def test_a_herded_bear_eats_the_foxes_where_it_comes() -> None:
    state = position("f6", up="c4 g2 g3", on={"c3": "bear", "c4": "x113"}, hands=HERD)
    assert cell(played(state, "herd", "step c3 bear n"), "c4") == {"ice": "up", "bear": True}


def test_it_eats_all_along_its_way() -> None:
    state = position("f6", on={"c3": "bear", "c4": "f1", "c5": "f2", "c6": "f3"}, hands=HERD)
    state = played(state, "herd", "step c3 bear n", "step c4 bear n", "step c5 bear n")
    assert [cell(state, f"c{row}") for row in (3, 4, 5, 6)] == [{}, {}, {}, {"bear": True}]


def test_fish_that_are_herded_onto_a_bear_live() -> None:
    state = position("f6", on={"c3": "f1", "c4": "bear"}, hands=HERD)
    assert cell(played(state, "herd", "step c3 f1 n"), "c4") == {"fish": "1", "bear": True}


def test_a_fox_that_is_herded_onto_a_bears_tile_lives() -> None:
    state = position("c4", up="c3", on={"c3": "x2", "c4": "bear"}, hands=HERD)
    assert cell(played(state, "herd", "step c3 x2 n"), "c4") == {"ice": "energy1", "fox": "2", "bear": True}


def test_they_are_not_eaten_when_the_bear_moves_away() -> None:
    state = position("f6", on={"c3": "f1", "c4": "bear"}, hands=HERD)
    state = played(state, "herd", "step c3 f1 n", "step c4 bear n")
    assert cell(state, "c4") == {"fish": "1"}


def test_a_bear_on_a_drifting_tile_eats_nothing() -> None:
    state = position("c3", up="g2", on={"c3": "x1 bear"}, phase="drift").play("drift c3 n")
    assert cell(state, "c4") == {"ice": "energy1", "fox": "1", "bear": True}


def test_a_bear_that_comes_up_eats_nothing() -> None:
    state = position("c3=bear", phase="flip", on={"c4": "f1"}).play("flip c3")
    assert cell(state, "c4") == {"fish": "1"}


def test_the_bear_eats_first_even_if_it_is_then_speared() -> None:
    state = position("f6", up="c4", on={"c3": "bear", "c4": "b x3"}, hands=HERD)
    state = played(state, "herd", "step c3 bear n")
    assert cell(state, "c4") == {"ice": "up", "inuit": "b", "bear": True}
    state = state.play("spear")
    assert cell(state, "c4") == {"ice": "up", "inuit": "b"}
    assert state.to_dict()["taken"] == {"r": [], "b": ["bear"]}
