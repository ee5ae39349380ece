"""What people do all day: they set up tables, come in the hours that suit them, play a turn or a whole game, and go."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from typing import Any

from floe.server.notices.delivery import LEASE
from floe.server.wire.tables import DaysClock, LiveClock, SeatPlan, TableSettings
from tests.simulation import checks
from tests.simulation.people import Page, Person, Player, Temper
from tests.simulation.world import DAY, World


@dataclass
class Board:
    """A table, as those know it who play there."""

    id: str
    players: list[Player]
    live: bool


class Days:
    """The life of all people in a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.rng = world.rng
        self.boards: dict[str, Board] = {}
        self._under_way: set[asyncio.Task[None]] = set()

    async def live(self) -> None:
        """Hours in which people come, and hours in which hardly anything happens."""
        world, rng = self.world, self.rng
        await asyncio.sleep(1)
        for _ in range(max(6, world.plan.tables)):
            await world.new_person()
        world.nemesis.deadly = world.plan.deadly
        until = world.plan.days * DAY
        self._later(0, world.nemesis.rage(4 * 3600, until))  # now and then, also while nobody is there
        while world.loop.time() < until:
            seconds = rng.uniform(200, 400)
            self._later(0, world.nemesis.rage(world.plan.fault_every, world.loop.time() + seconds + 60))
            await self._hour(seconds)
            await asyncio.sleep(min(rng.uniform(7 * 3600, 14 * 3600), max(0.0, until - world.loop.time())))
        await world.nemesis.cease()
        while self._under_way:
            await asyncio.wait(list(self._under_way), timeout=60)
        await self._calm_down()
        checks.check_all(world)

    async def _hour(self, seconds: float) -> None:
        """People come for a while."""
        world, rng = self.world, self.rng
        status = dict(world.stored("SELECT id, status FROM tables"))
        for board in [board for board in self.boards.values() if status.get(board.id) == "over"]:
            del self.boards[board.id]
            if rng.random() < 0.3:
                self._later(seconds / 2, self._again(board))
        missing = max(0, world.plan.tables - len(self.boards))
        for number in range(missing):
            self._later(seconds / 3, self._set_up(live=number < world.plan.live))
        for board in self.boards.values():
            for player in board.players:
                if rng.random() < 0.6:
                    self._later(seconds * 0.8, player.visit(rng.uniform(15, 60), turn_only=True))
        await asyncio.sleep(seconds)

    def _later(self, within: float, work: Any) -> None:
        async def begin() -> None:
            await asyncio.sleep(self.rng.uniform(0, within))
            await work

        task = self.world.loop.spawn(None, begin())
        self._under_way.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.world.loop.failed("somebody's life failed", task.exception())

    async def _set_up(self, live: bool) -> None:
        """A table with all who shall play at it; now and then not all come."""
        world, rng = self.world, self.rng
        settings = settings_of(rng, live)
        seats = [plan.who for plan in settings.seats]
        persons = rng.sample(world.people, 1 + seats.count("open"))
        adds = rng.random() < 0.3
        table = await world.desk.create(persons[0], settings, adds)
        if table is None:
            return
        board = self.boards[table] = Board(table, [], live)
        world.witness.tables[table].guests |= {person.id for person in persons}
        coming = [*([persons[0]] if "me" in seats else []), *persons[1:]]
        for person in coming:
            temper = Temper(thinks=rng.uniform(0.5, 3 if live else 6), twin=0.3 if live else 0.1)
            board.players.append(Player(world, person, table, temper))
        if adds and "me" in seats:
            self._later(5, self._add(persons[0], table))
        for person in persons[1:]:
            if rng.random() < 0.93:
                await world.desk.sit(person, table)
            elif rng.random() < 0.5:
                await world.desk.start(persons[0], table)
        for player in board.players:
            if live:
                self._later(10, player.visit(400, turn_only=False))
            elif rng.random() < 0.5:
                self._later(60, player.visit(60, turn_only=True))
        if rng.random() < 0.15:
            self._later(20, self._watch(board))

    async def _add(self, person: Person, table: str) -> None:
        await self.world.desk.add_entropy(person, table, f"{self.rng.getrandbits(256):064x}")

    async def _again(self, board: Board) -> None:
        """The same people play again, if they can."""
        for player in board.players:
            table = await self.world.desk.rematch(player.person, board.id)
            if table is None:
                return
            fresh = self.boards.setdefault(table, Board(table, [], live=False))
            self.world.witness.tables[table].guests |= {one.person.id for one in board.players}
            fresh.players.append(Player(self.world, player.person, table, player.temper))

    async def _watch(self, board: Board) -> None:
        """Somebody only looks on."""
        person = self.rng.choice([None, *self.world.people])
        nobody = Player(self.world, person or self.world.people[0], board.id, Temper())
        page = Page(self.world, nobody, person)
        await asyncio.sleep(self.rng.uniform(20, 300))
        page.close()

    async def _calm_down(self) -> None:
        """Nothing goes wrong any more and nobody does anything: machines have to come to rest by themselves."""
        world = self.world
        while len([served for served in world.served if served.worker is not None]) < world.plan.workers:
            await asyncio.sleep(1)
        await asyncio.sleep(20)
        waits = "SELECT id, version FROM tables WHERE status = 'running' AND machine_at IS NOT NULL ORDER BY id"
        before: list[tuple[Any, ...]] = []
        while rows := world.stored(waits):
            stuck = sorted(set(rows) & set(before))
            if stuck:
                world.witness.objects(f"{stuck[0][0]}: a machine was forgotten at version {stuck[0][1]}", stuck[0][0])
                return
            before = rows
            await asyncio.sleep(30)
        await self._all_called()

    async def _all_called(self) -> None:
        """Whoever is to be called is, within the time for which a process may keep others from doing it."""
        world = self.world
        due = "SELECT address, table_id, kind, turn FROM notices WHERE due <= ? AND tries = 0 ORDER BY 1, 2, 3, 4"
        began = next(served.worker.tables.now() for served in world.served if served.worker is not None)
        await asyncio.sleep(LEASE / 1000 + 60)
        for row in world.stored(due, began):
            world.witness.objects(f"{row[1]}: {row[0]} was not called: {row[2]} {row[3]}", row[1])
            return


