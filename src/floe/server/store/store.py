"""The store: all that the server knows for longer than a process lives. Its methods are all that others use of it."""

from __future__ import annotations

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from floe.server.store import (
    admin_queries,
    beat_queries,
    device_queries,
    due_queries,
    host_queries,
    join_queries,
    migrations,
    notice_queries,
    people_queries,
    plan_queries,
    puzzle_queries,
    table_queries,
)
from floe.server.store.database import Answer, Database, Work
from floe.server.store.faults import KeyGone, NotMigrated, TooManyDevices, WouldJoin
from floe.server.store.rows import (
    ActRow,
    AddressRow,
    Append,
    Appended,
    Beat,
    Belongings,
    ChatRow,
    DeviceLinkRow,
    DeviceRow,
    Due,
    EventRow,
    Glance,
    GuestRow,
    NoticeRow,
    Page,
    PlanRow,
    PresenceRow,
    PuzzleTryRow,
    RatingRow,
    RecoveryRow,
    SanctionRow,
    SolverRow,
    TableRow,
    WishRow,
    WorkerRow,
)
from floe.server.store.urls import connect
from floe.server.store.writer import Observer, Writer

DEVICES = 20
"""So many devices one guest may have."""
_ATTEMPTS = 4


class Store:
    """A database with Floe's tables. Every method may raise ``StoreUnavailable``."""

    def __init__(self, database: Database, observer: Observer | None = None) -> None:
        self._database = database
        self._writer = Writer(database, observer)
        self._read = database.read
        self._write = self._writer.run

    @classmethod
    async def open(cls, url: str, observer: Observer | None = None) -> Store:
        """The store at a URL. Nothing is asked of the database yet, so it may be away."""
        return cls(connect(url), observer)

    async def migrate(self, to: str = migrations.HEAD) -> list[str]:
        """Bring the database to the shape that this Floe needs; answers the steps that were taken.

        Others who do the same at the same time wait, and then find nothing to do.
        """
        await self._database.create()

        def upgrade(connection: Connection) -> list[str]:
            self._database.serialise(connection, "migration")
            return migrations.upgrade(connection, to)

        return await self._database.append(upgrade)

    async def check(self) -> None:
        """Raise unless the database answers and is in shape."""
        await self._read(_in_shape)

    async def examine(self, work: Work[Answer]) -> Answer:
        """Ask the database something of one's own that changes nothing."""
        return await self._read(work)

    async def close(self) -> None:
        """Write what waits, and let go of the database."""
        await self._writer.close()
        await self._database.close()

    # Guests

    async def add_guest(self, guest: GuestRow, device: DeviceRow | None = None) -> None:
        """Somebody new, with the first device. Without one, the first use of the token makes one (``by_token``)."""

        def add(connection: Connection) -> None:
            people_queries.add_guest(connection, guest)
            if device is not None:
                device_queries.add(connection, device)

        await self._write(add)

    async def guest_by_token_hash(self, token_hash: str) -> GuestRow | None:
        return await self._read(lambda c: people_queries.guest_by_token_hash(c, token_hash))

    async def rename_guest(self, guest: str, name: str | None) -> None:
        await self._write(lambda c: people_queries.rename_guest(c, guest, name))

    # Devices

    async def by_token(self, token_hash: str) -> tuple[GuestRow, DeviceRow] | None:
        """Whose token it is, and of which device."""
        found = await self._read(lambda c: device_queries.by_token(c, token_hash))
        if found is None and await self.guest_by_token_hash(token_hash) is not None:
            found = await self._write(lambda c: device_queries.adopt(c, token_hash))
        return found

    async def seen(self, device: DeviceRow, now: int) -> None:
        """A device was used, and so its guest was here."""
        await self._write(lambda c: device_queries.seen(c, device, now))

    async def used(self, devices: list[str], now: int) -> None:
        """These devices are still in use."""
        await self._write(lambda c: device_queries.used(c, devices, now))

    async def devices(self, guest: str) -> list[DeviceRow]:
        """The devices of a guest, the one used last first."""
        return await self._read(lambda c: device_queries.of_guest(c, guest))

    async def has_device(self, guest: str, device: str) -> bool:
        return await self._read(lambda c: device_queries.has(c, guest, device))

    async def rename_device(self, guest: str, device: str, name: str) -> bool:
        """Whether the guest has such a device."""
        return await self._write(lambda c: device_queries.rename(c, guest, device, name))

    async def revoke(self, guest: str, device: str, at: int) -> bool:
        """Let a device be nobody's, and put that down; whether the guest had it."""

        def do(connection: Connection) -> bool:
            self._database.serialise(connection, "acts")
            had = device_queries.revoke(connection, guest, device)
            if had:
                host_queries.put_down(connection, at, [("device_revoked", device)], "guest")
            return had

        return await self._write(do)

    async def put_link(self, link: DeviceLinkRow, now: int) -> None:
        """The link of a guest to another device, instead of the one before."""
        await self._write(lambda c: device_queries.put_link(c, link, now))

    async def link(self, secret_hash: str, now: int) -> DeviceLinkRow | None:
        """A link, if it is valid."""
        return await self._read(lambda c: device_queries.link(c, secret_hash, now))

    async def drop_link(self, guest: str) -> None:
        await self._write(lambda c: device_queries.drop_link(c, guest))

    async def put_recovery(self, code: RecoveryRow) -> None:
        """The recovery code of a guest, instead of the one before. ``IntegrityError`` if its handle is taken."""
        await self._write(lambda c: device_queries.put_recovery(c, code))

    async def recovery_by_handle(self, handle: str) -> RecoveryRow | None:
        return await self._read(lambda c: device_queries.recovery_by_handle(c, handle))

    async def recovery_of(self, guest: str) -> RecoveryRow | None:
        return await self._read(lambda c: device_queries.recovery_of(c, guest))

    async def belongings(self, guest: str) -> Belongings:
        return await self._read(lambda c: device_queries.belongings(c, guest))

    async def together_at(self, one: str, other: str) -> list[str]:
        """Tables that are not over where two guests both sit."""
        return await self._read(lambda c: join_queries.together_at(c, one, other))

    async def move(
        self,
        key: DeviceLinkRow | RecoveryRow,
        device: DeviceRow,
        token_hash: str,
        now: int,
        join: join_queries.Joining,
        agreed: bool,
    ) -> list[str]:
        """Let a device be of the guest whose key it has, under a new token, all at once: the tables that tell of it.

        A device of nobody's is added. One that is another guest's brings along what this guest has; if that is
        anything, it has to be ``agreed``. The other devices of this guest are nobody's from then on.
        """

        def do(connection: Connection) -> list[str]:
            self._database.serialise(connection, "acts")
            into, gone = key.guest, device.guest
            if isinstance(key, DeviceLinkRow):
                valid = device_queries.take_link(connection, key, now)
            else:
                valid = device_queries.still_valid(connection, key)
            if not valid or into == gone:
                raise KeyGone
            mine = device_queries.of_guest(connection, into)
            if len(mine) >= DEVICES:
                raise TooManyDevices
            if not gone:
                device_queries.add(connection, DeviceRow(device.id, into, token_hash, device.name, now, now))
                return []
            if not agreed and device_queries.belongings(connection, gone) != Belongings(0, 0):
                raise WouldJoin
            others = [one.id for one in device_queries.of_guest(connection, gone) if one.id != device.id]
            if not device_queries.hand_over(connection, device, into, token_hash, now):
                raise KeyGone
            tables = join_queries.join(connection, gone, into, now, join)
            acts = [("device_revoked", one) for one in others]
            host_queries.put_down(connection, now, [*acts, ("guests_joined", f"{gone} {into}")], "guest")
            return tables

        for _ in range(_ATTEMPTS - 1):
            try:
                return await self._write(do)
            except IntegrityError:
                continue  # something was written meanwhile that refers to the guest who is to be no more
        return await self._write(do)

    # Tables and their logs

    async def create(
        self, table: TableRow, events: list[EventRow], seats: list[tuple[int, str]], most: int | None = None
    ) -> bool:
        """Set up a table with its first events and those who sit there, all at once.

        False, and nothing is done, if its host has so many tables already that are not over.
        """

        def add(connection: Connection) -> bool:
            if most is not None:
                self._database.serialise(connection, f"tables of {table.host}")
                if table_queries.count_open(connection, table.host) >= most:
                    return False
            table_queries.create(connection, table, events, seats)
            return True

        return await self._write(add)

    async def table(self, table_id: str) -> TableRow | None:
        return await self._read(lambda c: table_queries.table(c, table_id))

    async def events(self, table_id: str, after: int = 0) -> list[EventRow]:
        """A table's log after a version. Consecutive, and whole up to the last one."""
        return await self._read(lambda c: table_queries.log(c, table_id, after))

    async def append(self, append: Append) -> Appended:
        """Add to a table's log. Once this answers without a conflict, it is on the disk, for good.

        Raises ``StoreUnavailable`` where it is not known whether it was written: then ask ``answered`` before it is
        tried again.
        """
        return await self._writer.append(append)

    async def answered(self, table_id: str, guest: str, client_id: str) -> int | None:
        """The version of the event that this guest's client id made, if it made one."""
        return await self._read(lambda c: table_queries.answered(c, table_id, guest, client_id))

    async def glance(self, ids: list[str]) -> list[Glance]:
        """How far each of these tables has come."""

        def look(connection: Connection) -> list[Glance]:
            spoken = people_queries.newest_lines(connection, ids)
            present = people_queries.present_at(connection, ids)
            versions = table_queries.versions(connection, ids)
            return [Glance(one, versions[one], spoken.get(one, 0), present.get(one, [])) for one in versions]

        return await self._read(look)

    # Lists

    async def lobby(self, limit: int, before: str | None = None) -> Page:
        """Listed tables with open seats. ``before`` is the ``more`` of the page before; ValueError if it is not."""
        return await self._read(lambda c: table_queries.lobby(c, limit, before))

    async def tables_of(self, guest: str, limit: int, before: str | None = None) -> Page:
        """Tables where a guest sits or that the guest set up; ``before`` as in the lobby."""
        return await self._read(lambda c: table_queries.tables_of(c, guest, limit, before))

    async def some_tables(self, ids: list[str]) -> list[TableRow]:
        """The tables of these ids, as far as there are such."""
        return await self._read(lambda c: table_queries.some(c, ids))

    async def count_by_status(self) -> dict[str, int]:
        return await self._read(table_queries.count_by_status)

    # Timers

    async def due(self, now: int, limit: int) -> Due:
        """All that a worker has to see to, at most so many tables of each kind."""
        return await self._read(lambda c: due_queries.due(c, now, limit))

    async def claim(self, table_id: str, version: int, worker: str, until: int, now: int) -> bool:
        """Take the thinking at a table, at this version of it, until a time. Of all workers exactly one gets it."""
        return await self._write(lambda c: due_queries.claim(c, table_id, version, worker, until, now))

    async def renew(self, worker: str, tables: list[str], until: int) -> None:
        """Let the claims that this worker has among these tables last until a later time."""
        await self._write(lambda c: due_queries.renew(c, worker, tables, until))

    async def postpone(self, table_id: str, version: int, wake_at: int) -> None:
        """Let a table, if it still has this version, be due only later."""
        await self._write(lambda c: due_queries.postpone(c, table_id, version, wake_at))

    async def release(self, worker: str) -> None:
        """Give up all claims of a worker that ends."""
        await self._write(lambda c: due_queries.release(c, worker))

    # Plans

    async def plan(self, table_id: str, seat: int) -> PlanRow | None:
        return await self._read(lambda c: plan_queries.plan(c, table_id, seat))

    async def open_plans(self, table_id: str) -> list[PlanRow]:
        """The plans at a table that have lines."""
        return await self._read(lambda c: plan_queries.open_at(c, table_id))

    async def put_plan(self, row: PlanRow, before: PlanRow | None, table_version: int) -> bool:
        """Write a plan that was read as ``before``, at this version of its table; False if one of them has changed."""
        return await self._write(lambda c: plan_queries.put(c, row, before, table_version))

    # Who is there

    async def came(self, table_id: str, guest: str, now: int) -> None:
        """A guest has the table open; ``still_there`` says it again from time to time."""
        await self._write(lambda c: people_queries.set_presence(c, PresenceRow(table_id, guest, now, None)))

    async def still_there(self, who: list[tuple[str, str]], now: int) -> None:
        """These guests still have these tables open: table and guest."""
        await self._write(lambda c: people_queries.still_there(c, who, now))

    async def went(self, table_id: str, guest: str, now: int) -> None:
        await self._write(lambda c: people_queries.set_presence(c, PresenceRow(table_id, guest, now, now)))

    async def present(self, table_id: str) -> list[PresenceRow]:
        """All who have, or had, the table open."""
        return await self._read(lambda c: people_queries.present(c, table_id))

    # Chat

    async def say(self, line: ChatRow) -> int:
        """Add a line to a table's chat and return its number; the one in the row is not looked at.

        A client id that was used before gets the first answer again.
        """

        def add(connection: Connection) -> int:
            self._database.serialise(connection, f"chat {line.table_id}")
            return people_queries.say(connection, line)

        return await self._write(add)

    async def chat(self, table_id: str, after: int, limit: int) -> list[ChatRow]:
        """The newest lines after a number, at most so many, in order."""
        return await self._read(lambda c: people_queries.lines(c, table_id, after, limit))

    # Puzzles

    async def try_puzzles(
        self, guest: str, game: str, tries: list[PuzzleTryRow], at: int, novice: RatingRow, rate: puzzle_queries.Rate
    ) -> SolverRow:
        """Add tries of a guest, oldest first, and what follows for ratings. What is known already changes nothing."""

        def add(connection: Connection) -> SolverRow:
            self._database.serialise(connection, f"puzzles {game}")
            return puzzle_queries.add_tries(connection, guest, game, tries, at, novice, rate)

        return await self._write(add)

    async def solvers(self, guest: str, novice: RatingRow) -> list[SolverRow]:
        """What is kept of a guest who solves puzzles, game by game."""
        return await self._read(lambda c: puzzle_queries.solvers(c, guest, novice))

    async def puzzle_ratings(self, game: str) -> dict[str, float]:
        """Of the puzzles of a game that somebody has tried."""
        return await self._read(lambda c: puzzle_queries.ratings(c, game))

    # Notices: who is called back, and where

    async def notices_due(self, now: int, limit: int) -> list[NoticeRow]:
        """What has to be told now and no worker has claimed, the longest due first."""
        return await self._read(lambda c: notice_queries.due(c, now, limit))

    async def claim_notices(self, notices: list[NoticeRow], worker: str, now: int, until: int) -> list[NoticeRow]:
        """Those of some notices that this worker alone tells, if it does so before a time."""
        return await self._write(lambda c: [one for one in notices if notice_queries.claim(c, one, worker, now, until)])

    async def put_out(self, notice: NoticeRow, worker: str) -> bool:
        """Just before a notice is sent: from now on it counts as told, whatever happens. False: do not send it."""
        return await self._write(lambda c: notice_queries.put_out(c, notice, worker))

    async def tell_later(self, notice: NoticeRow, worker: str, due: int, tries: int) -> None:
        """A notice has to wait, or was certainly not delivered."""
        await self._write(lambda c: notice_queries.again(c, notice, worker, due, tries))

    async def drop_notice(self, notice: NoticeRow) -> None:
        await self._write(lambda c: notice_queries.drop(c, notice))

    async def release_notices(self, worker: str) -> None:
        """Give up what a worker that ends has claimed and not put out."""
        await self._write(lambda c: notice_queries.release(c, worker))

    async def clear_notices(self, told_before: int, unconfirmed_before: int) -> None:
        """Forget what was told long ago, and addresses that nobody has confirmed."""
        await self._write(lambda c: notice_queries.clear(c, told_before, unconfirmed_before))

    async def add_address(self, row: AddressRow, most: int, ask: bool) -> AddressRow | None:
        """Add where a guest wants to be called, and ``ask`` there whether it is theirs. None if there are too many:
        of the guest's own, or of those who named it and never confirmed.
        """

        def add(connection: Connection) -> AddressRow | None:
            self._database.serialise(connection, f"addresses of {row.guest}")
            own = notice_queries.addresses_of(connection, row.guest)
            known = any((one.channel, one.target) == (row.channel, row.target) for one in own)
            if not known and (len(own) >= most or notice_queries.unconfirmed(connection, row.target) >= 3):
                return None
            added = notice_queries.add(connection, row)
            if ask and added.confirmed is None and added.id == row.id:
                notice_queries.ask_to_confirm(connection, added, row.created)
            return added

        return await self._write(add)

    async def addresses(self, guest: str) -> list[AddressRow]:
        return await self._read(lambda c: notice_queries.addresses_of(c, guest))

    async def address(self, address_id: str) -> AddressRow | None:
        return await self._read(lambda c: notice_queries.address(c, address_id))

    async def confirm_address(self, address_id: str, at: int) -> bool:
        return await self._write(lambda c: notice_queries.confirm(c, address_id, at))

    async def remove_address(self, address_id: str) -> bool:
        return await self._write(lambda c: notice_queries.remove(c, address_id))

    async def wishes(self, guest: str) -> WishRow | None:
        return await self._read(lambda c: notice_queries.wishes(c, guest))

    async def wish(self, row: WishRow) -> None:
        await self._write(lambda c: notice_queries.wish(c, row))

    async def channels_at(self, table_id: str, guest: str) -> str | None:
        """The channels that a guest wants at one table, with commas between; None is as everywhere."""
        return await self._read(lambda c: notice_queries.channels_at(c, table_id, guest))

    async def choose_channels(self, table_id: str, guest: str, channels: str | None) -> bool:
        return await self._write(lambda c: notice_queries.choose_channels(c, table_id, guest, channels))

    async def running_of(self, guest: str) -> list[str]:
        """What lists show of each running table where a guest sits."""
        return await self._read(lambda c: notice_queries.running_of(c, guest))

    async def server_secret(self, name: str, new: str | None = None) -> str | None:
        """A secret that all workers share; ``new`` becomes it where there is none yet."""
        if new is None:
            return await self._read(lambda c: notice_queries.secret(c, name, None))

        def keep(connection: Connection) -> str | None:
            self._database.serialise(connection, "secrets")
            return notice_queries.secret(connection, name, new)

        return await self._write(keep)

    # Signs of life

    async def beat(self, worker: str, now: int, threshold: int) -> Beat:
        """This worker lives. Put down that nobody did before, if the newest beat of all workers is older than the
        threshold: so the time that the database was away counts too."""

        def living(connection: Connection) -> Beat:
            self._database.serialise(connection, "outages")
            return beat_queries.beat(connection, worker, now, threshold)

        return await self._write(living)

    async def last_beat(self) -> int:
        """When the last sign of life of any worker came; 0 if there was none."""
        return await self._read(beat_queries.last)

    # For the host

    async def living(self, row: WorkerRow) -> None:
        """This worker lives, and can write to a database that is in shape; raise unless it is so."""

        def say(connection: Connection) -> None:
            _in_shape(connection)
            host_queries.living(connection, row)

        await self._write(say)

    async def ended(self, worker: str) -> None:
        """This worker serves no longer."""
        await self._write(lambda c: host_queries.ended(c, worker))

    async def workers(self, since: int) -> list[WorkerRow]:
        """The workers that have given a sign of life since a time."""
        return await self._read(lambda c: host_queries.alive(c, since))

    async def read_on(self, place: tuple[int, int]) -> tuple[int, int]:
        """Read the next few rows, all in time, and tell where to go on; what cannot be read raises."""
        return await self._read(lambda c: host_queries.read_on(c, place))

    async def sanctions(self) -> list[SanctionRow]:
        return await self._read(host_queries.all_sanctions)

    async def acts(self, after: int) -> list[ActRow]:
        """What was done by hand after a number, in order."""
        return await self._read(lambda c: host_queries.acts_after(c, after))

    async def last_act(self, act: str | None = None) -> ActRow | None:
        return await self._read(lambda c: host_queries.last_act(c, act))

    async def act(self, at: int, what: list[tuple[str, str]], by: str, work: Work[Answer]) -> Answer:
        """Do something, and put down what it was, all at once: each act with its subject, and by whom it was wanted."""

        def do(connection: Connection) -> Answer:
            self._database.serialise(connection, "acts")
            answer = work(connection)
            host_queries.put_down(connection, at, what, by)
            return answer

        return await self._write(do)

    async def guest(self, guest: str) -> GuestRow | None:
        return await self._read(lambda c: admin_queries.guest(c, guest))

    async def neutralise(self, table_id: str, guest: str, neutral: str) -> None:
        """Replace the name of a guest at a table."""
        await self._write(lambda c: admin_queries.neutralise(c, table_id, guest, neutral))

    async def tables_with(self, guest: str) -> list[str]:
        """Every table where a guest sat, that the guest set up, or where the guest has done something."""
        return [row.id for row in await self._read(lambda c: admin_queries.tables_of(c, guest))]


def _in_shape(connection: Connection) -> None:
    """Raise unless the database has the shape that this version needs."""
    found = migrations.revision(connection)
    if found != migrations.HEAD:
        raise NotMigrated(found, migrations.HEAD)
