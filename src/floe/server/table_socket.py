"""The socket of a table: what clients send is carried out, and what happens is told to them."""

from __future__ import annotations

import asyncio
import time
from typing import Any, TypeVar

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from floe.server import presence
from floe.server.hub import Connection, Shown, TooSlow
from floe.server.logs import Log
from floe.server.people import known
from floe.server.rate_limit import Bucket
from floe.server.store.faults import StoreUnavailable
from floe.server.store.rows import ChatRow
from floe.server.tables import commands, views
from floe.server.tables.clocks import NETWORK_ALLOWANCE, RECONNECT_ALLOWANCE
from floe.server.tables.events import Event
from floe.server.tables.refusals import NotFound, Refusal, Stale
from floe.server.tables.table import Table
from floe.server.wire import socket
from floe.server.wire.socket import FromClient
from floe.server.worker import Worker

PING_SECONDS = 20.0
UNANSWERED_PINGS = 2
"""A client that has left so many pings unanswered is gone."""
RETRY_SECONDS = 1.0

GONE, NO_TABLE, HOSTILE, TRY_AGAIN, FAULT = 4000, 4004, 4008, 1013, 1011
"""Close codes; see ``docs/protocol.md``."""
DEAF = frozenset({"too_slow", "gone"})
"""Reasons to close a socket whose client takes nothing any more."""

Asked = (
    socket.Play
    | socket.Undo
    | socket.AskTakeback
    | socket.AnswerTakeback
    | socket.Resign
    | socket.Leave
    | socket.Return
)
Fault = TypeVar("Fault", bound=BaseException)
_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
_encoder = msgspec.json.Encoder()
journal = Log("sockets")


class Closing(Exception):
    """The socket is to be closed, and the client told why."""

    def __init__(self, code: int, key: str, words: str, again: bool = False) -> None:
        self.code = code
        self.bye = socket.Bye(key, words, again)
        super().__init__(words)


