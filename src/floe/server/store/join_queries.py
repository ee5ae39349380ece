"""Two guests of one person become one.

What was played stays as it was written: an event at the end of each table's log says that the seats of the one belong
to the other from then on. So whoever has the table in memory, at any worker, learns of it as of any other event, and
what was decided on the table as it was before is not written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection, Table, and_, delete, exists, func, insert, or_, select, update

from floe.server.store import notice_queries
from floe.server.store.faults import BothSit
from floe.server.store.people_queries import upsert
from floe.server.store.rows import TableRow
from floe.server.store.schema import (
    chat,
    events,
    guests,
    plans,
    presence,
    puzzle_days,
    puzzle_solvers,
    puzzle_tries,
    sanctions,
    seats,
    tables,
)


class Joining(NamedTuple):
    """How a table is told that two guests are one."""

    body: str
    """The event that says so."""
    rewrite: Callable[[str], str]
    """What lists show of a table (``TableRow.summary``) after it, of what they showed before."""


def together_at(connection: Connection, one: str, other: str) -> list[str]:
    """Tables that are not over where two guests both sit."""
    first, second = seats.alias(), seats.alias()
    wanted = (
        select(tables.c.id)
        .join(first, and_(first.c.table_id == tables.c.id, first.c.guest == one))
        .join(second, and_(second.c.table_id == tables.c.id, second.c.guest == other))
        .where(tables.c.status.not_in(["over", "cancelled"]))
        .distinct()
    )
    return list(connection.execute(wanted.order_by(tables.c.id)).scalars())


def join(connection: Connection, gone: str, into: str, at: int, joining: Joining) -> list[str]:
    """Let all that one guest has be another's, and the one be no more; the tables at whose log this was put down.

    Whatever refers to the one and is written at the same time makes this fail as a
    whole (``IntegrityError``), and it can be tried again.
    """
    changed = _tables(connection, gone, into, at, joining)
    both = together_at(connection, gone, into)  # now that nobody can sit down there any more
    if both:
        raise BothSit(both)
    _without_doubles(connection, events, gone, into)
    connection.execute(update(events).where(events.c.guest == gone).values(guest=into))
    _without_doubles(connection, chat, gone, into)
    connection.execute(update(chat).where(chat.c.guest == gone).values(guest=into))
    for one in (seats, plans):
        connection.execute(update(one).where(one.c.guest == gone).values(guest=into))
    connection.execute(delete(presence).where(presence.c.guest == gone))  # their sockets come again as the other
    _puzzles(connection, gone, into)
    notice_queries.join(connection, gone, into)
    _sanctions(connection, gone, into)
    _guests(connection, gone, into)
    return changed


def _tables(connection: Connection, gone: str, into: str, at: int, joining: Joining) -> list[str]:
    """Put the event down wherever the guest sits, is host, or has a seat kept."""
    sits = select(seats.c.table_id).where(seats.c.guest == gone)
    kept = and_(tables.c.status == "gathering", tables.c.summary.contains(f'"reserved":"{gone}"', autoescape=True))
    wanted = select(tables).where(or_(tables.c.host == gone, tables.c.id.in_(sits), kept)).order_by(tables.c.id)
    rows = [TableRow(*row) for row in connection.execute(wanted.with_for_update())]
    for row in rows:
        version = row.version + 1
        values = {"version": version, "summary": joining.rewrite(row.summary)}
        values |= {"host": into} if row.host == gone else {}
        connection.execute(update(tables).where(tables.c.id == row.id).values(values))
        event = {
            "table_id": row.id,
            "version": version,
            "at": max(at, row.changed),
            "body": joining.body,
            "guest": into,
        }
        connection.execute(insert(events), event)
    return [row.id for row in rows]


def _without_doubles(connection: Connection, of: Table, gone: str, into: str) -> None:
    """Client ids tell what one guest has asked twice. Where both have used one, the one's is dropped."""
    same = of.alias()
    double = exists().where(same.c.table_id == of.c.table_id, same.c.guest == into, same.c.client_id == of.c.client_id)
    connection.execute(update(of).where(of.c.guest == gone, double).values(client_id=None))


def _puzzles(connection: Connection, gone: str, into: str) -> None:
    """The first try of each puzzle counts, whoever of the two made it; of two ratings the surer one does."""
    for row in connection.execute(select(puzzle_tries).where(puzzle_tries.c.guest == gone)).all():
        mine = and_(puzzle_tries.c.guest == into, puzzle_tries.c.game == row.game, puzzle_tries.c.puzzle == row.puzzle)
        known = connection.execute(select(puzzle_tries.c.at).where(mine)).scalar_one_or_none()
        if known is None or row.at < known:
            upsert(connection, puzzle_tries, ["guest", "game", "puzzle"], dict(row._mapping) | {"guest": into})
    for row in connection.execute(select(puzzle_days).where(puzzle_days.c.guest == gone)).all():
        mine = and_(puzzle_days.c.guest == into, puzzle_days.c.game == row.game, puzzle_days.c.day == row.day)
        if not connection.execute(select(func.count()).select_from(puzzle_days).where(mine)).scalar_one():
            connection.execute(insert(puzzle_days), dict(row._mapping) | {"guest": into})
    for row in connection.execute(select(puzzle_solvers).where(puzzle_solvers.c.guest == gone)).all():
        mine = and_(puzzle_solvers.c.guest == into, puzzle_solvers.c.game == row.game)
        deviation = connection.execute(select(puzzle_solvers.c.deviation).where(mine)).scalar_one_or_none()
        if deviation is None or row.deviation < deviation:
            upsert(connection, puzzle_solvers, ["guest", "game"], dict(row._mapping) | {"guest": into})
    for one in (puzzle_tries, puzzle_days, puzzle_solvers):
        connection.execute(delete(one).where(one.c.guest == gone))


def _sanctions(connection: Connection, gone: str, into: str) -> None:
    """Whoever may not write does not get rid of it by this."""
    for row in connection.execute(select(sanctions).where(sanctions.c.subject == gone)).all():
        upsert(connection, sanctions, ["kind", "subject"], dict(row._mapping) | {"subject": into})
    connection.execute(delete(sanctions).where(sanctions.c.subject == gone))


def _guests(connection: Connection, gone: str, into: str) -> None:
    """The name of the one who stays counts, if there is one. With the other go their devices, link and code."""
    one, other = (
        connection.execute(select(guests).where(guests.c.id == guest).with_for_update()).one() for guest in (gone, into)
    )
    values = {"name": other.name or one.name, "created": min(one.created, other.created)}
    connection.execute(update(guests).where(guests.c.id == into).values(**values))
    connection.execute(delete(guests).where(guests.c.id == gone))
