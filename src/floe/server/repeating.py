"""What a worker does again and again until it ends, whatever went wrong the last time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from floe.server.logs import Log
from floe.server.store.faults import StoreUnavailable


class Repeating:
    """Some work, each at its own pace. Faults go to a part's log."""

    def __init__(self, journal: Log, tells_gone: bool = False) -> None:
        self._journal = journal
        self._tells_gone = tells_gone
        """Whether it is said here that the database is away: one part that says so is enough."""
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        """Do it now, and then each time so many seconds after it was done."""
        self._tasks.append(asyncio.create_task(self._forever(work, seconds)))

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()

    async def _forever(self, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        while True:
            try:
                await work()
            except StoreUnavailable:
                if self._tells_gone:
                    self._journal.warning("database_gone")
            except Exception as fault:
                self._journal.error("keeper_failed", fault)
            await asyncio.sleep(seconds)
