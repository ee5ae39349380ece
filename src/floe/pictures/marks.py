"""Small drawings: the marks of the players as the web app has them, and the sign of Floe. Drawn large, then reduced."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from floe.pictures.tints import EDGES, ICE, PLAYERS, SUN, Tint

_FINE = 4
"""So many times as large everything is drawn first: that gives smooth edges."""
Point = tuple[float, float]


def _sun() -> list[Point]:
    rays = 8
    return [
        (12 + radius * math.sin(math.pi * i / rays), 12 - radius * math.cos(math.pi * i / rays))
        for i in range(2 * rays)
        for radius in [6.6 if i % 2 else 10.6]
    ]


def _curve(start: Point, first: Point, second: Point, end: Point) -> list[Point]:
    """The points of a cubic Bézier curve, without its start."""
    parts = []
    for step in range(1, 13):
        t = step / 12
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        across, down = (
            sum(weight * point[axis] for weight, point in zip(weights, (start, first, second, end), strict=True))
            for axis in (0, 1)
        )
        parts.append((across, down))
    return parts


def _wave() -> list[Point]:
    return [
        (1.5, 11.5),
        *_curve((1.5, 11.5), (4, 5.5), (8, 5.5), (11, 9)),
        *_curve((11, 9), (14, 12.5), (17, 12.5), (20, 7.2)),
        (22.5, 10.5),
        *_curve((22.5, 10.5), (20, 18), (15.5, 18.5), (12, 15)),
        *_curve((12, 15), (9, 12), (6.5, 12), (4, 17)),
    ]


_OUTLINES: dict[str, list[Point]] = {
    "y": _sun(),
    "r": [(12, 1.5), (20.5, 12), (12, 22.5), (3.5, 12)],
    "g": [(12, 2.5), (22, 20.5), (2, 20.5)],
    "b": _wave(),
}
"""In a box of 24 by 24."""


@lru_cache(maxsize=64)
def mark(colour: str, size: int, *, filled: bool = True) -> Image.Image:
    """A player's mark in its colour: sun, diamond, triangle or wave. A seat that is open has its outline alone."""
    scale = size * _FINE / 26
    points = [((x + 1) * scale, (y + 1) * scale) for x, y in _OUTLINES[colour]]
    made = Image.new("RGBA", (size * _FINE, size * _FINE), (*PLAYERS[colour], 0))
    pen = ImageDraw.Draw(made)
    line = EDGES[colour] if filled else PLAYERS[colour]
    if filled:
        pen.polygon(points, fill=PLAYERS[colour])
    pen.line([*points, points[0], points[1]], fill=line, width=round(1.5 * scale), joint="curve")
    return made.reduce(_FINE)


@lru_cache(maxsize=8)
def sign(size: int) -> Image.Image:
    """The sign of Floe, without a ground: the low sun over a floe."""
    scale = size * _FINE / 64
    made = Image.new("RGBA", (size * _FINE, size * _FINE), (*ICE[2], 0))
    pen = ImageDraw.Draw(made)

    def shape(points: Sequence[Point], tint: Tint) -> None:
        pen.polygon([(x * scale, y * scale) for x, y in points], fill=tint)

    pen.ellipse([value * scale for value in (38, 11, 54, 27)], fill=SUN[1])
    shape([(9, 41), (22, 50), (47, 46), (54, 33), (54, 37), (47, 51), (22, 55), (9, 45)], ICE[4])
    shape([(9, 41), (20, 25), (36, 22), (54, 33), (47, 46), (22, 50)], ICE[1])
    shape([(9, 41), (20, 25), (36, 22), (30, 35), (22, 50)], ICE[0])
    return made.reduce(_FINE)
