"""Seeded randomness: reproducible for ever, and fair."""

from __future__ import annotations

import collections
import hashlib
import itertools
from typing import Any

import numpy as np
import pytest

from floe.core.errors import BadOption
from floe.core.randomness import Deal, check_seed, draw32, draw_below, generator, generators

PINNED_DRAWS = [1, 3, 13, 699, 3251855767, 10549300082526402507]
PINNED_ORDER = "dlmtacrohyifjgxvpnwukzbqes"
PINNED_WORDS = [446695688, 3029992744, 3469946249, 2378676603]
PINNED_BELOW = [1, 5, 14, 295]
PINNED_MANY = [9630318650507865024, 10194054505197055158, 17398243849781239900]


def chi_square(counts: collections.Counter[Any], cells: int) -> float:
    expected = sum(counts.values()) / cells
    return sum((count - expected) ** 2 / expected for count in counts.values()) + (cells - len(counts)) * expected


def test_a_deal_is_the_same_on_every_machine_and_in_every_version() -> None:
    """These numbers never change: recorded games depend on them."""
    deal = Deal(7, "test")
    assert [deal.below(n) for n in (2, 6, 56, 1000, 2**32, 2**64)] == PINNED_DRAWS
    assert "".join(Deal("a text, ünïcode", "test").shuffled("abcdefghijklmnopqrstuvwxyz")) == PINNED_ORDER


def test_a_deal_is_what_its_description_says() -> None:
    """A second implementation: eight bytes a draw from SHA-256 blocks, for divisors that need no second draw."""
    stream = b"".join(hashlib.sha256(f"floe deal/tiles/42/{block}".encode()).digest() for block in range(3))
    words = [int.from_bytes(stream[at : at + 8], "big") for at in range(0, len(stream), 8)]
    deal = Deal(42, "tiles")
    assert [deal.below(2**16) for _ in words] == [word % 2**16 for word in words]


def test_a_draw_that_would_favour_small_numbers_is_drawn_again() -> None:
    """Below n = 2^63 + 1 a word is good only if it is less than n: the rest, almost half, is passed over."""
    n = 2**63 + 1
    stream = b"".join(hashlib.sha256(f"floe deal/again/1/{block}".encode()).digest() for block in range(20))
    words = [int.from_bytes(stream[at : at + 8], "big") for at in range(0, len(stream), 8)]
    good = [word for word in words if word < n]
    assert len(good) < len(words)
    deal = Deal(1, "again")
    assert [deal.below(n) for _ in good] == good


def test_seed_and_label_each_make_another_deal() -> None:
    draws = {(seed, label): Deal(seed, label).below(2**64) for seed in (1, 2, "x", "") for label in ("a", "b")}
    assert len(set(draws.values())) == len(draws)


def test_a_whole_number_and_its_digits_are_the_same_seed() -> None:
    assert Deal(12, "a").below(2**64) == Deal("12", "a").below(2**64)


def test_draws_are_uniform() -> None:
    """56 cells, 56,000 draws: the statistic lies near 55; 100 has a chance of about one in 5,000."""
    deal = Deal(1, "uniform")
    counts = collections.Counter(deal.below(56) for _ in range(56_000))
    assert chi_square(counts, 56) < 100


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    """24 orders of four items, 24,000 shuffles: the statistic lies near 23; 55 has a chance of about one in 5,000."""
    deal = Deal(2, "orders")
    counts = collections.Counter(tuple(deal.shuffled(range(4))) for _ in range(24_000))
    assert set(counts) == set(itertools.permutations(range(4)))
    assert chi_square(counts, 24) < 55


def test_shuffling_leaves_the_given_items_alone() -> None:
    items = [1, 2, 3]
    assert sorted(Deal(1, "x").shuffled(items)) == items == [1, 2, 3]


@pytest.mark.parametrize("seed", [0, -5, 2**64, "", "a", "\ud800", "x" * 10_000, 2**1024 - 1])
def test_whole_numbers_and_texts_are_seeds(seed: int | str) -> None:
    assert check_seed(seed) == seed
    assert 0 <= Deal(seed, "x").below(6) < 6
    assert generator(seed).shape == (1,)


@pytest.mark.parametrize("seed", [None, 1.0, True, b"a", [1], np.float64(3)])
def test_nothing_else_is_a_seed(seed: Any) -> None:
    for make in (check_seed, generator, lambda other: Deal(other, "x")):
        with pytest.raises(BadOption, match="a seed is a whole number or a text") as caught:
            make(seed)
        assert repr(seed) in str(caught.value)


def test_a_seed_without_end_is_refused() -> None:
    with pytest.raises(BadOption, match="at most 1024 bits"):
        check_seed(10**5000)


def test_a_generator_is_the_same_on_every_machine_and_in_every_version() -> None:
    rng = generator(7)
    assert [int(draw32(rng)) for _ in range(4)] == PINNED_WORDS
    assert [draw_below(rng, n) for n in (2, 6, 57, 1000)] == PINNED_BELOW


def test_a_generator_multiplies_with_carry() -> None:
    """A second implementation, on Python's own numbers."""
    rng = generator("carry")
    state = int(rng[0])
    for _ in range(1000):
        carry, low = state >> 32, state & 0xFFFFFFFF
        state = 4294883355 * low + carry
        assert int(draw32(rng)) == low ^ carry
        assert int(rng[0]) == state


def test_generators_differ_by_seed_and_label() -> None:
    states = {int(generator(seed, label)[0]) for seed in range(50) for label in ("a", "b")}
    assert len(states) == 100


def test_a_generator_draws_uniformly() -> None:
    rng = generator(3)
    counts = collections.Counter(draw_below(rng, 57) for _ in range(57_000))
    assert set(counts) == set(range(57))
    assert chi_square(counts, 57) < 102


def test_a_generator_moves_only_its_own_state() -> None:
    one, other = generator(1), generator(1)
    draw32(one)
    assert int(one[0]) != int(other[0])
    draw32(other)
    assert int(one[0]) == int(other[0])


def test_many_generators_are_the_same_however_many_there_are() -> None:
    few, many = generators(5, 3), generators(5, 300)
    assert few.shape == (3, 1)
    assert np.array_equal(few, many[:3])
    assert len(np.unique(many)) == 300
    assert few[:, 0].tolist() == PINNED_MANY


def test_many_generators_draw_uniformly_beside_each_other() -> None:
    """The first draw of each, not the draws of one: neighbours must not resemble each other."""
    counts = collections.Counter(draw_below(rng, 8) for rng in generators("beside", 8_000))
    assert chi_square(counts, 8) < 30
