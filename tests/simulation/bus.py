"""The bus: the real ``EnduringBus`` over a network that delays, reorders, loses and parts."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator

from floe.server.hub import CHANNEL
from floe.server.pubsub import EnduringBus
from tests.simulation.loop import Process, VirtualLoop


class Exchange:
    """What all processes publish to and listen at."""

    def __init__(self, loop: VirtualLoop, rng: random.Random) -> None:
        self.loop = loop
        self.rng = rng
        self.lost = 0.0
        """So much of what is published reaches nobody."""
        self.parted: set[Process] = set()
        """Processes that cannot reach it."""
        self.slow = 0.02
        self._listeners: dict[asyncio.Queue[bytes | None], Process] = {}

    def part(self, process: Process) -> None:
        """Cut a process off. It notices, because its connection breaks."""
        self.parted.add(process)
        for queue, whose in self._listeners.items():
            if whose is process:
                queue.put_nowait(None)

    def heal(self, process: Process) -> None:
        self.parted.discard(process)

    def send(self, data: bytes) -> None:
        """To everybody, each at a time of its own: so what was sent later may be heard earlier."""
        for queue, process in self._listeners.items():
            if process.alive and process not in self.parted and self.rng.random() >= self.lost:
                self.loop.later(self.rng.uniform(0.0005, self.slow), queue.put_nowait, data)

    def listen(self, process: Process) -> asyncio.Queue[bytes | None]:
        queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._listeners[queue] = process
        return queue

    def let_go(self, queue: asyncio.Queue[bytes | None]) -> None:
        self._listeners.pop(queue, None)

    def forget(self, process: Process) -> None:
        """A process is dead."""
        self.parted.discard(process)
        for queue in [queue for queue, whose in self._listeners.items() if whose is process]:
            del self._listeners[queue]


class SimulatedBus(EnduringBus):
    """The bus as one process has it."""

    def __init__(self, exchange: Exchange, process: Process) -> None:
        super().__init__("simulated://", CHANNEL)
        self._exchange = exchange
        self._process = process

    async def _send(self, data: bytes) -> None:
        await asyncio.sleep(self._exchange.rng.uniform(0.0002, 0.005))
        if self._process in self._exchange.parted:
            raise ConnectionError("the bus is away")
        self._exchange.send(data)

    async def _listen(self) -> AsyncGenerator[bytes | None, None]:
        await asyncio.sleep(0.005)
        if self._process in self._exchange.parted:
            raise ConnectionError("the bus is away")
        queue = self._exchange.listen(self._process)
        try:
            yield None
            while (data := await queue.get()) is not None:
                yield data
        finally:
            self._exchange.let_go(queue)
