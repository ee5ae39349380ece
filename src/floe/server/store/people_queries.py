"""What is asked of guests, of who is there, and of what is said."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Integer, Table, bindparam, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from floe.server.store.prepared import Prepared
from floe.server.store.rows import ChatRow, GuestRow, PresenceRow
from floe.server.store.schema import chat, guests, presence
from floe.server.store.some import DIALECTS, among, listed

_PRESENT_AT = {dialect: Prepared(select(presence).where(among(presence.c.table_id, dialect))) for dialect in DIALECTS}
_PRESENT = Prepared(select(presence).where(presence.c.table_id == bindparam("id")).order_by(presence.c.guest))
_LINES = (
    select(chat)
    .where(chat.c.table_id == bindparam("id"), chat.c.number > bindparam("after"), chat.c.text != "")
    .order_by(chat.c.number.desc())
    .limit(bindparam("most", type_=Integer))
)
_NEWEST_LINES = {
    dialect: Prepared(
        select(chat.c.table_id, func.max(chat.c.number))
        .where(among(chat.c.table_id, dialect))
        .group_by(chat.c.table_id)
    )
    for dialect in DIALECTS
}


def add_guest(connection: Connection, guest: GuestRow) -> None:
    values = {"id": guest.id, "token_hash": guest.token_hash, "name": guest.name}
    connection.execute(insert(guests), values | {"created": guest.created, "seen": guest.seen})


def guest_by_token_hash(connection: Connection, token_hash: str) -> GuestRow | None:
    row = connection.execute(select(guests).where(guests.c.token_hash == token_hash)).one_or_none()
    return GuestRow(*row) if row else None


def rename_guest(connection: Connection, guest: str, name: str | None) -> None:
    connection.execute(update(guests).where(guests.c.id == guest).values(name=name))


def set_presence(connection: Connection, row: PresenceRow) -> None:
    """Put down that a guest is there, or has gone."""
    values = {"table_id": row.table_id, "guest": row.guest, "seen": row.seen, "gone": row.gone}
    upsert(connection, presence, ["table_id", "guest"], values)


def still_there(connection: Connection, who: Sequence[tuple[str, str]], now: int) -> None:
    """Put down that these guests still have these tables open."""
    seen = update(presence).where(
        presence.c.table_id == bindparam("of_table"), presence.c.guest == bindparam("of_guest")
    )
    values = [{"of_table": table_id, "of_guest": guest} for table_id, guest in who]
    connection.execute(seen.values(seen=now, gone=None), values)


def present_at(connection: Connection, ids: Sequence[str]) -> dict[str, list[PresenceRow]]:
    """All who have, or had, one of these tables open, by table."""
    found: dict[str, list[PresenceRow]] = {}
    for row in _PRESENT_AT[connection.dialect.name].rows(connection, listed(connection, ids)):
        found.setdefault(row[0], []).append(PresenceRow(*row))
    return found


def newest_lines(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """The number of the newest line of the chat of each of these tables; none of a table without."""
    asked = _NEWEST_LINES[connection.dialect.name].rows(connection, listed(connection, ids))
    return dict(asked)


def present(connection: Connection, table_id: str) -> list[PresenceRow]:
    """All who have, or had, a table open."""
    return [PresenceRow(*row) for row in _PRESENT.rows(connection, {"id": table_id})]


def said_before(connection: Connection, table_id: str, guest: str, client_id: str) -> int | None:
    wanted = select(chat.c.number).where(
        chat.c.table_id == table_id, chat.c.guest == guest, chat.c.client_id == client_id
    )
    return connection.execute(wanted).scalar_one_or_none()


def say(connection: Connection, line: ChatRow) -> int:
    """Add a line under the next number. The caller keeps others from adding to the same table meanwhile."""
    if line.client_id is not None:
        number = said_before(connection, line.table_id, line.guest, line.client_id)
        if number is not None:
            return number
    last = connection.execute(select(func.max(chat.c.number)).where(chat.c.table_id == line.table_id)).scalar_one()
    number = (last or 0) + 1
    values = {"table_id": line.table_id, "number": number, "at": line.at, "guest": line.guest, "seat": line.seat}
    values |= {"name": line.name, "text": line.text, "client_id": line.client_id, "phrase": line.phrase}
    connection.execute(insert(chat), values)
    return number


def lines(connection: Connection, table_id: str, after: int, limit: int) -> list[ChatRow]:
    """The newest lines after a number, at most so many, in order. Those that were taken away are empty."""
    rows = connection.execute(_LINES, {"id": table_id, "after": after, "most": limit}).all()
    return [ChatRow(*row) for row in reversed(rows)]


def upsert(connection: Connection, into: Table, keys: Sequence[str], values: dict[str, Any]) -> None:
    """Insert a row, or change the one with the same keys."""
    _upsert(connection.dialect.name, into, tuple(keys), tuple(values)).write(connection, [values])


@cache
def _upsert(dialect: str, into: Table, keys: tuple[str, ...], names: tuple[str, ...]) -> Prepared:
    """Put together once: that takes longer than to carry it out."""
    made = sqlite.insert(into) if dialect == "sqlite" else postgresql.insert(into)
    changes = {name: made.excluded[name] for name in names if name not in keys}
    return Prepared(made.on_conflict_do_update(index_elements=keys, set_=changes), names)
