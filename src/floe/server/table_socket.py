"""The socket of a table, as transport: receiving, sending, pings, and closing. What it is about is a ``Visit``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from floe.server import clock
from floe.server.hub import Closing, TooSlow
from floe.server.logs import Log
from floe.server.people import known
from floe.server.rate_limit import Bucket, address_of
from floe.server.store.faults import StoreUnavailable
from floe.server.tables.refusals import NotFound, Refusal
from floe.server.visit import Visit
from floe.server.wire import socket
from floe.server.wire.socket import FromClient
from floe.server.worker import Worker
from floe.server.ws_protocol import PUT

PING_SECONDS = 20.0
UNANSWERED_PINGS = 2
"""A client that has left so many pings unanswered is gone."""
RETRY_SECONDS = 1.0

GONE, NO_TABLE, HOSTILE, TRY_AGAIN, FAULT = 4000, 4004, 4008, 1013, 1011
"""Close codes; see ``docs/protocol.md``."""
DEAF = frozenset({"too_slow", "gone"})
"""Reasons to close a socket whose client takes nothing any more."""

Fault = TypeVar("Fault", bound=BaseException)
Send = Callable[[bytes], Awaitable[None]]
_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
_encoder = msgspec.json.Encoder()
journal = Log("sockets")


class TableSocket:
    """One client at one table."""

    def __init__(self, ws: WebSocket[Any, Any, Any], worker: Worker, table_id: str) -> None:
        self._ws = ws
        self._send_text = cast("Send", ws.scope.get(PUT, self._send_decoded))
        self._worker = worker
        self._visit = Visit(worker, table_id, address_of(ws.scope.get("client")))
        self._connection = self._visit.connection
        rate = worker.settings.messages_per_second
        self._bucket = Bucket(rate, 3 * rate)
        self._pings: dict[int, float] = {}
        self._pinged = 0
        self._next_ping: asyncio.TimerHandle | None = None

    async def serve(self, have: int) -> None:
        """Until the client is gone. ``have`` is the version that it knows already."""
        closing: Closing | None = None
        try:
            async with self._worker.hub.arriving:
                await self._accept()
                await self._visit.enter(await known(self._worker.store, self._ws), have)
            self._ws.scope["headers"] = []  # read, and not to be kept for hours
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._send())
                self._ping(tasks)
                try:
                    await self._receive()
                finally:
                    if self._next_ping is not None:
                        self._next_ping.cancel()
        except* WebSocketDisconnect:
            pass
        except* NotFound as group:
            closing = Closing(NO_TABLE, "no_table", str(_first(group)))
        except* Refusal as group:
            refusal = _first(group)
            closing = Closing(HOSTILE, refusal.key, refusal.words)
        except* StoreUnavailable:
            closing = Closing(TRY_AGAIN, "unavailable", "the database is away", again=True)
        except* TooSlow:
            closing = Closing(HOSTILE, "too_slow", "the answers are not taken", again=True)
        except* Closing as group:
            closing = _first(group)
        except* Exception as group:
            self._worker.metrics.faults.labels("sockets").inc()
            journal.error("socket_failed", _first(group))
            closing = Closing(FAULT, "fault", "something went wrong here; it is in the server's log", again=True)
        finally:
            await asyncio.shield(self._visit.leave())
        if closing is not None:
            await self._close(closing)

    async def _accept(self) -> None:
        try:
            await self._ws.accept()
        except (OSError, RuntimeError):
            raise WebSocketDisconnect(detail="the client did not wait") from None

    async def _close(self, closing: Closing) -> None:
        """What was asked before is still answered, unless nobody takes answers; then why it ends."""
        answers = self._connection.answers
        if closing.bye.key in DEAF:
            answers.clear()
        try:
            for message in (*answers, closing.bye):
                await self._put(_encoder.encode(message))
            await self._ws.close(closing.code, closing.bye.key)
        except (OSError, RuntimeError, WebSocketDisconnect):
            pass  # the client was faster

    async def _send(self) -> None:
        """Whenever something woke this up, tell all that is new."""
        wake = self._connection.wake
        while True:
            await wake.wait()
            wake.clear()
            try:
                for message in self._visit.news_at_once():
                    await self._put(message)
                if self._visit.must_look:
                    async for message in self._visit.news():
                        await self._put(message)
            except StoreUnavailable:
                await asyncio.sleep(RETRY_SECONDS)
                wake.set()

    async def _put(self, message: bytes) -> None:
        try:
            await self._send_text(message)
        except (OSError, RuntimeError):
            raise WebSocketDisconnect(detail="the client is gone") from None

    async def _send_decoded(self, message: bytes) -> None:
        """The way that every server knows."""
        await self._ws.send_text(message.decode())

    def _ping(self, tasks: asyncio.TaskGroup) -> None:
        """Now, and again and again: not as a task, because every open socket would have one that only sleeps."""
        try:
            if len(self._pings) >= UNANSWERED_PINGS:
                raise Closing(GONE, "gone", "the last pings were not answered", again=True)
            self._pinged += 1
            self._pings[self._pinged] = clock.counted()
            self._connection.answer(socket.Ping(self._pinged))
        except (Closing, TooSlow) as fault:
            tasks.create_task(_failing(fault))
        else:
            self._next_ping = asyncio.get_running_loop().call_later(PING_SECONDS, self._ping, tasks)

    async def _receive(self) -> None:
        while True:
            text = await self._ws.receive_text()
            if len(text) > self._worker.settings.message_bytes:
                raise Closing(HOSTILE, "too_large", "the message is too large")
            left = self._bucket.take()
            if left < -self._bucket.burst:
                raise Closing(HOSTILE, "too_fast", "far too many messages", again=True)
            try:
                message = _decoder.decode(text)
            except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
                raise Closing(HOSTILE, "malformed", f"not a message of this protocol: {fault}") from None
            if isinstance(message, socket.Pong):
                self._measure(message.number)
            else:
                await self._visit.ask(message, too_fast=left < 0)

    def _measure(self, number: int) -> None:
        """What passed between a ping and its answer is the network's delay."""
        sent = self._pings.pop(number, None)
        if sent is not None:
            self._connection.delay = int((clock.counted() - sent) * 1000)


async def _failing(fault: Exception) -> None:
    """As a task: ends all others of its group."""
    raise fault


def _first(group: BaseExceptionGroup[Fault]) -> Fault:
    found = group.exceptions[0]
    return _first(found) if isinstance(found, BaseExceptionGroup) else found
