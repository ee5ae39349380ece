"""Group commit: what waits while one transaction is being written goes into the next one, together.

A commit has to reach the disk, and that takes long; how much is in it hardly matters. So the appends of one process go
through one lane. Each is judged by itself, and each is answered only after the commit.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from floe.server.store import notice_queries, table_queries
from floe.server.store.database import Database, Work
from floe.server.store.faults import StoreUnavailable
from floe.server.store.rows import Append, Appended

LARGEST = 256
"""More than so many are not written together, so that the first of them does not wait too long."""

Answer = TypeVar("Answer")


class Observer(Protocol):
    """Who wants to know how the writing goes."""

    def group_written(self, size: int) -> None:
        """So many appends were committed together."""

    def append_answered(self, seconds: float) -> None:
        """An append was answered so long after it was asked for."""


@dataclass(slots=True, eq=False)
class _Job:
    """An append, or any other work where there is but one writer."""

    wanted: Append | Work[Any]
    answer: asyncio.Future[Any]

    def resolve(self, answer: object) -> None:
        if not self.answer.done():  # whoever asked may have been cancelled meanwhile; it is written all the same
            self.answer.set_result(answer)

    def fail(self, fault: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(fault)


class Writer:
    """The one lane through which a process appends."""

    def __init__(self, database: Database, observer: Observer | None = None) -> None:
        self._database = database
        self._observer = observer
        self._waiting: deque[_Job] = deque()
        self._something_waits = asyncio.Event()
        self._closing = False
        self._lane: asyncio.Task[None] | None = None

    async def append(self, append: Append) -> Appended:
        """Write an append. Once this returns without a conflict, it is on the disk."""
        began = time.perf_counter()
        answer: Appended = await self._enqueue(append)
        if self._observer is not None:
            self._observer.append_answered(time.perf_counter() - began)
        return answer

    async def run(self, work: Work[Answer]) -> Answer:
        """Do any other writing. On SQLite it shares the appends' transactions; elsewhere it has its own connection."""
        if not self._database.groups_all_writes:
            return await self._database.write(work)
        answer: Answer = await self._enqueue(work)
        return answer

    async def close(self) -> None:
        """Write what still waits, then take no more."""
        self._closing = True
        self._something_waits.set()
        if self._lane is not None:
            await self._lane

    def _enqueue(self, wanted: Append | Work[Any]) -> asyncio.Future[Any]:
        if self._closing:
            raise StoreUnavailable("the store is being closed")
        if self._lane is None:
            self._lane = asyncio.create_task(self._write_what_waits(), name="floe-writer")
        job = _Job(wanted, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        self._something_waits.set()
        return job.answer

    async def _write_what_waits(self) -> None:
        while True:
            while self._waiting:
                await self._write(self._next_group())
            if self._closing:
                return
            self._something_waits.clear()
            await self._something_waits.wait()

    def _next_group(self) -> list[_Job]:
        """All that waits; but of several appends to one table only the first, because the next builds upon it."""
        group: list[_Job] = []
        later: list[_Job] = []
        tables: set[str] = set()
        while self._waiting and len(group) < LARGEST:
            job = self._waiting.popleft()
            if isinstance(job.wanted, Append):
                if job.wanted.table_id in tables:
                    later.append(job)
                    continue
                tables.add(job.wanted.table_id)
            group.append(job)
        self._waiting.extendleft(reversed(later))
        return group

    async def _write(self, group: list[_Job]) -> None:
        try:
            answers = await self._database.append(lambda connection: _perform(connection, group))
        except StoreUnavailable as fault:
            _fail([*group, *self._waiting], fault)
            self._waiting.clear()
        except Exception as fault:
            if len(group) > 1:  # one of them is to blame; the others shall not suffer for it
                for job in group:
                    await self._write([job])
            else:
                await self._blame(group[0], fault)
        else:
            appends = sum(isinstance(job.wanted, Append) for job in group)
            if self._observer is not None and appends:
                self._observer.group_written(appends)
            for job, answer in zip(group, answers, strict=True):
                job.resolve(answer)

    async def _blame(self, job: _Job, fault: Exception) -> None:
        """A client id that was used before is a conflict; whatever else broke a rule of the schema is a mistake."""
        if isinstance(job.wanted, Append) and isinstance(fault, IntegrityError):
            append = job.wanted
            try:
                used, version = await self._database.read(lambda connection: _look(connection, append))
            except StoreUnavailable as away:
                job.fail(away)
                return
            if used:
                job.resolve(Appended(version, conflict=True))
                return
        job.fail(fault)


def _fail(jobs: Iterable[_Job], fault: StoreUnavailable) -> None:
    for job in jobs:
        one = StoreUnavailable(*fault.args)
        one.__cause__ = fault
        job.fail(one)


def _perform(connection: Connection, group: Sequence[_Job]) -> list[object]:
    """Do all the work of a group in one transaction, the appends together."""
    appends = [job.wanted for job in group if isinstance(job.wanted, Append)]
    answers = table_queries.append_all(connection, appends) if appends else []
    written = [append for append, answer in zip(appends, answers, strict=True) if not answer.conflict]
    notice_queries.append_all(connection, written)
    appended = iter(answers)
    return [next(appended) if isinstance(job.wanted, Append) else job.wanted(connection) for job in group]


def _look(connection: Connection, append: Append) -> tuple[bool, int]:
    used = any(
        table_queries.answered(connection, event.table_id, event.guest, event.client_id) is not None
        for event in append.events
        if event.guest is not None and event.client_id is not None
    )
    row = table_queries.table(connection, append.table_id)
    return used, row.version if row else 0
