"""The server's processes: started, stopped in order, killed. Each is a whole worker, put together as in earnest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from floe.server.metrics import Metrics
from floe.server.settings import Settings
from floe.server.store.faults import StoreUnavailable
from floe.server.store.store import Store
from floe.server.table_socket import TableSocket
from floe.server.worker import Worker, working
from tests.simulation.bus import Exchange, SimulatedBus
from tests.simulation.disk import Disk, SimulatedSqlite
from tests.simulation.loop import Process, VirtualLoop
from tests.simulation.network import Link


class Served:
    """One process of the server."""

    def __init__(self, name: str, loop: VirtualLoop, disk: Disk, exchange: Exchange, settings: Settings) -> None:
        self.process = Process(name)
        self.worker: Worker | None = None
        """None until it has started, and when it has ended."""
        self.links: dict[Link, asyncio.Task[None]] = {}
        self._loop = loop
        self._disk = disk
        self._exchange = exchange
        self._settings = settings
        self._database = SimulatedSqlite(disk, self.process)
        self._ends = asyncio.Event()

    def __repr__(self) -> str:
        return self.process.name

    def start(self, ended: Callable[[Served], None]) -> None:
        """``ended`` is told when it has ended by itself, because it was stopped or could not start."""
        life = self._loop.spawn(self.process, self._live())
        life.add_done_callback(lambda done: self._ended(done, ended), context=self.process.context)

    def _ended(self, life: asyncio.Task[None], ended: Callable[[Served], None]) -> None:
        fault = life.exception()
        if fault is not None and not isinstance(fault, StoreUnavailable):
            self._loop.failed(f"{self} ended", fault)
        self.worker = None
        self.process.alive = False
        self._exchange.forget(self.process)
        self._loop.later(0, ended, self)

    async def _live(self) -> None:
        metrics = Metrics()
        store = Store(self._database, metrics)
        bus = SimulatedBus(self._exchange, self.process)
        async with working(self._settings, store, bus, metrics) as worker:
            self.worker = worker
            await self._ends.wait()
            self.worker = None
            for link in list(self.links):
                link.hang_up()
            if self.links:
                await asyncio.wait(list(self.links.values()))

    def stop(self) -> None:
        """End in order, as for an update."""
        self._ends.set()

    def kill(self, silently: bool) -> None:
        """End at once. ``silently``: the whole machine is gone, and nobody is told."""
        self._loop.kill(self.process)
        self.worker = None
        self._exchange.forget(self.process)
        for link in self.links:
            link.server_gone(silently)
        self._loop.later(5, self._database.let_go)

    def accept(self, link: Link, table_id: str, have: int) -> None:
        """A page opens a socket."""
        worker = self.worker
        if worker is None:
            link.server_gone(silently=False)
            return

        async def serve(worker: Worker) -> None:
            await TableSocket(link.socket, worker, table_id).serve(have)

        task = self._loop.spawn(self.process, serve(worker))
        self.links[link] = task
        task.add_done_callback(lambda done: self._served(link, done), context=self.process.context)

    def _served(self, link: Link, done: asyncio.Task[Any]) -> None:
        self.links.pop(link, None)
        link.hang_up()  # as every ASGI server does when its application has returned
        if not done.cancelled() and done.exception() is not None:
            self._loop.failed("a socket's handler failed", done.exception())
