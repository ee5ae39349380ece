"""What people made of puzzles: first tries, days whose puzzle was solved, and the ratings of people and puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "puzzle_tries",
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("puzzle", sa.Text, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guest", "game", "puzzle", name="pk_puzzle_tries"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_puzzle_tries_guest"),
    )
    op.create_table(
        "puzzle_days",
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guest", "game", "day", name="pk_puzzle_days"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_puzzle_days_guest"),
    )
    op.create_table(
        "puzzle_solvers",
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("guest", "game", name="pk_puzzle_solvers"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_puzzle_solvers_guest"),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("puzzle", sa.Text, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("game", "puzzle", name="pk_puzzle_ratings"),
    )
