"""What is asked of plans. A plan changes only while its table's row is locked, so that it is never followed twice."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, insert, select, update

from floe.server.store.prepared import Prepared
from floe.server.store.rows import PlanChange, PlanRow
from floe.server.store.schema import plans, tables
from floe.server.store.some import DIALECTS, among, listed

# Asked with every move, so put together once.
_WITH_LINES = {
    dialect: Prepared(select(plans.c.table_id).where(among(plans.c.table_id, dialect), plans.c.version.is_not(None)))
    for dialect in DIALECTS
}
_PLAN = Prepared(select(plans).where(plans.c.table_id == bindparam("of_table"), plans.c.seat == bindparam("of_seat")))
_OPEN_AT = Prepared(
    select(plans).where(plans.c.table_id == bindparam("of_table"), plans.c.version.is_not(None)).order_by(plans.c.seat)
)
_CHANGE = Prepared(
    update(plans)
    .where(plans.c.table_id == bindparam("of_table"), plans.c.seat == bindparam("of_seat"))
    .values({name: bindparam(f"new_{name}") for name in ("guest", "version", "body")})
)
_ADD = insert(plans)
_LOCKED = select(tables.c.version).where(tables.c.id == bindparam("of_table")).with_for_update(key_share=True)


def plan(connection: Connection, table_id: str, seat: int) -> PlanRow | None:
    row = _PLAN.row(connection, {"of_table": table_id, "of_seat": seat})
    return None if row is None else PlanRow(*row)


def open_at(connection: Connection, table_id: str) -> list[PlanRow]:
    """The plans at a table that have lines."""
    return [PlanRow(*row) for row in _OPEN_AT.rows(connection, {"of_table": table_id})]


def with_lines(connection: Connection, ids: Sequence[str]) -> set[str]:
    """Those of these tables where somebody's plan has lines."""
    return set(_WITH_LINES[connection.dialect.name].column(connection, listed(connection, ids)))


def holds(connection: Connection, before: PlanRow) -> bool:
    """Whether a plan is still as it was read. The caller has locked the table."""
    return plan(connection, before.table_id, before.seat) == before


def change(connection: Connection, wanted: PlanChange) -> None:
    """Write what is left of a plan. The caller has locked the table, and knows that it is as it was read."""
    after = wanted.after
    new = {"new_guest": after.guest, "new_version": after.version, "new_body": after.body}
    _CHANGE.write(connection, [{"of_table": after.table_id, "of_seat": after.seat} | new])


def put(connection: Connection, row: PlanRow, before: PlanRow | None, table_version: int) -> bool:
    """Write a plan; not if it, or the table, is no longer as it was read."""
    if connection.execute(_LOCKED, {"of_table": row.table_id}).scalar_one_or_none() != table_version:
        return False
    if plan(connection, row.table_id, row.seat) != before:
        return False
    if before is None:
        connection.execute(_ADD, {name: getattr(row, name) for name in PlanRow.__slots__})
    else:
        change(connection, PlanChange(before, row))
    return True
