"""What can go wrong with a database, told apart by what the caller can do about it."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Literal

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout


class StoreUnavailable(Exception):
    """The database cannot be reached just now, or it is not known whether it did what it was asked.

    Nothing may be acknowledged. Whoever asked can ask again with the same client id: if it was written after all, it
    will be found, and not written twice.
    """


class NotMigrated(Exception):
    """The database is there but does not have the shape that this Floe needs."""

    def __init__(self, found: str | None, needed: str) -> None:
        self.found = found
        super().__init__(f"the database is at step {found or 'none'}, and {needed} is needed")


class KeyGone(Exception):
    """A link or code was used up, replaced or withdrawn meanwhile."""


class WouldJoin(Exception):
    """The device has games or puzzles of its own, and its person has not said that they shall be joined."""


class BothSit(Exception):
    """Two guests who shall become one sit at the same tables, whose games are not over."""

    def __init__(self, tables: list[str]) -> None:
        self.tables = tables
        super().__init__(f"both sit at {', '.join(tables)}")


class TooManyDevices(Exception):
    """A guest has as many devices as one may have."""


Trouble = Literal["away", "full", "damaged", "read_only"]
"""What keeps a database from being used: told to hosts."""
_SQLITE_TROUBLE: dict[int, Trouble] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "full",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_READONLY: "read_only",
}
_POSTGRESQL_TROUBLE: dict[str, Trouble] = {
    "53100": "full",
    "XX001": "damaged",
    "XX002": "damaged",
    "25006": "read_only",
}


def trouble(fault: BaseException) -> Trouble:
    """What keeps a database from being used, as far as the fault or what led to it says so."""
    cause: BaseException | None = fault
    while cause is not None:
        orig = getattr(cause, "orig", None) or cause
        code, state = getattr(orig, "sqlite_errorcode", None), getattr(orig, "sqlstate", None)
        if isinstance(code, int) and code & 0xFF in _SQLITE_TROUBLE:
            return _SQLITE_TROUBLE[code & 0xFF]
        if isinstance(state, str) and state in _POSTGRESQL_TROUBLE:
            return _POSTGRESQL_TROUBLE[state]
        cause = cause.__cause__
    return "away"


# Primary result codes of SQLite that tell of the file or the disk, not of the statement.
_SQLITE_GONE = frozenset(
    {
        sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_NOTADB,
    }
)  # fmt: skip

# Classes of PostgreSQL's error codes: connection lost, let in by nobody, no such database, out of resources, lock not
# had, stopped by the operator, disk; read-only, damaged pages.
_POSTGRESQL_GONE = ("08", "25006", "28", "3D", "53", "55P03", "57", "58", "XX001", "XX002")


def is_gone(fault: BaseException) -> bool:
    """Whether the fault tells of the database being away, rather than of what it was asked."""
    if isinstance(fault, DBAPIError | sqlite3.Error):
        if getattr(fault, "connection_invalidated", False):
            return True
        orig = getattr(fault, "orig", fault)
        code = getattr(orig, "sqlite_errorcode", None)
        if isinstance(code, int):
            return code & 0xFF in _SQLITE_GONE  # the rest of the number only says more about it
        state = getattr(orig, "sqlstate", None)
        return isinstance(state, str) and state.startswith(_POSTGRESQL_GONE)
    return isinstance(fault, OSError | asyncio.TimeoutError | PoolTimeout)
