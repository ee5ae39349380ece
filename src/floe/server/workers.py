"""Several workers behind one port: processes that are kept going, and each table's sockets at one of them.

A process that begins loads this first, and is asked meanwhile whether it is alive: so not much may be imported here.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from pathlib import Path

import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import multiprocess

from floe.server import affinity
from floe.server.http_protocol import BoundedHttp
from floe.server.logs import Log

_GLANCE_S = 0.1
_RETRY_SECONDS = 1.0
journal = Log("workers")


class _Worker(uvicorn.Server):
    """One of several workers behind a port."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.server_state: affinity.WorkerState = affinity.WorkerState()
        self._next_try: asyncio.TimerHandle | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if sys.platform != "win32" and affinity.FOLDER in os.environ:
            self._take_place(Path(os.environ[affinity.FOLDER]))

    def _take_place(self, folder: Path) -> None:
        """At once or, while the one that this worker replaces still serves, as soon as that is gone."""
        try:
            place = affinity.Place.take(folder, self.config.workers)
        except OSError as fault:  # the folder's name is too long, say: then tables are served anywhere
            journal.warning("no_affinity", why=str(fault))
            return
        self.server_state.place = place
        if place is not None:
            place.listen(self._take_over)
        else:
            self._next_try = asyncio.get_running_loop().call_later(_RETRY_SECONDS, self._take_place, folder)

    def _take_over(self, connection: socket.socket, head: bytes) -> None:
        task = asyncio.get_running_loop().create_task(self._go_on(connection, head))
        self.server_state.tasks.add(task)
        task.add_done_callback(self.server_state.tasks.discard)

    async def _go_on(self, connection: socket.socket, head: bytes) -> None:
        """Serve a connection whose request was read by another worker."""
        loop, config = asyncio.get_running_loop(), self.config
        connection.setblocking(False)
        protocol = BoundedHttp(config, self.server_state, self.lifespan.state)
        protocol.handed_over = True
        await loop.connect_accepted_socket(lambda: protocol, connection)
        protocol.data_received(head)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._next_try is not None:
            self._next_try.cancel()
        if self.server_state.place is not None:
            self.server_state.place.leave()
            self.server_state.place = None
        await super().shutdown(sockets)


class _Process(multiprocess.Process):
    """A worker's process."""

    @property
    def server(self) -> uvicorn.Server:
        if self._server is None:
            self._server = _Worker(self.config)
        return self._server


class Workers(multiprocess.Multiprocess):
    """Keeps the workers going. If one ends before any has served, the next would end alike: then it is given up."""

    failed = False
    _has_served = False

    def init_processes(self) -> None:
        multiprocess.Process = _Process  # type: ignore[misc]  # this is what the library starts, now and later
        super().init_processes()

    def keep_subprocess_alive(self) -> None:
        self._has_served = self._has_served or any(one.is_ready(_GLANCE_S) for one in self.processes)
        ended = {one.exitcode for one in self.processes} - {None}
        if STARTUP_FAILURE in ended or (ended and not self._has_served):
            self.failed = True
            self.should_exit.set()
        else:
            super().keep_subprocess_alive()
