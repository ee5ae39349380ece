"""People who play on a server, as a browser would: over HTTP, and over a table's socket."""

from __future__ import annotations

import asyncio
import itertools
import json
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.bench_table import SHORT

PATIENCE_S = 180
WHOLE_GAME_S = 600
Message = dict[str, Any]
_numbers = itertools.count(1)
_TLS = ssl.create_default_context()
"""Never used, but httpx would load all authorities for each client."""


def new_id() -> str:
    """A client id that was not used before."""
    return f"client-{next(_numbers):06}"


def browser(address: str) -> httpx.AsyncClient:
    """A client that nobody knows yet."""
    return httpx.AsyncClient(base_url=f"http://{address}", timeout=PATIENCE_S, verify=_TLS)


class Closed(Exception):
    """The server has closed the socket."""

    def __init__(self, code: int, bye: Message | None) -> None:
        self.code = code
        self.bye = bye
        super().__init__(f"{code}: {bye}")


class Person:
    """A guest with a token."""

    def __init__(self, address: str, token: str, name: str | None = None) -> None:
        self.address = address
        self.token = token
        self.name = name

    @classmethod
    async def come(cls, address: str, name: str | None = None) -> Person:
        async with browser(address) as client:
            answer = await client.get("/api/me")
            answer.raise_for_status()
            person = cls(address, answer.cookies["floe_guest"], name)
        if name is not None:
            await person.put("/api/me", {"name": name})
        return person

    def at_address(self, address: str) -> Person:
        """The same person at another worker."""
        return Person(address, self.token, self.name)

    async def call(self, method: str, path: str, body: Any = None) -> httpx.Response:
        async with browser(self.address) as client:
            headers = {"Authorization": f"Bearer {self.token}"}
            return await client.request(method, path, json=body, headers=headers)

    async def get(self, path: str) -> Any:
        return _good(await self.call("GET", path))

    async def put(self, path: str, body: Any) -> Any:
        return _good(await self.call("PUT", path, body))

    async def post(self, path: str, body: Any = None) -> Any:
        return _good(await self.call("POST", path, body))

    async def new_table(self, *seats: str, game: str = "icecult", **chosen: Any) -> str:
        """Set up a table, as ``bench_table.settings`` does; return its id."""
        plans = [{"who": who} if who in {"me", "open"} else {"who": "machine", "level": who} for who in seats]
        usual: dict[str, Any] = {"rules": SHORT if game == "icecult" else {}, "pace": 0}
        asked = {key: chosen.pop(key) for key in ("position", "start", "name", "adds_entropy") if key in chosen}
        made = await self.post("/api/tables", {"settings": {"game": game, "seats": plans} | usual | chosen, **asked})
        table: str = made["id"]
        return table

    async def sit(self, table: str, seat: int | None = None) -> Any:
        return await self.post(f"/api/tables/{table}/sit", {"seat": seat})

    def at(self, table: str, have: int = 0) -> Socket:
        return Socket(self.address, table, have, self.token)


def _good(answer: httpx.Response) -> Any:
    assert answer.status_code < 300, f"{answer.status_code} {answer.text}"
    return answer.json()


class Socket:
    """A table's socket as a client has it: remembers all it heard, and answers pings."""

    def __init__(
        self, address: str, table: str, have: int = 0, token: str | None = None, origin: str | None = None
    ) -> None:
        self._url = f"ws://{address}/ws/tables/{table}?have={have}"
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        if origin is not None:
            self._headers["Origin"] = origin
        self._socket: ClientConnection | None = None
        self.heard: list[Message] = []
        self.state: Message = {}
        """The newest state message."""
        self.frames: list[str] = []
        """All that came, as it came."""
        self.pongs = True

    async def __aenter__(self) -> Self:
        self._socket = await connect(
            self._url,
            additional_headers=self._headers,
            proxy=None,
            max_size=None,
            open_timeout=PATIENCE_S,
            ping_interval=None,  # the server pings
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.socket.close()

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    @property
    def version(self) -> int:
        return int(self.state["version"])

    @property
    def legal(self) -> list[str]:
        position = self.state["position"]
        return list(position["legal"]) if position else []

    # Hearing

    async def hear(self) -> Message:
        """The next message that is no ping."""
        async with asyncio.timeout(PATIENCE_S):
            return await self._hear()

    async def _hear(self) -> Message:
        while True:
            try:
                text = await self.socket.recv()
            except ConnectionClosed as fault:
                code = fault.rcvd.code if fault.rcvd else 1006
                bye = self.heard[-1] if self.heard and self.heard[-1]["type"] == "bye" else None
                raise Closed(code, bye) from None
            assert isinstance(text, str)
            message: Message = json.loads(text)
            if message["type"] == "ping":
                if self.pongs:
                    await self.send({"type": "pong", "number": message["number"]})
                continue
            self.frames.append(text)
            self.heard.append(message)
            if message["type"] == "state":
                self.state = message
            return message

    async def next(self, kind: str) -> Message:
        """The next message of a kind."""
        while True:
            message = await self.hear()
            if message["type"] == kind:
                return message

    async def hears(self, wanted: Message) -> None:
        """Wait for a message that has at least these values; it may have come already."""
        while not any(wanted.items() <= message.items() for message in self.heard):
            await self.hear()

    async def until(self, wanted: Callable[[Message], bool]) -> Message:
        """Wait for a state; the present one may do."""
        while not self.state or not wanted(self.state):
            await self.next("state")
        return self.state

    async def until_version(self, version: int) -> Message:
        """Wait for this version or a newer one."""
        return await self.until(lambda state: int(state["version"]) >= version)

    async def until_ply(self, ply: int) -> Message:
        """Wait until so many actions are on record, or more."""
        return await self.until(lambda state: state["position"] is not None and state["position"]["ply"] >= ply)

    async def until_mine(self) -> Message:
        """Wait until there is something to decide, or the game is over."""
        return await self.until(lambda state: state["table"]["status"] == "over" or bool(self.legal))

    async def closed(self) -> Closed:
        """Hear until the server closes the socket."""
        try:
            while True:
                await self.hear()
        except Closed as fault:
            return fault

    # Asking

    async def send(self, message: Message | str | bytes) -> None:
        """Send a message or any frame. If the server has closed the socket, the next to hear notices."""
        with suppress(ConnectionClosed):
            await self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def ask(self, kind: str, client_id: str | None = None, **values: Any) -> Message:
        """Ask for something and wait for the answer."""
        ident = client_id or new_id()
        await self.send({"type": kind, "id": ident, **values})
        while True:
            message = await self.hear()
            if message.get("id") == ident:
                return message

    async def play(self, action: str | None = None, client_id: str | None = None) -> Message:
        """Play an action, or the first legal one, on the newest version, and wait until it shows."""
        if not self.state:
            await self.next("state")
        chosen = self.legal[0] if action is None else action
        answer = await self.ask("play", client_id, version=self.version, action=chosen)
        assert answer["type"] == "accepted", answer
        await self.until_version(answer["version"])
        return answer


@asynccontextmanager
async def watching(address: str, table: str, have: int = 0) -> AsyncIterator[Socket]:
    """Somebody without a name who watches."""
    async with Socket(address, table, have) as socket:
        yield socket
