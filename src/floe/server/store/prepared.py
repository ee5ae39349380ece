"""Questions that are asked so often that it counts what stands between them and the database.

SQLAlchemy looks a statement up, binds what it is asked with and wraps what comes back, each time anew. With SQLite,
which answers in the same thread, that takes several times as long as the answer. So there a statement is written out
once, and SQLite is asked itself; PostgreSQL, where the way there counts, is asked as usual.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Dialect
from sqlalchemy.sql.elements import CompilerElement

Rows = Sequence[Any]


class Prepared:
    """A question. Its answers come as the database has them, so no column of it may need to be translated: SQLite's
    truth values are numbers."""

    def __init__(self, statement: Any) -> None:
        self._statement: Any = statement
        self._written: tuple[str, list[str], Mapping[str, Any]] | None = None

    def rows(self, connection: Connection, asked: Mapping[str, Any] | None = None) -> Rows:
        """All rows of the answer."""
        if connection.dialect.name != "sqlite":
            return connection.execute(self._statement, asked).all()
        if self._written is None:
            self._written = _written(self._statement, connection.dialect)
        text, names, values = self._written
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


def _written(statement: CompilerElement, dialect: Dialect) -> tuple[str, list[str], Mapping[str, Any]]:
    """A statement's text, what stands for its question marks, and the values of those that are always the same."""
    compiled: Any = statement.compile(dialect=dialect)
    return str(compiled), list(compiled.positiontup or ()), compiled.params
