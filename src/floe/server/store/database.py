"""A database behind two verbs: read and write. What is done there is plain SQLAlchemy Core over a connection.

The same functions serve both kinds. SQLite runs them in threads of its own (``sqlite.py``), one hop for a whole
transaction; PostgreSQL runs them on the event loop through its asynchronous driver (``postgresql.py``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

Answer = TypeVar("Answer")
Work = Callable[[Connection], Answer]


class Database(ABC):
    """One database and the connections to it. Every method raises ``StoreUnavailable`` when it is away."""

    groups_all_writes: bool
    """Whether all writes should share transactions with the appends, because there is but one writer."""

    @abstractmethod
    async def create(self) -> None:
        """Make what has to be there before the first migration."""

    @abstractmethod
    async def read(self, work: Work[Answer]) -> Answer:
        """Run work that changes nothing. Each statement sees all that was committed before it."""

    @abstractmethod
    async def write(self, work: Work[Answer]) -> Answer:
        """Run work in a transaction of its own, and answer after its commit.

        If the connection turns out to be dead before the commit, the work is begun once more on a new one. If it dies
        during the commit, nobody knows, and that is told as unavailable.
        """

    async def append(self, work: Work[Answer]) -> Answer:
        """The same on the connection that is kept for appends."""
        return await self.write(work)

    @abstractmethod
    def serialise(self, connection: Connection, what: str) -> None:
        """Wait until no other transaction, of any process, has serialised the same; until the end of this one."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of all connections."""


class BadUrl(ValueError):
    """A database URL that names no database that Floe can use. The text has no password in it."""


def parse(url: str) -> URL:
    """Understand how people write it: a plain path is a file of SQLite."""
    text = url.strip()
    if "://" not in text:
        if not text:
            raise BadUrl("the database is empty; give a file or postgresql://user@host/name")
        return URL.create("sqlite", database=text)
    try:
        parsed = make_url(text)
    except (ArgumentError, ValueError) as fault:  # an odd port is a ValueError; both may quote the password
        raise BadUrl("the database URL cannot be read; it looks like postgresql://user:password@host:5432/name") from (
            fault if isinstance(fault, ValueError) and "@" not in str(fault) else None
        )
    family = parsed.drivername.partition("+")[0]
    if family == "sqlite":
        if parsed.database in {None, "", ":memory:"}:
            raise BadUrl("SQLite needs a file, such as sqlite:///floe.sqlite")
        return URL.create("sqlite", database=parsed.database)
    if family in {"postgresql", "postgres"}:
        return parsed.set(drivername="postgresql+asyncpg")
    raise BadUrl(f"{family} is no kind of database that Floe knows; they are sqlite and postgresql")


def connect(url: str) -> Database:
    """The database at a URL. Nothing is opened before it is first used."""
    parsed = parse(url)
    if parsed.drivername == "sqlite":
        from floe.server.store.sqlite import Sqlite  # noqa: PLC0415 - each kind loads its own driver only

        return Sqlite(str(parsed.database))
    from floe.server.store.postgresql import Postgresql  # noqa: PLC0415 - as above

    return Postgresql(parsed)
