"""Signs of life, and the times without any."""

from __future__ import annotations

import asyncio

import pytest

from floe.server.store import Outage, Store
from floe.server.store.rows import Beat

GAP = 5000
pytestmark = pytest.mark.anyio


async def test_there_is_no_outage_before_the_first_start(store: Store) -> None:
    assert await store.beat("w", 10**12, 1) == Beat(10**12, None, [])


async def test_the_newest_beat_of_all_workers_is_told(store: Store) -> None:
    assert (await store.beat("a", 1000, GAP)).newest == 1000
    assert (await store.beat("b", 4000, GAP)).newest == 4000
    assert (await store.beat("a", 3000, GAP)).newest == 4000
    assert await store.last_beat() == 4000


async def test_the_time_since_the_last_beat_of_all_workers_is_an_outage(store: Store) -> None:
    await store.beat("b", 4000, GAP)
    await store.beat("a", 3000, GAP)
    assert await store.beat("a", 9000, GAP) == Beat(9000, None, [])  # just the threshold
    outage = Outage(9000, 14_001)
    assert await store.beat("a", 14_001, GAP) == Beat(14_001, outage, [outage])
    assert await store.beat("b", 14_002, GAP) == Beat(14_002, None, [outage])


async def test_workers_that_start_together_put_it_down_once(store: Store) -> None:
    await store.beat("old", 1000, GAP)
    beats = await asyncio.gather(*(store.beat(f"w{n}", 50_000 + n, GAP) for n in range(6)))
    assert sum(beat.noted is not None for beat in beats) == 1
    assert len((await store.beat("w0", 50_010, GAP)).outages) == 1


async def test_outages_are_told_oldest_first(store: Store) -> None:
    for at in (1000, 20_000, 30_000, 31_000):
        told = await store.beat("w", at, GAP)
    assert told == Beat(31_000, None, [Outage(1000, 20_000), Outage(20_000, 30_000)])


async def test_workers_of_long_ago_are_forgotten_but_not_the_last_sign_of_life(store: Store) -> None:
    day = 24 * 3600 * 1000
    await store.beat("a", 1, GAP)
    await store.beat("b", 2 * day, GAP)
    assert (await store.beat("c", 9 * day, GAP)).noted == Outage(2 * day, 9 * day)
    assert await store.last_beat() == 9 * day
