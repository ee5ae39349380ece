"""What is asked of devices, of links to another device and of recovery codes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from floe.server.store.people_queries import guest_by_token_hash, upsert
from floe.server.store.prepared import Prepared
from floe.server.store.rows import Belongings, DeviceLinkRow, DeviceRow, GuestRow, RecoveryRow
from floe.server.store.schema import device_links, devices, guests, puzzle_tries, recovery_codes, seats, tables

REVOKED = "*"
"""Before a guest's id: what ``guests.token_hash`` becomes when the first device is gone. No token has such a hash."""
_BY_TOKEN = Prepared(
    select(guests, devices)
    .join(devices, devices.c.guest == guests.c.id)
    .where(devices.c.token_hash == bindparam("token_hash"))
)
_OF_GUEST = len(guests.c)
_HAS = Prepared(
    select(devices.c.id).where(devices.c.id == bindparam("device"), devices.c.guest == bindparam("of_guest"))
)


# Devices


def by_token(connection: Connection, token_hash: str) -> tuple[GuestRow, DeviceRow] | None:
    """The device with a token, and whose it is."""
    row = _BY_TOKEN.row(connection, {"token_hash": token_hash})
    return None if row is None else (GuestRow(*row[:_OF_GUEST]), DeviceRow(*row[_OF_GUEST:]))


def adopt(connection: Connection, token_hash: str) -> tuple[GuestRow, DeviceRow] | None:
    """Make a device of the cookie of a guest who has none yet: a worker of the version before has welcomed them."""
    guest = guest_by_token_hash(connection, token_hash)
    if guest is None:
        return None
    device = DeviceRow(guest.id, guest.id, token_hash, "", guest.created, guest.seen)
    kind = sqlite if connection.dialect.name == "sqlite" else postgresql
    connection.execute(kind.insert(devices).values(asdict(device)).on_conflict_do_nothing())
    return guest, device


def add(connection: Connection, device: DeviceRow) -> None:
    connection.execute(insert(devices), asdict(device))


def of_guest(connection: Connection, guest: str) -> list[DeviceRow]:
    """The devices of a guest, the one used last first."""
    wanted = select(devices).where(devices.c.guest == guest).order_by(devices.c.seen.desc(), devices.c.id)
    return [DeviceRow(*row) for row in connection.execute(wanted)]


def has(connection: Connection, guest: str, device: str) -> bool:
    """Whether a device is a guest's."""
    return _HAS.row(connection, {"device": device, "of_guest": guest}) is not None


def seen(connection: Connection, device: DeviceRow, now: int) -> None:
    """A device was used, and so its guest was here. A name is kept if the device has none."""
    used = update(devices).where(devices.c.id == device.id)
    connection.execute(used.where(devices.c.seen < now).values(seen=now))
    connection.execute(used.where(devices.c.name == "").values(name=device.name))
    connection.execute(update(guests).where(guests.c.id == device.guest, guests.c.seen < now).values(seen=now))


def used(connection: Connection, ids: Sequence[str], now: int) -> None:
    """These devices are still in use: they have a table open."""
    of = select(devices.c.guest).where(devices.c.id.in_(ids))
    connection.execute(update(devices).where(devices.c.id.in_(ids), devices.c.seen < now).values(seen=now))
    connection.execute(update(guests).where(guests.c.id.in_(of), guests.c.seen < now).values(seen=now))


def rename(connection: Connection, guest: str, device: str, name: str) -> bool:
    """Whether the guest has such a device."""
    named = update(devices).where(devices.c.id == device, devices.c.guest == guest).values(name=name)
    return connection.execute(named).rowcount == 1


def revoke(connection: Connection, guest: str, device: str) -> bool:
    """Let a device be nobody's; whether the guest had it."""
    row = connection.execute(
        select(devices.c.token_hash).where(devices.c.id == device, devices.c.guest == guest).with_for_update()
    ).one_or_none()
    if row is None:
        return False
    connection.execute(delete(devices).where(devices.c.id == device))
    connection.execute(delete(device_links).where(device_links.c.guest == guest, device_links.c.device == device))
    first = update(guests).where(guests.c.id == guest, guests.c.token_hash == row.token_hash)
    connection.execute(first.values(token_hash=f"{REVOKED}{guest}"))
    return True


def hand_over(connection: Connection, device: DeviceRow, guest: str, token_hash: str, now: int) -> bool:
    """Let a device be another guest's, under a new token: whoever else may know the old one gains nothing. Whether it
    was still what it was."""
    same = update(devices).where(devices.c.id == device.id, devices.c.token_hash == device.token_hash)
    return connection.execute(same.values(guest=guest, token_hash=token_hash, seen=now)).rowcount == 1


# Links and codes


def put_link(connection: Connection, link: DeviceLinkRow, now: int) -> None:
    """The one link of a guest; the one before is no longer valid. Those whose time has passed are taken away."""
    connection.execute(delete(device_links).where(device_links.c.until <= now))
    upsert(connection, device_links, ["guest"], asdict(link))


def link(connection: Connection, secret_hash: str, now: int) -> DeviceLinkRow | None:
    """A link that is valid."""
    wanted = select(device_links).where(device_links.c.secret_hash == secret_hash, device_links.c.until > now)
    row = connection.execute(wanted).one_or_none()
    return None if row is None else DeviceLinkRow(*row)


def take_link(connection: Connection, link: DeviceLinkRow, now: int) -> bool:
    """Use a link up. Of all who try, at any worker, exactly one does."""
    gone = delete(device_links).where(device_links.c.secret_hash == link.secret_hash, device_links.c.until > now)
    return connection.execute(gone).rowcount == 1


def drop_link(connection: Connection, guest: str) -> None:
    connection.execute(delete(device_links).where(device_links.c.guest == guest))


def put_recovery(connection: Connection, code: RecoveryRow) -> None:
    """The one recovery code of a guest; the one before is no longer valid."""
    upsert(connection, recovery_codes, ["guest"], asdict(code))


def recovery_by_handle(connection: Connection, handle: str) -> RecoveryRow | None:
    row = connection.execute(select(recovery_codes).where(recovery_codes.c.handle == handle)).one_or_none()
    return None if row is None else RecoveryRow(*row)


def recovery_of(connection: Connection, guest: str) -> RecoveryRow | None:
    row = connection.execute(select(recovery_codes).where(recovery_codes.c.guest == guest)).one_or_none()
    return None if row is None else RecoveryRow(*row)


def still_valid(connection: Connection, code: RecoveryRow) -> bool:
    """Whether a code was not replaced since it was looked up; until the end of the transaction it is not."""
    same = select(recovery_codes.c.guest).where(
        recovery_codes.c.guest == code.guest, recovery_codes.c.code_hash == code.code_hash
    )
    return connection.execute(same.with_for_update()).one_or_none() is not None


def belongings(connection: Connection, guest: str) -> Belongings:
    """What a guest has: tables that were not called off, and puzzles that were tried."""
    sits = select(seats.c.table_id).where(seats.c.guest == guest)
    mine = select(func.count()).where(
        or_(tables.c.host == guest, tables.c.id.in_(sits)), tables.c.status != "cancelled"
    )
    tried = select(func.count()).where(puzzle_tries.c.guest == guest)
    return Belongings(connection.execute(mine).scalar_one(), connection.execute(tried).scalar_one())
