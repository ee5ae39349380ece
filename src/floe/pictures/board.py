"""A game's own drawing as a picture of some size, with smooth edges."""

from __future__ import annotations

from PIL import Image, ImageDraw

from floe.core.canvas import Canvas

_FINE = 2
"""So many times as large the board is painted first."""


def board(canvas: Canvas, width: int, height: int) -> Image.Image:
    """The board, as large as this room allows."""
    scale = min(width / canvas.width, height / canvas.height)
    pixels = canvas.packed(_FINE * scale)
    painted = Image.frombuffer("RGB", pixels.shape[::-1], pixels.tobytes(), "raw", "RGBX", 0, 1)
    return painted.reduce(_FINE)


def rounded(size: tuple[int, int], radius: int) -> Image.Image:
    """A mask with round corners."""
    mask = Image.new("L", (size[0] * 4, size[1] * 4))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] * 4 - 1, size[1] * 4 - 1), radius * 4, fill=255)
    return mask.reduce(4)
