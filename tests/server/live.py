"""A real server in the test's own process, on a free port, with people who talk to it over HTTP and WebSocket.

The test holds the server's parts (``Live.worker``) and its clock, so it can look inside and let time pass.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import uvicorn

import floe
from floe.server.app import create
from floe.server.clock import Clock
from floe.server.housekeeping import Housekeeping
from floe.server.serving import configuration
from floe.server.settings import Settings
from floe.server.store import Store
from floe.server.worker import Worker
from tests.server.people import Person, browser

PATIENCE_S = 180
"""So long a test waits for something before it fails."""


class FakeClock(Clock):
    """Real time, moved on by as much as a test says."""

    def __init__(self) -> None:
        super().__init__()
        self.ahead = 0
        self.stands: int | None = None
        """A time at which it stands still."""

    def __call__(self) -> int:
        return (time.time_ns() // 1_000_000 if self.stands is None else self.stands) + self.ahead

    def wait(self, milliseconds: int) -> None:
        self.ahead += milliseconds


class Live:
    """One worker that serves."""

    def __init__(self, settings: Settings, clock: FakeClock | None) -> None:
        self.settings = settings
        self.clock = clock or FakeClock()
        self.app = create(settings, clock)
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.address = f"127.0.0.1:{self._listening.getsockname()[1]}"
        self._server = uvicorn.Server(configuration(settings, self.app))
        self._serving: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        return f"http://{self.address}"

    @property
    def worker(self) -> Worker:
        return Worker.of(self.app.state)

    @property
    def housekeeping(self) -> Housekeeping:
        return self.worker.housekeeping

    @property
    def store(self) -> Store:
        return self.worker.store

    async def start(self) -> None:
        for game in floe.game_names():
            floe.game(game).warm_up()  # as floe serve does, so that nobody waits for a compiler
        # Not serve(), which would take the signals that pytest listens to.
        self._serving = asyncio.create_task(self._server._serve([self._listening]))
        while not self._server.started:
            if self._serving.done():
                self._serving.result()
                raise RuntimeError("the server did not start")
            await asyncio.sleep(0.01)

    async def stop(self) -> None:
        self._server.should_exit = True
        if self._serving is not None:
            await asyncio.wait_for(self._serving, PATIENCE_S)

    async def let_pass(self, milliseconds: int) -> None:
        """Let time pass while the server is up: it gives its signs of life on the way."""
        while milliseconds > 0:
            step = min(milliseconds, 4_000)
            self.clock.wait(step)
            milliseconds -= step
            await self.worker.scheduler.beat()

    def anonymous(self) -> httpx.AsyncClient:
        """A client that nobody knows yet."""
        return browser(self.address)

    async def person(self, name: str | None = None) -> Person:
        """A new guest."""
        return await Person.come(self.address, name)


def quick(database: str, **chosen: Any) -> Settings:
    """Settings for tests: no limit on how often one may ask, one thread for machines."""
    usual: dict[str, Any] = {
        "requests_per_minute": 1_000_000,
        "hints_per_minute": 100_000,
        "pictures_per_minute": 100_000,
        "messages_per_second": 10_000,
        "tables_per_minute": 100_000,
        "moves_per_minute": 100_000,
        "sockets_per_address": 100_000,
        "thinking_threads": 1,
    }
    return Settings(database=database, **(usual | chosen))


@asynccontextmanager
async def serving(database: str, clock: FakeClock | None = None, **chosen: Any) -> AsyncIterator[Live]:
    """A server with these settings, for as long as the test needs it."""
    live = Live(quick(database, **chosen), clock or FakeClock())
    await live.start()
    try:
        yield live
    finally:
        await live.stop()
