"""Drawing into an array of pixels with NumPy alone: boxes, discs, rings, convex polygons and digits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from floe.core.typing import F64Array, U8Array

Colour: TypeAlias = tuple[int, int, int]
Point: TypeAlias = tuple[float, float]

# Rows of three pixels, from above: bits of a number from 0 to 7.
_ROWS = {
    "0": (7, 5, 5, 5, 7), "1": (2, 6, 2, 2, 7), "2": (7, 1, 7, 4, 7), "3": (7, 1, 3, 1, 7), "4": (5, 5, 7, 1, 1),
    "5": (7, 4, 7, 1, 7), "6": (7, 4, 7, 5, 7), "7": (7, 1, 2, 2, 2), "8": (7, 5, 7, 5, 7), "9": (7, 5, 7, 1, 7),
}  # fmt: skip


class Canvas:
    """Pixels to draw on. Points are (x, y), x to the right and y down, as in the picture."""

    def __init__(self, width: int, height: int, background: Colour) -> None:
        self.pixels: U8Array = np.empty((height, width, 3), np.uint8)
        self.pixels[:] = background

    def _around(self, left: float, top: float, right: float, bottom: float) -> tuple[U8Array, F64Array, F64Array]:
        """The pixels around a shape, and their middles' coordinates."""
        low_x, low_y = max(math.floor(left), 0), max(math.floor(top), 0)
        pixels = self.pixels[low_y : math.ceil(bottom) + 1, low_x : math.ceil(right) + 1]
        y, x = np.ogrid[0 : pixels.shape[0], 0 : pixels.shape[1]]
        return pixels, x + (low_x + 0.5), y + (low_y + 0.5)

    def box(
        self, x: float, y: float, width: float, height: float, colour: Colour, border: Colour | None = None
    ) -> None:
        """A filled box, with a line of one pixel around it where a border is given."""
        left, top, right, bottom = (round(v) for v in (x, y, x + width, y + height))
        if border is not None:
            self.pixels[top:bottom, left:right] = border
            left, top, right, bottom = left + 1, top + 1, right - 1, bottom - 1
        self.pixels[top:bottom, left:right] = colour

    def disc(self, x: float, y: float, radius: float, colour: Colour, border: Colour | None = None) -> None:
        pixels, across, down = self._around(x - radius, y - radius, x + radius, y + radius)
        distance = (across - x) ** 2 + (down - y) ** 2
        if border is not None:
            pixels[distance <= radius**2] = border
            radius -= 1
        pixels[distance <= radius**2] = colour

    def ring(self, x: float, y: float, radius: float, width: float, colour: Colour) -> None:
        pixels, across, down = self._around(x - radius, y - radius, x + radius, y + radius)
        distance = (across - x) ** 2 + (down - y) ** 2
        pixels[(distance <= radius**2) & (distance >= (radius - width) ** 2)] = colour

    def arch(self, x: float, y: float, radius: float, colour: Colour, border: Colour) -> None:
        """The upper half of a disc, standing on y."""
        pixels, across, down = self._around(x - radius, y - radius, x + radius, y)
        distance = (across - x) ** 2 + (down - y) ** 2
        pixels[(down <= y) & (distance <= radius**2)] = border
        pixels[(down <= y - 1) & (distance <= (radius - 1) ** 2)] = colour

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled convex polygon, its points given clockwise as they are seen."""
        xs, ys = zip(*points, strict=True)
        pixels, across, down = self._around(min(xs), min(ys), max(xs), max(ys))
        inside = np.ones(pixels.shape[:2], np.bool_)
        for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
            inside &= (x2 - x1) * (down - y1) - (y2 - y1) * (across - x1) >= 0
        pixels[inside] = colour

    def number(self, x: float, y: float, number: int, colour: Colour, scale: int = 2) -> None:
        """A number, its middle at the point."""
        text = str(number)
        left, top = round(x - (4 * len(text) - 1) * scale / 2), round(y - 5 * scale / 2)
        for i, digit in enumerate(text):
            for row, bits in enumerate(_ROWS[digit]):
                for column in range(3):
                    if bits >> (2 - column) & 1:
                        self.box(left + (4 * i + column) * scale, top + row * scale, scale, scale, colour)
