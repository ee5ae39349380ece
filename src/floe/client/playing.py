"""One machine player at one table, over its socket, until the game is over.

The connection may be lost at any moment: what was not answered is sent again with the same id, so nothing is played
twice and nothing is lost. A thought goes on meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from floe.bots.bot import Bot
from floe.client.site import Backoff, Refused, Site
from floe.core.errors import FloeError
from floe.core.randomness import generator

_LARGEST = 1 << 24  # bytes of a message
_LATER = frozenset({"unavailable", "too_fast", "busy"})
_GOODBYE_SECONDS = 10.0

Message = dict[str, Any]


class PlayerFailed(FloeError):
    """The machine player raised an error or chose what cannot be played."""


class Playing:
    """A player at a table."""

    def __init__(self, site: Site, table: str, make: Callable[[], Bot], thinking: Executor) -> None:
        self.table = table
        self.state: Message = {}
        """The newest ``state`` of the table."""
        self.connections = 0
        self._site = site
        self._make = make
        self._threads = thinking
        self._bots: dict[int, Bot] = {}
        self._rng = generator(secrets.randbits(64), "join")
        self._thought: asyncio.Future[Message] | None = None
        self._unanswered: Message | None = None
        self._settled = 0  # decide on no older version than this: what was accepted or stale has changed it
        self._decided = 0  # the version that was decided on last
        self._fault: PlayerFailed | None = None

    async def play(self, stopping: asyncio.Event, may_come_back: bool = False) -> Message | None:
        """Play until the game is over, and return its result; none if it was told to stop before.

        One that may not come back gives its seat up when it stops, so that nobody waits for it.
        """
        pause = Backoff()
        while not self._over and not stopping.is_set():
            address = self._site.socket_address(self.table, int(self.state.get("version", 0)))
            try:
                async with connect(address, additional_headers=self._site.headers, max_size=_LARGEST) as socket:
                    self.connections += 1
                    await self._attend(socket, stopping, pause)
            except InvalidStatus as fault:
                if fault.response.status_code < 500 and fault.response.status_code != 429:
                    raise Refused(str(fault.response.status_code), "there is no way to this table") from None
            except (ConnectionClosed, WebSocketException, OSError, EOFError):
                pass  # come back
            if not self._over:
                await _either(stopping, pause.seconds())
        if not self._over and not may_come_back:
            await self._give_up_seat()
        if self._fault is not None:
            raise self._fault
        return self.state["table"]["result"] if self._over else None

    @property
    def _over(self) -> bool:
        return bool(self.state) and self.state["table"]["status"] in ("over", "cancelled")

    async def _attend(self, socket: ClientConnection, stopping: asyncio.Event, pause: Backoff) -> None:
        """Listen and play, while this connection lasts."""
        if self._unanswered is not None:
            await _send(socket, self._unanswered)
        heard = asyncio.ensure_future(socket.recv())
        stop = asyncio.ensure_future(stopping.wait())
        try:
            while not self._over and not stopping.is_set():
                awaited: set[asyncio.Future[Any]] = {heard, stop}
                if self._thought is not None:
                    awaited.add(self._thought)
                await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
                if heard.done():
                    await self._hear(socket, json.loads(heard.result()), pause)
                    heard = asyncio.ensure_future(socket.recv())
                if self._thought is not None and self._thought.done():
                    await self._say_thought(socket)
                await self._act(socket)
        finally:
            for task in (heard, stop):
                task.cancel()
            await asyncio.gather(heard, stop, return_exceptions=True)

    async def _hear(self, socket: ClientConnection, message: Message, pause: Backoff) -> None:
        match message["type"]:
            case "ping":
                await _send(socket, {"type": "pong", "number": message["number"]})
            case "state":
                self.state = message
                pause.reset()
            case "bye" if not message["again"]:
                raise Refused(message["key"], message["words"])
            case "accepted" | "stale" | "refused" if self._unanswered and message["id"] == self._unanswered["id"]:
                await self._hear_answer(socket, message)

    async def _hear_answer(self, socket: ClientConnection, answer: Message) -> None:
        asked = self._unanswered
        if answer["type"] == "refused" and answer["key"] in _LATER:
            await asyncio.sleep(Backoff.FIRST)
            await _send(socket, asked)
            return
        self._unanswered = None
        if answer["type"] == "refused":
            if answer["rule"] is not None and self._fault is None:
                self._fault = PlayerFailed(f"what the player chose was refused: {answer['words']}")
        else:
            self._settled = answer["version"]
            if answer["type"] == "stale":
                self._decided = 0

    async def _act(self, socket: ClientConnection) -> None:
        """Do what the newest state asks for, if nothing is on its way."""
        state, busy = self.state, self._unanswered is not None or self._thought is not None
        if busy or not state or state["version"] < self._settled or state["table"]["status"] != "running":
            return
        mine = [seat for seat in state["table"]["seats"] if seat["mine"]]
        if self._fault is not None and mine:
            await self._ask(socket, "resign", seat=mine[0]["seat"])
        elif any(seat["stand_in"] for seat in mine):
            await self._ask(socket, "return")
        elif {seat["seat"] for seat in mine} & set(state["takeback_waits_for"]):
            await self._ask(socket, "answer_takeback", grant=True)
        elif state["position"] and state["position"]["legal"] and state["version"] != self._decided:
            self._decided = state["version"]
            loop = asyncio.get_running_loop()
            self._thought = loop.run_in_executor(self._threads, self._think, state)

    def _think(self, state: Message) -> Message:
        """Decide, in a thread: the game's rules and the player may take their time."""
        seat, position = state["seat"], state["position"]
        if seat not in self._bots:
            self._bots[seat] = self._make()
        action = self._bots[seat].choose(position["view"], position["legal"], self._rng)
        if action not in position["legal"]:
            raise PlayerFailed(f"the player chose {action!r}, which is none of the legal actions")
        return {"version": state["version"], "action": action}

    async def _say_thought(self, socket: ClientConnection) -> None:
        assert self._thought is not None  # noqa: S101  # the caller has looked
        thought, self._thought = self._thought, None
        try:
            decided = thought.result()
        except PlayerFailed as fault:
            self._fault = fault
        except Exception as fault:  # a player may fail in any way
            self._fault = PlayerFailed(f"the player failed: {type(fault).__name__}: {fault}")
        else:
            await self._ask(socket, "play", **decided)

    async def _ask(self, socket: ClientConnection, type: str, **values: Any) -> None:  # noqa: A002  # its name there
        self._unanswered = {"type": type, "id": secrets.token_urlsafe(12), **values}
        await _send(socket, self._unanswered)

    async def _give_up_seat(self) -> None:
        """Nobody is to wait for one who does not come back: stand up, let a machine play on, or resign."""
        with suppress(TimeoutError, FloeError, WebSocketException, OSError):  # who cannot be reached cannot be told
            async with asyncio.timeout(_GOODBYE_SECONDS):
                head = await self._site.call("GET", f"/api/tables/{self.table}")
                mine = [seat["seat"] for seat in head["seats"] if seat["mine"]]
                if mine and head["status"] == "gathering":
                    await self._site.call("POST", f"/api/tables/{self.table}/stand")
                elif mine and head["status"] == "running":
                    address = self._site.socket_address(self.table, 0)
                    async with connect(address, additional_headers=self._site.headers, max_size=_LARGEST) as socket:
                        leaves = head["settings"]["on_leave"] == "machine"
                        asked = {"type": "leave"} if leaves else {"type": "resign", "seat": mine[0]}
                        await self._ask(socket, **asked)
                        while self._unanswered is not None:
                            await self._hear(socket, json.loads(await socket.recv()), Backoff())


async def _send(socket: ClientConnection, message: Message | None) -> None:
    await socket.send(json.dumps(message))


async def _either(event: asyncio.Event, seconds: float) -> None:
    """Wait for the event, but not longer than so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        pass
