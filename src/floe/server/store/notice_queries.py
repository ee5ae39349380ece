"""The outbox: what is to be told to people who are away, and where they want to be told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    Connection,
    Integer,
    Text,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from floe.server.store.people_queries import upsert
from floe.server.store.prepared import Prepared
from floe.server.store.rows import AddressRow, Append, NoticeRow, Telling, WishRow
from floe.server.store.schema import (
    notice_addresses,
    notice_tables,
    notice_wishes,
    notices,
    seats,
    server_secrets,
    tables,
)
from floe.server.store.some import DIALECTS, among, listed

ABOUT_TURNS = ("turn", "reminder", "takeback")
_KEY = (notices.c.address, notices.c.table_id, notices.c.kind, notices.c.turn)


def _tell() -> Any:
    """One row for each address where the guest wants to be told of this table."""
    own = notice_addresses.c
    named: dict[str, Any] = {"told_table": Text, "told_kind": Text, "told_turn": Integer, "told_link": Text}
    given = [bindparam(name, type_=kind) for name, kind in named.items()]
    times = [bindparam(name, type_=BigInteger) for name in ("told_at", "told_due")]
    places = notice_addresses.outerjoin(notice_wishes, notice_wishes.c.guest == own.guest).outerjoin(
        notice_tables,
        and_(notice_tables.c.guest == own.guest, notice_tables.c.table_id == bindparam("told_table", type_=Text)),
    )
    wanted = (
        select(own.id, own.guest, *given, *times, literal(0, Integer))
        .select_from(places)
        .where(
            own.guest == bindparam("told_guest", type_=Text),
            own.confirmed.is_not(None),
            or_(bindparam("told_slow", type_=Boolean), notice_wishes.c.quick),
            or_(notice_tables.c.channels.is_(None), notice_tables.c.channels.contains(own.channel)),
        )
    )
    return ["address", "guest", "table_id", "kind", "turn", "link", "at", "due", "tries"], wanted


# Asked with every move of a slow game, so put together once.
_TELL = {
    "sqlite": Prepared(sqlite.insert(notices).from_select(*_tell()).on_conflict_do_nothing()),
    "postgresql": Prepared(postgresql.insert(notices).from_select(*_tell()).on_conflict_do_nothing()),
}
_OUTDATED = {
    dialect: Prepared(
        delete(notices).where(
            among(notices.c.table_id, dialect), notices.c.kind == bindparam("of_kind"), notices.c.due.is_not(None)
        )
    )
    for dialect in DIALECTS
}
_REACHED = {
    dialect: Prepared(select(notice_addresses.c.guest).where(among(notice_addresses.c.guest, dialect)).distinct())
    for dialect in DIALECTS
}
_FORGET = delete(notices).where(notices.c.table_id == bindparam("of_table"), notices.c.kind.in_(ABOUT_TURNS))
_DUE = Prepared(
    select(notices)
    .where(
        notices.c.due <= bindparam("now", type_=BigInteger),
        or_(notices.c.claimed_until.is_(None), notices.c.claimed_until < bindparam("now", type_=BigInteger)),
    )
    .order_by(notices.c.due)
    .limit(bindparam("most"))
)


# Written with the events


def append_all(connection: Connection, appends: Sequence[Append]) -> None:
    """What follows from appends that were written: some notices need not be sent any more, others have to be."""
    dialect = connection.dialect.name
    forget = [{"of_table": one.table_id} for one in appends if one.forget]
    if forget:
        connection.execute(_FORGET, forget)
    for kind in sorted({kind for one in appends for kind in one.outdated}):
        ids = [one.table_id for one in appends if kind in one.outdated]
        _OUTDATED[dialect].write(connection, [{"of_kind": kind, **listed(connection, ids)}])
    guests = sorted({telling.guest for one in appends for telling in one.tell})
    if not guests:
        return
    reached = set(_REACHED[dialect].column(connection, listed(connection, guests)))  # most have no address
    told = [
        _values(one.table_id, one.changed, telling)
        for one in appends
        for telling in one.tell
        if telling.guest in reached
    ]
    if told:
        _TELL[dialect].write(connection, told)


def _values(table_id: str, at: int, telling: Telling) -> dict[str, Any]:
    told = {name: getattr(telling, name) for name in ("guest", "kind", "turn", "due", "slow", "link")}
    return {f"told_{name}": value for name, value in (told | {"table": table_id, "at": at}).items()}


# Delivering


def due(connection: Connection, now: int, limit: int) -> list[NoticeRow]:
    """What has to be told now and no worker has claimed, the longest due first."""
    return [NoticeRow(*row) for row in _DUE.rows(connection, {"now": now, "most": limit})]


def _is(notice: NoticeRow) -> ColumnElement[bool]:
    return and_(*(column == getattr(notice, column.name) for column in _KEY))


def claim(connection: Connection, notice: NoticeRow, worker: str, now: int, until: int) -> bool:
    """Take a notice for one worker. One statement, so exactly one gets it."""
    free = or_(notices.c.claimed_until.is_(None), notices.c.claimed_until < now)
    taking = update(notices).where(_is(notice), notices.c.due <= now, free)
    return connection.execute(taking.values(claimed_by=worker, claimed_until=until)).rowcount == 1


def put_out(connection: Connection, notice: NoticeRow, worker: str) -> bool:
    """From here on it counts as told. False if that is not wanted any more, or not by this worker."""
    wanted = update(notices).where(_is(notice), notices.c.due.is_not(None), notices.c.claimed_by == worker)
    return connection.execute(wanted.values(due=None)).rowcount == 1


def again(connection: Connection, notice: NoticeRow, worker: str, due: int, tries: int) -> None:
    """It was not told after all, or has to wait: at a later time."""
    later = update(notices).where(_is(notice), notices.c.claimed_by == worker)
    connection.execute(later.values(due=due, tries=tries, claimed_by=None, claimed_until=None))


def drop(connection: Connection, notice: NoticeRow) -> None:
    """Nobody needs to be told any more; if it comes up again, it is told then."""
    connection.execute(delete(notices).where(_is(notice), notices.c.due.is_not(None)))


def release(connection: Connection, worker: str) -> None:
    """Give up all that a worker which ends has claimed and not put out."""
    mine = update(notices).where(notices.c.claimed_by == worker, notices.c.due.is_not(None))
    connection.execute(mine.values(claimed_by=None, claimed_until=None))


def running_of(connection: Connection, guest: str) -> list[str]:
    """What lists show of each running table where a guest sits."""
    sits = select(seats.c.table_id).where(seats.c.guest == guest)
    wanted = select(tables.c.summary).where(tables.c.status == "running", tables.c.id.in_(sits))
    return list(connection.execute(wanted).scalars())


def clear(connection: Connection, told_before: int, unconfirmed_before: int) -> None:
    """Forget what was told long ago, and addresses that nobody has confirmed."""
    connection.execute(delete(notices).where(notices.c.at < told_before))
    old = select(notice_addresses.c.id).where(
        notice_addresses.c.confirmed.is_(None), notice_addresses.c.created < unconfirmed_before
    )
    for address in connection.execute(old).scalars().all():
        remove(connection, address)


# Addresses


def add(connection: Connection, row: AddressRow) -> AddressRow:
    """Add an address, or learn its new keys. A browser's push endpoint is one person's at a time: the newest."""
    own = notice_addresses.c
    if row.channel == "push":
        others = select(own.id).where(own.target == row.target, own.channel == "push", own.guest != row.guest)
        for other in connection.execute(others).scalars().all():
            remove(connection, other)
    same = select(notice_addresses).where(own.guest == row.guest, own.channel == row.channel, own.target == row.target)
    known = connection.execute(same).one_or_none()
    if known is None:
        values = {name: getattr(row, name) for name in AddressRow.__slots__}
        connection.execute(insert(notice_addresses), values)
        return row
    if row.channel == "push":
        connection.execute(update(notice_addresses).where(own.id == known.id).values(keys=row.keys))
    return AddressRow(*connection.execute(select(notice_addresses).where(own.id == known.id)).one())


def addresses_of(connection: Connection, guest: str) -> list[AddressRow]:
    wanted = select(notice_addresses).where(notice_addresses.c.guest == guest)
    wanted = wanted.order_by(notice_addresses.c.created, notice_addresses.c.id)
    return [AddressRow(*row) for row in connection.execute(wanted)]


def address(connection: Connection, address_id: str) -> AddressRow | None:
    row = connection.execute(select(notice_addresses).where(notice_addresses.c.id == address_id)).one_or_none()
    return None if row is None else AddressRow(*row)


def unconfirmed(connection: Connection, target: str) -> int:
    """How many have named an address that was never confirmed."""
    own = notice_addresses.c
    wanted = select(func.count()).select_from(notice_addresses).where(own.target == target, own.confirmed.is_(None))
    return connection.execute(wanted).scalar_one()


def confirm(connection: Connection, address_id: str, at: int) -> bool:
    own = notice_addresses.c
    done = update(notice_addresses).where(own.id == address_id).values(confirmed=func.coalesce(own.confirmed, at))
    return connection.execute(done).rowcount == 1


def remove(connection: Connection, address_id: str) -> bool:
    """Take an address away with all that was to be told there."""
    connection.execute(delete(notices).where(notices.c.address == address_id))
    return connection.execute(delete(notice_addresses).where(notice_addresses.c.id == address_id)).rowcount == 1


def ask_to_confirm(connection: Connection, row: AddressRow, at: int) -> None:
    """Let a message go to an address that is not confirmed yet."""
    values = {"address": row.id, "table_id": "", "kind": "confirm", "turn": 0, "guest": row.guest, "link": ""}
    upsert(connection, notices, [column.name for column in _KEY], values | {"at": at, "due": at, "tries": 0})


# Wishes


def wishes(connection: Connection, guest: str) -> WishRow | None:
    row = connection.execute(select(notice_wishes).where(notice_wishes.c.guest == guest)).one_or_none()
    return None if row is None else WishRow(*row)


def wish(connection: Connection, row: WishRow) -> None:
    values = {name: getattr(row, name) for name in WishRow.__slots__}
    upsert(connection, notice_wishes, ["guest"], values)


def channels_at(connection: Connection, table_id: str, guest: str) -> str | None:
    own = notice_tables.c
    wanted = select(own.channels).where(own.table_id == table_id, own.guest == guest)
    return connection.execute(wanted).scalar_one_or_none()


def choose_channels(connection: Connection, table_id: str, guest: str, channels: str | None) -> bool:
    """What a guest wants for one table; None is as for all. What waits and is not wanted goes. False: no such table."""
    if connection.execute(select(tables.c.id).where(tables.c.id == table_id)).one_or_none() is None:
        return False
    own = notice_tables.c
    if channels is None:
        connection.execute(delete(notice_tables).where(own.table_id == table_id, own.guest == guest))
        return True
    upsert(
        connection, notice_tables, ["table_id", "guest"], {"table_id": table_id, "guest": guest, "channels": channels}
    )
    unwanted = select(notice_addresses.c.id).where(
        notice_addresses.c.guest == guest, notice_addresses.c.channel.not_in(channels.split(","))
    )
    gone = delete(notices).where(
        notices.c.table_id == table_id, notices.c.address.in_(unwanted), notices.c.due.is_not(None)
    )
    connection.execute(gone)
    return True


def erase(connection: Connection, guest: str) -> None:
    """All that tells of a guest."""
    for one in (notices, notice_addresses, notice_wishes, notice_tables):
        connection.execute(delete(one).where(one.c.guest == guest))


def join(connection: Connection, gone: str, into: str) -> None:
    """Let one guest be called where another was. Where both have decided something, the one who stays has."""
    mine = notice_addresses.alias()
    same = exists().where(
        mine.c.guest == into,
        mine.c.channel == notice_addresses.c.channel,
        mine.c.target == notice_addresses.c.target,
    )
    double = select(notice_addresses.c.id).where(notice_addresses.c.guest == gone, same)
    connection.execute(delete(notices).where(notices.c.address.in_(double)))
    connection.execute(delete(notice_addresses).where(notice_addresses.c.id.in_(double)))
    if wishes(connection, into) is not None:
        connection.execute(delete(notice_wishes).where(notice_wishes.c.guest == gone))
    chosen = notice_tables.alias()
    decided = notice_tables.c.table_id.in_(select(chosen.c.table_id).where(chosen.c.guest == into))
    connection.execute(delete(notice_tables).where(notice_tables.c.guest == gone, decided))
    for table in (notice_addresses, notices, notice_wishes, notice_tables):
        connection.execute(update(table).where(table.c.guest == gone).values(guest=into))


# Of the server


def secret(connection: Connection, name: str, value: str | None) -> str | None:
    """A secret of the server's; the value becomes it if there is none yet."""
    wanted = select(server_secrets.c.value).where(server_secrets.c.name == name)
    found = connection.execute(wanted).scalar_one_or_none()
    if found is None and value is not None:
        connection.execute(insert(server_secrets), {"name": name, "value": value})
        return value
    return found
