"""``floe doctor``: is everything there that a server with these settings needs, and if not, what is to be done.

Looking changes nothing: no file is made, nothing is migrated, the port is given back at once.
"""

from __future__ import annotations

import asyncio
import errno
import os
import platform
import shutil
import smtplib
import socket
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sqlalchemy import Connection, text

from floe.core import jit
from floe.server import offered
from floe.server.clock import wall
from floe.server.health import LIVING_MS, strangers
from floe.server.logs import without_passwords
from floe.server.notices import push
from floe.server.notices.mail import Mail
from floe.server.settings import Settings, hidden
from floe.server.store import NotMigrated, Store, StoreUnavailable, host_queries
from floe.server.store.faults import trouble
from floe.server.store.migrations import steps
from floe.server.store.rows import WorkerRow
from floe.server.store.urls import parse
from floe.server.webapp import FOLDER

WEB = FOLDER / "index.html"
PATIENCE_S = 10
PATIENCE_WITH_DATABASES_S = 1800
"""All of it is read."""
LITTLE_SPACE = 1 << 30
CLOCKS_APART_MS = 2000
BUILT = 1_760_000_000_000
"""A time before which no clock can be right: Floe was not written yet."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. ``remedy`` says what to do; it is empty where all is well."""

    subject: str
    state: Literal["well", "note", "wrong"]
    words: str
    remedy: str = ""


def examine(settings: Settings) -> list[Finding]:
    """Look at everything, one thing after the other."""
    return asyncio.run(_examine(settings))


async def _examine(settings: Settings) -> list[Finding]:
    findings: list[Finding] = []
    for subject, look in (
        ("database", _database),
        ("bus", _bus),
        ("web app", _web),
        ("games", _games),
        ("kernels", _kernels),
        ("notices", _notices),
        ("port", _port),
        ("clock", _clock),
    ):
        findings += await _patiently(subject, look, settings)
    return findings


async def _patiently(
    subject: str, look: Callable[[Settings], Awaitable[list[Finding]]], settings: Settings
) -> list[Finding]:
    try:
        patience = PATIENCE_WITH_DATABASES_S if look is _database else PATIENCE_S
        async with asyncio.timeout(patience):
            return await look(settings)
    except TimeoutError:
        words = f"no answer within {patience} seconds"
        return [Finding(subject, "wrong", words, "See whether the address is right and nothing keeps it from view.")]


async def _database(settings: Settings) -> list[Finding]:
    url = parse(settings.database)
    if url.drivername == "sqlite":
        file = Path(str(url.database))
        if not file.exists():
            return [_new_file(file)]
        found = await _store(settings, f"SQLite file {file}")
        return found + _space(file)
    return await _store(settings, hidden(settings.database), _SURE)


def _new_file(file: Path) -> Finding:
    folder = next(parent for parent in file.absolute().parents if parent.exists())
    if os.access(folder, os.W_OK | os.X_OK):
        return Finding("database", "well", f"{file} is not there yet; floe serve will make it")
    return Finding(
        "database", "wrong", f"{file} cannot be made", f"Let this user write in {folder}, or set FLOE_DATABASE."
    )


def _space(file: Path) -> list[Finding]:
    free = shutil.disk_usage(file.parent).free
    if free >= LITTLE_SPACE:
        return []
    words = f"only {free >> 20} MB are free where {file} lies"
    return [Finding("database", "note", words, "Make room: a full disk refuses every move.")]


# What has to be on for an acknowledged move to survive a power cut.
_SURE = ("fsync", "synchronous_commit", "full_page_writes")


async def _store(settings: Settings, name: str, sure: tuple[str, ...] = ()) -> list[Finding]:
    store = await Store.open(settings.database)
    try:
        await store.check()
        answers = await store.examine(lambda connection: _ask(connection, sure))
        damaged = await _damage(store)
        crowd = _crowd(await store.workers(wall() - LIVING_MS))
    except NotMigrated as fault:
        return [Finding("database", *_not_in_shape(name, fault))]
    except StoreUnavailable as fault:
        remedy = "Start it, or set FLOE_DATABASE to where it is."
        return [Finding("database", "wrong", without_passwords(str(fault)), remedy)]
    finally:
        await store.close()
    found = [*damaged, *crowd] or [
        Finding("database", "well", f"{name} answers, is in shape and can be read to its end")
    ]
    off = [setting for setting in sure if answers[setting] == "off"]
    if off:
        words = f"{', '.join(off)} is off in {name}: a power cut can lose moves that were acknowledged"
        found.append(Finding("database", "note", words, "Switch it on in postgresql.conf, unless this is a trial."))
    return found + _apart(answers)


