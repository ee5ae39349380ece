"""What a host, or a person with their own data, asks of the database: lists, exports, and deleting for good."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, delete, func, or_, select, update

from floe.server.store import notice_queries
from floe.server.store.rows import GuestRow, TableRow
from floe.server.store.schema import (
    chat,
    device_links,
    devices,
    events,
    guests,
    notice_addresses,
    notice_tables,
    notice_wishes,
    notices,
    plans,
    presence,
    puzzle_days,
    puzzle_solvers,
    puzzle_tries,
    recovery_codes,
    sanctions,
    seats,
    tables,
)

NOBODY = "-"
"""Before a number: what the token's hash of a deleted guest becomes. No token has such a hash."""
_PUZZLES = (puzzle_tries, puzzle_days, puzzle_solvers)
_HIDDEN = ("guest", "address", "claimed_by", "claimed_until")
"""What tells a person nothing about themselves."""


# Lists


def list_tables(connection: Connection, status: str | None, guest: str | None, limit: int) -> list[TableRow]:
    """Tables, the newest change first: all, or those of a status, or of a guest."""
    wanted = select(tables).order_by(tables.c.changed.desc(), tables.c.id).limit(limit)
    if status is not None:
        wanted = wanted.where(tables.c.status == status)
    if guest is not None:
        wanted = wanted.where(tables.c.id.in_(_tables_of(guest)))
    return [TableRow(*row) for row in connection.execute(wanted)]


def list_guests(connection: Connection, name: str | None, limit: int) -> list[GuestRow]:
    """Guests, those who came last first; those whose name contains a text."""
    wanted = select(guests).where(guests.c.token_hash.not_like(f"{NOBODY}%")).order_by(guests.c.seen.desc())
    if name is not None:
        wanted = wanted.where(func.lower(guests.c.name).contains(name.lower(), autoescape=True))
    return [GuestRow(*row) for row in connection.execute(wanted.limit(limit))]


def guest(connection: Connection, guest_id: str) -> GuestRow | None:
    row = connection.execute(select(guests).where(guests.c.id == guest_id)).one_or_none()
    return None if row is None else GuestRow(*row)


def _tables_of(guest_id: str) -> Select[Any]:
    """Every table where a guest sat, that the guest set up, or where the guest has done something."""
    made = select(tables.c.id).where(tables.c.host == guest_id)
    sat = select(seats.c.table_id).where(seats.c.guest == guest_id)
    did = select(events.c.table_id).where(events.c.guest == guest_id)
    found = made.union(sat, did).subquery()
    return select(found.c[0])


def tables_of(connection: Connection, guest_id: str) -> list[TableRow]:
    wanted = select(tables).where(tables.c.id.in_(_tables_of(guest_id))).order_by(tables.c.id)
    return [TableRow(*row) for row in connection.execute(wanted)]


def shared_tables(connection: Connection, guest_id: str) -> list[str]:
    """Tables that are not over where a guest sits with other people."""
    others = select(seats.c.table_id).where(seats.c.guest != guest_id)
    mine = select(seats.c.table_id).where(seats.c.guest == guest_id)
    goes_on = tables.c.status.not_in(["over", "cancelled"])
    wanted = select(tables.c.id).where(tables.c.id.in_(others), tables.c.id.in_(mine), goes_on)
    return list(connection.execute(wanted.order_by(tables.c.id)).scalars())


def lone_tables(connection: Connection, guest_id: str) -> list[str]:
    """Tables of a guest's making where nobody else sits."""
    others = select(seats.c.table_id).where(seats.c.guest != guest_id)
    wanted = select(tables.c.id).where(tables.c.host == guest_id, tables.c.id.not_in(others))
    return list(connection.execute(wanted.order_by(tables.c.id)).scalars())


def seated(connection: Connection, table_id: str) -> dict[int, str]:
    """Who sits at a table."""
    wanted = select(seats.c.seat, seats.c.guest).where(seats.c.table_id == table_id)
    return {row.seat: row.guest for row in connection.execute(wanted)}


# Export


