"""What a worker looks after besides play: what hosts have done by hand, and what is too old to be kept."""

from __future__ import annotations

import asyncio

from floe.server.admin import DAY_MS, Admin
from floe.server.clock import wall
from floe.server.hub import Hub
from floe.server.logs import Log
from floe.server.sanctions import Sanctions
from floe.server.service import Tables
from floe.server.settings import Settings
from floe.server.store.faults import StoreUnavailable
from floe.server.store.rows import ActRow

LOOK_SECONDS = 1.0
journal = Log("admin")


class Housekeeping:
    """Looks once a second."""

    def __init__(self, settings: Settings, tables: Tables, hub: Hub, sanctions: Sanctions) -> None:
        self._settings = settings
        self._tables = tables
        self._hub = hub
        self._sanctions = sanctions
        self._last = 0
        self._expired = 0
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        newest = await self._tables.store.last_act()
        self._last = 0 if newest is None else newest.number
        self._sanctions.know(await self._tables.store.sanctions())
        self._task = asyncio.create_task(self._forever())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _forever(self) -> None:
        while True:
            try:
                await self.look()
                await self.expire()
            except StoreUnavailable:
                pass  # others say so
            except Exception as fault:
                journal.error("housekeeping_failed", fault)
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """See what was done by hand since the last look."""
        acts = await self._tables.store.acts(self._last)
        if not acts:
            return
        self._sanctions.know(await self._tables.store.sanctions())
        for act in acts:
            self._last = act.number
            journal.info("act", act=act.act, subject=act.subject, by=act.by)
            await self._notice(act)
        for connection in self._hub.every():
            if self._sanctions.bans(connection.guest, connection.address):
                connection.wake.set()

    async def _notice(self, act: ActRow) -> None:
        if act.act in ("table_deleted", "table_closed"):
            self._tables.forget(act.subject)
            self._hub.wake(act.subject)
        elif act.act == "guest_deleted":
            for table_id in await self._tables.store.tables_with(act.subject):
                await self._tables.neutralise(table_id, act.subject)
                for connection in self._hub.at(table_id):
                    connection.greeted = False  # told anew how it stands, also if nothing else has happened
                self._hub.wake(table_id)

    async def expire(self) -> None:
        """Once a day one of the workers deletes what is too old, if the host wants it."""
        settings, now = self._settings, wall()
        if not (settings.guests_after or settings.tables_after) or now - self._expired < DAY_MS:
            return
        last = await self._tables.store.last_act("expired")
        self._expired = now if last is None else last.at
        if now - (0 if last is None else last.at) >= DAY_MS:
            self._expired = now
            await Admin(self._tables, "policy").expire(settings.guests_after, settings.tables_after)
