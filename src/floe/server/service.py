"""Tables in use: each is read from the store when it is needed, changed under its lock, and told of when it is durable.

Any worker can serve any table. What is kept in memory here is a copy that may be dropped at any time: two workers
that change one table at the same time are told apart by the version that the store lets only one of them write.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy.exc import IntegrityError

from floe.server import chance, plans
from floe.server.clock import Clock
from floe.server.store.faults import StoreUnavailable
from floe.server.store.rows import Append, EventRow, PlanChange, PlanRow, TableRow
from floe.server.store.store import Store
from floe.server.tables import events, notices, views
from floe.server.tables.apply import apply, fold
from floe.server.tables.clocks import Outage
from floe.server.tables.commands import start_if_full
from floe.server.tables.events import Event, Logged
from floe.server.tables.notices import Standing
from floe.server.tables.refusals import NotFound, Refusal, Stale
from floe.server.tables.seat import NAMELESS
from floe.server.tables.summary import Summary
from floe.server.tables.table import Table

CLAIM = 10_000
"""Milliseconds for which a worker that lets a machine think is the only one to do so, unless it says so again."""
RETRY_SECONDS = 1.0
SECRET_BYTES = 32
"""Of the secret that a table's deal comes from."""
_ATTEMPTS = 8
_summaries: msgspec.json.Decoder[Summary] = msgspec.json.Decoder(Summary)
_encoder = msgspec.json.Encoder()


class AlreadyThere(Exception):
    """There is a table of this id."""


Decide = Callable[[Table], list[Event]]
Changed = Callable[[Table, bool], Awaitable[None]]


