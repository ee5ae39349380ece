"""Plans at this worker's tables: who lays them, who is told of them, and that they are followed.

The worker that wrote what somebody has waited for holds the plans of the table against it. If it dies before it has,
the plan's version is behind its table's, and the next to look finds it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from floe.server import plans
from floe.server.hub import Hub
from floe.server.logs import Log
from floe.server.metrics import Metrics
from floe.server.service import Tables
from floe.server.store.faults import StoreUnavailable
from floe.server.store.rows import PlanRow
from floe.server.tables.refusals import NotFound, Refusal, Stale
from floe.server.tables.table import Table
from floe.server.wire import socket

_ATTEMPTS = 8
journal = Log("plans")


class Planning:
    """The plans of this worker's tables."""

    def __init__(self, tables: Tables, hub: Hub, metrics: Metrics) -> None:
        self._tables = tables
        self._hub = hub
        self._metrics = metrics
        self._following: dict[str, asyncio.Task[None]] = {}

    # For those who plan

    async def lay(self, table_id: str, guest: str, asked: socket.PlanLine) -> int:
        """Add a line to a guest's plan; the version of the table that it holds for."""
        async with self._tables.using(table_id) as table:
            seat, state = plans.planner(table, guest, asked.version), table.state
            if state is None:
                raise Stale
        exchanges = await asyncio.to_thread(plans.foreseen, state.view(seat), seat, asked.actions)

        def add(table: Table, plan: plans.Plan) -> plans.Plan:
            plans.planner(table, guest, asked.version)  # the position is still the same
            return plans.added(plan, exchanges)

        return await self._edit(table_id, seat, guest, add)

    async def drop(self, table_id: str, guest: str, number: int) -> int:
        """Take a line out of a guest's plan."""
        async with self._tables.using(table_id) as table:
            seats = table.seats_of(guest)
        if not seats:
            raise Refusal("no_seat", "you have no seat here")
        return await self._edit(table_id, seats[0], guest, lambda _, plan: plans.without(plan, number))

    async def _edit(self, table_id: str, seat: int, guest: str, edit: Callable[[Table, plans.Plan], plans.Plan]) -> int:
        """Change a plan that has been held against all that happened, and tell its guest's pages."""
        for _ in range(_ATTEMPTS):
            before = await self._tables.store.plan(table_id, seat)
            async with self._tables.using(table_id) as table:
                version, plan = table.version, edit(table, plans.own(before, guest))
            if before is not None and before.version not in (None, version):
                await self._tables.follow(before)
                continue
            row = plans.row_of(plan, table_id, seat, guest, version)
            if row == before or await self._tables.store.put_plan(row, before, version):
                self._changed(row)
                return version
        raise Refusal("busy", "too much happens at this table at once; try again")

    def _changed(self, row: PlanRow) -> None:
        self._hub.planned(row.table_id, row.guest)
        self._hub.publish(row.table_id, "plan", row.seat)

    async def told(self, table_id: str, guest: str) -> tuple[int, socket.Plan | None]:
        """A guest's own plan, none where nothing can be planned; and the version at which it is this guest's seat."""
        async with self._tables.using(table_id, fresh=False) as table:
            version, seats = table.version, table.seats_of(guest)
            if len(seats) != 1 or table.played is None or not plans.offered(table):
                return version, None
        row = await self._tables.store.plan(table_id, seats[0])
        return version, plans.told(plans.own(row, guest), seats[0])

    async def news(self, table_id: str, seat: int) -> None:
        """Another worker has changed the plan of a seat: its guest's pages here look again."""
        if self._hub.at(table_id):
            async with self._tables.using(table_id, fresh=False) as table:
                guest = table.seats[seat].guest if seat < len(table.seats) else None
            if guest is not None:
                self._hub.planned(table_id, guest)

    # Following

    def begin(self, table_id: str) -> None:
        """Hold the plans of a table against what has happened there, as soon as it was told."""
        before = self._following.get(table_id)
        task = asyncio.create_task(self._follow(table_id, before))
        self._following[table_id] = task
        task.add_done_callback(lambda _: self._forget(table_id, task))

    def _forget(self, table_id: str, task: asyncio.Task[None]) -> None:
        if self._following.get(table_id) is task:
            del self._following[table_id]

    async def _follow(self, table_id: str, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])
        try:
            await self.follow(table_id)
        except (StoreUnavailable, NotFound):
            pass  # it is found again as soon as the database is there; or the table is gone
        except Exception as fault:
            self._metrics.faults.labels("plans").inc()
            journal.error("plan_failed", fault, table=table_id)

    async def follow(self, table_id: str) -> None:
        """Hold each plan of a table against how it stands; one that is overtaken each time is left to the next look."""
        for _ in range(_ATTEMPTS):
            overtaken = False
            for row in await self._tables.store.open_plans(table_id):
                left = await self._tables.follow(row)
                overtaken |= left is None
                if left is not None and left.body != row.body:
                    self._changed(left)
            if not overtaken:
                return

    async def close(self) -> None:
        for task in list(self._following.values()):
            task.cancel()
