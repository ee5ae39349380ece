"""What a host does by hand, and what a person may do with their own data.

All of it works on the database, while servers run or not. Each act is put down in the same transaction; running workers
look once a second for new ones (``housekeeping``), and their logs have a line for each.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from floe.core.errors import FloeError
from floe.server import clock
from floe.server.sanctions import ADDRESS, subject_of
from floe.server.service import Tables
from floe.server.store import admin_queries, host_queries
from floe.server.store.rows import SanctionRow
from floe.server.tables import commands
from floe.server.tables.seat import NAMELESS

DAY_MS = 24 * 3600 * 1000
_JSON = ("settings", "body")
"""Columns that hold JSON as text."""


class NoSuch(FloeError):
    """There is no such table or guest, or nothing to be done about it."""


@dataclass(frozen=True)
class Expired:
    """What is older than the policy keeps it."""

    tables: list[str]
    guests: list[str]


class Admin:
    """Acts on one database. ``by`` says who wants them: the host, a guest, or the policy."""

    def __init__(self, tables: Tables, by: str = "host") -> None:
        self._tables = tables
        self._store = tables.store
        self._by = by

    # Tables

    async def close_table(self, table_id: str) -> str:
        """End a running game; a table where no game has begun is deleted. What was done, as an act."""
        async with self._tables.using(table_id) as table:
            status = table.status
        if status == "over":
            raise NoSuch(f"the game at {table_id} is over already")
        if status == "cancelled":
            raise NoSuch(f"the table {table_id} was called off already")
        if status == "gathering":
            await self.delete_table(table_id)
            return "table_deleted"
        await self._tables.change(table_id, commands.close)
        await self._store.act(clock.wall(), [("table_closed", table_id)], self._by, lambda _: None)
        return "table_closed"

    async def delete_table(self, table_id: str) -> None:
        done = await self._store.act(
            clock.wall(), [("table_deleted", table_id)], self._by, lambda c: admin_queries.delete_table(c, table_id)
        )
        self._tables.forget(table_id)
        if not done:
            raise NoSuch(f"there is no table {table_id}")

    # Guests

    async def export(self, guest: str) -> dict[str, Any]:
        """All that is kept of a guest, as one document."""
        rows = await self._store.examine(lambda c: admin_queries.exported(c, guest))
        if not rows["guest"]:
            raise NoSuch(f"there is no guest {guest}")
        document: dict[str, Any] = {
            "floe": "export of a guest",
            "exported": clock.wall(),
            **rows,
            "guest": rows["guest"][0],
        }
        for part in ("tables", "events", "plans"):
            for row in document[part]:
                for name in _JSON:
                    if name in row:
                        row[name] = json.loads(row[name])
        return document

    async def erase(self, guest: str) -> None:
        """Delete a guest. Games with others stay readable, with a neutral word for the name; running ones go on."""
        if await self._store.guest(guest) is None:
            raise NoSuch(f"there is no guest {guest}")
        now = self._tables.now()
        for table_id in await self._store.examine(lambda c: admin_queries.lone_tables(c, guest)):
            await self.delete_table(table_id)
        for table_id in await self._store.examine(lambda c: admin_queries.shared_tables(c, guest)):
            await self._tables.change(
                table_id, lambda table: commands.be_gone(table, guest, now, self._tables.outages), None
            )
        acts = [("guest_deleted", guest)]
        for table_id in await self._store.act(
            clock.wall(), acts, self._by, lambda c: admin_queries.erase_guest(c, guest, NAMELESS)
        ):
            self._tables.forget(table_id)

    # Sanctions and chat

    async def sanction(self, kind: str, who: str, reason: str = "") -> None:
        subject = subject_of(who)
        if not subject.startswith(ADDRESS) and await self._store.guest(subject) is None:
            raise NoSuch(f"there is no guest {who}, and it is no address")
        row = SanctionRow(kind, subject, clock.wall(), reason)
        await self._store.act(clock.wall(), [(kind, subject)], self._by, lambda c: host_queries.sanction(c, row))

    async def lift(self, kind: str, who: str) -> None:
        subject = subject_of(who)
        acts = [(f"un{kind}", subject)]
        if not await self._store.act(clock.wall(), acts, self._by, lambda c: host_queries.lift(c, kind, subject)):
            raise NoSuch(f"there is no {kind} of {who}")

    async def purge_chat(self, table: str | None = None, guest: str | None = None) -> int:
        """Take away what was said at a table, by a guest, or by a guest at a table: how many lines."""
        subject = " ".join(filter(None, (table, guest)))
        return await self._store.act(
            clock.wall(), [("chat_purged", subject)], self._by, lambda c: admin_queries.purge_chat(c, table, guest)
        )

    # By policy

    async def old(self, guests_after: int, tables_after: int) -> Expired:
        """What is older than so many days; 0 keeps it for ever."""
        now = clock.wall()

        def look(connection: Any) -> Expired:
            tables = admin_queries.old_tables(connection, now - tables_after * DAY_MS) if tables_after else []
            guests = admin_queries.old_guests(connection, now - guests_after * DAY_MS, tables) if guests_after else []
            return Expired(tables, guests)

        return await self._store.examine(look)

    async def expire(self, guests_after: int, tables_after: int) -> Expired:
        """Delete what is older than so many days."""
        found = await self.old(guests_after, tables_after)
        for table_id in found.tables:
            await self.delete_table(table_id)
        for guest in found.guests:
            await self.erase(guest)
        subject = f"{len(found.tables)} tables, {len(found.guests)} guests"
        await self._store.act(clock.wall(), [("expired", subject)], self._by, lambda _: None)
        return found
