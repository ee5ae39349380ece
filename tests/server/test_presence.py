"""Who has a table open: what is told of it is never older than what was told before."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from floe.server import presence
from floe.server.store.rows import PresenceRow
from floe.server.store.store import Store
from tests.server.live import Live

pytestmark = pytest.mark.anyio


class SlowStore:
    """Answers the first question last: then Cy was there, and by now is gone."""

    def __init__(self) -> None:
        self.asked = 0
        self.free = asyncio.Event()

    async def present(self, table_id: str) -> list[PresenceRow]:
        self.asked += 1
        if self.asked > 1:
            return []
        await self.free.wait()
        return [PresenceRow(table_id, "cy", 1, None)]


async def test_an_answer_that_was_overtaken_changes_nothing(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open")
    store, hub = SlowStore(), live.worker.hub
    slow = cast("Store", cast("Any", store))
    async with ada.at(table) as socket:
        await socket.next("presence")
        first = asyncio.create_task(presence.refresh(hub, slow, table, 2))
        while not store.asked:
            await asyncio.sleep(0)
        await presence.refresh(hub, slow, table, 2)
        assert "cy" not in hub.present(table)
        store.free.set()
        await first
        assert "cy" not in hub.present(table)
