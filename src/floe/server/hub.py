"""Open sockets of this worker, table by table, and the news that passes between workers.

A socket is not sent what happened piece by piece: it is woken, and its sender looks how the table stands then and
tells all that happened since it looked last. So a slow client never makes the server keep messages for it.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec
from litestar.channels import ChannelsPlugin, Subscriber

from floe.server.limits import Use
from floe.server.tables.clocks import NETWORK_ALLOWANCE
from floe.server.tables.table import Table
from floe.server.waking import Wake
from floe.server.wire import socket

CHANNEL = "floe"
MAX_ANSWERS = 64
"""A client that lets so many answers wait to be sent is let go."""
ARRIVING = 16
"""So many sockets are let in at the same time."""
TOGETHER = 50
"""So many news are told in one message: PostgreSQL passes on no more than 8,000 bytes."""
SHOWN = 100
"""For so many milliseconds a message for one who only watches does for the others who do: its clocks run on."""


Subject = Literal["changed", "chat", "presence", "acts", "plan"]


class News(msgspec.Struct, frozen=True, tag="news"):
    """What workers tell each other: where to look. Nothing of a game is in it."""

    worker: str
    table: str
    """Empty for what concerns no table."""
    what: Subject
    number: int = 0
    """Of the newest line of the chat; of the seat whose guest has to be told of their plan."""


@dataclass(frozen=True)
class Shown:
    """A state message, encoded, as all get it who only watch a table."""

    version: int
    have: int
    """The version that its receivers had."""
    at: int
    message: bytes


class TooSlow(Exception):
    """A client does not take what it is sent."""


class Closing(Exception):
    """A socket is to be closed, and the client told why."""

    def __init__(self, code: int, key: str, words: str, again: bool = False) -> None:
        self.code = code
        self.bye = socket.Bye(key, words, again)
        super().__init__(words)


@dataclass(eq=False)
class Connection:
    """One open socket at a table."""

    table_id: str
    guest: str | None
    have: int
    """The version that the client has been told of."""
    address: str = ""
    """From where it comes; see ``rate_limit.address_of``."""
    device: str = ""
    seen: int = 0
    """When it was put down last that the device is in use."""
    closing: Closing | None = None
    """Why it is to be closed, if it is."""
    greeted: bool = False
    """Whether it was told how the table stands, which it is at least once."""
    chat_have: int = 0
    chat_purged: bool = False
    """Whether lines of the chat were taken away, and the client does not know."""
    delay: int = 0
    """The network's, in milliseconds there and back, as the last ping has shown."""
    away: tuple[int, int] = (-1, 0)
    """The position's version while which the connection was lost, and the milliseconds to be forgiven for it."""
    wake: Wake = field(default_factory=Wake)
    answers: deque[socket.FromServer] = field(default_factory=deque)
    asking: bool = False
    """Whether something that the client asks for is being done: what it leads to is told together with the answer."""
    presence: bool = True
    """Whether the client has still to be told who is present."""
    plan: bool = True
    """Whether the client's plan may be another than it was told."""
    planned: socket.Plan | None = None
    """What it was told of it last."""
    persons: frozenset[str] = frozenset()
    """Who sat at the table when it was told last: whoever sits down no longer watches."""

    def allowance(self, table: Table) -> int:
        """Milliseconds that the network has taken of the time to decide, there and back and while it was away."""
        away = self.away[1] if self.away[0] == table.position_version else 0
        return min(self.delay, NETWORK_ALLOWANCE) + away

    def close(self, closing: Closing) -> None:
        """Close it as soon as possible, for the first reason there is; from now on nothing is done for it."""
        self.closing = self.closing or closing
        self.wake.set()

    def answer(self, message: socket.FromServer) -> None:
        """Send this as soon as possible."""
        if len(self.answers) >= MAX_ANSWERS:
            raise TooSlow
        self.answers.append(message)
        self.wake.set()


