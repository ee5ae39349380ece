"""Mistakes that can be planted into the server, to see whether the simulation finds them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from floe.server import clock, service
from floe.server.clock import Clock
from floe.server.machines import CLAIM, Machines
from floe.server.scheduler import Scheduler
from floe.server.service import Tables
from floe.server.store.rows import Append, Appended, TableRow
from floe.server.store.store import Store
from floe.server.tables import events, views
from floe.server.tables.table import Table
from floe.server.visit import Visit


def news_over_the_bus_alone() -> None:
    """Nobody looks what other workers have done: what a worker has written and not told before it died is not seen."""

    async def follow(self: Scheduler) -> None:
        """Nothing."""

    Scheduler.follow = follow  # type: ignore[method-assign]


def acknowledged_before_the_commit() -> None:
    """An append is answered while it is still on its way to the disk."""
    append = Store.append
    under_way: set[asyncio.Task[Any]] = set()

    async def hasty(self: Store, wanted: Append) -> Appended:
        task = asyncio.create_task(append(self, wanted))
        under_way.add(task)
        task.add_done_callback(lambda done: (under_way.discard(done), done.cancelled() or done.exception()))
        return Appended(wanted.version)

    Store.append = hasty  # type: ignore[method-assign]


def same_id_not_recognised() -> None:
    """What a client asks for again under the same id is taken for something new."""
    apply = service.apply

    def forgetful(table: Table, logged: events.Logged) -> None:
        apply(table, logged)
        table.answers.clear()

    service.apply = forgetful  # type: ignore[attr-defined]


def same_line_twice() -> None:
    """A line of the chat that is sent again is written again."""
    from floe.server.store import people_queries  # noqa: PLC0415 - only here

    people_queries.said_before = lambda *_: None  # type: ignore[assignment]
    say = people_queries.say

    def again(connection: Any, line: Any) -> int:
        import dataclasses  # noqa: PLC0415

        return say(connection, dataclasses.replace(line, client_id=None))

    people_queries.say = again


def machines_forgotten() -> None:
    """Nobody lets a machine think whose worker has died."""

    async def take_over(self: Machines, row: TableRow) -> None:
        """Nothing."""

    Machines.take_over = take_over  # type: ignore[method-assign]


def machines_on_old_positions() -> None:
    """A worker that takes a machine over lets it think about the table as it was when the worker last looked."""

    async def take_over(self: Machines, row: TableRow) -> None:
        now = self._tables.now()
        if await self._tables.store.claim(row.id, row.version, self._tables.worker, now + CLAIM, now):
            self._begin(row.id, row.version, now)

    Machines.take_over = take_over  # type: ignore[method-assign]


def clock_goes_back() -> None:
    """Time is what the machine's clock says."""
    Clock.__call__ = lambda self: clock.wall()  # type: ignore[method-assign]


def outages_charged() -> None:
    """Players are charged for the time in which no server was up."""

    async def note_outage(self: Store, now: int, threshold: int) -> None:
        """Nothing."""

    Store.note_outage = note_outage  # type: ignore[assignment]


def doubts_not_resolved() -> None:
    """Nobody finds out whether what was decided last was written, when the database did not answer."""
    Tables._find_out = lambda self, table_id: None  # type: ignore[method-assign]
    news_over_the_bus_alone()


def secret_shown() -> None:
    """The commitment is the secret itself."""
    Table.commitment = property(lambda self: self.secret)  # type: ignore[assignment, method-assign]


def view_of_another_seat() -> None:
    """Now and then somebody is shown the table as another seat sees it."""
    perspective = views.perspective

    def wrong(table: Table, guest: str | None) -> int | None:
        seat = perspective(table, guest)
        return (seat or 0) + 1 if seat is not None and table.version % 7 == 3 and len(table.recent) < 20 else seat

    views.perspective = wrong


def late_answers() -> None:
    """A client that has just come is told what it missed a while later."""
    enter = Visit.enter

    async def slowly(self: Visit, *given: Any) -> None:
        await enter(self, *given)
        self.connection.wake.clear()

    Visit.enter = slowly  # type: ignore[method-assign]


PLANTED: dict[str, Callable[[], None]] = {
    made.__name__: made
    for made in (
        news_over_the_bus_alone,
        acknowledged_before_the_commit,
        same_id_not_recognised,
        same_line_twice,
        machines_forgotten,
        machines_on_old_positions,
        clock_goes_back,
        outages_charged,
        secret_shown,
        view_of_another_seat,
    )
}
