"""Putting pieces on cells and taking them away, so that counts and sets of cells always agree. Knows no rule."""

from __future__ import annotations

import numpy as np

from floe.core.jit import compiled
from floe.core.typing import Struct
from floe.games.igluiglu.geography import bit
from floe.games.igluiglu.layout import FOX

_FISH_BITS = 0xFFF
_ZERO = np.uint64(0)


@compiled
def animal_count(s: Struct, cell: int, animal: int) -> int:
    """How many fish or foxes of one value are on a cell."""
    return (int(s.animals[cell]) >> (4 * animal)) & 15


@compiled
def add_animal(s: Struct, cell: int, animal: int) -> None:
    s.animals[cell] += np.uint32(1 << (4 * animal))
    if animal < FOX:
        s.fish |= bit(cell)
    else:
        s.foxes |= bit(cell)


@compiled
def remove_animal(s: Struct, cell: int, animal: int) -> None:
    left = int(s.animals[cell]) - (1 << (4 * animal))
    s.animals[cell] = left
    if left & _FISH_BITS == 0:
        s.fish &= ~bit(cell)
    if left & ~_FISH_BITS == 0:
        s.foxes &= ~bit(cell)


@compiled
def clear_animals(s: Struct, cell: int) -> None:
    """All fish and foxes on a cell are out of the game."""
    s.animals[cell] = 0
    s.fish &= ~bit(cell)
    s.foxes &= ~bit(cell)


@compiled
def inuit_count(s: Struct, cell: int, seat: int) -> int:
    return (int(s.inuit[cell]) >> (4 * seat)) & 15


@compiled
def add_inuit(s: Struct, cell: int, seat: int) -> None:
    s.inuit[cell] += np.uint16(1 << (4 * seat))
    s.inuit_of[seat] |= bit(cell)


@compiled
def remove_inuit(s: Struct, cell: int, seat: int, number: int) -> None:
    s.inuit[cell] -= np.uint16(number << (4 * seat))
    if inuit_count(s, cell, seat) == 0:
        s.inuit_of[seat] &= ~bit(cell)


@compiled
def all_inuit(s: Struct) -> np.uint64:
    return np.uint64(s.inuit_of[0] | s.inuit_of[1] | s.inuit_of[2] | s.inuit_of[3])


@compiled
def all_igloos(s: Struct) -> np.uint64:
    return np.uint64(s.igloo_of[0] | s.igloo_of[1] | s.igloo_of[2] | s.igloo_of[3])


@compiled
def remove_tile(s: Struct, cell: int) -> None:
    """The cell becomes sea."""
    s.ice &= ~bit(cell)
    s.down &= ~bit(cell)
    s.kinds[cell] = 0


@compiled
def moved(cells: np.uint64, origin: int, target: int) -> np.uint64:
    """The set after whatever is on one cell has gone to another."""
    without = cells & ~bit(origin)
    return np.uint64(without | bit(target) if cells & bit(origin) != _ZERO else without)


@compiled
def move_tile(s: Struct, origin: int, target: int) -> None:
    """A tile goes to an empty sea cell with all that stands on it."""
    s.ice = moved(s.ice, origin, target)
    s.down = moved(s.down, origin, target)
    s.foxes = moved(s.foxes, origin, target)
    s.bears = moved(s.bears, origin, target)
    for seat in range(4):
        s.inuit_of[seat] = moved(s.inuit_of[seat], origin, target)
        s.igloo_of[seat] = moved(s.igloo_of[seat], origin, target)
    s.kinds[target] = s.kinds[origin]
    s.animals[target] = s.animals[origin]
    s.inuit[target] = s.inuit[origin]
    s.kinds[origin] = 0
    s.animals[origin] = 0
    s.inuit[origin] = 0
