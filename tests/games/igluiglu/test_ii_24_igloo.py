"""II-24 Igloo."""

from __future__ import annotations

import pytest

from tests.games.igluiglu.positions import cell, fields, offered, played, position, reason, refusal


def test_an_igloo_costs_three_points() -> None:
    state = position("c3", on={"c3": "r"}).play("igloo c3")
    assert cell(state, "c3") == {"ice": "energy1", "inuit": "r", "igloo": "r"}
    assert fields(state, "points", "igloos") == (0, {"r": 1, "b": 2})


def test_it_stands_on_a_tile_with_an_own_inuit_and_no_others() -> None:
    on = {"b3": "r", "c3": "rr", "d3": "rb", "e3": "b", "f3": "r ^b"}
    state = position("b3 c3 d3 e3 f3 g3", on=on, hands={"r": "energy3"})
    assert offered(state, "igloo") == {"b3", "c3"}


def test_it_may_stand_on_a_glacier_and_beside_a_fox() -> None:
    state = position("f6", up="c3", on={"c3": "r x1"}).play("igloo c3")
    assert cell(state, "c3") == {"ice": "up", "inuit": "r", "fox": "1", "igloo": "r"}


def test_it_stays_when_its_builder_leaves() -> None:
    state = played(position("c3 d3", on={"c3": "r ^r"}), "walk c3 e")
    assert cell(state, "c3") == {"ice": "energy1", "igloo": "r"}


@pytest.mark.parametrize("name", ["d3", "e3", "h4"])
def test_refused_without_an_own_inuit(name: str) -> None:
    refused = refusal(position("c3 d3 e3", on={"c3": "r", "e3": "b"}), f"igloo {name}")
    assert (refused.rule, refused.key, refused.values) == ("II-24", "no_inuit", {"cell": name, "rule": "II-24"})


def test_refused_on_land() -> None:
    assert reason(position("c3", on={"a1": "r"}), "igloo a1") == ("II-24", "igloo_on_land")


@pytest.mark.parametrize("igloo", ["^r", "^b"])
def test_refused_where_an_igloo_stands(igloo: str) -> None:
    refused = refusal(position("c3", on={"c3": f"r {igloo}"}), "igloo c3")
    assert (refused.rule, refused.key, refused.values) == ("II-24", "igloo_there", {"cell": "c3"})


def test_refused_beside_inuit_of_another_player() -> None:
    refused = refusal(position("c3", on={"c3": "rrb"}), "igloo c3")
    assert (refused.rule, refused.key, refused.values) == ("II-24", "igloo_others", {"cell": "c3"})


def test_refused_when_both_are_built() -> None:
    state = position("c3 d3 e3", on={"c3": "r", "d3": "^r", "e3": "^r"})
    assert offered(state, "igloo") == set()
    assert reason(state, "igloo c3") == ("II-24", "igloos_built")


def test_refused_with_fewer_than_three_points() -> None:
    refused = refusal(position("c3", on={"c3": "r"}, points=2), "igloo c3")
    assert (refused.rule, refused.key, refused.values) == (
        "II-24",
        "points",
        {"price": 3, "points": 2, "rule": "II-24"},
    )
