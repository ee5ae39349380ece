"""What a worker looks after besides play: what hosts have done by hand, and what is too old to be kept."""

from __future__ import annotations

import asyncio

from floe.server import clock
from floe.server.admin import DAY_MS, Admin
from floe.server.hub import Closing, Hub
from floe.server.limits import Limits
from floe.server.logs import Log
from floe.server.repeating import Repeating
from floe.server.sanctions import Sanctions
from floe.server.service import Tables
from floe.server.settings import Settings
from floe.server.store.rows import ActRow

LOOK_SECONDS = 1.0
REVOKED, JOINED = 4001, 4003
"""Close codes; see ``docs/protocol.md``."""
journal = Log("admin")


class Housekeeping:
    """Looks once a second."""

    def __init__(self, settings: Settings, tables: Tables, hub: Hub, sanctions: Sanctions, limits: Limits) -> None:
        self._settings = settings
        self._tables = tables
        self._hub = hub
        self._sanctions = sanctions
        self._limits = limits
        self._last = 0
        self._looking = asyncio.Lock()
        self._expired = 0
        self._repeating = Repeating(journal)

    async def start(self) -> None:
        newest = await self._tables.store.last_act()
        self._last = 0 if newest is None else newest.number
        self._sanctions.know(await self._tables.store.sanctions())
        self._repeating.begin(self.look, LOOK_SECONDS)
        self._repeating.begin(self.expire, LOOK_SECONDS)
        self._repeating.begin(self.tell_use, LOOK_SECONDS)

    async def stop(self) -> None:
        await self._repeating.end()

    async def look(self) -> None:
        """See what was done by hand since the last look."""
        async with self._looking:  # nothing is noticed twice
            await self._look()

    async def tell(self) -> None:
        """Something was done here: notice it, and let all other workers look at once."""
        self._hub.publish("", "acts")
        await self.look()

    async def _look(self) -> None:
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
        elif act.act == "chat_purged":
            self._purged()
        elif act.act == "guest_deleted":
            self._purged()
            for table_id in await self._tables.store.tables_with(act.subject):
                await self._tables.neutralise(table_id, act.subject)
                for connection in self._hub.at(table_id):
                    connection.greeted = False  # told anew how it stands, also if nothing else has happened
                self._hub.wake(table_id)
        elif act.act == "device_revoked":
            for connection in self._hub.every():
                if connection.device == act.subject:
                    connection.close(Closing(REVOKED, "revoked", "this device was taken off the list"))
        elif act.act == "guests_joined":
            gone, _, _ = act.subject.partition(" ")
            for connection in self._hub.every():
                if connection.guest == gone:  # and comes back as the other
                    connection.close(Closing(JOINED, "joined", "two guests have become one", again=True))
            await self._tables.read_on(gone)

    def _purged(self) -> None:
        """Lines of a chat are gone, of a guest perhaps, wherever they were: let whoever was sent some look again."""
        for connection in self._hub.every():
            if connection.chat_have:
                connection.chat_purged = True
                connection.wake.set()

    async def tell_use(self) -> None:
        """Let the other workers know who asks much."""
        for use in self._limits.tell(self._tables.worker, self._hub.addresses()):
            self._hub.tell(use)

    async def expire(self) -> None:
        """Once a day one of the workers deletes what is too old, if the host wants it."""
        settings, now = self._settings, clock.wall()
        if not (settings.guests_after or settings.tables_after) or now - self._expired < DAY_MS:
            return
        last = await self._tables.store.last_act("expired")
        self._expired = now if last is None else last.at
        if now - (0 if last is None else last.at) >= DAY_MS:
            self._expired = now
            await Admin(self._tables, "policy").expire(settings.guests_after, settings.tables_after)
