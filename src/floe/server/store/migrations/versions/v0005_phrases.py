"""Lines of a chat may be phrases, which everybody reads in their own language."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("chat", sa.Column("phrase", sa.Text))
