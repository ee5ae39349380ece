"""What goes wrong: processes die, the database is away, full, slow or forgets to answer, news get lost."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

from tests.simulation.disk import FAIR, Weather

if TYPE_CHECKING:
    from tests.simulation.network import Link
    from tests.simulation.processes import Served
    from tests.simulation.world import World

KINDS = {
    "kill": 10, "kill_all": 1, "stop": 3, "part_database": 3, "no_database": 2, "full": 2, "flaky": 3, "slow": 2,
    "part_bus": 3, "lose_news": 3, "delay_news": 2, "step_back": 2, "step_forth": 1, "cut": 6, "holes": 2,
}  # fmt: skip


class Nemesis:
    """Lets things go wrong for as long as it is told to."""

    def __init__(self, world: World, rng: random.Random) -> None:
        self._world = world
        self._rng = rng
        self.on = True
        self.deadly = 0.0
        """So often a process dies just after a commit, before anybody is told of it."""
        self.kills: list[float] = []
        self.steps: list[tuple[float, float]] = []
        """When the clock was set, and by how much."""
        self.trouble: list[tuple[float, float]] = []
        """When the database was not well for somebody, or a process was missing."""
        self._under_way: set[asyncio.Task[None]] = set()

    async def rage(self, every: float, until: float) -> None:
        """A fault every so many seconds on average, until a time."""
        world = self._world
        kinds = world.plan.faults.split(",") if world.plan.faults else list(KINDS)
        while self.on:
            pause = self._rng.expovariate(1 / every) + 0.1
            await asyncio.sleep(min(pause, until - world.loop.time()))
            if not self.on or world.loop.time() >= until:
                return
            kind = self._rng.choices(kinds, [KINDS[kind] for kind in kinds])[0]
            world.witness.count[kind] += 1
            task = world.loop.spawn(None, getattr(self, f"_{kind}")())
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def cease(self) -> None:
        """From now on nothing goes wrong; what was begun is waited for."""
        self.on = False
        self.deadly = 0.0
        while self._under_way:
            await asyncio.wait(list(self._under_way))

    def committed(self, name: str) -> None:
        """Somebody has just committed something."""
        if self.deadly and self._rng.random() < self.deadly:
            served = next((one for one in self._world.served if one.process.name == name), None)
            if served is not None and served.process.alive and served.worker is not None:
                self._world.witness.count["killed at a commit"] += 1
                self._world.loop.later(0, self._kill_one, served)

    # Processes

    async def _kill(self) -> None:
        served = self._world.any_served()
        if served is not None:
            self._kill_one(served)

    async def _kill_all(self) -> None:
        for served in list(self._world.served):
            self._kill_one(served, away=self._rng.choice((1.0, 12.0, 90.0, 900.0)))

    def _kill_one(self, served: Served, away: float = 0.0) -> None:
        world = self._world
        if served not in world.served:
            return
        self.kills.append(world.loop.time())
        world.kill(served, silently=self._rng.random() < 0.15, back=away + self._rng.uniform(0.5, 8))

    async def _stop(self) -> None:
        served = self._world.any_served()
        if served is not None:
            self._world.trace(f" ! {served} is stopped")
            self.kills.append(self._world.loop.time())
            served.stop()

    # The database

    async def _weather(self, weather: Weather, everywhere: bool, longest: float) -> None:
        disk, loop = self._world.disk, self._world.loop
        served = self._world.any_served()
        whom = None if everywhere or served is None else served.process
        if disk.weather.get(whom, FAIR).bad:
            return
        self._world.trace(f" ! {'all' if whom is None else whom.name}: {weather}")
        began = loop.time()
        disk.change(whom, weather)
        await asyncio.sleep(self._rng.uniform(0.3, longest))
        disk.change(whom, FAIR)
        self.trouble.append((began, loop.time()))
        self._world.trace(f" ! {'all' if whom is None else whom.name}: the database is well")

    async def _part_database(self) -> None:
        await self._weather(Weather(away=True), False, 20)

    async def _no_database(self) -> None:
        await self._weather(Weather(away=True), True, 40)

    async def _full(self) -> None:
        await self._weather(Weather(full=True), True, 20)

    async def _flaky(self) -> None:
        await self._weather(Weather(flaky=self._rng.choice((0.02, 0.1, 0.4))), self._rng.random() < 0.5, 20)

    async def _slow(self) -> None:
        await self._weather(Weather(slow=self._rng.choice((0.2, 1.0, 2.5))), self._rng.random() < 0.5, 20)

    # News

    async def _part_bus(self) -> None:
        served, exchange = self._world.any_served(), self._world.exchange
        if served is not None:
            self._world.trace(f" ! {served} is parted from the bus")
            exchange.part(served.process)
            await asyncio.sleep(self._rng.uniform(1, 60))
            exchange.heal(served.process)

    async def _lose_news(self) -> None:
        exchange = self._world.exchange
        exchange.lost = self._rng.choice((0.1, 0.5, 1.0))
        self._world.trace(f" ! news are lost: {exchange.lost}")
        await asyncio.sleep(self._rng.uniform(1, 60))
        exchange.lost = 0.0

    async def _delay_news(self) -> None:
        exchange = self._world.exchange
        exchange.slow = self._rng.choice((0.5, 5.0))
        await asyncio.sleep(self._rng.uniform(1, 60))
        exchange.slow = 0.02

    # The machine's clock

    async def _step_back(self) -> None:
        self._step(-self._rng.choice((0.5, 5.0, 61.0, 3600.0, 86_400.0)))

    async def _step_forth(self) -> None:
        self._step(self._rng.choice((0.2, 15.0, 300.0, 7200.0)))

    def _step(self, seconds: float) -> None:
        self._world.trace(f" ! the clock is set by {seconds} s")
        self.steps.append((self._world.loop.time(), seconds))
        self._world.wrong_by += seconds

    # The network

    async def _cut(self) -> None:
        for link in self._some_links():
            link.cut()

    async def _holes(self) -> None:
        for link in self._some_links():
            link.hole = True

    def _some_links(self) -> list[Link]:
        links = [link for served in self._world.served for link in served.links]
        return self._rng.sample(links, min(len(links), self._rng.randint(1, 4)))
