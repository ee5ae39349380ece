"""Working on slices of an array on several cores. The kernels release the GIL, so threads are enough."""

from __future__ import annotations

import functools
import itertools
import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from floe.core.jit import interpreted

_SLICES_A_THREAD = 4  # games differ in length: whoever is done early takes another slice


_most: int | None = None


def use_at_most(number: int) -> None:
    """From now on this process works on so many cores at most. One of many on a machine should take no more."""
    global _most  # noqa: PLW0603  # it holds for the whole process
    _most = max(1, number)


def cores() -> int:
    """How many cores this process may use."""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return there if _most is None else min(there, _most)


@functools.cache
def _pool() -> ThreadPoolExecutor:
    """The helpers of the thread that asks, shared by all. Threads start when there is work for them."""
    return ThreadPoolExecutor(max(1, cores() - 1), thread_name_prefix="floe")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)  # threads do not outlive a fork


def each_slice(work: Callable[[int, int], None], n: int, threads: int, least: int) -> None:
    """Call work(low, high) on slices that together cover 0 to n - 1, on so many threads at once.

    A slice has ``least`` items or more: with fewer, waking a thread costs more than it saves. What is little work is
    done right here, and so is everything while the kernels run as plain Python, where threads would only queue.
    """
    count = 1 if threads == 1 or interpreted() else min(threads * _SLICES_A_THREAD, n // least)
    if count <= 1:
        work(0, n)
        return
    bounds = [n * k // count for k in range(count + 1)]
    waiting = deque(itertools.pairwise(bounds))

    def take_slices() -> None:
        while True:
            try:
                low, high = waiting.popleft()
            except IndexError:
                return
            work(low, high)

    helpers = [_pool().submit(take_slices) for _ in range(min(threads, count) - 1)]
    try:
        take_slices()
    finally:
        started = [helper for helper in helpers if not helper.cancel()]
        for helper in started:
            helper.result()
