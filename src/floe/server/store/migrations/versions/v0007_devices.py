"""A guest may have several devices, a link to one more, and a recovery code.

Every cookie that is out there stays valid: it becomes the first device of its guest. ``guests.token_hash`` stays, for
the workers of the version before.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "devices",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("token_hash", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_devices_guest", ondelete="CASCADE"),
        sa.UniqueConstraint("token_hash", name="uq_devices_token_hash"),
    )
    op.create_index("ix_devices_guest", "devices", ["guest"])
    op.create_table(
        "device_links",
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("secret_hash", sa.Text, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guest", name="pk_device_links"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_device_links_guest", ondelete="CASCADE"),
        sa.UniqueConstraint("secret_hash", name="uq_device_links_secret_hash"),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("handle", sa.Text, nullable=False),
        sa.Column("salt", sa.Text, nullable=False),
        sa.Column("code_hash", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guest", name="pk_recovery_codes"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_recovery_codes_guest", ondelete="CASCADE"),
        sa.UniqueConstraint("handle", name="uq_recovery_codes_handle"),
    )
    # Deleted guests have no cookie: their hash begins with a dash.
    op.execute(
        "INSERT INTO devices (id, guest, token_hash, name, created, seen) "
        "SELECT id, id, token_hash, '', created, seen FROM guests WHERE token_hash NOT LIKE '-%'"
    )
