"""Waiting for something to do, in little memory: a server has these for every open socket.

An event or a queue of asyncio's serves any number of tasks that wait, and keeps room for 64 of them from the start.
For these here one task waits.
"""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Wake:
    """Something may have happened: an event for one task that waits."""

    __slots__ = ("_set", "_waiter")

    def __init__(self) -> None:
        self._set = False
        self._waiter: asyncio.Future[None] | None = None

    def is_set(self) -> bool:
        return self._set

    def set(self) -> None:
        self._set = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def clear(self) -> None:
        self._set = False

    async def wait(self) -> None:
        """Until it is set. Only one task may do so."""
        if self._waiter is not None:
            raise RuntimeError("another task waits for this already")
        while not self._set:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None


class Mailbox(Generic[T]):
    """What came and was not taken yet, in order: a queue that one task takes from."""

    __slots__ = ("_came", "_wake")

    def __init__(self) -> None:
        self._came: list[T] = []
        self._wake = Wake()

    def put_nowait(self, one: T) -> None:
        self._came.append(one)
        self._wake.set()

    def empty(self) -> bool:
        return not self._came

    async def get(self) -> T:
        """The next, as soon as there is one."""
        await self._wake.wait()
        one = self._came.pop(0)
        if not self._came:
            self._wake.clear()
        return one
