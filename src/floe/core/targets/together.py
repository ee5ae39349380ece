"""What the threads of a block do together before and after each sees to its own state: move and clear whole rows.

A thread that reads or writes a row of its own by itself touches another line of memory than its neighbours with every
instruction. Here neighbours touch neighbouring words, which the memory serves at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Words = np.ndarray[Any, Any]


def copy(source: Words, target: Words, from_word: int, to_word: int, words: int, thread: int, threads: int) -> None:
    """Copy words.

    Eight at a time: a thread that waits for each before it asks for the next one leaves the memory idle. Beyond the
    last word that one is copied again.
    """
    last = np.uint32(words - 1)
    for k in range(thread, words, 8 * threads):
        k0 = np.uint32(k)
        k1, k2, k3 = min(k0 + threads, last), min(k0 + 2 * threads, last), min(k0 + 3 * threads, last)
        k4, k5 = min(k0 + 4 * threads, last), min(k0 + 5 * threads, last)
        k6, k7 = min(k0 + 6 * threads, last), min(k0 + 7 * threads, last)
        word0, word1 = source[from_word + k0], source[from_word + k1]
        word2, word3 = source[from_word + k2], source[from_word + k3]
        word4, word5 = source[from_word + k4], source[from_word + k5]
        word6, word7 = source[from_word + k6], source[from_word + k7]
        target[to_word + k0], target[to_word + k1] = word0, word1
        target[to_word + k2], target[to_word + k3] = word2, word3
        target[to_word + k4], target[to_word + k5] = word4, word5
        target[to_word + k6], target[to_word + k7] = word6, word7


def copy_rows(  # noqa: PLR0913, PLR0917  # what, where from, where to, and who
    source: Words, target: Words, from_row: int, to_row: int, rows: int, width: int, thread: int, threads: int
) -> None:
    """Copy the first ``width`` words of so many rows, which are further apart in one of the arrays; four at a time."""
    size = np.uint32(width)
    last = np.uint32(rows * width - 1)
    for k in range(thread, rows * width, 4 * threads):
        k0 = np.uint32(k)
        k1, k2, k3 = min(k0 + threads, last), min(k0 + 2 * threads, last), min(k0 + 3 * threads, last)
        word0, word1 = source[from_row + k0 // size, k0 % size], source[from_row + k1 // size, k1 % size]
        word2, word3 = source[from_row + k2 // size, k2 % size], source[from_row + k3 // size, k3 % size]
        target[to_row + k0 // size, k0 % size] = word0
        target[to_row + k1 // size, k1 % size] = word1
        target[to_row + k2 // size, k2 % size] = word2
        target[to_row + k3 // size, k3 % size] = word3


def wipe(words: Words, octets: Words, first: int, size: int, thread: int, threads: int) -> None:
    """Fill ``size`` bytes with zeros. ``words`` and ``octets`` are the same memory; ``first`` is a whole word's."""
    width = words.itemsize
    for k in range(thread, size // width, threads):
        words[first // width + k] = 0
    for k in range(size // width * width + thread, size, threads):
        octets[first + k] = 0
