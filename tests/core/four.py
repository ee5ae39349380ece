"""Positions of the example game, Connect Four, which tests of core play."""

from __future__ import annotations

from typing import Any

import floe
from floe.core.game import Game, State

GAME: Game[Any] = floe.game("connectfour")
WON = "1213141"
"""Seat 0 has four in column 1."""
FULL = "111111"
"""Column 1 is full."""
DRAWN = "121212212121343434434343565656656565777777"
"""A whole game in which nobody gets a line."""


def played(columns: str = "", **options: Any) -> State:
    state: State = GAME.new(**options)
    for column in columns:
        state = state.play(column)
    return state
