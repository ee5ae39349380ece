"""Moving structs about as the plain bytes that they are. (NumPy alone would copy a structured array field by field.)"""

from __future__ import annotations

import functools
import struct
from typing import Any, NamedTuple

import numpy as np

from floe.core.typing import States


class _Layout(NamedTuple):
    """Where a struct's numbers are, once all of them stand in one row."""

    packed: struct.Struct
    numbers: list[tuple[str, int | slice]]
    tables: list[tuple[str, list[slice]]]


def plain(structs: States) -> dict[str, Any]:
    """The fields of one struct as Python's own numbers and tuples: each is then there at once, where asking NumPy for
    it takes as long as dozens of steps of Python."""
    layout = _layout(structs.dtype)
    row = layout.packed.unpack(structs.tobytes())
    values: dict[str, Any] = {name: row[where] for name, where in layout.numbers}
    for name, rows in layout.tables:
        values[name] = tuple([row[where] for where in rows])
    return values


@functools.cache
def _layout(dtype: np.dtype[Any]) -> _Layout:
    codes, numbers, tables, first = "<", [], [], 0
    for name in dtype.names or ():
        kind: np.dtype[Any] = dtype[name]
        count = int(np.prod(kind.shape))
        codes += f"{count}{_CODES[kind.base.str[1:]]}"
        if len(kind.shape) < 2:
            numbers.append((name, slice(first, first + count) if kind.shape else first))
        else:
            length = count // kind.shape[0]
            tables.append((name, [slice(n, n + length) for n in range(first, first + count, length)]))
        first += count
    return _Layout(struct.Struct(codes), numbers, tables)


_CODES = {"u1": "B", "u2": "H", "u4": "I", "u8": "Q", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "f4": "f", "f8": "d"}
"""How Python's ``struct`` calls NumPy's numbers."""


def copied(structs: States) -> States:
    """A copy of an array of structs, to be written to."""
    return np.ndarray(structs.shape, structs.dtype, bytearray(structs.tobytes()))


def repeated(structs: States, n: int) -> States:
    """A struct n times over."""
    states = np.empty(n, structs.dtype)
    put(states, slice(None), structs)
    return states


def put(states: States, where: Any, structs: States) -> None:
    """Write structs to the places that an index or a mask picks out of ``states``."""
    whole = np.dtype((np.void, states.dtype.itemsize))
    states.view(whole)[where] = structs.view(whole)
