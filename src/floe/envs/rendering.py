"""Showing a position in the ways that environments are asked for."""

from __future__ import annotations

from typing import Any

import gymnasium

from floe.core.errors import BadOption, shown
from floe.core.game import State

RENDER_MODES = ["human", "ansi", "rgb_array"]
METADATA: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}


def check_render_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption(f"there is no render mode {shown(mode)}; there is {', '.join(RENDER_MODES)}")
    return mode


def rendered(state: State, mode: str | None, seat: int | None) -> Any:
    """The position as a seat, or for None a spectator, may see it: a text, an array of pixels, or a text printed."""
    if mode == "rgb_array":
        drawn = state.picture(seat)
        if drawn is None:
            raise BadOption(f"{state.game.title} draws no picture, so it has no render mode rgb_array")
        return drawn.pixels()
    if mode == "ansi":
        return state.text(seat)
    if mode == "human":
        print(state.text(seat), end="\n\n")
    else:
        gymnasium.logger.warn("render() shows nothing: the environment was made without a render_mode.")
    return None
