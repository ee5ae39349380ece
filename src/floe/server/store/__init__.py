"""What the server keeps: append-only logs of tables and all that belongs to them, in SQLite or PostgreSQL."""

from __future__ import annotations

from floe.server.store.faults import NotMigrated, StoreUnavailable
from floe.server.store.rows import (
    Append,
    Appended,
    ChatRow,
    EventRow,
    GuestRow,
    Outage,
    Page,
    PresenceRow,
    PuzzleTryRow,
    RatingRow,
    SolverRow,
    TableRow,
)
from floe.server.store.store import Store

__all__ = [
    "Append",
    "Appended",
    "ChatRow",
    "EventRow",
    "GuestRow",
    "NotMigrated",
    "Outage",
    "Page",
    "PresenceRow",
    "PuzzleTryRow",
    "RatingRow",
    "SolverRow",
    "Store",
    "StoreUnavailable",
    "TableRow",
]
