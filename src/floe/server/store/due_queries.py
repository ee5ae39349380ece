"""What workers have to see to, and who of them does: clocks, machines and plans whose worker is gone."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import BigInteger, Connection, Integer, bindparam, exists, or_, select, update

from floe.server.store.prepared import Prepared
from floe.server.store.rows import Due, TableRow
from floe.server.store.schema import plans, tables
from floe.server.store.some import DIALECTS, among, listed

# Asked twice a second by every worker, so put together once.
_NOW = bindparam("now", type_=BigInteger)
_MOST = bindparam("most", type_=Integer)
_RUNNING = tables.c.status == "running"
_UNCLAIMED = or_(tables.c.claimed_until.is_(None), tables.c.claimed_until <= _NOW)
_CLOCK = (_RUNNING, tables.c.wake_at <= _NOW)
_MACHINE = (_RUNNING, tables.c.machine_at <= _NOW, _UNCLAIMED)
_BEHIND = (  # only plans that have lines are read
    tables.c.id == plans.c.table_id,
    plans.c.version >= 0,
    plans.c.version < tables.c.version,
)
_ANYTHING = Prepared(select(exists().where(*_CLOCK), exists().where(*_MACHINE), exists().where(*_BEHIND)))
_CLOCKS = select(tables).where(*_CLOCK).order_by(tables.c.wake_at).limit(_MOST)
_MACHINES = select(tables).where(*_MACHINE).order_by(tables.c.machine_at).limit(_MOST)
_PLANS = select(plans.c.table_id).where(*_BEHIND).distinct().order_by(plans.c.table_id).limit(_MOST)

_CLAIM = Prepared(
    update(tables)
    .where(tables.c.id == bindparam("of_table"), tables.c.version == bindparam("at_version"), _RUNNING, _UNCLAIMED)
    .values(claimed_by=bindparam("worker"), claimed_until=bindparam("until"))
)
_RENEW = {
    dialect: Prepared(
        update(tables)
        .where(
            tables.c.claimed_by == bindparam("worker"), among(tables.c.id, dialect), tables.c.machine_at.is_not(None)
        )
        .values(claimed_until=bindparam("until"))
    )
    for dialect in DIALECTS
}


def due(connection: Connection, now: int, limit: int) -> Due:
    """All that has to be seen to, at most so many tables of each kind. Nearly always there is nothing, and one
    question finds that out."""
    clocks, machines, behind = _ANYTHING.rows(connection, {"now": now})[0]
    asked = {"now": now, "most": limit}
    return Due(
        clocks=[TableRow(*row) for row in connection.execute(_CLOCKS, asked)] if clocks else [],
        machines=[TableRow(*row) for row in connection.execute(_MACHINES, asked)] if machines else [],
        plans=list(connection.execute(_PLANS, {"most": limit}).scalars()) if behind else [],
    )


def claim(connection: Connection, table_id: str, version: int, worker: str, until: int, now: int) -> bool:
    """Take the thinking at a table for one worker. One statement, so exactly one gets it."""
    asked = {"of_table": table_id, "at_version": version, "worker": worker, "until": until, "now": now}
    return _CLAIM.write(connection, [asked]) == 1


def renew(connection: Connection, worker: str, ids: Sequence[str], until: int) -> None:
    """Let a worker's claims last longer, as far as they are still its own."""
    asked = {"worker": worker, "until": until, **listed(connection, ids)}
    _RENEW[connection.dialect.name].write(connection, [asked])


def postpone(connection: Connection, table_id: str, version: int, wake_at: int) -> None:
    """A clock runs out later than it was thought, because the server was down meanwhile."""
    later = update(tables).where(tables.c.id == table_id, tables.c.version == version, tables.c.wake_at < wake_at)
    connection.execute(later.values(wake_at=wake_at))


def release(connection: Connection, worker: str) -> None:
    """Give up all claims of a worker that ends, so that others need not wait."""
    giving_up = update(tables).where(tables.c.claimed_by == worker, tables.c.status == "running")
    connection.execute(giving_up.values(claimed_by=None, claimed_until=None))
