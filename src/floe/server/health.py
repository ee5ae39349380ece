"""Whether this worker can keep what it acknowledges, and whether news reach it: what ``/health`` tells.

That something can be written is known only by writing it, so each look writes the worker's sign of life. Damaged pages
are found by reading, a few rows every two seconds until all were read, and then again; and whenever any other query
meets one. ``floe doctor`` looks through everything at once.
"""

from __future__ import annotations

import hashlib
import os
import platform

from litestar.channels import ChannelsBackend

import floe
from floe.server import clock
from floe.server.logs import Log
from floe.server.metrics import Metrics
from floe.server.pubsub import EnduringBus
from floe.server.repeating import Repeating
from floe.server.settings import Settings
from floe.server.store import host_queries
from floe.server.store.faults import NotMigrated, StoreUnavailable, trouble
from floe.server.store.rows import WorkerRow
from floe.server.store.store import Store
from floe.server.wire.http import HealthPart, HealthReport

SERVER = "FLOE_SERVER_ID"
"""Names the ``floe serve`` that a worker belongs to, in the environment of its processes."""
LOOK_SECONDS = 2.0
LIVING_MS = 15_000
"""A worker that has given no sign of life for so long is gone."""
_WORDS = {
    "away": "the database cannot be reached",
    "full": "the database cannot be written: its disk is full, or fails",
    "read_only": "the database can only be read",
    "damaged": "a page of the database is damaged: floe doctor says more",
}
journal = Log("health")


class Health:
    """How this worker is."""

    def __init__(self, worker: str, settings: Settings, store: Store, bus: ChannelsBackend, metrics: Metrics) -> None:
        self._store = store
        self._bus = bus
        self._metrics = metrics
        self._worker = worker
        self._server = os.environ.get(SERVER) or worker
        self._bus_name = "memory" if settings.bus.startswith("memory:") else _digest(settings.bus)
        self._place = (0, 0)
        self._damaged = False
        self._crowded = False
        self._repeating = Repeating(journal)

    async def start(self) -> None:
        self._repeating.begin(self.look, LOOK_SECONDS)

    async def stop(self) -> None:
        await self._repeating.end()

    async def look(self) -> None:
        """Look at everything, read a little further, and see whether somebody else serves from here without telling."""
        report = await self.report()
        if report.status == "failing" and not self._damaged:
            return
        place, since = self._place, clock.wall() - LIVING_MS
        try:
            self._place, workers = await self._store.examine(
                lambda c: (host_queries.read_on(c, place), host_queries.alive(c, since))
            )
        except StoreUnavailable as fault:
            self._note(fault)
        else:
            self._look_for_others(workers)

    def _look_for_others(self, workers: list[WorkerRow]) -> None:
        crowded = bool(strangers(workers))
        if crowded and not self._crowded:
            journal.warning("servers_without_a_bus")
        self._crowded = crowded

    def _note(self, fault: BaseException) -> str:
        """Remember damage: it does not heal, and the next query may read other pages."""
        kind = trouble(fault)
        if kind == "damaged" and not self._damaged:
            self._damaged = True
            journal.error("damaged", fault)
        return _WORDS[kind]

    async def report(self) -> HealthReport:
        database = HealthPart("database", ok=True)
        try:
            await self._store.living(
                WorkerRow(self._worker, self._server, platform.node(), os.getpid(), self._bus_name, clock.wall())
            )
        except NotMigrated:
            database = HealthPart("database", ok=False, why="the database has another shape than this Floe needs")
        except StoreUnavailable as fault:
            database = HealthPart("database", ok=False, why=self._note(fault))
        pages = HealthPart("pages", not self._damaged, _WORDS["damaged"] if self._damaged else None)
        well = not isinstance(self._bus, EnduringBus) or self._bus.well
        bus = HealthPart("bus", well, None if well else "news between workers do not pass; they come a second later")
        parts = [database, pages, bus]
        for part in parts:
            self._metrics.well.labels(part.name).set(part.ok)
        kept = database.ok and pages.ok
        return HealthReport("failing" if not kept else "ok" if well else "degraded", floe.__version__, parts)


def strangers(rows: list[WorkerRow]) -> list[WorkerRow]:
    """Of the workers that live, those of several servers that cannot hear each other: none if all is well."""
    servers = {row.server for row in rows}
    deaf = len({row.bus for row in rows}) > 1 or any(row.bus == "memory" for row in rows)
    return rows if len(servers) > 1 and deaf else []


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
