"""What the favourite plans of IGLU IGLU like."""

from __future__ import annotations

import pytest

from floe.games.igluiglu.styles import STYLES, far
from tests.games.igluiglu.positions import position


@pytest.mark.parametrize(
    ("style", "action", "fits"),
    [
        ("paddler", "kayak c3 c5", 1),
        ("paddler", "walk c3 n", 0),
        ("fisher", "hunt b3 f2", 2),
        ("fisher", "harpoon b3 f2", 2),
        ("fisher", "hunt c3 x1", 0),
        ("settler", "igloo c3", 1),
        ("settler", "end", 0),
        ("hunter", "hunt c3 x1", 1),
        ("hunter", "harpoon c3 bear", 4),
        ("hunter", "walk c3 e", 0.5),
        ("hunter", "walk c3 n", 0),
        ("hunter", "hunt b3 f2", 0),
        ("breaker", "flip c5", 2),
        ("breaker", "melt b4", 2),
        ("breaker", "flip c2", 0),
        ("breaker", "walk c3 n", 0),
    ],
)
def test_an_action_fits(style: str, action: str, fits: float) -> None:
    state = position("c2 c4 c5 b4", up="c3 d3", on={"c3": "r x1", "c4": "bb", "b3": "f2", "d3": "x3"})
    assert STYLES[style](state, [action]) == [fits]


def test_what_is_done_among_the_own_inuit_is_near() -> None:
    state = position("c3 c4 g7", on={"c3": "rrrrr"})
    assert far(state, ["flip c3", "flip c4", "flip c6", "flip g7", "walk c3 n", "end"]) == [0, 0, 0.5, 1, 0, 0]
