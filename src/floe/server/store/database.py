"""A database behind two verbs: read and write. What is done there is plain SQLAlchemy Core over a connection.

The same functions serve both kinds. SQLite runs them in threads of its own (``sqlite.py``), one hop for a whole
transaction; PostgreSQL runs them on the event loop through its asynchronous driver (``postgresql.py``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection

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
        """Run work in a transaction of its own, and return after its commit.

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
