"""What is on a cell as one number, and as documents say it.

A position has few kinds of cells, and other positions have the same. So the kernel makes a number of each cell, and
what that number means is put into words once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

import numpy as np

from floe.core.jit import compiled, direct
from floe.core.typing import Document, States, U64Array
from floe.games.igluiglu.geography import CELLS
from floe.games.igluiglu.layout import FISH, FOX, STATE

_INUIT, _IGLOO, _TILE, _DOWN, _BEAR = 24, 40, 43, 44, 45
"""The first bit of each part; the lowest are ``animals``. An igloo is its seat and one."""

MOST_KNOWN = 4096


@compiled
def list_contents(states: States, index: int, out: U64Array) -> None:
    """The number of each cell, 0 where nothing is."""
    s = states[index]
    for cell in range(64):
        at = np.uint64(cell)
        found = np.uint64(s.animals[cell]) | (np.uint64(s.inuit[cell]) << np.uint64(_INUIT))
        found |= ((s.ice >> at) & np.uint64(1)) << np.uint64(_TILE)
        found |= ((s.down >> at) & np.uint64(1)) << np.uint64(_DOWN)
        found |= ((s.bears >> at) & np.uint64(1)) << np.uint64(_BEAR)
        for seat in range(4):
            if (s.igloo_of[seat] >> at) & np.uint64(1):
                found |= np.uint64(seat + 1) << np.uint64(_IGLOO)
        out[cell] = found


@cache
def _list_contents() -> Callable[[States, int, U64Array], None]:
    """The same for a state's array, which is read-only."""
    array = np.zeros(1, STATE)
    array.setflags(write=False)
    return direct(list_contents, array, 0, np.zeros(64, np.uint64))


def contents(array: States, colours: str) -> Document:
    """What everybody sees on each cell, to be read only: where the same is on several, all have the same object."""
    out = np.zeros(64, np.uint64)
    _list_contents()(array, 0, out)
    known = _known(colours)
    numbers = zip(CELLS, out.tolist(), strict=True)
    return {name: known.get(number) or _learn(known, number, colours) for name, number in numbers if number}


@lru_cache(maxsize=64)
def _known(colours: str) -> dict[int, Document]:
    """What numbers mean that were put into words already."""
    return {}


def _learn(known: dict[int, Document], number: int, colours: str) -> Document:
    if len(known) >= MOST_KNOWN:
        known.clear()
    known[number] = _content(number, colours)
    return known[number]


def _content(number: int, colours: str) -> Document:
    found: Document = {}
    if number >> _TILE & 1:
        found["ice"] = "down" if number >> _DOWN & 1 else "up"
    inuit = "".join([colour * (number >> _INUIT + 4 * seat & 15) for seat, colour in enumerate(colours)])
    if inuit:
        found["inuit"] = inuit
    igloo = number >> _IGLOO & 7
    if igloo:
        found["igloo"] = colours[igloo - 1]
    for name, first in (("fish", FISH), ("fox", FOX)):
        values = "".join([str(value) * (number >> 4 * (first + value - 1) & 15) for value in (1, 2, 3)])
        if values:
            found[name] = values
    if number >> _BEAR & 1:
        found["bear"] = True
    return found
