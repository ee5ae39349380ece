"""The store: all that the server knows for longer than a process lives. Its methods are all that others use of it."""

from __future__ import annotations

from sqlalchemy import Connection

from floe.server.store import (
    admin_queries,
    beat_queries,
    host_queries,
    migrations,
    people_queries,
    puzzle_queries,
    table_queries,
)
from floe.server.store.database import Answer, Database, Work
from floe.server.store.faults import NotMigrated
from floe.server.store.rows import (
    ActRow,
    Append,
    Appended,
    ChatRow,
    EventRow,
    Glance,
    GuestRow,
    Outage,
    Page,
    PresenceRow,
    PuzzleTryRow,
    RatingRow,
    SanctionRow,
    SolverRow,
    TableRow,
    WorkerRow,
)
from floe.server.store.urls import connect
from floe.server.store.writer import Observer, Writer


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
        found = await self._read(migrations.revision)
        if found != migrations.HEAD:
            raise NotMigrated(found, migrations.HEAD)

    async def examine(self, work: Work[Answer]) -> Answer:
        """Ask the database something of one's own that changes nothing."""
        return await self._read(work)

    async def close(self) -> None:
        """Write what waits, and let go of the database."""
        await self._writer.close()
        await self._database.close()

    # Guests

    async def add_guest(self, guest: GuestRow) -> None:
        await self._write(lambda c: people_queries.add_guest(c, guest))

    async def guest_by_token_hash(self, token_hash: str) -> GuestRow | None:
        return await self._read(lambda c: people_queries.guest_by_token_hash(c, token_hash))

    async def rename_guest(self, guest: str, name: str | None) -> None:
        await self._write(lambda c: people_queries.rename_guest(c, guest, name))

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

    async def count_by_status(self) -> dict[str, int]:
        return await self._read(table_queries.count_by_status)

    # Timers

    async def due(self, now: int, limit: int) -> list[TableRow]:
        """Running tables whose ``wake_at`` has come, the longest due first."""
        return await self._read(lambda c: table_queries.due(c, now, limit))

    async def machine_due(self, now: int, limit: int) -> list[TableRow]:
        """Running tables whose ``machine_at`` has come and that no worker has claimed, the longest due first."""
        return await self._read(lambda c: table_queries.machine_due(c, now, limit))

    async def claim(self, table_id: str, version: int, worker: str, until: int, now: int) -> bool:
        """Take the thinking at a table, at this version of it, until a time. Of all workers exactly one gets it."""
        return await self._write(lambda c: table_queries.claim(c, table_id, version, worker, until, now))

    async def renew(self, worker: str, tables: list[str], until: int) -> None:
        """Let the claims that this worker has among these tables last until a later time."""
        await self._write(lambda c: table_queries.renew(c, worker, tables, until))

    async def postpone(self, table_id: str, version: int, wake_at: int) -> None:
        """Let a table, if it still has this version, be due only later."""
        await self._write(lambda c: table_queries.postpone(c, table_id, version, wake_at))

    async def release(self, worker: str) -> None:
        """Give up all claims of a worker that ends."""
        await self._write(lambda c: table_queries.release(c, worker))

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

    async def chat(self, table_id: str, after: int = 0, limit: int = 100) -> list[ChatRow]:
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

    # Signs of life

    async def beat(self, worker: str, now: int) -> None:
        """This worker lives."""
        await self._write(lambda c: beat_queries.beat(c, worker, now))

    async def last_beat(self) -> int:
        """When the last sign of life of any worker came; 0 if there was none."""
        return await self._read(beat_queries.last)

    async def note_outage(self, now: int, threshold: int) -> Outage | None:
        """Put down that nobody lived, if the newest beat of all workers is older than the threshold.

        To be called at the start, and before each beat: so the time that the database was away counts too.
        """

        def note(connection: Connection) -> Outage | None:
            self._database.serialise(connection, "outages")
            return beat_queries.note_outage(connection, now, threshold)

        return await self._write(note)

    async def outages(self, since: int) -> list[Outage]:
        """The outages that ended after a time, oldest first."""
        return await self._read(lambda c: beat_queries.since(c, since))

    # For the host

    async def living(self, row: WorkerRow) -> None:
        """This worker lives, and can write."""
        await self._write(lambda c: host_queries.living(c, row))

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

    async def seen(self, guest: str, now: int) -> None:
        """A guest was here."""
        await self._write(lambda c: admin_queries.seen(c, guest, now))

    async def neutralise(self, table_id: str, guest: str, neutral: str) -> None:
        """Replace the name of a guest at a table."""
        await self._write(lambda c: admin_queries.neutralise(c, table_id, guest, neutral))

    async def tables_with(self, guest: str) -> list[str]:
        """Every table where a guest sat, that the guest set up, or where the guest has done something."""
        return [row.id for row in await self._read(lambda c: admin_queries.tables_of(c, guest))]