async def _damage(store: Store) -> list[Finding]:
    """Read everything once."""
    remedy = "Stop the server, keep the file as it is, and restore the last backup: floe restore."
    try:
        words = await store.examine(host_queries.damage)
        place = await store.read_on((0, 0))
        while place != (0, 0):
            place = await store.read_on(place)
    except StoreUnavailable as fault:
        if trouble(fault) != "damaged":
            raise
        words = [str(fault)]
    if not words:
        return []
    more = f", and {len(words) - 1} more" if len(words) > 1 else ""
    return [Finding("database", "wrong", f"the database is damaged: {without_passwords(words[0])}{more}", remedy)]


def _crowd(rows: list[WorkerRow]) -> list[Finding]:
    """Two servers that cannot hear each other: their players wait for news, and a file may be on a network share."""
    here = platform.node()
    alone = strangers([row for row in rows if row.machine != here or _lives(row.pid)])
    if not alone:
        return []
    places = ", ".join(sorted({f"{row.machine} (process {row.pid})" for row in alone}))
    words = f"{len({row.server for row in alone})} servers use this database without a bus between them: {places}"
    return [Finding("database", "wrong", words, "Stop all but one, or give all of them the same FLOE_BUS.")]


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _not_in_shape(name: str, fault: NotMigrated) -> tuple[Literal["note", "wrong"], str, str]:
    if fault.found is None or fault.found in steps.known():
        return "note", f"{name}: {fault}", "floe serve brings it into shape when it starts. Make a backup before."
    return "wrong", f"{name}: {fault}", "A newer Floe has been here. Install that version, or a newer one."


def _ask(connection: Connection, sure: tuple[str, ...]) -> dict[str, str]:
    answers = {setting: str(connection.execute(text(f"SHOW {setting}")).scalar_one()) for setting in sure}
    if sure:
        moment = text("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")
        answers["now"] = str(connection.execute(moment).scalar_one())
    newest = connection.execute(text("SELECT max(at) FROM beats")).scalar_one()
    return answers | ({} if newest is None else {"beat": str(newest)})


def _apart(answers: dict[str, str]) -> list[Finding]:
    """Clocks of games are kept by the workers' clocks, so these may neither differ nor go back."""
    now = wall()
    remedy = "Keep the clocks of all machines by NTP."
    theirs = int(answers.get("now", now))
    if abs(theirs - now) > CLOCKS_APART_MS:
        words = f"this machine and the database are {abs(theirs - now) / 1000:.0f} seconds apart"
        return [Finding("clock", "wrong", words, remedy)]
    ahead = int(answers.get("beat", now)) - now
    if ahead > CLOCKS_APART_MS:
        words = f"a worker has been here {ahead / 1000:.0f} seconds in the future: a clock went back, or goes wrong"
        return [Finding("clock", "wrong", words, remedy)]
    return []


async def _bus(settings: Settings) -> list[Finding]:
    name = hidden(settings.bus)
    if settings.bus.startswith("memory:"):
        return [Finding("bus", "well", "memory://, which is enough for one worker on one machine")]
    try:
        if settings.bus.startswith("postgresql:"):
            await _ask_postgresql(settings.bus)
        else:
            await _ask_redis(settings.bus)
    except Exception as fault:  # whatever the library finds wrong, the bus is not there
        words = without_passwords(str(fault)) or type(fault).__name__
        return [Finding("bus", "wrong", f"{name}: {words}", "Start it, or set FLOE_BUS to where it is.")]
    return [Finding("bus", "well", f"{name} answers")]


async def _ask_postgresql(url: str) -> None:
    import asyncpg  # noqa: PLC0415 - only where it is used

    connection = await asyncpg.connect(url)
    await connection.close()


async def _ask_redis(url: str) -> None:
    from redis.asyncio import Redis  # noqa: PLC0415 - only where it is used

    async with Redis.from_url(url) as redis:
        await redis.ping()


async def _web(settings: Settings) -> list[Finding]:
    if WEB.exists():
        return [Finding("web app", "well", "built")]
    return [Finding("web app", "wrong", "not built: browsers get an empty page", "Run make web, or install a wheel.")]


