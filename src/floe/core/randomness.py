"""Seeded randomness. Nothing in Floe draws from a global generator.

Two kinds, for two purposes:

* ``Deal`` deals cards: a stream of SHA-256 digests over the seed, the same on every machine and in every version, and
  simple enough to be checked by a program in another language. It is what fixes a game's setup.
* ``generator`` gives the state of a small, fast generator for use inside compiled code (random play, search). Its
  state is an array of one 64-bit number that the caller owns.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from floe.core.errors import BadOption, shown
from floe.core.integers import whole
from floe.core.jit import compiled
from floe.core.typing import U64Array

T = TypeVar("T")

_SEED_BITS = 1024  # far more than anyone needs, and few enough for every program to write it in decimal


def check_seed(seed: object) -> int | str:
    """A seed is a whole number or a text (which a server makes of its secret and the players' entropy)."""
    if isinstance(seed, str):
        return seed
    number = whole(seed)
    if number is None:
        raise BadOption(f"a seed is a whole number or a text, not {shown(seed)}")
    if number.bit_length() > _SEED_BITS:
        raise BadOption(f"a seed has at most {_SEED_BITS} bits, not {number.bit_length()}")
    return number


class Deal:
    """Fair draws from a seed: block i of the stream is SHA-256("floe deal/<label>/<seed>/<i>").

    An integer seed is written in decimal, a text seed as it is; both in UTF-8. Each draw takes the next eight bytes
    of the stream, most significant first, and draws again where taking the remainder would favour small numbers.
    """

    def __init__(self, seed: int | str, label: str) -> None:
        self._prefix = f"floe deal/{label}/{check_seed(seed)}/".encode("utf-8", "surrogatepass")
        self._block = 0
        self._bytes = b""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely."""
        limit = (1 << 64) // n * n
        while True:
            if not self._bytes:
                self._bytes = hashlib.sha256(self._prefix + str(self._block).encode()).digest()
                self._block += 1
            word, self._bytes = int.from_bytes(self._bytes[:8], "big"), self._bytes[8:]
            if word < limit:
                return word % n

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order (Fisher and Yates, from the last place down)."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order


def generator(seed: int | str, label: str = "generator") -> U64Array:
    """The state of a kernel generator."""
    digest = hashlib.sha256(f"floe {label}/{check_seed(seed)}".encode("utf-8", "surrogatepass")).digest()
    # The carry (high half) stays below the multiplier, and never is the state zero, which would repeat itself.
    low = int.from_bytes(digest[:4], "big")
    carry = int.from_bytes(digest[4:8], "big") % (_MULTIPLIER - 1) + 1
    return np.array([carry << 32 | low], dtype=np.uint64)


def generators(seed: int | str, n: int, label: str = "generators") -> U64Array:
    """The states of n kernel generators, a row each. Row i is the same whatever n is."""
    digest = hashlib.sha256(f"floe {label}/{check_seed(seed)}".encode("utf-8", "surrogatepass")).digest()
    # SplitMix64: a counter that goes up in steps of the golden ratio, its bits well mixed.
    mixed = np.arange(1, n + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed += np.uint64(int.from_bytes(digest[:8], "big"))
    for shift, multiplier in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(multiplier)
    mixed ^= mixed >> np.uint64(31)
    carry = (mixed >> _32) % np.uint64(_MULTIPLIER - 1) + np.uint64(1)
    return (carry << _32 | mixed & _LOW).reshape(n, 1)


# Multiply-with-carry on 32-bit halves: the product never overflows 64 bits, so the interpreted run needs no
# wrapping arithmetic. Multiplier of the MWC64X generator (period about 2^63).
_MULTIPLIER = 4294883355
_A = np.uint64(_MULTIPLIER)
_LOW = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)


@compiled
def draw32(rng: U64Array) -> np.uint64:
    """The next 32 random bits."""
    state = rng[0]
    low = state & _LOW
    carry = state >> _32
    rng[0] = _A * low + carry
    return np.uint64(low ^ carry)


@compiled
def draw_below(rng: U64Array, n: int) -> int:
    """A number from 0 to n - 1. The bias is below n / 2^32, which no experiment here can see."""
    return int(np.int64((draw32(rng) * np.uint64(n)) >> _32))  # signed, so that callers can count down from it
