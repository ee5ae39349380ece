"""Between people and processes: sockets with delays that can be cut, and requests that may not be answered."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

from litestar import Request, WebSocket

from tests.simulation.loop import Process, VirtualLoop, fail, resolve

SLOWEST = 0.15
"""Seconds that a message is under way at most, while nothing is wrong."""


class Cut(Exception):
    """The connection is gone."""


class Link:
    """A WebSocket between a person's page and a process: messages arrive in order, each some time later."""

    def __init__(
        self, loop: VirtualLoop, rng: random.Random, process: Process, token: str | None, address: str
    ) -> None:
        self.process = process
        self.open = True
        """Whether the page takes it to be open."""
        self.hole = False
        """Whatever is sent vanishes, and neither side is told."""
        self._loop = loop
        self._rng = rng
        self._to_page: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._last = [0.0, 0.0]
        self._gone = False
        headers = [] if token is None else [(b"authorization", f"Bearer {token}".encode())]
        scope: Any = {"type": "websocket", "headers": headers, "client": (address, 1), "state": {}, "path": "/"}
        self.socket: WebSocket[Any, Any, Any] = WebSocket(scope, self._receive, self._send)
        self._to_server.put_nowait({"type": "websocket.connect"})

    @property
    def well(self) -> bool:
        """Whether what is sent arrives."""
        return self.open and not self.hole and not self._gone

    # The page's end

    def send(self, message: bytes) -> None:
        if self.open and not self.hole:
            self._arrive(0, self._to_server.put_nowait, {"type": "websocket.receive", "text": message.decode()})

    async def receive(self) -> bytes:
        message = await self._to_page.get()
        if message is None:
            self.open = False
            raise Cut
        return message

    def close(self) -> None:
        """The page is closed."""
        if self.open:
            self.open = False
            if not self.hole:
                self._arrive(0, self._hang_up)

    # What happens to it on the way

    def cut(self) -> None:
        """Both sides learn of it, each at its time."""
        if not self.hole:
            self._arrive(0, self._hang_up)
            self._arrive(1, self._to_page.put_nowait, None)
        self.hole = True

    def server_gone(self, silently: bool) -> None:
        """The process is no more. Usually its machine says so; if it is gone too, nobody does."""
        if not silently and not self.hole:
            self._arrive(1, self._to_page.put_nowait, None)
        self.hole = True

    def hang_up(self) -> None:
        """The server ends in order."""
        self._hang_up()
        self._arrive(1, self._to_page.put_nowait, None)

    def _hang_up(self) -> None:
        self._gone = True
        self._to_server.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def _arrive(self, way: int, work: Callable[..., object], *given: object) -> None:
        when = max(self._last[way] + 1e-6, self._loop.time() + self._rng.uniform(0.002, SLOWEST))
        self._last[way] = when
        self._loop.later(when - self._loop.time(), self._deliver, work, given)

    def _deliver(self, work: Callable[..., object], given: tuple[object, ...]) -> None:
        """What was under way when the line went dead may arrive or not; here it does not."""
        if not self.hole or given == (None,) or work == self._hang_up:
            work(*given)

    # The server's end

    async def _receive(self) -> Any:
        return await self._to_server.get()

    async def _send(self, message: Any) -> None:
        await asyncio.sleep(0)
        if self._gone:
            raise OSError("the client is gone")
        if self.hole:
            return
        if message["type"] == "websocket.send":
            self._arrive(1, self._to_page.put_nowait, message["text"].encode())
        elif message["type"] == "websocket.close":
            self._arrive(1, self._to_page.put_nowait, None)


def request(token: str | None) -> Request[Any, Any, Any]:
    """A request as a handler gets it."""
    headers = [] if token is None else [(b"authorization", f"Bearer {token}".encode())]
    scope: Any = {"type": "http", "method": "POST", "path": "/", "headers": headers, "state": {}}
    return Request(scope)


async def answered(loop: VirtualLoop, rng: random.Random, process: Process, work: Callable[[], Any]) -> Any:
    """What a process answers to a request; ``Cut`` if it dies meanwhile, or nothing comes."""
    await asyncio.sleep(rng.uniform(0.002, SLOWEST))
    answer: asyncio.Future[Any] = loop.create_future()

    async def handle() -> None:
        try:
            made = await work()
        except Exception as fault:
            loop.call_soon(fail, answer, fault)
        else:
            loop.call_soon(resolve, answer, made)

    if not process.alive:
        raise Cut
    loop.spawn(process, handle())
    done, _ = await asyncio.wait([answer], timeout=20)
    await asyncio.sleep(rng.uniform(0.002, SLOWEST))
    if not done:
        raise Cut
    return answer.result()
