"""Plans: what somebody at a seat will answer to what others may play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "plans",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", name="fk_plans_table_id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("version", sa.Integer),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_plans"),
    )
    op.create_index("ix_plans_guest", "plans", ["guest"])
    op.create_index("ix_plans_version", "plans", ["version"])
