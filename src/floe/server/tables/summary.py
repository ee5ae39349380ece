"""What is stored of a table for lists. It names guests by their ids, so it never leaves the server as it is."""

from __future__ import annotations

from msgspec import Struct

from floe.server.wire.tables import Result, SeatKind, Status, TableSettings


class SeatSummary(Struct, frozen=True):
    colour: str
    kind: SeatKind
    name: str | None
    level: str | None
    guest: str | None
    stand_in: bool
    entropy_due: bool = False


class Summary(Struct, frozen=True):
    id: str
    settings: TableSettings
    status: Status
    seats: list[SeatSummary]
    host: str
    to_move: int | None
    turn: int
    result: Result | None
    commitment: str
    rules_version: int
    created: int
    changed: int
    rematch: str | None
