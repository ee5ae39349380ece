"""What Alembic runs for each command. The connection, with its transaction and its lock, is the caller's."""

from __future__ import annotations

from alembic import context

from floe.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,  # SQLite can do it too; Alembic does not take that for granted
)
with context.begin_transaction():
    context.run_migrations()
