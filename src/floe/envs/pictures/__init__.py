"""Pictures of positions as arrays of pixels, for ``rgb_array``. A new game adds one line here and one file."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from floe.core.game import State
from floe.core.typing import U8Array

PAINTERS = {
    "icecult": "floe.games.icecult.picture:paint",
    "igluiglu": "floe.games.igluiglu.picture:paint",
}
"""For each game the function that paints a position as a seat, or for None a spectator, may see it."""


def picture(state: State, seat: int | None = None) -> U8Array:
    """The position in colours: an array of height × width × 3, always of the same size for a game."""
    module, _, name = PAINTERS[state.game.name].partition(":")
    paint: Callable[[State, int | None], Any] = getattr(importlib.import_module(module), name)
    pixels: U8Array = paint(state, seat).pixels
    return pixels
