"""Mistakes that can be planted into the server, to see whether the simulation finds them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from floe.server import clock, service
from floe.server.clock import Clock
from floe.server.machines import Machines
from floe.server.notices.delivery import Delivery
from floe.server.scheduler import Scheduler
from floe.server.service import CLAIM
from floe.server.store import beat_queries, people_queries
from floe.server.store.rows import Append, Appended, NoticeRow, TableRow
from floe.server.store.store import Store
from floe.server.tables import events, views
from floe.server.tables.apply import apply
from floe.server.tables.table import Table


def _put(where: object, name: str, what: object) -> None:
    setattr(where, name, what)


def news_over_the_bus_alone() -> None:
    """Nobody looks what other workers have done: what a worker has written and not told before it died is not seen."""

    async def follow(self: Scheduler) -> None:
        """Nothing."""

    _put(Scheduler, "follow", follow)


def acknowledged_before_the_commit() -> None:
    """An append is answered while it is still on its way to the disk."""
    append = Store.append
    under_way: set[asyncio.Task[Any]] = set()

    def forget(task: asyncio.Task[Any]) -> None:
        under_way.discard(task)
        if not task.cancelled():
            task.exception()

    async def hasty(self: Store, wanted: Append) -> Appended:
        task = asyncio.create_task(append(self, wanted))
        under_way.add(task)
        task.add_done_callback(forget)
        return Appended(wanted.version)

    _put(Store, "append", hasty)


def same_id_not_recognised() -> None:
    """What a client asks for again under the same id is taken for something new."""

    def forgetful(table: Table, logged: events.Logged) -> None:
        apply(table, logged)
        table.answers.clear()

    _put(service, "apply", forgetful)


def same_line_twice() -> None:
    """A line of the chat that is sent again is written again."""
    say = people_queries.say
    _put(people_queries, "say", lambda connection, line: say(connection, replace(line, client_id=None)))


def machines_forgotten() -> None:
    """Nobody lets a machine think whose worker has died."""

    async def take_over(self: Machines, row: TableRow) -> None:
        """Nothing."""

    _put(Machines, "take_over", take_over)


def machines_on_old_positions() -> None:
    """A worker that takes a machine over lets it think about the table as it was when the worker last looked."""

    async def take_over(self: Machines, row: TableRow) -> None:
        now = self._tables.now()
        if await self._tables.store.claim(row.id, row.version, self._tables.worker, now + CLAIM, now):
            self._begin(row.id, row.version, now)

    _put(Machines, "take_over", take_over)


def clock_goes_back() -> None:
    """Time is what the machine's clock says."""
    _put(Clock, "__call__", lambda self: clock.wall())


def outages_charged() -> None:
    """Players are charged for the time in which no server was up."""

    _put(beat_queries, "_note_outage", lambda connection, now, threshold: None)


def called_before_it_is_put_down() -> None:
    """A message is sent before the database knows: whoever finds it after a fault sends it again."""

    async def put_out(self: Store, notice: NoticeRow, worker: str) -> bool:
        return True

    _put(Store, "put_out", put_out)


def calls_kept_for_ever() -> None:
    """What a process has claimed and takes its time over, no other ever tells, also if that process is gone."""
    claim, tell = Store.claim_notices, Delivery._one

    async def keep(self: Store, notices: list[NoticeRow], worker: str, now: int, until: int) -> list[NoticeRow]:
        return await claim(self, notices, worker, now, until + 10**12)

    async def slowly(self: Delivery, notice: NoticeRow) -> None:
        await asyncio.sleep(30)
        await tell(self, notice)

    _put(Store, "claim_notices", keep)
    _put(Delivery, "_one", slowly)


def secret_shown() -> None:
    """The commitment is the secret itself."""
    _put(Table, "commitment", property(lambda self: self.secret))


def view_of_another_seat() -> None:
    """Now and then somebody is shown the table as another seat sees it."""
    perspective = views.perspective

    def wrong(table: Table, guest: str | None) -> int | None:
        seat = perspective(table, guest)
        return (seat or 0) + 1 if seat is not None and table.version % 7 == 3 and len(table.recent) < 20 else seat

    _put(views, "perspective", wrong)


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
        called_before_it_is_put_down,
        calls_kept_for_ever,
        secret_shown,
        view_of_another_seat,
    )
}
