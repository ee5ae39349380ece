"""What the threads of a block do together before and after each sees to its own state: move and clear whole rows.

A thread that reads or writes a row of its own by itself touches another line of memory than its neighbours with every
instruction. Here neighbours touch neighbouring words, which the memory serves at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Words = np.ndarray[Any, Any]


def fetch(there: Words, here: Words, first: int, rows: int, thread: int, threads: int) -> None:
    """Copy rows of words from ``first`` on into the block's own memory. (Rows may be further apart here.)"""
    width = there.shape[1]
    for k in range(thread, rows * width, threads):
        row, word = np.uint32(k) // np.uint32(width), np.uint32(k) % np.uint32(width)
        here[row, word] = there[first + row, word]


def store(there: Words, here: Words, first: int, rows: int, thread: int, threads: int) -> None:
    """Copy them back."""
    width = there.shape[1]
    for k in range(thread, rows * width, threads):
        row, word = np.uint32(k) // np.uint32(width), np.uint32(k) % np.uint32(width)
        there[first + row, word] = here[row, word]


def wipe(words: Words, octets: Words, first: int, size: int, thread: int, threads: int) -> None:
    """Fill ``size`` bytes with zeros. ``words`` and ``octets`` are the same memory; ``first`` is a whole word's."""
    width = words.itemsize
    for k in range(thread, size // width, threads):
        words[first // width + k] = 0
    for k in range(size // width * width + thread, size, threads):
        octets[first + k] = 0