def exported(connection: Connection, guest_id: str) -> dict[str, Any]:
    """All rows that tell of a guest, but for what lets somebody in."""

    def rows(wanted: Select[Any]) -> list[dict[str, Any]]:
        return [dict(row._mapping) for row in connection.execute(wanted)]

    own = events.c
    said = chat.c
    called = notice_addresses.c
    return {
        "guest": rows(
            select(guests.c.id, guests.c.name, guests.c.created, guests.c.seen).where(guests.c.id == guest_id)
        ),
        "devices": rows(
            select(devices.c.id, devices.c.name, devices.c.created, devices.c.seen)
            .where(devices.c.guest == guest_id)
            .order_by(devices.c.created, devices.c.id)
        ),
        "recovery_codes": rows(select(recovery_codes.c.created).where(recovery_codes.c.guest == guest_id)),
        "tables": rows(
            select(tables.c.id, tables.c.game, tables.c.status, tables.c.settings, tables.c.created, tables.c.changed)
            .where(tables.c.id.in_(_tables_of(guest_id)))
            .order_by(tables.c.created, tables.c.id)
        ),
        "seats": rows(select(seats.c.table_id, seats.c.seat).where(seats.c.guest == guest_id)),
        "events": rows(
            select(own.table_id, own.version, own.at, own.body)
            .where(own.guest == guest_id)
            .order_by(own.table_id, own.version)
        ),
        "presence": rows(
            select(presence.c.table_id, presence.c.seen, presence.c.gone).where(presence.c.guest == guest_id)
        ),
        "plans": rows(
            select(plans.c.table_id, plans.c.seat, plans.c.body)
            .where(plans.c.guest == guest_id)
            .order_by(plans.c.table_id, plans.c.seat)
        ),
        "chat": rows(
            select(said.table_id, said.number, said.at, said.name, said.text)
            .where(said.guest == guest_id, said.text != "")
            .order_by(said.table_id, said.number)
        ),
        **{
            one.name: rows(
                select(*(column for column in one.c if column.name != "guest")).where(one.c.guest == guest_id)
            )
            for one in _PUZZLES
        },
        "notice_addresses": rows(
            select(called.channel, called.target, called.created, called.confirmed).where(called.guest == guest_id)
        ),
        **{
            one.name: rows(
                select(*(column for column in one.c if column.name not in _HIDDEN)).where(one.c.guest == guest_id)
            )
            for one in (notice_wishes, notice_tables, notices)
        },
        "sanctions": rows(
            select(sanctions.c.kind, sanctions.c.at, sanctions.c.reason).where(sanctions.c.subject == guest_id)
        ),
    }


# Deleting


def delete_table(connection: Connection, table_id: str) -> bool:
    """Take a table away with everything that was played and said there."""
    _lock(connection, select(tables.c.id).where(tables.c.id == table_id))
    for one in (events, seats, presence, chat, plans, notice_tables, notices):
        connection.execute(delete(one).where(one.c.table_id == table_id))
    return connection.execute(delete(tables).where(tables.c.id == table_id)).rowcount > 0


def purge_chat(connection: Connection, table_id: str | None = None, guest_id: str | None = None) -> int:
    """Take away what was said, at a table or by a guest. The lines stay as empty ones, so that numbers go on."""
    gone = update(chat).where(chat.c.text != "")
    if table_id is not None:
        gone = gone.where(chat.c.table_id == table_id)
    if guest_id is not None:
        gone = gone.where(chat.c.guest == guest_id)
    return connection.execute(gone.values(text="", name="", phrase=None)).rowcount


def _lock(connection: Connection, rows: Select[Any]) -> None:
    """Let nobody add anything that refers to these rows meanwhile. SQLite has but one writer."""
    connection.execute(rows.with_for_update()).all()


