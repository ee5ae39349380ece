"""What has to happen without anybody asking: clocks, machines and plans whose worker is gone, news, heartbeats."""

from __future__ import annotations

from collections.abc import Awaitable
from contextlib import suppress

from floe.server import files, presence
from floe.server.hub import Hub
from floe.server.logs import Log
from floe.server.machines import Machines
from floe.server.metrics import Metrics
from floe.server.planning import Planning
from floe.server.repeating import Repeating
from floe.server.service import Tables
from floe.server.store.faults import StoreUnavailable
from floe.server.store.rows import TableRow
from floe.server.tables import commands
from floe.server.tables.clocks import NETWORK_ALLOWANCE, RECONNECT_ALLOWANCE, Outage
from floe.server.tables.refusals import Refusal

BEAT_SECONDS = 2.0
LOOK_SECONDS = 0.5
FOLLOW_SECONDS = 1.0
OUTAGE = 10_000
"""Milliseconds without any worker's beat after which the server counts as having been down."""
_AT_ONCE = 100
journal = Log("scheduler")


class Scheduler:
    """Looks after the tables for as long as the worker lives."""

    def __init__(self, tables: Tables, machines: Machines, planning: Planning, hub: Hub, metrics: Metrics) -> None:
        self._tables = tables
        self._machines = machines
        self._planning = planning
        self._hub = hub
        self._metrics = metrics
        self._beaten = 0
        self._said_again = 0
        self._repeating = Repeating(journal, tells_gone=True)

    async def start(self) -> None:
        """Note for how long no server was up, then begin to look after things."""
        await self.beat()
        self._repeating.begin(self.beat, BEAT_SECONDS)
        self._repeating.begin(self.look, LOOK_SECONDS)
        self._repeating.begin(self.follow, FOLLOW_SECONDS)

    async def stop(self) -> None:
        await self._repeating.end()

    async def beat(self) -> None:
        """Say that this worker is alive, and learn when none was; or when none could write, which is the same."""
        tables = self._tables
        now = tables.now()  # one time for all of it: while the database is slow, the clock may be set
        beat = await tables.store.beat(tables.worker, now, OUTAGE)
        if beat.noted is not None:
            journal.info("was_down", began=beat.noted.began, ended=beat.noted.ended)
        tables.outages = [Outage(one.began, one.ended) for one in beat.outages]
        tables.now.catch_up(beat.newest)  # now that it is known what of the time in between is charged to nobody
        self._beaten = max(self._beaten, now)  # a later beat may have come through before
        await self._machines.still_thinks()
        if (taken := files.short()) is not None:
            journal.warning("files_short", taken=taken[0], allowed=taken[1])
        if now - self._said_again >= presence.AGAIN:
            self._said_again = now
            self._metrics.count_tables(await tables.store.count_by_status())
            await presence.say_again(self._hub, tables.store, now)

    async def catch_up(self) -> None:
        """Before any clock is charged: if no beat came through for a while, an outage may just have ended."""
        if self._tables.now() - self._beaten > OUTAGE // 2:
            await self.beat()

    async def look(self) -> None:
        """See to all that is due now."""
        await self.catch_up()
        now = self._tables.now()
        due = await self._tables.store.due(now, _AT_ONCE)
        for row in due.clocks:
            await _one(self._time_out(row, now))
        for row in due.machines:
            await _one(self._machines.take_over(row))
        for table_id in due.plans:
            await _one(self._planning.follow(table_id))

    async def follow(self) -> None:
        """See what other workers have done at the tables that are open here.

        They tell each other over the bus; that is only faster. A worker may be killed after it has written and before
        it has told, or the bus may be away, and nobody is left waiting for longer than until the next look.
        """
        hub, tables = self._hub, self._tables
        open_here = hub.tables()
        if not open_here:
            return
        asked, now = hub.ask_present(), tables.now()
        for seen in await tables.store.glance(open_here):
            if hub.behind(seen.table_id, seen.version):
                await _one(tables.news(seen.table_id))
                hub.wake(seen.table_id)
            hub.said(seen.table_id, seen.chat)
            hub.set_present(seen.table_id, presence.here(seen.present, now), asked)

    async def _time_out(self, row: TableRow, now: int) -> None:
        """Time is up, unless it is only the network's fault that nothing came."""
        rows = await self._tables.store.present(row.id)
        outages = self._tables.outages
        async with self._tables.using(row.id) as table:
            running = None if table.clocks is None else table.clocks.running
            guest = None if running is None else table.seats[running].guest
            deadline = None if table.clocks is None else table.clocks.deadline(outages)
        if deadline is not None and deadline > now:  # the server was down meanwhile
            await self._tables.store.postpone(row.id, row.version, deadline)
            return
        gone = presence.gone_since(rows, guest, now)
        lost = gone is not None and now - gone < RECONNECT_ALLOWANCE
        allowance = NETWORK_ALLOWANCE + (RECONNECT_ALLOWANCE if lost else 0)
        with suppress(Refusal):  # somebody was faster, or the table is busy: it is looked at again soon
            await self._tables.change(row.id, lambda table: commands.time_out(table, now, outages, allowance))


async def _one(work: Awaitable[None]) -> None:
    """See to one table. What goes wrong there must not keep the others waiting."""
    try:
        await work
    except StoreUnavailable:
        raise
    except Exception as fault:
        journal.error("keeper_failed", fault)
