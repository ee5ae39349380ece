"""News between workers: they arrive, and go on to arrive after the bus was away. What is lost, ``follow`` finds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from litestar.channels import ChannelsPlugin

from floe.server import pubsub
from floe.server.pubsub import EnduringBus, bus
from tests.server.services import Postgres, Redis, free_port

pytestmark = pytest.mark.anyio


class Listener:
    """A worker's end of the bus, as Litestar's channels use it."""

    def __init__(self, url: str) -> None:
        made = bus(url, "floe")
        assert isinstance(made, EnduringBus)
        self.bus = made
        self.plugin = ChannelsPlugin(made, channels=["floe"])
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()

    def tell(self, data: bytes) -> None:
        self.plugin.publish(data, "floe")

    async def hear(self) -> bytes:
        async with asyncio.timeout(60):
            return await self.heard.get()

    async def until(self, wanted: bytes) -> list[bytes]:
        """All that is heard up to this."""
        heard = [await self.hear()]
        while heard[-1] != wanted:
            heard.append(await self.hear())
        return heard


@asynccontextmanager
async def listening(url: str) -> AsyncIterator[Listener]:
    listener = Listener(url)
    async with listener.plugin:
        subscriber = await listener.plugin.subscribe("floe")

        async def hear() -> None:
            async for data in subscriber.iter_events():
                listener.heard.put_nowait(data)

        task = asyncio.create_task(hear())
        yield listener
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def both_hear(one: Listener, other: Listener) -> None:
    """Tell until it arrives: listening begins a moment after the start. Then nothing is on its way any more."""
    for teller, hearer in ((one, other), (other, one)):
        heard = asyncio.create_task(hearer.until(b"?"))
        while not heard.done():
            teller.tell(b"?")
            await asyncio.sleep(0.02)
        await heard
    for teller, word in ((one, b"one is done"), (other, b"begin")):
        teller.tell(word)
        await one.until(word)
        await other.until(word)


Service = tuple[str, Callable[[], None], Callable[[], None]]


@pytest.fixture(params=["redis", "postgresql"])
def service(request: pytest.FixtureRequest) -> Service:
    """A bus: its URL, how to stop it, how to start it."""
    if request.param == "redis":
        redis: Redis = request.getfixturevalue("redis")
        return redis.url, redis.stop, redis.start
    postgres: Postgres = request.getfixturevalue("postgres")
    return f"postgresql://floe@127.0.0.1:{postgres.port}/postgres", postgres.stop, postgres.start


async def test_news_reach_every_worker_in_order(service: Service) -> None:
    async with listening(service[0]) as one, listening(service[0]) as other:
        await both_hear(one, other)
        for number in range(200):
            one.tell(b"%d" % number)
        expected = [b"%d" % number for number in range(200)]
        for listener in (one, other):
            assert [await listener.hear() for _ in expected] == expected


async def test_after_the_bus_was_away_news_go_on(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pubsub, "REST_S", 0.01)
    url, stop, start = service
    async with listening(url) as one, listening(url) as other:
        await both_hear(one, other)
        assert one.bus.well
        await asyncio.to_thread(stop)
        try:
            one.tell(b"lost")
            while one.bus.well:  # publishing has been tried, and nobody was bothered
                await asyncio.sleep(0.01)
        finally:
            await asyncio.to_thread(start)
        await both_hear(one, other)
        assert one.bus.well


async def test_a_bus_that_is_away_at_the_start_is_waited_for(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pubsub, "REST_S", 0.01)
    url, stop, start = service
    await asyncio.to_thread(stop)
    started = False
    try:
        async with listening(url) as one:
            one.tell(b"lost")
            while one.bus.well:  # publishing has been tried
                await asyncio.sleep(0.01)
            await asyncio.to_thread(start)
            started = True
            heard = asyncio.create_task(one.until(b"?"))
            while not heard.done():
                one.tell(b"?")
                await asyncio.sleep(0.02)
            assert b"lost" not in await heard
    finally:
        if not started:
            await asyncio.to_thread(start)


@pytest.mark.parametrize("scheme", ["redis", "postgresql"])
async def test_a_worker_ends_though_the_bus_never_came(scheme: str) -> None:
    async with asyncio.timeout(60):
        async with listening(f"{scheme}://127.0.0.1:{free_port()}") as one:
            for number in range(50):
                one.tell(b"%d" % number)


class Flaky(EnduringBus):
    """A bus whose publishing can be made to fail."""

    def __init__(self) -> None:
        super().__init__("", "floe")
        self.up = True
        self.sent: list[bytes] = []

    async def _send(self, data: bytes) -> None:
        if not self.up:
            raise ConnectionError("away")
        self.sent.append(data)

    async def _listen(self) -> AsyncIterator[bytes | None]:  # type: ignore[override]  # not used here
        yield None


async def test_a_bus_that_takes_nothing_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pubsub, "REST_S", 3600)
    flaky = Flaky()
    await flaky.publish(b"1", ["floe"])
    assert flaky.well
    flaky.up = False
    await flaky.publish(b"2", ["floe"])
    assert not flaky.well
    flaky.up = True
    await flaky.publish(b"3", ["floe"])
    assert flaky.sent == [b"1"]
    flaky._silent_until = 0
    await flaky.publish(b"4", ["floe"])
    assert flaky.sent == [b"1", b"4"]
    assert flaky.well


async def test_a_bus_has_one_channel() -> None:
    with pytest.raises(ValueError, match="one channel"):
        await Flaky().subscribe(["floe", "other"])
