"""Drawing a position once, for two uses: as SVG for screens and notebooks, as pixels for ``rgb_array`` and for files.

A canvas keeps what was drawn: boxes, discs, rings, arches, convex polygons and numbers. No other library is needed.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from floe.core.typing import F64Array, U8Array

Colour: TypeAlias = tuple[int, int, int]
Point: TypeAlias = tuple[float, float]
Packed: TypeAlias = npt.NDArray[np.uint32]
"""One number a pixel: painting is several times as fast as with three."""
Box: TypeAlias = tuple[int, int, int, int, Colour]
"""Left, top, right, bottom."""

# Rows of three pixels, from above: bits of a number from 0 to 7.
_ROWS = {
    "0": (7, 5, 5, 5, 7), "1": (2, 6, 2, 2, 7), "2": (7, 1, 7, 4, 7), "3": (7, 1, 3, 1, 7), "4": (5, 5, 7, 1, 1),
    "5": (7, 4, 7, 1, 7), "6": (7, 4, 7, 5, 7), "7": (7, 1, 2, 2, 2), "8": (7, 5, 7, 5, 7), "9": (7, 5, 7, 1, 7),
}  # fmt: skip


class Canvas:
    """What is drawn, in order. Points are (x, y), x to the right and y down, as in the picture."""

    def __init__(self, width: int, height: int, background: Colour) -> None:
        self.width, self.height, self.background = width, height, background
        self._svg: list[str] = []
        self._paint: list[Callable[[Packed, float], None]] = []
        """Each paints a shape, so many times as large as it was drawn."""

    def box(
        self, x: float, y: float, width: float, height: float, colour: Colour, border: Colour | None = None
    ) -> None:
        """A filled box, with a line of one pixel around it where a border is given."""
        left, top, right, bottom = (round(v) for v in (x, y, x + width, y + height))
        self._boxes([(left, top, right, bottom, border or colour)])
        if border is not None:
            self._boxes([(left + 1, top + 1, right - 1, bottom - 1, colour)])

    def disc(self, x: float, y: float, radius: float, colour: Colour, border: Colour | None = None) -> None:
        """A filled disc, with a line of one pixel around it where a border is given."""
        rings = [(radius, border), (radius - 1, colour)] if border is not None else [(radius, colour)]
        for size, fill in rings:
            self._svg.append(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(size)}" fill="{_hex(fill)}"/>')
            self._paint.append(functools.partial(_ring, x=x, y=y, radius=size, width=size, colour=fill))

    def ring(self, x: float, y: float, radius: float, width: float, colour: Colour) -> None:
        """A circle that is a line of some width; ``radius`` is that of its outer edge."""
        middle = f'cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius - width / 2)}"'
        self._svg.append(f'<circle {middle} fill="none" stroke="{_hex(colour)}" stroke-width="{_n(width)}"/>')
        self._paint.append(functools.partial(_ring, x=x, y=y, radius=radius, width=width, colour=colour))

    def arch(self, x: float, y: float, radius: float, colour: Colour, border: Colour) -> None:
        """The upper half of a disc, standing on y."""
        for size, floor, fill in ((radius, y, border), (radius - 1, y - 1, colour)):
            line = f"M{_n(x - size)} {_n(floor)}A{_n(size)} {_n(size)} 0 0 1 {_n(x + size)} {_n(floor)}Z"
            self._svg.append(f'<path d="{line}" fill="{_hex(fill)}"/>')
        self._paint.append(functools.partial(_arch, x=x, y=y, radius=radius, colour=colour, border=border))

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled convex polygon, its points given clockwise as they are seen."""
        corners = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self._svg.append(f'<polygon points="{corners}" fill="{_hex(colour)}"/>')
        self._paint.append(functools.partial(_polygon, points=points, colour=colour))

    def number(self, x: float, y: float, number: int, colour: Colour, scale: int = 2) -> None:
        """A number, its middle at the point."""
        text = str(number)
        left, top = round(x - (4 * len(text) - 1) * scale / 2), round(y - 5 * scale / 2)
        dots = [
            (left + (4 * i + column) * scale, top + row * scale)
            for i, digit in enumerate(text)
            for row, bits in enumerate(_ROWS[digit])
            for column in range(3)
            if bits >> (2 - column) & 1
        ]
        self._boxes([(at, down, at + scale, down + scale, colour) for at, down in dots])

    def svg(self) -> str:
        """The picture as an SVG document that fits any size."""
        whole = f'<rect width="{self.width}" height="{self.height}" fill="{_hex(self.background)}"/>'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}">'
        return "".join((head, whole, *self._svg, "</svg>"))

    def pixels(self, scale: float = 1) -> U8Array:
        """The picture as an array of height × width × 3, so many times as large as it was drawn."""
        packed = self.packed(scale)
        return packed.view(np.uint8).reshape(*packed.shape, 4)[:, :, :3].copy()

    def packed(self, scale: float = 1) -> Packed:
        """The same as it is painted, each pixel one number: the bytes red, green, blue and one without meaning."""
        size = round(self.height * scale), round(self.width * scale)
        packed: Packed = np.full(size, _packed(self.background), "<u4")
        for paint in self._paint:
            paint(packed, scale)
        return packed

    def _boxes(self, boxes: list[Box]) -> None:
        for left, top, right, bottom, colour in boxes:
            size = f'x="{left}" y="{top}" width="{right - left}" height="{bottom - top}"'
            self._svg.append(f'<rect {size} fill="{_hex(colour)}"/>')

        self._paint.append(functools.partial(_fill, boxes=boxes))