class Hub:
    """The sockets of this worker."""

    def __init__(self, worker: str, channels: ChannelsPlugin) -> None:
        self.worker = worker
        self._channels = channels
        self._rooms: dict[str, dict[Connection, None]] = defaultdict(dict)
        """In the order in which they came, so that they are told in that order."""
        self._open: Counter[str] = Counter()
        self._from: Counter[str] = Counter()
        self._elsewhere: dict[str, tuple[int, frozenset[str]]] = {}
        self._asked = 0
        self._chats: dict[str, int] = {}
        self._shown: dict[str, Shown] = {}
        self.arriving = asyncio.Semaphore(ARRIVING)
        """Whoever comes has one of these until they are in, so that a crowd that comes at once, after a restart say,
        waits outside and not in the way of those who play."""
        self._untold: dict[News, None] = {}
        self._subscriber: Subscriber | None = None
        self._listening: asyncio.Task[None] | None = None

    # Sockets

    def enter(self, connection: Connection) -> None:
        self._rooms[connection.table_id][connection] = None
        self._from[connection.address] += 1
        if connection.guest is not None:
            self._open[connection.guest] += 1

    def leave(self, connection: Connection) -> None:
        room = self._rooms[connection.table_id]
        room.pop(connection, None)
        self._from[connection.address] -= 1
        if not self._from[connection.address]:
            del self._from[connection.address]
        if connection.guest is not None:
            self._open[connection.guest] -= 1
            if not self._open[connection.guest]:
                del self._open[connection.guest]
        if not room:
            del self._rooms[connection.table_id]
            self._elsewhere.pop(connection.table_id, None)
            self._chats.pop(connection.table_id, None)
            self._shown.pop(connection.table_id, None)

    def present(self, table_id: str) -> frozenset[str]:
        """The guests who have a table open, at any worker."""
        here = {connection.guest for connection in self.at(table_id) if connection.guest is not None}
        return self._elsewhere[table_id][1] | here if table_id in self._elsewhere else frozenset(here)

    def ask_present(self) -> int:
        """The number of a question to the store who has a table open, for ``set_present``."""
        self._asked += 1
        return self._asked

    def set_present(self, table_id: str, guests: frozenset[str], asked: int) -> None:
        """What the store says of who has a table open. What was overtaken by the answer to a later question is old."""
        before = self._elsewhere.get(table_id, (0, None))
        if table_id in self._rooms and asked > before[0]:
            self._elsewhere[table_id] = asked, guests
            if guests != before[1]:
                self.wake(table_id, presence=True)

    def address_at(self, table_id: str, persons: Collection[str]) -> str:
        """From where somebody has a table open, one of those who play if any of them has; empty if nobody has."""
        there = sorted(self.at(table_id), key=lambda one: one.guest not in persons)
        return there[0].address if there else ""

    def open_from(self, address: str) -> int:
        """How many sockets are open here from an address."""
        return self._from[address]

    def addresses(self) -> Mapping[str, int]:
        """How many sockets are open here, by address."""
        return self._from

    def open_by(self, guest: str) -> int:
        """How many sockets a guest has here."""
        return self._open[guest]

    def tables(self) -> list[str]:
        """The tables that somebody has open here."""
        return list(self._rooms)

    def behind(self, table_id: str, version: int) -> bool:
        """Whether somebody who has a table open here was not yet told how it stands at this version."""
        return any(connection.have < version for connection in self._rooms.get(table_id, ()))

    def at(self, table_id: str) -> Collection[Connection]:
        return self._rooms.get(table_id, {}).keys()

    def __len__(self) -> int:
        return sum(len(room) for room in self._rooms.values())

    def every(self) -> list[Connection]:
        return [connection for room in self._rooms.values() for connection in room]

    def wake(self, table_id: str, presence: bool = False) -> None:
        """Let the sockets of a table look how it stands."""
        for connection in self.at(table_id):
            connection.presence |= presence
            if not connection.asking:
                connection.wake.set()

    def shown(self, table_id: str, version: int, have: int, now: int) -> bytes | None:
        """What another who only watches was sent just now, if the same does for one who has this version."""
        kept = self._shown.get(table_id)
        if kept is None or (kept.version, kept.have) != (version, have) or not 0 <= now - kept.at < SHOWN:
            return None
        return kept.message

    def show(self, table_id: str, shown: Shown) -> None:
        """Keep a message for the others who only watch."""
        if table_id in self._rooms:
            self._shown[table_id] = shown

    # News

    async def changed(self, table: Table, here: bool) -> None:
        """A table has changed: tell the sockets here and, if it was changed here, the other workers."""
        self.wake(table.id)
        if here:
            self.publish(table.id, "changed")

    def said(self, table_id: str, number: int) -> None:
        """A line was written into a table's chat."""
        if table_id in self._rooms and number > self._chats.get(table_id, -1):
            self._chats[table_id] = number
            self.wake(table_id)

    def planned(self, table_id: str, guest: str) -> None:
        """What a guest plans at a table has changed; it is told to nobody else."""
        for connection in self.at(table_id):
            if connection.guest == guest:
                connection.plan = True
                if not connection.asking:
                    connection.wake.set()

    def chat_number(self, table_id: str) -> int | None:
        """The number of the newest line of a table's chat, 0 for none; none if nobody has looked yet."""
        return self._chats.get(table_id)

    def publish(self, table_id: str, what: Subject, number: int = 0) -> None:
        """Tell the other workers where to look, together with what else there is to tell in this turn of the loop:
        moves are written in groups, and a message costs the bus and each worker more than what is in it."""
        if not self._untold:
            asyncio.get_running_loop().call_soon(self._publish_all)
        self._untold[News(self.worker, table_id, what, number)] = None

    def _publish_all(self) -> None:
        untold, self._untold = list(self._untold), {}
        for first in range(0, len(untold), TOGETHER):
            self.tell(*untold[first : first + TOGETHER])

    def tell(self, *told: News | Use) -> None:
        self._channels.publish(msgspec.json.encode(told), CHANNEL)

    async def listen(self, heard: Callable[[News | Use], None]) -> None:
        """From now on hear what other workers tell."""
        self._subscriber = await self._channels.subscribe(CHANNEL)
        self._listening = asyncio.create_task(self._hear(self._subscriber, heard))

    async def _hear(self, subscriber: Subscriber, heard: Callable[[News | Use], None]) -> None:
        decoder = msgspec.json.Decoder(list[News | Use])
        async for data in subscriber.iter_events():
            try:
                told = decoder.decode(data)
            except msgspec.DecodeError:
                continue  # somebody else's, or of a newer version
            for news in told:
                if news.worker != self.worker:
                    heard(news)

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
        if self._subscriber is not None:
            await self._channels.unsubscribe(self._subscriber)
