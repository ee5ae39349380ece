"""What is asked for the host: which workers live, who is banned or muted, what was done, whether all can be read."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import BigInteger, Connection, Table, bindparam, delete, func, insert, select, text

from floe.server.store.people_queries import upsert
from floe.server.store.prepared import Prepared
from floe.server.store.rows import ActRow, SanctionRow, WorkerRow
from floe.server.store.schema import acts, metadata, sanctions, workers

FORGOTTEN_MS = 24 * 3600 * 1000
SLICE = 256
"""So many rows are read at a time when all are looked through bit by bit."""

# Asked by every worker every second or two, so put together once.
_FORGOTTEN = Prepared(delete(workers).where(workers.c.seen < bindparam("before", type_=BigInteger)))
_ALIVE = Prepared(
    select(workers).where(workers.c.seen >= bindparam("since", type_=BigInteger)).order_by(workers.c.worker)
)
_ACTS_AFTER = Prepared(select(acts).where(acts.c.number > bindparam("after")).order_by(acts.c.number))
_TABLES = metadata.sorted_tables
_SLICES = {
    table.name: Prepared(
        text(f"SELECT rowid, * FROM {table.name} WHERE rowid > :after ORDER BY rowid LIMIT {SLICE}")  # noqa: S608
    )
    for table in _TABLES
}


# Workers


def living(connection: Connection, row: WorkerRow) -> None:
    """Put down that a worker lives. It is also the proof that something can be written."""
    values = {name: getattr(row, name) for name in WorkerRow.__slots__}
    upsert(connection, workers, ["worker"], values)
    _FORGOTTEN.write(connection, [{"before": row.seen - FORGOTTEN_MS}])


def ended(connection: Connection, worker: str) -> None:
    connection.execute(delete(workers).where(workers.c.worker == worker))


def alive(connection: Connection, since: int) -> list[WorkerRow]:
    """The workers that have given a sign of life since a time."""
    return [WorkerRow(*row) for row in _ALIVE.rows(connection, {"since": since})]


# Sanctions and acts


def sanction(connection: Connection, row: SanctionRow) -> None:
    values = {"kind": row.kind, "subject": row.subject, "at": row.at, "reason": row.reason}
    upsert(connection, sanctions, ["kind", "subject"], values)


def lift(connection: Connection, kind: str, subject: str) -> bool:
    """Whether there was something to be lifted."""
    gone = connection.execute(delete(sanctions).where(sanctions.c.kind == kind, sanctions.c.subject == subject))
    return gone.rowcount > 0


def all_sanctions(connection: Connection) -> list[SanctionRow]:
    return [SanctionRow(*row) for row in connection.execute(select(sanctions).order_by(sanctions.c.at))]


def put_down(connection: Connection, at: int, what: Sequence[tuple[str, str]], by: str) -> None:
    """Add acts, each with its subject. The caller keeps others from adding any meanwhile, so none is overlooked."""
    last = connection.execute(select(func.max(acts.c.number))).scalar_one() or 0
    rows = [
        {"number": last + n, "at": at, "act": act, "subject": subject, "by": by}
        for n, (act, subject) in enumerate(what, 1)
    ]
    if rows:
        connection.execute(insert(acts), rows)


def acts_after(connection: Connection, number: int) -> list[ActRow]:
    return [ActRow(*row) for row in _ACTS_AFTER.rows(connection, {"after": number})]


def last_act(connection: Connection, act: str | None = None) -> ActRow | None:
    """The newest act, or the newest of a kind."""
    wanted = select(acts).order_by(acts.c.number.desc()).limit(1)
    row = connection.execute(wanted if act is None else wanted.where(acts.c.act == act)).one_or_none()
    return None if row is None else ActRow(*row)


# Damage


def read_on(connection: Connection, place: tuple[int, int]) -> tuple[int, int]:
    """Read the next rows of all tables, a few at a time: where to go on. What cannot be read raises.

    The place is the number of a table and, within it, where the rows before ended: in SQLite the last row's number,
    elsewhere the number of a block.
    """
    number, after = place
    table = _TABLES[number % len(_TABLES)]
    slice_of = _slice_of_sqlite if connection.dialect.name == "sqlite" else _slice_of_postgresql
    last = slice_of(connection, table, after)
    return (number % len(_TABLES), last) if last is not None else ((number + 1) % len(_TABLES), 0)


def _slice_of_sqlite(connection: Connection, table: Table, after: int) -> int | None:
    rows = _SLICES[table.name].rows(connection, {"after": after})
    return rows[-1][0] if len(rows) == SLICE else None


def _slice_of_postgresql(connection: Connection, table: Table, block: int) -> int | None:
    blocks = connection.execute(
        text("SELECT pg_relation_size(CAST(:name AS regclass)) / current_setting('block_size')::int"),
        {"name": table.name},
    ).scalar_one()
    upto = block + SLICE // 16
    connection.execute(
        text(f"SELECT * FROM {table.name} WHERE ctid >= '({block},0)'::tid AND ctid < '({upto},0)'::tid")  # noqa: S608
    ).all()
    return upto if upto < blocks else None


def damage(connection: Connection) -> list[str]:
    """What the database itself finds damaged, in words. SQLite looks through everything; PostgreSQL does only with its
    extension amcheck, so what it holds is read besides (``read_on``).
    """
    if connection.dialect.name == "sqlite":
        found = [str(row[0]) for row in connection.execute(text("PRAGMA quick_check(20)"))]
        return [] if found == ["ok"] else found
    if not connection.execute(text("SELECT count(*) FROM pg_extension WHERE extname = 'amcheck'")).scalar_one():
        return []
    check = text("SELECT msg FROM verify_heapam(CAST(:name AS regclass))")
    return [f"{table.name}: {row[0]}" for table in _TABLES for row in connection.execute(check, {"name": table.name})]
