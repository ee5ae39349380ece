"""Observations: what a seat knows of a position, as a fixed number of values for a network to read.

A game names the slices of its observation in an ``Encoding`` and fills them in a kernel ``observe(s, seat, out)``,
which finds zeros there. Every value is a float32 from 0 to 1. What each slice means is told in
docs/research/observations.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from floe.core.jit import compiled
from floe.core.typing import F32Array


@dataclass(frozen=True)
class Slice:
    """Some values of an observation that belong together."""

    name: str
    start: int
    """Its first value's place."""
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def stop(self) -> int:
        return self.start + self.size


class Encoding:
    """The slices of a game's observation, one after the other.

    >>> encoding = Encoding(("board", (3, 3)), ("score", (2,)))
    >>> encoding.size
    11
    >>> encoding["score"].start
    9
    """

    def __init__(self, *parts: tuple[str, tuple[int, ...]]) -> None:
        slices: list[Slice] = []
        for name, shape in parts:
            slices.append(Slice(name, slices[-1].stop if slices else 0, shape))
        self._slices = {each.name: each for each in slices}
        self.size = slices[-1].stop

    def __getitem__(self, name: str) -> Slice:
        return self._slices[name]

    def __iter__(self) -> Iterator[Slice]:
        return iter(self._slices.values())

    def part(self, observations: F32Array, name: str) -> F32Array:
        """One slice of an observation, or of an array of them, in its own shape. It is a view: nothing is copied."""
        chosen = self._slices[name]
        values = observations[..., chosen.start : chosen.stop]
        return values.reshape(observations.shape[:-1] + chosen.shape)


@compiled
def squashed(value: float, half: float) -> float:
    """A value without an upper limit, squeezed into 0 to 1: ``half`` becomes one half."""
    return value / (value + half)


@compiled
def seat_after(seat: int, further: int, players: int) -> int:
    """The seat that is so many places further on in playing order."""
    return (seat + further) % players


@compiled
def seats_to(seat: int, other: int, players: int) -> int:
    """How many places further on in playing order another seat is."""
    return (other - seat) % players