@functools.lru_cache(maxsize=4096)
def _n(value: float) -> str:
    """The same few numbers come again and again."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _packed(colour: Colour) -> int:
    return int.from_bytes(bytes(colour), "little")


def _around(pixels: Packed, left: float, top: float, right: float, bottom: float) -> tuple[Packed, F64Array, F64Array]:
    """The pixels around a shape, and their middles' coordinates."""
    low_x, low_y = max(math.floor(left), 0), max(math.floor(top), 0)
    part = pixels[low_y : math.ceil(bottom) + 1, low_x : math.ceil(right) + 1]
    y, x = np.ogrid[0 : part.shape[0], 0 : part.shape[1]]
    return part, x + (low_x + 0.5), y + (low_y + 0.5)


def _fill(pixels: Packed, scale: float, boxes: Sequence[Box]) -> None:
    for *sides, colour in boxes:
        left, top, right, bottom = (round(side * scale) for side in sides)
        pixels[top:bottom, left:right] = _packed(colour)


def _ring(pixels: Packed, scale: float, x: float, y: float, radius: float, width: float, colour: Colour) -> None:
    x, y, outer, inner = (value * scale for value in (x, y, radius, radius - width))
    part, across, down = _around(pixels, x - outer, y - outer, x + outer, y + outer)
    distance = (across - x) ** 2 + (down - y) ** 2
    part[(distance <= outer**2) & (distance >= inner**2)] = _packed(colour)


def _arch(pixels: Packed, scale: float, x: float, y: float, radius: float, colour: Colour, border: Colour) -> None:
    for size, floor, fill in ((radius, y, border), (radius - 1, y - 1, colour)):
        middle, bottom, outer = x * scale, floor * scale, size * scale
        part, across, down = _around(pixels, middle - outer, y * scale - outer, middle + outer, bottom)
        distance = (across - middle) ** 2 + (down - y * scale) ** 2
        part[(down <= bottom) & (distance <= outer**2)] = _packed(fill)


def _polygon(pixels: Packed, scale: float, points: Sequence[Point], colour: Colour) -> None:
    corners = [(x * scale, y * scale) for x, y in points]
    xs, ys = zip(*corners, strict=True)
    part, across, down = _around(pixels, min(xs), min(ys), max(xs), max(ys))
    inside = np.ones(part.shape[:2], np.bool_)
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        inside &= (x2 - x1) * (down - y1) - (y2 - y1) * (across - x1) >= 0
    part[inside] = _packed(colour)
