"""PostgreSQL, through asyncpg: a pool for most things, and one connection that does nothing but append."""

from __future__ import annotations

import zlib
from typing import Any

from sqlalchemy import BigInteger, Connection, cast, func, select
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from floe.server.store.database import Answer, Database, Work
from floe.server.store.faults import StoreUnavailable, is_gone

POOL = 5
OVERFLOW = 10
CONNECT_S = 5
ANSWER_S = 15
"""A statement that takes longer is given up: the network may have swallowed it."""
_LOCKS = 0x466C6F65 << 32
"""The upper half of Floe's advisory locks, so that they meet no other program's."""


class Postgresql(Database):
    groups_all_writes = False

    def __init__(self, url: URL) -> None:
        self._name = url.render_as_string(hide_password=True).replace("+asyncpg", "", 1)
        if "sslmode" in url.query:  # asyncpg's word for it is ssl
            url = url.update_query_dict({"ssl": str(url.query["sslmode"])}).difference_update_query(["sslmode"])
        self._engine = _engine(url, pool_size=POOL, max_overflow=OVERFLOW, pool_timeout=CONNECT_S)
        self._appending = _engine(url, pool_size=1, max_overflow=0)
        self._readers = self._engine.execution_options(isolation_level="AUTOCOMMIT")  # one trip a statement
        self._closed = False

    async def create(self) -> None:
        """The database itself is its owner's to make."""

    async def read(self, work: Work[Answer]) -> Answer:
        return await self._run(self._readers, work)

    async def write(self, work: Work[Answer]) -> Answer:
        return await self._run(self._engine, work)

    async def append(self, work: Work[Answer]) -> Answer:
        return await self._run(self._appending, work)

    async def _run(self, engine: AsyncEngine, work: Work[Answer]) -> Answer:
        """Do the work, and begin once more if the connection was dead.

        After a restart of the server all connections of the pool are. The first that fails makes the pool drop them.
        """
        if self._closed:
            raise StoreUnavailable(f"{self._name} was closed")
        try:
            return await self._attempt(engine, work)
        except _Lost:
            try:
                return await self._attempt(engine, work)
            except _Lost as fault:
                raise StoreUnavailable(*fault.args) from fault

    async def _attempt(self, engine: AsyncEngine, work: Work[Answer]) -> Answer:
        try:
            async with engine.connect() as connection:
                try:
                    answer = await connection.run_sync(work)
                except OSError as fault:  # time-outs are of this kind
                    await connection.invalidate(fault)
                    raise StoreUnavailable(f"{self._name} does not answer") from fault
                if engine is self._readers:
                    return answer
                try:
                    await connection.commit()
                except Exception as fault:
                    await connection.invalidate(fault)
                    raise StoreUnavailable(f"{self._name} was lost during a commit") from fault
                return answer
        except StoreUnavailable:
            raise
        except Exception as fault:
            if is_gone(fault):
                words = str(getattr(fault, "orig", None) or fault) or type(fault).__name__
                raise _Lost(f"{self._name} cannot be reached: {words}") from fault
            raise

    def serialise(self, connection: Connection, what: str) -> None:
        key = _LOCKS | zlib.crc32(what.encode())
        connection.execute(select(func.pg_advisory_xact_lock(cast(key, BigInteger))))

    async def close(self) -> None:
        self._closed = True
        await self._appending.dispose()
        await self._engine.dispose()


class _Lost(Exception):
    """The connection broke before a commit was asked for: nothing was done."""


def _engine(url: URL, **options: Any) -> AsyncEngine:
    return create_async_engine(
        url,
        connect_args={
            "timeout": CONNECT_S,
            "command_timeout": ANSWER_S,
            "server_settings": {"application_name": "floe"},
        },
        hide_parameters=True,  # faults may be logged, and parameters hold what only some may know
        **options,
    )
