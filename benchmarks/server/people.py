"""People who play by script: what they ask over HTTP, and their sockets at a table, each message with its times."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from floe.bots.registry import default_level

PATIENCE_S = 30.0
GAMES = ("icecult", "igluiglu")


class Head(msgspec.Struct):
    status: str


class Position(msgspec.Struct):
    legal: list[str]


class Message(msgspec.Struct):
    """What a player by script has to know of any message; the rest is left unread."""

    type: str
    id: str = ""
    version: int = 0
    number: int = 0
    table: Head | None = None
    position: Position | None = None


_decoder = msgspec.json.Decoder(Message)


class Unexpected(RuntimeError):
    """The server has answered something that a bench cannot go on with."""


def tell(document: dict[str, Any]) -> None:
    """Print it as JSON. Through a buffer: standard output without one (PYTHONUNBUFFERED) loses what a full pipe does
    not take at once."""
    with open(sys.stdout.fileno(), "w", encoding="utf-8", closefd=False) as out:  # it has no path
        json.dump(document, out)


async def ask(address: str, method: str, path: str, token: str | None = None, body: Any = None) -> tuple[str, Any]:
    """One request on a connection of its own: the head of the answer, and its body."""
    host, _, port = address.partition(":")
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: {address}", "Connection: close", f"Content-Length: {len(content)}"]
    lines += ["Content-Type: application/json"] if content else []
    lines += [f"Authorization: Bearer {token}"] if token else []
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write("\r\n".join([*lines, "", ""]).encode() + content)
        answer = await asyncio.wait_for(reader.read(), PATIENCE_S)
    finally:
        writer.close()
    head, _, text = answer.decode().partition("\r\n\r\n")
    if not head.startswith("HTTP/1.1 2"):
        raise Unexpected(f"{method} {path}: {answer.decode()[:300]}")
    return head, json.loads(text)


async def new_guest(address: str) -> str:
    """Somebody new: the token."""
    head, _ = await ask(address, "GET", "/api/me")
    return head.partition("floe_guest=")[2].partition(";")[0]


async def new_table(address: str, game: str, host: str, other: str) -> str:
    """A table with two people whose game has begun: its id."""
    settings = {"game": game, "seats": [{"who": "me"}, {"who": "open"}]}
    _, made = await ask(address, "POST", "/api/tables", host, {"settings": settings})
    await ask(address, "POST", f"/api/tables/{made['id']}/sit", other, {"seat": None})
    return str(made["id"])


async def settle(address: str, patience_s: float = 180.0) -> None:
    """Wait until the server has loaded all that machines need, or compiled it: it does so beside its first work."""
    token = await new_guest(address)
    give_up = time.perf_counter() + patience_s
    for game in GAMES:
        seats = [{"who": "machine", "level": default_level(game)}, {"who": "me"}]
        settings = {"game": game, "seats": seats, "pace": 0}
        _, made = await ask(address, "POST", "/api/tables", token, {"settings": settings})
        while made["to_move"] != 1:
            if time.perf_counter() > give_up:
                raise Unexpected("no machine has moved")
            await asyncio.sleep(0.1)
            _, made = await ask(address, "GET", f"/api/tables/{made['id']}", token)


class Times:
    """How long moves took, in seconds, and what was acknowledged."""

    def __init__(self) -> None:
        self.since = 0.0
        """Moves that were sent before this count as played, but not as measured."""
        self.until = float("inf")
        self.to_answer: list[float] = []
        self.to_screen: list[float] = []
        self.acknowledged: dict[str, list[tuple[int, str]]] = {}
        """By table: the version that each move led to, and the move."""
        self.not_taken = 0

    def note(self, durations: list[float], sent: float) -> None:
        if self.since <= sent < self.until:
            durations.append(time.perf_counter() - sent)

    def document(self) -> dict[str, Any]:
        return {
            "to_answer": self.to_answer,
            "to_screen": self.to_screen,
            "acknowledged": self.acknowledged,
            "not_taken": self.not_taken,
        }


class Table:
    """One table with its two people, who play at random."""

    def __init__(self, address: str, table: str, tokens: tuple[str, str], times: Times) -> None:
        self.id = table
        self.at_once = False
        """Whether they play whenever they may, or only when they are told to."""
        self.over = asyncio.Event()
        self._address = address
        self._tokens = tokens
        self._times = times
        self._random = random.Random(table)  # noqa: S311  # for moves of no importance
        self._sockets: list[ClientConnection] = []
        self._readers: list[asyncio.Task[None]] = []
        self._due: tuple[int, int, list[str]] | None = None
        self._played_on = 0
        self._asked: dict[str, tuple[float, str]] = {}
        self._unseen: dict[int, tuple[float, int]] = {}
        times.acknowledged[table] = []

    async def open(self) -> None:
        """Both come, and are told how the table stands."""
        for seat, token in enumerate(self._tokens):
            socket = await connect(
                f"ws://{self._address}/ws/tables/{self.id}?have=0",
                additional_headers={"Authorization": f"Bearer {token}"},
                proxy=None,
                max_size=None,
                ping_interval=None,  # the server pings
                open_timeout=PATIENCE_S,
            )
            self._sockets.append(socket)
            self._readers.append(asyncio.create_task(self._read(seat, socket)))

    async def close(self) -> None:
        """Both go, once all that was sent is answered and seen."""
        give_up = time.perf_counter() + PATIENCE_S
        while (self._asked or self._unseen) and time.perf_counter() < give_up:
            self._raise_faults()
            await asyncio.sleep(0.01)
        if self._asked or self._unseen:
            raise Unexpected(f"{len(self._asked)} moves were never answered, {len(self._unseen)} never shown")
        self._raise_faults()
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)
        await asyncio.gather(*(socket.close() for socket in self._sockets))

    def _raise_faults(self) -> None:
        for reader in self._readers:
            if reader.done() and not reader.cancelled():
                reader.result()

    async def play(self) -> bool:
        """Play a move, if somebody may: whether it was sent."""
        if self._due is None:
            return False
        seat, version, legal = self._due
        self._due = None
        action = self._random.choice(legal)
        ident = f"move-{version:08}"
        sent = time.perf_counter()
        self._asked[ident] = (sent, action)
        self._unseen[version + 1] = (sent, seat)
        await self._sockets[seat].send(json.dumps({"type": "play", "id": ident, "version": version, "action": action}))
        return True

    async def _read(self, seat: int, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                message = _decoder.decode(text)
                if message.type == "state":
                    await self._see(seat, message)
                elif message.type == "accepted":
                    sent, action = self._asked.pop(message.id)
                    self._times.note(self._times.to_answer, sent)
                    self._times.acknowledged[self.id].append((message.version, action))
                elif message.type == "ping":
                    await socket.send(json.dumps({"type": "pong", "number": message.number}))
                elif message.type not in {"plan", "presence", "said"}:
                    raise Unexpected(f"{text[:300]!r}")
        except ConnectionClosed as fault:
            raise Unexpected(f"the server has closed a socket: {fault}") from fault

    async def _see(self, seat: int, message: Message) -> None:
        for version in [one for one in self._unseen if one <= message.version]:
            sent, mover = self._unseen[version]
            if mover != seat:
                del self._unseen[version]
                self._times.note(self._times.to_screen, sent)
        if message.table is not None and message.table.status == "over":
            self.over.set()
        elif message.position is not None and message.position.legal and message.version > self._played_on:
            self._played_on = message.version
            self._due = (seat, message.version, message.position.legal)
            if self.at_once:
                await self.play()
