"""The steps themselves, as Alembic finds and takes them."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", "floe.server.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def known() -> list[str]:
    """All steps, oldest first."""
    return [step.revision for step in ScriptDirectory.from_config(_config()).walk_revisions()][::-1]


def take(connection: Connection, to: str) -> None:
    """Take all steps that are missing up to one, inside the transaction that the caller began."""
    command.upgrade(_config(connection), to)
