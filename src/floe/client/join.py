"""Taking seats: at one table, or at open tables of a server as they come, several at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from floe.bots.registry import bot
from floe.client.playing import Playing
from floe.client.site import Refused, Site
from floe.core.errors import BadOption, FloeError, shown

LOOK_SECONDS = 2.0
"""So often the lobby is looked at for open tables."""
Tell = Callable[[str], None]


@dataclass
class Tally:
    """What came of it."""

    over: int = 0
    won: int = 0
    faults: list[str] = field(default_factory=list)


class Joining:
    """A machine player who goes from table to table of one server."""

    def __init__(self, site: Site, player: str, name: str, tell: Tell = lambda _: None) -> None:
        self.stopping = asyncio.Event()
        """Set it, and the player gives up its seats and ends."""
        self.tally = Tally()
        self.may_come_back = False
        """Whether somebody keeps the token, so that the seats are not given up."""
        self._site = site
        self._player = player
        self._name = name
        self._tell = tell
        self._threads = ThreadPoolExecutor(thread_name_prefix="floe-join")
        self._here: dict[str, asyncio.Task[None]] = {}
        self._seen: set[str] = set()

    async def at_table(self, table: str) -> Tally:
        """Play at one table. One that cannot be sat down at is refused."""
        head = await self._site.head(table)
        bot(self._player, head["game"])  # refuses what does not play it
        if not _seats_of(head):
            if not _is_open(head):
                raise BadOption(f"no seat is open at this table, where the game is {shown(head['status'])}")
            head = await self._site.sit(table, self._name)
        self._begin(head)
        return await self._end()

    async def at_server(self, tables: int, games: Collection[str], stay: bool = False) -> Tally:
        """Play these games at so many open tables of the lobby at once; with ``stay``, at others after those."""
        for head in (await self._site.call_again("GET", "/api/me/tables"))["tables"]:
            if head["status"] in ("gathering", "running") and _seats_of(head) and head["game"] in games:
                self._begin(head)  # it was here before, and goes on
        while not self.stopping.is_set() and (stay or len(self._seen) < tables):
            await self._look(tables, games, stay)
            looking = asyncio.create_task(asyncio.sleep(LOOK_SECONDS))
            stop = asyncio.create_task(self.stopping.wait())
            await asyncio.wait({looking, stop}, return_when=asyncio.FIRST_COMPLETED)
            for task in (looking, stop):
                task.cancel()
        return await self._end()

    async def _look(self, tables: int, games: Collection[str], stay: bool) -> None:
        """Sit down wherever the lobby has an open seat, as far as there is room."""
        async for head in self._site.lobby():
            if len(self._here) >= tables or (not stay and len(self._seen) >= tables) or self.stopping.is_set():
                return
            if head["game"] not in games or head["id"] in self._seen or _seats_of(head) or not _is_open(head):
                continue
            try:
                self._begin(await self._site.sit(head["id"], self._name))
            except Refused as fault:  # somebody was faster
                self._tell(f"{head['id']}: {fault}")

    def _begin(self, head: Any) -> None:
        table = head["id"]
        self._seen.add(table)
        seat = head["seats"][_seats_of(head)[0]]
        title = f"{head['game']} at {self._site.address}/t/{table}"
        self._tell(f"Sat down to play {title}, seat {seat['seat'] + 1} ({seat['colour']}).")
        task = self._here[table] = asyncio.create_task(self._play(table, head["game"], seat["seat"], title))
        task.add_done_callback(lambda _: self._here.pop(table, None))

    async def _play(self, table: str, game: str, seat: int, title: str) -> None:
        playing = Playing(self._site, table, partial(bot, self._player, game), self._threads)
        try:
            result = await playing.play(self.stopping, self.may_come_back)
        except (FloeError, TimeoutError) as fault:
            self.tally.faults.append(f"{title}: {fault}")
            self._tell(self.tally.faults[-1])
            return
        if result is None:
            self._tell(f"Left {title}.")
            return
        self.tally.over += 1
        won = seat in result["winners"]
        self.tally.won += won
        told = "won" if result["winners"] == [seat] else "shared the win" if won else "lost"
        self._tell(f"Over: {told} {title} ({result['reason']}).")

    async def _end(self) -> Tally:
        """Wait for the games to end, and for threads that think."""
        await asyncio.gather(*self._here.values())
        self._threads.shutdown(wait=False, cancel_futures=True)
        return self.tally


def _seats_of(head: Any) -> list[int]:
    """One's own seats."""
    return [seat["seat"] for seat in head["seats"] if seat["mine"]]


def _is_open(head: Any) -> bool:
    return head["status"] == "gathering" and any(seat["kind"] == "open" for seat in head["seats"])
