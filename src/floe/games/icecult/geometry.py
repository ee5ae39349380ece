"""Cubes in space: the 24 poses (IC-8) and what a tilt (IC-10) or a turn (IC-18) makes of each, as small tables."""

from __future__ import annotations

import itertools

import numpy as np

from floe.core.typing import U8Array

FACES = "UNESWD"
U, N, E, S, W, D = range(6)
OPPOSITE = (D, S, W, N, E, U)

# Unit vectors of the faces in the setup: x to the east, y to the north, z up.
_VECTORS = ((0, 0, 1), (0, 1, 0), (1, 0, 0), (0, -1, 0), (-1, 0, 0), (0, 0, -1))


def _cross(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def faces_of(up: int, north: int) -> tuple[int, ...]:
    """Which printed face lies on each side (in the order U N E S W D), given those that are up and north."""
    east = _VECTORS.index(_cross(_VECTORS[north], _VECTORS[up]))
    return (up, north, east, OPPOSITE[north], OPPOSITE[east], OPPOSITE[up])


POSES: tuple[str, ...] = tuple(
    FACES[up] + FACES[north]
    for up, north in itertools.product(range(6), repeat=2)
    if north != up and north != OPPOSITE[up]
)
"""IC-8: the 24 poses by name; a pose's number is its place here."""

SETUP_POSE = POSES.index("UN")

FACES_IN: tuple[tuple[int, ...], ...] = tuple(faces_of(FACES.index(p[0]), FACES.index(p[1])) for p in POSES)
"""The printed face on each side, for each pose."""

_BY_FACES = {faces: pose for pose, faces in enumerate(FACES_IN)}


def _tilted(faces: tuple[int, ...], direction: int) -> int:
    """IC-10: what was up goes to that side, the opposite side comes up, and so on round the axis."""
    side = 1 + direction
    back = OPPOSITE[side]
    new = list(faces)
    new[side], new[U], new[back], new[D] = faces[U], faces[back], faces[D], faces[side]
    return _BY_FACES[tuple(new)]


def _turned(faces: tuple[int, ...], clockwise: bool) -> int:
    """IC-18: the four sides go round, what is up and down stays."""
    sides = faces[1:5]
    sides = sides[-1:] + sides[:-1] if clockwise else sides[1:] + sides[:1]
    return _BY_FACES[(faces[U], *sides, faces[D])]


TILTED: U8Array = np.array([[_tilted(f, d) for d in range(4)] for f in FACES_IN], dtype=np.uint8)
"""The pose after a tilt: [pose, direction]."""

TURNED: U8Array = np.array([[_turned(f, c) for c in (True, False)] for f in FACES_IN], dtype=np.uint8)
"""The pose after a turn: [pose, 0 clockwise or 1 counter-clockwise]."""
