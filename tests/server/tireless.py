"""A player who plays on whatever happens: comes back, sends again what was not answered, keeps account."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import httpx
from websockets.exceptions import InvalidHandshake

from tests.server.people import Closed, Message, Person, Socket, new_id


@dataclass
class Account:
    """What a player was told by the server; all of it must be true for ever."""

    acknowledged: dict[str, tuple[int, str]] = field(default_factory=dict)
    """By client id: the version and the action."""
    told: dict[int, str | None] = field(default_factory=dict)
    """By version: the action that was told, none for other events."""
    refused: list[Message] = field(default_factory=list)


class Tireless:
    """One person at one table, at one or several addresses."""

    def __init__(self, person: Person, table: str, seed: int, addresses: Sequence[str] = ()) -> None:
        self.person = person
        self.table = table
        self.account = Account()
        self.connections = 0
        self.over = False
        self._rng = random.Random(seed)  # noqa: S311  # for a test
        self._addresses = list(addresses) or [person.address]
        self._have = 0
        self._decided_on = 0
        self._unanswered: Message | None = None
        self._stop = False

    def stop(self) -> None:
        """Play no more after what is on its way has been answered."""
        self._stop = True

    async def play(self) -> None:
        """Until told to stop, or the game is over."""
        while not self._done():
            address = self._addresses[self.connections % len(self._addresses)]
            try:
                async with self.person.at_address(address).at(self.table, self._have) as socket:
                    self.connections += 1
                    await self._play_at(socket)
            except (Closed, OSError, InvalidHandshake, httpx.TransportError, EOFError):
                self.connections += 1
                await asyncio.sleep(0.05)

    def _done(self) -> bool:
        return (self._stop or self.over) and self._unanswered is None

    async def _play_at(self, socket: Socket) -> None:
        if self._unanswered is not None:
            await socket.send(self._unanswered)
        while not self._done():
            message = await socket.hear()
            if message["type"] == "state":
                self._learn(message)
            elif self._unanswered is not None and message.get("id") == self._unanswered["id"]:
                again = self._settle(message)
                if again:
                    await asyncio.sleep(0.05)
                    await socket.send(self._unanswered)
            await self._decide(socket)

    async def _decide(self, socket: Socket) -> None:
        """Play, if it is one's turn in the newest state, unless that was played on already."""
        if self._unanswered is None and not self._stop and socket.state and socket.legal:
            if socket.version <= self._decided_on:
                return
            self._decided_on = socket.version
            asked = {
                "type": "play",
                "id": new_id(),
                "version": socket.version,
                "action": self._rng.choice(socket.legal),
            }
            self._unanswered = asked
            await socket.send(asked)

    def _learn(self, state: Message) -> None:
        for event in state["happened"]:
            version, action = event["version"], event["action"]
            assert self.account.told.setdefault(version, action) == action, "the past was changed"
        assert sorted(self.account.told) == list(range(1, state["version"] + 1)), "something was left out"
        self._have = state["version"]
        self.over = state["table"]["status"] == "over"

    def _settle(self, answer: Message) -> bool:
        """Note an answer; whether the same must be asked again."""
        assert self._unanswered is not None
        if answer["type"] == "refused" and answer["key"] == "unavailable":
            return True
        if answer["type"] == "accepted":
            self.account.acknowledged[answer["id"]] = (answer["version"], self._unanswered["action"])
        else:
            self.account.refused.append(answer)
            self._decided_on = 0
        self._unanswered = None
        return False
