"""Bit work, against Python's own."""

from __future__ import annotations

import random

import numpy as np
import pytest

from floe.core.bits import low_bits, lowest_bit, nth_bit, popcount

_choose = random.Random(1)  # noqa: S311  # examples, no secrets
SAMPLES = [1, 2, 3, 2**63, 2**64 - 1, 0b1011_0100, *(_choose.getrandbits(64) | 1 << 40 for _ in range(100))]


@pytest.mark.parametrize("number", [0, *SAMPLES])
def test_popcount_counts_the_set_bits(number: int) -> None:
    assert popcount(np.uint64(number)) == number.bit_count()


@pytest.mark.parametrize("n", range(64))
def test_low_bits_sets_the_lowest_n(n: int) -> None:
    assert int(low_bits(n)) == 2**n - 1


@pytest.mark.parametrize("number", SAMPLES)
def test_lowest_bit_is_its_place(number: int) -> None:
    assert lowest_bit(np.uint64(number)) == (number & -number).bit_length() - 1


@pytest.mark.parametrize("number", SAMPLES)
def test_nth_bit_finds_each_set_bit_from_below(number: int) -> None:
    places = [place for place in range(64) if number >> place & 1]
    assert [nth_bit(np.uint64(number), n) for n in range(len(places))] == places
