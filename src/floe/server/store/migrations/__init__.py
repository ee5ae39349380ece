"""How the database came to its present shape, step by step. Nothing in ``versions`` is changed once it is released.

A new step is a new file there, named by its number, whose ``down_revision`` is the step before; ``HEAD`` is the newest.
Steps only go forward: to go back, restore the backup that was made before the upgrade. A step must leave the database
usable to the workers of the version before it, because they go on until they are replaced.
"""

from __future__ import annotations

from sqlalchemy import Connection, text

from floe.server.store.prepared import Prepared

HEAD = "0008"
_KNOWS_STEPS = {
    "sqlite": Prepared(text("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'alembic_version'")),
    "postgresql": Prepared(text("SELECT count(to_regclass('alembic_version'))")),
}
_STEP = Prepared(text("SELECT version_num FROM alembic_version"))


class NewerDatabase(Exception):
    """The database was migrated by a newer Floe, whose steps this one does not know."""

    def __init__(self, revision: str) -> None:
        super().__init__(f"the database is at step {revision}, which a newer Floe made; run that Floe, or a newer one")


def revision(connection: Connection) -> str | None:
    """The step that the database is at; None for an empty one."""
    if not _KNOWS_STEPS[connection.dialect.name].column(connection)[0]:
        return None
    return next(iter(_STEP.column(connection)), None)


def upgrade(connection: Connection, to: str = HEAD) -> list[str]:
    """Bring the database to a step, inside the transaction that the caller began, and return the steps taken.

    A database that is in shape, as it is at almost every start, does not even load Alembic.
    """
    before = revision(connection)
    if before == to:
        return []
    from floe.server.store.migrations import steps  # noqa: PLC0415 - it takes a quarter of a second

    known = steps.known()
    if before is not None and before not in known:
        raise NewerDatabase(before)
    steps.take(connection, to)
    return known[known.index(before) + 1 if before else 0 : known.index(to) + 1]
