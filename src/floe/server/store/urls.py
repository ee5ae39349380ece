"""Which database a URL names."""

from __future__ import annotations

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from floe.server.store.database import Database


class BadUrl(ValueError):
    """A database URL that names no database that Floe can use. The text has no password in it."""


def parse(url: str) -> URL:
    """Understand how people write it: a plain path is a file of SQLite."""
    text = url.strip()
    if "://" not in text:
        if not text:
            raise BadUrl("the database is empty; give a file or postgresql://user@host/name")
        return URL.create("sqlite", database=text)
    try:
        parsed = make_url(text)
    except (ArgumentError, ValueError) as fault:  # an odd port is a ValueError; both may quote the password
        raise BadUrl("the database URL cannot be read; it looks like postgresql://user:password@host:5432/name") from (
            fault if isinstance(fault, ValueError) and "@" not in str(fault) else None
        )
    family = parsed.drivername.partition("+")[0]
    if family == "sqlite":
        if parsed.database in {None, "", ":memory:"}:
            raise BadUrl("SQLite needs a file, such as sqlite:///floe.sqlite")
        return URL.create("sqlite", database=parsed.database)
    if family in {"postgresql", "postgres"}:
        return parsed.set(drivername="postgresql+asyncpg")
    raise BadUrl(f"{family} is no kind of database that Floe knows; they are sqlite and postgresql")


def connect(url: str) -> Database:
    """The database at a URL. Nothing is opened before it is first used."""
    parsed = parse(url)
    if parsed.drivername == "sqlite":
        from floe.server.store.sqlite import Sqlite  # noqa: PLC0415 - each kind loads its own driver only

        return Sqlite(str(parsed.database))
    from floe.server.store.postgresql import Postgresql  # noqa: PLC0415 - as above

    return Postgresql(parsed)
