"""News between workers: they arrive, and after the bus was away everybody is told to look everywhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from litestar.channels import ChannelsPlugin

from floe.server import buses
from floe.server.buses import EnduringBus, bus
from tests.server.services import Postgres, Redis, free_port

pytestmark = pytest.mark.anyio
RETURNED = b"look everywhere"


class Listener:
    """A worker's end of the bus, as Litestar's channels use it."""

    def __init__(self, url: str) -> None:
        made = bus(url, "floe", RETURNED)
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
    """Tell until it arrives: listening begins a moment after the start."""
    for teller, hearer in ((one, other), (other, one)):
        number = 0
        while hearer.heard.empty():
            teller.tell(b"%d" % number)
            number += 1
            await asyncio.sleep(0.02)
    one.tell(b"begin")
    await one.until(b"begin")
    await other.until(b"begin")


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


async def test_after_the_bus_was_away_everybody_looks_everywhere_and_news_go_on(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buses, "REST_S", 0.0)
    url, stop, start = service
    async with listening(url) as one, listening(url) as other:
        await both_hear(one, other)
        await asyncio.to_thread(stop)
        try:
            one.tell(b"lost")
            while not one.bus.missed:  # publishing has been tried, and nobody was bothered
                await asyncio.sleep(0.01)
        finally:
            await asyncio.to_thread(start)
        for listener in (one, other):
            assert b"lost" not in await listener.until(RETURNED)
        await both_hear(one, other)


async def test_a_bus_that_is_away_at_the_start_is_waited_for(service: Service) -> None:
    url, stop, start = service
    await asyncio.to_thread(stop)
    try:
        async with listening(url) as one:
            one.tell(b"lost")
            await asyncio.to_thread(start)
            await one.until(RETURNED)
    finally:
        await asyncio.to_thread(stop)
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
        super().__init__("", "floe", RETURNED)
        self.up = True
        self.sent: list[bytes] = []

    async def _send(self, data: bytes) -> None:
        if not self.up:
            raise ConnectionError("away")
        self.sent.append(data)

    async def _listen(self) -> AsyncIterator[bytes | None]:  # type: ignore[override]  # not used here
        yield None

    async def on_shutdown(self) -> None:
        pass


async def test_what_could_not_be_told_is_made_good_with_the_next_that_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buses, "REST_S", 0.0)
    flaky = Flaky()
    await flaky.publish(b"1", ["floe"])
    flaky.up = False
    await flaky.publish(b"2", ["floe"])
    await flaky.publish(b"3", ["floe"])
    flaky.up = True
    await flaky.publish(b"4", ["floe"])
    await flaky.publish(b"5", ["floe"])
    assert flaky.sent == [b"1", b"4", RETURNED, b"5"]


async def test_a_bus_has_one_channel() -> None:
    with pytest.raises(ValueError, match="one channel"):
        await Flaky().subscribe(["floe", "other"])
