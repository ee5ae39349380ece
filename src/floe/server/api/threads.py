"""Work that takes longer than a moment is done beside the event loop, a little of it at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


@lru_cache(maxsize=2)
def _pool(name: str, threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix=f"floe-{name}")


async def run(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do this on a thread."""
    return await asyncio.get_running_loop().run_in_executor(_pool("request", 2), lambda: work(*args, **kwargs))


async def think(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The same for what takes a second or so: one at a time, and nobody who asks for less waits for it."""
    return await asyncio.get_running_loop().run_in_executor(_pool("hint", 1), lambda: work(*args, **kwargs))
