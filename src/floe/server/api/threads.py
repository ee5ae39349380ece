"""Work that takes longer than a moment is done beside the event loop, a little of it at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(2, thread_name_prefix="floe-request")


async def run(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do this on a thread."""
    return await asyncio.get_running_loop().run_in_executor(_pool(), lambda: work(*args, **kwargs))