@dataclass
class _Kept:
    """A table in memory. Whoever reads or changes it holds the lock, so that nobody sees what is not durable yet."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: Table | None = None
    users: int = 0
    told: int = 0
    """The version up to which everybody here has been told."""
    forgotten: bool = False
    """What is in memory is no longer true. Said by whoever does not hold the lock, so whoever does must ask."""
    in_doubt: bool = False
    """It is not known whether what was decided here last was written. If it was, nobody else tells of it."""


class _Locked:
    """A table in memory, while one has its lock."""

    __slots__ = ("_kept", "_tables")

    def __init__(self, tables: Tables, kept: _Kept) -> None:
        self._tables = tables
        self._kept = kept

    async def __aenter__(self) -> _Kept:
        self._kept.users += 1
        try:
            await self._kept.lock.acquire()
        except BaseException:
            self._left()
            raise
        return self._kept

    async def __aexit__(self, *_: object) -> None:
        self._kept.lock.release()
        self._left()

    def _left(self) -> None:
        self._kept.users -= 1
        self._tables.forget_oldest()


class Tables:
    """All tables, as this worker sees them."""

    def __init__(self, store: Store, worker: str, clock: Clock, keep: int = 2000) -> None:
        self.store = store
        self.worker = worker
        self.now = clock
        self.outages: Sequence[Outage] = ()
        self.changed: list[Changed] = []
        """Told of each change, with whether it was made here or by another worker."""
        self.planned: list[Callable[[str], None]] = []
        """Told of a table where something was written here that somebody's plan has to be held against."""
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._keep = keep
        self._changes: set[asyncio.Task[tuple[Table, int]]] = set()
        self._doubts: dict[str, asyncio.Task[None]] = {}

    # Position

    @asynccontextmanager
    async def using(self, table_id: str, fresh: bool = True) -> AsyncIterator[Table]:
        """A table, locked. If it must be ``fresh``, what other workers have added is read first."""
        async with self._locked(table_id) as kept:
            yield await self._read(table_id, kept, fresh)

    def at_rest(self, table_id: str) -> Table | None:
        """A table that is in memory and that nobody is changing, to be read at once; it may be another after any
        ``await``. None if one has to wait for it."""
        kept = self._kept.get(table_id)
        if kept is None or kept.forgotten or kept.lock.locked():
            return None
        self._kept.move_to_end(table_id)
        return kept.table

    def _locked(self, table_id: str) -> _Locked:
        kept = self._kept.get(table_id)
        if kept is None:
            kept = self._kept[table_id] = _Kept()
        self._kept.move_to_end(table_id)
        return _Locked(self, kept)

    def forget_oldest(self) -> None:
        """Keep no more tables in memory than are allowed, as far as nobody uses them."""
        while len(self._kept) > self._keep:
            oldest = next((table_id for table_id, kept in self._kept.items() if not kept.users), None)
            if oldest is None:
                return
            del self._kept[oldest]

    async def _read(self, table_id: str, kept: _Kept, fresh: bool) -> Table:
        if kept.forgotten:
            kept.table, kept.forgotten = None, False
        if kept.table is None:
            row = await self.store.table(table_id)
            if row is None:
                self._kept.pop(table_id, None)
                raise NotFound
            log = _logged(await self.store.events(table_id))
            kept.table = await asyncio.to_thread(fold, table_id, row.secret, log)
        elif fresh:
            for logged in _logged(await self.store.events(table_id, after=kept.table.version)):
                apply(kept.table, logged)
        await self._tell(kept, kept.table, here=kept.in_doubt)
        return kept.table

    async def _tell(self, kept: _Kept, table: Table, here: bool) -> None:
        """Let everybody know of what is durable and new: by whom and however it came to be read."""
        kept.in_doubt = False
        if table.version > kept.told:
            kept.told = table.version
            for tell in self.changed:
                await tell(table, here)

    async def log(self, table_id: str) -> list[Logged]:
        """All events of a table."""
        return _logged(await self.store.events(table_id))

    async def news(self, table_id: str) -> None:
        """Another worker has changed a table. If it is in use here, read on and tell."""
        if table_id not in self._kept:
            return
        async with self._locked(table_id) as kept:
            await self._read(table_id, kept, fresh=True)

    def drop(self, table_id: str) -> None:
        """Another worker has changed a table that nobody has open here: what is in memory of it is of no more use."""
        kept = self._kept.get(table_id)
        if kept is None:
            return
        if kept.users or kept.in_doubt:
            kept.forgotten = True
        else:
            del self._kept[table_id]

    async def read_on(self, guest: str) -> None:
        """Something was put down at the tables of a guest: read on at those that are in memory here."""
        for table_id, kept in list(self._kept.items()):
            table = kept.table
            if table is not None and (table.host == guest or any(guest in (s.guest, s.reserved) for s in table.seats)):
                with suppress(NotFound):
                    await self.news(table_id)

    def forget(self, table_id: str) -> None:
        """Read a table anew when it is asked for next: it may be gone, or be called otherwise."""
        if table_id in self._kept:
            self._kept[table_id].forgotten = True

    async def neutralise(self, table_id: str, guest: str) -> None:
        """Call a guest who is deleted by no name at a table. Nothing that this worker has in memory brings it back:
        what was decided before is written before.
        """
        async with self._locked(table_id) as kept:
            kept.table = None
            await self.store.neutralise(table_id, guest, NAMELESS)

    # Changing

    async def create(
        self, created: events.Created, start: bool, table_id: str | None = None, most: int | None = None
    ) -> Table:
        """Set up a table; the game begins at once if nobody is missing. ``most`` is how many a host may have."""
        if table_id is not None and await self.store.table(table_id) is not None:
            raise AlreadyThere
        table = Table(table_id or chance.in_url(9), chance.in_hex(SECRET_BYTES))
        at = self.now()
        apply(table, Logged(1, at, created, created.host))
        log: list[Event] = [created]
        if start:
            for event in start_if_full(table):
                apply(table, Logged(table.version + 1, at, event))
                log.append(event)
        rows = [EventRow(table.id, n, at, events.encode(event), created.host) for n, event in enumerate(log, 1)]
        taken = [(n, seat.guest) for n, seat in enumerate(table.seats) if seat.guest is not None]
        try:
            added = await self.store.create(self._row(table), rows, taken, most)
        except IntegrityError:
            raise AlreadyThere from None  # somebody was faster
        if not added:
            raise Refusal("too_many", f"you have {most} tables that are not over; finish one first", limit=most)
        kept = self._kept[table.id] = _Kept(table=table)
        await self._tell(kept, table, here=True)
        self.forget_oldest()
        return table

    async def change(
        self, table_id: str, decide: Decide, guest: str | None = None, client_id: str | None = None
    ) -> tuple[Table, int]:
        """Let something happen at a table: the table after it, and the version that it led to.

        ``decide`` is asked again on the newest table if another worker was faster. What was asked before with the same
        client id is not done again: its version is returned. Once begun it is seen through, also if whoever asked is
        gone meanwhile: what was written must be told to the others.
        """
        task = asyncio.create_task(self._change(table_id, decide, guest, client_id))
        self._changes.add(task)
        task.add_done_callback(self._seen_through)
        return await asyncio.shield(task)

    def _seen_through(self, task: asyncio.Task[tuple[Table, int]]) -> None:
        self._changes.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked was told, or is gone

    async def settle(self) -> None:
        """Wait until all that was begun is done. What is in doubt can be found out after the next start."""
        if self._changes:
            await asyncio.wait(self._changes)
        for task in list(self._doubts.values()):
            task.cancel()

    async def _change(
        self, table_id: str, decide: Decide, guest: str | None, client_id: str | None
    ) -> tuple[Table, int]:
        async with self._locked(table_id) as kept:
            fresh = kept.table is None
            for _ in range(_ATTEMPTS):
                table = await self._read(table_id, kept, fresh)
                if guest is not None and client_id is not None and (guest, client_id) in table.answers:
                    return table, table.answers[guest, client_id]
                try:
                    decided = decide(table)
                except (Refusal, Stale):
                    if fresh:
                        raise
                    fresh = True  # perhaps only because another worker has changed the table since
                    continue
                fresh = True
                if not decided:
                    return table, table.version
                if await self._append(kept, table, decided, guest, client_id):
                    await self._tell(kept, table, here=True)
                    return table, table.version
        raise Refusal("busy", "too much happens at this table at once; try again")

    async def follow(self, row: PlanRow) -> PlanRow | None:
        """Let a plan have its seat play, if it fits, and drop what does not. What is left of it; none if something has
        changed meanwhile.

        What is played and what is left of the plan are written together, so nothing of it is ever played twice.
        """
        async with self._locked(row.table_id) as kept:
            table = await self._read(row.table_id, kept, fresh=True)
            decided, left = plans.follow(table, row)
            if not decided:
                return left if left == row or await self.store.put_plan(left, row, table.version) else None
            if not await self._append(kept, table, decided, row.guest, None, PlanChange(row, left)):
                return None
            await self._tell(kept, table, here=True)
            return left

    async def _append(
        self,
        kept: _Kept,
        table: Table,
        decided: list[Event],
        guest: str | None,
        client_id: str | None,
        plan: PlanChange | None = None,
    ) -> bool:
        """Write events durably. The table in memory runs ahead of the store meanwhile, so it is dropped on failure."""
        expected = table.version
        before = Standing.of(table)
        at = max(self.now(), table.changed)
        rows: list[EventRow] = []
        done = False
        try:
            for event in decided:
                version = table.version + 1
                # The client's id stands with the last event, whose version is the answer.
                ident = client_id if event is decided[-1] else None
                apply(table, Logged(version, at, event, guest, ident))
                rows.append(EventRow(table.id, version, at, events.encode(event), guest, ident))
            told = notices.following(table, before, guest, list(self.outages))
            appended = await self.store.append(
                Append(
                    table_id=table.id,
                    expected_version=expected,
                    events=rows,
                    **self._standing(table),
                    sat=_sat(table, decided),
                    stood=_stood(decided),
                    plan=plan,
                    outdated=told.outdated,
                    forget=told.forget,
                    tell=told.tell,
                )
            )
            done = not appended.conflict
            if appended.planned:
                for tell in self.planned:
                    tell(table.id)
        except StoreUnavailable:
            kept.in_doubt = True
            self._find_out(table.id)
            raise
        finally:
            if not done:
                kept.table = None
        return done

    def _find_out(self, table_id: str) -> None:
        """As soon as the database is back, see what became of what was decided, and tell."""

        async def look() -> None:
            while True:
                with suppress(StoreUnavailable):
                    async with self.using(table_id):
                        return
                await asyncio.sleep(RETRY_SECONDS)

        if table_id not in self._doubts:
            self._doubts[table_id] = asyncio.create_task(look())
            self._doubts[table_id].add_done_callback(lambda _: self._doubts.pop(table_id, None))

    def _row(self, table: Table) -> TableRow:
        """The table's row: what lists and timers of any worker need."""
        return TableRow(
            id=table.id,
            game=table.settings.game,
            rules_version=table.game.rules_version,
            settings=msgspec.json.encode(table.settings).decode(),
            secret=table.secret,
            commitment=table.commitment,
            host=table.host,
            version=table.version,
            listed=table.settings.listed,
            created=table.created,
            **self._standing(table),
        )

    def _standing(self, table: Table) -> dict[str, Any]:
        """What of its row changes while a table is played at."""
        machine_at = None if table.machine_to_move is None else table.changed + table.settings.pace
        summary = views.summary(table)
        return {
            "status": summary.status,
            "changed": table.changed,
            "wake_at": None if table.clocks is None else table.clocks.deadline(self.outages),
            "machine_at": machine_at,
            "claimed_until": None if machine_at is None else machine_at + CLAIM,
            "claimed_by": None if machine_at is None else self.worker,
            "summary": _encoder.encode(summary).decode(),
        }


def _sat(table: Table, decided: list[Event]) -> list[tuple[int, str]]:
    """Who has come to another seat by these events, with the table after them."""
    sat = [(event.seat, event.guest) for event in decided if isinstance(event, events.Sat)]
    if any(isinstance(event, events.Swapped) for event in decided):
        sat += [(number, seat.guest) for number, seat in enumerate(table.seats[:2]) if seat.guest is not None]
    return sat


def _stood(decided: list[Event]) -> list[int]:
    """The seats that somebody has left by these events."""
    stood = [event.seat for event in decided if isinstance(event, events.Stood)]
    return [*stood, 0, 1] if any(isinstance(event, events.Swapped) for event in decided) else stood


def _logged(rows: Sequence[EventRow]) -> list[Logged]:
    return [Logged(row.version, row.at, events.decode(row.body), row.guest, row.client_id) for row in rows]


def summary_of(row: TableRow) -> Summary:
    """What is stored of a table for lists."""
    return _summaries.decode(row.summary)
