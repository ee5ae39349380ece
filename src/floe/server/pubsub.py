"""How news passes between workers, through Redis or PostgreSQL, also after these have been away.

News only say where to look, and make others look at once instead of at their next look (``Scheduler.follow``). So one
that is lost does no harm, and publishing never fails and never waits long.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing, suppress
from typing import Any

from litestar.channels import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

from floe.server import clock
from floe.server.logs import Log

PAUSES_S = (0.1, 0.2, 0.5, 1.0, 2.0)
"""Between attempts to reach the bus again; the last one from then on."""
REST_S = 0.5
"""So long nothing is sent after something could not be: it would only wait for the same."""
PATIENCE_S = 5.0
QUIET_S = 15.0
"""After so long without news the connection is asked whether it still lives."""
journal = Log("bus")


def bus(url: str, channel: str) -> ChannelsBackend:
    """The bus at a URL, for one channel."""
    if url.startswith("memory:"):
        return MemoryChannelsBackend()
    if url.startswith("postgresql:"):
        return PostgresqlBus(url, channel)
    return RedisBus(url, channel)


class EnduringBus(ChannelsBackend):
    """A bus between processes that survives the loss of its connections."""

    def __init__(self, url: str, channel: str) -> None:
        self._url = url
        self._channel = channel
        self._silent_until = 0.0
        self._told = self._hears = True

    @abstractmethod
    async def _send(self, data: bytes) -> None:
        """Publish, or raise."""

    @abstractmethod
    def _listen(self) -> AsyncGenerator[bytes | None, None]:
        """All news from now on, until the connection breaks; None first, when it listens."""

    @property
    def well(self) -> bool:
        """Whether news pass, as far as the last attempts have shown."""
        return self._told and self._hears

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        if clock.counted() < self._silent_until:
            return
        try:
            await self._send(data)
            self._told = True
        except Exception as fault:  # whatever the library found wrong, it was not told
            if self._told:
                journal.warning("not_told", kind=type(fault).__name__)
            self._told = False
            self._silent_until = clock.counted() + REST_S

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        failures = 0
        while True:
            try:
                async with aclosing(self._listen()) as news:
                    async for data in news:
                        failures = 0
                        if not self._hears:
                            self._hears = True
                            journal.info("back")
                        if data is not None:
                            yield self._channel, data
                cause = "closed"
            except Exception as fault:  # as above
                cause = type(fault).__name__
            if self._hears:
                self._hears = False
                journal.warning("lost", kind=cause)
            await asyncio.sleep(PAUSES_S[min(failures, len(PAUSES_S) - 1)])
            failures += 1

    async def on_startup(self) -> None:
        """Connections are made when they are needed, so the bus may be away at the start."""

    async def on_shutdown(self) -> None:
        """Let go of the connections."""

    async def subscribe(self, channels: Iterable[str]) -> None:
        if set(channels) != {self._channel}:
            raise ValueError(f"this bus has one channel, {self._channel}")

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """It listens as long as it lives."""

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        return []  # where to look is of no use later


class RedisBus(EnduringBus):
    """Redis, by publish and subscribe."""

    def __init__(self, url: str, channel: str) -> None:
        from redis.asyncio import Redis  # noqa: PLC0415 - only where it is used
        from redis.asyncio.retry import Retry  # noqa: PLC0415 - as above
        from redis.backoff import NoBackoff  # noqa: PLC0415 - as above

        super().__init__(url, channel)
        self._redis: Any = Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=PATIENCE_S,
            socket_timeout=PATIENCE_S,
            socket_keepalive=True,
        )

    async def _send(self, data: bytes) -> None:
        from redis.exceptions import ConnectionError as Disconnected  # noqa: PLC0415 - only where it is used

        try:
            await self._redis.publish(self._channel, data)
        except Disconnected:  # a connection that a restart left behind; the next one is new
            await self._redis.publish(self._channel, data)

    async def _listen(self) -> AsyncGenerator[bytes | None, None]:
        pubsub = self._redis.pubsub()
        try:
            await pubsub.subscribe(self._channel)
            while True:
                message = await pubsub.get_message(timeout=QUIET_S)
                if message is None:
                    await pubsub.ping()
                elif message["type"] == "subscribe":
                    yield None
                elif message["type"] == "message":
                    yield message["data"]
        finally:
            await pubsub.aclose()

    async def on_shutdown(self) -> None:
        await self._redis.aclose()


class PostgresqlBus(EnduringBus):
    """PostgreSQL's own notifications: one thing less to run, for not too many workers."""

    def __init__(self, url: str, channel: str) -> None:
        super().__init__(url, channel)
        self._sender: Any = None

    async def _connect(self) -> Any:
        import asyncpg  # noqa: PLC0415 - only where it is used

        return await asyncpg.connect(
            self._url, timeout=PATIENCE_S, command_timeout=PATIENCE_S, server_settings={"application_name": "floe-bus"}
        )

    async def _send(self, data: bytes) -> None:
        if self._sender is None or self._sender.is_closed():
            self._sender = await self._connect()
        try:
            await self._sender.execute("SELECT pg_notify($1, $2)", self._channel, data.decode())
        except Exception:
            self._sender.terminate()
            self._sender = None
            raise

    async def _listen(self) -> AsyncGenerator[bytes | None, None]:
        connection = await self._connect()
        news: asyncio.Queue[bytes | None] = asyncio.Queue()
        connection.add_termination_listener(lambda _: news.put_nowait(None))
        try:
            await connection.add_listener(self._channel, lambda *heard: news.put_nowait(heard[-1].encode()))
            yield None
            while True:
                try:
                    data = await asyncio.wait_for(news.get(), QUIET_S)
                except TimeoutError:
                    await connection.execute("SELECT 1")
                    continue
                if data is None:
                    return
                yield data
        finally:
            connection.terminate()

    async def on_shutdown(self) -> None:
        if self._sender is not None:
            with suppress(Exception):  # it ends in any case
                await self._sender.close(timeout=1)
