"""Compact observations: what a seat knows of a position as a small struct, and how the values are read out of it.

``Batch.observe`` writes hundreds of values for each position, and to write them takes longer than all the rules. Here
the kernel copies the few bytes that they follow from, and the values are made where they are needed: ``decode`` makes
exactly the floats of ``observe`` of them, in NumPy, PyTorch or JAX alike, on whatever device the bytes lie.

A decoder is written once, against what the three have in common (``xp`` is the namespace of one of them): operators,
indexing, ``asarray``, ``reshape``, ``concat``, ``sum`` and ``cumsum``. It works with 32-bit integers, and looks each
float up in a table: a compiler is free to turn a division into another one that is nearly the same, a table is not.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from floe.core.typing import States, U8Array

Namespace: TypeAlias = Any
"""``numpy``, ``torch`` or ``jax.numpy``."""
Array: TypeAlias = Any
"""An array of that namespace."""


@dataclass(frozen=True)
class Compact:
    """The compact form of a game's observations."""

    dtype: np.dtype[Any]
    """The struct, field by field. ``position`` comes first: it is copied whole, and what a seat does not know is
    written over."""
    decoder: Callable[[Reader], Sequence[Array]]
    """Makes the slices of the game's encoding out of it, one after the other: [row, ...] each."""

    @property
    def size(self) -> int:
        """How many bytes a row has."""
        return self.dtype.itemsize

    @functools.cached_property
    def blank(self) -> States:
        """An array of one struct of zeros: what nobody sees."""
        return np.zeros(1, self.dtype)

    def structs(self, rows: U8Array) -> States:
        """NumPy's rows of bytes as an array of structs. It is a view: nothing is copied."""
        structs: States = rows.view(self.dtype)[..., 0]
        return structs

    def decode(self, rows: Array, xp: Namespace = np) -> Array:
        """What ``observe`` would have written: [..., byte] in, [..., value] out, as float32."""
        leading = tuple(rows.shape[:-1])
        flat = xp.reshape(rows, (math.prod(leading), self.size))
        parts = self.decoder(Reader(self.dtype, flat, xp))
        values = xp.concat([xp.reshape(part, (flat.shape[0], math.prod(part.shape[1:]))) for part in parts], axis=1)
        return xp.reshape(values, (*leading, values.shape[1]))


def stand_in(position: np.dtype[Any]) -> np.dtype[Any]:
    """The struct that loops are compiled for where a game has no compact form."""
    return np.dtype((np.record, [("position", position)]))


class Reader:
    """Rows of bytes, read field by field."""

    def __init__(self, dtype: np.dtype[Any], rows: Array, xp: Namespace) -> None:
        self.xp = xp
        self.n: int = rows.shape[0]
        self._fields = _fields(dtype)
        self._bytes = xp.asarray(rows, dtype=xp.int32)
        # Only PyTorch must be told where a constant is to lie.
        self._place: dict[str, Any] = {"device": rows.device} if xp.__name__ == "torch" else {}

    def integers(self, values: Any) -> Array:
        """Constants of the decoder's."""
        return self.xp.asarray(np.asarray(values).tolist(), dtype=self.xp.int32, **self._place)

    def floats(self, flags: Array) -> Array:
        """False and True, 0 and 1, as values."""
        return self.xp.asarray(flags, dtype=self.xp.float32)

    def field(self, name: str) -> Array:
        """A field of whole numbers: [row, ...] in the field's own shape."""
        kind, shape, first = self._part(name)
        count, size = math.prod(shape), kind.itemsize
        each = self.xp.reshape(self._bytes[:, first : first + count * size], (self.n, count, size))
        number = each[:, :, 0]
        for byte in range(1, size):
            number = number | (each[:, :, byte] << (8 * byte))
        return self.xp.reshape(number, (self.n, *shape))

    def packed(self, name: str, count: int, width: int) -> Array:
        """The numbers of so many bits each that fill a field's elements from the lowest bit on: [row, ..., number]."""
        kind, shape, first = self._part(name)
        elements, size = math.prod(shape), kind.itemsize
        each = self.xp.reshape(self._bytes[:, first : first + elements * size], (self.n, elements, size))
        bits = np.arange(count) * width
        low, high = bits // 8, np.minimum((bits + width - 1) // 8, size - 1)  # a number lies in two bytes at most
        pairs = each[:, :, self.integers(low)] | (each[:, :, self.integers(high)] << self.integers(8 * (high - low)))
        numbers = (pairs >> self.integers(bits % 8)) & ((1 << width) - 1)
        return self.xp.reshape(numbers, (self.n, *shape, count))

    def value(self, name: str) -> Array:
        """A field of float32, as it was written: values from 0 to 1."""
        _, shape, first = self._part(name)
        each = self.xp.reshape(self._bytes[:, first : first + math.prod(shape) * 4], (self.n, *shape, 4))
        fraction = each[..., 0] | (each[..., 1] << 8) | ((each[..., 2] & 127) << 16)
        exponent = ((each[..., 3] & 127) << 1) | (each[..., 2] >> 7)
        whole = self.floats(fraction + (exponent > 0) * (1 << 23))
        return whole * self._table([math.ldexp(1.0, max(e, 64) - 150) for e in range(128)])[exponent]

    def ratio(self, count: Array, divisor: int, most: int | None = None) -> Array:
        """count / divisor, for counts from 0 to ``most`` (the divisor, where nothing else is said)."""
        return self._table([k / divisor for k in range((divisor if most is None else most) + 1)])[count]

    def ratios(self, counts: Array, divisors: Array, most: int) -> Array:
        """The same with a divisor for each, for numbers from 0 to ``most``. Nothing is divided by 0: that is 0."""
        table = [k / d if d else 0.0 for d in range(most + 1) for k in range(most + 1)]
        return self._table(table)[divisors * (most + 1) + counts]

    def squashed(self, count: Array, half: int, most: int) -> Array:
        """count / (count + half), for counts from 0 to ``most``."""
        return self._table([k / (k + half) for k in range(most + 1)])[count]

    def marks(self, number: Array, n: int, there: Array | None = None) -> Array:
        """n flags for each number: set at its place alone, or nowhere where the number is not ``there``."""
        marked = self.integers(range(n)) == number[..., None]
        return marked if there is None else marked & there[..., None]

    def one_of(self, number: Array, n: int, there: Array | None = None) -> Array:
        """The same as values."""
        return self.floats(self.marks(number, n, there))

    def picked(self, values: Array, index: Array) -> Array:
        """Out of [..., m], the values that an index [..., k] names in each row."""
        m, k = values.shape[-1], index.shape[-1]
        rows = math.prod(index.shape[:-1])
        first = self.xp.reshape(self.integers(range(rows)) * m, (rows, 1))
        flat = self.xp.reshape(values, (rows * m,))
        return self.xp.reshape(flat[first + self.xp.reshape(index, (rows, k))], index.shape)

    def _part(self, name: str) -> tuple[np.dtype[Any], tuple[int, ...], int]:
        kind, first = self._fields[name]
        return kind.base, kind.shape, first

    def _table(self, values: list[float]) -> Array:
        return self.xp.asarray(np.array(values, np.float32).tolist(), dtype=self.xp.float32, **self._place)


def _fields(dtype: np.dtype[Any], first: int = 0) -> dict[str, tuple[np.dtype[Any], int]]:
    """Every field with its place; those of a struct inside stand for themselves, where there is none of that name."""
    found: dict[str, tuple[np.dtype[Any], int]] = {}
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        inner = {} if kind.fields is None else _fields(kind, first + offset)
        found = inner | found | {name: (kind, first + offset)}
    return found
