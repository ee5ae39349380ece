"""The board (II-1) as sets of cells: neighbours, directions, and areas joined orthogonally."""

from __future__ import annotations

import numpy as np

from floe.core.bits import lowest_bit
from floe.core.jit import compiled
from floe.core.typing import I64Array

CELLS = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
"""The cells' names; a cell's number is its place here."""

CORNERS = (0, 7, 56, 63)


def cells(*names: str) -> np.uint64:
    """A set of cells by their names."""
    return np.uint64(sum(1 << CELLS.index(name) for name in names))


LAND = cells("a1", "h1", "a8", "h8")
CENTRE = cells("d4", "d5", "e4", "e5")
RING = cells(*(name for name in CELLS if name[0] in "ah" or name[1] in "18")) & ~LAND
WATER = ~LAND
"""Every cell that can be sea or bear a tile."""

_FILE_A = cells(*(name for name in CELLS if name[0] == "a"))
_FILE_H = cells(*(name for name in CELLS if name[0] == "h"))
_NOT_A = ~_FILE_A
_NOT_H = ~_FILE_H
_ONE = np.uint64(1)
_EIGHT = np.uint64(8)
_ZERO = np.uint64(0)


def _neighbours() -> I64Array:
    table = np.full((64, 4), -1, dtype=np.int64)
    for cell in range(64):
        row, column = divmod(cell, 8)
        for direction, (up, right) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1))):
            if 0 <= row + up < 8 and 0 <= column + right < 8:
                table[cell, direction] = (row + up) * 8 + column + right
    return table


NEIGHBOUR: I64Array = _neighbours()
"""The next cell in each direction, or -1 off the board."""


@compiled
def bit(cell: int) -> np.uint64:
    """The set of one cell."""
    return np.uint64(_ONE << np.uint64(cell))


@compiled
def contains(cells: np.uint64, cell: int) -> bool:
    return bool((cells >> np.uint64(cell)) & _ONE)


@compiled
def shifted(cells: np.uint64, direction: int) -> np.uint64:
    """Every cell moved one to that side; those that would leave the board are gone."""
    if direction == 0:
        return np.uint64(cells << _EIGHT)
    if direction == 1:
        return np.uint64((cells & _NOT_H) << _ONE)
    if direction == 2:
        return np.uint64(cells >> _EIGHT)
    return np.uint64((cells & _NOT_A) >> _ONE)


@compiled
def around(cells: np.uint64) -> np.uint64:
    """Every cell next to one of these."""
    return np.uint64(
        (cells << _EIGHT) | (cells >> _EIGHT) | ((cells & _NOT_H) << _ONE) | ((cells & _NOT_A) >> _ONE),
    )


@compiled
def area(start: np.uint64, within: np.uint64) -> np.uint64:
    """All cells within a set that are joined to the start."""
    found = start & within
    from_west, from_east = within & _NOT_A, within & _NOT_H
    while True:
        more = found | (within & (found << _EIGHT))
        more |= within & (more >> _EIGHT)
        more |= from_west & (more << _ONE)
        more |= from_east & (more >> _ONE)
        if more == found:
            return np.uint64(found)
        found = more


@compiled
def next_cell(cells: np.uint64) -> int:
    """The first cell of a set that is not empty."""
    return lowest_bit(cells)


@compiled
def without_first(cells: np.uint64) -> np.uint64:
    """The set without its first cell."""
    return np.uint64(cells & (cells - _ONE))
