"""The database: the real SQLite backend on a real file, with delays and faults between it and the process that asks.

A witness learns from triggers what was committed and when, whatever the server makes of it.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError

from floe.server.store.database import Answer, Work
from floe.server.store.faults import StoreUnavailable
from floe.server.store.sqlite import Sqlite
from tests.simulation.loop import Process, VirtualLoop, fail, resolve

ROOMY = 1_073_741_823
"""The most pages that SQLite lets a file have."""
_TRIGGERS = """
CREATE TEMP TRIGGER seen_event AFTER INSERT ON main.events
    BEGIN SELECT witness('event', NEW.table_id, NEW.version); END;
CREATE TEMP TRIGGER seen_line AFTER INSERT ON main.chat
    BEGIN SELECT witness('line', NEW.table_id, NEW.number); END;
CREATE TEMP TRIGGER seen_table AFTER INSERT ON main.tables
    BEGIN SELECT witness('table', NEW.id, NEW.secret); END;
CREATE TEMP TRIGGER seen_beat AFTER INSERT ON main.beats
    BEGIN SELECT witness('beat', NEW.worker, NEW.at); END;
CREATE TEMP TRIGGER seen_beat_again AFTER UPDATE ON main.beats
    BEGIN SELECT witness('beat', NEW.worker, NEW.at); END;
"""

Note = tuple[str, str, Any]
Committed = Callable[[Process, list[Note]], None]


@dataclass(frozen=True)
class Weather:
    """How the database behaves towards one process, or all of them."""

    away: bool = False
    """It cannot be reached."""
    full: bool = False
    """The disk is full: what needs a new page cannot be written."""
    flaky: float = 0.0
    """So often a connection is lost: before anything was done, or after the commit and before the answer."""
    slow: float = 0.0
    """Up to so many seconds for each answer."""

    @property
    def bad(self) -> bool:
        return self.away or self.full or self.flaky > 0 or self.slow > 0


FAIR = Weather()


class Disk:
    """The file that all processes share, and what is wrong with it."""

    def __init__(self, file: str, loop: VirtualLoop, rng: random.Random, committed: Committed) -> None:
        self.file = file
        self.loop = loop
        self.rng = rng
        self.committed = committed
        self.weather: dict[Process | None, Weather] = {None: FAIR}
        """By process; of all under None."""
        self.clear_since: dict[Process | None, float] = {}
        self.busy: dict[Process, int] = {}
        """How much each process has asked for and not been answered."""

    def of(self, process: Process) -> Weather:
        """What a process finds."""
        own, all_ = self.weather.get(process, FAIR), self.weather[None]
        if own is all_ is FAIR:
            return FAIR
        return Weather(
            own.away or all_.away, own.full or all_.full, max(own.flaky, all_.flaky), max(own.slow, all_.slow)
        )

    def change(self, process: Process | None, weather: Weather) -> None:
        if self.weather.get(process, FAIR).bad:
            self.clear_since[process] = max(self.clear_since.get(process, 0.0), self.loop.time())
        self.weather[process] = weather

    def delayed(self, process: Process, seconds: float) -> None:
        """What has begun while the database was slow takes its time, also if it is well again meanwhile."""
        self.clear_since[process] = max(self.clear_since.get(process, 0.0), self.loop.time() + seconds)

    def clear(self, process: Process) -> float | None:
        """Since when a process finds nothing wrong; None while it does."""
        if self.of(process).bad:
            return None
        return max(self.clear_since.get(process, 0.0), self.clear_since.get(None, 0.0))

    @property
    def idle(self) -> bool:
        return not any(count for process, count in self.busy.items() if process.alive)


class SimulatedSqlite(Sqlite):
    """SQLite as one process has it."""

    def __init__(self, disk: Disk, process: Process) -> None:
        super().__init__(disk.file)
        self._disk = disk
        self._process = process
        self._noted: list[Note] = []
        event.listen(self._writer, "connect", self._attach_witness)

    def _attach_witness(self, connection: sqlite3.Connection, _: object) -> None:
        connection.create_function("witness", 3, lambda *note: self._noted.append(note))
        connection.executescript(_TRIGGERS)

    def _hand_to(
        self, threads: ThreadPoolExecutor, how: Callable[[Work[Answer]], Answer], work: Work[Answer]
    ) -> asyncio.Future[Answer]:
        if self._closed:
            raise StoreUnavailable("it was closed")
        disk, loop = self._disk, self._disk.loop
        future: asyncio.Future[Answer] = loop.create_future()
        disk.busy[self._process] = disk.busy.get(self._process, 0) + 1
        loop.later(self._delay(), self._perform, future, how, work)
        return future

    def _delay(self) -> float:
        disk = self._disk
        slow = disk.of(self._process).slow
        if not slow:
            return disk.rng.choice((0.0002, 0.001, 0.001, 0.004, 0.02))
        delay = disk.rng.uniform(0, slow)
        disk.delayed(self._process, delay)
        return delay

    def _perform(
        self, future: asyncio.Future[Answer], how: Callable[[Work[Answer]], Answer], work: Work[Answer]
    ) -> None:
        """At one moment. Of a process that is dead by now, what was on its way to the database may still get there."""
        if not self._process.alive and (how != self._write or self._disk.rng.random() < 0.5):
            return
        try:
            answer = how(work)
        except Exception as fault:
            self._answer(fail, future, fault)
        else:
            self._answer(resolve, future, answer)

    def _answer(self, how: Callable[[asyncio.Future[Any], Any], None], future: asyncio.Future[Any], what: Any) -> None:
        self._disk.loop.call_later(self._delay(), self._arrive, how, future, what, context=self._process.context)

    def _arrive(self, how: Callable[[asyncio.Future[Any], Any], None], future: asyncio.Future[Any], what: Any) -> None:
        self._disk.busy[self._process] -= 1
        how(future, what)

    def _read(self, work: Work[Answer]) -> Answer:
        weather = self._disk.of(self._process)
        gone: Work[Answer] = _gone
        lost = weather.away or (weather.flaky and self._disk.rng.random() < weather.flaky)
        return super()._read(gone if lost else work)

    def _write(self, work: Work[Answer]) -> Answer:
        weather, rng = self._disk.of(self._process), self._disk.rng
        self._noted.clear()
        lost = bool(weather.flaky) and rng.random() < weather.flaky
        before = weather.away or (lost and rng.random() < 0.5)
        gone: Work[Answer] = _gone
        answer = super()._write(gone if before else _cramped(work) if weather.full else work)
        noted = self._noted[:]
        self._noted.clear()
        self._disk.committed(self._process, noted)
        if lost:
            raise StoreUnavailable("the connection was lost, and nobody knows whether it was written")
        return answer

    def let_go(self) -> None:
        """What is left of a process that was killed."""
        self._let_go()


def _gone(connection: Connection) -> Any:
    cause = sqlite3.OperationalError("disk I/O error")
    cause.sqlite_errorcode = sqlite3.SQLITE_IOERR
    raise OperationalError("", None, cause)


def _cramped(work: Work[Answer]) -> Work[Answer]:
    """The same work on a disk that is full: the file may not grow."""

    def done(connection: Connection) -> Answer:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")  # no less than it has
        try:
            return work(connection)
        finally:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {ROOMY}")

    return done
