"""``floe backup`` and ``floe restore``: a database copied whole, as it stands at one moment, while servers go on.

SQLite copies itself by its own backup interface; PostgreSQL by pg_dump and pg_restore. Nothing is ever overwritten, and
what was written is looked through before it gets its name.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import URL

from floe.core.errors import FloeError
from floe.server.logs import without_passwords
from floe.server.settings import hidden
from floe.server.store.migrations import steps
from floe.server.store.urls import parse

_SQLITE, _POSTGRESQL = b"SQLite format 3\0", b"PGDMP"
_PATIENCE_S = 15


class CannotCopy(FloeError):
    """Why a backup or a restoration was not made."""


def backup(database: str, to: Path) -> str:
    """Copy a database into a new file; what is in it, in words."""
    url = parse(database)
    _must_be_new(to)
    part = to.with_name(to.name + ".part")
    part.unlink(missing_ok=True)
    try:
        told = _copy_sqlite(Path(str(url.database)), part) if url.drivername == "sqlite" else _dump(url, part)
        _put(part, to)
    finally:
        part.unlink(missing_ok=True)
    return told


def restore(source: Path, database: str) -> str:
    """Fill a new database from a backup; what is in it, in words."""
    url = parse(database)
    kind = _kind(source)
    if url.drivername == "sqlite":
        if kind != _SQLITE:
            raise CannotCopy(f"{source} is a dump of PostgreSQL; name a database of PostgreSQL with --database")
        file = Path(str(url.database))
        _must_be_new(file, "a server may be using it; move it away, or name another file with --database")
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(file.name + ".part")
        part.unlink(missing_ok=True)
        try:
            told = _copy_sqlite(source, part)
            _forget_workers(part)
            _put(part, file)
        finally:
            part.unlink(missing_ok=True)
        return told
    if kind != _POSTGRESQL:
        raise CannotCopy(f"{source} is a file of SQLite; name a new file with --database")
    return _load(source, url)


def _must_be_new(file: Path, remedy: str = "name a new file") -> None:
    for beside in ("", "-wal", "-journal"):
        there = file.with_name(file.name + beside)
        if there.exists() or there.is_symlink():
            raise CannotCopy(f"{there} is there already, and is not overwritten: {remedy}")
    if not file.absolute().parent.is_dir() and not remedy.startswith("a server"):
        raise CannotCopy(f"there is no folder {file.absolute().parent}")


def _put(part: Path, to: Path) -> None:
    """Give a file that is whole its name, unless somebody else took that name meanwhile."""
    with part.open("rb+") as written:
        os.fsync(written.fileno())
    try:
        os.link(part, to)
    except FileExistsError:
        raise CannotCopy(f"{to} is there already, and is not overwritten") from None
    except OSError:  # a file system without hard links
        _must_be_new(to)
        part.rename(to)
    folder = os.open(to.absolute().parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _kind(source: Path) -> bytes:
    try:
        with source.open("rb") as file:
            begins = file.read(16)
    except OSError as fault:
        raise CannotCopy(f"{source}: {fault.strerror}") from None
    for kind in (_SQLITE, _POSTGRESQL):
        if begins.startswith(kind):
            return kind
    raise CannotCopy(f"{source} is no backup of Floe: neither a file of SQLite nor a dump of PostgreSQL")


# SQLite


def _copy_sqlite(source: Path, part: Path) -> str:
    if not source.is_file():
        raise CannotCopy(f"there is no database {source}")
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))  # it holds secrets of running games
    try:
        uri = f"{source.absolute().as_uri()}?mode=ro"
        with (
            closing(sqlite3.connect(uri, uri=True, timeout=_PATIENCE_S)) as original,
            closing(sqlite3.connect(part)) as copy,
        ):
            original.backup(copy)  # in one step, so it is one moment; others go on writing meanwhile
            copy.execute("PRAGMA journal_mode = DELETE")  # one file alone
        return _checked(source, part)
    except sqlite3.Error as fault:
        raise CannotCopy(f"{source} cannot be copied: {fault}") from None


def _checked(source: Path, part: Path) -> str:
    """Look through a copy."""
    with closing(sqlite3.connect(f"{part.absolute().as_uri()}?mode=ro", uri=True)) as copy:
        (found,) = copy.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise CannotCopy(f"{source} is damaged, so no copy was made: {found}; floe doctor says more")
        try:
            (step,) = copy.execute("SELECT version_num FROM alembic_version").fetchone()
        except (sqlite3.Error, TypeError):
            raise CannotCopy(f"{source} is no database of Floe") from None
        _known(step)
        counts = [copy.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("tables", "events")]  # noqa: S608
    return f"{counts[0]} tables with {counts[1]} events"


def _known(step: str) -> None:
    if step not in steps.known():
        raise CannotCopy(f"the database is at step {step}, which a newer Floe made; use that Floe, or a newer one")


def _forget_workers(part: Path) -> None:
    """Those who served when the copy was made do not serve from it."""
    with closing(sqlite3.connect(part)) as copy, copy:
        if copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'workers'").fetchone():
            copy.execute("DELETE FROM workers")


# PostgreSQL


def _dump(url: URL, part: Path) -> str:
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    _run("pg_dump", url, "--format=custom", f"--file={part}", f"--dbname={_place(url)}")
    return _listed(part)


def _load(source: Path, url: URL) -> str:
    told = _listed(source)
    there = _run("psql", url, "--no-psqlrc", "--tuples-only", f"--dbname={_place(url)}", "--command=\\dt").strip()
    if there:
        raise CannotCopy(f"{hidden(_place(url))} is not empty, and is not overwritten: create a new one with createdb")
    whole = ("--no-owner", "--exit-on-error", "--single-transaction")
    _run("pg_restore", url, *whole, f"--dbname={_place(url)}", str(source))
    return told


def _listed(file: Path) -> str:
    """What a dump holds. It is read to its end for that, but nothing is loaded."""
    lines = _run("pg_restore", None, "--list", str(file)).splitlines()
    held = {line.rpartition("TABLE DATA ")[2].split()[1] for line in lines if " TABLE DATA " in line}
    if not {"alembic_version", "tables", "events"} <= held:
        raise CannotCopy(f"{file.name.removesuffix('.part')} holds no database of Floe")
    _run("pg_restore", None, f"--file={os.devnull}", str(file))
    return f"a dump of {file.stat().st_size >> 10} KiB"


def _place(url: URL) -> str:
    """The address as PostgreSQL's programs read it, without the password: arguments are seen by everybody."""
    return url.set(drivername="postgresql", password=None).render_as_string(hide_password=False)


def _run(program: str, url: URL | None, *arguments: str) -> str:
    found = shutil.which(program)
    if found is None:
        raise CannotCopy(f"{program} is not installed; it comes with PostgreSQL (Debian: postgresql-client)")
    password = {} if url is None or url.password is None else {"PGPASSWORD": str(url.password)}
    done = subprocess.run(  # noqa: S603  # a program of the host's, with arguments of the host's
        [found, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        env=dict(os.environ) | password,
        check=False,
    )
    if done.returncode:
        words = without_passwords(" ".join(done.stderr.split())) or f"exit code {done.returncode}"
        raise CannotCopy(f"{program} failed: {words}")
    return done.stdout
