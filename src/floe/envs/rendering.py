"""Showing a position in the ways that environments are asked for."""

from __future__ import annotations

from typing import Any

import gymnasium

from floe.core.errors import BadOption, shown
from floe.core.game import State
from floe.core.manifest import Manifest

PICTURE = "rgb_array"
METADATA: dict[str, Any] = {"render_modes": ["human", "ansi", PICTURE], "render_fps": 2}


def metadata(manifest: Manifest) -> dict[str, Any]:
    """How a game can be shown: as text, and as a picture if it has one."""
    modes = [mode for mode in METADATA["render_modes"] if mode != PICTURE or manifest.picture]
    return METADATA | {"render_modes": modes}


def check_render_mode(mode: str | None, manifest: Manifest) -> str | None:
    """Refuse a way to show a game that it does not have."""
    modes = metadata(manifest)["render_modes"]
    if mode is not None and mode not in modes:
        raise BadOption(f"there is no render mode {shown(mode)}; there is {', '.join(modes)}")
    return mode


def rendered(state: State, mode: str | None, seat: int | None) -> Any:
    """The position as a seat, or for None a spectator, may see it: a text, an array of pixels, or a text printed."""
    if mode == PICTURE and (drawn := state.picture(seat)) is not None:
        return drawn.pixels()
    if mode == "ansi":
        return state.text(seat)
    if mode == "human":
        print(state.text(seat), end="\n\n")
    else:
        gymnasium.logger.warn("render() shows nothing: the environment was made without a render_mode.")
    return None
