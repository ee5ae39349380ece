"""What is stored of a table for lists. It names guests by their ids, so it never leaves the server as it is."""

from __future__ import annotations

from msgspec import Struct

from floe.server.tables.seat import Seat
from floe.server.wire.tables import Result, Status, TableSettings


class Summary(Struct, frozen=True):
    id: str
    settings: TableSettings
    status: Status
    seats: list[Seat]
    host: str
    to_move: int | None
    turn: int
    result: Result | None
    commitment: str
    rules_version: int
    created: int
    changed: int
    rematch: str | None
    set_up: bool = False
    rematch_by: int | None = None
    version: int = 0
    due_by: int | None = None
    swapped: int | None = None