def erase_guest(connection: Connection, guest_id: str, neutral: str) -> list[str]:
    """Take away all that tells of a guest. At tables of others the name is replaced; the ids of these tables."""
    _lock(connection, select(guests.c.id).where(guests.c.id == guest_id))
    _lock(connection, select(tables.c.id).where(tables.c.id.in_(_tables_of(guest_id))).order_by(tables.c.id))
    touched: list[str] = []
    for row in tables_of(connection, guest_id):
        others = set(seated(connection, row.id).values()) - {guest_id}
        if others or row.host != guest_id:
            _rename(connection, row, guest_id, neutral)
            touched.append(row.id)
        else:
            delete_table(connection, row.id)
    purge_chat(connection, guest_id=guest_id)
    for one in (*_PUZZLES, presence, plans, devices, device_links, recovery_codes):
        connection.execute(delete(one).where(one.c.guest == guest_id))
    notice_queries.erase(connection, guest_id)
    connection.execute(delete(sanctions).where(sanctions.c.subject == guest_id))
    named = [
        connection.execute(select(func.count()).select_from(one).where(column == guest_id)).scalar_one()
        for one, column in ((tables, tables.c.host), (seats, seats.c.guest), (chat, chat.c.guest))
    ]
    if any(named):  # an id that means nothing to anybody any more holds the places in others' games
        emptied = {"token_hash": f"{NOBODY}{guest_id}", "name": None, "created": 0, "seen": 0}
        connection.execute(update(guests).where(guests.c.id == guest_id).values(**emptied))
    else:
        connection.execute(delete(guests).where(guests.c.id == guest_id))
    return touched


def neutralise(connection: Connection, table_id: str, guest_id: str, neutral: str) -> None:
    """Replace a guest's name at one table."""
    _lock(connection, select(tables.c.id).where(tables.c.id == table_id))
    for row in connection.execute(select(tables).where(tables.c.id == table_id)).all():
        _rename(connection, TableRow(*row), guest_id, neutral)


def _rename(connection: Connection, row: TableRow, guest_id: str, neutral: str) -> None:
    """Replace a guest's name wherever a table has it: in the first events, in its settings, in what lists show."""
    wanted = select(events.c.version, events.c.body).where(events.c.table_id == row.id, events.c.guest == guest_id)
    for version, body in connection.execute(wanted).all():
        event = json.loads(body)
        if event["kind"] == "created":
            event["name"] = neutral
            _without_names(event["settings"])
        elif event["kind"] == "sat":
            event["name"] = neutral
        else:
            continue
        changed = update(events).where(events.c.table_id == row.id, events.c.version == version)
        connection.execute(changed.values(body=json.dumps(event, separators=(",", ":"))))
    summary, settings = json.loads(row.summary), json.loads(row.settings)
    for seat in summary.get("seats", []):
        if seat.get("guest") == guest_id:
            seat["name"] = neutral
    if row.host == guest_id:
        _without_names(summary.get("settings", {}))
        _without_names(settings)
    changed_row = {"summary": json.dumps(summary, separators=(",", ":")), "settings": json.dumps(settings)}
    connection.execute(update(tables).where(tables.c.id == row.id).values(**changed_row))


def _without_names(settings: dict[str, Any]) -> None:
    """Those whom a host has named at the own screen."""
    for plan in settings.get("seats", []):
        plan.pop("name", None)


# By policy


def old_tables(connection: Connection, before: int) -> list[str]:
    """Tables at which nothing has happened since a time."""
    return list(
        connection.execute(select(tables.c.id).where(tables.c.changed < before).order_by(tables.c.id)).scalars()
    )


def old_guests(connection: Connection, before: int, without: Sequence[str] = ()) -> list[str]:
    """Guests who were not seen since a time, and at whose tables (but for some) nothing has happened since then."""
    left = set(without)
    found = []
    old = select(guests.c.id).where(guests.c.seen < before, guests.c.token_hash.not_like(f"{NOBODY}%"))
    for guest_id in connection.execute(old.order_by(guests.c.id)).scalars().all():
        newer = select(tables.c.id).where(
            or_(tables.c.host == guest_id, tables.c.id.in_(select(seats.c.table_id).where(seats.c.guest == guest_id))),
            tables.c.changed >= before,
        )
        if not set(connection.execute(newer).scalars()) - left:
            found.append(guest_id)
    return found
