"""Machine players at tables. They think off the event loop (``thinking``), and see their seat's view only.

Exactly one worker lets a machine think: the one that wrote the event before it has claimed that in the same
transaction. If that worker dies, its claim runs out and another takes over. Should two ever think at once, the store
still takes the action of only one of them.
"""

from __future__ import annotations

import asyncio

import floe
from floe.bots.registry import known, level_bot
from floe.server.hub import Hub
from floe.server.logs import Log
from floe.server.metrics import Metrics
from floe.server.service import CLAIM, Tables
from floe.server.store.faults import StoreUnavailable
from floe.server.store.rows import TableRow
from floe.server.tables import commands
from floe.server.tables.refusals import Refusal, Stale
from floe.server.tables.table import Table
from floe.server.thinking import Thinking

RETRY_SECONDS = 1.0
_ROUNDED_UP = 1.15  # a budget in seconds is held within ten per cent
_GLANCE = 0.05  # seconds, in which a player that counts simulations has decided
journal = Log("machines")


class Machines:
    """The machines of this worker's tables."""

    def __init__(self, tables: Tables, hub: Hub, thinking: Thinking, metrics: Metrics) -> None:
        self._tables = tables
        self._hub = hub
        self._metrics = metrics
        self.thinking = thinking
        self._thinking: dict[str, asyncio.Task[None]] = {}

    async def changed(self, table: Table, here: bool) -> None:
        """If a machine has to decide at a table that was changed here, it begins to think."""
        if here and table.machine_to_move is not None:
            self._begin(table.id, table.version, table.changed + _pace(table))

    async def take_over(self, row: TableRow) -> None:
        """Let the machine of a table think whose worker is gone."""
        now = self._tables.now()
        if await self._tables.store.claim(row.id, row.version, self._tables.worker, now + CLAIM, now):
            await self._tables.news(row.id)  # what is kept of it here may be older than the row
            self._begin(row.id, row.version, now)

    def _begin(self, table_id: str, version: int, not_before: int) -> None:
        before = self._thinking.get(table_id)
        task = asyncio.create_task(self._decide(table_id, version, not_before, before))
        self._thinking[table_id] = task
        task.add_done_callback(lambda _: self._forget(table_id, task))

    def _forget(self, table_id: str, task: asyncio.Task[None]) -> None:
        if self._thinking.get(table_id) is task:
            del self._thinking[table_id]

    async def _decide(self, table_id: str, version: int, not_before: int, before: asyncio.Task[None] | None) -> None:
        """One action of a machine, as soon as the database is there to take it."""
        if before is not None:
            await asyncio.wait([before])
        while True:
            try:
                await self._play(table_id, version, not_before)
            except (Refusal, Stale):
                pass  # the game went another way meanwhile: an undo, a resignation, somebody is back
            except StoreUnavailable:
                journal.warning("machine_waits", table=table_id)
                await asyncio.sleep(RETRY_SECONDS)
                continue
            except Exception as fault:
                self._metrics.faults.labels("machines").inc()
                journal.error("machine_failed", fault, table=table_id)  # its claim runs out, and it is tried again
            return

    async def _play(self, table_id: str, version: int, not_before: int) -> None:
        """Think about the position of a version, and play at the table's pace; nothing if it has changed since."""
        async with self._tables.using(table_id, fresh=False) as table:
            level, seat, state = table.machine_to_move, table.to_move, table.state
            if table.position_version > version or level is None or seat is None or state is None:
                return
            view, actions, game = state.view(seat), state.legal_actions(), table.settings.game
            address = self._hub.address_at(table_id, table.persons())
            may_swap, evenly = commands.may_machine_swap(table), table.swap_is_ahead
        if may_swap and await self.thinking.swaps(address, level, game, view):
            await asyncio.sleep(max(0, not_before - self._tables.now()) / 1000)
            await self._tables.change(table_id, lambda table: commands.machine_swap(table, version))
            return
        action, took = await self.thinking.decide(address, level, game, view, actions, evenly)
        early = (not_before - self._tables.now()) / 1000
        await asyncio.sleep(max(0, early, least_seconds(game, level) - took))
        await self._tables.change(table_id, lambda table: commands.machine_play(table, version, action))

    async def still_thinks(self) -> None:
        """Keep the claims of the tables whose machines think here."""
        if self._thinking:
            await self._tables.store.renew(self._tables.worker, list(self._thinking), self._tables.now() + CLAIM)

    async def close(self) -> None:
        for task in list(self._thinking.values()):
            task.cancel()
        self.thinking.close()


def _pace(table: Table) -> int:
    """Milliseconds for an action. A game that all people have left goes on, but at no more than a leisurely pace."""
    watched = any(seat.level is None for seat in table.seats)
    return table.settings.pace if watched else max(table.settings.pace, commands.PACE_AMONG_MACHINES)


def least_seconds(game: str, level: str) -> float:
    """How long a decision takes at least, where hands are hidden.

    A search may be over early, because there is nothing more to see, and that would tell something too.
    """
    if not floe.game(game).hidden:
        return 0
    search = getattr(level_bot(known(level, game), game), "level", None)
    return 0 if search is None else _ROUNDED_UP * (search.budget.seconds or 0) + _GLANCE
