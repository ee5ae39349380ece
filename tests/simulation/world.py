"""One simulated world: processes of the server, a database, a bus, a clock, people, and what goes wrong."""

from __future__ import annotations

import asyncio
import gc
import itertools
import json
import logging
import sqlite3
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from floe.core.typing import Document
from floe.server import chance, clock, plans, thinking
from floe.server.notices import network
from floe.server.people import Guest, welcome
from floe.server.plans import Foreseen, digest
from floe.server.settings import Settings
from floe.server.store.rows import AddressRow
from floe.server.store.sqlite import Sqlite
from floe.server.store.store import Store
from tests.simulation.bus import Exchange
from tests.simulation.disk import Disk, Note
from tests.simulation.faults import Nemesis
from tests.simulation.loop import OUTSIDE, Process, VirtualLoop
from tests.simulation.people import Desk, Person
from tests.simulation.processes import Served
from tests.simulation.witness import Trace, Witness

EPOCH = 1_900_000_000_000
"""What the clock says when the world begins, in milliseconds since 1970."""
DAY = 86_400.0
ENOUGH = 6.0
"""Seconds in which nothing happens that are worth being skipped."""
GLANCE = 0.37
"""Seconds between two looks whether there are such. No part of what the processes wait for between two looks of their
own: all of them look when a time was skipped, and from then on it would always be in the same moment."""


@dataclass(frozen=True)
class Plan:
    """How large a world is, and how much goes wrong in it."""

    days: float = 2.0
    tables: int = 100
    """So many that are not over are kept."""
    workers: int = 2
    live: int = 3
    """Tables that are played through at once, each time that people come."""
    fault_every: float = 25.0
    """Seconds on average, while people are there."""
    deadly: float = 0.002
    """How often a process dies just after a commit."""
    faults: str = ""
    """The kinds of faults, with commas between; all if it is empty."""

    def arguments(self) -> str:
        """What the command needs for the same plan again."""
        usual = Plan()
        own = {name: value for name, value in vars(self).items() if value != getattr(usual, name)}
        return "".join(f" --{name.replace('_', '-')} {value}" for name, value in own.items())


@dataclass
class Report:
    """What came of a run."""

    seed: int
    plan: Plan
    wrong: list[str]
    trace: list[str]
    digest: str
    days: float
    seconds: float
    """Of the processor."""
    count: Counter[str] = field(default_factory=Counter)


class Errors(logging.Handler):
    """What the server itself takes for a fault is one."""

    def __init__(self, told: Callable[[str, BaseException | None], None]) -> None:
        super().__init__(logging.ERROR)
        self._told = told

    def emit(self, record: logging.LogRecord) -> None:
        self._told(f"the server logged {record.getMessage()}", record.exc_info[1] if record.exc_info else None)