async def _games(settings: Settings) -> list[Finding]:
    games, broken = offered.installed()
    remedy = "The others are played meanwhile. Mend or remove the package that brings it."
    found = [Finding("games", "note", f"{name} is left out: {reason}", remedy) for name, reason in broken.items()]
    new = [game.title for game in games.values() if not game.ready()]
    if not new:
        return [*found, Finding("games", "well", "compiled for this machine")]
    words = f"{' and '.join(new)} not compiled for this machine yet"
    return [*found, Finding("games", "note", words, "The first start takes longer: floe serve does it then.")]


async def _kernels(settings: Settings) -> list[Finding]:
    found, along = [], []
    for game in offered.installed().games.values():
        shipped = jit.shipped(game.loops.unit) if game.loops.unit else None
        if shipped is not None and shipped.kernels is not None:
            along.append(game.title)
        else:
            why = shipped.why_not if shipped else "it is in no package"
            remedy = "The first game takes some seconds longer, once. A wheel brings along what it needs."
            found.append(Finding("kernels", "note", f"{game.title} is compiled on this machine: {why}", remedy))
    if along:
        found.insert(0, Finding("kernels", "well", f"those of {' and '.join(along)} came along"))
    return found


async def _notices(settings: Settings) -> list[Finding]:
    """Whether people who are away can be called back."""
    return [await _push(settings), *([await asyncio.to_thread(_mail, settings)] if settings.mail else [])]


async def _push(settings: Settings) -> Finding:
    if not push.available():
        remedy = "Install 'floe-games[server]', if people shall be called in their browsers."
        return Finding("notices", "note", "no Web Push: the package cryptography is not there", remedy)
    try:
        key = await _kept_key(settings)
        found = None if key is None else push.Push(key, settings.contact).public_key
    except ValueError:
        remedy = "Restore the row vapid of server_secrets; without it, all browsers have to be asked anew."
        return Finding("notices", "wrong", "the key for Web Push cannot be read", remedy)
    if not settings.secure:
        remedy = "Browsers take it over https, and on one's own machine: set FLOE_PUBLIC_URL."
        return Finding("notices", "note", "Web Push is there, but no address with https", remedy)
    words = "floe serve will make a key for Web Push" if found is None else f"Web Push has its key, {found[:12]}…"
    return Finding("notices", "well", words)


async def _kept_key(settings: Settings) -> str | None:
    """The key that a server has made; none where there is no database yet, or an older one."""
    url = parse(settings.database)
    if url.drivername == "sqlite" and not Path(str(url.database)).exists():
        return None
    store = await Store.open(settings.database)
    try:
        await store.check()
        return await store.server_secret("vapid")
    except (NotMigrated, StoreUnavailable):
        return None  # which is told elsewhere
    finally:
        await store.close()


def _mail(settings: Settings) -> Finding:
    name = hidden(str(settings.mail))
    try:
        with Mail(str(settings.mail), str(settings.mail_from), str(settings.public_url)).connected() as smtp:
            smtp.noop()
    except (OSError, smtplib.SMTPException) as fault:
        words = f"{name}: {without_passwords(str(fault)) or type(fault).__name__}"
        return Finding("notices", "wrong", words, "See whether FLOE_MAIL has the right place, user and password.")
    return Finding("notices", "well", f"{name} takes e-mail")


async def _port(settings: Settings) -> list[Finding]:
    where = f"{settings.host}:{settings.port}"
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as fault:
            remedy = "Choose another with FLOE_PORT or FLOE_HOST."
            if fault.errno == errno.EADDRINUSE:
                return [Finding("port", "note", f"{where} is in use", f"If that is not Floe itself: {remedy}")]
            return [Finding("port", "wrong", f"{where}: {fault.strerror}", remedy)]
    return [Finding("port", "well", f"{where} is free")]


async def _clock(settings: Settings) -> list[Finding]:
    now = wall()
    if now < BUILT:
        shown = "in the past"
        with suppress(OverflowError, ValueError, OSError):
            shown = time.strftime("%Y-%m-%d", time.gmtime(now / 1000))
        return [Finding("clock", "wrong", f"this machine believes that it is {shown}", "Set its clock, best by NTP.")]
    return [Finding("clock", "well", time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now / 1000)))]
