"""What the favourite plans of ICE CULT like."""

from __future__ import annotations

import pytest

from floe.games.icecult.styles import STYLES, far
from tests.games.icecult.positions import position, tilting


def fit(style: str, action: str, **options: object) -> float:
    state = position(**{"tops": "y>e arc circle g>e"} | options)
    (told,) = STYLES[style](state, [action])
    return told


@pytest.mark.parametrize(
    ("style", "action", "stack", "fits"),
    [
        ("carrier", "a@1.1", "yrg", 2),
        ("carrier", "d@1.1", "gy", 0),
        ("hitchhiker", "d@1.1", "gyy", 2),
        ("hitchhiker", "a@1.1", "yy", 0),
        ("hitchhiker", "a@start", "yg", 1),
        ("hitchhiker", "a@start", "gy", 0),
        ("herder", "d@start", "g", 1),
        ("herder", "a@start", "g", 0),
        ("herder", "d@1.1", "g", 0),
        ("builder", "a@start", "yry", 2),
        ("builder", "a@1.2", "yy", 0),
        ("hunter", "d@1.2", "gg", 1),
        ("hunter", "d@start", "gg", 0),
        ("hunter", "a@1.2", "gy", 0),
    ],
)
def test_a_step_fits(style: str, action: str, stack: str, fits: float) -> None:
    assert fit(style, action, paths={"e": {1: stack}}) == fits


def test_a_turn_of_a_cube_fits_half_as_well_as_the_step_that_it_allows() -> None:
    paths = {"s": {1: "yy"}}
    assert fit("builder", "a+", paths=paths) == 1
    assert fit("builder", "a-", paths=paths) == 0


def test_of_a_first_tilt_and_of_the_end_nothing_is_said() -> None:
    state = tilting()
    assert STYLES["builder"](state, state.legal_actions()) == [0] * 8
    assert fit("builder", "end", paths={"e": {1: "yy"}}) == 0


def test_a_path_without_own_pawns_is_far() -> None:
    state = position(tops="y>e arc circle g>s", paths={"e": {1: "y"}, "s": {1: "g"}})
    assert far(state, ["a@1.1", "d@1.1", "d@start", "a@start", "a+"]) == [0, 1, 1, 0, 0]
