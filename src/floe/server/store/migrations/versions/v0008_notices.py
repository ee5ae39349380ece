"""Whom to call when something waits for them, how, and what is still to be told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "notice_addresses",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("guest", sa.Text, sa.ForeignKey("guests.id", name="fk_notice_addresses_guest"), nullable=False),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("keys", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("confirmed", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_notice_addresses"),
        sa.UniqueConstraint("guest", "channel", "target", name="uq_notice_addresses_guest_channel_target"),
    )
    op.create_index("ix_notice_addresses_target", "notice_addresses", ["target"])
    op.create_table(
        "notice_wishes",
        sa.Column("guest", sa.Text, sa.ForeignKey("guests.id", name="fk_notice_wishes_guest"), nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_until", sa.Integer),
        sa.Column("quick", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("guest", name="pk_notice_wishes"),
    )
    op.create_table(
        "notice_tables",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("channels", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "guest", name="pk_notice_tables"),
    )
    op.create_table(
        "notices",
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("link", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("claimed_by", sa.Text),
        sa.Column("claimed_until", sa.BigInteger),
        sa.PrimaryKeyConstraint("address", "table_id", "kind", "turn", name="pk_notices"),
    )
    op.create_index("ix_notices_due", "notices", ["due"])
    op.create_index("ix_notices_table_id", "notices", ["table_id"])
    op.create_table(
        "server_secrets",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_server_secrets"),
    )
