"""Signs of life, and the times without any."""

from __future__ import annotations

import asyncio

import pytest

from floe.server.store import Outage, Store

pytestmark = pytest.mark.anyio


async def test_there_is_no_outage_before_the_first_start(store: Store) -> None:
    assert await store.note_outage(10**12, 1) is None
    assert await store.outages(0) == []


async def test_the_time_since_the_last_beat_of_all_workers_is_an_outage(store: Store) -> None:
    assert await store.beat("a", 1000) == 1000
    assert await store.beat("b", 4000) == 4000
    assert await store.beat("a", 3000) == 4000
    assert await store.note_outage(9000, 5000) is None  # just the threshold
    assert await store.note_outage(9001, 5000) == Outage(4000, 9001)
    assert await store.outages(0) == [Outage(4000, 9001)]


async def test_workers_that_start_together_put_it_down_once(store: Store) -> None:
    await store.beat("old", 1000)
    noted = await asyncio.gather(*(store.note_outage(50_000 + n, 5000) for n in range(6)))
    assert sum(outage is not None for outage in noted) == 1
    assert len(await store.outages(0)) == 1


async def test_outages_are_told_from_a_time_on(store: Store) -> None:
    for began, ended in ((1000, 20_000), (30_000, 50_000), (60_000, 90_000)):
        await store.beat("w", began)
        assert await store.note_outage(ended, 5000) == Outage(began, ended)
    assert await store.outages(50_000) == [Outage(60_000, 90_000)]
    assert await store.outages(49_999) == [Outage(30_000, 50_000), Outage(60_000, 90_000)]


async def test_workers_of_long_ago_are_forgotten_but_not_the_last_sign_of_life(store: Store) -> None:
    day = 24 * 3600 * 1000
    await store.beat("a", 1)
    await store.beat("b", 2 * day)
    assert await store.note_outage(2 * day + 1, 5000) is None
    assert await store.note_outage(9 * day, 5000) == Outage(2 * day, 9 * day)
