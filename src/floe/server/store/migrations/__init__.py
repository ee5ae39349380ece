"""How the database came to its present shape, step by step. Nothing in ``versions`` is changed once it is released.

A new step is a new file there, named by its number, whose ``down_revision`` is the step before. Steps only go forward:
to go back, restore the backup that was made before the upgrade. A step must leave the database usable to the workers
of the version before it, because they go on until they are replaced.
"""

from __future__ import annotations

from collections.abc import Iterable

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", "floe.server.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def revisions() -> list[str]:
    """All steps, oldest first."""
    return [step.revision for step in ScriptDirectory.from_config(_config()).walk_revisions()][::-1]


def revision(connection: Connection) -> str | None:
    """The step that the database is at; None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(connection: Connection, to: str = "head") -> Iterable[str]:
    """Bring the database to the newest step, inside the transaction that the caller began; answers the steps taken."""
    steps = revisions()
    before = revision(connection)
    if before is not None and before not in steps:
        raise NewerDatabase(before)
    command.upgrade(_config(connection), to)
    after = revision(connection)
    done = steps.index(before) + 1 if before else 0
    return steps[done : steps.index(after) + 1] if after else []


class NewerDatabase(Exception):
    """The database was migrated by a newer Floe, whose steps this one does not know."""

    def __init__(self, revision: str) -> None:
        super().__init__(f"the database is at step {revision}, which a newer Floe made; run that Floe, or a newer one")
