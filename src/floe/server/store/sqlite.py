"""SQLite in a file: one thread writes, a few threads read beside it.

SQLite has no asynchronous interface, so threads it is; and a thread that runs a whole transaction is handed work once
a transaction instead of once a statement.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool, StaticPool

from floe.server.store.database import Answer, Database, Work
from floe.server.store.faults import StoreUnavailable, is_gone

READERS = 4
PATIENCE_S = 15
"""How long one process waits for another that writes."""
GLANCE_S = 0.0005
"""How long it waits until it looks again. A transaction takes a few times as long."""


class Sqlite(Database):
    groups_all_writes = True

    def __init__(self, file: str) -> None:
        self._file = Path(file).absolute()
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="floe-writer")
        self._reading = ThreadPoolExecutor(READERS, thread_name_prefix="floe-reader")
        self._closed = False
        self._writer = self._engine(poolclass=StaticPool)
        self._readers = self._engine(poolclass=QueuePool, pool_size=READERS, max_overflow=0)
        self._kept: dict[tuple[Engine, int], Connection] = {}
        """What each thread has of its pool: to ask for it each time takes as long as a short answer."""
        event.listen(self._writer, "connect", _prepare_writer)
        event.listen(self._writer, "begin", _begin)
        event.listen(self._readers, "connect", _prepare_reader)

    def _engine(self, **options: Any) -> Engine:
        return create_engine("sqlite://", creator=self._open, hide_parameters=True, **options)

    def _open(self) -> sqlite3.Connection:
        """Open the file, but never make one: a wrong path is a fault and not an empty database."""
        return sqlite3.connect(f"{self._file.as_uri()}?mode=rw", uri=True, timeout=PATIENCE_S, check_same_thread=False)

    async def create(self) -> None:
        """Make the file readable for nobody else: it holds the secrets of games that are being played."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self._file, os.O_CREAT | os.O_RDWR, 0o600))
        except OSError as fault:
            raise StoreUnavailable(f"{self._file} cannot be opened: {fault.strerror}") from fault

    async def read(self, work: Work[Answer]) -> Answer:
        return await self._hand_to(self._reading, self._read, work)

    async def write(self, work: Work[Answer]) -> Answer:
        return await self._hand_to(self._writing, self._write, work)

    def _hand_to(
        self, threads: ThreadPoolExecutor, how: Callable[[Work[Answer]], Answer], work: Work[Answer]
    ) -> asyncio.Future[Answer]:
        if self._closed:
            raise StoreUnavailable(f"{self._file.name} was closed")
        return asyncio.get_running_loop().run_in_executor(threads, how, work)

    def _read(self, work: Work[Answer]) -> Answer:
        try:
            return work(self._mine(self._readers))
        except Exception as fault:
            self._give_back(self._readers)
            if is_gone(fault):
                raise StoreUnavailable(f"SQLite cannot read {self._file.name}: {_words(fault)}") from fault
            raise

    def _write(self, work: Work[Answer]) -> Answer:
        try:
            connection = self._mine(self._writer)
            with connection.begin():
                return work(connection)
        except Exception as fault:
            self._give_back(self._writer)
            if is_gone(fault):
                self._writer.dispose()  # the next write opens the file anew
                raise StoreUnavailable(f"SQLite cannot write {self._file.name}: {_words(fault)}") from fault
            raise

    def _mine(self, engine: Engine) -> Connection:
        """The connection of this thread, which reads or writes for as long as it lives."""
        key = engine, threading.get_ident()
        if key not in self._kept:
            self._kept[key] = engine.connect()
        return self._kept[key]

    def _give_back(self, engine: Engine) -> None:
        """After a fault, so that nothing is left of what was begun."""
        connection = self._kept.pop((engine, threading.get_ident()), None)
        if connection is not None:
            connection.close()

    def serialise(self, connection: Connection, what: str) -> None:
        """Every transaction of the writer has the whole file."""

    async def close(self) -> None:
        self._closed = True
        await asyncio.to_thread(self._finish)

    def _finish(self) -> None:
        for threads in (self._reading, self._writing):
            threads.shutdown()  # when what was handed to them is done
        self._let_go()

    def _let_go(self) -> None:
        while self._kept:
            self._kept.popitem()[1].close()
        self._readers.dispose()
        self._writer.dispose()


def _words(fault: Exception) -> str:
    return str(getattr(fault, "orig", None) or fault)


def _begin(connection: Connection) -> None:
    """Take the right to write at once, so that what was read first is still so when it is written."""
    file: Any = connection.connection.dbapi_connection
    _patiently(file, "BEGIN IMMEDIATE")


def _prepare_writer(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # transactions begin and end where SQLAlchemy says so
    _use_wal(connection)
    # In WAL mode FULL syncs the log at every commit: what was acknowledged survives a power cut. Whoever has the right
    # to write waits for nobody any more, and for that right it is not SQLite that waits.
    connection.executescript("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 0;")


def _prepare_reader(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA query_only = ON")


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging, which lets others read while one writes; the file stays switched.

    When two processes switch a new file at the same moment, SQLite does not wait but refuses one of them.
    """
    _patiently(connection, "PRAGMA journal_mode = WAL")


def _patiently(connection: sqlite3.Connection, statement: str) -> None:
    """Try a statement until no other process is in its way.

    SQLite itself would wait longer with each try, up to a tenth of a second. Meanwhile one that writes much has begun
    again many times, and whoever waits gets its turn late.
    """
    give_up = time.monotonic() + PATIENCE_S
    while True:
        try:
            connection.execute(statement)
            return
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                raise
            time.sleep(GLANCE_S)
