"""How a game ended."""

from __future__ import annotations

import pytest

from floe.core.outcome import Outcome


@pytest.mark.parametrize(
    ("winners", "shares", "draw"),
    [
        ((1,), (0.0, 1.0, 0.0), False),
        ((0, 2), (0.5, 0.0, 0.5), False),
        ((0, 1, 2), (1 / 3, 1 / 3, 1 / 3), True),
    ],
)
def test_a_win_is_shared_out_evenly(winners: tuple[int, ...], shares: tuple[float, ...], draw: bool) -> None:
    outcome = Outcome(winners, 3, "T-2", "last_stone")
    assert outcome.shares == shares
    assert outcome.draw is draw
