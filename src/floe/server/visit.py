"""One client at one table: coming and going, what the client asks for, and what there is to tell."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import msgspec
from sqlalchemy.exc import IntegrityError

from floe.server import clock, phrases, presence
from floe.server.housekeeping import JOINED
from floe.server.hub import Closing, Connection, Shown
from floe.server.people import Guest
from floe.server.store.faults import StoreUnavailable
from floe.server.store.rows import ChatRow
from floe.server.tables import commands, dispatch, views
from floe.server.tables.clocks import RECONNECT_ALLOWANCE
from floe.server.tables.refusals import NotFound, Refusal, Stale
from floe.server.tables.table import Table
from floe.server.wire import socket
from floe.server.wire.tables import Happening
from floe.server.worker import Worker

WHOLE_LOG = 500
"""A log of so many events is told whole to one who comes; of a longer one only what is in memory, without a replay."""
Request = dispatch.Command | socket.Say | socket.SayPhrase | socket.Why | socket.PlanLine | socket.DropLine
_encoder = msgspec.json.Encoder()


class Visit:
    """From the moment that a client comes to a table until it goes."""

    def __init__(self, worker: Worker, table_id: str, address: str) -> None:
        self.connection = Connection(table_id, None, 0, address)
        self._worker = worker
        self._tables = worker.tables
        self._hub = worker.hub
        self._guest: str | None = None
        self._name: str | None = None
        self._state_waits = False
        """Whether the client is to be told how the table stands, and that could not be read at once."""

    # Coming and going

    async def enter(self, who: Guest | None, have: int) -> None:
        """Come in, as whoever one is. ``have`` is the version that the client knows already."""
        connection = self.connection
        self._worker.sanctions.admit(None if who is None else who.id, connection.address)
        if not self._worker.limits.may_open(connection.address, self._hub.open_from(connection.address)):
            raise Refusal("too_many", "too many tables are open from your address; close one first")
        if who is not None:
            self._guest, self._name = who.id, who.name
            connection.guest, connection.device, connection.seen = who.id, who.device, clock.wall()
            if self._hub.open_by(who.id) >= self._worker.settings.sockets_per_guest:
                raise Refusal("too_many", "you have too many tables open; close one first")
        async with self._tables.using(connection.table_id) as table:
            if not table.may_watch(self._guest):
                raise NotFound
            connection.have = have if have <= table.version else 0
            connection.away = await self._was_away(table)
        self._hub.enter(connection)
        self._worker.metrics.sockets.inc()
        if who is not None:
            await self._come(who)
        await self._tell_presence()
        connection.wake.set()

    async def _come(self, who: Guest) -> None:
        """Put down that somebody is here; unless the device was revoked, or is another's, since one asked who it is.
        From now on that would be noticed (``Housekeeping``)."""
        store, table_id = self._worker.store, self.connection.table_id
        if who.device and not await store.has_device(who.id, who.device):
            raise Closing(JOINED, "joined", "this device is another's, or nobody's", again=True)
        try:
            await store.came(table_id, who.id, self._tables.now())
        except IntegrityError:  # the guest, or the table, is no more
            raise Closing(JOINED, "joined", "it has changed meanwhile", again=True) from None

    async def _was_away(self, table: Table) -> tuple[int, int]:
        """Whoever comes back is forgiven some of the time in which the connection was lost; see ``Connection.away``."""
        clocks = table.clocks
        if clocks is None or clocks.running is None or table.seats[clocks.running].guest != self._guest:
            return (-1, 0)
        now = self._tables.now()
        gone = presence.gone_since(await self._worker.store.present(table.id), self._guest, now)
        if gone is None:
            return (-1, 0)
        away = now - max(gone, clocks.since)
        return (table.position_version, max(0, min(RECONNECT_ALLOWANCE, away)))

    async def leave(self) -> None:
        """Go, if one ever came in."""
        connection = self.connection
        if connection not in self._hub.at(connection.table_id):
            return
        self._hub.leave(connection)
        self._worker.metrics.sockets.dec()
        try:
            if self._guest is not None and self._guest not in {c.guest for c in self._hub.at(connection.table_id)}:
                await self._worker.store.went(connection.table_id, self._guest, self._tables.now())
            await self._tell_presence()
        except (StoreUnavailable, IntegrityError):
            pass  # the next to come is told how it is then; or the table is deleted

    async def _tell_presence(self) -> None:
        await presence.refresh(self._hub, self._worker.store, self.connection.table_id, self._tables.now())
        self._hub.publish(self.connection.table_id, "presence")

    # What there is to tell

    def news_at_once(self) -> Iterator[bytes]:
        """What the client has not been told yet, as far as nothing has to be waited for: nearly always all of it.
        Encoded: answers, then how the table stands."""
        connection = self.connection
        self._check()
        while connection.answers:
            yield _encoder.encode(connection.answers.popleft())
        self._state_waits = False
        if connection.asking:
            return
        table = self._tables.at_rest(connection.table_id)
        self._state_waits = table is None or not table.remembers(connection.have)
        if table is not None and not self._state_waits:
            state = self._told(table, self._shown(table))
            if state is not None:
                yield state

    @property
    def must_look(self) -> bool:
        """Whether there may be more to tell than was told at once."""
        connection = self.connection
        newest = self._hub.chat_number(connection.table_id)
        return (
            self._state_waits
            or connection.presence
            or (connection.plan and self._guest is not None)
            or connection.chat_purged
            or newest is None
            or connection.chat_have < newest
        )

    async def news(self) -> AsyncIterator[bytes]:
        """All that the client has not been told yet, encoded: answers first, how the table stands, then the chat."""
        connection = self.connection
        for message in self.news_at_once():
            yield message
        state = await self._state() if self._state_waits else None
        if state is not None:
            yield state
        if connection.chat_purged:
            connection.chat_purged = False
            yield _encoder.encode(await self._unsaid())
        lines = await self._chat()
        if lines is not None:
            for line in lines:
                yield _encoder.encode(line)
                connection.chat_have = line.number
            self._hub.said(connection.table_id, connection.chat_have)
        if connection.plan and self._guest is not None:
            connection.plan = False
            version, plan = await self._worker.planning.told(connection.table_id, self._guest)
            if version != connection.have:
                connection.plan = True  # after the state that is due, which may tell of another seat
            elif plan is not None and plan != connection.planned:
                connection.planned = plan
                yield _encoder.encode(plan)
        if connection.presence:
            connection.presence = False
            yield _encoder.encode(await self._presence())

    def _check(self) -> None:
        """Go on only if one may still be here, as this person."""
        if self.connection.closing is not None:
            raise self.connection.closing
        self._worker.sanctions.admit(self._guest, self.connection.address)

    async def _state(self) -> bytes | None:
        connection, tables = self.connection, self._tables
        if connection.asking:
            return None
        async with tables.using(connection.table_id, fresh=False) as table:
            shown = self._shown(table)
            if shown is not None or table.remembers(connection.have):
                return self._told(table, shown)
            return self._told(table, None, await self._retold(table))

    def _told(self, table: Table, shown: bytes | None, happened: list[Happening] | None = None) -> bytes | None:
        """How the table stands, and what happened since the client was told last; none if it was told all of it."""
        connection, guest = self.connection, self._guest
        if not table.may_watch(guest):  # it was open to all only while people gathered
            raise NotFound
        if connection.have == table.version and connection.greeted:
            return None
        if connection.persons != (persons := frozenset(table.persons())):
            connection.persons, connection.presence = persons, True
        connection.plan |= guest in persons and (connection.planned is None or bool(connection.planned.lines))
        if shown is None:
            now, have, present = self._tables.now(), connection.have, self._hub.present(table.id)
            happened = views.happenings(table, guest, have) if happened is None else happened
            state = views.state_message(table, guest, happened or [], now, self._tables.outages, present)
            shown = _encoder.encode(state)
            if self._watches(table):
                self._hub.show(table.id, Shown(table.version, have, now, shown))
        connection.have, connection.greeted = table.version, True
        return shown

    def _watches(self, table: Table) -> bool:
        """Whether the client only watches. All who do are told the same, so it is put into words once."""
        return self._guest != table.host and not table.seats_of(self._guest)

    def _shown(self, table: Table) -> bytes | None:
        """What another who only watches was told just now, if that does for this client."""
        if not self._watches(table):
            return None
        return self._hub.shown(table.id, table.version, self.connection.have, self._tables.now())

    async def _retold(self, table: Table) -> list[Happening]:
        """What happened since the client was told last, too long ago for the table to remember: all, but of a long log
        only the newest part. The rest is there in pages (``api.records``)."""
        have, guest = self.connection.have, self._guest
        if table.version > WHOLE_LOG:
            return views.happenings(table, guest, next(iter(table.recent)) - 1) or []
        log = await self._tables.log(table.id)
        return await asyncio.to_thread(views.retold, table.id, table.secret, log[: table.version], guest, have)

    async def _chat(self) -> list[socket.Said] | None:
        """The lines that the client has not been sent; none if it needs no looking, or the client may not read."""
        connection = self.connection
        newest = self._hub.chat_number(connection.table_id)
        if newest is not None and connection.chat_have >= newest:
            return None
        async with self._tables.using(connection.table_id, fresh=False) as table:
            if not table.may_chat(self._guest):
                return None
        limit = self._worker.settings.chat_lines
        rows = await self._worker.store.chat(connection.table_id, connection.chat_have, limit) if limit else []
        return [_said(row) for row in rows]

    async def _unsaid(self) -> socket.Unsaid:
        connection, limit = self.connection, self._worker.settings.chat_lines
        rows = await self._worker.store.chat(connection.table_id, 0, limit) if limit else []
        return socket.Unsaid([row.number for row in rows if row.number <= connection.chat_have])

    async def _presence(self) -> socket.Presence:
        connection = self.connection
        present = self._hub.present(connection.table_id)
        async with self._tables.using(connection.table_id, fresh=False) as table:
            seats = [seat.kind == "machine" or seat.guest in present for seat in table.seats]
            persons = table.persons()
        watching = sum(other.guest not in persons for other in self._hub.at(connection.table_id))
        return socket.Presence(seats, watching)

    # What the client asks for

    async def ask(self, message: Request, too_fast: bool) -> None:
        """Carry out what the client asks for, or refuse it; either way there is an answer to be sent."""
        if self.connection.closing is not None:
            raise self.connection.closing
        self.connection.asking = True
        try:
            outcome, answer = await self._answer(message, too_fast)
        except StoreUnavailable:
            refusal = Refusal("unavailable", "nothing can be stored just now; try again")
            outcome, answer = "unavailable", _refused(message.id, refusal)
        finally:
            self.connection.asking = False
        self.connection.answer(answer)
        self._worker.metrics.requests_by[outcome].inc()

    async def _answer(
        self, message: Request, too_fast: bool
    ) -> tuple[str, socket.Accepted | socket.Refused | socket.Stale]:
        connection = self.connection
        try:
            if too_fast:
                raise Refusal("too_fast", "too many messages; wait a little")
            return "accepted", socket.Accepted(message.id, await self._do(message))
        except Refusal as refusal:
            return "refused", _refused(message.id, refusal)
        except Stale:
            async with self._tables.using(connection.table_id) as table:
                connection.greeted = False  # so that a state follows, also if there is nothing new
                return "stale", socket.Stale(message.id, table.version)

    async def _do(self, message: Request) -> int:
        """Carry it out, and return the version that it led to."""
        connection, guest = self.connection, self._guest
        if isinstance(message, socket.Why):
            async with self._tables.using(connection.table_id) as table:
                commands.why(table, guest, message.action)
            raise Refusal("legal", f"{message.action!r} can be played", action=message.action)
        if guest is None:
            raise Refusal("spectator", "spectators only watch")
        if isinstance(message, socket.Say | socket.SayPhrase):
            return await self._say(guest, message)
        if isinstance(message, socket.PlanLine):
            return await self._worker.planning.lay(connection.table_id, guest, message)
        if isinstance(message, socket.DropLine):
            return await self._worker.planning.drop(connection.table_id, guest, message.number)
        await self._worker.scheduler.catch_up()
        asked, now, outages = message, self._tables.now(), self._tables.outages
        _, version = await self._tables.change(
            connection.table_id,
            lambda table: dispatch.decide(table, guest, asked, now, outages, connection.allowance(table)),
            guest,
            asked.id,
        )
        return version

    def _written(self, text: str) -> str:
        """A line as it is written into the chat."""
        tidy = " ".join(text.split())
        if not tidy or not tidy.isprintable() or len(tidy) > self._worker.settings.chat_length:
            raise Refusal("bad_text", "that cannot be written")
        return tidy

    async def _say(self, guest: str, message: socket.Say | socket.SayPhrase) -> int:
        table_id = self.connection.table_id
        self._worker.sanctions.hear(guest, self.connection.address)
        async with self._tables.using(table_id, fresh=False) as table:
            if not table.may_chat(guest):
                raise Refusal("no_chat", "you cannot write here")
            mine = table.seats_of(guest)
            name = table.seats[mine[0]].name if mine else self._name
        phrase = message.phrase if isinstance(message, socket.SayPhrase) else None
        text = self._written(message.text) if isinstance(message, socket.Say) else phrases.WORDS[message.phrase]
        seat = mine[0] if mine else None
        line = ChatRow(table_id, 0, self._tables.now(), guest, seat, name or "Guest", text, message.id, phrase)
        number = await self._worker.store.say(line)
        self._hub.said(table_id, number)
        self._hub.publish(table_id, "chat", number)
        return number


def _said(row: ChatRow) -> socket.Said:
    """A line of the chat as clients are told it. A phrase that a later version has added is told by its words."""
    phrase = row.phrase if row.phrase in phrases.WORDS else None
    return socket.Said(row.number, row.at, row.seat, row.name, row.text, phrase)


def _refused(client_id: str, refusal: Refusal) -> socket.Refused:
    return socket.Refused(client_id, refusal.rule, refusal.key, refusal.values, refusal.words)
