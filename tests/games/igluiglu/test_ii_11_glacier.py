"""II-11 Glacier."""

from __future__ import annotations

import pytest

from tests.games.igluiglu.positions import cell, fields, offered, position, refusal


@pytest.mark.parametrize("value", [1, 2, 3])
def test_the_tile_goes_back_face_up_with_a_fox_on_it(value: int) -> None:
    state = position("c3=glacier f6", phase="flip", fox=[value]).play("flip c3")
    assert cell(state, "c3") == {"ice": "up", "fox": str(value)}
    assert fields(state, "phase", "points") == ("act", 3)


def test_the_fox_is_the_next_of_the_supply() -> None:
    before = position("c3=glacier f6", phase="flip", fox=[3, 1])
    after = before.play("flip c3")
    assert before.to_dict()["supply"]["fox"][0] == 3
    assert after.to_dict()["supply"]["fox"] == before.to_dict()["supply"]["fox"][1:]


def test_a_glacier_is_never_flipped_not_even_when_it_is_empty() -> None:
    state = position("f6", up="c3", phase="flip")
    assert offered(state, "flip") == {"f6"}
    refused = refusal(state, "flip c3")
    assert (refused.rule, refused.key, refused.values) == ("II-11", "glacier", {"cell": "c3"})


def test_a_glacier_is_never_melted() -> None:
    state = position("f6", up="c3", hands={"r": "melt"})
    assert offered(state, "melt") == {"f6"}
    refused = refusal(state, "melt c3")
    assert (refused.rule, refused.key, refused.values) == ("II-11", "glacier", {"cell": "c3"})


def test_a_glacier_can_drift() -> None:
    state = position("f6", up="c3", on={"c3": "x2 r"}, phase="drift").play("drift c3 n")
    assert cell(state, "c3") == {}
    assert cell(state, "c4") == {"ice": "up", "inuit": "r", "fox": "2"}
