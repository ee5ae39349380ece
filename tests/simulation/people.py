"""People at tables: pages that open and break, and players who think, err, chat, take back, vanish and come back."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from floe.server.api.tables import TableRoutes
from floe.server.store.faults import StoreUnavailable
from floe.server.tables.refusals import Refusal, Stale
from floe.server.trying import Seen
from floe.server.wire.http import AddEntropy, NewTable, PlayAgain, Sit, StartTable
from floe.server.wire.tables import TableSettings
from floe.server.worker import Worker
from tests.simulation.network import Cut, Link, answered, request
from tests.simulation.witness import Acknowledged, Laid

if TYPE_CHECKING:
    from tests.simulation.world import World

PATIENCE = 8.0
"""After so many seconds without an answer a page opens its socket anew."""
PLANNING = frozenset({"plan_line", "drop_line"})
PASSING = frozenset({"unavailable", "too_fast", "busy"})
"""Refusals after which the same thing may be asked again."""


@dataclass
class Person:
    """Somebody with a browser."""

    name: str
    id: str
    token: str
    address: str


@dataclass
class Asked:
    """Something that a player asked for and has not been answered."""

    client_id: str
    body: dict[str, Any]
    answer: asyncio.Future[dict[str, Any]]

    @property
    def encoded(self) -> bytes:
        return msgspec.json.encode(self.body)


class Page:
    """One open page at a table. It opens its socket again whenever that breaks."""

    _numbers = itertools.count(1)

    def __init__(self, world: World, player: Player, guest: Person | None) -> None:
        self.world = world
        self.player = player
        self.table = player.table
        self.guest = None if guest is None else guest.id
        self._person = guest
        self._number = next(Page._numbers)
        self.link: Link | None = None
        self.state: dict[str, Any] = {}
        self.version = 0
        self.line = 0
        self.greeted = False
        self.plan: dict[str, Any] = {}
        self.chats = False
        """Whether it may read the chat, as far as it was told."""
        self.refused = False
        """The server does not want it back."""
        self.changed = asyncio.Event()
        self._running = world.loop.spawn(None, self._run())

    def __repr__(self) -> str:
        who = "a spectator" if self._person is None else self._person.name
        at = "" if self.link is None else f" at {self.link.process.name}"
        return f"{who} (page {self._number}{at})"

    def close(self) -> None:
        """For good."""
        self._running.cancel()
        self._forget()

    def send(self, asked: Asked) -> None:
        link = self.link
        if link is not None and link.open:
            link.send(asked.encoded)
            if self.greeted and not link.hole:
                self.world.witness.must_answer(self, link, asked.client_id)

    def _forget(self) -> None:
        pages = self.world.witness.pages.get(self.table, [])
        if self in pages:
            pages.remove(self)
        if self.link is not None:
            self.link.close()
        self.link, self.greeted = None, False

    async def _run(self) -> None:
        rng = self.world.rng
        while not self.refused:
            served = self.world.any_served()
            if served is not None:
                token = None if self._person is None else self._person.token
                address = "203.0.113.9" if self._person is None else self._person.address
                self.link = link = Link(self.world.loop, self.world.wires, served.process, token, address)
                self.line = 0
                self.world.witness.pages.setdefault(self.table, []).append(self)
                served.accept(link, self.table, self.version)
                self.world.witness.must_greet(self, link)
                try:
                    await self._listen(link)
                except (Cut, TimeoutError):
                    self.world.trace(f"{self.table} {self} was cut off")
                self._forget()
                self.changed.set()
            await asyncio.sleep(rng.uniform(0.2, 3))

    async def _listen(self, link: Link) -> None:
        while True:
            async with asyncio.timeout(45):  # the server says something every 20 seconds
                raw = await link.receive()
            message = msgspec.json.decode(raw)
            getattr(self, f"_on_{message['type']}")(raw, message, link)

    def resend(self) -> None:
        """What was asked before and not answered is asked again, under the same id."""
        for asked in list(self.player.asked.values()):
            self.send(asked)

    def _on_ping(self, raw: bytes, message: dict[str, Any], link: Link) -> None:
        link.send(msgspec.json.encode({"type": "pong", "number": message["number"]}))

    def _on_state(self, raw: bytes, message: dict[str, Any], link: Link) -> None:
        witness = self.world.witness
        told = [one["version"] for one in message["happened"]]
        if message["version"] < self.version or told != list(range(self.version + 1, message["version"] + 1)):
            witness.objects(f"{self.table}: {self} had {self.version} and was told {told}", self.table)
        witness.shown(self, raw, message)
        self.state, self.version = message, message["version"]
        mine = any(seat["mine"] for seat in message["table"]["seats"])
        chat = message["table"]["settings"]["chat"]
        self.chats = chat == "all" or (chat == "players" and mine)
        first, self.greeted = not self.greeted, True
        self.changed.set()
        if first and self is self.player.page:
            self.resend()

    def _on_said(self, raw: bytes, message: dict[str, Any], link: Link) -> None:
        if message["number"] != self.line + 1:
            self.world.witness.objects(f"{self.table}: {self} had line {self.line}, then {message}", self.table)
        self.line = message["number"]

    def _on_presence(self, raw: bytes, message: dict[str, Any], link: Link) -> None:
        """It is not looked at: presence is a guess where somebody was cut off silently."""

    def _on_plan(self, raw: bytes, message: dict[str, Any], link: Link) -> None:
        if self.guest is None or not self.state["table"]["seats"][message["seat"]]["mine"]:
            self.world.witness.objects(f"{self.table}: {self} was told of a plan that is not theirs", self.table)
        self.plan = message

    def _on_bye(self, raw: bytes, message: dict[str, Any], link: Link) -> None:
        self.world.trace(f"{self.table} {self} bye: {message['key']}")
        self.refused = not message["again"]

    def _on_accepted(self, raw: bytes, message: dict[str, Any], link: Link) -> None:
        self.player.answered(message)

    _on_refused = _on_stale = _on_accepted


@dataclass(frozen=True)
class Temper:
    """How somebody plays."""

    thinks: float = 3.0
    """Seconds on average."""
    patience: float = 300.0
    """So long a visit lasts, if nothing is to be done."""
    chats: float = 0.02
    undoes: float = 0.05
    takes_back: float = 0.01
    agrees: float = 0.5
    resigns: float = 0.002
    leaves: float = 0.01
    swaps: float = 0.5
    """Where it is offered."""
    plans: float = 0.8
    """While others are waited for."""
    errs: float = 0.02
    hasty: float = 0.03
    """Sends twice, or closes the page before the answer."""
    twin: float = 0.2
    """Has the table open twice."""


@dataclass
class Player:
    """A person at one table."""

    world: World
    person: Person
    table: str
    temper: Temper
    page: Page | None = None
    asked: dict[str, Asked] = field(default_factory=dict)
    planned: int = 0
    """The version of the table that was planned for last."""

    @property
    def rng(self) -> random.Random:
        return self.world.rng

    @property
    def state(self) -> dict[str, Any]:
        return {} if self.page is None else self.page.state

    @property
    def over(self) -> bool:
        return bool(self.state) and self.state["table"]["status"] == "over"

    async def visit(self, seconds: float, turn_only: bool) -> None:
        """Open the table, do what there is to do, and go: when the own turn is over, or the time is."""
        loop = self.world.loop
        self.page = page = Page(self.world, self, self.person)
        twin = Page(self.world, self, self.person) if self.rng.random() < self.temper.twin else None
        until = loop.time() + seconds
        acted = False
        try:
            while loop.time() < until and not self.over and not page.refused:
                page.changed.clear()
                if page.greeted and page.link is not None:
                    did = await self._do_something()
                    acted |= did
                    if did:
                        continue
                    if turn_only and not self._waited_for():
                        break
                try:
                    async with asyncio.timeout(min(30.0, max(0.0, until - loop.time()))):
                        await page.changed.wait()
                except TimeoutError:
                    if turn_only and acted:
                        break
        finally:
            page.close()
            if twin is not None:
                twin.close()
            self.page = None

    def _mine(self) -> list[int]:
        return [seat["seat"] for seat in self.state["table"]["seats"] if seat["mine"]]

    def _waited_for(self) -> bool:
        return self.state["table"]["status"] == "running" and any(n in self._mine() for n in self.state["waiting_for"])

    async def _do_something(self) -> bool:
        """One thing that there is to do, if there is any."""
        rng, temper, state = self.rng, self.temper, self.state
        if state["table"]["status"] != "running":
            return False
        mine = self._mine()
        if any(state["table"]["seats"][n]["stand_in"] for n in mine):
            await self._think(5)
            await self.ask("return")
            return True
        if state["takeback"] is not None and any(n in mine for n in state["takeback_waits_for"]):
            await self._think(1)
            await self.ask("answer_takeback", grant=rng.random() < temper.agrees)
            return True
        if rng.random() < temper.chats:
            await self.ask("say", text=f"line {rng.randrange(10**6)}")
        if not self._waited_for():
            return await self._plan(mine)
        if not state["position"]["legal"]:
            return False
        await self._think(1)
        await self._decide(mine)
        return True

    async def _decide(self, mine: list[int]) -> None:
        rng, temper, state = self.rng, self.temper, self.state
        version = state["version"]
        if not state or not state["position"] or not state["position"]["legal"]:
            return
        odds = rng.random()
        if state["can_swap"] and rng.random() < temper.swaps:
            await self.ask("swap", version=version)
        elif odds < temper.resigns:
            await self.ask("resign", seat=mine[0])
        elif odds < temper.resigns + temper.leaves and state["table"]["settings"]["on_leave"] == "machine":
            await self.ask("leave")
            await self._think(3)
            await self.ask("return")
        elif odds < temper.undoes and state["position"]["can_undo"]:
            await self.ask("undo", version=version)
        elif odds < temper.undoes + temper.takes_back and state["position"]["ply"] > 1:
            await self.ask("ask_takeback", version=version)
        elif odds > 1 - temper.errs:
            wrong = rng.choice([{"action": "nonsense"}, {"version": max(0, version - 3)}, {"version": version + 9}])
            await self.ask("play", **({"version": version, "action": state["position"]["legal"][0]} | wrong))
        else:
            await self.ask("play", version=version, action=rng.choice(state["position"]["legal"]))

    async def _plan(self, mine: list[int]) -> bool:
        """Once for each position, lay some lines or delete one."""
        rng, state, page = self.rng, self.state, self.page
        clock = state["table"]["settings"]["clock"]
        live = clock is not None and clock["type"] == "live"
        if self.planned == state["version"] or len(mine) != 1 or page is None or live:
            return False
        self.planned = state["version"]
        if rng.random() > self.temper.plans:
            return False
        for actions in _lines(rng, state["position"]["view"], mine[0]):
            await self._think(10)
            answer = await self.ask("plan_line", version=state["version"], actions=actions)
            if answer["type"] != "accepted":
                return True
        if page.plan.get("lines") and rng.random() < 0.2:
            await self.ask("drop_line", number=rng.choice(page.plan["lines"])["number"])
        return True

    async def _think(self, share: float) -> None:
        await asyncio.sleep(min(120.0, self.rng.expovariate(share / self.temper.thinks)) + 0.05)

    async def ask(self, kind: str, **values: Any) -> dict[str, Any]:
        """Ask for something, again and again under the same id, until there is an answer; ``lost`` if one gives up."""
        client_id = f"{kind}-{self.rng.randrange(16**8):08x}"
        answer: asyncio.Future[dict[str, Any]] = self.world.loop.create_future()
        asked = self.asked[client_id] = Asked(client_id, {"type": kind, "id": client_id} | values, answer)
        self.world.witness.count["asked"] += 1
        if kind in PLANNING:
            self.world.witness.laid.append(Laid(self.table, self.person.id, client_id, asked.body))
        page = self.page
        if page is None:
            return {"type": "lost"}
        self.world.trace(f"{self.table} {page} asks {asked.body}")
        page.send(asked)
        if self.rng.random() < self.temper.hasty:
            page.send(asked)
        if self.rng.random() < self.temper.hasty and page.link is not None:
            page.link.cut()
        for _ in range(12):
            done, _ = await asyncio.wait([answer], timeout=PATIENCE)
            if done:
                return answer.result()
            if page.link is not None and page.greeted:
                page.link.cut()  # and it is asked again as soon as the table is seen again
        return {"type": "lost"}

    def answered(self, message: dict[str, Any]) -> None:
        """What was asked is answered, the first time that it is."""
        asked = self.asked.get(message["id"])
        if asked is None:
            return
        kind = message["type"]
        if kind == "refused" and message["key"] in PASSING:
            self.world.loop.later(1.0, self._again, asked)
            return
        del self.asked[asked.client_id]
        self.world.trace(
            f"{self.table} {self.person.name} is answered {kind} {message.get('key') or message.get('version')}"
        )
        self.world.witness.count[kind] += 1
        if asked.body["type"] == "say" and kind == "accepted":
            self.world.witness.said.append((self.table, message["version"], self.person.id, asked.body["text"]))
        elif asked.body["type"] in PLANNING:
            self.world.witness.laid_at[asked.client_id] = message["version"] if kind == "accepted" else None
        elif asked.body["type"] != "say":
            self.world.witness.acknowledged.append(
                Acknowledged(
                    self.table, self.person.id, asked.client_id, asked.body["type"], kind == "accepted",
                    message.get("version", 0), asked.body,
                )
            )  # fmt: skip
        if not asked.answer.done():
            asked.answer.set_result(message)

    def _again(self, asked: Asked) -> None:
        if asked.client_id in self.asked and self.page is not None:
            self.page.send(asked)


def _lines(rng: random.Random, view: dict[str, Any], seat: int) -> list[list[str]]:
    """Some lines: what others may play first, what may follow, and what the seat would play then."""
    first = Seen(view, seat).drawn().legal_actions()
    chosen = first if len(first) < 8 else rng.sample(first, 3)
    lines = [_line(rng, view, seat, action) for action in chosen]
    return [line for line in lines if len(line) > 1]


def _line(rng: random.Random, view: dict[str, Any], seat: int, action: str) -> list[str]:
    here, actions, whole = Seen(view, seat), list[str](), 0
    for _ in range(24):
        world = here.drawn()
        ours = world.to_move == seat
        if whole and not ours and rng.random() < 0.6:
            break
        actions.append(action)
        whole = len(actions) if ours else whole
        after = world.play(action)
        if world.reveals(action) or after.over:
            break
        here.go_on(after)
        legal = after.legal_actions()
        action = "end" if "end" in legal else rng.choice(legal)
    return actions[:whole]


class Desk:
    """What people ask for outside of a table's socket: to set one up, sit down, add to the deal, play again."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.waiting = 0
        """So many requests are under way."""

    async def create(self, host: Person, settings: TableSettings, adds_entropy: bool) -> str | None:
        data = NewTable(settings, adds_entropy=adds_entropy)
        made = await self.ask(lambda w: _call(TableRoutes.create, request(host.token), data, w))
        return None if made is None else made.content.id

    async def sit(self, person: Person, table: str) -> bool:
        sat = await self.ask(lambda w: _call(TableRoutes.sit, request(person.token), table, Sit(), w))
        if sat is not None:
            self._world.witness.sat.add((table, person.id))
        return sat is not None

    async def add_entropy(self, person: Person, table: str, entropy: str) -> bool:
        guest = self._world.guest(person)
        return (
            await self.ask(lambda w: _call(TableRoutes.add_entropy, table, AddEntropy(entropy), w, guest)) is not None
        )

    async def start(self, person: Person, table: str) -> bool:
        guest = self._world.guest(person)
        return await self.ask(lambda w: _call(TableRoutes.start, table, StartTable("random"), w, guest)) is not None

    async def rematch(self, person: Person, table: str) -> str | None:
        guest = self._world.guest(person)
        head = await self.ask(lambda w: _call(TableRoutes.rematch, table, PlayAgain(), w, guest))
        return None if head is None else head.id

    async def ask(self, work: Callable[[Worker], Any]) -> Any:
        """Ask until there is an answer; none if it was refused, or nobody is there for long."""
        self.waiting += 1
        try:
            return await self._ask(work)
        finally:
            self.waiting -= 1

    async def _ask(self, work: Callable[[Worker], Any]) -> Any:
        world = self._world
        for _ in range(10):
            served = world.any_served()
            if served is not None and served.worker is not None:
                try:
                    return await answered(world.loop, world.wires, served.process, partial(work, served.worker))
                except (Cut, StoreUnavailable, Stale):
                    pass
                except Refusal as refusal:
                    world.witness.count[f"desk: {refusal.key}"] += 1
                    return None
            await asyncio.sleep(world.rng.uniform(0.5, 5))
        return None


async def _call(handler: Any, *given: Any) -> Any:
    """Run a route's handler without the routing."""
    return await handler.fn(None, *given)
