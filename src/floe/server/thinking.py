"""Who thinks when: as many machines at once as there are cores for it, and everybody in turn.

Machines that think by the clock are fast alone and many together. Alone, one has all cores. As soon as others wait,
each has one core, and thinks for a shorter time the more there are: nobody waits for long, and machines are weaker
for as long as the server has too much to do. Whoever waits is served by address: a visitor who has set up a hundred
tables waits for the own ones, and nobody else does.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

import floe
from floe import games
from floe.bots.registry import known, level_bot
from floe.bots.swapping import choose_evenly, takes_over
from floe.core.randomness import generator
from floe.core.typing import Document
from floe.server import chance, clock, offered
from floe.server.metrics import Metrics

Found = TypeVar("Found")
SHORTEST = 0.1
"""Seconds for which a machine that thinks by the clock thinks at least."""


class Thinking:
    """The thoughts of this worker's machines."""

    def __init__(self, cores: int, metrics: Metrics) -> None:
        self._cores = cores
        self._metrics = metrics
        self._threads = ThreadPoolExecutor(cores, thread_name_prefix="floe-machine")
        self._running = 0
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        """Those who wait, by whom they wait for. Whoever is first is served next, and then goes to the end."""

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def decide(
        self, address: str, level: str, game: str, view: Document, actions: list[str], evenly: bool = False
    ) -> tuple[str, float]:
        """What a machine plays for somebody at an address, and how many seconds it has thought. ``evenly``: in a first
        turn after which its place may be taken over."""
        about = think_evenly if evenly else think
        return await self._thought(address, level, game, about, view, actions)

    async def swaps(self, address: str, level: str, game: str, view: Document) -> bool:
        """Whether a machine at the second seat takes over the first."""
        return (await self._thought(address, level, game, think_of_swapping, view))[0]

    async def _thought(
        self, address: str, level: str, game: str, about: Callable[..., Found], *given: Any
    ) -> tuple[Found, float]:
        """What a machine finds for somebody at an address, and how many seconds it has thought."""
        async with self._turn(address):
            seconds, threads = self._share(level, game)
            loop = asyncio.get_running_loop()
            begun = clock.counted()
            with self._metrics.thought_seconds.time():
                work = partial(about, level, game, *given, seconds, threads)
                found = await loop.run_in_executor(self._threads, work)
            return found, clock.counted() - begun

    def _share(self, level: str, game: str) -> tuple[float | None, int | None]:
        """For how long, and on how many threads, a machine thinks that does so by the clock."""
        found = games.manifest(game).levels.get(known(level, game))
        if found is None or found.budget.seconds is None:
            return None, None
        wanted = self._running + self.waiting
        if wanted == 1:
            return found.budget.seconds, None if self._cores > 1 else 1
        return max(SHORTEST, found.budget.seconds * min(1, self._cores / wanted)), 1

    @asynccontextmanager
    async def _turn(self, address: str) -> AsyncIterator[None]:
        """Wait until there is a core."""
        if self._running < self._cores:
            self._running += 1
        else:
            await self._wait(address)
        try:
            yield
        finally:
            self._next()

    async def _wait(self, address: str) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(called)
        self._metrics.thoughts_waiting.set(self.waiting)
        try:
            await called
        except asyncio.CancelledError:
            if not called.cancelled():  # the core was given just now
                self._next()
            raise

    def _next(self) -> None:
        """Hand a core on, if somebody waits for it."""
        while self._waiting:
            address, queue = self._waiting.popitem(last=False)
            called = queue.popleft()
            if queue:
                self._waiting[address] = queue
            self._metrics.thoughts_waiting.set(self.waiting)
            if not called.done():
                called.set_result(None)
                return
        self._running -= 1

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def think(
    level: str, game: str, view: Document, actions: list[str], seconds: float | None = None, threads: int | None = None
) -> str:
    """What a machine of a level decides.

    Where hands are hidden, one without a choice thinks nevertheless, and is as long in the queue: others would see by
    the time whether it holds something to choose, such as a harpoon when it is asked about the bear (II-23). How long
    players that the host has added think is not known, so they are asked always.
    """
    bot = level_bot(known(level, game), game, seconds, threads)
    rng = generator(chance.bits(), "machine")
    if len(actions) > 1 or level in offered.added(game):
        return bot.choose(view, actions, rng)
    ponder = getattr(bot, "think", None)
    if floe.game(game).hidden and ponder is not None:
        ponder(view, rng)
    return actions[0]


def think_evenly(
    level: str, game: str, view: Document, actions: list[str], seconds: float | None = None, threads: int | None = None
) -> str:
    """What a machine of a level plays in a first turn after which its place may be taken over."""
    bot = level_bot(known(level, game), game, seconds, threads)
    return choose_evenly(bot, view, actions, generator(chance.bits(), "machine"))


def think_of_swapping(
    level: str, game: str, view: Document, seconds: float | None = None, threads: int | None = None
) -> bool:
    """Whether a machine of a level at the second seat takes over the first."""
    return takes_over(level_bot(known(level, game), game, seconds, threads), view, generator(chance.bits(), "swap"))