def settings_of(rng: random.Random, live: bool) -> TableSettings:
    """Some table."""
    game = rng.choices(("connectfour", "icecult", "igluiglu"), (4, 3, 3))[0]
    count = 2 if game == "connectfour" else rng.choice((2, 2, 3, 4))
    kinds = [rng.choice(("me", "open", "open", "machine")) for _ in range(count)]
    if live or rng.random() < 0.95:
        kinds[0] = "me"
    rng.shuffle(kinds)
    seats = [SeatPlan("machine", "random") if kind == "machine" else SeatPlan(kind) for kind in kinds]  # type: ignore[arg-type]
    days = DaysClock(rng.choice((1, 1, 2))) if rng.random() < 0.7 else None
    clock = LiveClock(rng.choice((30, 120, 600)), rng.choice((0, 2, 10))) if live or rng.random() < 0.05 else days
    return TableSettings(
        game,
        seats,
        clock=clock,
        on_timeout=rng.choices(("machine", "pass", "forfeit"), (2, 1 if isinstance(clock, LiveClock) else 4, 4))[0],
        on_leave=rng.choice(("wait", "machine")),
        undo=rng.choice(("none", "turn", "free")),
        chat=rng.choice(("off", "players", "all")),
        listed=rng.random() < 0.5,
        spectators=rng.random() < 0.8,
        swap=game != "igluiglu" and rng.random() < 0.5,
        pace=rng.choice((100, 600, 1500)) if all(kind == "machine" for kind in kinds) else rng.choice((0, 300, 1500)),
    )


async def life(world: World) -> None:
    """All of it."""
    await Days(world).live()
