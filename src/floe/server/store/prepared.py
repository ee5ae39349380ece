"""What is asked or written so often that it counts what stands between it and the database.

SQLAlchemy looks a statement up, binds what it is asked with and wraps what comes back, each time anew. With SQLite,
which answers in the same thread, that takes several times as long as the answer. So there a statement is written out
once, and SQLite is asked itself; PostgreSQL, where the way there counts, is asked as usual. What is written with every
move goes to the driver as it is with both.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import IntegrityError

Rows = Sequence[Any]


class Prepared:
    """A statement. Its answers come as the database has them, so no column of it may need to be translated: SQLite's
    truth values are numbers."""

    def __init__(self, statement: Any, columns: Sequence[str] | None = None) -> None:
        """``columns`` are those that are inserted, if not all are."""
        self._statement: Any = statement
        self._columns = columns
        self._written: tuple[str, list[str], Mapping[str, Any]] | None = None
        self._by_dialect: dict[str, tuple[str, Callable[[object], Any]]] = {}

    def rows(self, connection: Connection, asked: Mapping[str, Any] | None = None) -> Rows:
        """All rows of the answer."""
        if connection.dialect.name != "sqlite":
            return connection.execute(self._statement, asked).all()
        text, names, values = self._as_written(connection)
        given = values if asked is None else {**values, **asked}
        file: Any = connection.connection.dbapi_connection
        rows: Rows = file.execute(text, [given[name] for name in names]).fetchall()
        return rows

    def column(self, connection: Connection, asked: Mapping[str, Any] | None = None) -> list[Any]:
        """The first of each row."""
        return [row[0] for row in self.rows(connection, asked)]

    def row(self, connection: Connection, asked: Mapping[str, Any] | None = None) -> Sequence[Any] | None:
        """The only row, if there is one."""
        rows = self.rows(connection, asked)
        return rows[0] if rows else None

    def write(self, connection: Connection, given: Sequence[Mapping[str, Any]]) -> int:
        """Write with each of these values; how many rows that concerned."""
        if connection.dialect.name != "sqlite":
            return connection.execute(self._statement, given).rowcount
        text, names, values = self._as_written(connection)
        file: Any = connection.connection.dbapi_connection
        every = [[{**values, **one}[name] for name in names] for one in given]
        try:
            written: int = file.executemany(text, every).rowcount
        except sqlite3.IntegrityError as fault:
            raise IntegrityError(text, None, fault) from fault
        return written

    def write_fields(self, connection: Connection, rows: Sequence[object]) -> None:
        """Write with the fields of each of these objects. A value that would be mistaken for a column has a name that
        begins with ``new_``."""
        dialect = connection.dialect
        if dialect.name not in self._by_dialect:
            text, names, _ = _written(self._statement, dialect, self._columns)
            self._by_dialect[dialect.name] = text, attrgetter(*[name.removeprefix("new_") for name in names])
        text, values = self._by_dialect[dialect.name]
        connection.exec_driver_sql(text, [values(row) for row in rows])

    def _as_written(self, connection: Connection) -> tuple[str, list[str], Mapping[str, Any]]:
        if self._written is None:
            self._written = _written(self._statement, connection.dialect, self._columns)
        return self._written


def _written(
    statement: Any, dialect: Dialect, columns: Sequence[str] | None
) -> tuple[str, list[str], Mapping[str, Any]]:
    """A statement's text, what stands for its question marks, and the values of those that are always the same."""
    compiled = statement.compile(dialect=dialect, column_keys=columns)
    return str(compiled), list(compiled.positiontup or ()), compiled.params
