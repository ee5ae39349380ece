"""What has to happen without anybody asking for it: clocks that run out, machines whose worker is gone, heartbeats."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from floe.server.logs import Log
from floe.server.machines import Machines
from floe.server.service import Tables
from floe.server.store.faults import StoreUnavailable
from floe.server.store.rows import TableRow
from floe.server.tables import deciding
from floe.server.tables.clocks import NETWORK_ALLOWANCE, RECONNECT_ALLOWANCE, Outage
from floe.server.tables.refusals import Refusal

BEAT_SECONDS = 2.0
LOOK_SECONDS = 0.5
OUTAGE = 10_000
"""Milliseconds without any worker's beat after which the server counts as having been down."""
_AT_ONCE = 100
journal = Log("keeper")


class Keeper:
    """Looks after the tables for as long as the worker lives."""

    def __init__(self, tables: Tables, machines: Machines) -> None:
        self._tables = tables
        self._machines = machines
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Note for how long no server was up, then begin to look after things."""
        await self.beat()
        self._tasks = [
            asyncio.create_task(_forever(self.beat, BEAT_SECONDS)),
            asyncio.create_task(_forever(self.look, LOOK_SECONDS)),
        ]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def beat(self) -> None:
        """Say that this worker is alive, and learn when none was; or when none could write, which is the same."""
        tables = self._tables
        outage = await tables.store.note_outage(tables.now(), OUTAGE)
        if outage is not None:
            journal.info("was_down", began=outage.began, ended=outage.ended)
        await tables.store.beat(tables.worker, tables.now())
        tables.outages = [Outage(one.began, one.ended) for one in await tables.store.outages(0)]

    async def look(self) -> None:
        """See to all that is due now."""
        now = self._tables.now()
        for row in await self._tables.store.due(now, _AT_ONCE):
            await self._time_out(row, now)
        for row in await self._tables.store.machine_due(now, _AT_ONCE):
            await self._machines.take_over(row)

    async def _time_out(self, row: TableRow, now: int) -> None:
        """Time is up, unless it is only the network's fault that nothing came."""
        gone = {one.guest: one.gone for one in await self._tables.store.present(row.id)}
        async with self._tables.using(row.id) as table:
            running = None if table.clocks is None else table.clocks.running
            guest = None if running is None else table.seats[running].guest
        gone_at = gone.get(guest or "")
        lost = gone_at is not None and now - gone_at < RECONNECT_ALLOWANCE
        allowance = NETWORK_ALLOWANCE + (RECONNECT_ALLOWANCE if lost else 0)
        outages = self._tables.outages
        with suppress(Refusal):  # somebody was faster, or the table is busy: it is looked at again soon
            await self._tables.change(row.id, lambda table: deciding.time_out(table, now, outages, allowance))


async def _forever(work: Callable[[], Awaitable[None]], seconds: float) -> None:
    while True:
        try:
            await work()
        except StoreUnavailable:
            journal.warning("database_gone")
        except Exception as fault:
            journal.error("keeper_failed", fault)
        await asyncio.sleep(seconds)