class TableSocket:
    """One client at one table."""

    def __init__(self, ws: WebSocket[Any, Any, Any], worker: Worker, table_id: str) -> None:
        self._ws = ws
        self._worker = worker
        self._tables = worker.tables
        self._hub = worker.hub
        self._guest: str | None = None
        self._name: str | None = None
        self._connection = Connection(table_id, None, 0)
        rate = worker.settings.messages_per_second
        self._bucket = Bucket(rate, 3 * rate)
        self._pings: dict[int, float] = {}

    async def serve(self, have: int) -> None:
        """Until the client is gone. ``have`` is the version that it knows already."""
        closing: Closing | None = None
        try:
            await self._enter(have)
            async with asyncio.TaskGroup() as tasks:
                for work in (self._receive(), self._send(), self._keep_alive()):
                    tasks.create_task(work)
        except* WebSocketDisconnect:
            pass
        except* NotFound as group:
            closing = Closing(NO_TABLE, "no_table", str(_first(group)))
        except* StoreUnavailable:
            closing = Closing(TRY_AGAIN, "unavailable", "the database is away", again=True)
        except* TooSlow:
            closing = Closing(HOSTILE, "too_slow", "the answers are not taken", again=True)
        except* Closing as group:
            closing = _first(group)
        except* Exception as group:
            self._worker.metrics.faults.labels("sockets").inc()
            journal.error("socket_failed", _first(group))
            closing = Closing(FAULT, "fault", "something went wrong here; it is in the server's log", again=True)
        finally:
            if self._connection in self._hub.at(self._connection.table_id):
                await asyncio.shield(self._leave())
        if closing is not None:
            await self._close(closing)

    async def _close(self, closing: Closing) -> None:
        """What was asked before is still answered, unless nobody takes answers; then why it ends."""
        answers = self._connection.answers
        if closing.bye.key in DEAF:
            answers.clear()
        try:
            while answers:
                await self._put(answers.popleft())
            await self._put(closing.bye)
            await self._ws.close(closing.code, closing.bye.key)
        except (OSError, RuntimeError, WebSocketDisconnect):
            pass  # the client was faster

    # Coming and going

    async def _enter(self, have: int) -> None:
        connection, worker = self._connection, self._worker
        guest = await known(worker.store, self._ws)
        if guest is not None:
            self._guest, self._name = guest.id, guest.name
            connection.guest = guest.id
            if self._hub.open_by(guest.id) >= worker.settings.sockets_per_guest:
                raise Closing(HOSTILE, "too_many", "you have too many tables open; close one first")
        async with self._tables.using(connection.table_id) as table:
            if not may_watch(table, self._guest):
                raise NotFound
            connection.have = have if have <= table.version else 0
            connection.away = await self._was_away(table)
        self._hub.enter(connection)
        worker.metrics.sockets.inc()
        if self._guest is not None:
            await worker.store.came(connection.table_id, self._guest, self._tables.now())
        await self._tell_presence()
        connection.wake.set()

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

    async def _leave(self) -> None:
        connection = self._connection
        self._hub.leave(connection)
        self._worker.metrics.sockets.dec()
        try:
            if self._guest is not None and self._guest not in {c.guest for c in self._hub.at(connection.table_id)}:
                await self._worker.store.went(connection.table_id, self._guest, self._tables.now())
            await self._tell_presence()
        except StoreUnavailable:
            pass  # the next to come is told how it is then

    async def _tell_presence(self) -> None:
        await presence.refresh(self._hub, self._worker.store, self._connection.table_id, self._tables.now())
        self._hub.publish(self._connection.table_id, "presence")

    # Sending

    async def _send(self) -> None:
        """Whenever something woke this up: answers first, then how the table stands, then the chat."""
        connection = self._connection
        while True:
            await connection.wake.wait()
            connection.wake.clear()
            try:
                while connection.answers:
                    await self._put(connection.answers.popleft())
                await self._send_state()
                await self._send_chat()
                if connection.presence:
                    connection.presence = False
                    await self._send_presence()
            except StoreUnavailable:
                await asyncio.sleep(RETRY_SECONDS)
                connection.wake.set()

    async def _put(self, message: socket.FromServer) -> None:
        await self._put_text(_encoder.encode(message).decode())

    async def _put_text(self, text: str) -> None:
        try:
            await self._ws.send_text(text)
        except (OSError, RuntimeError):
            raise WebSocketDisconnect(detail="the client is gone") from None

    async def _send_state(self) -> None:
        connection, tables, guest = self._connection, self._tables, self._guest
        async with tables.using(connection.table_id, fresh=False) as table:
            if not may_watch(table, guest):  # it was open to all only while people gathered
                raise NotFound
            if connection.have == table.version and connection.greeted:
                return
            if connection.persons != (persons := frozenset(table.persons())):
                connection.persons, connection.presence = persons, True
            # All who only watch are told the same, so it is put into words once for all of them.
            watches = guest != table.host and not table.seats_of(guest)
            now, have = tables.now(), connection.have
            text = self._hub.shown(table.id, table.version, have, now) if watches else None
            if text is None:
                text = _encoder.encode(await self._state(table, now)).decode()
                if watches:
                    self._hub.show(table.id, Shown(table.version, have, now, text))
            connection.have, connection.greeted = table.version, True
        await self._put_text(text)

    async def _state(self, table: Table, now: int) -> socket.StateMessage:
        """How the table stands, and all that happened since the client was told last."""
        have, guest = self._connection.have, self._guest
        happened = views.happenings(table, guest, have)
        if happened is None:
            log = await self._tables.log(table.id)
            happened = await asyncio.to_thread(views.retold, table.id, table.secret, log[: table.version], guest, have)
        present = self._hub.present(table.id)
        return views.state_message(table, guest, happened, now, self._tables.outages, present)

    async def _send_chat(self) -> None:
        connection = self._connection
        newest = self._hub.chat_number(connection.table_id)
        if newest is not None and connection.chat_have >= newest:
            return
        async with self._tables.using(connection.table_id, fresh=False) as table:
            if not may_chat(table, self._guest):
                return
        limit = self._worker.settings.chat_lines
        lines = await self._worker.store.chat(connection.table_id, connection.chat_have, limit) if limit else []
        for line in lines:
            await self._put(socket.Said(line.number, line.at, line.seat, line.name, line.text))
            connection.chat_have = line.number
        self._hub.said(connection.table_id, connection.chat_have)

    async def _send_presence(self) -> None:
        connection = self._connection
        present = self._hub.present(connection.table_id)
        async with self._tables.using(connection.table_id, fresh=False) as table:
            seats = [seat.kind == "machine" or seat.guest in present for seat in table.seats]
            persons = table.persons()
        watching = sum(other.guest not in persons for other in self._hub.at(connection.table_id))
        await self._put(socket.Presence(seats, watching))

    async def _keep_alive(self) -> None:
        number = 0
        while True:
            if len(self._pings) >= UNANSWERED_PINGS:
                raise Closing(GONE, "gone", "the last pings were not answered", again=True)
            number += 1
            self._pings[number] = time.monotonic()
            self._connection.answer(socket.Ping(number))
            await asyncio.sleep(PING_SECONDS)

    # Receiving

    async def _receive(self) -> None:
        while True:
            text = await self._ws.receive_text()
            if len(text) > self._worker.settings.message_bytes:
                raise Closing(HOSTILE, "too_large", "the message is too large")
            left = self._bucket.take()
            if left < -self._bucket.burst:
                raise Closing(HOSTILE, "too_fast", "far too many messages", again=True)
            try:
                message = _decoder.decode(text)
            except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
                raise Closing(HOSTILE, "malformed", f"not a message of this protocol: {fault}") from None
            await self._take(message, too_fast=left < 0)

    async def _take(self, message: FromClient, too_fast: bool) -> None:
        connection = self._connection
        if isinstance(message, socket.Pong):
            sent = self._pings.pop(message.number, None)
            if sent is not None:
                connection.delay = int((time.monotonic() - sent) * 1000)
            return
        try:
            outcome, answer = await self._answer(message, too_fast)
        except StoreUnavailable:
            refusal = Refusal("unavailable", "nothing can be stored just now; try again")
            outcome, answer = "unavailable", _refused(message.id, refusal)
        connection.answer(answer)
        self._worker.metrics.requests.labels(outcome).inc()

    async def _answer(
        self, message: Asked | socket.Say | socket.Why, too_fast: bool
    ) -> tuple[str, socket.Accepted | socket.Refused | socket.Stale]:
        connection = self._connection
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

    async def _do(self, message: Asked | socket.Say | socket.Why) -> int:
        """Carry out what a client asks for, and answer the version that it led to."""
        if isinstance(message, socket.Why):
            async with self._tables.using(self._connection.table_id) as table:
                commands.why(table, self._guest, message.action)
            raise Refusal("legal", f"{message.action!r} can be played", action=message.action)
        guest = self._guest
        if guest is None:
            raise Refusal("spectator", "spectators only watch")
        if isinstance(message, socket.Say):
            return await self._say(guest, message)
        await self._worker.scheduler.catch_up()
        asked, now = message, self._tables.now()
        _, version = await self._tables.change(
            self._connection.table_id, lambda table: self._decide(table, guest, asked, now), guest, asked.id
        )
        return version

    def _decide(self, table: Table, guest: str, asked: Asked, now: int) -> list[Event]:
        outages = self._tables.outages
        match asked:
            case socket.Play():
                connection = self._connection
                away = connection.away[1] if connection.away[0] == table.position_version else 0
                allowance = min(connection.delay, NETWORK_ALLOWANCE) + away
                return commands.play(table, guest, asked.version, asked.action, now, outages, allowance)
            case socket.Undo():
                return commands.undo(table, guest, asked.version, now, outages)
            case socket.AskTakeback():
                return commands.ask_takeback(table, guest, asked.version, now, outages)
            case socket.AnswerTakeback():
                return commands.answer_takeback(table, guest, asked.grant, now, outages)
            case socket.Resign():
                return commands.resign(table, guest, asked.seat)
            case socket.Leave():
                return commands.leave(table, guest, now, outages)
            case socket.Return():
                return commands.come_back(table, guest)

    async def _say(self, guest: str, message: socket.Say) -> int:
        table_id = self._connection.table_id
        async with self._tables.using(table_id, fresh=False) as table:
            if not may_chat(table, guest):
                raise Refusal("no_chat", "you cannot write here")
            mine = table.seats_of(guest)
            name = table.seats[mine[0]].name if mine else self._name
        text = " ".join(message.text.split())
        if not text or not text.isprintable() or len(text) > self._worker.settings.chat_length:
            raise Refusal("bad_text", "that cannot be written")
        seat = mine[0] if mine else None
        line = ChatRow(table_id, 0, self._tables.now(), guest, seat, name or "Guest", text, message.id)
        number = await self._worker.store.say(line)
        self._hub.said(table_id, number)
        self._hub.publish(table_id, "chat", number)
        return number


def may_watch(table: Table, guest: str | None) -> bool:
    """Whether somebody may see a table. While people gather, whoever has the link may."""
    return table.settings.spectators or table.status == "gathering" or guest in table.persons()


def may_chat(table: Table, guest: str | None) -> bool:
    """Whether somebody may read and write the chat."""
    return table.settings.chat == "all" or (table.settings.chat == "players" and guest in table.persons())


def _refused(client_id: str, refusal: Refusal) -> socket.Refused:
    return socket.Refused(client_id, refusal.rule, refusal.key, refusal.values, refusal.words)


def _first(group: BaseExceptionGroup[Fault]) -> Fault:
    found = group.exceptions[0]
    return _first(found) if isinstance(found, BaseExceptionGroup) else found
