"""Bit work that the compiler turns into one or two instructions."""

from __future__ import annotations

import numpy as np

from floe.core.jit import inlined

_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@inlined
def popcount(bits: np.uint64) -> int:
    """How many bits are set. (LLVM knows this loop and puts the machine's own instruction in its place.)"""
    n = 0
    while bits != _ZERO:
        bits &= bits - _ONE
        n += 1
    return n


@inlined
def low_bits(n: int) -> np.uint64:
    """A number whose lowest n bits are set (n at most 63)."""
    return (_ONE << np.uint64(n)) - _ONE


@inlined
def lowest_bit(bits: np.uint64) -> int:
    """The place of the lowest set bit."""
    return popcount((bits & (~bits + _ONE)) - _ONE)


@inlined
def nth_bit(bits: np.uint64, n: int) -> int:
    """The place of the set bit that has n set bits below it."""
    for _ in range(n):
        bits &= bits - _ONE
    return lowest_bit(bits)
