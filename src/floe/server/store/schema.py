"""The tables of the database, the same on SQLite and PostgreSQL. Migrations make them; a test holds the two together.

Ids are text that the caller draws, times are milliseconds since 1970, JSON is text.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

# ``token_hash`` is the cookie of the first device, for workers of a time when a guest had but one.
guests = Table(
    "guests",
    metadata,
    Column("id", Text, primary_key=True),
    Column("token_hash", Text, nullable=False, unique=True),
    Column("name", Text),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

# A device is a cookie. A guest has at most one link to another device at a time, and at most one recovery code.
devices = Table(
    "devices",
    metadata,
    Column("id", Text, primary_key=True),
    Column("guest", Text, ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("token_hash", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Index("ix_devices_guest", "guest"),
)

device_links = Table(
    "device_links",
    metadata,
    Column("guest", Text, ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("secret_hash", Text, nullable=False, unique=True),
    Column("device", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("guest", Text, ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("handle", Text, nullable=False, unique=True),
    Column("salt", Text, nullable=False),
    Column("code_hash", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("settings", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("host", Text, ForeignKey("guests.id"), nullable=False),
    Column("status", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("wake_at", BigInteger),
    Column("machine_at", BigInteger),
    Column("claimed_until", BigInteger),
    Column("claimed_by", Text),
    Column("summary", Text, nullable=False),
    Index("ix_tables_lobby", "listed", "status", "changed", "id"),
    Index("ix_tables_host_status", "host", "status"),
    Index("ix_tables_wake_at", "wake_at"),
    Index("ix_tables_machine_at", "machine_at"),
)

# ``guest`` has no foreign key: this is the one table that is written with every move.
events = Table(
    "events",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("guest", Text),
    Column("client_id", Text),
    PrimaryKeyConstraint("table_id", "version"),
    UniqueConstraint("table_id", "guest", "client_id"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("guest", Text, ForeignKey("guests.id"), nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("ix_seats_guest", "guest"),
)

presence = Table(
    "presence",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("guest", Text, ForeignKey("guests.id"), nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("gone", BigInteger),
    PrimaryKeyConstraint("table_id", "guest"),
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("guest", Text, ForeignKey("guests.id"), nullable=False),
    Column("seat", Integer),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("client_id", Text),
    Column("phrase", Text),
    PrimaryKeyConstraint("table_id", "number"),
    UniqueConstraint("table_id", "guest", "client_id"),
)

# What somebody at a seat will answer to what others may play. ``version`` is the table's that it was last held against,
# none where no line is left. ``body`` is seen by nobody but its guest, who has no foreign key: a plan is written while
# its table is locked, and whoever deletes a guest locks in the other order.
plans = Table(
    "plans",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("guest", Text, nullable=False),
    Column("version", Integer),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("ix_plans_guest", "guest"),
    Index("ix_plans_version", "version"),
)

# The last sign of life of each worker, and the gaps in which there was none from any.
beats = Table(
    "beats",
    metadata,
    Column("worker", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

outages = Table(
    "outages",
    metadata,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
    Index("ix_outages_ended", "ended"),
)

# What people made of puzzles: each first try, the days whose puzzle was solved, and the ratings that follow from them.
puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("guest", Text, ForeignKey("guests.id"), nullable=False),
    Column("game", Text, nullable=False),
    Column("puzzle", Text, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("guest", "game", "puzzle"),
)

puzzle_days = Table(
    "puzzle_days",
    metadata,
    Column("guest", Text, ForeignKey("guests.id"), nullable=False),
    Column("game", Text, nullable=False),
    Column("day", Text, nullable=False),
    PrimaryKeyConstraint("guest", "game", "day"),
)

puzzle_solvers = Table(
    "puzzle_solvers",
    metadata,
    Column("guest", Text, ForeignKey("guests.id"), nullable=False),
    Column("game", Text, nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    PrimaryKeyConstraint("guest", "game"),
)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("game", Text, nullable=False),
    Column("puzzle", Text, nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    PrimaryKeyConstraint("game", "puzzle"),
)

# Workers that serve, each with its server (one ``floe serve``) and the bus that they tell each other news by.
workers = Table(
    "workers",
    metadata,
    Column("worker", Text, primary_key=True),
    Column("server", Text, nullable=False),
    Column("machine", Text, nullable=False),
    Column("pid", BigInteger, nullable=False),
    Column("bus", Text, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

# What a host has done by hand: who may not come or not write, and every act in order.
sanctions = Table(
    "sanctions",
    metadata,
    Column("kind", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    PrimaryKeyConstraint("kind", "subject"),
)

acts = Table(
    "acts",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("act", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("by", Text, nullable=False),
)

# Whom to call when something waits for them: where, what each person wants, and at single tables otherwise.
notice_addresses = Table(
    "notice_addresses",
    metadata,
    Column("id", Text, primary_key=True),
    Column("guest", Text, ForeignKey("guests.id"), nullable=False),
    Column("channel", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("keys", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("confirmed", BigInteger),
    UniqueConstraint("guest", "channel", "target"),
    Index("ix_notice_addresses_target", "target"),
)

notice_wishes = Table(
    "notice_wishes",
    metadata,
    Column("guest", Text, ForeignKey("guests.id"), primary_key=True),
    Column("language", Text, nullable=False),
    Column("zone", Text, nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_until", Integer),
    Column("quick", Boolean, nullable=False),
)

notice_tables = Table(
    "notice_tables",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("guest", Text, nullable=False),
    Column("channels", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "guest"),
)

# The outbox. It is written with every move of a slow game, so nothing here has a foreign key.
notices = Table(
    "notices",
    metadata,
    Column("address", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("guest", Text, nullable=False),
    Column("link", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger),
    Column("tries", Integer, nullable=False),
    Column("claimed_by", Text),
    Column("claimed_until", BigInteger),
    PrimaryKeyConstraint("address", "table_id", "kind", "turn"),
    Index("ix_notices_due", "due"),
    Index("ix_notices_table_id", "table_id"),
)

# What a server makes for itself on its first start.
server_secrets = Table(
    "server_secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
