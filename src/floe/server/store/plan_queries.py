"""What is asked of plans. A plan changes only while its table's row is locked, so that it is never followed twice."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, insert, select, update

from floe.server.store.rows import PlanChange, PlanRow
from floe.server.store.schema import plans, tables
from floe.server.store.some import DIALECTS, among, listed

# Asked with every move, or every two seconds, so put together once.
_WITH_LINES = {
    dialect: select(plans.c.table_id).where(among(plans.c.table_id, dialect), plans.c.version.is_not(None))
    for dialect in DIALECTS
}
_PLAN = select(plans).where(plans.c.table_id == bindparam("of_table"), plans.c.seat == bindparam("of_seat"))
_BEHIND = (
    select(plans.c.table_id)
    .join(tables, tables.c.id == plans.c.table_id)
    .where(plans.c.version >= 0, plans.c.version < tables.c.version)  # only plans that have lines are read
    .distinct()
    .order_by(plans.c.table_id)
    .limit(bindparam("most"))
)


def plan(connection: Connection, table_id: str, seat: int) -> PlanRow | None:
    row = connection.execute(_PLAN, {"of_table": table_id, "of_seat": seat}).one_or_none()
    return None if row is None else PlanRow(*row)


def open_at(connection: Connection, table_id: str) -> list[PlanRow]:
    """The plans at a table that have lines."""
    wanted = select(plans).where(plans.c.table_id == table_id, plans.c.version.is_not(None)).order_by(plans.c.seat)
    return [PlanRow(*row) for row in connection.execute(wanted)]


def with_lines(connection: Connection, ids: Sequence[str]) -> set[str]:
    """Those of these tables where somebody's plan has lines."""
    return set(connection.execute(_WITH_LINES[connection.dialect.name], listed(connection, ids)).scalars())


def behind(connection: Connection, limit: int) -> list[str]:
    """The tables where something has happened that a plan was not held against."""
    return list(connection.execute(_BEHIND, {"most": limit}).scalars())


def holds(connection: Connection, before: PlanRow) -> bool:
    """Whether a plan is still as it was read. The caller has locked the table."""
    return plan(connection, before.table_id, before.seat) == before


def change(connection: Connection, wanted: PlanChange) -> None:
    """Write what is left of a plan. The caller has locked the table, and knows that it is as it was read."""
    after = wanted.after
    here = (plans.c.table_id == after.table_id, plans.c.seat == after.seat)
    connection.execute(update(plans).where(*here).values(guest=after.guest, version=after.version, body=after.body))


def put(connection: Connection, row: PlanRow, before: PlanRow | None, table_version: int) -> bool:
    """Write a plan; not if it, or the table, is no longer as it was read."""
    locked = select(tables.c.version).where(tables.c.id == row.table_id).with_for_update(key_share=True)
    if connection.execute(locked).scalar_one_or_none() != table_version:
        return False
    if plan(connection, row.table_id, row.seat) != before:
        return False
    if before is None:
        connection.execute(insert(plans), {name: getattr(row, name) for name in PlanRow.__slots__})
    else:
        change(connection, PlanChange(before, row))
    return True
