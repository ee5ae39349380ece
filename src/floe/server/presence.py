"""Who has a table open, at any worker.

The store knows who came and went. A worker that is killed says nothing of those who were there with it, so all who are
still there are put down again from time to time, and whoever was not for long is taken for gone.
"""

from __future__ import annotations

from collections.abc import Iterable

from floe.server import clock
from floe.server.hub import Hub
from floe.server.people import HOUR_MS
from floe.server.store.rows import PresenceRow
from floe.server.store.store import Store

AGAIN = 30_000
"""Milliseconds after which those who are still there are put down again."""
FORGOTTEN = 75_000
"""After so long without that, somebody is gone."""


def here(rows: Iterable[PresenceRow], now: int) -> frozenset[str]:
    """The guests who have a table open."""
    return frozenset(row.guest for row in rows if row.gone is None and now - row.seen < FORGOTTEN)


def gone_since(rows: Iterable[PresenceRow], guest: str | None, now: int) -> int | None:
    """Since when a guest who had a table open has it no more; none for one who has, or who was never there."""
    row = next((row for row in rows if row.guest == guest), None)
    if row is None or row.gone is not None:
        return None if row is None else row.gone
    return None if now - row.seen < FORGOTTEN else row.seen


async def refresh(hub: Hub, store: Store, table_id: str, now: int) -> None:
    """Ask the store who has a table open, for all who have it open here."""
    asked = hub.ask_present()
    hub.set_present(table_id, here(await store.present(table_id), now), asked)


async def say_again(hub: Hub, store: Store, now: int) -> None:
    """Put down all who are still there at this worker."""
    who = {(one.table_id, one.guest) for one in hub.every() if one.guest is not None}
    if who:
        await store.still_there(sorted(who), now)
    await _say_used(hub, store, clock.wall())


async def _say_used(hub: Hub, store: Store, now: int) -> None:
    """Whoever has a table open for hours has been here, also if nothing else was asked."""
    due = [one for one in hub.every() if one.device and now - one.seen > HOUR_MS]
    if due:
        await store.used(sorted({one.device for one in due}), now)
        for one in due:
            one.seen = now