class World:
    """All that there is."""

    def __init__(self, seed: int, plan: Plan, folder: Path, shown: bool = False) -> None:
        self.seed = seed
        self.plan = plan
        self.rng, self.wires = self._chance("people"), self._chance("wires")
        pauses = self._chance("pauses")
        self.loop = VirtualLoop(lambda: pauses.choice((0.001, 0.01, 0.1)))
        self.trace = Trace(self.loop, shown)
        self.witness = Witness(self.loop, self.trace)
        self.loop.failed = self._failed
        self.wrong_by = 0.0
        """Seconds by which the machine's clock was set."""
        self.disk = Disk(str(folder / "floe.sqlite"), self.loop, self._chance("disk"), self._committed)
        self.witness.disk = self.disk
        self.exchange = Exchange(self.loop, self._chance("bus"))
        self.nemesis = Nemesis(self, self._chance("faults"))
        self.settings = Settings(database=self.disk.file, bus="redis://simulated", thinking_threads=2)
        self.served: list[Served] = []
        self.desk = Desk(self)
        self.people: list[Person] = []
        self._names = itertools.count(1)
        self._look: sqlite3.Connection
        self._entropy = self._chance("entropy")
        self._thoughts = self._chance("thoughts")
        self._posts = self._chance("posts")

    def _chance(self, what: str) -> Random:
        """Of its own for each part of the world, so that one does not change what another draws."""
        return Random(f"{self.seed} {what}")  # noqa: S311 - it has to be repeatable

    def _failed(self, words: str, fault: BaseException | None) -> None:
        told = "" if fault is None else "".join(traceback.format_exception(fault)[-6:])
        self.witness.objects(f"{words}\n{told}")

    def _committed(self, process: Process, notes: list[Note]) -> None:
        self.witness.committed(process, notes)
        if any(kind == "event" for kind, _, _ in notes):
            self.nemesis.committed(process.name)

    # Time

    def _wall(self) -> int:
        return EPOCH + int((self.loop.time() + self.wrong_by) * 1000)

    @property
    def busy(self) -> bool:
        """Whether anybody has a table open, or waits for an answer."""
        return self.desk.waiting > 0 or any(served.links for served in self.served)

    async def skip_calm(self) -> None:
        """Leave out the times in which nobody has a table open and nothing is due.

        All that the processes would do then is to give signs of life; the last of them are written down for them.
        """
        while True:
            await asyncio.sleep(GLANCE)
            due = self._next_due()
            if due is not None and due - self.loop.time() > ENOUGH:
                self.witness.count["seconds skipped"] += int(due - 2.0 - self.loop.time())
                self.loop.skip_to(due - 2.0)
                self.witness.skipped()
                for served in self.served:
                    if served.worker is not None:
                        tables = served.worker.tables
                        self._look.execute("UPDATE beats SET at = ? WHERE worker = ?", (tables.now(), tables.worker))

    def _next_due(self) -> float | None:
        """When something happens next that matters; none if something is under way."""
        if self.busy or not self.disk.idle or any(weather.bad for weather in self.disk.weather.values()):
            return None
        for served in self.served:
            worker = served.worker
            if worker is None or worker.machines._thinking or worker.tables._changes or worker.tables._doubts:
                return None
            if worker.delivery._going:
                return None
        outside = self.loop.next_outside()
        when = self.loop.time() + DAY if outside is None else outside
        called: int | None = self._look.execute(
            "SELECT min(max(due, coalesce(claimed_until, 0))) FROM notices"
        ).fetchone()[0]
        least = (
            "SELECT min(min(coalesce(wake_at, :far), coalesce(machine_at, :far))) FROM tables WHERE status = 'running'"
        )
        at: int | None = self._look.execute(least, {"far": 2**60}).fetchone()[0]
        times = [one for one in (at, called) if one is not None]
        if not times or not self.served or self.served[0].worker is None:
            return None if times else when
        return min(when, self.loop.time() + (min(times) - self.served[0].worker.tables.now()) / 1000)

    # Processes

    def any_served(self) -> Served | None:
        """One of those that have started."""
        able = [served for served in self.served if served.worker is not None]
        return self.rng.choice(able) if able else None

    def start_one(self) -> None:
        served = Served(f"w{next(self._names)}", self.loop, self.disk, self.exchange, self.settings)
        self.trace(f" ! {served} starts")
        self.served.append(served)
        served.start(self._ended)

    def _ended(self, served: Served) -> None:
        """It was stopped, or it could not start: another one takes its place."""
        self.trace(f" ! {served} has ended")
        if served in self.served:
            self.served.remove(served)
            self.loop.later(1.0, self.start_one)

    def kill(self, served: Served, silently: bool, back: float) -> None:
        self.trace(f" ! {served} is killed{' silently' if silently else ''}")
        self.served.remove(served)
        served.kill(silently)
        self.witness.count["killed"] += 1
        self.loop.later(back, self.start_one)

    # People

    async def new_person(self) -> Person:
        number = len(self.people) + 1
        while (made := await self.desk.ask(lambda worker: welcome(worker.store))) is None:
            await asyncio.sleep(1)
        person = Person(f"P{number}", made.id, made.token, f"10.0.{number // 250}.{number % 250}")
        url, now = f"https://{person.name}.example.org/", self._wall()
        row = AddressRow(f"a{number}", made.id, "webhook", url, '{"secret": ""}', now, now)
        while await self.desk.ask(lambda worker: worker.store.add_address(row, 1, ask=False)) is None:
            await asyncio.sleep(1)
        self.people.append(person)
        return person

    def guest(self, person: Person) -> Guest:
        return Guest(person.id, person.name)

    # All of it

    def run(self, life: Callable[[World], Awaitable[None]]) -> Report:
        """Let it be, until life in it is over or something is wrong."""
        began = time.process_time()
        chance.source = self._entropy.randbytes
        clock.wall = self._wall
        clock.counted_ns = lambda: int(self.loop.time() * 1e9)
        setattr(network, "post", self._post)  # noqa: B010 - there is no other network here
        setattr(thinking, "think", self._think)  # noqa: B010 - it takes what is handed on to it
        setattr(plans, "foreseen", _remembered(plans.foreseen))  # noqa: B010 - what follows from a view is asked often
        logging.getLogger("floe").setLevel(logging.ERROR)
        logging.getLogger("floe").propagate = False
        logging.getLogger("floe").addHandler(Errors(self._failed))
        asyncio.set_event_loop(self.loop)
        main = self.loop.create_task(self._everything(life), context=OUTSIDE.copy())
        main.add_done_callback(lambda _: self.loop.stop())
        _look_for_garbage_seldom()
        self.loop.run_forever()
        gc.collect()  # a task whose fault nobody has asked for says so when it is cleared up
        if not self.witness.wrong and main.exception() is not None:
            self._failed("the simulation failed", main.exception())
        wrong = self.witness.wrong
        about = self.trace.about(getattr(self.witness, "about", "") or " ! ") if wrong else []
        days, seconds = self.loop.time() / DAY, time.process_time() - began
        return Report(self.seed, self.plan, wrong, about, self.trace.digest(), days, seconds, self.witness.count)

    async def _everything(self, life: Callable[[World], Awaitable[None]]) -> None:
        store = Store(Sqlite(self.disk.file))
        await store.migrate()
        await store.close()
        self._look = sqlite3.connect(self.disk.file, isolation_level=None)
        for _ in range(self.plan.workers):
            self.start_one()
        skipping = self.loop.spawn(None, self.skip_calm())
        await life(self)
        skipping.cancel()

    async def _post(self, url: str, headers: object, body: bytes, named: object) -> network.Answer:
        """A message to somebody who is away. What becomes of it is not always told to who has sent it."""
        fate = self._posts.choices(("taken", "taken unsaid", "refused", "not there"), (12, 2, 3, 3))[0]
        await asyncio.sleep(self._posts.uniform(0.01, 2))
        if fate == "not there":
            raise network.Unreachable
        if fate != "refused":
            self.witness.called(url, json.loads(body))
        await asyncio.sleep(self._posts.uniform(0.01, 2))
        return network.Answer({"taken": 200, "taken unsaid": 0, "refused": 503}[fate])

    def _think(self, level: str, game: str, view: Any, actions: list[str], *share: object) -> str:
        """Machines decide at random: what matters here is when they do."""
        return self._thoughts.choice(actions)

    def stored(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """What the database holds."""
        return self._look.execute(query, values).fetchall()


def _remembered(foreseen: Callable[[Document, int, Sequence[str]], list[Foreseen]]) -> Callable[..., list[Foreseen]]:
    """The same, each line worked out once: the server does when it is laid, the checks when all is over."""
    known: dict[tuple[str, int, tuple[str, ...]], list[Foreseen]] = {}

    def line(view: Document, seat: int, actions: Sequence[str]) -> list[Foreseen]:
        key = digest(view), seat, tuple(actions)
        if key not in known:
            known[key] = foreseen(view, seat, actions)
        return known[key]

    return line


def _look_for_garbage_seldom() -> None:
    """A world makes much that lasts as long as it does, and Python would look through all of it again and again."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def simulate(seed: int, plan: Plan, life: Callable[[World], Awaitable[None]], shown: bool = False) -> Report:
    """Run a world from its seed, in this process, which is good for nothing else afterwards."""
    place = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - a folder of its own is made there
    with tempfile.TemporaryDirectory(prefix="floe-simulated-", dir=place) as folder:
        return World(seed, plan, Path(folder), shown).run(life)
