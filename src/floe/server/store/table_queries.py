"""What is asked of tables, their logs and their seats. Every function works inside its caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from floe.server.store import plan_queries
from floe.server.store.prepared import Prepared
from floe.server.store.rows import Append, Appended, EventRow, Page, TableRow
from floe.server.store.schema import events, seats, tables
from floe.server.store.some import DIALECTS, among, listed

_ROW_CHANGES = ("version", "status", "changed", "wake_at", "machine_at", "claimed_until", "claimed_by", "summary")
_EVENT_FIELDS = tuple(field.name for field in fields(EventRow))
_TABLE_FIELDS = tuple(field.name for field in fields(TableRow))


# PostgreSQL locks the rows in the order of their ids: two workers that append to the same tables wait for each other,
# and never in a circle.
_OF_SOME = {dialect: select(tables.c.id, tables.c.version).where(among(tables.c.id, dialect)) for dialect in DIALECTS}
_VERSIONS = {dialect: Prepared(wanted) for dialect, wanted in _OF_SOME.items()}
_LOCKED_VERSIONS = {
    "sqlite": _VERSIONS["sqlite"],
    "postgresql": Prepared(_OF_SOME["postgresql"].order_by(tables.c.id).with_for_update(key_share=True)),
}
_CHANGE_ROW = Prepared(
    update(tables)
    .where(tables.c.id == bindparam("table_id"))
    .values({name: bindparam(f"new_{name}") for name in _ROW_CHANGES})
)
_ADD_EVENTS = Prepared(insert(events), _EVENT_FIELDS)
_STAND = delete(seats).where(seats.c.table_id == bindparam("of_table"), seats.c.seat == bindparam("of_seat"))

# What is asked with every move is put together once.
_TABLE = select(tables).where(tables.c.id == bindparam("id"))
_LOG = Prepared(
    select(events)
    .where(events.c.table_id == bindparam("id"), events.c.version > bindparam("after"))
    .order_by(events.c.version)
)
_ANSWERED = select(events.c.version).where(
    events.c.table_id == bindparam("id"),
    events.c.guest == bindparam("by"),
    events.c.client_id == bindparam("client"),
)


def create(connection: Connection, table: TableRow, log: Sequence[EventRow], taken: Sequence[tuple[int, str]]) -> None:
    """Set up a table with its first events and those who sit there."""
    connection.execute(insert(tables), {name: getattr(table, name) for name in _TABLE_FIELDS})
    if log:
        _ADD_EVENTS.write_fields(connection, log)
    if taken:
        connection.execute(insert(seats), [{"table_id": table.id, "seat": seat, "guest": who} for seat, who in taken])


def append_all(connection: Connection, appends: Sequence[Append]) -> list[Appended]:
    """Write all appends that were decided on the present version of their table. No two may be for the same table."""
    ids = [append.table_id for append in appends]
    asked = _LOCKED_VERSIONS[connection.dialect.name].rows(connection, listed(connection, ids))
    present: dict[str, int] = dict(asked)
    won = [
        append
        for append in appends
        if present.get(append.table_id) == append.expected_version
        and (append.plan is None or plan_queries.holds(connection, append.plan.before))
    ]
    if won:
        _CHANGE_ROW.write_fields(connection, won)
        _ADD_EVENTS.write_fields(connection, [event for append in won for event in append.events])
        stood = [{"of_table": append.table_id, "of_seat": seat} for append in won for seat in append.stood]
        sat = [
            {"table_id": append.table_id, "seat": seat, "guest": guest} for append in won for seat, guest in append.sat
        ]
        if stood:
            connection.execute(_STAND, stood)
        if sat:
            connection.execute(insert(seats), sat)
        for append in won:
            if append.plan is not None:
                plan_queries.change(connection, append.plan)
    written = {append.table_id for append in won}
    planned = plan_queries.with_lines(connection, list(written)) if won else set()
    return [
        Appended(append.version, planned=append.table_id in planned)
        if append.table_id in written
        else Appended(present.get(append.table_id, 0), conflict=True)
        for append in appends
    ]


def versions(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """Which version each of these tables has."""
    asked = _VERSIONS[connection.dialect.name].rows(connection, listed(connection, ids))
    return dict(asked)


def table(connection: Connection, table_id: str) -> TableRow | None:
    row = connection.execute(_TABLE, {"id": table_id}).one_or_none()
    return TableRow(*row) if row else None


def log(connection: Connection, table_id: str, after: int) -> list[EventRow]:
    """The events of a table after a version, in order."""
    return [EventRow(*row) for row in _LOG.rows(connection, {"id": table_id, "after": after})]


def answered(connection: Connection, table_id: str, guest: str, client_id: str) -> int | None:
    """The version of the event that a client id made."""
    asked = {"id": table_id, "by": guest, "client": client_id}
    return connection.execute(_ANSWERED, asked).scalar_one_or_none()


# Lists


def lobby(connection: Connection, limit: int, before: str | None) -> Page:
    """Listed tables where somebody may still sit down."""
    return _page(connection, select(tables).where(tables.c.listed, tables.c.status == "gathering"), limit, before)


def tables_of(connection: Connection, guest: str, limit: int, before: str | None) -> Page:
    """Tables where a guest sits or that the guest set up, but for those that were called off."""
    sits = select(seats.c.table_id).where(seats.c.guest == guest)
    mine = select(tables).where(or_(tables.c.host == guest, tables.c.id.in_(sits)), tables.c.status != "cancelled")
    return _page(connection, mine, limit, before)


def some(connection: Connection, ids: list[str]) -> list[TableRow]:
    """The tables of these ids, as far as there are such."""
    return [TableRow(*row) for row in connection.execute(select(tables).where(tables.c.id.in_(ids)))]


def _page(connection: Connection, wanted: Select[Any], limit: int, before: str | None) -> Page:
    if before is not None:
        wanted = wanted.where(_changed_before(before))
    wanted = wanted.order_by(tables.c.changed.desc(), tables.c.id.desc()).limit(limit + 1)
    rows = [TableRow(*row) for row in connection.execute(wanted)]
    last = rows[limit - 1] if len(rows) > limit else None
    return Page(rows[:limit], f"{last.changed}.{last.id}" if last else None)


def _changed_before(place: str) -> ColumnElement[bool]:
    """A place in a list is the time and the id of the table that was shown last."""
    changed, dot, table_id = place.partition(".")
    if not (dot and changed.isascii() and changed.isdigit() and len(changed) < 16):
        raise ValueError(f"{place!r} is no place in a list")
    at = int(changed)
    return or_(tables.c.changed < at, and_(tables.c.changed == at, tables.c.id < table_id))


def count_open(connection: Connection, host: str) -> int:
    """How many tables of a guest's making are not over."""
    wanted = select(func.count()).where(tables.c.host == host, tables.c.status.not_in(["over", "cancelled"]))
    return connection.execute(wanted).scalar_one()


def count_by_status(connection: Connection) -> dict[str, int]:
    counted = connection.execute(select(tables.c.status, func.count()).group_by(tables.c.status))
    return {row[0]: row[1] for row in counted}
