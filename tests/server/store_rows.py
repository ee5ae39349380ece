"""Rows for the store's tests, as short to write as they can be."""

from __future__ import annotations

from typing import Any

from floe.server.store import Append, EventRow, GuestRow, Store, TableRow

ADA, BO = "guest-ada", "guest-bo"


def guest(name: str) -> GuestRow:
    return GuestRow(name, f"hash of {name}", name, 1, 1)


async def seat_guests(store: Store) -> None:
    """Let there be two guests."""
    await store.add_guest(guest(ADA))
    await store.add_guest(guest(BO))


def table(table_id: str, **changes: Any) -> TableRow:
    """A running table, listed, at version 1."""
    usual: dict[str, Any] = {
        "game": "icecult",
        "rules_version": 1,
        "settings": "{}",
        "secret": f"secret of {table_id}",
        "commitment": "c",
        "host": ADA,
        "status": "running",
        "version": 1,
        "listed": True,
        "created": 1,
        "changed": 1,
    }
    return TableRow(table_id, **(usual | changes))


def event(table_id: str, version: int, guest: str | None = None, client_id: str | None = None) -> EventRow:
    return EventRow(table_id, version, 1000 + version, f'{{"event":{version}}}', guest, client_id)


def append_to(table_id: str, expected: int, *, number: int = 1, client_id: str | None = None, **changes: Any) -> Append:
    """An append of one or more events on a version of a table."""
    events = [event(table_id, expected + 1 + more, ADA if client_id else None, client_id) for more in range(number)]
    usual: dict[str, Any] = {"status": "running", "changed": 1000 + expected, "summary": "{}"}
    return Append(table_id, expected, events, **(usual | changes))
